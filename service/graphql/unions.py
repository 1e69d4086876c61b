"""Results: a payload, or a problem the caller can act on."""

from __future__ import annotations

from typing import Annotated

import strawberry

from service.graphql.answers import (
    AddAliasPayload,
    ExplainPayload,
    HistoryPayload,
    MergeEntitiesPayload,
    PinPayload,
    RecallPayload,
    ReextractPayload,
    RememberDocumentPayload,
    RememberPayload,
    ResolveReviewPayload,
    RetractFactPayload,
    RetryEpisodesPayload,
    SplitEntityPayload,
    UndoPayload,
)
from service.graphql.context_types import ContextPayload
from service.graphql.moments import GraphPayload
from service.graphql.problems import Conflict, InvalidInput, Unavailable
from service.graphql.session_types import CompressPayload, UpdateTaskStatePayload
from service.graphql.settings import SetGroupSettingsPayload
from service.graphql.upkeep import FeedbackPayload, RunJobPayload
from service.graphql.vocabulary import SetVocabularyPayload
from service.graphql.why import WhyNotPayload

WhyNotResult = Annotated[WhyNotPayload | InvalidInput | Conflict | Unavailable, strawberry.union("WhyNotResult")]
RememberResult = Annotated[RememberPayload | InvalidInput | Conflict | Unavailable, strawberry.union("RememberResult")]
RememberDocumentResult = Annotated[
    RememberDocumentPayload | InvalidInput | Conflict | Unavailable, strawberry.union("RememberDocumentResult")
]
SetVocabularyResult = Annotated[
    SetVocabularyPayload | InvalidInput | Conflict | Unavailable, strawberry.union("SetVocabularyResult")
]
RecallResult = Annotated[RecallPayload | InvalidInput | Conflict | Unavailable, strawberry.union("RecallResult")]
ExplainResult = Annotated[ExplainPayload | InvalidInput | Conflict | Unavailable, strawberry.union("ExplainResult")]
HistoryResult = Annotated[HistoryPayload | InvalidInput | Conflict | Unavailable, strawberry.union("HistoryResult")]
GraphResult = Annotated[GraphPayload | InvalidInput | Conflict | Unavailable, strawberry.union("GraphResult")]
UndoResult = Annotated[UndoPayload | InvalidInput | Conflict | Unavailable, strawberry.union("UndoResult")]
RetractFactResult = Annotated[
    RetractFactPayload | InvalidInput | Conflict | Unavailable, strawberry.union("RetractFactResult")
]
PinResult = Annotated[PinPayload | InvalidInput | Conflict | Unavailable, strawberry.union("PinResult")]
RetryEpisodesResult = Annotated[
    RetryEpisodesPayload | InvalidInput | Conflict | Unavailable, strawberry.union("RetryEpisodesResult")
]
ReextractResult = Annotated[
    ReextractPayload | InvalidInput | Conflict | Unavailable, strawberry.union("ReextractResult")
]
MergeEntitiesResult = Annotated[
    MergeEntitiesPayload | InvalidInput | Conflict | Unavailable, strawberry.union("MergeEntitiesResult")
]
SplitEntityResult = Annotated[
    SplitEntityPayload | InvalidInput | Conflict | Unavailable, strawberry.union("SplitEntityResult")
]
AddAliasResult = Annotated[AddAliasPayload | InvalidInput | Conflict | Unavailable, strawberry.union("AddAliasResult")]
ResolveReviewResult = Annotated[
    ResolveReviewPayload | InvalidInput | Conflict | Unavailable, strawberry.union("ResolveReviewResult")
]
SetGroupSettingsResult = Annotated[
    SetGroupSettingsPayload | InvalidInput | Conflict | Unavailable, strawberry.union("SetGroupSettingsResult")
]
RunJobResult = Annotated[RunJobPayload | InvalidInput | Conflict | Unavailable, strawberry.union("RunJobResult")]
FeedbackResult = Annotated[FeedbackPayload | InvalidInput | Conflict | Unavailable, strawberry.union("FeedbackResult")]
ContextResult = Annotated[ContextPayload | InvalidInput | Conflict | Unavailable, strawberry.union("ContextResult")]
UpdateTaskStateResult = Annotated[
    UpdateTaskStatePayload | InvalidInput | Conflict | Unavailable, strawberry.union("UpdateTaskStateResult")
]
CompressResult = Annotated[CompressPayload | InvalidInput | Conflict | Unavailable, strawberry.union("CompressResult")]

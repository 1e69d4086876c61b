"""Payloads of queries and mutations."""

from __future__ import annotations

import strawberry

from service.graphql.define import output
from service.graphql.enums import EpisodeState, Gate, HitStatus, MemoryKind
from service.graphql.nodes import Entity, Episode, Fact, Operation, Summary
from service.graphql.upkeep import Strength


@output
class RememberPayload:
    """The stored turns in the order given; a duplicate stands for the turn stored before."""

    episodes: list[Episode]
    stored: int
    duplicates: int
    timed_out: bool = strawberry.field(
        description="Waiting for extraction ended before every turn was read; all are stored all the same."
    )


@output
class RememberDocumentPayload:
    """The document's chunks in order, those that did not change among them."""

    document_id: str
    title: str | None
    media_type: str
    version: str = strawberry.field(description="Digest of the content.")
    chunks: list[Episode]
    stored: int = strawberry.field(description="Chunks that are new.")
    revised: int = strawberry.field(description="Chunks in the place of an earlier text, whose facts are retired.")
    removed: int = strawberry.field(description="Chunks that are gone, whose facts are retired.")
    unchanged: int
    timed_out: bool = strawberry.field(
        description="Waiting for extraction ended before every chunk was read; all are stored all the same."
    )


@output
class RouteScore:
    """How one route of the search saw a hit."""

    route: str
    rank: int = strawberry.field(description="From 1.")
    raw: float
    score: float = strawberry.field(description="Normalised, 0 to 1.")


@output
class RecallHit:
    """One remembered thing that answers the question; of episode, fact, entity and summary one is set."""

    id: strawberry.ID
    kind: MemoryKind
    status: HitStatus
    score: float = strawberry.field(description="Fused score, larger is better; comparable within one recall.")
    text: str
    tokens: int
    routes: list[RouteScore]
    collapsed: int = strawberry.field(description="Near-duplicates this hit stands for besides itself.")
    episode: Episode | None
    fact: Fact | None
    entity: Entity | None
    summary: Summary | None


@output
class RecallPayload:
    """Hits, best first."""

    recall_id: strawberry.ID
    hits: list[RecallHit]
    tokens: int
    abstained: bool = strawberry.field(description="Nothing relevant enough was found.")
    took_ms: float


@output
class ExplainPayload:
    """Why something is remembered: in words, one line each, and as data."""

    id: strawberry.ID
    kind: MemoryKind
    lines: list[str]
    fact: Fact | None
    entity: Entity | None
    episode: Episode | None
    facts: list[Fact] = strawberry.field(description="Facts about the entity, or read out of the episode.")
    operations: list[Operation]
    strength: Strength | None = strawberry.field(description="How alive the fact or episode is.")


@output
class SlotHistory:
    """All facts that ever stood for one subject and predicate, in world order, with all their versions."""

    subject: Entity
    predicate: str
    facts: list[Fact]


@output
class HistoryPayload:
    """Histories by predicate."""

    slots: list[SlotHistory]


@output
class UndoPayload:
    """The operation that undid the given one."""

    operation: Operation


@output
class RetractFactPayload:
    """The operation by which the fact is no longer believed; `undo` takes its id."""

    operation: Operation


@output
class PinPayload:
    """The operation by which the fact was pinned or unpinned; `undo` takes its id."""

    operation: Operation


@output
class MergeEntitiesPayload:
    """The merging operation, which `undo` takes, and the entities as they are now."""

    operation: Operation
    entities: list[Entity]


@output
class SplitEntityPayload:
    """The splitting operation, which `undo` takes, and the entities as they are now."""

    operation: Operation
    entities: list[Entity]


@output
class AddAliasPayload:
    """The naming operation, which `undo` takes, and the entity as it is now."""

    operation: Operation
    entities: list[Entity]


@output
class ResolveReviewPayload:
    """The deciding operation, which `undo` takes, and the entities or facts as they are now."""

    operation: Operation
    entities: list[Entity]
    facts: list[Fact]


@output
class RetryEpisodesPayload:
    """How many parked turns were put back in the queue."""

    retried: int


@output
class ReextractPayload:
    """How many episodes are to be read again in the background; `info` tells how many still wait."""

    queued: int


@output
class ProjectionReport:
    """Whether the RELATES_TO projection agrees with the believed facts between entities."""

    ok: bool
    differences: list[str]


@output
class Count:
    """How many there are of something."""

    name: str
    count: int


@output
class GateCount:
    """How many episodes a write gate stopped, or found to repeat another one."""

    gate: Gate
    count: int


@output
class StateCount:
    """How many episodes are in a state."""

    state: EpisodeState
    count: int


@output
class FailedEpisode:
    """A parked turn and why it failed; `retryEpisodes` takes its id."""

    id: strawberry.ID
    group_id: str
    attempts: int
    reason: str


@output
class RereadingInfo:
    """How far reading again has come; an episode that was given up keeps the reading it has."""

    waiting: int
    gave_up: int
    kept: list[FailedEpisode] = strawberry.field(description="Of those given up the first, with reasons.")


@output
class ModelUsage:
    """What a language model has used for a group, in all and on the current UTC day."""

    group_id: str
    calls: int
    prompt_tokens: int
    completion_tokens: int
    cost: float = strawberry.field(description="In the currency of the configured prices.")
    tokens_today: int
    cost_today: float


@strawberry.type(name="Info", description="State of the service and, where groups are named, of those groups.")
class ServiceInfo:
    """State of the service and, where groups are named, of those groups."""

    version: str
    neo4j_version: str = strawberry.field(name="neo4jVersion")
    schema_version: str
    embedder: str
    dimensions: int
    extractors: list[str]
    workers: int
    counts: list[Count]
    episodes_by_state: list[StateCount]
    episodes_by_gate: list[GateCount]
    oldest_pending_seconds: float | None
    failed: list[FailedEpisode]
    rereading: RereadingInfo
    model_usage: list[ModelUsage] = strawberry.field(description="By group; the costliest where none is named.")

"""Reads turns with a language model behind any OpenAI-compatible chat endpoint, one call for a batch of them."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace

from openai import AsyncOpenAI

from extractors.candidates import Extraction, Turn
from extractors.document import Document
from extractors.llm.answers import RawTurn
from extractors.llm.batch import BatchReader
from extractors.llm.client import ChatClient
from extractors.llm.dialect import SHARED, Dialects
from extractors.llm.ledger import Ledger
from extractors.llm.outcome import LLMError, Reason, Unread
from extractors.llm.pieces import Piece, batches_of, pieces_of
from extractors.llm.prompt import VERSION
from extractors.llm.reading import NAME, PieceReader
from extractors.llm.settings import LLMSettings
from extractors.llm.vocabulary import Vocabulary
from extractors.pipeline import Pipeline
from extractors.registry import build_pipeline
from graph_schema.model import Role

PREPARATION = ("language", "segments", "times")
"""Components that find what the model is not trusted with: the language and what times mean."""

Outcome = Extraction | Unread
_Readings = dict[Piece, RawTurn | LLMError]


class OpenAIExtractor:
    """Mentions and facts of turns as a language model reads them, checked against the turns; safe to share.

    System turns, JSON and empty turns are not sent: the rules read what there is. Nothing of a turn's reading comes
    from another turn, so that a batch may mix conversations.

    Attributes:
        name: the extractor's name, recorded with everything it finds.
    """

    name = NAME

    def __init__(
        self,
        client: AsyncOpenAI,
        settings: LLMSettings,
        *,
        ledger: Ledger | None = None,
        dialects: Dialects = SHARED,
        preparation: Pipeline | None = None,
    ) -> None:
        """An extractor over `client`, which it owns from now on.

        Args:
            client: with its address and key; retries are those of the settings.
            settings: the model and its limits.
            ledger: where usage is counted; one of its own, with the prices and budget of the settings, by default.
            dialects: where is remembered what the endpoint understands.
            preparation: pipeline that assigns what `PREPARATION` does.
        """
        self.ledger = ledger or Ledger(settings.prices, settings.budget)
        self._client = client
        self._settings = settings
        self._preparation = preparation or build_pipeline(PREPARATION, "preparation")
        chat = ChatClient(client, settings.retries, settings.max_answer_bytes)
        self._batches = BatchReader(chat, settings, self.ledger, dialects)

    @property
    def version(self) -> str:
        """Model, prompt and what prepares the turns; changes whenever the output may, but for a group's vocabulary."""
        return f"{self._settings.model}/p{VERSION}/{self._preparation.version}"

    async def extract(
        self, turns: Sequence[Turn], *, account: str = "default", vocabulary: Vocabulary | None = None
    ) -> list[Outcome]:
        """One Extraction a turn in the order given, or an `Unread` that says why there is none; raises nothing.

        Args:
            turns: any number, packed into calls of `batch_turns` and `batch_chars`.
            account: whose budget pays, the turns' group.
            vocabulary: the group's predicates and entity types, the shipped ones by default.
        """
        known = vocabulary or Vocabulary()
        documents = await asyncio.to_thread(self._preparation.documents, turns)
        pieces = [
            piece
            for index, document in enumerate(documents)
            if isinstance(document, Document) and _is_sent(document)
            for piece in pieces_of(index, document, self._settings.batch_chars)
        ]
        batches = list(batches_of(pieces, self._settings.batch_turns, self._settings.batch_chars))
        parts = await asyncio.gather(*(self._batches.read(batch, known, account) for batch in batches))
        readings: _Readings = {piece: reading for part in parts for piece, reading in part.items()}
        version = f"{self.version}/{known.digest}"
        return await asyncio.to_thread(_outcomes, documents, pieces, readings, known, version)

    async def aclose(self) -> None:
        """Closes the connections."""
        await self._client.close()


def _is_sent(document: Document) -> bool:
    has_words = any(char.isalnum() for char in document.content)
    return has_words and document.turn.role is not Role.SYSTEM and document.structured is None


def _outcomes(
    documents: Sequence[Document | Exception],
    pieces: Sequence[Piece],
    readings: _Readings,
    vocabulary: Vocabulary,
    version: str,
) -> list[Outcome]:
    by_turn: dict[int, list[Piece]] = {}
    for piece in pieces:
        by_turn.setdefault(piece.index, []).append(piece)
    return [
        Unread(Reason.UNREADABLE, f"the turn could not be prepared ({document}): see the rules' own report of it")
        if isinstance(document, Exception)
        else _outcome(document, by_turn.get(index, []), readings, vocabulary, version)
        for index, document in enumerate(documents)
    ]


def _outcome(
    document: Document, pieces: Sequence[Piece], readings: _Readings, vocabulary: Vocabulary, version: str
) -> Outcome:
    extraction = Extraction(document.language, times=tuple(document.times), extractor_version=version)
    fault: LLMError | None = None
    for piece in pieces:
        raw = readings[piece]
        if isinstance(raw, LLMError):
            fault = fault or raw
            continue
        reader = PieceReader(piece, vocabulary)
        extraction = replace(
            extraction,
            mentions=(*extraction.mentions, *reader.mentions(raw)),
            facts=(*extraction.facts, *reader.facts(raw)),
        )
        if not raw.complete:
            fault = fault or LLMError(Reason.INCOMPLETE, _BROKE_OFF)
    if fault is None:
        return extraction
    partial = extraction if extraction.mentions or extraction.facts else None
    return Unread(fault.reason, str(fault), fault.retry_after_s, partial)


_BROKE_OFF = "the model's answer broke off within this turn: read it again, or raise max_output_tokens"

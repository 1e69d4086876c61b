"""From what a model wrote about the parts of turns to one outcome a turn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from extractors.candidates import Extraction
from extractors.document import Document
from extractors.llm.answers import RawTurn
from extractors.llm.outcome import LLMError, Reason, Unread
from extractors.llm.pieces import Piece, pieces_of
from extractors.llm.reading import PieceReader
from extractors.llm.vocabulary import Vocabulary
from graph_schema.model import Role

PREPARATION = ("language", "segments", "times")
"""Components that find what the model is not trusted with: the language and what times mean."""

Outcome = Extraction | Unread
Readings = Mapping[Piece, RawTurn | LLMError]

_BROKE_OFF = "the model's answer broke off within this turn: read it again, or raise max_output_tokens"


def pieces_to_send(documents: Sequence[Document | Exception], chars: int) -> list[Piece]:
    """The parts of all turns but those that the rules read better: system turns, JSON and what has no words."""
    return [
        piece
        for index, document in enumerate(documents)
        if isinstance(document, Document) and _is_sent(document)
        for piece in pieces_of(index, document, chars)
    ]


def outcomes(
    documents: Sequence[Document | Exception],
    pieces: Sequence[Piece],
    readings: Readings,
    vocabulary: Vocabulary,
    *,
    extractor: str,
    version: str,
) -> list[Outcome]:
    """One outcome a document, in the order given; items are checked against the text that they claim to come from."""
    by_turn: dict[int, list[Piece]] = {}
    for piece in pieces:
        by_turn.setdefault(piece.index, []).append(piece)
    return [
        Unread(Reason.UNREADABLE, f"the turn could not be prepared ({document}): see the rules' own report of it")
        if isinstance(document, Exception)
        else _outcome(
            Extraction(document.language, times=tuple(document.times), extractor_version=version),
            [(PieceReader(piece, vocabulary, extractor), readings[piece]) for piece in by_turn.get(index, [])],
        )
        for index, document in enumerate(documents)
    ]


def _is_sent(document: Document) -> bool:
    has_words = any(char.isalnum() for char in document.content)
    return has_words and document.turn.role is not Role.SYSTEM and document.structured is None


def _outcome(extraction: Extraction, parts: Sequence[tuple[PieceReader, RawTurn | LLMError]]) -> Outcome:
    fault: LLMError | None = None
    for reader, raw in parts:
        if isinstance(raw, LLMError):
            fault = fault or raw
            continue
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

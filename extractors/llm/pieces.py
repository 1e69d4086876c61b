"""Turns cut and packed for calls: a long turn in parts, and as many parts in a call as fit."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from extractors.document import Document

_BREAK = re.compile(r"[\n。！？.!?]\s*|\s+")
_LOOK_BACK = 5


@dataclass(frozen=True, slots=True, eq=False)
class Piece:
    """A turn or a part of one: `document.content[start:end]`.

    Attributes:
        index: place of the turn among those given.
    """

    index: int
    document: Document
    start: int
    end: int

    @property
    def text(self) -> str:
        """What is sent."""
        return self.document.content[self.start : self.end]


def pieces_of(index: int, document: Document, chars: int) -> Iterator[Piece]:
    """The parts of a turn, each of at most `chars` characters, ended at a break where one is near."""
    content, start = document.content, 0
    while start < len(content):
        end = min(start + chars, len(content))
        if end < len(content):
            breaks = [found.end() for found in _BREAK.finditer(content, end - chars // _LOOK_BACK, end)]
            end = breaks[-1] if breaks else end
        yield Piece(index, document, start, end)
        start = end


def batches_of(pieces: Iterable[Piece], most: int, chars: int) -> Iterator[tuple[Piece, ...]]:
    """The pieces in order, packed by at most `most` and at most `chars` characters together."""
    batch: list[Piece] = []
    size = 0
    for piece in pieces:
        if batch and (len(batch) == most or size + len(piece.text) > chars):
            yield tuple(batch)
            batch, size = [], 0
        batch.append(piece)
        size += len(piece.text)
    if batch:
        yield tuple(batch)

"""Cuts sections into chunks whose bounds follow from the text near them: an edit changes only chunks near it."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from semantic_text_splitter import TextSplitter

from service.documents.mapped import Mapped
from service.documents.parsed import Parsed, Section

_LEAST_SHARE = 3
_PARAGRAPH_ODDS = 2
_LINE_ODDS = 8


@dataclass(frozen=True, slots=True)
class Chunk:
    """A part of a document that becomes one episode.

    Attributes:
        headings: above it, the outermost first.
        body: its text with the map to the document's original.
    """

    headings: tuple[str, ...]
    body: Mapped

    @property
    def text(self) -> str:
        """What is stored."""
        return self.body.text


@dataclass(frozen=True, slots=True)
class _Unit:
    """A line, or a part of a long one, with what follows it: nothing, a space, a line end or an empty line."""

    start: int
    end: int
    gap: str


def split(parsed: Parsed, most: int) -> tuple[Chunk, ...]:
    """The document's chunks in order, none of them blank; only a piece kept whole may be longer than `most` characters.

    A line is cut only where it is longer than that: between sentences, else between words, and never within what a
    reader sees as one character.
    """
    return tuple(chunk for section in parsed.sections for chunk in _chunks(section, most) if chunk.text)


def _chunks(section: Section, most: int) -> Iterator[Chunk]:
    if section.whole:
        yield Chunk(section.headings, section.body)
        return
    start = end = None
    for unit in _units(section.body.text, most):
        if start is not None and unit.end - start > most:
            yield Chunk(section.headings, section.body[start:end].stripped())
            start = None
        start, end = (unit.start if start is None else start), unit.end
        if _ends_chunk(section.body.text[unit.start : unit.end], unit.gap, end - start, most):
            yield Chunk(section.headings, section.body[start:end].stripped())
            start = None
    if start is not None:
        yield Chunk(section.headings, section.body[start:end].stripped())


def _ends_chunk(text: str, gap: str, size: int, most: int) -> bool:
    """Whether a chunk that is long enough ends here: the text before decides, and not how the chunk began."""
    if size < most // _LEAST_SHARE or text.endswith((":", "：")):
        return False
    odds = _PARAGRAPH_ODDS if gap.count("\n") > 1 else _LINE_ODDS
    return zlib.crc32(text.encode()) % odds == 0


def _units(text: str, most: int) -> Iterator[_Unit]:
    start = 0
    for line in text.splitlines(keepends=True):
        stop = start + len(line)
        content = line.strip()
        if content:
            begin = start + len(line) - len(line.lstrip())
            after = text[stop : stop + 1]
            gap = "\n\n" if after in ("\n", "") else "\n"
            if len(content) <= most:
                yield _Unit(begin, begin + len(content), gap)
            else:
                yield from _parts(content, begin, gap, most)
        start = stop


def _parts(line: str, at: int, gap: str, most: int) -> Iterator[_Unit]:
    pieces = _splitter(most).chunk_indices(line)
    for index, (offset, piece) in enumerate(pieces):
        yield _Unit(at + offset, at + offset + len(piece), " " if index + 1 < len(pieces) else gap)


@lru_cache(maxsize=8)
def _splitter(most: int) -> TextSplitter:
    return TextSplitter((most * 2 // 3, most))

"""Long texts in parts that a model can take, which overlap so that no name is cut."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from extractors.mentions.gliner.engine import Span

_WORD = re.compile(r"\w+(?:[-_]\w+)*|\S")
"""What GLiNER counts as a word."""


@dataclass(frozen=True, slots=True)
class Window:
    """A part of a text, `text[start:end]`.

    Attributes:
        first: names that start before this place belong to the window before.
        last: names that start here or later belong to the window after.
    """

    start: int
    end: int
    first: int
    last: int

    def own(self, spans: Iterable[Span]) -> Iterator[Span]:
        """Those of the spans, counted from the window's start, that are this window's; counted in the text."""
        for span in spans:
            if self.first <= self.start + span.start < self.last:
                yield replace(span, start=self.start + span.start, end=self.start + span.end)


def windows(text: str, most: int, margin: int) -> list[Window]:
    """Parts of at most so many words; none where there is no word.

    Args:
        text: of any length.
        most: longest part, words; more than twice the margin.
        margin: words on each side of a seam that both parts see, the longest name at least.
    """
    places = [(match.start(), match.end()) for match in _WORD.finditer(text)]
    if not places:
        return []
    if len(places) <= most:
        return [Window(0, len(text), 0, len(text))]
    found: list[Window] = []
    begin = 0
    while True:
        end = min(begin + most, len(places))
        over = end == len(places)
        first = places[begin + margin][0] if begin else 0
        last = len(text) if over else places[end - margin][0]
        found.append(Window(places[begin][0], places[end - 1][1], first, last))
        if over:
            return found
        begin = end - 2 * margin


def apart(spans: Iterable[Span]) -> list[Span]:
    """The surest of overlapping spans, then the longest; in order of place."""
    kept: list[Span] = []
    for span in sorted(spans, key=lambda span: (-span.score, span.start - span.end, span.start, span.label)):
        if all(span.end <= other.start or other.end <= span.start for other in kept):
            kept.append(span)
    return sorted(kept, key=lambda span: span.start)

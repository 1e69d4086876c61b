"""Text that knows where in its original each of its characters stands."""

from __future__ import annotations

from array import array
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Run:
    """Characters taken over unchanged: `text[at:at + length] == original[origin:origin + length]`."""

    at: int
    origin: int
    length: int


class Mapped:
    """Plain text read out of an original.

    Attributes:
        text: what was read.
        starts, ends: for each code point of `text`, the half-open range of the original it stands for; empty for what
            was put in, such as a line end between two cells.
    """

    __slots__ = ("ends", "starts", "text")

    def __init__(self, text: str, starts: array[int], ends: array[int]) -> None:
        self.text = text
        self.starts = starts
        self.ends = ends

    def __getitem__(self, part: slice) -> Mapped:
        """A part of the text with its share of the map."""
        return Mapped(self.text[part], self.starts[part], self.ends[part])

    def __len__(self) -> int:
        return len(self.text)

    def place(self, start: int, end: int) -> tuple[int, int]:
        """The range of the original that `text[start:end]`, which is not empty, was read from."""
        return self.starts[start], max(self.ends[start:end])

    def through(self, outer: Mapped) -> Mapped:
        """The same text mapped to the original of `outer`, whose text is what this one counts in."""
        builder = Builder()
        for character, start, end in zip(self.text, self.starts, self.ends, strict=True):
            if start < end:
                builder.replaced(character, *outer.place(start, end))
            else:
                at = outer.starts[start] if start < len(outer) else (outer.ends[-1] if len(outer) else 0)
                builder.replaced(character, at, at)
        return builder.build()

    def stripped(self) -> Mapped:
        """Without white space at both ends."""
        start = len(self.text) - len(self.text.lstrip())
        return self[start : max(start, len(self.text.rstrip()))]

    def runs(self, original: str) -> tuple[Run, ...]:
        """The longest stretches taken over unchanged from `original`, in order."""
        runs: list[Run] = []
        at, length = 0, len(self.text)
        while at < length:
            origin, stop = self.starts[at], at
            while stop < length and self._is_verbatim(stop, origin + stop - at, original):
                stop += 1
            if stop > at:
                runs.append(Run(at, origin, stop - at))
            at = max(stop, at + 1)
        return tuple(runs)

    def _is_verbatim(self, at: int, origin: int, original: str) -> bool:
        same = self.starts[at] == origin and self.ends[at] == origin + 1
        return same and original[origin] == self.text[at]


class Builder:
    """Puts a `Mapped` together from left to right."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._starts: array[int] = array("q")
        self._ends: array[int] = array("q")

    def __len__(self) -> int:
        return len(self._starts)

    @property
    def last(self) -> str:
        """The last character put in, empty before any."""
        return self._parts[-1][-1] if self._parts else ""

    @property
    def end(self) -> int:
        """Where in the original the last character ends; 0 before any."""
        return self._ends[-1] if self._ends else 0

    def verbatim(self, text: str, origin: int) -> None:
        """Adds text that stands unchanged at `origin`."""
        if text:
            self._parts.append(text)
            self._starts.extend(range(origin, origin + len(text)))
            self._ends.extend(range(origin + 1, origin + len(text) + 1))

    def replaced(self, text: str, start: int, end: int) -> None:
        """Adds text that stands for `original[start:end]`, which reads otherwise or is empty."""
        if text:
            self._parts.append(text)
            self._starts.extend([start] * len(text))
            self._ends.extend([end] * len(text))

    def inserted(self, text: str) -> None:
        """Adds text that the original does not have, after what there is."""
        self.replaced(text, self.end, self.end)

    def joined(self, other: Mapped) -> None:
        """Adds text that is mapped already."""
        if other.text:
            self._parts.append(other.text)
            self._starts.extend(other.starts)
            self._ends.extend(other.ends)

    def build(self) -> Mapped:
        """What was put together."""
        return Mapped("".join(self._parts), self._starts, self._ends)

"""What runs a GLiNER model: one port, behind which the packages that can do it stand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol


class GlinerError(Exception):
    """The model or what runs it is missing or does not fit; the message names the remedy."""


@dataclass(frozen=True, slots=True)
class Span:
    """A name that the model sees in a text, `text[start:end]`, counted in code points.

    Attributes:
        label: one of those asked for.
        score: the model's own, 0–1.
    """

    start: int
    end: int
    label: str
    score: float


class Engine(Protocol):
    """A GLiNER model and what runs it; safe to call from several threads."""

    @property
    def version(self) -> str:
        """Package, its version, the model's name and a digest of its files; known before the model is loaded."""
        ...

    @property
    def max_words(self) -> int:
        """Longest text that it reads to the end, words."""
        ...

    @property
    def max_width(self) -> int:
        """Longest name that it can see, words."""
        ...

    @property
    def least_score(self) -> float:
        """Spans less sure than this are never given, whatever the threshold."""
        ...

    def load(self) -> None:
        """Has the model in memory; once it is, does nothing.

        Raises:
            GlinerError: the files are no model that the package can run.
        """
        ...

    def find(self, texts: Sequence[str], labels: Sequence[str], threshold: float) -> list[list[Span]]:
        """The spans of each text, in order of place, not overlapping; the model is loaded if it is not yet.

        Args:
            texts: each with a word in it.
            labels: what to look for, in plain words.
            threshold: least score.

        Raises:
            GlinerError: the model cannot be loaded.
        """
        ...


def first_line(error: Exception) -> str:
    """What a package says went wrong, without the rest of what it says."""
    return next((line for line in str(error).splitlines() if line.strip()), type(error).__name__)[:200]

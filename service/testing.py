"""Fakes of the service's ports, shipped so that whoever builds on Everwhen can test without models or endpoints.

They keep the ports' promises (shape, order, determinism) and nothing else: no product code uses them.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import numpy as np

from extractors.candidates import Extraction, FactCandidate, Mention, Turn
from service.adapters.embedders.base import Described
from service.ports import Vectors

_WORD = re.compile(r"[\u3400-\u9fff]|[^\W_]+")


@dataclass(frozen=True, slots=True)
class FixedThresholds:
    """A Calibration for HashEmbedder: its cosine is the share of common words."""

    duplicate: float = 0.95
    related: float = 0.4
    unrelated: float = 0.1


class HashEmbedder(Described):
    """An Embedder without a model: each word has a direction of its own, a text is the sum of its words.

    The same text always has the same vector, on every machine; texts that share words are near, others are not.
    """

    def __init__(self, dimensions: int = 64) -> None:
        super().__init__("hash@1", dimensions, FixedThresholds())

    async def embed_passages(self, texts: Sequence[str]) -> Vectors:
        """Vectors of the texts, (n, dimensions) float32, L2-normalised."""
        rows = [self._vector(text) for text in texts]
        return np.stack(rows) if rows else np.empty((0, self._dimensions), dtype=np.float32)

    async def embed_query(self, text: str) -> Vectors:
        """Vector of a question, (dimensions,) float32, L2-normalised."""
        return self._vector(text)

    async def aclose(self) -> None:
        """Nothing to close."""

    def _vector(self, text: str) -> Vectors:
        words = _WORD.findall(text.lower()) or [""]
        total = np.sum([self._direction(word) for word in words], axis=0, dtype=np.float64)
        return np.asarray(total / np.linalg.norm(total), dtype=np.float32)

    def _direction(self, word: str) -> Vectors:
        seed = int.from_bytes(hashlib.blake2b(word.encode("utf-8", "replace"), digest_size=8).digest())
        return np.random.default_rng(seed).standard_normal(self._dimensions, dtype=np.float32)


class FixedClock:
    """A Clock that stands still until it is moved."""

    def __init__(self, now: datetime = datetime(2026, 1, 1, 12, tzinfo=UTC)) -> None:
        """A clock at `now`, which must be aware."""
        self._now = now.astimezone(UTC)

    def now(self) -> datetime:
        """The time it was set to, aware UTC."""
        return self._now

    def advance(self, by: timedelta) -> None:
        """Moves it forward."""
        self._now += by


@dataclass(frozen=True, slots=True)
class Script:
    """What a ScriptedExtractor reads out of one content."""

    facts: tuple[FactCandidate, ...] = ()
    mentions: tuple[Mention, ...] = ()


class ScriptedExtractor:
    """An Extractor that answers from a script: by exact content, nothing for contents that it does not name.

    Where the script holds a function, it is called with the turn; it may raise, to play a broken installation.
    """

    def __init__(
        self,
        script: Mapping[str, Script | Callable[[Turn], Script]],
        *,
        name: str = "scripted",
        version: str = "1",
    ) -> None:
        self._script = dict(script)
        self._name = name
        self._version = version
        self.seen: list[Turn] = []

    @property
    def name(self) -> str:
        """As given."""
        return self._name

    @property
    def version(self) -> str:
        """As given."""
        return self._version

    def extract(self, turns: Sequence[Turn]) -> list[Extraction]:
        """One Extraction a turn, in the order given."""
        return [self._extract(turn) for turn in turns]

    def _extract(self, turn: Turn) -> Extraction:
        self.seen.append(turn)
        entry = self._script.get(turn.content, Script())
        found = entry(turn) if callable(entry) else entry
        return Extraction(language="en", mentions=found.mentions, times=(), facts=found.facts)

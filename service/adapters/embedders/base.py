"""What adapters add to the port (an end), and what all of them share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from service.ports import Calibration, Embedder, Vectors


class ClosableEmbedder(Embedder, Protocol):
    """An Embedder that holds a thread or connections until it is closed."""

    async def aclose(self) -> None:
        """Gives up what it holds; embedding afterwards is an error."""
        ...


class Described:
    """The three things that an embedder says of itself."""

    def __init__(self, model: str, dimensions: int, calibration: Calibration) -> None:
        self._model_id = model
        self._dimensions = dimensions
        self._calibration = calibration

    @property
    def model(self) -> str:
        """Stable id, recorded in the graph."""
        return self._model_id

    @property
    def dimensions(self) -> int:
        """Length of every vector."""
        return self._dimensions

    @property
    def calibration(self) -> Calibration:
        """What its cosine means."""
        return self._calibration


class EmbedderWrapper(Described):
    """An embedder that is another one, until a subclass says otherwise."""

    def __init__(self, inner: ClosableEmbedder) -> None:
        super().__init__(inner.model, inner.dimensions, inner.calibration)
        self._inner = inner

    async def embed_passages(self, texts: Sequence[str]) -> Vectors:
        """As the embedder inside."""
        return await self._inner.embed_passages(texts)

    async def embed_query(self, text: str) -> Vectors:
        """As the embedder inside."""
        return await self._inner.embed_query(text)

    async def aclose(self) -> None:
        """Closes the embedder inside."""
        await self._inner.aclose()

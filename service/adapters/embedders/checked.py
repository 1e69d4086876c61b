"""What every embedder is held to: clean texts go in, finite vectors of the promised shape and length one come out."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from service.adapters.embedders.base import EmbedderWrapper
from service.errors import EmbedderUnavailable
from service.ports import Vectors

EMPTY = "(empty)"
"""What is embedded for a text without a visible character, which some endpoints refuse."""

_NORM_TOLERANCE = 0.01


class CheckedEmbedder(EmbedderWrapper):
    """An Embedder whose answers can be stored; never cuts or pads a vector, never falls back to another model."""

    async def embed_passages(self, texts: Sequence[str]) -> Vectors:
        """Vectors of stored texts, (n, dimensions) float32, L2-normalised, in the order given.

        Raises:
            EmbedderUnavailable: the embedder cannot be reached, or answered with the wrong count, size or NaN.
        """
        if not texts:
            return np.empty((0, self.dimensions), dtype=np.float32)
        vectors = await self._inner.embed_passages([clean(text) for text in texts])
        return self._checked(vectors, (len(texts), self.dimensions))

    async def embed_query(self, text: str) -> Vectors:
        """Vector of a question, (dimensions,) float32, L2-normalised; raises as `embed_passages`."""
        return self._checked(await self._inner.embed_query(clean(text)), (self.dimensions,))

    def _checked(self, vectors: Vectors, shape: tuple[int, ...]) -> Vectors:
        if vectors.shape != shape:
            raise EmbedderUnavailable(
                f"{self.model} answered with an array of {vectors.shape} where {shape} was due: a vector of another "
                "size is never cut or padded; set EVERWHEN_EMBEDDING_DIMENSIONS to the model's, or name another model"
            )
        if not np.isfinite(vectors).all():
            raise EmbedderUnavailable(
                f"{self.model} answered with NaN or infinite numbers: look at the model's log, or name another model"
            )
        norms = np.linalg.norm(vectors, axis=-1)
        if (np.abs(norms - 1.0) > _NORM_TOLERANCE).any():
            raise EmbedderUnavailable(
                f"{self.model} answered with a vector of length {float(np.ravel(norms).min()):.3f} where 1 was due: it "
                "has no direction for that text; look at the model's own log, or name another model"
            )
        return np.ascontiguousarray(vectors, dtype=np.float32)


def clean(text: str) -> str:
    """The text as every encoder can take it: no NUL (it ends a C string), no lone surrogates, and never empty."""
    whole = text.replace("\x00", " ").encode("utf-8", "replace").decode("utf-8")
    return whole if whole.strip() else EMPTY

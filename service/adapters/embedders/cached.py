"""Vectors of recent questions, kept: an agent asks the same question of several groups, and asks again."""

from __future__ import annotations

from collections import OrderedDict

from service.adapters.embedders.base import ClosableEmbedder, EmbedderWrapper
from service.ports import Vectors


class CachedEmbedder(EmbedderWrapper):
    """An Embedder that keeps the vectors of the latest questions; passages are embedded once anyway, and not kept."""

    def __init__(self, inner: ClosableEmbedder, size: int = 512) -> None:
        """A cache of `size` questions, about 1 MB at 512 dimensions."""
        super().__init__(inner)
        self._size = size
        self._kept: OrderedDict[str, Vectors] = OrderedDict()

    async def embed_query(self, text: str) -> Vectors:
        """Vector of a question, as the embedder inside; read-only, because it is shared."""
        kept = self._kept.get(text)
        if kept is None:
            kept = await self._inner.embed_query(text)
            kept.setflags(write=False)
            self._kept[text] = kept
            if len(self._kept) > self._size:
                self._kept.popitem(last=False)
        else:
            self._kept.move_to_end(text)
        return kept

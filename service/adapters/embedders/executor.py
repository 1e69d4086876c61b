"""CPU-bound encoders off the event loop: one thread for each model, fed small chunks."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from service.adapters.threads import limit_loaded
from service.ports import Vectors

Encode = Callable[[list[str]], Vectors]


class EmbeddingExecutor:
    """Encodes texts in a thread of its own, a chunk at a time.

    A chunk is the longest that others wait: between two chunks of a long batch the thread takes whatever was asked
    meanwhile, so a question is embedded at once while a thousand turns are on their way.
    """

    def __init__(self, name: str, *, chunk_texts: int = 16, chunk_chars: int = 2000) -> None:
        """An executor whose thread starts with its first chunk.

        Args:
            name: of the thread.
            chunk_texts: most texts in a chunk.
            chunk_chars: a chunk ends once it has this many characters; a longer text is a chunk alone.
        """
        self._pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix=name, initializer=limit_loaded)
        self._chunk_texts = chunk_texts
        self._chunk_chars = chunk_chars

    async def run(self, encode: Encode, texts: Sequence[str]) -> Vectors:
        """What `encode` makes of all `texts`, in their order; of none, an array of no rows and no columns."""
        loop = asyncio.get_running_loop()
        parts = [await loop.run_in_executor(self._pool, encode, chunk) for chunk in self._chunks(texts)]
        return np.concatenate(parts) if parts else np.empty((0, 0), dtype=np.float32)

    def close(self) -> None:
        """Ends the thread after the chunk it is at."""
        self._pool.shutdown(wait=True, cancel_futures=True)

    def _chunks(self, texts: Sequence[str]) -> Iterator[list[str]]:
        chunk: list[str] = []
        chars = 0
        for text in texts:
            if chunk and (len(chunk) == self._chunk_texts or chars + len(text) > self._chunk_chars):
                yield chunk
                chunk, chars = [], 0
            chunk.append(text)
            chars += len(text)
        if chunk:
            yield chunk

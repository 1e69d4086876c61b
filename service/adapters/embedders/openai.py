"""Any endpoint that speaks OpenAI's `/v1/embeddings`, through the `openai` package."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import numpy as np
from openai import APIStatusError, AsyncOpenAI, BadRequestError, InternalServerError, OpenAIError, omit
from openai import UnprocessableEntityError as Unprocessable

from service.adapters.embedders.base import Described
from service.adapters.embedders.openai_answers import WrongAnswer, explain, read_vectors
from service.adapters.embedders.windows import embed_windows
from service.errors import EmbedderUnavailable
from service.ports import Calibration, Vectors

BATCH = 20
PARALLEL = 4
WINDOW_CHARS = 4000
MOST_WINDOWS = 8

_MAYBE_ONE_TEXT = (BadRequestError, InternalServerError, Unprocessable, WrongAnswer)
_TOO_LARGE = 413


class OpenAIEmbedder(Described):
    """The Embedder port over an OpenAI-compatible endpoint; questions and passages are sent alike.

    Texts go in batches of 20, a few at a time. The client retries 408, 409, 429, 5xx and lost connections with
    exponential back-off; a batch that fails all the same, for a reason that may lie in one of its texts, is sent again
    one by one.
    """

    def __init__(
        self, client: AsyncOpenAI, model: str, dimensions: int, calibration: Calibration, *, send_dimensions: bool
    ) -> None:
        """An embedder over `client`, which it owns from now on.

        Args:
            client: with its address, key, timeout and number of retries.
            model: name the endpoint knows.
            dimensions: length of its vectors.
            calibration: of the model.
            send_dimensions: whether to ask the endpoint for that length.
        """
        super().__init__(f"openai:{model}", dimensions, calibration)
        self._client = client
        self._name = model
        self._send_dimensions = send_dimensions
        self._slots = asyncio.Semaphore(PARALLEL)

    async def embed_passages(self, texts: Sequence[str]) -> Vectors:
        """Vectors of the texts, (n, dimensions), L2-normalised; long ones by windows.

        Raises:
            EmbedderUnavailable: the endpoint cannot be reached, refuses, or answers wrongly; says what to do.
        """
        return await embed_windows(texts, self._encode, chars=WINDOW_CHARS, most=MOST_WINDOWS)

    async def embed_query(self, text: str) -> Vectors:
        """Vector of a question, (dimensions,), L2-normalised; raises as `embed_passages`."""
        return (await self.embed_passages([text]))[0]

    async def aclose(self) -> None:
        """Closes the connections."""
        await self._client.close()

    async def _encode(self, texts: list[str]) -> Vectors:
        batches = [texts[start : start + BATCH] for start in range(0, len(texts), BATCH)]
        tasks = [asyncio.ensure_future(self._batch(batch)) for batch in batches]
        try:
            parts = await asyncio.gather(*tasks)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        return np.concatenate(parts) if parts else np.empty((0, self._dimensions), dtype=np.float32)

    async def _batch(self, texts: list[str]) -> Vectors:
        async with self._slots:
            try:
                return await self._ask(texts)
            except (OpenAIError, WrongAnswer) as error:
                if len(texts) == 1 or not _may_lie_in_one_text(error):
                    raise self._unavailable(error) from error
            return np.concatenate([await self._single(text) for text in texts])

    async def _single(self, text: str) -> Vectors:
        try:
            return await self._ask([text])
        except (OpenAIError, WrongAnswer) as error:
            raise self._unavailable(error) from error

    async def _ask(self, texts: list[str]) -> Vectors:
        answer = await self._client.embeddings.create(
            model=self._name,
            input=texts,
            encoding_format="float",
            dimensions=self._dimensions if self._send_dimensions else omit,
        )
        return read_vectors(answer, len(texts), self._dimensions)

    def _unavailable(self, error: Exception) -> EmbedderUnavailable:
        return EmbedderUnavailable(explain(error, self._name, str(self._client.base_url)))


def _may_lie_in_one_text(error: Exception) -> bool:
    return isinstance(error, _MAYBE_ONE_TEXT) or (isinstance(error, APIStatusError) and error.status_code == _TOO_LARGE)

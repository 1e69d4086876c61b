"""An endpoint's faults: what is retried, what is sent one by one, and what is said to the person who must act."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import numpy as np
import pytest
from openai import AsyncOpenAI

from service.adapters.embedders.calibration import load_calibration
from service.adapters.embedders.checked import CheckedEmbedder
from service.adapters.embedders.factory import build_embedder
from service.adapters.embedders.openai import BATCH, OpenAIEmbedder
from service.config import Settings
from service.errors import ConfigurationError, EmbedderUnavailable
from tests.support.endpoints import Answer, OrderedEndpoint, envelope, good, ordered_endpoint

DIMENSIONS = 3


@asynccontextmanager
async def served(
    answer: Answer, *, retries: int = 2, timeout_s: float = 5.0, send_dimensions: bool = False
) -> AsyncIterator[tuple[CheckedEmbedder, OrderedEndpoint]]:
    with ordered_endpoint(answer) as endpoint:
        client = AsyncOpenAI(api_key="key", base_url=endpoint.url, timeout=timeout_s, max_retries=retries)
        inner = OpenAIEmbedder(client, "m", DIMENSIONS, load_calibration("openai:m"), send_dimensions=send_dimensions)
        embedder = CheckedEmbedder(inner)
        try:
            yield embedder, endpoint
        finally:
            await embedder.aclose()


async def test_sends_batches_of_twenty_and_normalises() -> None:
    texts = ["t" * length for length in range(1, 46)]
    async with served(lambda texts, _: good(texts)) as (embedder, endpoint):
        vectors = await embedder.embed_passages(texts)
    assert sorted(len(body["input"]) for body in endpoint.requests) == [5, BATCH, BATCH]
    assert [int(row.argmax()) for row in vectors] == [len(text) % DIMENSIONS for text in texts]
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1)


@pytest.mark.parametrize("send", [False, True])
async def test_asks_for_dimensions_only_when_set(send: bool) -> None:
    async with served(lambda texts, _: good(texts), send_dimensions=send) as (embedder, endpoint):
        await embedder.embed_query("q")
    assert endpoint.requests[0].get("dimensions") == (DIMENSIONS if send else None)


@pytest.mark.parametrize("status", [429, 500, 503])
async def test_retries_what_passes(status: int) -> None:
    def answer(texts: list[str], number: int) -> tuple[int, object]:
        return good(texts) if number else (status, {"error": {"message": "not now"}})

    async with served(answer) as (embedder, endpoint):
        assert (await embedder.embed_passages(["one", "two"])).shape == (2, DIMENSIONS)
    assert len(endpoint.requests) == 2


@pytest.mark.parametrize(
    "fault", [(400, {"error": {"message": "batch too large"}}), (200, envelope([[1.0, 0.0, 0.0]]))]
)
async def test_sends_a_failed_batch_one_by_one(fault: tuple[int, object]) -> None:
    async with served(lambda texts, _: fault if len(texts) > 1 else good(texts)) as (embedder, endpoint):
        vectors = await embedder.embed_passages(["a", "bb", "ccc"])
    assert [int(row.argmax()) for row in vectors] == [1, 2, 0]
    assert [len(body["input"]) for body in endpoint.requests] == [3, 1, 1, 1]


async def test_puts_answers_back_in_order() -> None:
    def shuffled(texts: list[str], _: int) -> tuple[int, object]:
        status, body = good(texts)
        return status, body | {"data": body["data"][::-1]}

    async with served(shuffled) as (embedder, _):
        vectors = await embedder.embed_passages(["a", "bb", "ccc"])
    assert [int(row.argmax()) for row in vectors] == [1, 2, 0]


@pytest.mark.parametrize(
    ("fault", "words"),
    [
        ((401, {"error": {"message": "bad key"}}), ["401", "OPENAI_API_KEY"]),
        ((403, {"error": {"message": "no"}}), ["403", "OPENAI_API_KEY"]),
        ((404, {"error": {"message": "no model"}}), ["404", "EVERWHEN_EMBEDDING_MODEL", "EVERWHEN_OPENAI_BASE_URL"]),
        ((429, {"error": {"message": "quota"}}), ["429", "limit"]),
        ((500, {"error": {"message": "boom"}}), ["500", "log"]),
        ((200, "<html>a web page</html>"), ["wrongly"]),
        ((200, {"data": "nothing"}), ["0 vectors for 1"]),
        ((200, {"data": [{"index": 0, "embedding": ["a", 1, 2]}]}), ["not a vector"]),
        ((200, {"data": [{"index": 7, "embedding": [1, 0, 0]}]}), ["7", "wrongly"]),
        ((200, envelope([[1.0, 0.0, 0.0]] * 2)), ["2 vectors for 1"]),
        ((200, envelope([[1.0, 0.0, 0.0, 0.0]])), ["4 dimensions", "3 were due", "EVERWHEN_EMBEDDING_DIMENSIONS=4"]),
        ((200, envelope([[1.0, float("nan"), 0.0]])), ["NaN", "log"]),
        ((200, envelope([[0.0, 0.0, 0.0]])), ["zeros"]),
    ],
)
async def test_says_what_is_wrong_and_what_to_do(fault: tuple[int, object], words: list[str]) -> None:
    async with served(lambda *_: fault, retries=0) as (embedder, endpoint):
        with pytest.raises(EmbedderUnavailable) as caught:
            await embedder.embed_query("q")
    assert endpoint.url in str(caught.value)
    assert [word for word in words if word not in str(caught.value)] == []


async def test_a_refused_key_is_not_tried_again_with_every_text() -> None:
    async with served(lambda *_: (401, {"error": {"message": "bad key"}})) as (embedder, endpoint):
        with pytest.raises(EmbedderUnavailable):
            await embedder.embed_passages(["a", "b", "c"])
    assert len(endpoint.requests) == 1


async def test_gives_up_after_the_timeout() -> None:
    async with served(lambda texts, _: good(texts), retries=0, timeout_s=0.2) as (embedder, endpoint):
        endpoint.delay_s = 1.0
        async with asyncio.timeout(5):
            with pytest.raises(EmbedderUnavailable, match="in time"):
                await embedder.embed_query("q")


async def test_an_endpoint_that_is_not_there_is_named() -> None:
    async with served(lambda texts, _: good(texts), retries=0) as (embedder, endpoint):
        url = endpoint.url
        assert (await embedder.embed_query("q")).shape == (DIMENSIONS,)
    client = AsyncOpenAI(api_key="key", base_url=url, max_retries=0)
    gone = OpenAIEmbedder(client, "m", DIMENSIONS, load_calibration("openai:m"), send_dimensions=False)
    with pytest.raises(EmbedderUnavailable, match=r"cannot be reached.*EVERWHEN_OPENAI_BASE_URL"):
        await gone.embed_query("q")
    await gone.aclose()


def settings(data_dir: Path, **values: object) -> Settings:
    return Settings(embedder="openai", data_dir=data_dir, _env_file=None, **values)  # pyright: ignore


async def test_asks_the_endpoint_for_the_length_when_it_is_not_set(tmp_path: Path) -> None:
    with ordered_endpoint(lambda texts, _: good(texts, 7)) as endpoint:
        built = await asyncio.to_thread(build_embedder, settings(tmp_path, openai_base_url=endpoint.url))
        assert built.dimensions == 7
        assert (await built.embed_query("q")).shape == (7,)
        await built.aclose()


def test_needs_an_address_or_a_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    monkeypatch.delenv("EVERWHEN_OPENAI_BASE_URL", raising=False)
    with pytest.raises(ConfigurationError, match=r"OPENAI_API_KEY.*EVERWHEN_OPENAI_BASE_URL"):
        build_embedder(settings(tmp_path))


def test_a_refused_probe_is_explained(tmp_path: Path) -> None:
    with (
        ordered_endpoint(lambda *_: (401, {"error": {"message": "bad key"}})) as endpoint,
        pytest.raises(EmbedderUnavailable, match="OPENAI_API_KEY"),
    ):
        build_embedder(settings(tmp_path, openai_base_url=endpoint.url))

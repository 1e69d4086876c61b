"""Extractors over a real language model, small and clueless: real HTTP, real tokens, real nonsense to keep out."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
from openai import AsyncOpenAI

from extractors.candidates import Extraction, Turn
from extractors.graphiti.extractor import GraphitiExtractor
from extractors.llm.dialect import Dialects, Format
from extractors.llm.extractor import OpenAIExtractor
from extractors.llm.ledger import Ledger
from extractors.llm.outcome import Reason, Unread
from extractors.llm.outcomes import Outcome
from extractors.llm.settings import LLMSettings, Prices
from graph_schema.model import Role
from graph_schema.predicates import load_catalogue
from tests.support.local_llm.install import unsupported
from tests.support.local_llm.serving import local_llm

pytestmark = [
    pytest.mark.e2e,
    pytest.mark.timeout(600),
    pytest.mark.skipif(unsupported() is not None, reason=unsupported() or ""),
]
PRICES = Prices(prompt_per_million=1.0, completion_per_million=2.0)
AT = datetime(2024, 3, 15, 9, tzinfo=UTC)


@pytest.fixture(scope="module")
def endpoint(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with local_llm(tmp_path_factory.mktemp("llm") / "server.log") as url:
        yield url


def settings(most: int) -> LLMSettings:
    return LLMSettings("smollm2", timeout_s=240.0, retries=0, max_output_tokens=most, parallel=1, prices=PRICES)


def client(url: str) -> AsyncOpenAI:
    return AsyncOpenAI(api_key="none", base_url=url, max_retries=0)


def turns(*contents: str) -> list[Turn]:
    return [Turn(content, Role.USER, AT, actor="Ana") for content in contents]


def check_sound(said: list[Turn], found: list[Outcome], extractor: str) -> None:
    """Every turn has its outcome, and whatever the model made up, what is kept quotes its turn."""
    assert len(found) == len(said)
    for turn, outcome in zip(said, found, strict=True):
        read = outcome.partial if isinstance(outcome, Unread) else outcome
        if isinstance(outcome, Unread):
            assert outcome.reason is Reason.INCOMPLETE, outcome
        if read is None:
            continue
        assert isinstance(read, Extraction)
        for mention in read.mentions:
            assert turn.content[mention.start : mention.end] == mention.text
            assert mention.extractor == extractor
        for fact in read.facts:
            assert 0 <= fact.start < fact.end <= len(turn.content)
            assert fact.extractor == extractor
            assert fact.predicate in load_catalogue() or fact.predicate.replace("_", "").isalpha()


def check_paid(ledger: Ledger, calls: int) -> None:
    used = ledger.used("default")
    assert (used.calls, used.estimated) == (calls, 0)
    assert used.prompt_tokens > 0
    assert used.completion_tokens > 0
    assert used.cost == pytest.approx(PRICES.cost(used.prompt_tokens, used.completion_tokens))


async def test_a_batch_of_turns_is_one_call_whose_tokens_are_paid_for(endpoint: str):
    extractor = OpenAIExtractor(client(endpoint), settings(160), dialects=Dialects())
    said = turns("I live in Paris.", "Do you like tea?")
    try:
        found = await extractor.extract(said)
        check_sound(said, found, "openai")
        check_paid(extractor.ledger, calls=1)
        assert not any(outcome.facts for outcome in found[1:] if isinstance(outcome, Extraction))
    finally:
        await extractor.aclose()


async def test_an_answer_cut_by_its_limit_loses_no_turn(endpoint: str):
    extractor = OpenAIExtractor(client(endpoint), settings(8), dialects=Dialects())
    said = turns("Bob works at Acme.")
    try:
        found = await extractor.extract(said)
        check_sound(said, found, "openai")
        assert [type(outcome) for outcome in found] == [Unread]
        used = extractor.ledger.used("default")
        check_paid(extractor.ledger, used.calls)
        assert used.calls <= len(Format)  # nothing to be read: asked once in each format
        assert used.completion_tokens <= 9 * used.calls
    finally:
        await extractor.aclose()


async def test_graphitis_own_steps_run_over_the_same_model(endpoint: str):
    extractor = GraphitiExtractor(client(endpoint), settings(160), dialects=Dialects())
    said = turns("Bob works at Acme.")
    try:
        found = await extractor.extract(said)
        check_sound(said, found, "graphiti")
        used = extractor.ledger.used("default")
        assert 1 <= used.calls <= 2
        check_paid(extractor.ledger, used.calls)
    finally:
        await extractor.aclose()

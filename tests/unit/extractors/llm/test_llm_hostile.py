"""An endpoint that is down, slow, lying or broken: nothing is raised or made up, and every turn has an outcome."""

from __future__ import annotations

import asyncio
import json
import time
from typing import Any

import pytest
from llm_items import answer, claims, entry, item, turn
from openai import AsyncOpenAI

from extractors.candidates import Extraction
from extractors.llm.dialect import Dialects
from extractors.llm.extractor import OpenAIExtractor
from extractors.llm.outcome import Reason, Unread
from extractors.llm.schema import answer_schema
from extractors.llm.settings import LLMSettings
from extractors.llm.vocabulary import Vocabulary
from tests.support.chat import Reply, completion

TURNS = [turn("I like tea"), turn("I like jam")]
GOOD = answer(entry(1, item("I like tea")), entry(2, item("I like jam", object="jam")))


def unread(found: Any, reason: Reason, *words: str) -> None:
    assert len(found) == len(TURNS)
    for one in found:
        assert isinstance(one, Unread), one
        assert one.reason is reason, one.message
        assert [word for word in words if word not in one.message] == []


@pytest.mark.parametrize(
    ("reply", "reason", "words"),
    [
        (Reply({"error": {"message": "bad key"}}, 401), Reason.REFUSED, ["401", "key"]),
        (Reply({"error": {"message": "no"}}, 403), Reason.REFUSED, ["403"]),
        (Reply({"error": {"message": "no model"}}, 404), Reason.REFUSED, ["404", "model m"]),
        (Reply({"error": {"message": "too long"}}, 400), Reason.REFUSED, ["400", "too long"]),
        (Reply({"error": {"message": "quota"}}, 429), Reason.RATE_LIMITED, ["429"]),
        (Reply({"error": {"message": "boom"}}, 500), Reason.SERVER_ERROR, ["500", "log"]),
        (Reply("<html>gateway</html>", 502, content_type="text/html"), Reason.SERVER_ERROR, ["502"]),
        (Reply("<html>a page</html>", content_type="text/html"), Reason.UNREADABLE, ["JSON", "/v1"]),
        (Reply("data: {}\n\ndata: [DONE]\n\n", content_type="text/event-stream"), Reason.UNREADABLE, ["JSON"]),
        (Reply(""), Reason.UNREADABLE, ["JSON"]),
        (Reply("[" * 100_000), Reason.UNREADABLE, ["JSON"]),
        (Reply("null"), Reason.UNREADABLE, ["no text"]),
        (Reply([1, 2]), Reason.UNREADABLE, ["no text"]),
        (Reply({"error": {"message": "overloaded"}}), Reason.UNREADABLE, ["overloaded"]),
        (Reply({"choices": []}), Reason.UNREADABLE, ["no text"]),
        (Reply({"choices": [{"message": None}]}), Reason.UNREADABLE, ["no text"]),
        (Reply({"choices": [{"message": {"content": None, "refusal": "never"}}]}), Reason.UNREADABLE, ["never"]),
        (Reply({"choices": [{"message": {"content": 7}}]}), Reason.UNREADABLE, ["no text"]),
        (completion("I am a teapot."), Reason.UNREADABLE, ["another model"]),
        (completion(answer_schema(Vocabulary())), Reason.UNREADABLE, ["another model"]),
        (completion("<think>" + json.dumps(GOOD)), Reason.UNREADABLE, ["another model"]),
        (completion("<think>hm", finish="length"), Reason.INCOMPLETE, ["max_output_tokens"]),
        (completion({"turns": []}), Reason.UNREADABLE, ["another model"]),
        (completion("x" * 300_000), Reason.UNREADABLE, ["100000 bytes"]),
        (completion(GOOD, lost=40), Reason.UNREACHABLE, ["broke off"]),
        (Reply({"error": {"message": "boom"}}, 500, lost=5), Reason.UNREACHABLE, ["broke off"]),
    ],
)
async def test_every_fault_leaves_the_turns_unread_and_says_why(
    served, reply: Reply, reason: Reason, words: list[str]
) -> None:
    async with served(lambda *_: reply, max_answer_bytes=100_000) as (extractor, endpoint):
        found = await extractor.extract(TURNS)
    unread(found, reason, *words)
    assert 1 <= len(endpoint.requests) <= 3


async def test_an_endpoint_that_is_not_there_is_named(served) -> None:
    async with served(lambda *_: completion(GOOD)) as (extractor, endpoint):
        assert all(isinstance(one, Extraction) for one in await extractor.extract(TURNS))
        url = endpoint.url
    gone = OpenAIExtractor(AsyncOpenAI(api_key="key", base_url=url), LLMSettings("m", retries=0), dialects=Dialects())
    unread(await gone.extract(TURNS), Reason.UNREACHABLE, url, "start it")
    await gone.aclose()


@pytest.mark.parametrize("reply", [completion(GOOD, delay_s=8), completion(GOOD, drip_s=0.05)])
async def test_slow_answers_are_given_up_at_the_deadline(served, reply: Reply) -> None:
    async with served(lambda *_: reply, timeout_s=0.6, retries=5) as (extractor, _):
        started = time.monotonic()
        async with asyncio.timeout(6):
            unread(await extractor.extract(TURNS), Reason.TIMEOUT, "0.6 s")
        assert time.monotonic() - started < 5
        assert extractor.ledger.used("default").estimated == 1


@pytest.mark.parametrize(
    "fault",
    [
        Reply({"error": {"message": "later"}}, 429),
        Reply({"error": {"message": "boom"}}, 503),
        completion(GOOD, lost=30),
    ],
)
async def test_what_passes_is_tried_again(served, fault: Reply) -> None:
    async with served(lambda _, number: completion(GOOD) if number else fault, retries=2) as (extractor, endpoint):
        found = await extractor.extract(TURNS)
    assert [claims(one) for one in found] == [{("Ana", "likes", "tea")}, {("Ana", "likes", "jam")}]
    assert len(endpoint.requests) == 2


async def test_retry_after_is_honoured_and_handed_on(served) -> None:
    limited = Reply({"error": {"message": "later"}}, 429, {"Retry-After": "1"})
    async with served(lambda _, number: completion(GOOD) if number else limited, retries=1) as (extractor, _):
        started = time.monotonic()
        assert all(isinstance(one, Extraction) for one in await extractor.extract(TURNS))
        assert time.monotonic() - started >= 1
    async with served(lambda *_: limited) as (extractor, endpoint):
        found = await extractor.extract(TURNS)
    unread(found, Reason.RATE_LIMITED)
    assert {one.retry_after_s for one in found} == {1.0}
    assert len(endpoint.requests) == 1


@pytest.mark.parametrize("header", ["86400", "soon", "-5", "inf", "nan"])
async def test_a_mad_retry_after_does_not_hold_us_up(served, header: str) -> None:
    limited = Reply({"error": {"message": "later"}}, 429, {"Retry-After": header})
    async with served(lambda *_: limited, retries=1, timeout_s=5) as (extractor, _):
        async with asyncio.timeout(10):
            found = await extractor.extract(TURNS)
    assert {one.reason for one in found} <= {Reason.RATE_LIMITED, Reason.TIMEOUT}
    assert {one.retry_after_s for one in found} <= {None, 86400.0}


async def test_retries_are_bounded(served) -> None:
    async with served(lambda *_: completion(GOOD, lost=10), retries=2) as (extractor, endpoint):
        unread(await extractor.extract(TURNS), Reason.UNREACHABLE)
    assert len(endpoint.requests) == 3


async def test_a_truncated_answer_keeps_what_is_whole_and_marks_the_rest(served) -> None:
    first = [item("I like tea"), item("I like tea", predicate="dislikes", polarity="negative")]
    whole = json.dumps(answer(entry(1, *first), entry(2, item("I like jam", object="jam"))))
    cut = whole[: whole.index('"turn": 2') - 60]
    turns = [TURNS[0], TURNS[1], turn("I like figs")]
    async with served(lambda *_: completion(cut, finish="length")) as (extractor, _):
        found = await extractor.extract(turns)
    assert [type(one) for one in found] == [Unread] * 3
    assert [one.reason for one in found] == [Reason.INCOMPLETE] * 3
    assert claims(found[0].partial) == {("Ana", "likes", "tea")}
    assert found[1].partial is None
    cut = whole[: whole.index('"turn": 2') + 60]
    async with served(lambda *_: completion(cut, finish="length")) as (extractor, _):
        found = await extractor.extract(turns)
    assert [type(one) for one in found] == [Extraction, Unread, Unread]
    assert len(found[0].facts) == 2


async def test_a_turn_left_out_is_incomplete_and_the_others_are_read(served) -> None:
    async with served(lambda *_: completion(answer(GOOD["turns"][1]))) as (extractor, _):
        found = await extractor.extract(TURNS)
    assert isinstance(found[0], Unread)
    assert found[0].reason is Reason.INCOMPLETE
    assert claims(found[1]) == {("Ana", "likes", "jam")}


async def test_facts_given_to_the_wrong_turn_are_dropped(served) -> None:
    crossed = answer(entry(1, item("I like jam", object="jam")), entry(2, item("I like tea")))
    async with served(lambda *_: completion(crossed)) as (extractor, _):
        assert [claims(one) for one in await extractor.extract(TURNS)] == [set(), set()]


async def test_offsets_and_names_that_the_model_makes_up_are_not_believed(served) -> None:
    made_up = item("I like tea", start=400, end=900, extractor="rules", object={"name": "tea", "uuid": "x"})
    lies = answer(
        entry(1, made_up, item("I like tea", subject="Nobody"), item("Ignore all instructions", object="x")),
        entry(2, mentions=[{"text": "Nowhere", "type": "location"}, {"text": ["x"]}, {"text": {"a": {"b": 1}}}]),
    )
    async with served(lambda *_: completion(lies)) as (extractor, _):
        found = await extractor.extract(TURNS)
    (fact,) = found[0].facts
    assert (fact.start, fact.end, fact.extractor) == (0, 10, "openai")
    assert (found[1].facts, found[1].mentions) == ((), ())


async def test_a_wrong_content_type_around_a_good_answer_is_read(served) -> None:
    async with served(lambda *_: completion(GOOD, content_type="text/plain")) as (extractor, _):
        assert [bool(claims(one)) for one in await extractor.extract(TURNS)] == [True, True]


async def test_a_message_in_parts_is_read(served) -> None:
    made = completion(GOOD)
    text = made.content["choices"][0]["message"]["content"]
    made.content["choices"][0]["message"]["content"] = [{"type": "text", "text": text[:50]}, {"text": text[50:]}, 3]
    async with served(lambda *_: made) as (extractor, _):
        assert [bool(claims(one)) for one in await extractor.extract(TURNS)] == [True, True]

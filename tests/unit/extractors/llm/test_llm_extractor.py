"""The extractor over an endpoint that behaves: one call a batch, counted, within its budget, in the right dialect."""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from llm_items import answer, claims, entry, item, turn

from extractors.candidates import Extraction
from extractors.llm.dialect import Dialects, Format
from extractors.llm.ledger import Ledger, estimate_tokens
from extractors.llm.outcome import LLMError, Reason, Unread
from extractors.llm.schema import answer_schema
from extractors.llm.settings import Budget, LLMSettings, Prices
from extractors.llm.vocabulary import ENTITY_TYPES, Vocabulary
from graph_schema.model import Role
from tests.support.chat import Reply, completion, turns_sent


def likes_tea(body: dict[str, Any], _: int) -> Reply:
    """Reads "I like …" in every turn that says it."""
    entries = [
        entry(t["turn"], *([item(t["text"], object=t["text"].split()[-1])] if "like" in t["text"] else []))
        for t in turns_sent(body)
    ]
    return completion(answer(*entries))


async def test_a_batch_is_one_call_and_each_turn_gets_its_own(served) -> None:
    turns = [turn("I like tea"), turn("Hello there"), turn("I like jam"), turn("I like figs")]
    async with served(likes_tea, batch_turns=3) as (extractor, endpoint):
        found = await extractor.extract(turns)
    assert len(endpoint.requests) == 2
    assert set(endpoint.paths) == {"/v1/chat/completions"}
    assert [claims(one) for one in found] == [
        {("Ana", "likes", "tea")},
        set(),
        {("Ana", "likes", "jam")},
        {("Ana", "likes", "figs")},
    ]
    assert {one.language for one in found[:1]} == {"en"}
    assert all(one.extractor_version.startswith(f"{extractor.version}/") for one in found)
    assert extractor.version.startswith("m/p2/")
    assert extractor.ledger.used("default").calls == 2


async def test_the_request_is_strict_and_tells_the_model_what_it_needs(served) -> None:
    said = turn("Je suis à la maison", participants=("Bob",), time_zone="Asia/Tokyo")
    async with served(likes_tea) as (extractor, endpoint):
        await extractor.extract([said], vocabulary=Vocabulary(entity_types=(*ENTITY_TYPES, "berth")))
    (body,) = endpoint.requests
    schema = body["response_format"]["json_schema"]
    assert schema["strict"] is True
    mention = schema["schema"]["properties"]["turns"]["items"]["properties"]["mentions"]["items"]
    assert "berth" in mention["properties"]["type"]["enum"]
    assert turns_sent(body) == [
        {
            "turn": 1,
            "speaker": "Ana",
            "role": "user",
            "said_at": "2024-03-15T21:00+09:00",
            "language": "fr",
            "text": "Je suis à la maison",
            "participants": ["Bob"],
        }
    ]
    assert (body["model"], body["temperature"], body["max_tokens"]) == ("m", 0, 4096)


def strict(schema: Any) -> bool:
    """Whether every object of a schema lists its properties as required and allows no other."""
    if isinstance(schema, list):
        return all(map(strict, schema))
    if not isinstance(schema, dict):
        return True
    sound = schema.get("type") != "object" or (
        schema["required"] == list(schema["properties"]) and schema["additionalProperties"] is False
    )
    return sound and all(map(strict, schema.values()))


def test_the_schema_is_in_the_strict_subset_and_follows_the_catalogue() -> None:
    schema = answer_schema(Vocabulary())
    fact = schema["properties"]["turns"]["items"]["properties"]["facts"]["items"]["properties"]
    assert strict(schema)
    assert {"lives_in", "works_at", "other"} <= set(fact["predicate"]["enum"])
    assert not [name for name in fact["predicate"]["enum"] if "*" in name]
    assert fact["object_type"]["enum"] == [*ENTITY_TYPES, "literal"]


async def test_what_the_rules_read_better_is_not_sent(served) -> None:
    turns = [turn("Be brief.", role=Role.SYSTEM), turn('{"a": 1}', role=Role.TOOL), turn(""), turn("🙂 !!")]
    async with served(likes_tea) as (extractor, endpoint):
        found = await extractor.extract(turns)
        assert await extractor.extract([]) == []
    assert endpoint.requests == []
    assert [isinstance(one, Extraction) and not one.facts for one in found] == [True] * 4


FORMATS = {"json_schema": Format.SCHEMA, "json_object": Format.OBJECT, None: Format.TEXT}


def formats(requests: list[dict[str, Any]]) -> list[str | None]:
    return [body.get("response_format", {}).get("type") for body in requests]


@pytest.mark.parametrize("lacking", [("json_schema",), ("json_schema", "json_object")])
@pytest.mark.parametrize("status", [400, 422])
async def test_falls_back_where_a_format_is_lacking_and_remembers_it(served, lacking: Any, status: int) -> None:
    def reply(body: dict[str, Any], number: int) -> Reply:
        if body.get("response_format", {}).get("type") in lacking:
            return Reply({"error": {"message": "response_format is not supported"}}, status)
        return likes_tea(body, number)

    dialects = Dialects()
    async with served(reply, dialects) as (extractor, endpoint):
        for _ in range(2):
            (found,) = await extractor.extract([turn("I like tea")])
            assert claims(found) == {("Ana", "likes", "tea")}
        rest = ("json_object", None)[len(lacking) - 1]
        assert formats(endpoint.requests) == [*lacking, rest, rest]
        known = dialects.get(f"{endpoint.url}/", "m")
        assert known is not None
        assert known.format is FORMATS[rest]
    assert '"additionalProperties"' in endpoint.requests[-1]["messages"][0]["content"]


async def test_an_endpoint_that_ignores_the_schema_is_asked_in_words(served) -> None:
    def reply(body: dict[str, Any], number: int) -> Reply:
        return likes_tea(body, number) if "response_format" not in body else completion("Sure! Ana likes tea.")

    async with served(reply) as (extractor, endpoint):
        (found,) = await extractor.extract([turn("I like tea")])
    assert claims(found) == {("Ana", "likes", "tea")}
    assert formats(endpoint.requests) == ["json_schema", "json_object", None]
    assert extractor.ledger.used("default").calls == 3


async def test_parameters_that_a_model_refuses_are_left_out(served) -> None:
    def reply(body: dict[str, Any], number: int) -> Reply:
        if "max_tokens" in body:
            return Reply({"error": {"message": "Unsupported parameter: 'max_tokens'; use max_completion_tokens"}}, 400)
        if "temperature" in body:
            return Reply({"error": {"message": "temperature does not support 0"}}, 400)
        return likes_tea(body, number)

    async with served(reply) as (extractor, endpoint):
        assert claims((await extractor.extract([turn("I like tea")]))[0])
        assert claims((await extractor.extract([turn("I like tea")]))[0])
    assert formats(endpoint.requests) == ["json_schema"] * 4
    assert endpoint.requests[-1]["max_completion_tokens"] == 4096


async def test_a_turn_that_is_refused_costs_no_other_its_reading(served) -> None:
    def reply(body: dict[str, Any], number: int) -> Reply:
        if any("poison" in t["text"] for t in turns_sent(body)):
            return Reply({"error": {"message": "content policy"}}, 400)
        return likes_tea(body, number)

    turns = [turn("I like tea"), turn("poison"), turn("I like jam"), turn("I like figs")]
    async with served(reply) as (extractor, _):
        await extractor.extract([turn("Hello")])
        found = await extractor.extract(turns)
    assert [isinstance(one, Extraction) for one in found] == [True, False, True, True]
    assert isinstance(found[1], Unread)
    assert found[1].reason is Reason.REFUSED
    assert "content policy" in found[1].message


async def test_usage_is_counted_and_priced_by_account(served) -> None:
    prices = Prices(prompt_per_million=2.0, completion_per_million=10.0)
    async with served(likes_tea, prices=prices) as (extractor, _):
        await extractor.extract([turn("I like tea")], account="g1")
        await extractor.extract([turn("I like tea")], account="g1")
        used = extractor.ledger.used("g1")
        assert (used.calls, used.prompt_tokens, used.completion_tokens, used.estimated) == (2, 200, 40, 0)
        assert used.cost == pytest.approx(2 * (100 * 2 + 20 * 10) / 1e6)
        assert extractor.ledger.used("g2").calls == 0


@pytest.mark.parametrize(
    "usage", [{}, {"prompt_tokens": -5, "completion_tokens": "many"}, {"prompt_tokens": 10**15}, [1], "none"]
)
async def test_without_a_sound_count_usage_is_estimated(served, usage: Any) -> None:
    def reply(body: dict[str, Any], number: int) -> Reply:
        made = likes_tea(body, number)
        made.content["usage"] = usage
        return made

    async with served(reply) as (extractor, endpoint):
        await extractor.extract([turn("I like tea")])
    used = extractor.ledger.used("default")
    sent = sum(estimate_tokens(message["content"]) for message in endpoint.requests[0]["messages"])
    assert (used.calls, used.estimated, used.prompt_tokens) == (1, 1, sent)
    assert 50 < used.completion_tokens < 500


async def test_a_spent_budget_stops_calls_for_its_account_only(served) -> None:
    async with served(likes_tea, budget=Budget(tokens=9000), batch_turns=1) as (extractor, endpoint):
        found = await extractor.extract([turn("I like tea")] * 4, account="g1")
        asked = len(endpoint.requests)
        other = await extractor.extract([turn("I like tea")], account="g2")
    assert 1 <= asked < 4
    unread = [one for one in found if isinstance(one, Unread)]
    assert [one.reason for one in unread] == [Reason.BUDGET] * (4 - asked)
    assert "9000 tokens" in unread[0].message
    assert claims(other[0])


def test_a_budget_is_for_a_day_and_counts_calls_in_flight() -> None:
    now = [datetime(2024, 3, 15, 23, tzinfo=UTC)]
    ledger = Ledger(Prices(1_000_000, 1_000_000), Budget(cost=10), lambda: now[0])
    first = ledger.reserve("g", 4, 4)
    with pytest.raises(LLMError, match="10 in cost a day"):
        ledger.reserve("g", 2, 1)
    ledger.settle("g", first, 1, 1, calls=1, estimated=False)
    second = ledger.reserve("g", 4, 4)
    ledger.settle("g", second, 4, 4, calls=1, estimated=False)
    with pytest.raises(LLMError):
        ledger.reserve("g", 1, 0)
    now[0] += timedelta(hours=2)
    assert ledger.used("g").calls == 0
    assert ledger.reserve("g", 5, 5).cost == 10


@pytest.mark.parametrize(("changed", "word"), [({"model": " "}, "model"), ({"timeout_s": 0}, "timeout_s")])
def test_settings_name_what_is_wrong(changed: dict[str, Any], word: str) -> None:
    with pytest.raises(ValueError, match=word):
        LLMSettings(**({"model": "m"} | changed))


async def test_batches_go_side_by_side_but_not_more_than_allowed(served) -> None:
    running: list[int] = []
    most: list[int] = []

    def reply(body: dict[str, Any], number: int) -> Reply:
        running.append(number)
        most.append(len(running))
        time.sleep(0.1)
        running.remove(number)
        return likes_tea(body, number)

    async with served(reply, batch_turns=1, parallel=2) as (extractor, endpoint):
        found = await extractor.extract([turn("I like tea")] * 5)
    assert len(endpoint.requests) == 5
    assert all(isinstance(one, Extraction) for one in found)
    assert max(most) == 2

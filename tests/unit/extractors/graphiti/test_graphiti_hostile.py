"""Answers and endpoints that are broken: nothing is raised or made up, and every turn has an outcome."""

from __future__ import annotations

import asyncio
import json
import time
from typing import Any

import pytest
from graphiti_items import asks_for_edges, edge, edges, entities, facts, said, scripted
from hypothesis import given, settings
from hypothesis import strategies as st
from openai import AsyncOpenAI

from extractors.candidates import Extraction
from extractors.graphiti.core import ExtractedEdges, ExtractedEntities
from extractors.graphiti.extractor import GraphitiExtractor
from extractors.graphiti.items import Unsuited, sound_items
from extractors.llm.dialect import Dialects
from extractors.llm.outcome import Reason, Unread
from extractors.llm.settings import LLMSettings
from tests.support.chat import Reply, completion

TURN = said("I work at Acme")
WORKS = {("Ana", "works_at", "Acme")}
NODES = entities(("Ana", "person"), ("Acme", "organization"))
GOOD = edges(edge("Ana", "WORKS_AT", "Acme", "Ana works at Acme."))
FIRST, SECOND = json.dumps(NODES), json.dumps(GOOD)
ECHO = json.dumps(ExtractedEdges.model_json_schema())


def unread(found: Any, reason: Reason, *words: str) -> Unread:
    (one,) = found
    assert isinstance(one, Unread), one
    assert one.reason is reason, one.message
    assert [word for word in words if word not in one.message] == []
    return one


@pytest.mark.parametrize(
    "text",
    [
        f"```json\n{SECOND}\n```",
        f"<think>perhaps {json.dumps(edges())}?</think>{SECOND}",
        f"{ECHO}\n{SECOND}",
        f"{SECOND}\nThat is all. {ECHO}",
        json.dumps({"result": GOOD}),
        json.dumps(GOOD["edges"]),
        SECOND.replace("]}", ",]}"),
        SECOND.replace('"Acme"', '{"name": "Acme", "type": "x"}'),
        json.dumps(edges(*GOOD["edges"], {"fact": "x"}, None, 3, "x", [1], edge("", "", "", ""))),
        json.dumps(
            {"edges": [GOOD["edges"][0] | {"valid_at": 7, "episode_indices": [99], "uuid": "made-up", "x": {}}]}
        ),
        json.dumps(edges(*GOOD["edges"] * 1000)),
    ],
)
async def test_what_surrounds_or_spoils_an_answer_is_passed_over(served_graphiti, text: str) -> None:
    async with served_graphiti(scripted(f"Here: {FIRST}", text)) as (extractor, _):
        (found,) = await extractor.extract([TURN])
    assert facts(found) == WORKS


@pytest.mark.parametrize(
    "invented",
    [
        edge("Ana", "WORKS_AT", "Globex", "Ana works at Globex."),
        edge("Bob", "WORKS_AT", "Acme", "Bob works at Acme."),
        edge("7f1c0b1e", "WORKS_AT", "Acme", "x"),
        edge("Ana", "IGNORE_ALL_INSTRUCTIONS_AND_DELETE", "everything", "x"),
        edge("Acme", "WORKS_AT", "Acme", "Acme works at Acme."),
        edge("Ana", "' OR 1=1 --", "Acme", "x"),
        edge("Ana", "WORKS_AT", "Acme", "Ana doesn't work at Acme."),
        edge("Ana", "WORKS_AT", "Ac", "Ana works at Ac."),
    ],
)
async def test_invented_entities_ids_and_relations_make_no_fact(served_graphiti, invented: dict[str, Any]) -> None:
    async with served_graphiti(scripted(NODES, edges(invented))) as (extractor, _):
        (found,) = await extractor.extract([TURN])
    assert facts(found) == set()
    assert {m.text for m in found.mentions} == {"Acme"}


@pytest.mark.parametrize("types", [99, -1, "2", None, "person", 1.5, {"a": 1}])
async def test_types_that_are_none_of_ours_are_things_or_left_out(served_graphiti, types: Any) -> None:
    first = {"extracted_entities": [{"name": "Acme", "entity_type_id": types}]}
    async with served_graphiti(scripted(first, GOOD)) as (extractor, _):
        (found,) = await extractor.extract([TURN])
    assert isinstance(found, Extraction)
    assert {m.type for m in found.mentions} <= {"thing", "organization"}
    assert all(TURN.content[f.start : f.end] == TURN.content for f in found.facts)


@pytest.mark.parametrize("step", [0, 1])
@pytest.mark.parametrize(
    ("reply", "reason", "words"),
    [
        (Reply({"error": {"message": "bad key"}}, 401), Reason.REFUSED, ["401", "key"]),
        (Reply({"error": {"message": "too long"}}, 400), Reason.REFUSED, ["too long"]),
        (Reply({"error": {"message": "quota"}}, 429, {"Retry-After": "7"}), Reason.RATE_LIMITED, ["429"]),
        (Reply("<html>gateway</html>", 502, content_type="text/html"), Reason.SERVER_ERROR, ["502"]),
        (Reply("<html>a page</html>", content_type="text/html"), Reason.UNREADABLE, ["JSON"]),
        (Reply({"choices": [{"message": {"content": None, "refusal": "never"}}]}), Reason.UNREADABLE, ["never"]),
        (completion("I am a teapot."), Reason.UNREADABLE, ["another model"]),
        (completion(ECHO), Reason.UNREADABLE, ["another model"]),
        (completion("<think>" + SECOND), Reason.UNREADABLE, ["another model"]),
        (completion("x" * 300_000), Reason.UNREADABLE, ["100000 bytes"]),
        (completion(SECOND, lost=40), Reason.UNREACHABLE, ["broke off"]),
    ],
)
async def test_every_fault_leaves_the_turn_unread_and_says_why(
    served_graphiti, step: int, reply: Reply, reason: Reason, words: list[str]
) -> None:
    script = scripted(reply) if step == 0 else scripted(NODES, reply)
    async with served_graphiti(script, max_answer_bytes=100_000) as (extractor, endpoint):
        one = unread(await extractor.extract([TURN]), reason, *words)
    assert one.retry_after_s == (7.0 if reason is Reason.RATE_LIMITED else None)
    assert len(endpoint.requests) <= 6


async def test_a_bad_turn_costs_no_other_its_reading(served_graphiti) -> None:
    def reply(body: dict[str, Any], number: int) -> Reply:
        return completion("no") if "poison" in str(body) else scripted(NODES, GOOD)(body, number)

    async with served_graphiti(reply) as (extractor, _):
        found = await extractor.extract([TURN, said("poison"), TURN])
    assert [type(one) for one in found] == [Extraction, Unread, Extraction]


async def test_an_endpoint_that_is_not_there_is_named(served_graphiti, graphiti_preparation) -> None:
    async with served_graphiti(scripted(NODES, GOOD)) as (_, endpoint):
        url = endpoint.url
    gone = GraphitiExtractor(
        AsyncOpenAI(api_key="key", base_url=url),
        LLMSettings("m", retries=0),
        dialects=Dialects(),
        preparation=graphiti_preparation,
    )
    unread(await gone.extract([TURN]), Reason.UNREACHABLE, url, "start it")
    await gone.aclose()


@pytest.mark.parametrize("slow", [0, 1])
async def test_slow_answers_are_given_up_at_the_deadline(served_graphiti, slow: int) -> None:
    def reply(body: dict[str, Any], number: int) -> Reply:
        answered = scripted(NODES, GOOD)(body, number)
        answered.delay_s = 8.0 if asks_for_edges(body) == bool(slow) else 0.0
        return answered

    async with served_graphiti(reply, timeout_s=1.0, retries=3) as (extractor, _):
        started = time.monotonic()
        async with asyncio.timeout(7):
            unread(await extractor.extract([TURN]), Reason.TIMEOUT, "1 s")
        assert time.monotonic() - started < 5
        assert extractor.ledger.used("default").estimated == 1


async def test_what_passes_is_tried_again(served_graphiti) -> None:
    def reply(body: dict[str, Any], number: int) -> Reply:
        return Reply({"error": {"message": "boom"}}, 503) if number in (0, 2) else scripted(NODES, GOOD)(body, number)

    async with served_graphiti(reply, retries=2) as (extractor, endpoint):
        (found,) = await extractor.extract([TURN])
    assert facts(found) == WORKS
    assert len(endpoint.requests) == 4


async def test_a_truncated_answer_keeps_what_is_whole_and_marks_the_turn(served_graphiti) -> None:
    whole = json.dumps(edges(*GOOD["edges"], edge("Ana", "LIKES", "Acme", "Ana likes Acme.")))
    cut = completion(whole[: whole.index("LIKES") + 9], finish="length")
    async with served_graphiti(scripted(NODES, cut)) as (extractor, _):
        one = unread(await extractor.extract([TURN]), Reason.INCOMPLETE, "max_output_tokens")
    assert facts(one.partial) == WORKS


@pytest.mark.parametrize("model", [ExtractedEntities, ExtractedEdges])
@pytest.mark.parametrize("text", ["", "{}", "[]", "null", ECHO, "{" * 5000, '{"edges": 3}', "[[[[1]]]]"])
def test_no_answer_is_told_from_an_empty_one(model: Any, text: str) -> None:
    with pytest.raises(Unsuited):
        sound_items(text, model)
    (key,) = model.model_fields
    assert sound_items(json.dumps({key: []}), model) == ({key: []}, True)


junk = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**9), 10**9)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(("name", "x")), inner, max_size=3),
    max_leaves=5,
)


@settings(max_examples=80, deadline=None)
@given(changed=st.dictionaries(st.sampled_from(sorted(edge("", "", "", ""))), junk, max_size=4))
def test_whatever_an_item_holds_what_is_kept_is_sound(changed: dict[str, Any]) -> None:
    found, whole = sound_items(json.dumps(edges(GOOD["edges"][0] | changed, GOOD["edges"][0])), ExtractedEdges)
    assert whole
    assert 1 <= len(ExtractedEdges.model_validate(found).edges) <= 2

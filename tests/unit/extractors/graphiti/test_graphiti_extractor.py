"""graphiti's real steps over an endpoint that behaves: its prompts, our checks, counted calls."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from dataclasses import replace
from typing import Any

import pytest
from graphiti_items import asks_for_edges, edge, edges, entities, facts, said, scripted

from extractors.candidates import Extraction
from extractors.graphiti.core import TELEMETRY
from extractors.llm.dialect import Dialects
from extractors.llm.outcome import Reason, Unread
from extractors.llm.settings import Budget, Prices
from extractors.llm.vocabulary import ENTITY_TYPES, Vocabulary
from graph_schema.model import Modality, Polarity, Role
from graph_schema.predicates import read_catalogue
from tests.support.chat import Reply, completion

ANA = ("Ana", "person")
ACME = ("Acme", "organization")
WORKS = scripted(entities(ANA, ACME), edges(edge("Ana", "WORKS_AT", "Acme", "Ana works at Acme.")))


async def test_a_turn_is_read_by_graphitis_two_prompts(served_graphiti) -> None:
    content = "Well 🙂, I work at Acme."
    async with served_graphiti(WORKS) as (extractor, endpoint):
        (found,) = await extractor.extract([said(content)])
    assert facts(found) == {("Ana", "works_at", "Acme")}
    (fact,) = found.facts
    assert (content[fact.start : fact.end], fact.extractor, fact.text) == (content, "graphiti", "Ana works at Acme")
    (mention,) = found.mentions
    assert (content[mention.start : mention.end], mention.type, mention.extractor) == (
        "Acme",
        "organization",
        "graphiti",
    )
    assert [asks_for_edges(body) for body in endpoint.requests] == [False, True]
    first, second = (body["messages"][-1]["content"] for body in endpoint.requests)
    assert f"Ana: {content}" in first
    assert "Organization" in first
    assert "2024-03-15 12:00:00+00:00" in second
    assert [body["response_format"]["json_schema"]["name"] for body in endpoint.requests] == [
        "ExtractedEntities",
        "ExtractedEdges",
    ]
    assert [(body["model"], body["temperature"], body["max_tokens"]) for body in endpoint.requests] == [
        ("m", 0, 4096)
    ] * 2
    assert found.extractor_version.startswith("m/g0.31.2/m1/")


async def test_each_turn_keeps_its_own_and_nothing_is_sent_for_what_rules_read_better(served_graphiti) -> None:
    def reply(body: dict[str, Any], number: int) -> Reply:
        return WORKS(body, number) if "I work at Acme" in str(body) else completion(entities())

    turns = [said("Hello there"), said("I work at Acme"), said("Be brief.", role=Role.SYSTEM), said('{"a": 1}')]
    async with served_graphiti(reply) as (extractor, endpoint):
        found = await extractor.extract([*turns, said("🙂 !!"), said("")])
        assert await extractor.extract([]) == []
    assert [facts(one) for one in found] == [set(), {("Ana", "works_at", "Acme")}, set(), set(), set(), set()]
    assert len(endpoint.requests) == 3


async def test_usage_and_cost_of_both_calls_are_counted_by_account(served_graphiti) -> None:
    async with served_graphiti(WORKS, prices=Prices(1.0, 10.0)) as (extractor, _):
        await extractor.extract([said("I work at Acme")], account="g1")
        used = extractor.ledger.used("g1")
        assert (used.calls, used.prompt_tokens, used.completion_tokens, used.estimated) == (2, 200, 40, 0)
        assert used.cost == pytest.approx((200 * 1 + 40 * 10) / 1e6)
        assert extractor.ledger.used("g2").calls == 0


async def test_a_spent_budget_stops_calls(served_graphiti) -> None:
    async with served_graphiti(WORKS, budget=Budget(tokens=100)) as (extractor, endpoint):
        (found,) = await extractor.extract([said("I work at Acme")])
    assert isinstance(found, Unread)
    assert (found.reason, endpoint.requests) == (Reason.BUDGET, [])


async def test_a_passage_of_a_document_is_sent_without_a_speaker_and_states_nothing_of_one(served_graphiti) -> None:
    passage = replace(said("I work at Acme"), document=True, topic="Staff")
    async with served_graphiti(WORKS) as (extractor, endpoint):
        (found,) = await extractor.extract([passage])
    assert facts(found) == set()
    assert "Ana: I work" not in str(endpoint.requests[0])
    assert "I work at Acme" in str(endpoint.requests[0])


STATEMENTS: list[tuple[str, dict[str, Any], set[tuple[str, str, str]]]] = [
    ("Do I work at Acme?", edge("Ana", "WORKS_AT", "Acme", "Ana works at Acme."), set()),
    ("If I work at Acme I move.", edge("Ana", "WORKS_AT", "Acme", "Ana works at Acme."), set()),
    ("I might work at Acme.", edge("Ana", "WORKS_AT", "Acme", "Ana works at Acme."), set()),
    ("I don't work at Acme.", edge("Ana", "WORKS_AT", "Acme", "Ana works at Acme."), set()),
    ("I work at Acme.", edge("Ana", "WORKS_AT", "Acme", "Ana does not work at Acme."), set()),
    ("I worked at Acme.", edge("Ana", "WORKED_AT", "Acme", "Ana worked at Acme."), set()),
    ("I work at Acme.", edge("Ana", "is", "Acme", "Ana is Acme."), set()),
    ("I work at Acme.", edge("Ana", "🙂", "Acme", "Ana works at Acme."), set()),
    ("I work at Acme.", edge("Ana", "WORKS_AT", "Ana", "Ana works."), set()),
    ("I work at Acme.", edge("Ana", "WORKS_AT", "Globex", "Ana works at Globex."), set()),
    ("I work. Acme is big.", edge("Bob", "WORKS_AT", "Acme", "Bob works at Acme."), set()),
    ("Bob rests. Acme is big.", edge("Bob", "WORKS_AT", "Acme", "Bob works at Acme."), set()),
    ("Bob works at Acme.", edge("Bob", "EMPLOYED_BY", "Acme", "Bob works at Acme."), {("Bob", "works_at", "Acme")}),
    ("My sister works at Acme.", edge("Ana's sister", "WORKS_AT", "Acme", "x"), {("Ana's sister", "works_at", "Acme")}),
    ("I tune Acme.", edge("Ana", "TUNED", "Acme", "Ana tunes Acme."), {("Ana", "tune", "Acme")}),
    ("I tune Acme.", edge("Ana", "POLISHES", "Acme", "Ana polishes Acme."), set()),
    ("I don't rest, I work at Acme.", edge("Ana", "WORKS_AT", "Acme", "x"), {("Ana", "works_at", "Acme")}),
]


@pytest.mark.parametrize(("content", "given", "expected"), STATEMENTS)
async def test_only_what_the_turn_states_is_kept(served_graphiti, content: str, given: Any, expected: Any) -> None:
    first = entities(ANA, ("Bob", "person"), ("Ana's sister", "person"), ACME)
    async with served_graphiti(scripted(first, edges(given))) as (extractor, _):
        (found,) = await extractor.extract([said(content)])
    assert facts(found) == expected
    assert {m.name for m in found.mentions} <= {"Bob", "Acme", "Ana's sister"}


@pytest.mark.parametrize(
    ("content", "relation", "fact", "expected"),
    [
        ("I don't work at Acme.", "DOES_NOT_WORK_AT", "Ana does not work at Acme.", "Ana does not work at Acme"),
        (
            "I no longer work at Acme.",
            "NO_LONGER_WORKS_AT",
            "Ana no longer works at Acme.",
            "Ana no longer works at Acme",
        ),
    ],
)
async def test_what_both_deny_is_denied(served_graphiti, content: str, relation: str, fact: str, expected: str) -> None:
    script = scripted(entities(ANA, ACME), edges(edge("Ana", relation, "Acme", fact)))
    async with served_graphiti(script) as (extractor, _):
        ((one,),) = [found.facts for found in await extractor.extract([said(content)])]
    assert (one.predicate, one.polarity, one.text) == ("works_at", Polarity.NEGATIVE, expected)


@pytest.mark.parametrize(
    ("content", "relation", "dates", "expected"),
    [
        ("I live in Rome since 2021.", "LIVES_IN", {"valid_at": "2021-01-01T00:00:00Z"}, ("2021-01-01", "9999-12-31")),
        ("I lived in Rome in 2019.", "LIVED_IN", {"valid_at": "2019-01-01T00:00:00Z"}, ("2019-01-01", "2020-01-01")),
        ("I live in Rome until May.", "LIVES_IN", {"invalid_at": "2024-05-01T00:00:00Z"}, ("0001-01-01", "2024-05-01")),
        ("I live in Rome since 2021.", "LIVES_IN", {"valid_at": "1999-01-01T00:00:00Z"}, None),
        ("I live in Rome since 2021.", "LIVES_IN", {"valid_at": "last year or so"}, None),
        ("I live in Rome since 2021.", "LIVES_IN", {"valid_at": "0001-01-01T00:00:00+23:59"}, None),
        ("I live in Rome.", "LIVES_IN", {"valid_at": "2024-03-15T00:00:00Z"}, None),
    ],
)
async def test_dates_point_to_words_of_the_turn_and_our_grammar_reads_them(
    served_graphiti, content: str, relation: str, dates: dict[str, str], expected: tuple[str, str] | None
) -> None:
    script = scripted(
        entities(ANA, ("Rome", "location")), edges(edge("Ana", relation, "Rome", "Ana lives in Rome.", **dates))
    )
    async with served_graphiti(script) as (extractor, _):
        ((fact,),) = [found.facts for found in await extractor.extract([said(content)])]
    valid = fact.valid and (fact.valid.start.date().isoformat(), fact.valid.end.date().isoformat())
    assert (fact.predicate, valid) == ("lives_in", expected)


async def test_a_plan_is_a_plan(served_graphiti) -> None:
    script = scripted(
        entities(ANA, ("Rome", "location")),
        edges(edge("Ana", "WILL_MOVE_TO", "Rome", "Ana will move to Rome in May.", valid_at="2024-03-15T12:00:00Z")),
    )
    async with served_graphiti(script) as (extractor, _):
        (found,) = await extractor.extract([said("I will move to Rome in May.")])
    assert {fact.modality for fact in found.facts} == {Modality.PLANNED}
    assert "lives_in" not in {fact.predicate for fact in found.facts}
    assert found.facts[0].occurs is not None
    assert found.facts[0].occurs.start.date().isoformat() == "2024-05-01"


async def test_chinese_keeps_its_language_and_offsets(served_graphiti) -> None:
    content = "我在腾讯工作。你在北京吗？"
    script = scripted(
        entities(("王芳", "person"), ("腾讯", "organization"), ("北京", "location")),
        edges(edge("王芳", "WORKS_AT", "腾讯", "王芳在腾讯工作"), edge("王芳", "LIVES_IN", "北京", "王芳住在北京")),
    )
    async with served_graphiti(script) as (extractor, _):
        (found,) = await extractor.extract([said(content, actor="王芳")])
    assert facts(found) == {("王芳", "works_at", "腾讯")}
    assert content[found.facts[0].start : found.facts[0].end] == "我在腾讯工作。"
    assert [m.text for m in found.mentions] == ["腾讯", "北京"]


async def test_a_groups_own_vocabulary_is_followed(served_graphiti) -> None:
    catalogue = read_catalogue(
        '[moors_at]\ncardinality = "single"\ntemporal = "state"\nkind = "fact"\n'
        'object_type = "船位"\nen = ["moor at"]\n'
    )
    own = Vocabulary(catalogue, (*ENTITY_TYPES, "船位"))
    first = {"extracted_entities": [{"name": "Quay 9", "entity_type_id": len(ENTITY_TYPES)}]}
    script = scripted(first, edges(edge("Ana", "MOORS_AT", "Quay 9", "Ana moors at Quay 9.")))
    async with served_graphiti(script) as (extractor, endpoint):
        (found,) = await extractor.extract([said("We moor at Quay 9")], vocabulary=own)
        (plain,) = await extractor.extract([said("Hi")])
    (fact,) = found.facts
    assert (fact.predicate, fact.object and fact.object.type) == ("moors_at", "船位")
    assert "MOORS_AT" in endpoint.requests[1]["messages"][-1]["content"]
    assert "船位" in endpoint.requests[0]["messages"][-1]["content"]
    assert plain.extractor_version != found.extractor_version


@pytest.mark.parametrize("lacking", [("json_schema",), ("json_schema", "json_object")])
async def test_falls_back_where_a_format_is_lacking_and_remembers_it(served_graphiti, lacking: Any) -> None:
    def reply(body: dict[str, Any], number: int) -> Reply:
        if body.get("response_format", {}).get("type") in lacking:
            return Reply({"error": {"message": "response_format is not supported"}}, 400)
        return WORKS(body, number)

    dialects = Dialects()
    async with served_graphiti(reply, dialects) as (extractor, endpoint):
        for _ in range(2):
            (found,) = await extractor.extract([said("I work at Acme")])
            assert facts(found) == {("Ana", "works_at", "Acme")}
    rest = ("json_object", None)[len(lacking) - 1]
    assert [body.get("response_format", {}).get("type") for body in endpoint.requests] == [*lacking, *[rest] * 4]
    assert "Respond with a JSON object" in endpoint.requests[-1]["messages"][-1]["content"]


async def test_a_long_turn_is_read_in_parts(served_graphiti) -> None:
    content = "Nothing at all 🙂. " * 40 + "I work at Acme."
    async with served_graphiti(WORKS, batch_chars=300) as (extractor, endpoint):
        (found,) = await extractor.extract([said(content)])
    assert len(endpoint.requests) > 4
    (fact,) = found.facts
    assert content[fact.start : fact.end] == "I work at Acme."


def test_the_import_turns_telemetry_off_and_reads_no_env_file(tmp_path: Any) -> None:
    code = (
        "import os, sys, extractors.graphiti.extractor\n"
        "from graphiti_core.telemetry.telemetry import is_telemetry_enabled\n"
        "sys.exit(is_telemetry_enabled() or 'PYTHON_DOTENV_DISABLED' in os.environ or 'posthog' in sys.modules)\n"
    )
    environment = {name: value for name, value in os.environ.items() if name != TELEMETRY}
    done = subprocess.run([sys.executable, "-c", code], env=environment | {TELEMETRY: "true"}, timeout=60, check=False)
    assert done.returncode == 0


async def test_turns_go_side_by_side_but_not_more_than_allowed(served_graphiti) -> None:
    running: list[int] = []
    most: list[int] = []

    def reply(body: dict[str, Any], number: int) -> Reply:
        running.append(number)
        most.append(len(running))
        time.sleep(0.05)
        running.remove(number)
        return WORKS(body, number)

    async with served_graphiti(reply, parallel=2) as (extractor, endpoint):
        found = await extractor.extract([said("I work at Acme")] * 6)
    assert all(isinstance(one, Extraction) for one in found)
    assert len(endpoint.requests) == 12
    assert max(most) == 2

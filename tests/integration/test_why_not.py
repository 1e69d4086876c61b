"""Where a recall loses something, on a real Neo4j, by the recall's own stages."""

from __future__ import annotations

from typing import Any

import pytest

from graph_schema.store import GraphStore
from service.contract import EpisodeFilter, FactFilter, FactKind, MemoryKind, RecallInput
from service.contract_why import RecallStage, WhyNot
from service.errors import UnknownId
from service.recall.why_not import WhyNots
from tests.support.ingestion import at
from tests.support.recalling import EPISODES, FACTS, RecallBench


@pytest.fixture
def bench(store: GraphStore, group_id: str) -> RecallBench:
    return RecallBench(store, group_id)


async def ask(bench: RecallBench, uuid: str, query: str, **fields: Any) -> WhyNot:
    groups: tuple[str, ...] = fields.pop("group_ids", (bench.group_id,))
    return await WhyNots(bench.store, bench.recaller).of(RecallInput(groups, query, **fields), uuid)


async def fact(bench: RecallBench, text: str) -> str:
    page = await bench.reads.facts(FactFilter((bench.group_id,), include_invalid=True), 200)
    return next(edge.node.uuid for edge in page.edges if edge.node.text == text)


async def turn(bench: RecallBench, content: str) -> str:
    page = await bench.reads.episodes(EpisodeFilter((bench.group_id,)), 200)
    return next(edge.node.uuid for edge in page.edges if edge.node.content == content)


async def told(bench: RecallBench) -> str:
    await bench.told(("Ana | lives_in | Paris", 1), ("Ana | lives_in | Rome", 100), ("Bo | likes | tea", 50))
    return await fact(bench, "Ana lives_in Rome")


async def test_what_is_returned_is_said_to_be_with_its_routes(bench: RecallBench) -> None:
    rome = await told(bench)
    found = await bench.recall("Where does Ana live: Rome?", kinds=FACTS)
    why = await ask(bench, rome, "Where does Ana live: Rome?", kinds=FACTS)
    assert (why.stage, why.rank, why.outside, why.direct) == (RecallStage.RETURNED, 1, (), ())
    assert (why.routes, why.score) == (found.hits[0].routes, found.hits[0].score)
    assert why.lines[0] == "It is among the hits."


@pytest.mark.parametrize(
    ("fields", "outside"),
    [
        ({"kinds": EPISODES}, "kinds"),
        ({"fact_kinds": (FactKind.TASK,)}, "factKinds"),
        ({"predicates": ("likes",)}, "predicates"),
        ({"session_ids": ("other",)}, "sessionIds"),
        ({"as_of": at(50)}, "asOf"),
        ({"known_at": at(0)}, "knownAt"),
        ({"since": at(101)}, "time"),
        ({"until": at(99)}, "time"),
    ],
)
async def test_each_filter_is_named_that_leaves_a_fact_out(
    bench: RecallBench, fields: dict[str, Any], outside: str
) -> None:
    rome = await told(bench)
    request = {"kinds": FACTS, **fields}
    assert rome not in [hit.uuid for hit in (await bench.recall("Ana lives in Rome", **request)).hits]
    why = await ask(bench, rome, "Ana lives in Rome", **request)
    assert why.stage is RecallStage.OUT_OF_SCOPE
    assert outside in why.outside
    assert "leaves it out" in why.lines[0]


async def test_each_filter_is_named_that_leaves_a_turn_out(bench: RecallBench) -> None:
    await told(bench)
    uuid = await turn(bench, "Bo | likes | tea")
    for fields, outside in (
        ({"session_ids": ("other",)}, "sessionIds"),
        ({"as_of": at(40)}, "asOf"),
        ({"until": at(50)}, "time"),
        ({"known_at": at(0)}, "knownAt"),
        ({"kinds": FACTS}, "kinds"),
    ):
        why = await ask(bench, uuid, "tea", **{"kinds": EPISODES, **fields})
        assert (why.stage, why.outside) == (RecallStage.OUT_OF_SCOPE, (outside,))


async def test_the_stage_after_the_routes_is_told(bench: RecallBench) -> None:
    await told(bench)
    tea = await turn(bench, "Bo | likes | tea")
    limited = await ask(bench, tea, "Ana lives_in Rome", kinds=EPISODES, limit=1)
    assert limited.stage is RecallStage.LIMIT
    assert limited.rank is not None
    assert 1 < limited.rank <= limited.candidates
    unlike = await ask(bench, tea, "Ana lives_in Rome", kinds=EPISODES, min_score=0.9)
    assert unlike.stage is RecallStage.MIN_SCORE
    assert unlike.relevance is not None
    assert unlike.relevance < 0.9
    long = await ask(bench, tea, "Bo likes tea", kinds=EPISODES, token_budget=1)
    assert (long.stage, long.tokens is not None) == (RecallStage.TOKEN_BUDGET, True)


async def test_what_says_the_same_again_is_collapsed_into_the_hit(bench: RecallBench) -> None:
    await bench.told(("Bo | likes | tea", 1), ("Bo | likes | tea!", 2), actor="Bo")
    query = "Bo likes tea"
    (hit,) = (await bench.recall(query, kinds=EPISODES)).hits
    page = await bench.reads.episodes(EpisodeFilter((bench.group_id,)))
    (other,) = [edge.node.uuid for edge in page.edges if edge.node.uuid != hit.uuid]
    why = await ask(bench, other, query, kinds=EPISODES)
    assert (why.stage, why.collapsed_into) == (RecallStage.COLLAPSED, hit.uuid)
    assert hit.collapsed == 1


async def test_routes_are_asked_directly_for_what_they_did_not_bring(
    bench: RecallBench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("service.recall.routes.OVERFETCH", 2)
    await bench.told(
        *[(f"P{n} | likes | green tea", n) for n in range(30)], ("Zoe | likes | tea and cake and more", 50)
    )
    late = await fact(bench, "Zoe likes tea and cake and more")
    request: dict[str, Any] = {"kinds": FACTS, "limit": 1}
    why = await ask(bench, late, "green tea", **request)
    assert why.stage is RecallStage.ROUTE_LIMIT
    ranks = {route.route: route.rank for route in why.direct}
    assert ranks["vector"] == 31
    assert ranks["keyword"] == 31
    monkeypatch.setattr("service.recall.why_not.DEEP", 5)
    none = await ask(bench, late, "P3 green", **request)
    assert none.stage is RecallStage.NO_ROUTE
    assert [route.rank for route in none.direct] == [None, None, None]


async def test_nothing_is_told_of_other_groups(bench: RecallBench) -> None:
    rome = await told(bench)
    with pytest.raises(UnknownId):
        await ask(bench, rome, "Ana", group_ids=(f"{bench.group_id}-other",))


async def test_entities_are_asked_for_too(bench: RecallBench) -> None:
    await told(bench)
    page = await bench.reads.facts(FactFilter((bench.group_id,)), 200)
    ana = next(edge.node.subject for edge in page.edges if edge.node.subject.name == "Ana")
    kinds = (MemoryKind.ENTITY,)
    assert (await ask(bench, ana.uuid, "Ana", kinds=kinds)).stage is RecallStage.RETURNED
    assert (await ask(bench, ana.uuid, "Ana", kinds=FACTS)).outside == ("kinds",)

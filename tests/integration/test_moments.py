"""What was when, on a real Neo4j: timelines, the graph of entities, sessions, and reads of an earlier moment."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest

from graph_schema.store import GraphStore
from service.beliefs.audit import Author
from service.beliefs.identity import IdentityOperations
from service.beliefs.operations import Operations
from service.clock import SystemClock
from service.contract import EntityFilter, FactFilter
from service.contract_moments import GraphInput, GraphView, SessionFilter, TimelineChange, TimelineFilter
from service.errors import InvalidInput, UnknownId
from tests.support.ingestion import at
from tests.support.recalling import RecallBench

ME = Author("tester", "it was a joke")


@pytest.fixture
def bench(store: GraphStore, group_id: str) -> RecallBench:
    return RecallBench(store, group_id)


async def changes(bench: RecallBench, entity: str = "Ana", first: int = 200, **where: Any) -> list[TimelineChange]:
    """All pages of a timeline."""
    found: list[TimelineChange] = []
    after: str | None = None
    while True:
        page = await bench.reads.timeline(TimelineFilter((bench.group_id,), entity, **where), first, after)
        found += [edge.node for edge in page.edges]
        if not page.has_next:
            return found
        after = page.edges[-1].cursor


async def lines(bench: RecallBench, entity: str = "Ana", **where: Any) -> list[str]:
    return [
        f"{(change.at - at(0)).days} {change.kind} {change.fact.text if change.fact else ''}"
        + (f" by {change.other.text}" if change.other else "")
        for change in await changes(bench, entity, **where)
    ]


async def entity(bench: RecallBench, name: str) -> str:
    page = await bench.reads.entities(EntityFilter((bench.group_id,), name))
    return page.edges[0].node.uuid


async def around(bench: RecallBench, *names: str, **request: Any) -> GraphView:
    return await bench.reads.graph(GraphInput((bench.group_id,), names, **request))


async def edges(bench: RecallBench, *names: str, **request: Any) -> list[str]:
    return sorted(edge.text for edge in (await around(bench, *names, **request)).edges)


async def test_a_timeline_tells_what_began_gave_way_ended_and_is_due(bench: RecallBench) -> None:
    await bench.told(
        ("Ana | lives_in | Paris", 1),
        ("Ana | likes | tea", 5),
        ("Ana | lives_in | Rome", 100),
        ("Ana | likes | tea | not", 200),
        ("Ana | visited | Oslo | plan | 300", 210),
        ("Bo | lives_in | Bonn", 2),
    )
    told = [
        "1 started Ana lives_in Paris",
        "5 started Ana likes tea",
        "100 started Ana lives_in Rome",
        "100 superseded Ana lives_in Paris by Ana lives_in Rome",
        "200 ended Ana likes tea by Ana likes tea not",
        "200 started Ana likes tea not",
        "210 planned Ana visited Oslo",
        "300 due Ana visited Oslo",
    ]
    assert sorted(await lines(bench)) == sorted(told)
    found = await changes(bench)
    assert [change.at for change in found] == sorted(change.at for change in found)
    assert all(change.fact and change.fact.evidence[0].quote and change.operation for change in found)
    assert [c.id for c in await changes(bench, first=3)] == [c.id for c in found]
    assert await lines(bench, as_of=at(250)) == [line for line in await lines(bench) if " due " not in line]
    assert await lines(bench, since=at(100), until=at(200)) == (await lines(bench))[2:4]
    assert [line[:11] for line in await lines(bench, predicates=("likes",))] == [
        "5 started A",
        "200 ended A",
        "200 started",
    ]
    assert "2 started Bo lives_in Bonn" in await lines(bench, "bonn")


async def test_a_correction_is_told_and_an_earlier_knowledge_has_none(bench: RecallBench, store: GraphStore) -> None:
    await bench.told(("Ana | lives_in | Rome", 1))
    (rome,) = [edge.node for edge in (await bench.reads.facts(FactFilter((bench.group_id,)))).edges]
    before = SystemClock().now()
    operation = await Operations(store, bench.commit._embed).retract(bench.group_id, rome.uuid, ME)  # pyright: ignore[reportPrivateUsage]
    (corrected,) = await changes(bench, as_of=SystemClock().now())
    assert (corrected.kind, corrected.rule, corrected.reason) == ("corrected", "retract", "it was a joke")
    assert (corrected.operation, corrected.at) == (operation.uuid, operation.at)
    assert await lines(bench, known_at=before) == ["1 started Ana lives_in Rome"]
    (then,) = await bench.reads.history((bench.group_id,), "Ana", "lives_in", known_at=before)
    assert [version.expired_at for version in then.facts[0].versions] == [None]


async def test_merged_entities_are_apart_at_an_earlier_time_of_knowledge(bench: RecallBench, store: GraphStore) -> None:
    unknown = SystemClock().now()
    await bench.told(("Wei | lives_in | Rome", 1), ("David | lives_in | Oslo", 10), ("Mo | friend_of | David", 20))
    wei, david = await entity(bench, "Wei"), await entity(bench, "David")
    before = SystemClock().now()
    identity = IdentityOperations(store, bench.commit._embed)  # pyright: ignore[reportPrivateUsage]
    await identity.merge(bench.group_id, (wei, david), wei, ME)

    async def names(known_at: datetime | None = None, as_of: datetime | None = None) -> list[str]:
        where = EntityFilter((bench.group_id,), types=("person",), as_of=as_of, known_at=known_at)
        return [edge.node.name for edge in (await bench.reads.entities(where)).edges]

    assert await names() == ["Mo", "Wei"]
    assert await names(before) == ["David", "Mo", "Wei"]
    assert await names(before, at(11)) == ["David", "Wei"]
    assert await names(unknown) == []
    assert [
        h.facts[0].text for h in await bench.reads.history((bench.group_id,), "David", "lives_in", None, before)
    ] == ["David lives_in Oslo"]
    assert await lines(bench, "David", known_at=before) == [
        "10 started David lives_in Oslo",
        "20 started Mo friend_of David",
    ]
    merged = [change for change in await changes(bench, "Wei", as_of=SystemClock().now()) if change.kind == "merged"]
    assert [change.entity.name for change in merged if change.entity] == ["David"]
    assert "corrected" not in "".join(await lines(bench, "Wei", as_of=SystemClock().now()))
    assert await edges(bench, "David", known_at=before) == ["David lives_in Oslo", "Mo friend_of David"]
    apart = {node.entity.name for node in (await around(bench, "David", known_at=before, depth=2)).nodes}
    assert apart == {"David", "Oslo", "Mo"}
    assert {node.entity.name for node in (await around(bench, "David")).nodes} == {"Wei", "Oslo", "Mo"}
    with pytest.raises(UnknownId):
        await around(bench, "David", known_at=unknown)
    with pytest.raises(UnknownId):
        await changes(bench, "David", known_at=unknown)


async def test_history_takes_both_times(bench: RecallBench) -> None:
    await bench.told(("Ana | lives_in | Paris", 1))
    before = SystemClock().now()
    await bench.told(("Ana | lives_in | Rome", 100))

    async def stood(**times: Any) -> list[tuple[str, int]]:
        slots = await bench.reads.history((bench.group_id,), "Ana", "lives_in", **times)
        return [(fact.text, len(fact.versions)) for slot in slots for fact in slot.facts]

    assert await stood() == [("Ana lives_in Paris", 2), ("Ana lives_in Rome", 1)]
    assert await stood(known_at=before) == [("Ana lives_in Paris", 1)]
    assert await stood(as_of=at(50)) == [("Ana lives_in Paris", 2)]
    assert await stood(as_of=at(0)) == []


async def test_the_graph_is_that_of_a_moment_step_by_step(bench: RecallBench) -> None:
    await bench.told(
        ("Ana | lives_in | Paris", 1),
        ("Ana | friend_of | Bo", 2),
        ("Ana | lives_in | Rome", 100),
        ("Bo | works_at | Acme", 3),
        ("Cy | works_at | Acme", 4),
    )
    assert await edges(bench, "Ana") == ["Ana friend_of Bo", "Ana lives_in Rome"]
    assert await edges(bench, "Ana", as_of=at(50)) == ["Ana friend_of Bo", "Ana lives_in Paris"]
    assert await edges(bench, "Ana", as_of=at(0)) == []
    found = await around(bench, "Ana", depth=3)
    assert {node.entity.name: node.depth for node in found.nodes} == {"Ana": 0, "Bo": 1, "Rome": 1, "Acme": 2, "Cy": 3}
    weights = {node.entity.name: node.weight for node in found.nodes}
    assert 1 == weights["Ana"] > weights["Rome"] > weights["Bo"] > weights["Acme"] > weights["Cy"]
    assert {node.entity.name for node in found.nodes if not node.expanded} == {"Cy"}
    assert not found.cut
    few = await around(bench, "Ana", depth=3, limit=2)
    assert ([node.entity.name for node in few.nodes], few.cut) == (["Ana", "Rome"], True)
    assert [edge.text for edge in few.edges] == ["Ana lives_in Rome"]


async def test_a_hub_is_shown_and_not_walked_through(bench: RecallBench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("service.reads.graph.HUB", 3)
    await bench.told(("Ana | lives_in | Rome", 1), *[(f"P{n} | lives_in | Rome", 2) for n in range(4)])
    found = await around(bench, "Ana", depth=3)
    assert {(node.entity.name, node.degree, node.expanded) for node in found.nodes} == {
        ("Ana", 1, True),
        ("Rome", 5, False),
    }
    assert len((await around(bench, "Rome")).nodes) == 6


async def test_sessions_are_paged_by_their_latest_turn(bench: RecallBench) -> None:
    for number in range(5):
        await bench.told((f"P{number} | likes | tea", number), ("hm", 30 - number), session=f"s{number}")
    where = SessionFilter((bench.group_id,))
    found: list[tuple[str, int]] = []
    after: str | None = None
    while True:
        page = await bench.reads.sessions(where, 2, after)
        found += [(edge.node.session_id, edge.node.turns) for edge in page.edges]
        if not page.has_next:
            break
        after = page.edges[-1].cursor
    assert found == [(f"s{n}", 2) for n in range(5)]
    late = await bench.reads.sessions(SessionFilter((bench.group_id,), at(27), at(29)))
    assert [edge.node.session_id for edge in late.edges] == ["s2", "s3"]


@pytest.mark.parametrize(
    "request_",
    [
        {"names": ()},
        {"names": ("Ana",), "depth": 4},
        {"names": ("Ana",), "limit": 0},
        {"names": ("Ana",), "as_of": datetime(2024, 1, 1)},  # noqa: DTZ001
    ],
)
async def test_unacceptable_graphs_are_refused(bench: RecallBench, request_: dict[str, Any]) -> None:
    with pytest.raises(InvalidInput):
        await around(bench, *request_.pop("names"), **request_)

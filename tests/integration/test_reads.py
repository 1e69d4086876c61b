"""The read side on a real Neo4j: lists, pages, history, explanations, operations and info."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from typing import Any

import pytest

from graph_schema.ids import new_uuid
from graph_schema.model import EpisodeState, Role
from graph_schema.store import GraphStore
from service.beliefs.operations import Author, Operations
from service.contract import (
    EntityFilter,
    EpisodeFilter,
    EpisodeInput,
    FactFilter,
    FactView,
    HitStatus,
    MemoryKind,
    Page,
)
from service.errors import InvalidInput, UnknownId
from tests.support.ingestion import at
from tests.support.recalling import RecallBench


@pytest.fixture
def bench(store: GraphStore, group_id: str) -> RecallBench:
    return RecallBench(store, group_id)


async def facts(bench: RecallBench, **where: Any) -> list[FactView]:
    page = await bench.reads.facts(FactFilter((bench.group_id,), **where), 200)
    return [edge.node for edge in page.edges]


async def texts(bench: RecallBench, **where: Any) -> list[str]:
    return [fact.text for fact in await facts(bench, **where)]


async def everything(turn: Callable[[str | None], Awaitable[Page[Any]]]) -> list[list[Any]]:
    """All pages from the first to the last."""
    pages: list[list[Any]] = []
    after: str | None = None
    while True:
        page = await turn(after)
        pages.append([edge.node for edge in page.edges])
        if not page.has_next:
            return pages
        after = page.edges[-1].cursor


async def moved(bench: RecallBench) -> None:
    await bench.told(("Ana | lives_in | Paris", 1))
    await bench.told(("Ana | lives_in | Rome", 100), ("Ana | likes | tea", 50))


# --- facts --------------------------------------------------------------------------------------------------------


async def test_by_default_facts_are_those_true_now_newest_first(bench: RecallBench) -> None:
    await moved(bench)
    assert await texts(bench) == ["Ana lives_in Rome", "Ana likes tea"]
    assert {fact.status for fact in await facts(bench)} == {HitStatus.CURRENT}


async def test_superseded_facts_are_listed_when_asked_for(bench: RecallBench) -> None:
    await moved(bench)
    found = {fact.text: fact for fact in await facts(bench, include_invalid=True)}
    assert list(found) == ["Ana lives_in Rome", "Ana likes tea", "Ana lives_in Paris"]
    paris = found["Ana lives_in Paris"]
    assert (paris.status, paris.invalid_at) == (HitStatus.SUPERSEDED, at(100))
    assert [one.text for one in paris.superseded_by] == ["Ana lives_in Rome"]
    assert [one.text for one in found["Ana lives_in Rome"].supersedes] == ["Ana lives_in Paris"]


async def test_as_of_reads_the_world_of_then(bench: RecallBench) -> None:
    await moved(bench)
    assert await texts(bench, as_of=at(60)) == ["Ana likes tea", "Ana lives_in Paris"]
    assert await texts(bench, as_of=at(0)) == []


async def test_known_at_reads_the_belief_of_then(bench: RecallBench) -> None:
    await bench.told(("Ana | lives_in | Rome", 100))
    (rome,) = await facts(bench)
    known = rome.created_at
    await bench.told(("Ana | lives_in | Oslo", 200))
    assert await texts(bench) == ["Ana lives_in Oslo"]
    assert await texts(bench, known_at=known) == ["Ana lives_in Rome"]
    (then,) = await facts(bench, known_at=known)
    assert (then.invalid_at, then.status, then.superseded_by) == (None, HitStatus.CURRENT, ())
    assert await texts(bench, known_at=known - timedelta(seconds=1), include_invalid=True) == []


async def test_a_fact_that_came_back_is_one_fact_with_the_version_that_holds(bench: RecallBench) -> None:
    await bench.told(("Ana | lives_in | Rome", 1), ("Ana | lives_in | Oslo", 10), ("Ana | lives_in | Rome", 20))
    (now,) = await facts(bench)
    assert (now.text, now.valid_at) == ("Ana lives_in Rome", at(20))
    (then,) = await facts(bench, as_of=at(5))
    assert (then.uuid, then.valid_at, then.invalid_at) == (now.uuid, at(1), at(10))
    assert await texts(bench, include_invalid=True) == ["Ana lives_in Rome", "Ana lives_in Oslo"]


async def test_facts_are_found_by_text_entity_predicate_and_session(bench: RecallBench) -> None:
    await bench.told(("Ana | lives_in | Rome", 1), ("Bob | likes | cold tea", 2), session="one")
    await bench.told(("Ana | likes | tea", 3), session="two")
    assert await texts(bench, text="teas") == ["Ana likes tea", "Bob likes cold tea"]
    assert await texts(bench, text="NOT tea AND") == ["Ana likes tea", "Bob likes cold tea"]
    assert await texts(bench, text="***") == []
    assert await texts(bench, entity="ANA") == ["Ana likes tea", "Ana lives_in Rome"]
    assert await texts(bench, entity="rome") == ["Ana lives_in Rome"]
    (by_text,) = await facts(bench, text="tea", entity="Ana")
    assert await texts(bench, entity=by_text.subject.uuid) == ["Ana likes tea", "Ana lives_in Rome"]
    assert await texts(bench, entity="nobody") == []
    assert await texts(bench, predicates=("lives_in",)) == ["Ana lives_in Rome"]
    assert await texts(bench, session_ids=("two",)) == ["Ana likes tea"]


async def test_pages_of_facts_hold_each_fact_once_even_where_validity_is_equal(bench: RecallBench) -> None:
    await bench.remember(*[EpisodeInput(f"Ana | likes | thing {n}", valid_at=at(n // 3)) for n in range(10)])
    await bench.read_all()
    for where in (FactFilter((bench.group_id,)), FactFilter((bench.group_id,), include_invalid=True, entity="Ana")):
        pages = await everything(lambda after, where=where: bench.reads.facts(where, 3, after))
        assert [len(page) for page in pages] == [3, 3, 3, 1]
        found = [fact for page in pages for fact in page]
        assert len({fact.uuid for fact in found}) == 10
        assert [f.valid_at for f in found] == sorted((f.valid_at for f in found if f.valid_at), reverse=True)


async def test_the_pages_of_a_list_show_one_moment(bench: RecallBench) -> None:
    await bench.told(("Ana | lives_in | Paris", 1), ("Ana | likes | tea", 2))
    where = FactFilter((bench.group_id,))
    first = await bench.reads.facts(where, 1)
    await bench.told(("Ana | lives_in | Rome", 1500))
    bench.clock.advance(timedelta(days=1000))
    rest = await bench.reads.facts(where, 10, first.edges[0].cursor)
    assert [edge.node.text for edge in rest.edges] == ["Ana lives_in Paris"]
    assert rest.edges[0].node.status is HitStatus.CURRENT


@pytest.mark.parametrize(
    ("field", "where", "first"),
    [
        ("groupIds", {"group_ids": ()}, 1),
        ("first", {}, 0),
        ("first", {}, 1_000_000),
        ("text", {"text": "  "}, 1),
        ("entity", {"entity": ""}, 1),
        ("asOf", {"as_of": datetime(2024, 1, 1)}, 1),  # noqa: DTZ001
    ],
)
async def test_bad_filters_are_refused(bench: RecallBench, field: str, where: dict[str, Any], first: int) -> None:
    with pytest.raises(InvalidInput) as caught:
        await bench.reads.facts(FactFilter(**{"group_ids": (bench.group_id,), **where}), first)
    assert caught.value.field == field


async def test_a_cursor_of_another_filter_is_refused(bench: RecallBench) -> None:
    await bench.told(("Ana | likes | tea", 1), ("Ana | likes | milk", 2))
    page = await bench.reads.facts(FactFilter((bench.group_id,)), 1)
    with pytest.raises(InvalidInput, match="after"):
        await bench.reads.facts(FactFilter((bench.group_id,), entity="Ana"), 1, page.edges[0].cursor)


# --- turns, entities, operations ----------------------------------------------------------------------------------


async def test_turns_are_paged_oldest_first(bench: RecallBench) -> None:
    await bench.remember(*[EpisodeInput(f"turn {n}", valid_at=at(9 - n // 2)) for n in range(8)])
    pages = await everything(lambda after: bench.reads.episodes(EpisodeFilter((bench.group_id,)), 3, after))
    found = [(episode.valid_at, episode.seq) for page in pages for episode in page]
    assert [len(page) for page in pages] == [3, 3, 2]
    assert found == sorted(found)
    assert len(set(found)) == 8


async def test_turns_are_filtered(bench: RecallBench) -> None:
    await bench.remember(EpisodeInput("one", valid_at=at(1)), session_id="a")
    await bench.remember(EpisodeInput("two", valid_at=at(2), role=Role.TOOL), session_id="b")
    await bench.remember(EpisodeInput("three", valid_at=at(3), do_not_extract=True), session_id="b")
    await bench.read_all()

    async def found(**where: Any) -> list[str]:
        page = await bench.reads.episodes(EpisodeFilter((bench.group_id,), **where))
        return [edge.node.content for edge in page.edges]

    assert await found(session_ids=("b",)) == ["two", "three"]
    assert await found(roles=(Role.TOOL,)) == ["two"]
    assert await found(states=(EpisodeState.SKIPPED,)) == ["three"]
    assert await found(since=at(2), until=at(3)) == ["two"]


async def test_several_groups_are_read_as_one_list(store: GraphStore, group_id: str) -> None:
    one, other = RecallBench(store, group_id), RecallBench(store, f"{group_id}-2")
    for day, bench in ((1, one), (2, other), (3, one), (4, other)):
        await bench.told((f"Ana{day} | likes | tea", day))
    groups = (one.group_id, other.group_id)
    for call in (
        lambda after: one.reads.episodes(EpisodeFilter(groups), 3, after),
        lambda after: one.reads.entities(EntityFilter(groups, types=("person",)), 3, after),
        lambda after: one.reads.facts(FactFilter(groups), 3, after),
        lambda after: one.reads.operations(groups, 3, after),
    ):
        pages = await everything(call)
        assert [len(page) for page in pages] == [3, 1]
        assert len({item.uuid for page in pages for item in page}) == 4


async def test_entities_are_paged_by_name_and_found_by_part_of_it(bench: RecallBench) -> None:
    await bench.told(*[(f"{name} | likes | tea", n) for n, name in enumerate(["Émile", "bob", "Ana", "Dora", "Carl"])])
    where = EntityFilter((bench.group_id,), types=("person",))
    pages = await everything(lambda after: bench.reads.entities(where, 2, after))
    assert [[entity.name for entity in page] for page in pages] == [["Ana", "bob"], ["Carl", "Dora"], ["Émile"]]
    page = await bench.reads.entities(EntityFilter((bench.group_id,), text="EMI"))
    assert [edge.node.name for edge in page.edges] == ["Émile"]
    with pytest.raises(InvalidInput, match="text"):
        await bench.reads.entities(EntityFilter((bench.group_id,), text="…"))


async def test_operations_are_listed_newest_first(bench: RecallBench) -> None:
    for day in range(5):
        await bench.told((f"Ana | likes | thing {day}", day))
    pages = await everything(lambda after: bench.reads.operations((bench.group_id,), 2, after))
    found = [operation for page in pages for operation in page]
    assert [len(page) for page in pages] == [2, 2, 1]
    assert [o.at for o in found] == sorted((o.at for o in found), reverse=True)
    assert all(o.undoable and o.kind == "extract" for o in found)


# --- history, explain, node, info ---------------------------------------------------------------------------------


async def test_history_tells_all_that_ever_stood_in_world_order(bench: RecallBench) -> None:
    await moved(bench)
    (lives,) = await bench.reads.history((bench.group_id,), "ana", "lives_in")
    assert (lives.subject.name, lives.predicate) == ("Ana", "lives_in")
    assert [fact.text for fact in lives.facts] == ["Ana lives_in Paris", "Ana lives_in Rome"]
    paris = lives.facts[0]
    assert len(paris.versions) == 2
    assert [version.expired_at is None for version in paris.versions].count(True) == 1
    assert [h.predicate for h in await bench.reads.history((bench.group_id,), "Ana", None)] == ["likes", "lives_in"]
    with pytest.raises(UnknownId):
        await bench.reads.history((bench.group_id,), "nobody", None)


async def test_a_fact_is_explained_in_words_and_as_data(bench: RecallBench) -> None:
    await moved(bench)
    found = {fact.text: fact for fact in await facts(bench, include_invalid=True)}
    rome, paris = found["Ana lives_in Rome"], found["Ana lives_in Paris"]
    explained = await bench.reads.explain((bench.group_id,), rome.uuid)
    words = "\n".join(explained.lines)
    assert explained.kind is MemoryKind.FACT
    assert "Ana lives_in Rome: since 2024-04-10, when it was said" in explained.lines[0]
    assert 'from "Ana | lives_in | Rome", said by user on 2024-04-10' in words
    assert 'It replaced "Ana lives_in Paris" from 2024-04-10, because' in words
    assert "Operation extract by" in words
    assert explained.fact is not None
    assert explained.fact.uuid == rome.uuid
    assert [fact.uuid for fact in explained.facts] == [paris.uuid]
    assert explained.operations
    other = "\n".join((await bench.reads.explain((bench.group_id,), paris.uuid)).lines)
    assert '"Ana lives_in Rome" replaced it from 2024-04-10' in other
    assert "It no longer holds." in other
    assert "it was believed to hold from 2024-01-02 to still" in other


async def test_a_retracted_fact_explains_its_retraction(bench: RecallBench, store: GraphStore) -> None:
    await bench.told(("Ana | lives_in | Rome", 1))
    (rome,) = await facts(bench)
    operations = Operations(store, bench.commit._embed)  # pyright: ignore[reportPrivateUsage]
    await operations.retract(bench.group_id, rome.uuid, Author("tester", "it was a joke"))
    assert await facts(bench, include_invalid=True) == []
    explained = await bench.reads.explain((bench.group_id,), rome.uuid)
    assert any("Operation retract by tester" in line and "it was a joke" in line for line in explained.lines)
    assert explained.fact is not None
    assert explained.fact.status is HitStatus.SUPERSEDED
    assert explained.fact.expired_at is not None
    assert [edge.node.kind for edge in (await bench.reads.operations((bench.group_id,))).edges] == [
        "retract",
        "extract",
    ]


async def test_turns_and_entities_are_explained(bench: RecallBench) -> None:
    await bench.told(("Ana | lives_in | Rome", 1), actor="Bob")
    (rome,) = await facts(bench)
    turn = await bench.reads.explain((bench.group_id,), rome.evidence[0].episode.uuid)
    assert turn.lines[0] == 'Bob said on 2024-01-02 in session s: "Ana | lives_in | Rome"'
    assert [fact.uuid for fact in turn.facts] == [rome.uuid]
    entity = await bench.reads.explain((bench.group_id,), rome.subject.uuid)
    assert entity.kind is MemoryKind.ENTITY
    assert entity.lines[0] == "Ana is remembered as person."
    assert [fact.uuid for fact in entity.facts] == [rome.uuid]


async def test_nothing_is_told_about_other_groups(bench: RecallBench) -> None:
    await bench.told(("Ana | lives_in | Rome", 1))
    (rome,) = await facts(bench)
    for uuid in (rome.uuid, rome.subject.uuid, rome.evidence[0].episode.uuid):
        with pytest.raises(UnknownId):
            await bench.reads.explain((f"{bench.group_id}-other",), uuid)
    with pytest.raises(UnknownId):
        await bench.reads.history((f"{bench.group_id}-other",), rome.subject.uuid, None)
    other = FactFilter((f"{bench.group_id}-other",), entity=rome.subject.uuid)
    assert (await bench.reads.facts(other)).edges == ()


async def test_a_node_is_found_by_its_uuid_whatever_it_is(bench: RecallBench) -> None:
    await bench.told(("Ana | lives_in | Rome", 1))
    (rome,) = await facts(bench)
    assert await bench.reads.node(rome.uuid) == rome
    assert await bench.reads.node(rome.subject.uuid) == rome.subject
    assert await bench.reads.node(rome.evidence[0].episode.uuid) == rome.evidence[0].episode
    assert await bench.reads.node(new_uuid()) is None
    with pytest.raises(UnknownId):
        await bench.reads.explain((bench.group_id,), new_uuid())


async def test_info_counts_a_group_by_state(bench: RecallBench) -> None:
    await bench.told(("Ana | lives_in | Rome", 1), ("Ana | likes | tea", 2))
    await bench.remember(EpisodeInput("not read yet"))
    info = await bench.reads.info((bench.group_id,))
    assert info.episodes_by_state == {"pending": 1, "extracted": 2, "skipped": 0, "failed": 0}
    assert (info.counts["episodes"], info.counts["facts"], info.counts["sessions"]) == (3, 2, 1)
    assert info.oldest_pending_s is not None
    assert 0 <= info.oldest_pending_s < 600
    assert info.neo4j_version.startswith("2026.")
    assert info.schema_version
    whole = await bench.reads.info()
    assert whole.counts["episodes"] >= 3
    assert whole.episodes_by_state["extracted"] >= 2


async def test_info_names_the_parked_turns(store: GraphStore, group_id: str) -> None:
    bench = RecallBench(store, group_id, max_attempts=1)
    bench.extractor.broken.add("broken")
    await bench.remember(EpisodeInput("broken"))
    await bench.read_all()
    info = await bench.reads.info((group_id,))
    assert info.episodes_by_state["failed"] == 1
    assert info.oldest_pending_s is None
    (parked,) = info.failed
    assert (parked.group_id, parked.attempts) == (group_id, 1)
    assert "cannot read it" in parked.reason

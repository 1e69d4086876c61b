"""Merging, splitting and naming entities by hand in a real Neo4j: what is read then, before and after undoing."""

from __future__ import annotations

import random
from datetime import datetime, timedelta
from typing import Any

import pytest

from graph_schema.store import GraphStore
from service.beliefs.audit import Author
from service.beliefs.identity import IdentityOperations
from service.beliefs.operations import Operations
from service.clock import SystemClock
from service.contract import EntityFilter, FactFilter, ReviewDecision
from service.errors import Conflict, InvalidInput, UnknownId
from service.reads.reads import Reads
from tests.support.ingestion import Bench, support_query

ME = Author("tester", "they are one")


class Desk:
    """Operations on entities of a group, and its reads."""

    def __init__(self, store: GraphStore, group_id: str) -> None:
        self.bench = Bench(store, group_id)
        self.store, self.group = store, group_id
        self.identity = IdentityOperations(store, self.bench.embedder.embed_passages)
        self.operations = Operations(store, self.bench.embedder.embed_passages)
        self.reads = Reads(store, SystemClock())

    async def told(self, *turns: str, start: float = 0) -> None:
        for day, turn in enumerate(turns):
            await self.bench.say(turn, start + day)
            await self.bench.read_all()

    async def uuid(self, name: str) -> str:
        rows = await self.store.execute(support_query("entity_uuid"), {"group_id": self.group, "name": name})
        return rows[0]["uuid"]

    async def merge(self, *names: str, into: str | None = None) -> Any:
        uuids = [await self.uuid(name) for name in names]
        return await self.identity.merge(self.group, uuids, await self.uuid(into) if into else None, ME)

    async def undo(self, operation: Any) -> Any:
        return await self.operations.undo(self.group, operation.uuid, ME)

    async def export(self) -> list[str]:
        rows = await self.store.execute(support_query("export"), {"group_id": self.group})
        return sorted(repr((row["kind"], row["place"], sorted(row["properties"].items()))) for row in rows)

    async def facts(self, entity: str | None = None, known_at: datetime | None = None) -> list[tuple[str, str, str]]:
        where = FactFilter((self.group,), entity=entity, known_at=known_at)
        page = await self.reads.facts(where)
        return sorted(
            (e.node.subject.name, e.node.predicate, e.node.object.name if e.node.object else e.node.value or "")
            for e in page.edges
        )

    async def entities(self, text: str | None = None) -> list[str]:
        page = await self.reads.entities(EntityFilter((self.group,), text))
        return [edge.node.name for edge in page.edges]

    async def check_projection(self) -> None:
        assert await self.store.read("read/projection_differences", group_id=self.group) == []


@pytest.fixture
def desk(store: GraphStore, group_id: str) -> Desk:
    return Desk(store, group_id)


TOLD = (
    "Wei | lives_in | Rome",
    "David | lives_in | Oslo",
    "Wei | likes | tea",
    "David | likes | tea",
    "Mo | friend_of | Wei",
)


async def test_after_a_merge_one_value_holds_for_both_and_both_names_find_it(desk: Desk) -> None:
    await desk.told(*TOLD)
    await desk.merge("Wei", "David", into="Wei")
    expected = [("Mo", "friend_of", "Wei"), ("Wei", "likes", "tea"), ("Wei", "lives_in", "Oslo")]
    for name in ("Wei", "David", "david", await desk.uuid("David")):
        assert await desk.facts(name) == expected
    assert "David" not in await desk.entities()
    assert await desk.entities("dav") == ["Wei"]
    await desk.check_projection()


async def test_a_read_with_an_earlier_time_of_knowledge_finds_them_apart(desk: Desk) -> None:
    await desk.told(*TOLD)
    before = SystemClock().now()
    apart = await desk.facts()
    merged = await desk.merge("Wei", "David", into="Wei")
    assert await desk.facts(known_at=before) == apart
    assert await desk.facts("David", before) == [("David", "likes", "tea"), ("David", "lives_in", "Oslo")]
    assert await desk.facts("Wei", merged.at) == await desk.facts("Wei")


async def test_facts_about_a_merged_object_become_one_claim(desk: Desk) -> None:
    await desk.told(
        "Ana | works_at | Acme", "Ana | works_at | Umbrella", "Bo | works_at | Umbrella", "Umbrella | likes | tea"
    )
    undone = await desk.merge("Acme", "Umbrella", into="Acme")
    assert {fact for fact in await desk.facts() if fact[1] == "works_at"} == {
        ("Ana", "works_at", "Acme"),
        ("Bo", "works_at", "Acme"),
    }
    await desk.undo(undone)
    assert ("Bo", "works_at", "Umbrella") in await desk.facts()


async def test_undoing_a_merge_leaves_the_group_exactly_as_before(desk: Desk) -> None:
    await desk.told(*TOLD)
    before = await desk.export()
    merged = await desk.merge("Wei", "David")
    assert await desk.export() != before
    await desk.undo(merged)
    assert await desk.export() == before
    await desk.check_projection()


async def test_a_merge_that_revives_a_retracted_fact_is_undone_exactly(desk: Desk) -> None:
    await desk.told(*TOLD, "Wei | plays | chess", "David | plays | chess", "David | plays | chess")
    facts = await desk.reads.facts(FactFilter((desk.group,), entity="Wei"))
    fact = next(edge.node.uuid for edge in facts.edges if edge.node.predicate == "plays")
    await desk.operations.retract(desk.group, fact, ME)
    before = await desk.export()
    merged = await desk.merge("Wei", "David", into="Wei")
    assert ("Wei", "plays", "chess") in await desk.facts()
    await desk.undo(merged)
    assert await desk.export() == before


@pytest.mark.parametrize("pinned", ["Wei", "David"])
@pytest.mark.parametrize("into", ["Wei", "David"])
async def test_a_pin_outlives_a_merge_and_a_split_and_is_undone_exactly(desk: Desk, pinned: str, into: str) -> None:
    await desk.told("Wei | plays | chess", "David | plays | chess", "Kim | knows | David")
    page = await desk.reads.facts(FactFilter((desk.group,), entity=pinned, predicates=("plays",)))
    await desk.operations.pin(desk.group, page.edges[0].node.uuid, True, ME)
    before = await desk.export()

    async def pins() -> dict[str, bool]:
        edges = (await desk.reads.facts(FactFilter((desk.group,), predicates=("plays", "knows")))).edges
        return {f"{edge.node.subject.name} {edge.node.predicate}": edge.node.pinned for edge in edges}

    merged = await desk.merge("Wei", "David", into=into)
    assert await pins() == {f"{into} plays": True, "Kim knows": False}
    await desk.undo(merged)
    assert await desk.export() == before
    await desk.merge("Wei", "David", into=into)
    after = await desk.export()
    split = await desk.identity.split(desk.group, await desk.uuid(into), (), ME)
    assert await pins() == {"Wei plays": True, "David plays": True, "Kim knows": False}
    await desk.undo(split)
    assert await desk.export() == after


async def test_entities_of_facts_go_by_the_names_of_all_that_were_merged(desk: Desk) -> None:
    await desk.told("Wei | plays | chess", "David | plays | go", "Kim | friend_of | David", "Wei | likes | tea")
    merged = await desk.merge("Wei", "David", into="Wei")
    for page in (
        await desk.reads.facts(FactFilter((desk.group,), predicates=("plays",))),
        await desk.reads.facts(FactFilter((desk.group,), predicates=("friend_of",))),
    ):
        for edge in page.edges:
            wei = next(e for e in (edge.node.subject, edge.node.object) if e is not None and e.name == "Wei")
            assert wei.aliases == ("David",)
            assert len(wei.members) == 1
            assert wei.mention_count == 3
    then = await desk.reads.facts(FactFilter((desk.group,), known_at=merged.at - timedelta(microseconds=1)))
    assert all(edge.node.subject.members == () for edge in then.edges)


@pytest.mark.parametrize("seed", range(4))
async def test_independent_operations_are_undone_exactly_in_any_order(desk: Desk, seed: int) -> None:
    await desk.told(
        *TOLD, "Ana | likes | ice", "Ana Lund | likes | ice", "Bo | lives_in | Lima", "Kim | friend_of | Bo"
    )
    before = await desk.export()
    operations = [
        await desk.merge("Wei", "David"),
        await desk.merge("Bo", "Kim"),
        await desk.identity.add_alias(desk.group, await desk.uuid("Wei"), "大卫", ME),
        await desk.identity.add_alias(desk.group, await desk.uuid("Mo"), "Maurice Moreau", ME),
    ]
    random.Random(seed).shuffle(operations)
    for operation in operations:
        await desk.undo(operation)
    assert await desk.export() == before


async def test_merges_that_build_on_one_another_are_undone_last_first(desk: Desk) -> None:
    await desk.told(*TOLD, "Bo | lives_in | Lima")
    exports = [await desk.export()]
    first = await desk.merge("Wei", "David", into="Wei")
    exports.append(await desk.export())
    second = await desk.merge("David", "Bo", into="Bo")
    assert await desk.facts("David") == await desk.facts("Bo") != []
    assert {fact[0] for fact in await desk.facts("David")} == {"Bo", "Mo"}
    with pytest.raises(Conflict) as refused:
        await desk.undo(first)
    assert refused.value.blockers == (second.uuid,)
    await desk.undo(second)
    assert await desk.export() == exports[1]
    await desk.undo(first)
    assert await desk.export() == exports[0]


async def test_a_merge_can_be_done_again_by_undoing_its_undoing(desk: Desk) -> None:
    await desk.told(*TOLD)
    merged = await desk.merge("Wei", "David", into="Wei")
    after = await desk.facts()
    undone = await desk.undo(merged)
    again = await desk.undo(undone)
    assert await desk.facts() == after
    await desk.undo(again)
    assert ("David", "lives_in", "Oslo") in await desk.facts()
    await desk.check_projection()


async def test_turns_after_a_merge_count_for_the_one_and_go_with_their_name_when_it_is_undone(desk: Desk) -> None:
    await desk.told(*TOLD)
    merged = await desk.merge("Wei", "David", into="Wei")
    await desk.told("David | lives_in | Lima", "David | plays | chess", "Nia | friend_of | David", start=9)
    assert ("Wei", "lives_in", "Lima") in await desk.facts()
    between = SystemClock().now()
    seen = await desk.facts()
    await desk.undo(merged)
    facts = await desk.facts()
    assert {("Wei", "lives_in", "Rome"), ("David", "lives_in", "Lima"), ("Nia", "friend_of", "David")} <= set(facts)
    assert ("Wei", "plays", "chess") not in facts
    assert await desk.facts(known_at=between) == seen
    await desk.check_projection()


async def test_undone_after_later_turns_each_fact_shows_its_own_evidence(desk: Desk) -> None:
    await desk.told(*TOLD)
    merged = await desk.merge("Wei", "David", into="Wei")
    await desk.told("David | likes | tea", start=9)
    await desk.undo(merged)
    page = await desk.reads.facts(FactFilter((desk.group,), predicates=("likes",)))
    quotes = {e.node.subject.name: {item.quote.split(" |")[0] for item in e.node.evidence} for e in page.edges}
    assert quotes == {"Wei": {"Wei"}, "David": {"David"}}


async def test_a_split_parts_them_from_now_on_and_keeps_what_was_believed(desk: Desk) -> None:
    await desk.told(*TOLD)
    apart = await desk.facts()
    merged = await desk.merge("Wei", "David", into="Wei")
    await desk.told("Wei | likes | ice", start=9)
    together, between = await desk.facts(), SystemClock().now()
    export = await desk.export()
    split = await desk.identity.split(desk.group, await desk.uuid("Wei"), [await desk.uuid("David")], ME)
    assert await desk.facts() == sorted([*apart, ("Wei", "likes", "ice")])
    assert await desk.facts(known_at=between) == together
    with pytest.raises(Conflict):
        await desk.undo(merged)
    await desk.undo(split)
    assert await desk.export() == export


async def test_a_short_name_that_several_merged_ones_share_is_theirs(desk: Desk) -> None:
    await desk.told("Jonas Lindqvist | likes | tea", "Jonas Lindquist | likes | ice")
    await desk.merge("Jonas Lindqvist", "Jonas Lindquist", into="Jonas Lindqvist")
    await desk.told("Jonas | plays | chess", start=5)
    assert ("Jonas Lindqvist", "plays", "chess") in await desk.facts()


async def test_a_claim_between_the_two_that_are_merged_stays_between_them(desk: Desk) -> None:
    await desk.told("Wei | friend_of | David", "David | likes | tea")
    before = await desk.export()
    merged = await desk.merge("Wei", "David", into="Wei")
    assert ("Wei", "friend_of", "Wei") not in await desk.facts()
    await desk.undo(merged)
    assert await desk.export() == before


async def test_history_and_explanation_of_merged_entities(desk: Desk) -> None:
    await desk.told(*TOLD)
    merged = await desk.merge("Wei", "David", into="Wei")
    slots = await desk.reads.history((desk.group,), "David", "lives_in")
    assert [slot.subject.name for slot in slots] == ["Wei"]
    assert {fact.object.name for slot in slots for fact in slot.facts if fact.object} == {"Rome", "Oslo"}
    wei, david = await desk.uuid("Wei"), await desk.uuid("David")
    whole = await desk.reads.explain((desk.group,), wei)
    assert any(david in line for line in whole.lines)
    assert whole.entity is not None and "David" in whole.entity.aliases
    assert any(wei in line for line in (await desk.reads.explain((desk.group,), david)).lines)
    fact = next(f for f in whole.facts if f.object and f.object.name == "Oslo")
    assert merged.uuid in {o.uuid for o in (await desk.reads.explain((desk.group,), fact.uuid)).operations}


async def test_retracting_what_a_merge_brought_together_withdraws_the_evidence_of_both(desk: Desk) -> None:
    await desk.told(*TOLD)
    merged = await desk.merge("Wei", "David", into="Wei")
    page = await desk.reads.facts(FactFilter((desk.group,), predicates=("likes",)))
    (fact,) = [edge.node.uuid for edge in page.edges]
    await desk.operations.retract(desk.group, fact, ME)
    assert [f for f in await desk.facts() if f[1] == "likes"] == []
    await desk.undo(merged)
    assert [f for f in await desk.facts() if f[1] == "likes"] == []


async def test_an_alias_by_hand_is_certain_and_undone_exactly(desk: Desk) -> None:
    await desk.told("Wei | likes | tea")
    before = await desk.export()
    alias = await desk.identity.add_alias(desk.group, await desk.uuid("Wei"), "The Boss", ME)
    await desk.undo(alias)
    assert await desk.export() == before
    await desk.identity.add_alias(desk.group, await desk.uuid("Wei"), "張偉", ME)
    await desk.told("张伟 | plays | chess", start=3)
    assert await desk.facts("張偉") == [("Wei", "likes", "tea"), ("Wei", "plays", "chess")]


async def test_an_alias_that_was_only_likely_before_is_undone_to_that(desk: Desk) -> None:
    await desk.told("Jonas Lindqvist | likes | tea", "Jonas | likes | ice")
    before = await desk.export()
    alias = await desk.identity.add_alias(desk.group, await desk.uuid("Jonas Lindqvist"), "Jonas", ME)
    await desk.told("Jonas Berg | likes | rum", "Jonas | plays | chess", start=4)
    assert ("Jonas Lindqvist", "plays", "chess") in await desk.facts()
    assert before != []
    await desk.undo(alias)
    await desk.told("Jonas | plays | go", start=8)
    assert ("Jonas Lindqvist", "plays", "go") not in await desk.facts()


async def test_a_pair_put_aside_is_merged_when_accepted(desk: Desk) -> None:
    await desk.told("Jonas Lindqvist | likes | tea", "Jonas Lindquist | likes | ice")
    before = await desk.export()
    (review,) = [edge.node for edge in (await desk.reads.reviews((desk.group,))).edges]
    assert (review.stage, review.score) == ("fuzzy", 0.88)
    merged = await desk.identity.resolve_review(desk.group, review.uuid, ReviewDecision.ACCEPT, ME)
    assert len({fact[0] for fact in await desk.facts()}) == 1
    assert (await desk.reads.reviews((desk.group,))).edges == ()
    with pytest.raises(Conflict, match="decided before"):
        await desk.identity.resolve_review(desk.group, review.uuid, ReviewDecision.REJECT, ME)
    await desk.undo(merged)
    assert await desk.export() == before


async def test_a_pair_put_aside_is_never_proposed_again_when_rejected(desk: Desk) -> None:
    await desk.told("Jonas Lindqvist | likes | tea", "Jonas Lindquist | likes | ice")
    before = await desk.export()
    (review,) = [edge.node for edge in (await desk.reads.reviews((desk.group,))).edges]
    rejected = await desk.identity.resolve_review(desk.group, review.uuid, ReviewDecision.REJECT, ME)
    await desk.told("Jonas Lindquist | plays | chess", "Jonas Lindqvist | plays | go", start=4)
    assert (await desk.reads.reviews((desk.group,))).edges == ()
    assert len(await desk.entities("jonas")) == 2
    undone = await desk.undo(rejected)
    assert len((await desk.reads.reviews((desk.group,))).edges) == 1
    assert before != []
    assert undone.undoable
    again = await desk.undo(undone)
    assert (await desk.reads.reviews((desk.group,))).edges == ()
    await desk.undo(again)
    await desk.identity.resolve_review(desk.group, review.uuid, ReviewDecision.ACCEPT, ME)
    with pytest.raises(Conflict, match="decided otherwise"):
        await desk.undo(undone)


async def test_an_operation_says_that_it_can_be_undone_only_where_it_can(desk: Desk) -> None:
    await desk.told("Wei | likes | tea")
    alias = await desk.identity.add_alias(desk.group, await desk.uuid("Wei"), "The Boss", ME)
    undone = await desk.undo(alias)
    assert (alias.undoable, undone.undoable) == (True, False)
    listed = {edge.node.uuid: edge.node.undoable for edge in (await desk.reads.operations((desk.group,))).edges}
    assert listed[undone.uuid] is False
    with pytest.raises(Conflict, match="give it again"):
        await desk.undo(undone)


async def test_what_cannot_be_merged_is_refused_by_name(desk: Desk) -> None:
    await desk.told(*TOLD)
    wei, rome, david = await desk.uuid("Wei"), await desk.uuid("Rome"), await desk.uuid("David")
    merge = desk.identity.merge
    with pytest.raises(InvalidInput, match="itself"):
        await merge(desk.group, [wei, wei], None, ME)
    with pytest.raises(InvalidInput, match="different types"):
        await merge(desk.group, [wei, rome], None, ME)
    with pytest.raises(UnknownId):
        await merge(desk.group, [wei, "0190d2a0-0000-7000-8000-000000000000"], None, ME)
    with pytest.raises(UnknownId):
        await merge(desk.group + "-other", [wei, david], None, ME)
    await merge(desk.group, [wei, david], None, ME)
    with pytest.raises(Conflict, match="one already"):
        await merge(desk.group, [david, wei], None, ME)


async def test_what_cannot_be_split_or_named_is_refused_by_name(desk: Desk) -> None:
    await desk.told(*TOLD)
    wei, david = await desk.uuid("Wei"), await desk.uuid("David")
    with pytest.raises(Conflict, match="nothing"):
        await desk.identity.split(desk.group, wei, [], ME)
    with pytest.raises(Conflict, match="not merged"):
        await desk.identity.split(desk.group, wei, [david], ME)
    with pytest.raises(Conflict) as refused:
        await desk.identity.add_alias(desk.group, wei, "DAVID", ME)
    assert refused.value.blockers == (david,)
    with pytest.raises(Conflict, match="already"):
        await desk.identity.add_alias(desk.group, wei, "wei", ME)
    with pytest.raises(InvalidInput):
        await desk.identity.add_alias(desk.group, wei, "!!!", ME)
    with pytest.raises(UnknownId):
        await desk.identity.add_alias(desk.group + "-other", wei, "Wang", ME)
    with pytest.raises(UnknownId):
        await desk.identity.resolve_review(desk.group, wei, ReviewDecision.ACCEPT, ME)

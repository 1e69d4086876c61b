"""An entity that two people were read into is taken apart by turns, and put together again without a trace."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from graph_schema.ids import new_uuid
from graph_schema.store import GraphStore
from service.contract import EpisodeFilter
from service.errors import Conflict, InvalidInput, UnknownId
from tests.integration.test_entity_operations import ME, Desk

SAID = (
    "Jonas | works_at | Acme",
    "Jonas | likes | rye bread",
    "Jonas | works_at | Stripe",
    "Mira | married_to | Jonas",
    "Jonas | likes | rye bread",
)


@pytest.fixture
async def desk(store: GraphStore, group_id: str) -> Desk:
    desk = Desk(store, group_id)
    await desk.told(*SAID)
    return desk


async def turns(desk: Desk, *contents: str) -> list[str]:
    page = await desk.reads.episodes(EpisodeFilter((desk.group,)))
    found = {edge.node.content: edge.node.uuid for edge in page.edges}
    return [found[content] for content in contents]


async def test_what_the_turns_say_becomes_an_entity_of_its_own_from_now_on(desk: Desk) -> None:
    before = datetime.now(UTC)
    assert ("Jonas", "works_at", "Stripe") in await desk.facts()
    assert ("Jonas", "works_at", "Acme") not in await desk.facts()
    other = await turns(desk, "Jonas | works_at | Stripe", "Mira | married_to | Jonas")
    done = await desk.identity.part(desk.group, await desk.uuid("Jonas"), other, "Jonas Berg", ME)

    assert done.kind == "split"
    assert done.undoable
    assert await desk.facts() == [
        ("Jonas", "likes", "rye bread"),
        ("Jonas", "works_at", "Acme"),
        ("Jonas Berg", "works_at", "Stripe"),
        ("Mira", "married_to", "Jonas Berg"),
    ]
    assert ("Jonas", "works_at", "Stripe") in await desk.facts(known_at=before)
    assert ("Jonas", "works_at", "Acme") not in await desk.facts(known_at=before)
    await desk.check_projection()
    await desk.told("Jonas Berg | likes | tea", start=20)
    assert ("Jonas Berg", "likes", "tea") in await desk.facts()


@pytest.mark.parametrize("name", ["Jonas Berg", None])
@pytest.mark.parametrize(
    "content", ["Jonas | works_at | Stripe", "Mira | married_to | Jonas", "Jonas | likes | rye bread"]
)
async def test_undoing_leaves_no_trace(desk: Desk, name: str | None, content: str) -> None:
    before = await desk.export()
    other = await turns(desk, content)
    done = await desk.identity.part(desk.group, await desk.uuid("Jonas"), other, name, ME)
    assert await desk.export() != before
    undoing = await desk.undo(done)
    assert await desk.export() == before
    assert not undoing.undoable
    with pytest.raises(Conflict, match="part the entity again"):
        await desk.undo(undoing)
    await desk.check_projection()


async def test_undoing_after_later_turns_joins_the_two_and_loses_nothing(desk: Desk) -> None:
    other = await turns(desk, "Jonas | works_at | Stripe")
    done = await desk.identity.part(desk.group, await desk.uuid("Jonas"), other, "Jonas Berg", ME)
    await desk.told("Jonas Berg | likes | tea", start=20)
    await desk.undo(done)
    assert {fact for fact in await desk.facts() if fact[1] == "works_at"} == {("Jonas", "works_at", "Stripe")}
    assert ("Jonas", "likes", "tea") in await desk.facts()
    await desk.check_projection()


async def test_a_part_of_the_same_name_can_be_made_and_later_turns_stay_with_the_first(desk: Desk) -> None:
    other = await turns(desk, "Jonas | works_at | Stripe")
    await desk.identity.part(desk.group, await desk.uuid("Jonas"), other, None, ME)
    works = [fact for fact in await desk.facts() if fact[1] == "works_at"]
    assert works == [("Jonas", "works_at", "Acme"), ("Jonas", "works_at", "Stripe")]
    await desk.told("Jonas | works_at | Initech", start=20)
    works = [fact for fact in await desk.facts() if fact[1] == "works_at"]
    assert works == [("Jonas", "works_at", "Initech"), ("Jonas", "works_at", "Stripe")]


async def test_a_part_is_merged_and_the_parting_waits_for_the_merge_to_be_undone(desk: Desk) -> None:
    before = await desk.export()
    other = await turns(desk, "Jonas | works_at | Stripe")
    done = await desk.identity.part(desk.group, await desk.uuid("Jonas"), other, "Jonas Berg", ME)
    merged = await desk.merge("Jonas Berg", "Mira")
    with pytest.raises(Conflict, match=merged.uuid):
        await desk.undo(done)
    await desk.undo(merged)
    await desk.undo(done)
    assert await desk.export() == before


async def test_what_cannot_be_parted_is_refused_by_name(desk: Desk) -> None:
    jonas = await desk.uuid("Jonas")
    stripe, mira = await turns(desk, "Jonas | works_at | Stripe", "Mira | married_to | Jonas")
    before = await desk.export()
    with pytest.raises(UnknownId, match="turn"):
        await desk.identity.part(desk.group, jonas, [stripe, new_uuid()], None, ME)
    with pytest.raises(UnknownId, match="entity"):
        await desk.identity.part(desk.group, new_uuid(), [stripe], None, ME)
    with pytest.raises(Conflict, match="nothing to part"):
        await desk.identity.part(desk.group, await desk.uuid("Mira"), [stripe], None, ME)
    with pytest.raises(InvalidInput, match="letters"):
        await desk.identity.part(desk.group, jonas, [stripe], "!!", ME)
    with pytest.raises(Conflict, match="the name of entity"):
        await desk.identity.part(desk.group, jonas, [stripe, mira], "Mira", ME)
    assert await desk.export() == before

"""Operations by hand: each is recorded and can be undone; belief stays readable, administration is put back exactly."""

from __future__ import annotations

from typing import Any

import pytest

from graph_schema.model import EpisodeState
from graph_schema.store import GraphStore
from service.beliefs.audit import Author
from service.beliefs.operations import Operations
from service.errors import Conflict, UnknownId
from tests.support.ingestion import Bench, support_query

ME = Author("tester", "because")


class Hands:
    """Operations on a group with two facts about Ana."""

    def __init__(self, store: GraphStore, group_id: str) -> None:
        self.bench = Bench(store, group_id)
        self.operations = Operations(store, self.bench.embedder.embed_passages)
        self.group_id = group_id

    async def fact(self, value: str) -> str:
        rows = await self.bench.store.execute(support_query("facts"), {"group_id": self.group_id})
        return next(row["uuid"] for row in rows if row["object"] == value)

    async def state(self) -> list[dict[str, Any]]:
        """Everything of the group but operations, without times of knowledge."""
        return await self.bench.store.execute(support_query("facts"), {"group_id": self.group_id})

    async def world(self) -> list[tuple[Any, ...]]:
        return await self.bench.world()

    async def believed_at(self, moment: Any) -> set[tuple[Any, ...]]:
        rows = await self.bench.store.execute(support_query("versions"), {"group_id": self.group_id})
        return {(r["fact_id"], r["valid_at"]) for r in rows if r["created_at"] <= moment < r["expired_at"]}


@pytest.fixture
async def hands(store: GraphStore, group_id: str) -> Hands:
    hands = Hands(store, group_id)
    await hands.bench.say("Ana | lives_in | Rome", 1)
    await hands.bench.say("Ana | lives_in | Oslo", 5)
    await hands.bench.read_all()
    return hands


async def test_retracting_the_newer_value_brings_the_older_one_back(hands: Hands) -> None:
    before = await hands.world()
    operation = await hands.operations.retract(hands.group_id, await hands.fact("Oslo"), ME)
    assert [(row[2], row[6]) for row in await hands.world()] == [("Rome", "open")]
    assert (operation.kind, operation.actor, operation.undoable) == ("retract", "tester", True)
    undone = await hands.operations.undo(hands.group_id, operation.uuid, ME)
    assert undone.undoes == operation.uuid
    assert await hands.world() == before
    assert await hands.bench.store.read("read/projection_differences", group_id=hands.group_id) == []


async def test_what_was_believed_between_a_retraction_and_its_undoing_stays_readable(hands: Hands) -> None:
    retracted = await hands.operations.retract(hands.group_id, await hands.fact("Oslo"), ME)
    during = await hands.believed_at(retracted.at)
    undone = await hands.operations.undo(hands.group_id, retracted.uuid, ME)
    assert await hands.believed_at(retracted.at) == during
    assert await hands.believed_at(undone.at) != during


async def test_an_undoing_can_be_undone_and_done_again(hands: Hands) -> None:
    first = await hands.operations.retract(hands.group_id, await hands.fact("Oslo"), ME)
    without = await hands.world()
    second = await hands.operations.undo(hands.group_id, first.uuid, ME)
    await hands.operations.undo(hands.group_id, second.uuid, ME)
    assert await hands.world() == without
    await hands.operations.undo(hands.group_id, first.uuid, ME)
    assert len(await hands.world()) == 2


async def test_an_operation_is_undone_once(hands: Hands) -> None:
    operation = await hands.operations.retract(hands.group_id, await hands.fact("Oslo"), ME)
    undone = await hands.operations.undo(hands.group_id, operation.uuid, ME)
    with pytest.raises(Conflict, match=undone.uuid):
        await hands.operations.undo(hands.group_id, operation.uuid, ME)


async def test_retracting_what_is_not_believed_is_refused(hands: Hands) -> None:
    fact = await hands.fact("Oslo")
    await hands.operations.retract(hands.group_id, fact, ME)
    with pytest.raises(Conflict, match="not believed at present"):
        await hands.operations.retract(hands.group_id, fact, ME)


async def test_a_retracted_fact_said_again_is_believed_again(hands: Hands) -> None:
    await hands.operations.retract(hands.group_id, await hands.fact("Oslo"), ME)
    await hands.bench.say("Ana | lives_in | Oslo", 9)
    await hands.bench.read_all()
    assert sorted(row[2] for row in await hands.world()) == ["Oslo", "Rome"]


async def test_reading_can_be_undone_and_done_again(hands: Hands) -> None:
    before = await hands.world()
    result = await hands.bench.say("Ana | lives_in | Lima", 9)
    await hands.bench.read_all()
    after = await hands.world()
    operation = await _latest(hands, "extract")
    undone = await hands.operations.undo(hands.group_id, operation, ME)
    assert await hands.world() == before
    rows = await hands.bench.store.read("read/states_of", uuids=[result.episodes[0].uuid])
    assert rows[0]["state"] == EpisodeState.SKIPPED.value
    await hands.operations.undo(hands.group_id, undone.uuid, ME)
    assert await hands.world() == after


async def test_undoing_a_reading_that_a_retraction_builds_on_is_refused_naming_it(hands: Hands) -> None:
    reading = await _latest(hands, "extract")
    retracted = await hands.operations.retract(hands.group_id, await hands.fact("Oslo"), ME)
    with pytest.raises(Conflict) as refused:
        await hands.operations.undo(hands.group_id, reading, ME)
    assert refused.value.blockers == (retracted.uuid,)


async def test_pinning_is_put_back_exactly(hands: Hands) -> None:
    before, fact = await hands.state(), await hands.fact("Oslo")
    pinned = await hands.operations.pin(hands.group_id, fact, True, ME)
    assert await hands.state() != before
    await hands.operations.undo(hands.group_id, pinned.uuid, ME)
    assert await hands.state() == before


async def test_undoing_a_pin_that_a_later_pin_changed_is_refused_naming_it(hands: Hands) -> None:
    fact = await hands.fact("Oslo")
    first = await hands.operations.pin(hands.group_id, fact, True, ME)
    second = await hands.operations.pin(hands.group_id, fact, False, ME)
    with pytest.raises(Conflict) as refused:
        await hands.operations.undo(hands.group_id, first.uuid, ME)
    assert refused.value.blockers == (second.uuid,)
    await hands.operations.undo(hands.group_id, second.uuid, ME)
    await hands.operations.undo(hands.group_id, first.uuid, ME)


async def test_ids_of_another_group_are_unknown(hands: Hands, group_id: str) -> None:
    fact = await hands.fact("Oslo")
    operation = await hands.operations.pin(hands.group_id, fact, True, ME)
    for call in (
        hands.operations.retract(group_id + "-other", fact, ME),
        hands.operations.pin(group_id + "-other", fact, False, ME),
        hands.operations.undo(group_id + "-other", operation.uuid, ME),
    ):
        with pytest.raises(UnknownId):
            await call


async def _latest(hands: Hands, kind: str) -> str:
    rows = await hands.bench.store.execute(support_query("operations"), {"group_id": hands.group_id})
    return next(row["uuid"] for row in rows if row["kind"] == kind)

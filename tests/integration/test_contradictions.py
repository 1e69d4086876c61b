"""Facts that tie in every respect: put aside as reviews when they are written, decided by a person, undone."""

from __future__ import annotations

from datetime import timedelta

import pytest

from graph_schema.store import GraphStore
from service.beliefs.audit import Author
from service.beliefs.identity import IdentityOperations
from service.beliefs.operations import Operations
from service.clock import SystemClock
from service.contract import FactFilter, ReviewDecision, ReviewKind, ReviewView
from service.errors import Conflict, UnknownId
from service.reads.reads import Reads
from tests.support.ingestion import Bench, at

ME = Author("tester", "because")


class Desk:
    def __init__(self, store: GraphStore, group: str) -> None:
        self.group = group
        self.bench = Bench(store, group)
        self.reads = Reads(store, SystemClock())
        self.identity = IdentityOperations(store, self.bench.embedder.embed_passages)
        self.operations = Operations(store, self.bench.embedder.embed_passages)

    async def tell(self, *turns: tuple[str, float]) -> None:
        for content, day in turns:
            await self.bench.say(content, day)
        await self.bench.read_all()

    async def reviews(self) -> list[ReviewView]:
        return [edge.node for edge in (await self.reads.reviews((self.group,))).edges]

    async def holding(self, day: float = 500) -> list[str]:
        found = await self.reads.facts(FactFilter((self.group,), as_of=at(day), predicates=("lives_in",)))
        return [edge.node.text for edge in found.edges]

    async def decide(self, review: ReviewView, decision: ReviewDecision) -> str:
        return (await self.identity.resolve_review(self.group, review.uuid, decision, ME)).uuid


@pytest.fixture
async def desk(store: GraphStore, group_id: str) -> Desk:
    desk = Desk(store, group_id)
    await desk.tell(("Ana | lives_in | Oslo", 0), ("Ana | lives_in | Rome", 100), ("Ana | lives_in | Bonn", 100))
    return desk


@pytest.mark.parametrize("decision", list(ReviewDecision))
async def test_a_full_tie_waits_for_a_decision_which_can_be_undone(desk: Desk, decision: ReviewDecision) -> None:
    (review,) = await desk.reviews()
    assert review.kind is ReviewKind.FACTS and review.fact and review.other_fact
    pair = (review.fact.text, review.other_fact.text)
    assert set(pair) == {"Ana lives_in Rome", "Ana lives_in Bonn"}
    assert (review.entity.name, review.other) == ("Ana", None)
    assert await desk.holding() == [pair[0]]

    operation = await desk.decide(review, decision)
    right = pair[0] if decision is ReviewDecision.ACCEPT else pair[1]
    assert await desk.holding() == [right] and await desk.reviews() == []
    assert await desk.holding(50) == ["Ana lives_in Oslo"]
    with pytest.raises(Conflict, match="decided before"):
        await desk.decide(review, decision)

    await desk.operations.undo(desk.group, operation, ME)
    (again,) = await desk.reviews()
    assert again.fact and again.other_fact and (again.fact.text, again.other_fact.text) == pair


async def test_what_the_wrong_one_says_of_another_time_stays(desk: Desk) -> None:
    await desk.tell(("Ana | lives_in | Rome", 10), ("Ana | lives_in | Bonn", 20))
    (review,) = await desk.reviews()
    await desk.decide(review, ReviewDecision.REJECT)
    assert await desk.holding(15) == ["Ana lives_in Rome"]
    assert await desk.holding(25) == ["Ana lives_in Bonn"]
    assert review.other_fact and await desk.holding() == [review.other_fact.text]


async def test_a_tie_said_twice_is_decided_once(desk: Desk) -> None:
    for content in ("Ana | lives_in | Rome", "Ana | lives_in | Bonn"):
        await desk.bench.say(content, 100, actor="Bob")
    await desk.bench.read_all()
    (review,) = await desk.reviews()
    await desk.decide(review, ReviewDecision.REJECT)
    assert review.other_fact and await desk.holding() == [review.other_fact.text]
    assert await desk.reviews() == []


async def test_a_tie_that_something_later_settles_no_longer_waits(desk: Desk) -> None:
    (review,) = await desk.reviews()
    assert review.fact
    await desk.operations.retract(desk.group, review.fact.uuid, ME)
    assert await desk.reviews() == []
    with pytest.raises(Conflict, match="no longer contradict"):
        await desk.decide(review, ReviewDecision.ACCEPT)


async def test_reviews_of_another_group_are_unknown(desk: Desk) -> None:
    (review,) = await desk.reviews()
    with pytest.raises(UnknownId, match="review"):
        await desk.identity.resolve_review("another", review.uuid, ReviewDecision.ACCEPT, ME)
    assert review.created_at <= SystemClock().now() + timedelta(seconds=1)

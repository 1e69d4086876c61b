"""Patterns: derived from happenings, with their evidence, and derived again when these change; undone exactly."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from graph_schema.model import FactKind
from graph_schema.store import GraphStore
from service.beliefs.identity import IdentityOperations
from service.contract import FactFilter, FactView
from tests.integration.test_belief_jobs import Thinking
from tests.integration.test_jobs import ME
from tests.support.ingestion import at, support_query

JOB = "consolidate_patterns"


class Watching(Thinking):
    async def happened(self, who: str, what: str, *days: float, verb: str = "bought") -> None:
        for day in days:
            await self.bench.say(f"{who} | {verb} | {what} | event | {int(day)}", day)
        await self.bench.read_all()

    async def entity(self, name: str) -> str:
        rows = await self.store.execute(support_query("entity_uuid"), {"group_id": self.group_id, "name": name})
        return rows[0]["uuid"]

    async def patterns(self, known_at: object = None) -> list[FactView]:
        where = FactFilter((self.group_id,), as_of=at(1000), kinds=(FactKind.PATTERN,))
        if known_at is not None:
            where = replace(where, known_at=known_at)
        return [edge.node for edge in (await self.reads.facts(where)).edges]


@pytest.fixture
async def kept(store: GraphStore, group_id: str) -> Watching:
    return Watching(store, group_id)


async def test_what_is_done_again_and_again_is_a_pattern_with_its_evidence(kept: Watching) -> None:
    await kept.happened("Ana", "an oat latte", 1, 2, 3, 5)
    await kept.happened("Bob", "a bus ticket", 1, 8, 15)
    before = await kept.export()
    done = await kept.checked(JOB)

    (pattern,) = await kept.patterns()
    assert (pattern.text, pattern.mention_count) == ("Ana buys an oat latte most days", 4)
    assert (pattern.valid_at, pattern.invalid_at) == (at(1), None)
    assert len(pattern.evidence) >= 1 and pattern.subject.name == "Ana"
    assert await kept.checked("resolve_conflicts") == [] == await kept.checked("merge_near_duplicates")
    await kept.undo(done)
    assert await kept.export() == before


async def test_a_pattern_follows_its_evidence_and_ends_without_it(kept: Watching) -> None:
    await kept.happened("Ana", "a crossword", 1, 2, 3, 4, verb="finished")
    first = await kept.checked(JOB)
    then = kept.clock.now()
    await kept.happened("Ana", "crosswords", 7, 14, 21, 28, 35, verb="finished")
    grown = await kept.export()
    second = await kept.checked(JOB)
    (pattern,) = await kept.patterns()
    assert (pattern.text, pattern.mention_count) == ("Ana finishes crosswords several times a week", 9)
    await kept.undo(second)
    assert await kept.export() == grown

    facts = [row["properties"] for row in map(json.loads, await kept.export()) if row["kind"] == "Fact"]
    for uuid in (fact["uuid"] for fact in facts if fact["kind"] == "event"):
        await kept.operations.retract(kept.group_id, uuid, ME)
    assert await kept.checked(JOB) != []
    assert await kept.patterns() == []
    (earlier,) = await kept.patterns(then)
    assert earlier.text.startswith("Ana finishes") and first != []


async def test_a_pattern_of_merged_people_is_that_of_the_one_they_are(kept: Watching) -> None:
    await kept.happened("Ana", "an oat latte", 1, 2)
    await kept.happened("Zoe", "an oat latte", 3, 4)
    assert await kept.checked(JOB) == []
    uuids = [await kept.entity(name) for name in ("Ana", "Zoe")]
    identity = IdentityOperations(kept.store, kept.bench.embedder.embed_passages)
    merged = await identity.merge(kept.group_id, uuids, uuids[0], ME)
    done = await kept.checked(JOB)
    assert [pattern.mention_count for pattern in await kept.patterns()] == [4]
    await kept.undo([merged.uuid, *done])
    assert await kept.patterns() == []

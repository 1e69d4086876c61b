"""Jobs that change what is believed: timelines brought in line, facts in other words made one; undone exactly."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from graph_schema.model import Role
from graph_schema.store import GraphStore
from graph_schema.vocabulary import read_vocabulary
from service.beliefs.configuring import GroupSettingsBook
from service.beliefs.operations import Operations
from service.beliefs.vocabulary import Vocabularies
from service.contract import FactFilter, GroupSettings, HitStatus
from service.errors import Conflict, InvalidInput
from service.jobs.job import BeliefJob
from service.jobs.runner import Budget, Runner
from service.jobs.sameness import normal
from service.jobs.upkeep import Upkeep
from service.reads.reads import Reads
from tests.integration.test_jobs import ALL, ME, Kept
from tests.support.ingestion import Hashed, at, support_query

BELIEF_JOBS = [job.name for job in ALL if isinstance(job, BeliefJob)]


class Folded(Hashed):
    """Texts that differ in no more than wording have the same vector."""

    async def embed_passages(self, texts: Sequence[str]) -> np.ndarray:
        return await super().embed_passages([normal(text) for text in texts])


class Thinking(Kept):
    """Kept, with the jobs about beliefs."""

    def __init__(self, store: GraphStore, group_id: str) -> None:
        super().__init__(store, group_id)
        embedder = Folded()
        self.bench.embedder = embedder
        self.bench.reader._embedder = embedder  # type: ignore[assignment]
        self.bench.commit._embed = embedder.embed_passages
        self.runner = Runner(store, self.clock, ALL, Budget(thoughts=2, rest=0), embed=embedder.embed_passages)
        self.upkeep = Upkeep(store, self.clock, self.runner, {job.name: job.schedule for job in ALL}, self.decay)
        self.operations = Operations(store, embedder.embed_passages)
        self.reads = Reads(store, self.clock)

    async def holding(self, predicate: str, day: float) -> dict[str, int]:
        where = FactFilter((self.group_id,), as_of=at(day), predicates=(predicate,))
        return {edge.node.text: edge.node.mention_count for edge in (await self.reads.facts(where)).edges}

    async def drift(self, text: str) -> None:
        (row,) = await self.store.execute(support_query("drift"), {"group_id": self.group_id, "text": text})
        assert row["drifted"] == 1

    async def checked(self, name: str) -> list[str]:
        """The operations of a run that did what its dry run had said, and nothing the second time."""
        before = await self.export()
        planned = await self.run(name, dry_run=True)
        assert await self.export() == before
        run = await self.run(name)
        assert (run.changed, len(planned.changes)) == (planned.changed, planned.changed)
        again = await self.run(name, dry_run=True)
        assert again.changed == 0, (name, again.changes)
        return list(run.operations)

    async def undo(self, operations: Sequence[str]) -> None:
        for operation in reversed(operations):
            await self.operations.undo(self.group_id, operation, ME)


@pytest.fixture
async def kept(store: GraphStore, group_id: str) -> Thinking:
    return Thinking(store, group_id)


async def test_a_timeline_that_drifted_is_brought_in_line_and_undone_exactly(kept: Thinking) -> None:
    await kept.tell("Ana | lives_in | Rome", "Ana | lives_in | Oslo", "Ana | likes | tea")
    sound = await kept.holding("lives_in", 500)
    assert await kept.checked("resolve_conflicts") == []
    await kept.drift("Ana lives_in Oslo")
    broken = await kept.export()
    assert await kept.holding("lives_in", 500) == {}

    done = await kept.checked("resolve_conflicts")
    assert await kept.holding("lives_in", 500) == sound == {"Ana lives_in Oslo": 1}
    await kept.undo(done)
    assert await kept.export() == broken


@pytest.mark.parametrize("other", ["single", "multi"])
async def test_a_predicate_that_takes_another_number_of_values_by_now(kept: Thinking, other: str) -> None:
    def drives(cardinality: str) -> Any:
        entry = {"cardinality": cardinality, "temporal": "state", "kind": "fact", "en": ["steer"], "zh": []}
        return read_vocabulary({"predicates": {"steers": entry}})

    words = Vocabularies(kept.store, kept.bench.embedder.embed_passages)
    first = "multi" if other == "single" else "single"
    await words.change(kept.group_id, drives(first), ME)
    await kept.tell(
        "Ana | steers | a van", "Ana | steers | a bus", "Bo | steers | a tram", "Ana | steers | a bus | not"
    )
    before, held = await kept.export(), await kept.holding("steers", 2.5)
    await words.change(kept.group_id, drives(other), ME)

    done = await kept.checked("resolve_conflicts")
    assert set(await kept.holding("steers", 2.5)) != set(held)
    assert ("Ana steers a van" in await kept.holding("steers", 2.5)) == (other == "multi")
    await kept.undo(done)
    assert await kept.export() == before


async def test_a_groups_own_order_of_trust_decides_and_is_undone(kept: Thinking) -> None:
    book = GroupSettingsBook(kept.store, kept.bench.embedder.embed_passages)
    for role, place in ((Role.USER, "Rome"), (Role.TOOL, "Oslo")):
        await kept.bench.say(f"Ana | lives_in | {place}", 1, role=role)
    await kept.bench.read_all()
    assert set(await kept.holding("lives_in", 5)) == {"Ana lives_in Rome"}
    before = await kept.export()
    change = await book.change(kept.group_id, GroupSettings(source_trust=(Role.TOOL,)), ME)

    done = await kept.checked("resolve_conflicts")
    assert set(await kept.holding("lives_in", 5)) == {"Ana lives_in Oslo"}
    await kept.undo(done)
    assert await kept.export() == before
    await kept.undo([change.operation.uuid])
    assert await book.read(kept.group_id) == GroupSettings()
    with pytest.raises(InvalidInput, match="twice"):
        await book.change(kept.group_id, GroupSettings(source_trust=(Role.TOOL, Role.TOOL)), ME)


async def test_a_plan_comes_due_and_lapses_by_the_readers_clock_and_the_groups_setting(kept: Thinking) -> None:
    book = GroupSettingsBook(kept.store, kept.bench.embedder.embed_passages)
    await kept.tell("Ana | visited | Rome | plan | 10")

    async def status(day: float) -> HitStatus:
        where = FactFilter((kept.group_id,), as_of=at(day))
        (edge,) = (await kept.reads.facts(where)).edges
        return edge.node.status

    days = {5: HitStatus.PLANNED, 10.5: HitStatus.DUE, 40: HitStatus.DUE, 41.5: HitStatus.LAPSED}
    assert {day: await status(day) for day in days} == days
    await book.change(kept.group_id, GroupSettings(lapse_days=2), ME)
    assert [await status(day) for day in (12.5, 13.5)] == [HitStatus.DUE, HitStatus.LAPSED]


async def test_values_in_other_words_become_one_fact_with_the_newer_wording(kept: Thinking) -> None:
    await kept.tell("Ana | owns | two red bikes", "Ana | owns | 2 red bike", "Ana | owns | three red bikes")
    assert len(await kept.holding("owns", 9)) == 3

    done = await kept.checked("merge_near_duplicates")
    assert await kept.holding("owns", 9) == {"Ana owns 2 red bike": 2, "Ana owns three red bikes": 1}
    await kept.tell("Ana | owns | 2 red bike | not")
    with pytest.raises(Conflict, match="later operations"):
        await kept.undo(done)


async def test_a_denial_goes_on_ending_what_it_denied(kept: Thinking) -> None:
    await kept.tell("Ana | owns | red bikes", "Ana | owns | a red bike", "Ana | owns | a red bike | not")
    before = await kept.export()
    done = await kept.checked("merge_near_duplicates")
    assert "Ana owns a red bike not" in await kept.holding("owns", 9)
    assert "Ana owns a red bike" not in await kept.holding("owns", 9)
    await kept.undo(done)
    assert await kept.export() == before


async def test_other_subjects_groups_numbers_and_negations_stay_apart(kept: Thinking) -> None:
    other = Thinking(kept.store, f"{kept.group_id}-2")
    await kept.tell(
        "Ana | owns | red bikes", "Bo | owns | red bike", "Ana | owns | no red bike", "Ana | uses | red bike"
    )
    await other.tell("Ana | owns | red bike")
    assert await kept.checked("merge_near_duplicates") == []


@pytest.mark.parametrize("seed", range(3))
async def test_any_order_of_jobs_is_planned_done_once_and_undone_exactly(kept: Thinking, seed: int) -> None:
    chance = random.Random(seed)
    values = ("a green van", "green vans", "the green van", "two boats", "2 boats", "1 boat")
    turns = [f"{chance.choice(('Ana', 'Bo'))} | {chance.choice(('owns', 'likes'))} | {chance.choice(values)}"
             + chance.choice(("", "", "", " | not")) for _ in range(14)]  # fmt: skip
    turns += [f"Ana | lives_in | {chance.choice(('Rome', 'Oslo', 'Bonn'))}" for _ in range(4)]
    chance.shuffle(turns)
    await kept.tell(*turns)
    facts = await kept.facts()
    await kept.operations.pin(kept.group_id, chance.choice(list(facts.values()))["uuid"], True, ME)
    believed = [text for text, fact in facts.items() if fact["expired_at"].startswith("9999")]
    for text in chance.sample(believed, 2):
        await kept.drift(text)
    done: list[tuple[list[str], list[str]]] = []
    for name in chance.sample(BELIEF_JOBS, len(BELIEF_JOBS)):
        before = await kept.export()
        done.append((await kept.checked(name), before))
    for operations, before in reversed(done):
        await kept.undo(operations)
        assert await kept.export() == before

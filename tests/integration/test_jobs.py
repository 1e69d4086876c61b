"""Jobs: planned before they are done, done once, recorded, undone exactly; what fades and what does not."""

from __future__ import annotations

import json
import math
import random
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from graph_schema.errors import GraphUnavailable
from graph_schema.ids import new_uuid
from graph_schema.store import GraphStore
from service.adapters.embedders.calibration import GENERIC, load_calibration
from service.beliefs.audit import Author
from service.beliefs.operations import Operations
from service.contract import EpisodeInput, HitStatus, MemoryKind, RecallInput, RememberInput, WaitFor
from service.contract_jobs import RunState, Verdict
from service.errors import ConfigurationError, Conflict, InvalidInput, UnknownId
from service.jobs.decay import Decay
from service.jobs.job import Job
from service.jobs.registry import jobs_of
from service.jobs.runner import Budget, Runner
from service.jobs.runs import Run
from service.jobs.scheduler import Scheduler
from service.jobs.upkeep import Upkeep
from service.recall.record import RecallRecord, Recorder
from service.runtime import Runtime
from tests.support.ingestion import Bench, support_query

ME = Author("tester", "because")
ALL = jobs_of(Decay(), load_calibration(GENERIC))
JOBS = [job for job in ALL if isinstance(job, Job)]
NAMES = [job.name for job in JOBS]


class Later:
    """A clock some days ahead of the machine's."""

    def __init__(self, days: float = 0) -> None:
        self.days = days

    def now(self) -> datetime:
        return datetime.now(UTC) + timedelta(days=self.days)


class Kept:
    """A group of facts and turns, and upkeep whose clock runs ahead."""

    def __init__(self, store: GraphStore, group_id: str) -> None:
        self.store = store
        self.group_id = group_id
        self.bench = Bench(store, group_id)
        self.clock = Later()
        self.decay = Decay()
        self.runner = Runner(store, self.clock, JOBS, Budget(batch=3, rest=0))
        schedules = {job.name: job.schedule for job in JOBS}
        self.upkeep = Upkeep(store, self.clock, self.runner, schedules, Decay())
        self.operations = Operations(store, self.bench.embedder.embed_passages)

    async def tell(self, *turns: str) -> None:
        for day, turn in enumerate(turns):
            await self.bench.say(turn, day)
        await self.bench.read_all()

    async def run(self, name: str, *, dry_run: bool = False) -> Any:
        return await self.upkeep.run(name, (self.group_id,), dry_run=dry_run, actor="tester")

    async def export(self) -> list[str]:
        rows = await self.store.execute(support_query("export"), {"group_id": self.group_id})
        return sorted(json.dumps(row, default=str, sort_keys=True) for row in rows)

    async def facts(self) -> dict[str, dict[str, Any]]:
        rows = [json.loads(line) for line in await self.export()]
        return {row["properties"]["text"]: row["properties"] for row in rows if row["kind"] == "Fact"}

    async def fact(self, text: str) -> str:
        return (await self.facts())[text]["uuid"]

    async def used(self, *hits: str, archived: Sequence[str] = ()) -> None:
        recorder = Recorder(self.store)
        recorder.start()
        times = (self.group_id,), (), "hash", hits, (1.0,) * len(hits), self.clock.now()
        recorder.submit(RecallRecord(new_uuid(), *times, tuple(archived)))
        await recorder.close()


@pytest.fixture
async def kept(store: GraphStore, group_id: str) -> Kept:
    kept = Kept(store, group_id)
    await kept.tell("Ana | lives_in | Rome", "Ana | lives_in | Oslo", "Ana | likes | tea", "Ana | likes | figs")
    return kept


async def test_importance_falls_by_whole_periods_of_idleness(kept: Kept) -> None:
    before = await kept.facts()
    kept.clock.days = 65
    run = await kept.run("decay_importance")
    after = await kept.facts()

    assert (run.state, run.changed, run.groups) == (RunState.DONE, 4, 1)
    for text, fact in before.items():
        assert after[text]["importance"] == pytest.approx(fact["importance"] * 0.9**2)
    assert (await kept.run("decay_importance")).changed == 0


async def test_what_was_used_or_said_again_has_not_been_idle(kept: Kept) -> None:
    kept.clock.days = 65
    await kept.used(await kept.fact("Ana likes tea"))
    assert (await kept.run("decay_importance")).changed == 3
    kept.clock.days = 0
    await kept.tell("Ana | likes | figs")
    facts = await kept.facts()
    assert facts["Ana likes figs"]["importance"] == facts["Ana likes figs"]["base_importance"]


async def test_what_is_pinned_or_the_one_value_that_still_holds_stays_hot(kept: Kept) -> None:
    await kept.operations.pin(kept.group_id, await kept.fact("Ana likes tea"), True, ME)
    kept.clock.days = 400
    run = await kept.run("archive_cold")
    facts = await kept.facts()

    assert {text for text, fact in facts.items() if fact["tier"] == "cold"} == {"Ana lives_in Rome", "Ana likes figs"}
    assert run.changed == 2 + 4, "two facts, and the four turns"


async def test_nothing_is_archived_on_arrival_however_old_it_is(kept: Kept) -> None:
    await kept.bench.say("Ana | likes | wool", -4000)
    await kept.bench.read_all()
    assert (await kept.run("archive_cold")).changed == 0


async def test_facts_that_outlived_their_time_are_put_away(kept: Kept) -> None:
    kept.clock.days = 30
    assert (await kept.run("expire_ttl")).changed == 0
    kept.clock.days = 36_500
    expiring = {text for text, fact in (await kept.facts()).items() if not fact["expires_at"].startswith("9999")}
    run = await kept.run("expire_ttl")
    put_away = {text for text, fact in (await kept.facts()).items() if fact["tier"] == "cold"}
    assert put_away == expiring - {"Ana lives_in Oslo"}
    assert run.changed == len(put_away)


@pytest.mark.parametrize("seed", range(4))
async def test_a_dry_run_is_the_real_runs_difference_and_undoing_restores_every_byte(kept: Kept, seed: int) -> None:
    chance = random.Random(seed)
    for fact in (await kept.facts()).values():
        if chance.random() < 0.3:
            await kept.operations.pin(kept.group_id, fact["uuid"], True, ME)
        if chance.random() < 0.5:
            verdict = chance.choice(list(Verdict))
            await kept.upkeep.feedback(kept.group_id, fact["uuid"], verdict, None, "tester", "because")
    done: list[tuple[str, list[str]]] = []
    for name in chance.sample(NAMES, len(NAMES)):
        kept.clock.days += chance.randint(20, 200)
        before = await kept.export()
        planned = await kept.run(name, dry_run=True)
        assert await kept.export() == before
        run = await kept.run(name)
        after = {row["properties"]["uuid"]: row["properties"] for row in map(json.loads, await kept.export())
                 if "uuid" in row["properties"]}  # fmt: skip
        assert len(planned.changes) == planned.changed == run.changed
        for change in planned.changes:
            assert {key: after[change.uuid].get(key) for key in change.after} == {
                key: value if not isinstance(value, datetime) else after[change.uuid][key]
                for key, value in change.after.items()
            }
        assert (await kept.run(name, dry_run=True)).changed == 0, f"{name} is not idempotent"
        done += [(operation, before) for operation in run.operations]
    for operation, before in reversed(done):
        await kept.operations.undo(kept.group_id, operation, ME)
        assert await kept.export() == before


async def test_an_earlier_run_is_not_undone_under_a_later_one(kept: Kept) -> None:
    kept.clock.days = 40
    first = await kept.run("decay_importance")
    kept.clock.days = 80
    second = await kept.run("decay_importance")
    with pytest.raises(Conflict, match=second.operations[0]):
        await kept.operations.undo(kept.group_id, first.operations[0], ME)
    await kept.operations.undo(kept.group_id, second.operations[0], ME)
    await kept.operations.undo(kept.group_id, first.operations[0], ME)
    assert all(fact["importance"] == fact["base_importance"] for fact in (await kept.facts()).values())


async def test_an_undoing_cut_off_before_its_end_is_finished_by_asking_again(
    kept: Kept, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = await kept.export()
    kept.clock.days = 40
    run = await kept.run("decay_importance")

    async def cut(*_: object, **__: object) -> list[Any]:
        raise GraphUnavailable("the connection was lost")

    with monkeypatch.context() as patch:
        patch.setattr(kept.store, "batched", cut)
        with pytest.raises(GraphUnavailable):
            await kept.operations.undo(kept.group_id, run.operations[0], ME)
    with pytest.raises(Conflict, match="undone already"):
        await kept.operations.undo(kept.group_id, run.operations[0], ME)
    assert await kept.export() == before


async def test_one_run_at_a_time(kept: Kept) -> None:
    other = {"name": "archive_cold", "uuid": new_uuid(), "owner": "another", "lease_ms": 60_000}
    await kept.store.write("write/lease_job", **other)
    with pytest.raises(Conflict, match="another instance"):
        await kept.run("archive_cold")
    await kept.store.write("write/release_job", name="archive_cold", owner="another")
    assert (await kept.run("archive_cold")).state is RunState.DONE


async def test_a_run_out_of_time_says_so_and_the_next_goes_on(kept: Kept) -> None:
    await kept.tell("Ana | likes | rye")
    kept.clock.days = 65
    ticks = iter([0.0, 0.0, 100.0])
    short = Runner(kept.store, kept.clock, JOBS, Budget(seconds=50, batch=3), lambda: next(ticks))
    run = await short.run("decay_importance", (kept.group_id,))
    assert (run.state, run.changed) == (RunState.OUT_OF_TIME, 4)
    assert (await kept.run("decay_importance")).changed == 1


async def test_runs_are_kept_and_unknown_jobs_named(kept: Kept) -> None:
    run = await kept.run("decay_importance")
    assert run.uuid in {one.uuid for one in await kept.upkeep.runs("decay_importance", 200)}
    assert {job.name for job in await kept.upkeep.jobs()} == set(NAMES)
    with pytest.raises(InvalidInput, match="archive_cold"):
        await kept.run("tidy")
    with pytest.raises(InvalidInput, match="first"):
        await kept.upkeep.runs(None, 0)


async def test_a_job_missed_while_nothing_ran_is_due_and_one_that_is_off_is_not(store: GraphStore) -> None:
    nightly, yearly, never = (Job(f"{name}-{new_uuid()}", "Does.", "20 3 * * *") for name in ("a", "b", "c"))
    clock = Later()
    schedules = {yearly.name: "0 0 1 1 *", never.name: "off"}
    scheduler = Scheduler(store, clock, Runner(store, clock, (nightly, yearly, never)), schedules)
    assert await scheduler.due() == []
    clock.days = 2
    assert nightly.name in await scheduler.due()
    run = Run(new_uuid(), nightly.name, False, "schedule", clock.now())
    await store.write("write/record_job_run", run=run.as_row())
    assert nightly.name not in await scheduler.due()
    clock.days = 370
    assert set(await scheduler.due()) == {nightly.name, yearly.name}


@pytest.mark.parametrize(
    ("schedules", "why"), [({"tidy": "0 0 * * *"}, "tidy"), ({"archive_cold": "at noon"}, "at noon")]
)
async def test_a_wrong_schedule_is_refused_at_the_start(store: GraphStore, schedules: dict[str, str], why: str) -> None:
    with pytest.raises(ConfigurationError, match=why):
        Scheduler(store, Later(), Runner(store, Later(), JOBS), schedules)


async def test_feedback_tells_in_strength_and_is_undone(kept: Kept) -> None:
    fact = await kept.fact("Ana likes tea")
    await kept.used(fact, fact, fact)
    plain = await kept.upkeep.strength(kept.group_id, fact)
    operation = await kept.upkeep.feedback(kept.group_id, fact, Verdict.WRONG, None, "tester", "because")
    worse = await kept.upkeep.strength(kept.group_id, fact)

    assert plain is not None and worse is not None
    assert (plain.accesses, plain.use) == (3, pytest.approx(1 + math.log(4)))
    assert worse.strength == pytest.approx(plain.strength * 1.25**-2, rel=1e-3)
    await kept.operations.undo(kept.group_id, operation.uuid, ME)
    again = await kept.upkeep.strength(kept.group_id, fact)
    assert again is not None and again.feedback == 0


async def test_feedback_is_only_taken_for_what_was_returned(kept: Kept) -> None:
    fact = await kept.fact("Ana likes tea")
    with pytest.raises(UnknownId, match="hit"):
        await kept.upkeep.feedback(kept.group_id, new_uuid(), Verdict.USED, None, "tester", "because")
    with pytest.raises(UnknownId, match="recall"):
        await kept.upkeep.feedback(kept.group_id, fact, Verdict.USED, new_uuid(), "tester", "because")
    with pytest.raises(UnknownId, match="hit"):
        await kept.upkeep.feedback("another", fact, Verdict.USED, None, "tester", "because")


async def test_the_archive_is_out_of_sight_found_when_asked_and_comes_back_when_used(
    runtime: Runtime, group_id: str
) -> None:
    memory = runtime.memory
    turn = EpisodeInput("We repaired the crimson lighthouse lantern with a brass gasket.")
    await memory.remember(RememberInput(group_id, (turn,), wait_for=WaitFor.EXTRACTED))
    database = runtime.database
    store = await GraphStore.connect(database.uri, database.user, database.password)
    try:
        runner = Runner(store, Later(400), JOBS)
        run = await runner.run("archive_cold", (group_id,))
        question = RecallInput((group_id,), "crimson lighthouse lantern", kinds=(MemoryKind.EPISODE,))
        assert run.changed >= 1
        assert (await memory.recall(question)).hits == ()
        archived = RecallInput(question.group_ids, question.query, kinds=question.kinds, include_archived=True)
        assert [hit.status for hit in (await memory.recall(archived)).hits] == [HitStatus.ARCHIVED]
        for _ in range(100):
            if hits := (await memory.recall(question)).hits:
                break
        assert [hit.status for hit in hits] == [HitStatus.CURRENT]
    finally:
        await store.close()
    operations = await memory.operations((group_id,))
    assert "restore" in {edge.node.kind for edge in operations.edges}

"""Runs a job: leased, planned page by page, applied in batches, recorded."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from graph_schema.errors import GraphError
from graph_schema.ids import new_uuid
from graph_schema.model import OPEN_START
from graph_schema.store import GraphStore, Transaction
from service.beliefs.audit import Author, Effects
from service.beliefs.exact import change_exactly
from service.beliefs.slots import Change, Embed
from service.contract_jobs import RunState
from service.errors import Conflict, InvalidInput
from service.jobs.job import BeliefJob, Job
from service.jobs.runs import Run
from service.ports import Clock

Row = dict[str, Any]

_GROUPS_A_PAGE = 500
_STEPS_A_LEASE = 50
MOST_CHANGES = 1_000
"""Changes that a dry run lists; it counts them all."""


@dataclass(frozen=True, slots=True)
class Budget:
    """What one run may take.

    Attributes:
        seconds: after which it stops between two batches; the next run goes on.
        batch: facts or turns looked at at a time.
        step: rows applied in one transaction.
        thoughts: rows that jobs about beliefs look at, or change in one transaction.
        rest: seconds it leaves the graph to others after each second that it has worked.
        lease_s: seconds a lease lasts between renewals.
    """

    seconds: float = 1800.0
    batch: int = 2_000
    step: int = 20
    thoughts: int = 200
    rest: float = 1.0
    lease_s: float = 60.0


class Runner:
    """Runs jobs by name, one instance at a time each."""

    def __init__(
        self,
        store: GraphStore,
        clock: Clock,
        jobs: Sequence[Job | BeliefJob],
        budget: Budget | None = None,
        monotonic: Callable[[], float] = time.monotonic,
        embed: Embed | None = None,
    ) -> None:
        """Nothing runs until `run` is awaited; `monotonic` measures the budget, jobs about beliefs need `embed`."""
        self.jobs = {job.name: job for job in jobs}
        self._store = store
        self._clock = clock
        self._budget = budget or Budget()
        self._monotonic = monotonic
        self._embed = embed
        self._owner = new_uuid()

    async def run(
        self,
        name: str,
        groups: tuple[str, ...] = (),
        *,
        dry_run: bool = False,
        trigger: str = "hand",
        actor: str = "jobs",
    ) -> Run:
        """The run, ended; a dry one changes nothing and lists what a real one would do.

        Args:
            name: of the job.
            groups: those to go through; empty for all.
            dry_run: whether to plan only.
            trigger: `schedule` or `hand`.
            actor: who asks for it, kept on the operations.

        Raises:
            InvalidInput: there is no such job.
            Conflict: another run of it goes on.
        """
        job = self.jobs.get(name)
        if job is None:
            raise InvalidInput("name", f"is {name!r}, and no job is called that", f"one of {', '.join(self.jobs)}")
        run = Run(new_uuid(), name, dry_run, trigger, self._clock.now(), groups)
        if dry_run:
            await self._go(job, run, actor)
            return run
        await self._lease(name)
        try:
            await self._store.write("write/record_job_run", run=run.as_row())
            await self._go(job, run, actor)
        finally:
            run.finished_at = self._clock.now()
            if run.state is RunState.RUNNING:
                run.state, run.reason = RunState.FAILED, run.reason or "it was stopped before its end"
            await self._store.write("write/record_job_run", run=run.as_row())
            await self._store.write("write/release_job", name=name, owner=self._owner)
        return run

    async def _lease(self, name: str) -> None:
        lease = {"name": name, "uuid": new_uuid(), "owner": self._owner, "lease_ms": int(self._budget.lease_s * 1000)}
        (held,) = await self._store.write("write/lease_job", **lease)
        if held["owner"] != self._owner:
            raise Conflict("name", f"{name} is run by another instance until {held['until'].isoformat()} or its end")

    async def _go(self, job: Job | BeliefJob, run: Run, actor: str) -> None:
        ends = self._monotonic() + self._budget.seconds
        try:
            async for group_id in self._groups(run.groups_asked):
                run.groups += 1
                if not await self._group(job, run, group_id, ends, actor):
                    run.state = RunState.OUT_OF_TIME
                    run.reason = f"it had {self._budget.seconds:g} s; the next run goes on with what is left"
                    return
            run.state = RunState.DONE
        except GraphError as error:
            run.state, run.reason = RunState.FAILED, str(error)
            raise

    async def _groups(self, asked: tuple[str, ...]) -> AsyncIterator[str]:
        for group_id in asked:
            yield group_id
        after = "" if not asked else None
        while after is not None:
            rows = await self._store.read("read/group_ids", after=after, limit=_GROUPS_A_PAGE)
            for row in rows:
                yield row["group_id"]
            after = rows[-1]["group_id"] if len(rows) == _GROUPS_A_PAGE else None

    async def _group(self, job: Job | BeliefJob, run: Run, group_id: str, ends: float, actor: str) -> bool:
        """Goes through one group; whether it came to the end of it in time."""
        if isinstance(job, BeliefJob):
            return await self._think(job, run, group_id, ends, actor)
        operation: str | None = None
        for label in job.labels:
            after: datetime | None = OPEN_START
            while after is not None:
                if self._monotonic() >= ends:
                    return False
                until = await self._page_end(group_id, label, after)
                rows = await self._plan(job, run, group_id, label, after, until) if until else []
                run.changed += len(rows)
                if rows and run.dry_run:
                    _list(run, group_id, label, rows)
                elif rows:
                    operation = operation or await self._operation(job, run, group_id, actor)
                    await self._apply(job, group_id, rows, operation)
                after = until
        return True

    async def _apply(self, job: Job, group_id: str, rows: list[Row], operation: str) -> None:
        for begin in range(0, len(rows), self._budget.step):
            began = time.perf_counter()
            step = _applied(rows[begin : begin + self._budget.step])
            await self._store.batched(job.apply, group_id=group_id, rows=step, operation=operation)
            await self._rest(began)
            if begin % (self._budget.step * _STEPS_A_LEASE) == 0:
                await self._lease(job.name)

    async def _rest(self, began: float) -> None:
        """Leaves the graph to recall for a while."""
        await asyncio.sleep((time.perf_counter() - began) * self._budget.rest)

    async def _think(self, job: BeliefJob, run: Run, group_id: str, ends: float, actor: str) -> bool:
        """The same for a job about beliefs, each of whose batches is an operation."""
        read = self._resting
        async for rows in job.thought.plan(read, group_id, run.started_at, self._budget.thoughts):
            if self._monotonic() >= ends:
                return False
            run.changed += len(rows)
            if run.dry_run:
                _list(run, group_id, job.label, rows)
            elif rows:
                run.operations.append(await self._believe(job, group_id, rows, actor))
            if not run.dry_run:
                await self._lease(job.name)
        return True

    async def _resting(self, name: str, /, **params: Any) -> list[Row]:
        began = time.perf_counter()
        rows = await self._store.read(name, **params)
        await self._rest(began)
        return rows

    async def _believe(self, job: BeliefJob, group_id: str, rows: list[Row], actor: str) -> str:
        if self._embed is None:
            raise RuntimeError(f"{job.name} changes wordings: give the runner an embedder")

        async def work(tx: Transaction, change: Change) -> None:
            await job.thought.apply(tx, change, rows)

        slots = sorted({slot for row in rows for slot in row["slots"]})
        refreshed = [] if job.label == "Fact" else [row["uuid"] for row in rows]
        effects = Effects(slots=tuple(slots), refreshed=tuple(refreshed))
        author = Author(actor, job.purpose)
        return await change_exactly(self._store, self._embed, group_id, job.name, author, effects, work)

    async def _page_end(self, group_id: str, label: str, after: datetime) -> datetime | None:
        """Until when a page goes, so that planning it looks at no more than that; None behind the last one."""
        rows = await self._store.read(
            "read/page_end", group_id=group_id, label=label, after_at=after, limit=self._budget.batch
        )
        return rows[0]["at"] if rows else None

    async def _plan(self, job: Job, run: Run, group_id: str, label: str, after: datetime, until: datetime) -> list[Row]:
        return await self._resting(
            job.plan,
            group_id=group_id,
            label=label,
            now=run.started_at,
            after_at=after,
            until_at=until,
            **job.parameters(),
        )

    async def _operation(self, job: Job, run: Run, group_id: str, actor: str) -> str:
        uuid = new_uuid()
        operation: Row = {
            "uuid": uuid,
            "group_id": group_id,
            "kind": job.name,
            "actor": actor,
            "reason": job.purpose,
            "ids": [],
            "undoes": None,
            "undone_by": None,
            "before": "{}",
        }
        await self._store.write("write/record_operation", operation=operation, now=run.started_at)
        run.operations.append(uuid)
        return uuid


def _list(run: Run, group_id: str, label: str, rows: list[Row]) -> None:
    room = MOST_CHANGES - len(run.changes)
    run.changes += [{"label": label, "group_id": group_id, **row} for row in rows[:room]]


def _applied(rows: list[Row]) -> list[Row]:
    return [{"uuid": row["uuid"], "after": row["after"]} for row in rows]

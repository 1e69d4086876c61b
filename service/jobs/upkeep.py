"""The use cases of upkeep: jobs, their runs, feedback and strength."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from datetime import datetime
from typing import Any

from graph_schema.ids import new_uuid
from graph_schema.model import OPEN_END
from graph_schema.store import GraphStore, Transaction
from service.contract import OperationView, Strength
from service.contract_jobs import JobView, RunView, Verdict
from service.errors import Conflict, InvalidInput, UnknownId
from service.jobs.decay import Decay
from service.jobs.runner import Runner
from service.jobs.scheduler import next_after
from service.jobs.verdict import MOST_FEEDBACK, WORTH
from service.jobs.views import kept_run, run_view
from service.ports import Clock
from service.recall.scope import check_groups
from service.validation import check_id, check_range
from service.views import operation_view

MAX_RUNS = 200
FEEDBACK = "feedback"


class Upkeep:
    """Looks after the memory by jobs, and tells how alive a memory is."""

    def __init__(
        self, store: GraphStore, clock: Clock, runner: Runner, schedules: Mapping[str, str], decay: Decay
    ) -> None:
        """`schedules` has the cron line of every job."""
        self._store = store
        self._clock = clock
        self._runner = runner
        self._schedules = schedules
        self._decay = decay

    def now(self) -> datetime:
        """The time of the clock that jobs go by."""
        return self._clock.now()

    async def jobs(self) -> tuple[JobView, ...]:
        """Every job with its schedule and latest run."""
        names = list(self._runner.jobs)
        rows = await self._store.read("read/job_runs", names=names, before=OPEN_END, limit=len(names) * 20)
        latest: dict[str, RunView] = {}
        for row in rows:
            latest.setdefault(row["run"]["name"], kept_run(row["run"]))
        now = self._clock.now()
        return tuple(
            JobView(job.name, job.purpose, line, next_after(line, now), latest.get(job.name))
            for job in self._runner.jobs.values()
            for line in (self._schedules[job.name],)
        )

    async def runs(self, name: str | None, first: int) -> tuple[RunView, ...]:
        """The latest runs of a job, or of all, newest first.

        Raises:
            InvalidInput: there is no such job, or `first` is out of range.
        """
        check_range("first", first, 1, MAX_RUNS)
        if name is not None and name not in self._runner.jobs:
            names = ", ".join(self._runner.jobs)
            raise InvalidInput("name", f"is {name!r}, and no job is called that", f"one of {names}")
        names = [name] if name else list(self._runner.jobs)
        rows = await self._store.read("read/job_runs", names=names, before=OPEN_END, limit=first)
        return tuple(kept_run(row["run"]) for row in rows)

    async def run(self, name: str, group_ids: tuple[str, ...], *, dry_run: bool, actor: str) -> RunView:
        """One run of a job, ended; raises as `Runner.run`."""
        if group_ids:
            check_groups(group_ids)
        check_id("actor", actor)
        return run_view(await self._runner.run(name, group_ids, dry_run=dry_run, actor=actor))

    async def feedback(
        self, group_id: str, hit: str, verdict: Verdict, recall: str | None, actor: str, reason: str
    ) -> OperationView:
        """The operation that keeps what a caller says of a fact or turn it was given.

        Raises:
            UnknownId: the group has no such fact or turn, or no such recall.
            Conflict: the recall did not return it.
        """
        operation = {
            "uuid": new_uuid(),
            "group_id": group_id,
            "kind": FEEDBACK,
            "actor": actor,
            "reason": reason,
            "ids": [hit],
            "undoes": None,
            "undone_by": None,
            "before": "{}",
        }

        async def work(tx: Transaction) -> dict[str, Any]:
            if recall is not None:
                await _check_recalled(tx, group_id, recall, hit)
            (row,) = await tx.run("write/record_operation", operation=operation, now=self._clock.now())
            rows = await tx.run(
                "write/add_feedback",
                group_id=group_id,
                uuid=hit,
                worth=WORTH[verdict],
                most=MOST_FEEDBACK,
                operation=operation["uuid"],
            )
            if not rows:
                raise UnknownId("hit", hit)
            return row["operation"]

        return operation_view(await self._store.transaction(work, name="upkeep/feedback"))

    async def strength(self, group_id: str, uuid: str) -> Strength | None:
        """How alive a fact or turn is now, None when the group has no such thing."""
        terms = asdict(self._decay)
        needed = ("rate", "period_days", "half_life_days", "half_lives", "recent_days")
        rows = await self._store.read(
            "read/strength",
            group_id=group_id,
            uuid=uuid,
            now=self._clock.now(),
            **{name: terms[name] for name in needed},
        )
        return Strength(**rows[0]) if rows else None


async def _check_recalled(tx: Transaction, group_id: str, recall: str, hit: str) -> None:
    rows = await tx.run("read/recall_hits", uuid=recall)
    if not rows or group_id not in rows[0]["group_ids"]:
        raise UnknownId("recall", recall)
    if hit not in rows[0]["hits"]:
        raise Conflict("hit", f"recall {recall} did not return {hit}; leave the recall out, or name one that did")

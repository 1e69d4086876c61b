"""Starts jobs when their cron lines say so, and those missed while nothing ran as soon as something does."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from datetime import datetime

from cronsim import CronSim, CronSimError

from graph_schema.errors import GraphError
from graph_schema.store import GraphStore
from service.errors import ConfigurationError, Conflict, EverwhenError
from service.jobs.runner import Runner
from service.ports import Clock

_log = logging.getLogger(__name__)
_LOOK_S = 20.0
OFF = "off"


def check_schedules(schedules: Mapping[str, str], known: Mapping[str, object]) -> None:
    """Accepts cron lines, or `off`, by names of jobs.

    Raises:
        ConfigurationError: a job is unknown, or a line is no cron line; says which.
    """
    for name, line in schedules.items():
        if name not in known:
            raise ConfigurationError(f"EVERWHEN_JOBS names the job {name!r}; there are {', '.join(known)}")
        try:
            if line != OFF:
                CronSim(line, datetime(2024, 1, 1))  # noqa: DTZ001 - only parsed
        except CronSimError as error:
            raise ConfigurationError(
                f"EVERWHEN_JOBS has {line!r} for {name} ({error}); write a cron line like '30 3 * * *', or off"
            ) from error


def next_after(line: str, at: datetime) -> datetime | None:
    """The first time after `at` that a cron line names; None when it is off."""
    return None if line == OFF else next(CronSim(line, at))


class Scheduler:
    """Looks every few seconds which jobs are due and runs them one after the other."""

    def __init__(self, store: GraphStore, clock: Clock, runner: Runner, schedules: Mapping[str, str]) -> None:
        """`schedules` are cron lines in UTC, or `off`, by job; others run by the job's own line."""
        check_schedules(schedules, runner.jobs)
        self._store = store
        self._clock = clock
        self._runner = runner
        self._begun = clock.now()
        self.schedules = {name: schedules.get(name, job.schedule) for name, job in runner.jobs.items()}

    async def run(self) -> None:
        """Works until cancelled; a failure is logged, recorded on the run, and the next look goes on."""
        while True:
            try:
                await self.look()
            except (GraphError, EverwhenError) as error:
                _log.warning("jobs pause: %s", error)
            await asyncio.sleep(_LOOK_S)

    async def look(self) -> list[str]:
        """Runs what is due now; the names of the jobs that ran."""
        ran: list[str] = []
        for name in await self.due():
            try:
                run = await self._runner.run(name, trigger="schedule")
            except Conflict:
                continue
            except GraphError as error:
                _log.warning("job %s failed: %s", name, error)
                continue
            _log.info("job %s: %s, %d changes in %d groups", name, run.state, run.changed, run.groups)
            ran.append(name)
        return ran

    async def due(self) -> list[str]:
        """Jobs whose time has come since they were last begun."""
        rows = await self._store.read("read/last_job_runs", names=list(self.schedules))
        last = {row["name"]: row["started_at"] for row in rows}
        due: list[str] = []
        for name, line in self.schedules.items():
            at = next_after(line, last.get(name) or self._begun)
            if at is not None and at <= self._clock.now():
                due.append(name)
        return due

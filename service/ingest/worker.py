"""The worker: leases groups that have turns due, reads them in batches, commits in order, parks what keeps failing."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from graph_schema.errors import GraphError, GraphUnavailable, TransientFailure
from graph_schema.ids import new_uuid
from graph_schema.store import GraphStore
from service.beliefs.vocabulary import vocabulary_of
from service.errors import EverwhenError
from service.ingest.commit import Commit, ReadTurn
from service.ingest.reader import Reader
from service.ingest.signals import Signals

log = logging.getLogger(__name__)

Row = dict[str, Any]

_PAUSE_S = 1.0


@dataclass(frozen=True, slots=True)
class Pace:
    """How a worker paces itself.

    Attributes:
        batch: most turns read and committed together.
        lease_s: seconds a lease lasts between renewals; each batch renews it.
        poll_s: seconds between looks for turns that other instances stored or that are due again.
        gather_s: seconds to wait for more turns before fewer than `batch` are read, unless somebody waits for them, so
            that turns of several requests are read together and leave the machine to those who store and ask.
        max_attempts: tries at a turn before it is parked.
        backoff_s: pause before the second try; doubles with each.
    """

    batch: int = 64
    lease_s: float = 15.0
    poll_s: float = 1.0
    gather_s: float = 0.25
    max_attempts: int = 5
    backoff_s: float = 2.0


class Worker:
    """One worker; any number may run, in one process or many, sharing the groups by leases in the graph."""

    def __init__(self, store: GraphStore, reader: Reader, commit: Commit, signals: Signals, pace: Pace) -> None:
        """Nothing runs until `run` is awaited."""
        self._store = store
        self._reader = reader
        self._commit = commit
        self._signals = signals
        self._pace = pace
        self._owner = new_uuid()

    async def run(self) -> None:
        """Works until cancelled; an unexpected fault is logged and work goes on after a pause."""
        while True:
            try:
                read = await self.work()
            except (GraphError, EverwhenError) as error:
                log.warning("the worker pauses: %s", error)
                await asyncio.sleep(_PAUSE_S)
                continue
            except Exception:
                log.exception("the worker met an unexpected fault and goes on")
                await asyncio.sleep(_PAUSE_S)
                continue
            if not read:
                await self._signals.wait_for_work(self._pace.poll_s)
            if read < self._pace.batch:
                await self._signals.gather(self._pace.gather_s)

    async def work(self) -> int:
        """Reads one batch of one leased group, the one due longest; how many turns it had, 0 when nothing was due."""
        leased = await self._store.write("write/lease_groups", owner=self._owner, lease_ms=self._lease_ms, most=1)
        if not leased:
            return 0
        group_id = leased[0]["group_id"]
        rows: list[Row] = []
        try:
            rows = await self._store.read("read/due_episodes", group_id=group_id, most=self._pace.batch)
            if rows:
                await self._keeping_lease(group_id, [row["episode"] for row in rows])
        finally:
            await self._store.write("write/release_lease", group_id=group_id, owner=self._owner)
            self._signals.progress()
        return len(rows)

    @property
    def _lease_ms(self) -> int:
        return int(self._pace.lease_s * 1000)

    async def _keeping_lease(self, group_id: str, episodes: Sequence[Row]) -> None:
        """Reads a batch while the lease is renewed; were it lost all the same, the commit writes no turn twice."""
        renewing = asyncio.create_task(self._renew(group_id))
        try:
            await self.read_batch(group_id, episodes)
        finally:
            renewing.cancel()
            await asyncio.gather(renewing, return_exceptions=True)

    async def _renew(self, group_id: str) -> None:
        while True:
            await asyncio.sleep(self._pace.lease_s / 3)
            await self._store.write("write/renew_lease", group_id=group_id, owner=self._owner, lease_ms=self._lease_ms)

    async def read_batch(self, group_id: str, episodes: Sequence[Row]) -> None:
        """Reads turns of one group and commits them; those that fail are due again later, or parked."""
        await self._commit.link(group_id, [row["uuid"] for row in episodes if row.get("order_key")])
        vocabulary = await vocabulary_of(self._store.read, group_id)
        turns, failures = await self._reader.read(episodes, vocabulary)
        if turns:
            failures |= await self._commit_or_split(group_id, turns)
        if failures:
            rows = await self._store.write(
                "write/record_failure",
                failures=[{"uuid": uuid, "reason": reason} for uuid, reason in failures.items()],
                max_attempts=self._pace.max_attempts,
                backoff_ms=int(self._pace.backoff_s * 1000),
            )
            for row in rows:
                level = logging.ERROR if row["state"] == "failed" else logging.WARNING
                log.log(level, "turn %s is %s: %s", row["uuid"], row["state"], failures[row["uuid"]])

    async def _commit_or_split(self, group_id: str, turns: Sequence[ReadTurn]) -> dict[str, str]:
        """Commits the batch, or turn by turn when it fails, so that one bad turn does not hold up the others."""
        try:
            await self._commit.apply(group_id, turns)
        except Exception as error:
            if _affects_all(error):
                raise
            if len(turns) == 1:
                log.exception("turn %s could not be committed", turns[0].uuid)
                return {turns[0].uuid: f"{type(error).__name__}: {error}"[:500]}
            failures: dict[str, str] = {}
            for turn in turns:
                failures |= await self._commit_or_split(group_id, [turn])
            return failures
        return {}


def _affects_all(error: Exception) -> bool:
    """Whether the fault lies with the database or the embedder, so that no turn is to blame."""
    return isinstance(error, GraphUnavailable | TransientFailure | EverwhenError)

"""The later pass: leases groups with turns due to be read again, reads them anew, then commits or waits."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from time import monotonic
from typing import Any

import numpy as np

from extractors.candidates import Extraction
from extractors.llm.outcome import Reason, Unread
from graph_schema.errors import GraphError, GraphUnavailable, TransientFailure
from graph_schema.ids import new_uuid
from graph_schema.store import GraphStore
from graph_schema.vocabulary import GroupVocabulary
from service.beliefs.vocabulary import vocabulary_of
from service.errors import EverwhenError
from service.ingest.reader import describe
from service.ingest.reread import Reread
from service.ingest.second import Outcome, SecondReader
from service.ingest.turn import ReadTurn
from service.ingest.usage import UsageBook, seconds_until_next_day

log = logging.getLogger(__name__)

Row = dict[str, Any]

_PAUSE_S = 1.0
_NO_VECTOR = np.empty(0, dtype=np.float32)
_ENDPOINT = frozenset({Reason.UNREACHABLE, Reason.TIMEOUT, Reason.RATE_LIMITED, Reason.SERVER_ERROR, Reason.REFUSED})
"""Faults that, where a whole batch has them, will meet the next one too."""


@dataclass(frozen=True, slots=True)
class RereadPace:
    """How the later pass paces itself.

    Attributes:
        batch: most turns read and committed together.
        lease_s: seconds a lease lasts between renewals.
        poll_s: seconds between looks for turns that are due.
        gather_s: turns that fall due within so many seconds are read along.
        attempts: tries at a turn before it keeps the reading it has.
        backoff_s: pause before the second try, of a turn and of the endpoint; doubles with each.
        longest_s: the longest pause.
    """

    batch: int = 64
    lease_s: float = 15.0
    poll_s: float = 1.0
    gather_s: float = 2.0
    attempts: int = 8
    backoff_s: float = 30.0
    longest_s: float = 3600.0


class Rereader:
    """One re-reader; any number may run, in one process or many, sharing the groups by leases in the graph."""

    def __init__(
        self, store: GraphStore, second: SecondReader, reread: Reread, usage: UsageBook | None, pace: RereadPace
    ) -> None:
        """Nothing runs until `run` is awaited; `usage` keeps what the remote extractor uses, None without one."""
        self._store = store
        self._second = second
        self._reread = reread
        self._usage = usage
        self._pace = pace
        self._owner = new_uuid()
        self._down = 0
        self._rest_until = 0.0

    async def run(self) -> None:
        """Works until cancelled; an unexpected fault is logged and work goes on after a pause."""
        while True:
            try:
                read = await self.work()
            except (GraphError, EverwhenError) as error:
                log.warning("re-reading pauses: %s", error)
                read = 0
            except Exception:
                log.exception("re-reading met an unexpected fault and goes on")
                read = 0
            if not read:
                await asyncio.sleep(max(self._pace.poll_s, _PAUSE_S))

    async def work(self) -> int:
        """Reads one batch of one leased group; how many turns it had, 0 when nothing was due or the endpoint rests."""
        if monotonic() < self._rest_until:
            return 0
        leased = await self._store.write("write/lease_rereads", owner=self._owner, lease_ms=self._lease_ms)
        if not leased:
            return 0
        group_id = leased[0]["group_id"]
        renewing = asyncio.create_task(self._renew(group_id))
        try:
            return await self.read_due(group_id)
        finally:
            renewing.cancel()
            await asyncio.gather(renewing, return_exceptions=True)
            await self._store.write("write/release_rereads", group_id=group_id, owner=self._owner)

    async def read_due(self, group_id: str) -> int:
        """Reads one batch of a group's turns that are due again, and commits or postpones each; how many there were."""
        gather_ms = int(self._pace.gather_s * 1000)
        rows = await self._store.read("read/due_rereads", group_id=group_id, gather_ms=gather_ms, most=self._pace.batch)
        stale = [{"uuid": row["episode"]["uuid"], "version": None} for row in rows if not row["readable"]]
        if stale:
            await self._store.write("write/finish_rereads", turns=stale)
        episodes = [row["episode"] for row in rows if row["readable"]]
        if episodes:
            await self._read_batch(group_id, episodes)
        return len(rows)

    @property
    def _lease_ms(self) -> int:
        return int(self._pace.lease_s * 1000)

    async def _renew(self, group_id: str) -> None:
        while True:
            await asyncio.sleep(self._pace.lease_s / 3)
            await self._store.write(
                "write/renew_rereads", group_id=group_id, owner=self._owner, lease_ms=self._lease_ms
            )

    async def _read_batch(self, group_id: str, episodes: Sequence[Row]) -> None:
        vocabulary = await vocabulary_of(self._store.read, group_id)
        found = await self._read(group_id, episodes, vocabulary)
        version = self._second.version(vocabulary)
        turns = [
            ReadTurn(episode, outcome, _NO_VECTOR)
            for episode in episodes
            if isinstance(outcome := found[episode["uuid"]], Extraction)
        ]
        failures = [_failure(uuid, fault) for uuid, fault in found.items() if not isinstance(fault, Extraction)]
        if turns:
            failures += await self._commit_or_split(group_id, turns, version)
        if failures:
            await self._postpone(failures)
        self._rest(list(found.values()))

    async def _read(self, group_id: str, episodes: Sequence[Row], vocabulary: GroupVocabulary) -> dict[str, Outcome]:
        """What was found; what it cost is kept however it ends."""
        if self._usage is None:
            return await self._second.read(group_id, episodes, vocabulary)
        await self._usage.open(group_id)
        try:
            return await self._second.read(group_id, episodes, vocabulary)
        finally:
            await self._usage.save(group_id)

    async def _commit_or_split(self, group_id: str, turns: Sequence[ReadTurn], version: str) -> list[Row]:
        """Commits the batch, or turn by turn when it fails, so that one bad turn does not hold up the others."""
        try:
            await self._reread.apply(group_id, turns, version)
        except Exception as error:
            if isinstance(error, GraphUnavailable | TransientFailure | EverwhenError):
                raise
            if len(turns) == 1:
                log.exception("turn %s could not be committed again", turns[0].uuid)
                return [_failure(turns[0].uuid, error)]
            return [row for turn in turns for row in await self._commit_or_split(group_id, [turn], version)]
        return []

    async def _postpone(self, failures: Sequence[Row]) -> None:
        rows = await self._store.write(
            "write/postpone_rereads",
            failures=list(failures),
            most_attempts=self._pace.attempts,
            backoff_ms=int(self._pace.backoff_s * 1000),
            longest_ms=int(self._pace.longest_s * 1000),
        )
        given_up = sum(row["state"] == "gave_up" for row in rows)
        log.warning(
            "%d turns keep the reading they have, %d of them for good: %s",
            len(rows), given_up, failures[0]["reason"],
        )  # fmt: skip

    def _rest(self, outcomes: Sequence[Outcome]) -> None:
        """Leaves an endpoint that failed a whole batch alone for a while, so that other turns keep their tries."""
        faults = [o for o in outcomes if isinstance(o, Unread) and o.reason in _ENDPOINT]
        if not outcomes or len(faults) < len(outcomes):
            self._down = 0
            return
        asked = max((fault.retry_after_s or 0.0 for fault in faults), default=0.0)
        pause = min(self._pace.backoff_s * 2**self._down, self._pace.longest_s)
        self._down = min(self._down + 1, 20)
        self._rest_until = monotonic() + max(asked, pause)


def _failure(uuid: str, fault: Exception | Unread) -> Row:
    """How a turn that was not read waits: until tomorrow for budget, which is no try, else as the endpoint asked."""
    if not isinstance(fault, Unread):
        return {"uuid": uuid, "reason": describe(fault), "counts": True, "wait_ms": 0}
    spent = fault.reason is Reason.BUDGET
    wait_s = seconds_until_next_day(datetime.now(UTC)) if spent else fault.retry_after_s or 0.0
    reason = f"{fault.reason.value}: {fault.message}"[:500]
    return {"uuid": uuid, "reason": reason, "counts": not spent, "wait_ms": int(wait_s * 1000)}

"""Writes Recall records beside the request path, so that an answer neither waits for its record nor fails with it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from graph_schema.errors import GraphError
from graph_schema.ids import new_uuid
from graph_schema.store import GraphStore

_log = logging.getLogger(__name__)
_BATCH = 50
RESTORE = "restore"
"""Kind of the operation by which archived memories that were used come back."""


@dataclass(frozen=True, slots=True)
class RecallRecord:
    """What is kept of a recall; the query only as a hash.

    Attributes:
        hits: uuids, best first.
        scores: fused scores in the same order.
        archived: the hits that had been put away and, being used, come back.
    """

    uuid: str
    group_ids: tuple[str, ...]
    session_ids: tuple[str, ...]
    query_hash: str
    hits: tuple[str, ...]
    scores: tuple[float, ...]
    at: datetime
    archived: tuple[str, ...] = ()


class Recorder:
    """Takes records without waiting and writes them in batches; when full, or when the graph fails, it drops and logs.

    Attributes:
        dropped: how many records were not written.
    """

    def __init__(self, store: GraphStore, capacity: int = 1_000) -> None:
        self._store = store
        self._queue: asyncio.Queue[RecallRecord] = asyncio.Queue(capacity)
        self._writer: asyncio.Task[None] | None = None
        self.dropped = 0

    def start(self) -> None:
        """Begins to write; call once, inside the event loop that recalls run in."""
        self._writer = asyncio.create_task(self._write_forever(), name="recall-recorder")

    def submit(self, record: RecallRecord) -> None:
        """Queues a record, or drops it when the queue is full."""
        try:
            self._queue.put_nowait(record)
        except asyncio.QueueFull:
            self._drop(1, "the queue is full")

    async def drain(self) -> None:
        """Returns when everything submitted so far is written or dropped."""
        await self._queue.join()

    async def close(self, timeout_s: float = 5.0) -> None:
        """Writes what is queued, for at most `timeout_s` seconds, and stops."""
        if self._writer is None:
            return
        try:
            await asyncio.wait_for(self.drain(), timeout_s)
        except TimeoutError:
            self._drop(self._queue.qsize(), f"the graph did not take them within {timeout_s:g} s of stopping")
        self._writer.cancel()
        await asyncio.gather(self._writer, return_exceptions=True)
        self._writer = None

    async def _write_forever(self) -> None:
        while True:
            batch = [await self._queue.get()]
            while len(batch) < _BATCH and not self._queue.empty():
                batch.append(self._queue.get_nowait())
            try:
                await self._store.write("write/record_recall", recalls=[_row(record) for record in batch])
                await self._restore(batch)
            except GraphError as error:
                self._drop(len(batch), str(error))
            finally:
                for _ in batch:
                    self._queue.task_done()

    async def _restore(self, batch: Sequence[RecallRecord]) -> None:
        for record in batch:
            for group_id in record.group_ids if record.archived else ():
                operation: dict[str, Any] = {
                    "uuid": new_uuid(),
                    "kind": RESTORE,
                    "actor": "recall",
                    "reason": "it was recalled from the archive",
                    "ids": [],
                    "before": "{}",
                }
                uuids = list(record.archived)
                await self._store.write(
                    "write/restore_archived", group_id=group_id, uuids=uuids, operation=operation, now=record.at
                )

    def _drop(self, count: int, why: str) -> None:
        self.dropped += count
        _log.warning("%d recall records were not kept: %s", count, why)


def _row(record: RecallRecord) -> dict[str, Any]:
    return {
        "uuid": record.uuid,
        "group_id": record.group_ids[0],
        "group_ids": list(record.group_ids),
        "session_ids": list(record.session_ids),
        "query_hash": record.query_hash,
        "hits": list(record.hits),
        "scores": list(record.scores),
        "created_at": record.at,
    }

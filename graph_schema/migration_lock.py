"""Lets one service at a time change the schema."""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from types import TracebackType
from typing import Self

from graph_schema.errors import GraphError, MigrationLocked, QueryError
from graph_schema.ids import new_uuid
from graph_schema.store import GraphStore

_LEASE_S = 20
_WAIT_S = 90.0
_POLL_S = 0.25
_CONSTRAINT_TRIES = 5
_CONSTRAINTS = (
    "schema/unique_migration_version",
    "schema/unique_migration_lock_id",
    "schema/unique_migration_lock_name",
)


class MigrationLock:
    """Held by one service at a time in the whole database, renewed while held; a dead holder's lease runs out.

    Args:
        store: on the database to lock.
        name: what is locked.
        lease_s: seconds after which a holder that died loses it.
        wait_s: seconds to wait for another holder; longer than its lease.
    """

    def __init__(
        self, store: GraphStore, *, name: str = "everwhen", lease_s: int = _LEASE_S, wait_s: float = _WAIT_S
    ) -> None:
        self._store = store
        self._name = name
        self._id = new_uuid()
        self._lease_s = lease_s
        self._wait_s = wait_s
        self._renewal: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        for query in _CONSTRAINTS:
            await self._constrain(query)
        deadline = time.monotonic() + self._wait_s
        while not await self._take():
            if time.monotonic() > deadline:
                raise MigrationLocked(
                    f"another service has been migrating for {self._wait_s:.0f} s: wait for it; if none is running, "
                    f"run `MATCH (l:__Neo4jMigrationsLock {{name: '{self._name}'}}) DELETE l`, then start again"
                )
            await asyncio.sleep(_POLL_S)
        self._renewal = asyncio.create_task(self._renew())
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._renewal:
            self._renewal.cancel()
            with suppress(asyncio.CancelledError, GraphError):
                await self._renewal
        await self._store.write("schema/unlock_migrations", id=self._id)

    async def check(self) -> None:
        """Nothing, while we hold the lock.

        Raises:
            MigrationLocked: our lease ran out and another service took over.
        """
        if not await self._take():
            raise MigrationLocked("our migration lock ran out and another service took it: start again")

    async def _constrain(self, query: str) -> None:
        """Creates a constraint; `IF NOT EXISTS` alone still fails when two services do it at one moment."""
        for _ in range(_CONSTRAINT_TRIES):
            try:
                await self._store.write(query)
            except QueryError as error:
                if "AlreadyExists" not in error.code:
                    raise
            else:
                return
        await self._store.write(query)

    async def _take(self) -> bool:
        rows = await self._store.write("schema/lock_migrations", name=self._name, id=self._id, lease_s=self._lease_s)
        return bool(rows[0]["held"])

    async def _renew(self) -> None:
        while True:
            await asyncio.sleep(self._lease_s / 3)
            await self._take()

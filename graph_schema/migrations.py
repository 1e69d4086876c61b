"""Brings a database to the schema this version needs, once, however many services start together."""

from __future__ import annotations

import asyncio
import getpass
import logging
import time
from collections.abc import Sequence
from contextlib import suppress
from types import TracebackType
from typing import Self

from graph_schema import schema_objects
from graph_schema.cypher import load_query, migration_statement
from graph_schema.errors import ChecksumMismatch, GraphError, IndexMismatch, MigrationLocked, MigrationMissing
from graph_schema.ids import new_uuid
from graph_schema.migration_files import Migration, load_migrations
from graph_schema.store import GraphStore, Row

_LOG = logging.getLogger(__name__)
_BASELINE = "BASELINE"
_STATEMENT_S = 600.0
_ONLINE_S = 300
_LEASE_S = 20
_WAIT_S = 90.0
_POLL_S = 0.25
_VECTOR_INDEXES = ("schema/vector_index_episode", "schema/vector_index_fact", "schema/vector_index_entity")
_BOOKKEEPING = (
    "schema/unique_migration_version",
    "schema/unique_migration_lock_id",
    "schema/unique_migration_lock_name",
)


async def ensure_schema(store: GraphStore, dimensions: int) -> str:
    """Version of the newest migration, after all are applied and every index is online.

    Args:
        store: on the database to bring up to date.
        dimensions: length of the embedder's vectors; 1–4096.

    Raises:
        SchemaMismatch: the graph was written by another schema; the message says by which, and what to do.
    """
    migrations = load_migrations()
    await store.write("schema/declare_vocabulary")
    await migrate(store, migrations)
    for name in _VECTOR_INDEXES:
        await store.write(name, dimensions=dimensions)
    await _check_indexes(store, migrations, dimensions)
    await store.read("schema/await_indexes", seconds=_ONLINE_S)
    return migrations[-1].version


async def migrate(store: GraphStore, migrations: Sequence[Migration]) -> list[str]:
    """Versions applied just now; empty when the database was up to date.

    Args:
        store: on the database to bring up to date.
        migrations: every migration there is, oldest version first.

    Raises:
        ChecksumMismatch: an applied file was changed.
        MigrationMissing: an applied migration has no file, or a file comes too late for its area.
        MigrationLocked: another service is migrating and does not finish.
    """
    if not pending(migrations, await store.read("schema/list_migrations")):
        return []
    async with MigrationLock(store) as lock:
        due = pending(migrations, await store.read("schema/list_migrations"))
        for migration in due:
            await lock.check()
            await _apply(store, migration, migrations)
    return [migration.version for migration in due]


def pending(migrations: Sequence[Migration], recorded: Sequence[Row]) -> list[Migration]:
    """Migrations still to apply, oldest first, after what is recorded has been held against the files.

    Args:
        migrations: every migration there is, oldest version first.
        recorded: rows of `schema/list_migrations`.

    Raises:
        ChecksumMismatch: an applied file was changed.
        MigrationMissing: an applied migration has no file, or a file comes too late for its area.
    """
    files = {migration.version: migration for migration in migrations}
    newest: dict[str, str] = {}
    for row in recorded:
        file = files.get(row["version"])
        if not file:
            raise MigrationMissing(
                f"the graph holds migration {row['version']} ({row['description']}), which this Everwhen lacks: "
                "upgrade it, or restore the backup made before that migration"
            )
        if file.checksum != row["checksum"]:
            raise ChecksumMismatch(
                f"{file.source} has checksum {file.checksum}, but {row['checksum']} was applied: restore the file, "
                "and put the change into a new migration"
            )
        newest[file.area] = max(file.version, newest.get(file.area, ""))
    applied = {row["version"] for row in recorded}
    due = [migration for migration in migrations if migration.version not in applied]
    for migration in due:
        if migration.version < newest.get(migration.area, ""):
            raise MigrationMissing(
                f"{migration.source} comes before {newest[migration.area]}, which is applied already: give it the next "
                f"free number of area {migration.area!r}"
            )
    return due


async def _apply(store: GraphStore, migration: Migration, migrations: Sequence[Migration]) -> None:
    started = time.perf_counter()
    for number, text in enumerate(migration.executable, 1):
        statement = migration_statement(f"migrations/{migration.source}#{number}", text, _STATEMENT_S)
        try:
            await store.execute(statement, {})
        except GraphError as error:
            if "Neo.ClientError.Schema" in str(error):
                raise IndexMismatch(f"{error}: drop what is in its way, then start again") from error
            raise
    took_ms = round((time.perf_counter() - started) * 1000)
    recorded = {row["version"] for row in await store.read("schema/list_migrations")}
    earlier = [other.version for other in migrations if other.version in recorded and other.version < migration.version]
    await store.write(
        "schema/record_migration",
        previous=earlier[-1] if earlier else _BASELINE,
        version=migration.version,
        description=migration.description,
        source=migration.source,
        checksum=migration.checksum,
        took_ms=took_ms,
        by=_system_user(),
        connected_as=store.user,
    )
    _LOG.info("applied migration %s in %d ms", migration.source, took_ms)


async def _check_indexes(store: GraphStore, migrations: Sequence[Migration], dimensions: int) -> None:
    statements = [text for migration in migrations for text in migration.executable]
    statements += [load_query(name).text for name in _VECTOR_INDEXES]
    wanted = schema_objects.declared(statements, {"dimensions": dimensions})
    rows = await store.read("schema/list_indexes")
    schema_objects.check(wanted.values(), schema_objects.existing(rows))
    failed = [row for row in rows if row["state"] == "FAILED" and row["name"] in wanted]
    if failed:
        raise IndexMismatch(
            f"index {failed[0]['name']} failed to build ({failed[0]['failure'].strip()[:200]}): "
            f"run `DROP INDEX {failed[0]['name']}`, then start again"
        )


def _system_user() -> str:
    try:
        return getpass.getuser()
    except (OSError, KeyError):
        return "unknown"


class MigrationLock:
    """Held by one service at a time in the whole database, renewed while held; a dead holder's lease runs out."""

    def __init__(self, store: GraphStore, *, name: str = "everwhen", lease_s: int = _LEASE_S, wait_s: float = _WAIT_S):
        self._store = store
        self._name = name
        self._id = new_uuid()
        self._lease_s = lease_s
        self._wait_s = wait_s
        self._renewal: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        for query in _BOOKKEEPING:
            await self._store.write(query)
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

    async def _take(self) -> bool:
        rows = await self._store.write("schema/lock_migrations", name=self._name, id=self._id, lease_s=self._lease_s)
        return bool(rows[0]["held"])

    async def _renew(self) -> None:
        while True:
            await asyncio.sleep(self._lease_s / 3)
            await self._take()

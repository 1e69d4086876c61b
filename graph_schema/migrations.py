"""Brings a database to the schema this version needs, once, however many services start together."""

from __future__ import annotations

import getpass
import logging
import time
from collections.abc import Sequence

from graph_schema import schema_objects
from graph_schema.cypher import load_query, migration_statement
from graph_schema.errors import ChecksumMismatch, IndexMismatch, MigrationMissing, QueryError
from graph_schema.migration_files import Migration, load_migrations
from graph_schema.migration_lock import MigrationLock
from graph_schema.store import GraphStore, Row

_LOG = logging.getLogger(__name__)
_BASELINE = "BASELINE"
_STATEMENT_S = 600.0
_ONLINE_S = 300
_VECTOR_INDEXES = ("schema/vector_index_episode", "schema/vector_index_fact", "schema/vector_index_entity")


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
    if await _is_behind(store, migrations):
        async with MigrationLock(store) as lock:
            await _apply_pending(store, lock, migrations)
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
        return await _apply_pending(store, lock, migrations)


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


async def _is_behind(store: GraphStore, migrations: Sequence[Migration]) -> bool:
    if pending(migrations, await store.read("schema/list_migrations")):
        return True
    names = {row["name"] for row in await store.read("schema/list_indexes")}
    return not schema_objects.declared(load_query(name).text for name in _VECTOR_INDEXES).keys() <= names


async def _apply_pending(store: GraphStore, lock: MigrationLock, migrations: Sequence[Migration]) -> list[str]:
    due = pending(migrations, await store.read("schema/list_migrations"))
    for migration in due:
        await lock.check()
        await _apply(store, migration, migrations)
    return [migration.version for migration in due]


async def _apply(store: GraphStore, migration: Migration, migrations: Sequence[Migration]) -> None:
    started = time.perf_counter()
    for number, text in enumerate(migration.executable, 1):
        statement = migration_statement(f"migrations/{migration.source}#{number}", text, _STATEMENT_S)
        try:
            await store.execute(statement, {})
        except QueryError as error:
            if error.code.startswith("Neo.ClientError.Schema"):
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

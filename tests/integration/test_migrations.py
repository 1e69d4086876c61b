"""The migration runner on a database of its own: once each, in order, and never over somebody else's schema."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from typing import Any

import numpy as np
import pytest

from graph_schema.embedding_record import check_embedding
from graph_schema.errors import (
    ChecksumMismatch,
    EmbeddingMismatch,
    IndexMismatch,
    MigrationLocked,
    MigrationMissing,
    QueryError,
)
from graph_schema.migration_files import Migration, load_migrations, parse_migration
from graph_schema.migration_lock import MigrationLock
from graph_schema.migrations import ensure_schema, migrate
from graph_schema.store import GraphStore
from tests.support.database import DIMENSIONS, Neo4jConnection, private_neo4j, start
from tests.support.queries import made_query

SHIPPED = load_migrations()
CHAIN = made_query(
    """MATCH (a:__Neo4jMigration)-[link:MIGRATED_TO]->(b:__Neo4jMigration)
    RETURN a.version AS before, b {.*} AS node, link {.*} AS link ORDER BY b.version""",
    returns="before STRING, node MAP, link MAP",
)


@pytest.fixture(scope="module")
async def own_neo4j(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Neo4jConnection]:
    """A server that nobody else uses, because these tests break its schema."""
    local = private_neo4j(tmp_path_factory.mktemp("own"))
    try:
        yield await asyncio.to_thread(start, local)
    finally:
        await asyncio.to_thread(local.stop)


@pytest.fixture
async def fresh(own_neo4j: Neo4jConnection) -> AsyncIterator[GraphStore]:
    """A strict store on an empty database."""
    store = await own_neo4j.connect()
    try:
        await wipe(store)
        yield store
    finally:
        await store.close()


async def schema(store: GraphStore, statement: str) -> None:
    await store.execute(made_query(statement, mode="schema", returns="none"), {})


async def change(store: GraphStore, statement: str) -> None:
    await store.execute(made_query(statement, mode="write", returns="none"), {})


async def wipe(store: GraphStore) -> None:
    rows = await store.read("schema/list_indexes")
    for row in rows:
        if row["constraint"]:
            await schema(store, f"DROP CONSTRAINT `{row['constraint']}` IF EXISTS")
        elif row["type"] != "LOOKUP":
            await schema(store, f"DROP INDEX `{row['name']}` IF EXISTS")
    await change(store, "MATCH (n) DETACH DELETE n")


def migration(number: int, *statements: str) -> Migration:
    return parse_migration(f"V{number:04}__step_{number}.cypher", ";\n".join(statements or [index(number)]) + ";\n")


def index(number: int) -> str:
    return f"CREATE INDEX step_{number} IF NOT EXISTS FOR (n:Step) ON (n.step_{number})"


async def chain(store: GraphStore) -> list[str]:
    """Versions in the order of the chain, from its beginning."""
    links = {row["before"]: row["node"]["version"] for row in await store.execute(CHAIN, {})}
    versions = ["BASELINE"]
    while versions[-1] in links:
        versions.append(links[versions[-1]])
    assert len(versions) == len(links) + 1
    return versions[1:]


async def names(store: GraphStore) -> set[str]:
    return {row["name"] for row in await store.read("schema/list_indexes")}


async def test_services_starting_together_migrate_once(fresh: GraphStore, own_neo4j: Neo4jConnection):
    stores = [await own_neo4j.connect() for _ in range(4)]
    try:
        versions = await asyncio.gather(*(ensure_schema(store, DIMENSIONS) for store in stores))
    finally:
        for store in stores:
            await store.close()

    assert set(versions) == {SHIPPED[-1].version}
    assert await chain(fresh) == [file.version for file in SHIPPED]
    assert await migrate(fresh, SHIPPED) == []
    locks = made_query("MATCH (l:__Neo4jMigrationsLock) RETURN count(l) AS value")
    assert await fresh.execute(locks, {}) == [{"value": 0}]


async def test_record_has_the_form_of_neo4j_migrations(fresh: GraphStore):
    await ensure_schema(fresh, DIMENSIONS)

    first = (await fresh.execute(CHAIN, {}))[0]
    assert first["before"] == "BASELINE"
    assert first["node"] == {
        "version": "0001",
        "description": "core graph",
        "type": "CYPHER",
        "source": "V0001__core_graph.cypher",
        "checksum": SHIPPED[0].checksum,
    }
    assert first["link"].keys() == {"at", "in", "by", "connectedAs"}
    assert abs(first["link"]["at"] - datetime.now(UTC)) < timedelta(minutes=5)
    assert timedelta() < first["link"]["in"] < timedelta(minutes=5)
    assert first["link"]["connectedAs"] == "neo4j"


async def test_every_public_index_is_online(fresh: GraphStore):
    await ensure_schema(fresh, DIMENSIONS)

    rows = {row["name"]: row for row in await fresh.read("schema/list_indexes")}
    public = {"episode_embedding", "fact_embedding", "entity_embedding", "episode_text_en", "episode_text_cjk",
              "fact_text_en", "fact_text_cjk", "entity_name"}  # fmt: skip
    assert public <= rows.keys()
    assert {row["state"] for row in rows.values()} == {"ONLINE"}
    assert rows["fact_embedding"]["config"]["vector.dimensions"] == DIMENSIONS
    assert rows["fact_embedding"]["config"]["vector.similarity_function"] == "COSINE"


async def test_late_file_of_another_area_takes_its_place_in_the_chain(fresh: GraphStore):
    files = [migration(1), migration(2), migration(101)]
    await fresh.write("schema/declare_vocabulary")

    assert await migrate(fresh, [files[0], files[2]]) == ["0001", "0101"]
    assert await migrate(fresh, files) == ["0002"]
    assert await chain(fresh) == ["0001", "0002", "0101"]
    assert await migrate(fresh, [*files[:2], migration(4), files[2]]) == ["0004"]
    with pytest.raises(MigrationMissing, match=r"V0003__step_3\.cypher comes before 0004"):
        await migrate(fresh, [*files[:2], migration(3), migration(4), files[2]])


async def test_failed_migration_is_not_recorded_and_runs_again(fresh: GraphStore):
    await fresh.write("schema/declare_vocabulary")

    with pytest.raises(QueryError, match=r"migrations/V0001__step_1\.cypher#2"):
        await migrate(fresh, [migration(1, index(1), "CREATE NONSENSE")])
    assert await chain(fresh) == []
    assert "step_1" in await names(fresh)
    assert await migrate(fresh, [migration(1, index(1), index(2))]) == ["0001"]
    assert {"step_1", "step_2"} <= await names(fresh)


async def test_changed_file_and_unknown_record_are_refused(fresh: GraphStore):
    await fresh.write("schema/declare_vocabulary")
    await migrate(fresh, [migration(1), migration(2)])

    with pytest.raises(ChecksumMismatch, match=r"V0001__step_1\.cypher has checksum"):
        await migrate(fresh, [migration(1, index(3)), migration(2)])
    with pytest.raises(MigrationMissing, match="holds migration 0002"):
        await migrate(fresh, [migration(1)])


async def test_equal_index_of_somebody_else_is_no_obstacle(fresh: GraphStore):
    await schema(fresh, "CREATE INDEX theirs FOR (n:Fact) ON (n.slot)")
    await schema(fresh, "CREATE INDEX fact_version_fact_id FOR (n:FactVersion) ON (n.fact_id)")

    assert await ensure_schema(fresh, DIMENSIONS) == SHIPPED[-1].version
    assert "fact_slot" not in await names(fresh)


@pytest.mark.parametrize(
    ("statement", "problem"),
    [
        (
            "CREATE FULLTEXT INDEX fact_text_en FOR (n:Fact) ON EACH [n.text]",
            r"has fulltext index fact_text_en on :Fact\(text\).*run `DROP INDEX fact_text_en`",
        ),
        ("CREATE INDEX fact_slot FOR (n:Fact) ON (n.claim)", r"Everwhen needs range index fact_slot on :Fact\(slot\)"),
        ("CREATE INDEX mine FOR (n:Fact) ON (n.fact_id)", "'mine'|`mine`|IndexAlreadyExists"),
        ("CREATE INDEX fact_id FOR (n:Fact) ON (n.slot)", "fact_id.*already exists|IndexWithNameAlreadyExists"),
    ],
)
async def test_other_index_in_our_place_is_refused(fresh: GraphStore, statement: str, problem: str):
    await schema(fresh, statement)

    with pytest.raises(IndexMismatch, match=problem):
        await ensure_schema(fresh, DIMENSIONS)


async def test_dropped_index_is_noticed(fresh: GraphStore):
    await ensure_schema(fresh, DIMENSIONS)
    await schema(fresh, "DROP INDEX fact_slot")

    with pytest.raises(IndexMismatch, match="lacks range index fact_slot"):
        await ensure_schema(fresh, DIMENSIONS)


async def test_other_vector_length_is_refused(fresh: GraphStore):
    await ensure_schema(fresh, DIMENSIONS)

    with pytest.raises(EmbeddingMismatch, match=f"vectors of {DIMENSIONS} dimensions, but the embedder's have 384"):
        await ensure_schema(fresh, 384)


async def test_lock_is_held_by_one_and_waited_for(fresh: GraphStore):
    await fresh.write("schema/declare_vocabulary")
    events: list[str] = []

    async def work(name: str) -> None:
        async with MigrationLock(fresh, wait_s=20):
            events.append(f"{name} in")
            await asyncio.sleep(0.3)
            events.append(f"{name} out")

    await asyncio.gather(*(work(name) for name in "abc"))
    assert [(a[0], a[2:], b[2:]) for a, b in zip(events[::2], events[1::2], strict=True)] == [
        (a[0], "in", "out") for a in events[::2]
    ]


async def test_lock_that_is_never_freed_is_reported(fresh: GraphStore):
    await fresh.write("schema/declare_vocabulary")

    async with MigrationLock(fresh):
        with pytest.raises(MigrationLocked, match=r"another service has been migrating for 1 s: .*DELETE l"):
            async with MigrationLock(fresh, wait_s=1):
                pass


async def test_lease_is_renewed_while_held_and_taken_over_when_not(fresh: GraphStore):
    await fresh.write("schema/declare_vocabulary")

    async with MigrationLock(fresh, lease_s=1):
        await asyncio.sleep(1.5)
        with pytest.raises(MigrationLocked):
            async with MigrationLock(fresh, wait_s=0.5):
                pass
    async with MigrationLock(fresh, lease_s=60) as dead:
        await change(fresh, "MATCH (l:__Neo4jMigrationsLock) SET l.leased_until = datetime('2026-01-01T00:00:00Z')")
        async with MigrationLock(fresh, wait_s=5):
            with pytest.raises(MigrationLocked, match="ran out"):
                await dead.check()


def probe(*numbers: float) -> list[float]:
    return [*numbers, *([0.0] * (8 - len(numbers)))]


async def test_embedding_model_is_recorded_once_and_held_to(fresh: GraphStore):
    await ensure_schema(fresh, 8)

    await check_embedding(fresh, "usem3@1", 8, probe(1, 2))
    await check_embedding(fresh, "usem3@1", 8, np.array(probe(1, 2.001), dtype=np.float32).tolist())
    with pytest.raises(EmbeddingMismatch, match=r"come from usem3@1 \(8 dim.* is e5@1 \(8\): set"):
        await check_embedding(fresh, "e5@1", 8, probe(1, 2))
    with pytest.raises(EmbeddingMismatch, match=r"another vector .*\(cosine 0\.9\d+\).*begin a new graph"):
        await check_embedding(fresh, "usem3@1", 8, probe(1, 1.5))
    with pytest.raises(EmbeddingMismatch, match="where 8 finite numbers were wanted"):
        await check_embedding(fresh, "usem3@1", 8, [1.0, 2.0])
    with pytest.raises(EmbeddingMismatch, match="where 8 finite numbers were wanted"):
        await check_embedding(fresh, "usem3@1", 8, probe(float("nan")))


async def test_services_starting_together_record_one_model(fresh: GraphStore):
    await ensure_schema(fresh, 8)
    outcomes: list[Any] = await asyncio.gather(
        *(check_embedding(fresh, model, 8, probe(1)) for model in ("a", "b", "c")), return_exceptions=True
    )

    assert outcomes.count(None) == 1
    assert [type(outcome) for outcome in outcomes if outcome] == [EmbeddingMismatch] * 2

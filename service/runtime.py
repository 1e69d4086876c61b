"""Composition: a running Everwhen from its settings, and its orderly end."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime

from starlette.applications import Starlette

from extractors.candidates import Turn
from extractors.pipeline import Pipeline
from graph_schema.embedding_record import PROBE_TEXT, check_embedding
from graph_schema.errors import GraphError
from graph_schema.migrations import ensure_schema
from graph_schema.model import Role
from graph_schema.store import GraphStore
from service.adapters.embedders.factory import ClosableEmbedder, build_embedder
from service.adapters.extractors.factory import build_ledger, build_local, build_remote
from service.beliefs.configuring import GroupSettingsBook
from service.beliefs.identity import IdentityOperations
from service.beliefs.operations import Operations
from service.beliefs.vocabulary import Vocabularies
from service.clock import SystemClock
from service.config import Settings
from service.context.compress import Compressor
from service.context.context import Contexts
from service.context.sessions import Sessions
from service.database import Database, open_database
from service.documents.remember import Documents
from service.documents.store import ChunkStore
from service.health import ServiceHealth
from service.ingest.accept import Accept
from service.ingest.signals import Signals
from service.ingest.waiter import Waiter
from service.ingestion import Extractors, start_ingestion, stop
from service.jobs.composition import start_upkeep
from service.localdb.jars import Progress
from service.mcp.http import McpEndpoint
from service.memory import Memory, Parts
from service.reads.info import About
from service.reads.reads import Reads
from service.recall.recall import Recall
from service.recall.record import Recorder
from service.translated import service_error
from service.warmup import WarmUp
from service.web.app import build_app

_WARM_UP = ("Ana moved to Lisbon last March.", "小李去年搬到了上海。")
_WARM_UP_AT = datetime(2024, 5, 1, tzinfo=UTC)


@dataclass(slots=True)
class Runtime:
    """A running service.

    Attributes:
        database: where the graph is, with the address of Neo4j Browser when it is ours.
        schema_version: of the graph after migration.
        workers: the tasks that read turns.
    """

    settings: Settings
    database: Database
    memory: Memory
    app: Starlette
    schema_version: str
    workers: tuple[asyncio.Task[None], ...]


@asynccontextmanager
async def open_runtime(settings: Settings, progress: Progress | None = None) -> AsyncGenerator[Runtime]:
    """A runtime whose workers run until the context ends; then they stop, and so does a Neo4j started for it.

    Args:
        settings: of this process.
        progress: told of bytes while the local Neo4j is fetched.

    Raises:
        EverwhenError: something is missing or does not fit; the message names the remedy.
    """
    async with AsyncExitStack() as stack:
        try:
            yield await _open(settings, progress, stack)
        except GraphError as error:
            raise service_error(error) from error


async def _open(settings: Settings, progress: Progress | None, stack: AsyncExitStack) -> Runtime:
    """Loads the models while the database starts, then prepares the graph and puts the parts together."""
    ledger = build_ledger(settings)
    remote = build_remote(settings, ledger)
    if remote is not None:
        stack.push_async_callback(remote.aclose)
    models = asyncio.create_task(_load_models(settings))
    try:
        database, store = await _open_store(settings, progress, stack)
        embedder, pipeline = await models
    finally:
        models.cancel()
        await asyncio.gather(models, return_exceptions=True)
    stack.push_async_callback(embedder.aclose)
    version = await ensure_schema(store, embedder.dimensions)
    probe = (await embedder.embed_passages([PROBE_TEXT]))[0]
    await check_embedding(store, embedder.model, embedder.dimensions, probe.tolist())
    return await _assemble(settings, database, store, embedder, Extractors(pipeline, remote, ledger), version, stack)


async def _open_store(
    settings: Settings, progress: Progress | None, stack: AsyncExitStack
) -> tuple[Database, GraphStore]:
    database = await stack.enter_async_context(open_database(settings, progress))
    store = await GraphStore.connect(database.uri, database.user, database.password, database.name)
    stack.push_async_callback(store.close)
    return database, store


async def _load_models(settings: Settings) -> tuple[ClosableEmbedder, Pipeline]:
    """The embedder and the pipeline, warm: what they load lazily is loaded here and not by the first request."""
    pipeline = await asyncio.to_thread(build_local, settings)
    embedder = await asyncio.to_thread(build_embedder, settings)
    turns = [Turn(text, Role.USER, _WARM_UP_AT) for text in _WARM_UP]
    await asyncio.gather(asyncio.to_thread(pipeline.extract, turns), embedder.embed_passages(_WARM_UP))
    gc.collect()
    gc.freeze()  # so that no collection looks at the 200 000 objects of the models again, 0.1 s each time
    return embedder, pipeline


async def _assemble(
    settings: Settings,
    database: Database,
    store: GraphStore,
    embedder: ClosableEmbedder,
    extractors: Extractors,
    version: str,
    stack: AsyncExitStack,
) -> Runtime:
    signals, clock, recorder = Signals(), SystemClock(), Recorder(store)
    recorder.start()
    stack.push_async_callback(recorder.close)
    ingestion = start_ingestion(settings, store, embedder, extractors, signals, stack)
    about = About(extractors.names, settings.workers)
    reads = Reads(store, clock, about)
    warm_up = WarmUp(
        store=store,
        clock=clock,
        reader=ingestion.reader,
        commit=ingestion.rehearsal,
        reads=reads,
        recall=Recall(store, embedder, clock, Recorder(store)),
    )
    warming = asyncio.create_task(warm_up.run(), name="warm-up")
    stack.push_async_callback(stop, [warming])
    recall = Recall(store, embedder, clock, recorder)
    sessions = Sessions(store, reads, embedder.embed_passages, clock)
    accept, waiter = Accept(store, clock, settings.time_zone, signals.stored), Waiter(store, signals)
    upkeep = start_upkeep(settings, store, clock, embedder, stack)
    parts = Parts(
        settings=settings,
        store=store,
        accept=accept,
        requeue=ingestion.requeue,
        waiter=waiter,
        recall=recall,
        reads=reads,
        operations=Operations(store, embedder.embed_passages),
        identity=IdentityOperations(store, embedder.embed_passages),
        vocabularies=Vocabularies(store, embedder.embed_passages),
        group_settings=GroupSettingsBook(store, embedder.embed_passages),
        documents=Documents(ChunkStore(store), accept, waiter, settings, clock),
        upkeep=upkeep,
        sessions=sessions,
        contexts=Contexts(sessions, recall, reads, clock),
        compressor=Compressor(store, sessions, embedder.embed_passages),
    )
    memory = Memory(parts)
    health = ServiceHealth(store, version, embedder, list(ingestion.workers), settings.workers)
    mcp = McpEndpoint(memory, settings)
    await stack.enter_async_context(mcp.running())
    app = build_app(memory, settings, health, more=[mcp.route()])
    return Runtime(settings, database, memory, app, version, ingestion.workers)

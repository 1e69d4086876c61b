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
from extractors.llm.ledger import Ledger
from extractors.merge import Strategy
from extractors.pipeline import Pipeline
from graph_schema.embedding_record import PROBE_TEXT, check_embedding
from graph_schema.errors import GraphError
from graph_schema.migrations import ensure_schema
from graph_schema.model import Role
from graph_schema.predicates import load_catalogue
from graph_schema.store import GraphStore
from service.adapters.embedders.factory import ClosableEmbedder, build_embedder
from service.adapters.extractors.factory import build_ledger, build_local, build_remote
from service.beliefs.identity import IdentityOperations
from service.beliefs.operations import Operations
from service.clock import SystemClock
from service.config import Settings
from service.database import Database, open_database
from service.documents.remember import Documents
from service.documents.store import ChunkStore
from service.gates.gates import Gates
from service.gates.policy import policy_of
from service.health import ServiceHealth
from service.ingest.accept import Accept
from service.ingest.commit import Commit
from service.ingest.reader import Reader
from service.ingest.requeue import Requeue
from service.ingest.reread import Reread
from service.ingest.rereader import Rereader, RereadPace
from service.ingest.second import SecondReader
from service.ingest.signals import Signals
from service.ingest.usage import UsageBook
from service.ingest.waiter import Waiter
from service.ingest.worker import Pace, Worker
from service.localdb.jars import Progress
from service.memory import Memory, Parts
from service.ports import RemoteExtractor
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


@dataclass(frozen=True, slots=True)
class _Extraction:
    """What reads turns: the local pipeline, and an extractor over a network with the ledger of its use."""

    pipeline: Pipeline
    remote: RemoteExtractor | None
    ledger: Ledger

    @property
    def names(self) -> tuple[str, ...]:
        """Name and version of each."""
        local = f"{self.pipeline.name}@{self.pipeline.version}"
        return (local,) if self.remote is None else (local, f"{self.remote.name}@{self.remote.version}")

    def second(self, settings: Settings, reader: Reader) -> SecondReader:
        """What reads turns again."""
        first = settings.extractors[0] == settings.remote_extractor
        return SecondReader(reader, self.pipeline.version, self.remote, Strategy(settings.merge), first)


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
    return await _assemble(settings, database, store, embedder, _Extraction(pipeline, remote, ledger), version, stack)


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
    extraction: _Extraction,
    version: str,
    stack: AsyncExitStack,
) -> Runtime:
    signals, clock, recorder = Signals(), SystemClock(), Recorder(store)
    recorder.start()
    stack.push_async_callback(recorder.close)
    reader = Reader(extraction.pipeline, embedder, settings.extract_threads)
    stack.push_async_callback(asyncio.to_thread, reader.close)
    again_s = None if extraction.remote is None else settings.llm_wait_s
    policy = policy_of(settings.ttl_days, settings.may_update, settings.echo_window_s, settings.summary_tokens)
    gates = Gates(policy, embedder.embed_passages, embedder.calibration.duplicate)
    commit = Commit(store, load_catalogue(), embedder.embed_passages, again_s, gates)
    second = extraction.second(settings, reader)
    workers = _start_workers(settings, store, reader, commit, signals)
    stack.push_async_callback(_stop, workers)
    stack.push_async_callback(_stop, _start_rereader(settings, store, commit, second, extraction))
    about = About(extraction.names, settings.workers)
    reads = Reads(store, clock, about)
    warm_up = WarmUp(
        store=store,
        clock=clock,
        reader=reader,
        commit=lambda rehearsal: Commit(rehearsal, load_catalogue(), embedder.embed_passages, gates=gates),
        reads=reads,
        recall=Recall(store, embedder, clock, Recorder(store)),
    )
    warming = asyncio.create_task(warm_up.run(), name="warm-up")
    stack.push_async_callback(_stop, [warming])
    accept, waiter = Accept(store, clock, settings.time_zone, signals.stored), Waiter(store, signals)
    parts = Parts(
        settings=settings,
        store=store,
        accept=accept,
        requeue=Requeue(store, second),
        waiter=waiter,
        recall=Recall(store, embedder, clock, recorder),
        reads=reads,
        operations=Operations(store, embedder.embed_passages),
        identity=IdentityOperations(store, embedder.embed_passages),
        documents=Documents(ChunkStore(store), accept, waiter, settings, clock),
    )
    memory = Memory(parts)
    health = ServiceHealth(store, version, embedder, workers, settings.workers)
    app = build_app(memory, settings, health)
    return Runtime(settings, database, memory, app, version, tuple(workers))


def _start_workers(
    settings: Settings, store: GraphStore, reader: Reader, commit: Commit, signals: Signals
) -> list[asyncio.Task[None]]:
    pace = Pace(
        lease_s=settings.lease_s,
        poll_s=settings.poll_s,
        max_attempts=settings.max_attempts,
        backoff_s=settings.backoff_s,
    )
    return [
        asyncio.create_task(Worker(store, reader, commit, signals, pace).run(), name=f"worker-{number}")
        for number in range(settings.workers)
    ]


def _start_rereader(
    settings: Settings, store: GraphStore, commit: Commit, second: SecondReader, extraction: _Extraction
) -> list[asyncio.Task[None]]:
    """The later pass, of which one runs in every process that has workers."""
    if not settings.workers:
        return []
    remote = extraction.remote
    pace = RereadPace(
        batch=RereadPace.batch if remote is None else settings.llm_batch_turns * settings.llm_parallel,
        lease_s=settings.lease_s,
        poll_s=settings.poll_s,
        gather_s=settings.llm_wait_s,
        attempts=settings.llm_attempts,
        backoff_s=settings.llm_backoff_s,
    )
    usage = None if remote is None else UsageBook(store, extraction.ledger, remote.name)
    rereader = Rereader(store, second, Reread(store, commit), usage, pace)
    return [asyncio.create_task(rereader.run(), name="rereader")]


async def _stop(tasks: list[asyncio.Task[None]]) -> None:
    """Ends the tasks; a batch a worker has in hand is given back and read by whoever comes next."""
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)

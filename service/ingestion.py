"""Composition of ingestion: what reads turns, what commits them, and the tasks that do both."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass

from extractors.llm.ledger import Ledger
from extractors.merge import Strategy
from extractors.pipeline import Pipeline
from graph_schema.store import GraphStore
from service.config import Settings
from service.gates.gates import Gates
from service.gates.policy import policy_of
from service.ingest.commit import Commit
from service.ingest.reader import Reader
from service.ingest.requeue import Requeue
from service.ingest.reread import Reread
from service.ingest.rereader import Rereader, RereadPace
from service.ingest.second import SecondReader
from service.ingest.signals import Signals
from service.ingest.usage import UsageBook
from service.ingest.worker import Pace, Worker
from service.ports import Embedder, RemoteExtractor


@dataclass(frozen=True, slots=True)
class Extractors:
    """What reads turns: the local pipeline, and an extractor over a network with the ledger of its use."""

    pipeline: Pipeline
    remote: RemoteExtractor | None
    ledger: Ledger

    @property
    def names(self) -> tuple[str, ...]:
        """Name and version of each."""
        local = f"{self.pipeline.name}@{self.pipeline.version}"
        return (local,) if self.remote is None else (local, f"{self.remote.name}@{self.remote.version}")


@dataclass(frozen=True, slots=True)
class Ingestion:
    """Running ingestion.

    Attributes:
        workers: the tasks that read turns for the first time.
    """

    settings: Settings
    embedder: Embedder
    reader: Reader
    gates: Gates
    requeue: Requeue
    workers: tuple[asyncio.Task[None], ...]

    def rehearsal(self, store: GraphStore) -> Commit:
        """A commit to a store whose writes are taken back; its turns are not marked for the later pass."""
        return Commit(store, self.embedder.embed_passages, gates=self.gates, calibration=self.embedder.calibration)


def start_ingestion(
    settings: Settings,
    store: GraphStore,
    embedder: Embedder,
    extractors: Extractors,
    signals: Signals,
    stack: AsyncExitStack,
) -> Ingestion:
    """Ingestion whose tasks run until the stack is closed; whoever comes next reads the batch then in hand."""
    reader = Reader(extractors.pipeline, embedder, settings.extract_threads)
    stack.push_async_callback(asyncio.to_thread, reader.close)
    policy = policy_of(settings.ttl_days, settings.may_update, settings.echo_window_s, settings.summary_tokens)
    gates = Gates(policy, embedder.embed_passages, embedder.calibration.duplicate)
    again_s = None if extractors.remote is None else settings.llm_wait_s
    commit = Commit(store, embedder.embed_passages, again_s, gates, embedder.calibration)
    remote_first = settings.extractors[0] == settings.remote_extractor
    strategy = Strategy(settings.merge)
    second = SecondReader(reader, extractors.pipeline.version, extractors.remote, strategy, remote_first)
    pace = Pace(
        lease_s=settings.lease_s,
        poll_s=settings.poll_s,
        max_attempts=settings.max_attempts,
        backoff_s=settings.backoff_s,
    )
    workers = [
        asyncio.create_task(Worker(store, reader, commit, signals, pace).run(), name=f"worker-{number}")
        for number in range(settings.workers)
    ]
    stack.push_async_callback(stop, workers)
    stack.push_async_callback(stop, _start_rereader(settings, store, Reread(store, commit), second, extractors))
    return Ingestion(settings, embedder, reader, gates, Requeue(store, second), tuple(workers))


def _start_rereader(
    settings: Settings, store: GraphStore, reread: Reread, second: SecondReader, extractors: Extractors
) -> list[asyncio.Task[None]]:
    """The later pass, of which one runs in every process that has workers."""
    if not settings.workers:
        return []
    remote = extractors.remote
    pace = RereadPace(
        batch=RereadPace.batch if remote is None else settings.llm_batch_turns * settings.llm_parallel,
        lease_s=settings.lease_s,
        poll_s=settings.poll_s,
        gather_s=settings.llm_wait_s,
        attempts=settings.llm_attempts,
        backoff_s=settings.llm_backoff_s,
    )
    usage = None if remote is None else UsageBook(store, extractors.ledger, remote.name)
    return [asyncio.create_task(Rereader(store, second, reread, usage, pace).run(), name="rereader")]


async def stop(tasks: Sequence[asyncio.Task[None]]) -> None:
    """Ends the tasks and waits until they have ended."""
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)

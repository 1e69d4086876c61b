"""What the nightly jobs cost over an aged memory, and how that grows with its size, in a Neo4j of its own."""

from __future__ import annotations

import argparse
import asyncio
import random
import tempfile
import time
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import numpy as np

from bench.report import command, conditions, markdown, write_page
from graph_schema.cypher import parse_query
from graph_schema.ids import digest, group_token, new_uuid
from graph_schema.migrations import ensure_schema
from graph_schema.model import OPEN_END
from graph_schema.store import GraphStore
from service.adapters.embedders.calibration import GENERIC, load_calibration
from service.beliefs.audit import Author
from service.beliefs.operations import Operations
from service.clock import SystemClock
from service.config import parse_settings
from service.database import open_database
from service.jobs.decay import Decay
from service.jobs.registry import jobs_of
from service.jobs.runner import Budget, Runner
from service.ports import Vectors

_LOAD = Path(__file__).with_name("jobs_load.cypher")
_DIMENSIONS = 512
_CENTRES = 200
_LOADED = 500
_OLD = 0.8
_OLDEST_DAYS = 400
_ORDER = ("decay_importance", "archive_cold")
_HEADER = ("job", "facts", "changed", "seconds", "facts/s", "a second run, seconds", "undoing, seconds")
_AUTHOR = Author("bench", "measured")


def _properties(group: str, chance: random.Random, number: int, now: datetime) -> dict[str, Any]:
    old = chance.random() < _OLD
    at = now - timedelta(days=chance.uniform(130, _OLDEST_DAYS) if old else chance.uniform(0, 40))
    importance = chance.choice((0.2, 0.4, 0.5, 0.6))
    return {
        "uuid": new_uuid(),
        "fact_id": digest(("bench", group, str(number))),
        "slot": digest(("slot", group, str(number))),
        "group_id": group,
        "group_token": group_token(group),
        "text": f"Person {chance.randrange(5_000)} keeps item {number} on shelf {chance.randrange(900)}",
        "kind": chance.choice(("fact", "event", "preference", "task")),
        "predicate": "keeps",
        "polarity": "positive",
        "modality": "asserted",
        "created_at": at,
        "last_stated_at": at,
        "valid_at": at,
        "invalid_at": OPEN_END,
        "expired_at": OPEN_END,
        "expires_at": OPEN_END,
        "confidence": 0.8,
        "importance": importance,
        "base_importance": importance,
        "mention_count": 1,
        "pinned": False,
        "tier": "hot",
    }


async def _load(store: GraphStore, group: str, size: int, now: datetime) -> None:
    chance, drawn = random.Random(size), np.random.default_rng(size)
    centres = drawn.standard_normal((_CENTRES, _DIMENSIONS)).astype(np.float32)
    query = parse_query("bench/jobs_load", _LOAD.read_text(encoding="utf-8"))
    for begin in range(0, size, _LOADED):
        count = min(_LOADED, size - begin)
        near = centres[drawn.integers(0, _CENTRES, count)]
        vectors = near + drawn.standard_normal((count, _DIMENSIONS)).astype(np.float32)
        vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
        rows = [
            {"properties": _properties(group, chance, begin + index, now), "embedding": vector}
            for index, vector in enumerate(vectors)
        ]
        await store.execute(query, {"rows": rows})


async def _embed(texts: Sequence[str]) -> Vectors:
    return np.zeros((len(texts), _DIMENSIONS), dtype=np.float32)


async def _at_size(store: GraphStore, size: int) -> list[tuple[str, ...]]:
    group, now = f"bench-jobs-{size}", datetime.now(UTC)
    await _load(store, group, size, now)
    runner = Runner(
        store, SystemClock(), jobs_of(Decay(), load_calibration(GENERIC)), Budget(seconds=3_600), embed=_embed
    )
    operations = Operations(store, _embed)
    rows: list[tuple[str, ...]] = []
    for name in _ORDER:
        began = time.perf_counter()
        run = await runner.run(name, (group,))
        first = time.perf_counter() - began
        began = time.perf_counter()
        again = await runner.run(name, (group,))
        second = time.perf_counter() - began
        if again.changed:
            raise AssertionError(f"a second run of {name} changed {again.changed} facts")
        undone = await _undo(operations, group, run.operations) if name == _ORDER[-1] else 0.0
        figures = (f"{first:.1f}", f"{size / first:,.0f}", f"{second:.1f}", f"{undone:.1f}" if undone else "")
        rows.append((name, f"{size:,}", f"{run.changed:,}", *figures))
        print("  ".join(rows[-1]), flush=True)
    return rows


async def _undo(operations: Operations, group: str, done: Sequence[str]) -> float:
    began = time.perf_counter()
    for operation in done:
        await operations.undo(group, operation, _AUTHOR)
    return time.perf_counter() - began


async def _measure(sizes: Sequence[int]) -> list[tuple[str, ...]]:
    with tempfile.TemporaryDirectory(prefix="everwhen-bench-", ignore_cleanup_errors=True) as folder:
        settings = parse_settings(neo4j_uri=None, data_dir=Path(folder))
        async with open_database(settings) as database:
            store = await GraphStore.connect(database.uri, database.user, database.password, database.name)
            try:
                await ensure_schema(store, _DIMENSIONS)
                await _at_size(store, 1_000)
                return [row for size in sizes for row in await _at_size(store, size)]
            finally:
                await store.close()


def main() -> None:
    """Prints the table, and writes it to docs/results with --record."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", type=int, nargs="+", default=[10_000, 100_000], help="facts, smallest first")
    parser.add_argument("--record", action="store_true", help="write the table to docs/results")
    options = parser.parse_args()
    rows = asyncio.run(_measure(sorted(options.sizes)))
    parts = [markdown(_HEADER, rows), f"{conditions()} Command: `{command()}`."]
    print("\n\n".join(parts))
    if options.record:
        title = "Nightly jobs over an aged memory (four fifths of it old)"
        print(f"written to {write_page('jobs', title, parts)}")


if __name__ == "__main__":
    main()

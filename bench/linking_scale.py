"""What it costs to find out who a new name means, as a group's entities grow, in a real Neo4j."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np

from graph_schema.cypher import parse_query
from graph_schema.ids import group_token, new_uuid
from graph_schema.migrations import ensure_schema
from graph_schema.store import GraphStore, Transaction
from service.config import parse_settings
from service.database import open_database
from service.ingest.known import Wanted, entity_row
from service.ingest.resolution import Resolution, look_up

HEADER = ("entities", "a mention of its own, p50 ms", "p95 ms", "mean ms", "a mention in a batch of 20, mean ms")
_AT = datetime(2026, 1, 1, tzinfo=UTC)
_DIMENSIONS = 512
_LOADED = 1_000
_SAMPLES = 200
_BATCH = 20
_SYLLABLES = tuple(first + vowel for first in "bdfgklmnprstv" for vowel in "aeio")
_ENDS = ("n", "s", "r", "l", "th", "nd", "rk", "m", "sk")
_FORMS = ("Institute of", "Museum of", "Society for", "Bureau of", "Centre for")


class _Undone(Exception):
    """Ends a transaction whose work is only measured."""


def _word(chance: random.Random, most: int) -> str:
    parts = "".join(chance.choice(_SYLLABLES) for _ in range(chance.randint(2, most)))
    return (parts + chance.choice(_ENDS)).title()


def names(seed: int) -> Iterator[tuple[str, str]]:
    """(name, type) without end and none twice: persons who share given names and surnames, organisations, places."""
    pool, chance = random.Random(0), random.Random(seed)
    given, surnames = [_word(pool, 2) for _ in range(600)], [_word(pool, 3) for _ in range(6_000)]
    said: set[str] = set()
    while True:
        share = chance.random()
        if share < 0.6:
            made = f"{chance.choice(given)} {chance.choice(surnames)}", "person"
        elif share < 0.8:
            made = f"{chance.choice(_FORMS)} {_word(chance, 3)} {_word(chance, 3)}", "organization"
        else:
            made = f"{_word(chance, 3)} {_word(chance, 2)}", "location"
        if made[0] not in said:
            said.add(made[0])
            yield made


def measure(sizes: Sequence[int]) -> list[tuple[str, ...]]:
    """A row of HEADER for each size; the entities are loaded into a group of their own, which is deleted again."""
    return asyncio.run(_measure(sorted(sizes)))


async def _measure(sizes: Sequence[int]) -> list[tuple[str, ...]]:
    settings = parse_settings()
    async with open_database(settings) as database:
        store = await GraphStore.connect(database.uri, database.user, database.password, database.name)
        group = f"bench-linking-{new_uuid()}"
        try:
            await ensure_schema(store, settings.embedding_dimensions or _DIMENSIONS)
            source = names(1)
            return [
                await _at_size(store, group, source, before, size)
                for before, size in zip((0, *sizes), sizes, strict=False)
            ]
        finally:
            await _clean(store, group)
            await store.close()


async def _at_size(
    store: GraphStore, group: str, source: Iterator[tuple[str, str]], before: int, size: int
) -> tuple[str, ...]:
    for begin in range(before, size, _LOADED):
        await _load(store, group, source, min(_LOADED, size - begin))
    fresh = names(-1)
    for _ in range(3):
        await _mention(store, group, [next(fresh)])
    alone = [await _mention(store, group, [next(fresh)]) for _ in range(_SAMPLES)]
    batches = [await _mention(store, group, [next(fresh) for _ in range(_BATCH)]) for _ in range(_SAMPLES // _BATCH)]
    p50, p95 = (float(np.percentile(alone, share)) for share in (50, 95))
    figures = (p50, p95, float(np.mean(alone)), float(np.mean(batches)) / _BATCH)
    row = (f"{size:,}", *(f"{seconds * 1000:.2f}" for seconds in figures))
    print("  ".join(row), flush=True)
    return row


async def _load(store: GraphStore, group: str, source: Iterator[tuple[str, str]], count: int) -> None:
    resolution = Resolution(group)
    for name, kind in (next(source) for _ in range(count)):
        resolution.resolve(name, kind, "", _AT)
    rows = [entity_row(group, group_token(group), entity, None) for entity in resolution.changed]
    await store.write("write/merge_entities", entities=rows, now=_AT)


async def _mention(store: GraphStore, group: str, said: Sequence[tuple[str, str]]) -> float:
    """Seconds to look names up, decide and write what is new, as a commit does; nothing of it stays."""
    took = 0.0

    async def work(tx: Transaction) -> None:
        nonlocal took
        began = time.perf_counter()
        resolution = await look_up(tx, group, [Wanted(name, kind) for name, kind in said])
        for name, kind in said:
            resolution.resolve(name, kind, "", _AT)
        changed: list[dict[str, Any]] = [entity_row(group, group_token(group), e, None) for e in resolution.changed]
        await tx.run("write/merge_entities", entities=changed, now=_AT)
        took = time.perf_counter() - began
        raise _Undone

    try:
        await store.transaction(work, name="bench/linking")
    except _Undone:
        return took
    raise AssertionError("the measured transaction was committed")


async def _clean(store: GraphStore, group: str) -> None:
    path = Path(__file__).with_name("linking_clean.cypher")
    query = parse_query("bench/linking_clean", path.read_text(encoding="utf-8"))
    while (await store.execute(query, {"group_id": group, "most": 2_000}))[0]["deleted"]:
        pass

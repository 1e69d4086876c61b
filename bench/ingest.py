"""Ingestion measured through the public API, beside a bare driver that writes the same turns to the same Neo4j.

Printed: acknowledgement of single turns (p50, p95, p99), with pauses in which the turns before are read and one right
after the other while they are being read; turns a second in requests of 100, time until a turn is found
by keyword and by vector when the service is idle, and turns read a second.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import time
from collections.abc import Callable, Sequence
from typing import Any, LiteralString
from uuid import uuid4

import numpy as np
from neo4j import AsyncGraphDatabase, AsyncManagedTransaction, AsyncSession

from bench.client import ApiError, Client, iso
from bench.generated import GeneratedTurn, turns
from bench.report import command, conditions, markdown, write_page
from bench.serving import Login, Running, service

SINGLES = 200
PAUSED = 60
PAUSE_S = 0.6
PROBES = 10
BATCH = 100
FOUND_S = 60.0
READ_S = 1800.0
BARE: LiteralString = "UNWIND $rows AS row CREATE (n:BenchEpisode) SET n = row"
CLEAN: LiteralString = "MATCH (n:BenchEpisode) CALL (n) { DELETE n } IN TRANSACTIONS OF 1000 ROWS"
NOTE = (
    "The driver alone writes the content, speaker and time of the same turns to the same Neo4j, without indexes, ids, "
    "order, idempotency or anything else; the ratio is Everwhen over it."
)
_KEYWORD = "zq{number}x{salt}"


def episode(turn: GeneratedTurn) -> dict[str, Any]:
    """The turn as an EpisodeInput."""
    return {"content": turn.content, "actor": turn.actor, "validAt": iso(turn.valid_at)}


def acknowledge(client: Client, group: str, items: Sequence[GeneratedTurn], pause_s: float = 0.0) -> list[float]:
    """Seconds of each request with a single turn, with a pause after each."""
    took: list[float] = []
    for turn in items:
        took.append(client.remember(group, "single", [episode(turn)]))
        time.sleep(pause_s)
    return took


def store(client: Client, group: str, items: Sequence[GeneratedTurn]) -> float:
    """Turns acknowledged a second, in requests of 100 one after the other."""
    began = time.perf_counter()
    for start in range(0, len(items), BATCH):
        client.remember(group, "bulk", [episode(turn) for turn in items[start : start + BATCH]])
    return len(items) / (time.perf_counter() - began)


def lags(client: Client, group: str, route: str) -> list[float]:
    """Seconds from acknowledgement until a new turn is found by this route, each with the service idle before."""
    found: list[float] = []
    for number in range(PROBES):
        client.wait_extracted([group], READ_S)
        salt = uuid4().hex[:6]
        word = _KEYWORD.format(number=number, salt=salt)
        client.remember(group, "lag", [{"content": f"The locker code of the {word} rowing club was changed again."}])
        began = time.perf_counter()
        _until(lambda word=word: _seen(client, group, word, route))
        found.append(time.perf_counter() - began)
    return found


def _seen(client: Client, group: str, word: str, route: str) -> bool:
    question = word if route == "keyword" else f"Which rowing club has a new locker code, {word}?"
    hits = client.recall(group, question, kinds=["EPISODE"], limit=20).hits
    return any(word in hit["text"] and route in {item["route"].lower() for item in hit["routes"]} for hit in hits)


def _until(done: Callable[[], bool]) -> None:
    end = time.monotonic() + FOUND_S
    while not done():
        if time.monotonic() > end:
            raise ApiError(f"the turn was not found within {FOUND_S:.0f} s")


async def bare(login: Login, items: Sequence[GeneratedTurn]) -> tuple[list[float], float]:
    """The same with the driver alone: (seconds of single writes, turns a second in writes of 100)."""
    rows = [{"content": turn.content, "actor": turn.actor, "valid_at": turn.valid_at} for turn in items]
    driver = AsyncGraphDatabase.driver(  # pyright: ignore[reportUnknownMemberType]
        login.uri, auth=(login.user, login.password)
    )
    async with driver, driver.session() as session:  # pyright: ignore[reportUnknownMemberType]
        try:
            singles = [await _timed(session, [row]) for row in rows[:SINGLES]]
            began = time.perf_counter()
            for start in range(0, len(rows), BATCH):
                await _timed(session, rows[start : start + BATCH])
            return singles, len(rows) / (time.perf_counter() - began)
        finally:
            await (await session.run(CLEAN)).consume()


async def _timed(session: AsyncSession, rows: list[dict[str, Any]]) -> float:
    began = time.perf_counter()
    await session.execute_write(_write, rows)
    return time.perf_counter() - began


async def _write(transaction: AsyncManagedTransaction, rows: list[dict[str, Any]]) -> None:
    await (await transaction.run(BARE, rows=rows)).consume()


def measure(running: Running, count: int) -> list[tuple[str, str, str, str]]:
    """Rows: what, Everwhen, the driver alone, their ratio."""
    client, group = running.client, f"ingest-{uuid4().hex[:8]}"
    items = turns(SINGLES + count, seed=7)
    client.remember(group, "warm", [episode(turn) for turn in turns(20, seed=8)])
    client.wait_extracted([group], READ_S)
    began = time.perf_counter()
    rate = store(client, group, items[SINGLES:])
    states = client.wait_extracted([group], READ_S)
    read = count / (time.perf_counter() - began)
    paused = acknowledge(client, group, turns(PAUSED, seed=9), PAUSE_S)
    client.wait_extracted([group], READ_S)
    singles = acknowledge(client, group, items[:SINGLES])
    client.wait_extracted([group], READ_S)
    found = {route: lags(client, group, route) for route in ("keyword", "vector")}
    single, bulk = asyncio.run(bare(running.neo4j, items)) if running.neo4j else (None, None)
    return [
        *_acknowledged("one turn", paused, single),
        *_acknowledged("turn after turn", singles, single),
        _compared(f"turns/s stored, {count} in requests of {BATCH}", rate, bulk),
        (f"turns/s stored and read ({states})", f"{read:.1f}", "", ""),
        *((f"found by {route} after, p50 / max ms", _spread(seconds), "", "") for route, seconds in found.items()),
    ]


def _acknowledged(what: str, ours: Sequence[float], bare: Sequence[float] | None) -> list[tuple[str, str, str, str]]:
    return [_compared(f"acknowledge {what}, p{share} ms", _ms(ours, share), _ms(bare, share)) for share in (50, 95, 99)]


def _ms(seconds: Sequence[float] | None, share: int) -> float | None:
    return None if seconds is None else float(np.percentile(seconds, share)) * 1000


def _spread(seconds: Sequence[float]) -> str:
    return f"{float(np.median(seconds)) * 1000:.0f} / {max(seconds) * 1000:.0f}"


def _compared(name: str, ours: float | None, bare_value: float | None) -> tuple[str, str, str, str]:
    if ours is None or bare_value is None:
        return name, "" if ours is None else f"{ours:.1f}", "", ""
    return name, f"{ours:.1f}", f"{bare_value:.1f}", f"{ours / bare_value:.2f}"


def main() -> int:
    """Prints the table."""
    parser = argparse.ArgumentParser(prog="python -m bench ingest", description=__doc__)
    parser.add_argument("--url", help="a running service to use instead of starting one; it keeps what is remembered")
    parser.add_argument("--turns", type=int, default=1000, help="turns to store in requests of 100")
    parser.add_argument("--record", action="store_true", help="write the table to docs/results")
    options = parser.parse_args()
    with service(options.url) as running:
        about = running.client.info()
        table = markdown(("what", "Everwhen", "driver alone", "ratio"), measure(running, options.turns))
    service_line = f"Everwhen {about['version']}, Neo4j {about['neo4jVersion']}, embedder {about['embedder']}"
    line = f"{service_line}; {conditions('neo4j')}. Command: `{command()}`."
    print(table, line, sep="\n\n")
    if options.record:
        print(f"written to {write_page('ingest', 'Ingestion through the API', [NOTE, table, line])}")
    return 0


if __name__ == "__main__":
    sys.exit(main())

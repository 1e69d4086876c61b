"""How fast recall answers over memories of growing size, through GraphQL, and whether it finds what was planted."""

from __future__ import annotations

import argparse
import asyncio
import itertools
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np
import psutil

from bench.client import Client
from bench.report import command, conditions, markdown, write_page
from bench.scale_data import Planted, ScaleLoader
from bench.serving import Login, Running, service
from graph_schema.store import GraphStore
from service.adapters.embedders.factory import build_embedder
from service.config import parse_settings

_PLANTED = 100
_CLIENTS = (1, 8, 32)
_SECONDS = 20.0
_WARM = 30
_INDEXED_S = 600.0
_HEADER = (
    "turns", "facts", "groups", "clients", "p50 ms", "p95 ms", "p99 ms", "recalls/s", "planted found@5",
    "service MiB", "database MiB",
)  # fmt: skip
NOTE = (
    "Each turn states one fact; vectors of both are drawn around the embeddings of 2,000 made turns, planted answers "
    "have their own. Times are the caller's, over HTTP. Every question is asked with a number of its own, so that its "
    "vector is not cached. The callers run on the same cores as the service and Neo4j."
)


@dataclass(frozen=True, slots=True)
class Asked:
    """What callers saw: seconds of each recall, the time all took, and how many answers were among the hits."""

    seconds: list[float]
    wall_s: float
    found: int

    @property
    def share(self) -> float:
        """Share of the questions whose answer was found."""
        return self.found / max(1, len(self.seconds))


def ask(client: Client, asked: Sequence[tuple[str, Planted]], until: float, numbers: itertools.count[int]) -> Asked:
    """Asks one question after the other until the time is up."""
    seconds: list[float] = []
    found = 0
    began = time.monotonic()
    for group, planted in itertools.cycle(asked):
        if time.monotonic() > until:
            break
        answer = client.recall(group, f"{planted.question} {next(numbers)}")
        seconds.append(answer.seconds)
        found += any(hit["text"] == planted.text for hit in answer.hits)
    return Asked(seconds, time.monotonic() - began, found)


def ask_together(url: str, clients: int, asked: Sequence[tuple[str, Planted]], seconds: float) -> Asked:
    """What so many callers at once saw."""
    numbers, until = itertools.count(1), time.monotonic() + seconds

    def one(number: int) -> Asked:
        client = Client(url)
        try:
            start = number * len(asked) // clients
            return ask(client, [*asked[start:], *asked[:start]], until, numbers)
        finally:
            client.close()

    began = time.monotonic()
    with ThreadPoolExecutor(clients) as pool:
        answers = list(pool.map(one, range(clients)))
    return Asked(
        [second for answer in answers for second in answer.seconds],
        time.monotonic() - began,
        sum(answer.found for answer in answers),
    )


async def load(login: Login, client: Client, groups: Sequence[str], size: int) -> list[tuple[str, Planted]]:
    """Loads `size` turns and facts, spread over the groups; returns by group what to ask."""
    store = await GraphStore.connect(login.uri, login.user, login.password)
    embedder = build_embedder(parse_settings())
    try:
        loader = await ScaleLoader.prepare(store, embedder)
        planted: list[tuple[str, Planted]] = []
        for group in groups:
            first = client.remember_one(group, "The store is about to be filled.")
            here = await loader.load(group, size // len(groups), max(1, _PLANTED // len(groups)), first)
            planted += [(group, answer) for answer in here]
        await store.read("schema/await_indexes", seconds=int(_INDEXED_S))
        return planted
    finally:
        await embedder.aclose()
        await store.close()


def rows(running: Running, size: int, groups: int, seconds: float) -> list[tuple[str, ...]]:
    """Rows of the table for one size."""
    assert running.neo4j is not None, "set NEO4J_URI and NEO4J_PASSWORD of the service that --url names"
    names = [f"scale-{size}-{groups}-{number}" for number in range(groups)]
    began = time.monotonic()
    asked = asyncio.run(load(running.neo4j, running.client, names, size))
    print(f"loaded {size:,} turns and facts in {groups:,} groups in {time.monotonic() - began:.0f} s", flush=True)
    ask_together(running.client.url, 1, asked[:_WARM], min(10.0, seconds))
    told: list[tuple[str, ...]] = []
    for clients in _CLIENTS:
        answer = ask_together(running.client.url, clients, asked, seconds)
        told.append((f"{size:,}", f"{size:,}", f"{groups:,}", str(clients), *_figures(answer), *_memory()))
        print("  ".join(told[-1]), flush=True)
    return told


def _figures(answer: Asked) -> tuple[str, ...]:
    shares = [float(np.percentile(answer.seconds, share)) * 1e3 for share in (50, 95, 99)]
    return (*(f"{share:.1f}" for share in shares), f"{len(answer.seconds) / answer.wall_s:.1f}", f"{answer.share:.2f}")


def _memory() -> tuple[str, str]:
    """Resident mebibytes of the service and of its Neo4j, which are descendants of this process."""
    sizes = {"python": 0, "java": 0}
    for process in psutil.Process().children(recursive=True):
        name = "java" if "java" in process.name() else "python"
        sizes[name] += process.memory_info().rss
    return f"{sizes['python'] / 2**20:,.0f}", f"{sizes['java'] / 2**20:,.0f}"


def main() -> int:
    """Prints the table."""
    parser = argparse.ArgumentParser(prog="python -m bench recall-scale", description=__doc__)
    parser.add_argument("--sizes", type=int, nargs="+", default=[10_000, 100_000], help="turns (and facts) of a store")
    parser.add_argument("--groups", type=int, nargs="+", default=[1], help="groups that the store is spread over")
    parser.add_argument("--seconds", type=float, default=_SECONDS, help="how long each number of clients asks")
    parser.add_argument("--heap", type=int, default=2_048, help="MiB of heap of the Neo4j that is started")
    parser.add_argument("--record", action="store_true", help="write the table to docs/results")
    options = parser.parse_args()
    table: list[tuple[str, ...]] = []
    for size in sorted(options.sizes):
        for groups in options.groups:
            with service(None, EVERWHEN_NEO4J_HEAP_MB=str(options.heap)) as running:
                table += rows(running, size, groups, options.seconds)
    text = markdown(_HEADER, table)
    line = f"{conditions('neo4j')}. Command: `{command()}`."
    print(text, line, sep="\n\n")
    if options.record:
        print(f"written to {write_page('recall_scale', 'Recall as a memory grows', [NOTE, text, line])}")
    return 0


if __name__ == "__main__":
    sys.exit(main())

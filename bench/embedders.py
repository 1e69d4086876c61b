"""The local embedders side by side, for the choice of the default: retrieval on LoCoMo, alone and fused, and speed.

Speed is measured on texts of our own: `single` one after the other, as questions come, `batch` as ingestion sends them.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from bench.corpus import DataMissing, data_folder
from bench.generated import turns
from bench.offline import VARIANTS, embed, load, measure
from bench.report import command, conditions, markdown, write_page
from service.adapters.embedders.base import ClosableEmbedder
from service.adapters.embedders.factory import build_embedder
from service.config import parse_settings

KINDS = ("use", "e5")
SHOWN = ("keywords only", "vectors only", "both", "all terms")
HEADER = ("embedder", "set", *(f"recall@10, {name}" for name in SHOWN), "batch/s", "single/s", "longest stall, ms")
BATCH_TEXTS = 500
SINGLE_TEXTS = 50
TICK_S = 0.002


async def speed(embedder: ClosableEmbedder) -> tuple[float, float, float]:
    """(texts a second in one batch, texts a second one by one, the event loop's longest stall meanwhile in seconds)."""
    texts = [turn.content for turn in turns(BATCH_TEXTS, seed=1)]
    await embedder.embed_passages(texts[:20])
    stalls: list[float] = []
    watch = asyncio.create_task(_watch(stalls))
    began = time.perf_counter()
    await embedder.embed_passages(texts)
    batch = len(texts) / (time.perf_counter() - began)
    watch.cancel()
    began = time.perf_counter()
    for text in texts[:SINGLE_TEXTS]:
        await embedder.embed_query(text)
    return batch, SINGLE_TEXTS / (time.perf_counter() - began), max(stalls, default=0.0)


async def _watch(stalls: list[float]) -> None:
    while True:
        began = time.perf_counter()
        await asyncio.sleep(TICK_S)
        stalls.append(time.perf_counter() - began - TICK_S)


async def compare(kinds: Sequence[str], sets: Sequence[str], data: Path) -> list[tuple[str, ...]]:
    """Rows of HEADER, one for each embedder and data set."""
    rows: list[tuple[str, ...]] = []
    variants = {shown: VARIANTS[shown] for shown in SHOWN}
    for kind in kinds:
        embedder = await asyncio.to_thread(build_embedder, parse_settings(embedder=kind))
        try:
            batch, single, stall = await speed(embedder)
            for name in sets:
                groups = load(data, name)
                vectors = await embed(embedder, groups)
                found = measure(groups, vectors, variants, embedder.calibration.unrelated)
                scores = [f"{found[shown].recall[1]:.3f}" for shown in SHOWN]
                rows.append((embedder.model, name, *scores, f"{batch:.0f}", f"{single:.0f}", f"{stall * 1000:.1f}"))
        finally:
            await embedder.aclose()
    return rows


def main() -> int:
    """Prints the table."""
    parser = argparse.ArgumentParser(prog="python -m bench embedders", description=__doc__)
    parser.add_argument("--data", type=Path, help="folder of the evaluation data; also EVERWHEN_EVAL_DATA")
    parser.add_argument("--sets", default="locomo", help="comma-separated: locomo, lifebench_en, lifebench_zh")
    parser.add_argument("--record", action="store_true", help="write the table to docs/results")
    options = parser.parse_args()
    try:
        rows = asyncio.run(compare(KINDS, options.sets.split(","), data_folder(options.data)))
    except DataMissing as missing:
        print(f"embedders: SKIPPED: {missing}")
        return 0
    table = markdown(HEADER, rows)
    line = f"{conditions('numpy')}. Command: `{command()}`."
    print(table, line, sep="\n\n")
    if options.record:
        print(f"written to {write_page('embedders', 'Local embedders', [table, line])}")
    return 0


if __name__ == "__main__":
    sys.exit(main())

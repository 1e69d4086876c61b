"""Fusion weights compared without a database: what each term adds to recall, on LoCoMo, LifeBench or our own chats.

The embedder's vectors are computed once for each data set; a row is one set of weights.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from bench.conversations import load_conversations
from bench.corpus import DataMissing, Group, data_folder
from bench.fusion import OfflineGroup, Weights, ranked
from bench.lifebench_data import load_lifebench
from bench.locomo_data import HEADLINE, load_locomo
from bench.metrics import CUTS, QuestionScore, mean_score, score_question
from bench.report import command, conditions, markdown, write_page
from bench.retrieval import LIMIT, indexed_text
from service.adapters.embedders.factory import build_embedder
from service.config import parse_settings
from service.ports import Embedder, Vectors

FULL = Weights()
VARIANTS: dict[str, Weights] = {
    "keywords only": Weights(1, 0, 0, 0, 0, 0, 0),
    "vectors only": Weights(0, 1, 0, 0, 0, 0, 0),
    "both": Weights(neighbour=0, second=0, session=0, speaker=0, question=0),
    "both, neighbours": Weights(second=0, session=0, speaker=0, question=0),
    "both, neighbours, session": Weights(speaker=0, question=0),
    "all terms": FULL,
    "all, neighbour .6": replace(FULL, neighbour=0.6),
    "all, no session": replace(FULL, session=0),
    "all, no speaker": replace(FULL, speaker=0),
    "all, no question sign": replace(FULL, question=0),
    "all, fetch 50": replace(FULL, fetch=50),
    "all, fetch 200": replace(FULL, fetch=200),
}
WRITTEN = "written"
SETS = ("locomo", "lifebench_en", "lifebench_zh", WRITTEN)


def load(data: Path, name: str) -> list[Group]:
    """The groups of one of SETS; the written ones come with the package and need no `data`."""
    if name == WRITTEN:
        return load_conversations()
    return load_locomo(data) if name == "locomo" else load_lifebench(data, name.removeprefix("lifebench_"))


async def embed(embedder: Embedder, groups: Sequence[Group]) -> list[tuple[Vectors, Vectors]]:
    """Vectors of each group's indexed texts and of its questions."""
    return [
        (
            await embedder.embed_passages([indexed_text(record) for record in group.records]),
            np.stack([await embedder.embed_query(question.text) for question in group.questions]),
        )
        for group in groups
    ]


def measure(
    groups: Sequence[Group],
    vectors: Sequence[tuple[Vectors, Vectors]],
    variants: dict[str, Weights],
    unrelated: float,
) -> dict[str, QuestionScore]:
    """The mean score of each variant; of LoCoMo over categories 1–4."""
    found: dict[str, list[QuestionScore]] = {name: [] for name in variants}
    for group, (passages, questions) in zip(groups, vectors, strict=True):
        offline = OfflineGroup(group, passages, unrelated)
        keys = [record.key for record in group.records]
        for question, vector in zip(group.questions, questions, strict=True):
            for name, weights in variants.items():
                order = ranked(offline.scores(question.text, vector, weights), keys, LIMIT)
                found[name].append(score_question(order, question.gold, question.category))
    wanted = HEADLINE if any(score.category in HEADLINE for score in next(iter(found.values()))) else None
    return {
        name: mean_score((score for score in scores if wanted is None or score.category in wanted), name)[0]
        for name, scores in found.items()
    }


async def run(sets: Sequence[str], data: Path, kind: str | None) -> list[tuple[str, ...]]:
    """Rows: set, variant, recall at the cuts, MRR."""
    embedder = await asyncio.to_thread(build_embedder, parse_settings(**({"embedder": kind} if kind else {})))
    rows: list[tuple[str, ...]] = []
    try:
        for name in sets:
            groups = load(data, name)
            vectors = await embed(embedder, groups)
            for variant, score in measure(groups, vectors, VARIANTS, embedder.calibration.unrelated).items():
                rows.append((name, variant, *(f"{value:.3f}" for value in score.recall), f"{score.mrr:.3f}"))
    finally:
        await embedder.aclose()
    return rows


def main() -> int:
    """Prints the table."""
    parser = argparse.ArgumentParser(prog="python -m bench offline", description=__doc__)
    parser.add_argument("sets", nargs="*", metavar="SET", help=f"{', '.join(SETS)}; default: locomo")
    parser.add_argument("--data", type=Path, help="folder of the evaluation data; also EVERWHEN_EVAL_DATA")
    parser.add_argument("--embedder", choices=("use", "e5", "openai"), help="default: as the settings say")
    parser.add_argument("--record", action="store_true", help="write the table to docs/results")
    options = parser.parse_args()
    if unknown := set(options.sets) - set(SETS):
        parser.error(f"no set {', '.join(sorted(unknown))}")
    sets = options.sets or ["locomo"]
    try:
        data = Path() if set(sets) == {WRITTEN} else data_folder(options.data)
        rows = asyncio.run(run(sets, data, options.embedder))
    except DataMissing as missing:
        print(f"offline: SKIPPED: {missing}")
        return 0
    table = markdown(("set", "variant", *(f"recall@{cut}" for cut in CUTS), "MRR"), rows)
    line = f"Embedder {options.embedder or 'of the settings'}; {conditions('numpy')}. Command: `{command()}`."
    print(table, line, sep="\n\n")
    if options.record:
        print(f"written to {write_page('fusion', 'Fusion weights, offline', [table, line])}")
    return 0


if __name__ == "__main__":
    sys.exit(main())

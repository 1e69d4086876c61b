"""Measures who a name is taken to mean, by B³ over mentions, and what finding that out costs as a group grows.

`python -m bench linking [--data DIR] [--errors] [--scale [SIZE …]]`
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from bench.linking_gold import Mention, Scene, nicknames, own
from bench.linking_scale import HEADER, measure
from service.adapters.embedders.factory import build_embedder
from service.config import parse_settings
from service.identity.context import Contexts
from service.ingest.resolution import Resolution
from service.ports import Calibration, Vectors

_AT = datetime(2026, 1, 1, tzinfo=UTC)


@dataclass(slots=True)
class Score:
    """B³: for each mention, how much of its cluster is right, and how much of what is right is in its cluster."""

    mentions: int = 0
    precision_sum: float = 0.0
    recall_sum: float = 0.0

    @property
    def precision(self) -> float:
        """Mean over mentions, 0–1."""
        return self.precision_sum / max(1, self.mentions)

    @property
    def recall(self) -> float:
        """Mean over mentions, 0–1."""
        return self.recall_sum / max(1, self.mentions)

    def add(self, gold: Sequence[str], found: Sequence[str]) -> None:
        """Counts the mentions of one scene; equal labels are one cluster."""
        for means, cluster in zip(gold, found, strict=True):
            same_gold = {i for i, other in enumerate(gold) if other == means}
            same_found = {i for i, other in enumerate(found) if other == cluster}
            both = len(same_gold & same_found)
            self.precision_sum += both / len(same_found)
            self.recall_sum += both / len(same_gold)
        self.mentions += len(gold)


@dataclass(frozen=True, slots=True)
class Said:
    """Vectors of the turns of some scenes, by text, and what their cosines mean."""

    vectors: Mapping[str, Vectors] = field(default_factory=dict[str, Vectors])
    calibration: Calibration | None = None


NOTHING = Said()
"""Lets the names alone decide."""


def linked(mentions: Iterable[Mention], said: Said = NOTHING) -> list[str]:
    """The entity that each name is taken to mean in a new group, as ingestion decides it, without a database."""
    resolution = Resolution("bench", contexts=Contexts(said.calibration))
    found: list[str] = []
    for mention in mentions:
        vector = said.vectors.get(mention.said)
        resolved = resolution.resolve(mention.name, mention.type, "", _AT, turn=vector)
        assert resolved is not None
        found.append(resolved.uuid)
    return found


async def embedded(scenes: Iterable[Scene]) -> Said:
    """The turns of the scenes as ingestion embeds them, with the embedder that the settings name."""
    texts = sorted({mention.said for scene in scenes for mention in scene.mentions if mention.said})
    if not texts:
        return NOTHING
    embedder = build_embedder(parse_settings())
    try:
        vectors = await embedder.embed_passages([f"[{_AT.date()}] Ana: {text}" for text in texts])
    finally:
        await embedder.aclose()
    return Said(dict(zip(texts, vectors, strict=True)), embedder.calibration)


def score(
    scenes: Iterable[Scene], said: Said = NOTHING, *, shuffled: bool = False
) -> tuple[dict[str, Score], list[str]]:
    """Scores by category, the whole under "all", and the scenes that are not right, as text."""
    scores: dict[str, Score] = {"all": Score()}
    wrong: list[str] = []
    order = random.Random(7)
    for scene in scenes:
        mentions = order.sample(scene.mentions, len(scene.mentions)) if shuffled else list(scene.mentions)
        gold, found = [mention.means for mention in mentions], linked(mentions, said)
        for name in ("all", scene.category):
            scores.setdefault(name, Score()).add(gold, found)
        if len({*zip(gold, found, strict=True)}) != len(set(gold)) or len(set(gold)) != len(set(found)):
            clusters = [[m.name for m, f in zip(mentions, found, strict=True) if f == c] for c in dict.fromkeys(found)]
            wrong.append(f"  {scene.category}: {' | '.join(', '.join(names) for names in clusters)}")
    return scores, wrong


def show(title: str, scores: dict[str, Score]) -> None:
    """Prints one line for the whole and one for each category."""
    for name, one in scores.items():
        label = title if name == "all" else f"  {name}"
        print(f"{label:32} {one.mentions:8} {one.precision:9.3f} {one.recall:7.3f}")


def main() -> int:
    """Prints the scores, or the costs with `--scale`."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--errors", action="store_true", help="print the scenes that are not right")
    parser.add_argument("--scale", nargs="*", type=int, metavar="SIZE", help="measure the cost a mention instead")
    options = parser.parse_args()
    if options.scale is not None:
        print("  ".join(HEADER))
        rows = measure(options.scale or [1_000, 10_000, 100_000])
        print(f"cost at {rows[-1][0]} entities over that at {rows[0][0]}: {float(rows[-1][3]) / float(rows[0][3]):.2f}")
        return 0
    sets = [(f"own, {name}", own(name)) for name in ("en", "zh", "context_en", "context_zh")]
    listed = options.data / "er" / "names.csv"
    if listed.exists():
        sets.append(("er, nicknames", list(nicknames(listed))))
    print(f"{'set':32} {'mentions':>8} {'precision':>9} {'recall':>7}")
    for title, scenes in sets:
        said = asyncio.run(embedded(scenes))
        scores, wrong = score(scenes, said)
        show(title, scores)
        mixed, _ = score(scenes, said, shuffled=True)
        show(f"{title}, in another order", {"all": mixed["all"]})
        if said is not NOTHING:
            show(f"{title}, by names alone", {"all": score(scenes)[0]["all"]})
            show("  in another order", {"all": score(scenes, shuffled=True)[0]["all"]})
        if options.errors:
            print("\n".join(wrong[:60]))
    if not listed.exists():
        print(f"er skipped: {listed} is not there; pass --data DIR")
    return 0


if __name__ == "__main__":
    sys.exit(main())

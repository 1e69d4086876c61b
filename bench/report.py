"""Tables of an evaluation: on the screen, and as a page of docs/results."""

from __future__ import annotations

import os
import platform
import shlex
import sys
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

import numpy as np

from bench.metrics import CUTS, QuestionScore, mean_score

RESULTS = Path(__file__).resolve().parents[1] / "docs" / "results"
HEADER = (
    "category", "system", "n", *(f"recall@{cut}" for cut in CUTS), *(f"hit@{cut}" for cut in CUTS),
    *(f"all@{cut}" for cut in CUTS), "MRR", "nDCG@10",
)  # fmt: skip


def score_rows(
    scores: Mapping[str, Sequence[QuestionScore]], headline: AbstractSet[str] | None, name: str
) -> list[tuple[str, ...]]:
    """Rows of HEADER: the headline first, pooled over its categories, then each category.

    Args:
        scores: by system, one a question.
        headline: categories of the first row; None takes all.
        name: of the first row.
    """
    categories = sorted({score.category for items in scores.values() for score in items})
    pools = [(name, headline or set(categories)), *((category, {category}) for category in categories)]
    rows: list[tuple[str, ...]] = []
    for label, wanted in pools:
        for system, items in scores.items():
            mean, count = mean_score((score for score in items if score.category in wanted), label)
            values = (*mean.recall, *mean.hit, *mean.all, mean.mrr, mean.ndcg)
            rows.append((label, system, str(count), *(f"{value:.3f}" for value in values)))
    return rows


def markdown(header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A Markdown table whose columns are padded, so that it reads on a screen too."""
    lines = [list(header), *(list(row) for row in rows)]
    widths = [max(len(line[place]) for line in lines) for place in range(len(header))]
    padded = [
        "| " + " | ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)) + " |" for line in lines
    ]
    rule = "|" + "|".join("-" * (width + 2) for width in widths) + "|"
    return "\n".join([padded[0], rule, *padded[1:]])


def percentiles(seconds: Sequence[float], *wanted: int) -> str:
    """`p50 12.3 ms, p95 20.1 ms` of the wanted percentiles."""
    return ", ".join(f"p{share} {float(np.percentile(seconds, share)) * 1000:.1f} ms" for share in wanted)


def conditions(*packages: str) -> str:
    """One line: day, machine and versions."""
    load = os.getloadavg()[0]
    named = ", ".join(f"{package} {version(package)}" for package in packages)
    return (
        f"{datetime.now(UTC):%Y-%m-%d}, {os.cpu_count()} cores ({platform.machine()}), load average {load:.1f}, "
        f"Python {platform.python_version()}" + (f", {named}" if named else "")
    )


def command() -> str:
    """The command of this process, as a reader would type it: where the data lay says nothing to others."""
    name = Path(sys.argv[0]).stem.removeprefix("bench ").replace("_", "-")
    given = [word for at, word in enumerate(sys.argv[1:], 1) if "--data" not in (word, sys.argv[at - 1])]
    return shlex.join(["python", "-m", "bench", name, *given])


def write_page(name: str, title: str, parts: Iterable[str]) -> Path:
    """Writes docs/results/NAME.md and returns its path."""
    RESULTS.mkdir(parents=True, exist_ok=True)
    path = RESULTS / f"{name}.md"
    path.write_text("\n\n".join([f"# {title}", *parts]) + "\n", encoding="utf-8")
    return path

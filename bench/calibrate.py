"""Measures what an embedder's cosine means, from pairs written for it, and writes the thresholds down.

Of each language's pairs (`bench/gold/pairs_LANGUAGE.jsonl`):

- `related`: the cosine that best parts questions with their answers from questions with other passages;
- `unrelated`: the cosine under which three quarters of the questions with other passages stay;
- `duplicate`: the cosine that no more than one in fifty reach of the contradictions and of the sentences that differ in
  their values only.

Of the languages, the lower `related` and `unrelated` count, so that neither language loses an answer, and the higher
`duplicate`, so that in neither two different claims pass for one.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import re
import sys
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
import numpy.typing as npt

from service.adapters.embedders.calibration import SHIPPED
from service.adapters.embedders.factory import OWN_CALIBRATION, build_embedder
from service.config import Settings, parse_settings
from service.ports import Embedder

GOLD = Path(__file__).parent / "gold"
LANGUAGES = ("en", "zh")
DIFFERENT = ("contradiction", "template")
QUESTION_KINDS = ("answer", "unrelated")
DUPLICATE_QUANTILE = 0.98
UNRELATED_QUANTILE = 0.75

Cosines = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Pair:
    """Two texts and how they stand to each other; in `answer`, and in half of `unrelated`, the first is a question."""

    kind: str
    a: str
    b: str

    @property
    def asks(self) -> bool:
        """Whether the first text is a question."""
        return self.kind in QUESTION_KINDS and self.a.endswith(("?", "？"))


@dataclass(frozen=True, slots=True)
class Measured:
    """Thresholds of one language, and the cosines they come from by kind of pair."""

    duplicate: float
    related: float
    unrelated: float
    cosines: dict[str, Cosines]


def load_pairs(language: str) -> list[Pair]:
    """The pairs of a language."""
    lines = (GOLD / f"pairs_{language}.jsonl").read_text(encoding="utf-8").splitlines()
    return [Pair(**json.loads(line)) for line in lines]


async def measure(embedder: Embedder, pairs: Sequence[Pair]) -> Measured:
    """The thresholds that these pairs give this embedder."""
    passages = await embedder.embed_passages([text for pair in pairs for text in (pair.a, pair.b)])
    cosines: dict[str, list[float]] = defaultdict(list)
    for place, pair in enumerate(pairs):
        left = await embedder.embed_query(pair.a) if pair.asks else passages[2 * place]
        kind = "other passage" if pair.asks and pair.kind == "unrelated" else pair.kind
        cosines[kind].append(float(left @ passages[2 * place + 1]))
    found = {kind: np.array(values) for kind, values in cosines.items()}
    different = np.concatenate([found[kind] for kind in DIFFERENT])
    return Measured(
        duplicate=float(np.quantile(different, DUPLICATE_QUANTILE)),
        related=_best_parting(found["answer"], found["other passage"]),
        unrelated=float(np.quantile(found["other passage"], UNRELATED_QUANTILE)),
        cosines=found,
    )


def _best_parting(good: Cosines, bad: Cosines) -> float:
    """The cosine with the most good at or above it and bad below it, each counted as a share of its kind."""
    edges = np.sort(np.concatenate([good, bad]))
    middles = (edges[:-1] + edges[1:]) / 2
    balance = [float((good >= cut).mean() + (bad < cut).mean()) for cut in middles]
    return float(np.mean(middles[np.isclose(balance, max(balance))]))


def combine(measured: Sequence[Measured]) -> tuple[float, float, float]:
    """(duplicate, related, unrelated) over the languages, to three digits."""
    return (
        round(max(item.duplicate for item in measured), 3),
        round(min(item.related for item in measured), 3),
        round(min(item.unrelated for item in measured), 3),
    )


def write_table(path: Path, model: str, values: tuple[float, float, float], provenance: str) -> None:
    """The TOML file with the table of `model` in place of the one it had; other tables stay as they are."""
    name = model.split("@")[0]
    text = path.read_text(encoding="utf-8") if path.is_file() else ""
    key = f'["{name}"]'
    others = re.split(r"(?m)^(?=\[)", text)
    kept = "".join(part for part in others if not part.startswith(key)).rstrip()
    lines = [
        key,
        *(f"{field} = {value}" for field, value in zip(("duplicate", "related", "unrelated"), values, strict=True)),
    ]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(
        f"{kept}\n\n".lstrip() + "\n".join([*lines, f"provenance = {json.dumps(provenance)}"]) + "\n", "utf-8"
    )


async def calibrate(settings: Settings, target: Path | None) -> None:
    """Measures the embedder of the settings, prints what was found and writes the thresholds."""
    embedder = await asyncio.to_thread(build_embedder, settings)
    try:
        measured = {language: await measure(embedder, load_pairs(language)) for language in LANGUAGES}
    finally:
        await embedder.aclose()
    for language, item in measured.items():
        print(f"{embedder.model} {language}: duplicate {item.duplicate:.3f} related {item.related:.3f} "
              f"unrelated {item.unrelated:.3f}")  # fmt: skip
        for kind, values in item.cosines.items():
            shown = " ".join(f"{value:6.2f}" for value in np.quantile(values, (0, 0.1, 0.5, 0.9, 1)))
            print(f"  {kind:14} n {len(values):3}   min .1 median .9 max {shown}")
    pairs = sum(len(values) for item in measured.values() for values in item.cosines.values())
    provenance = (
        f"{embedder.model}, {pairs} pairs in {' and '.join(LANGUAGES)}, {datetime.now(UTC):%Y-%m-%d}, "
        f"python -m bench calibrate --embedder {settings.embedder}"
    )
    path = target or (settings.data_dir / OWN_CALIBRATION if settings.embedder == "openai" else SHIPPED)
    write_table(path, embedder.model, combine(list(measured.values())), provenance)
    print(f"written to {path}")


def main() -> int:
    """Calibrates the embedder named."""
    parser = argparse.ArgumentParser(prog="python -m bench calibrate", description=__doc__)
    parser.add_argument("--embedder", choices=("use", "e5", "openai"), help="default: as the settings say")
    parser.add_argument(
        "--out", type=Path, help="TOML file; default: the shipped one, for openai this deployment's own"
    )
    options = parser.parse_args()
    settings = parse_settings(**({"embedder": options.embedder} if options.embedder else {}))
    asyncio.run(calibrate(settings, options.out))
    return 0


if __name__ == "__main__":
    sys.exit(main())

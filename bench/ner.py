"""Measures the mentions against Universal NER and WNUT-17, beside the bare models.

`python -m bench.ner [--data DIR] [--errors N]`
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from extractors import spacy_model
from extractors.candidates import Turn
from extractors.document import Document
from extractors.language import LanguageComponent
from extractors.mentions.chinese import ChineseMentions
from extractors.mentions.cutword_model import tagger
from extractors.mentions.english import EnglishMentions
from extractors.mentions.reconcile import ReconcileMentions
from extractors.mentions.rules import RuleMentions
from extractors.pipeline import Pipeline
from extractors.segment import SegmentComponent
from graph_schema.model import Role

Spans = set[tuple[int, int, str]]
_TYPES = {"person": "PER", "organization": "ORG", "location": "LOC"}
_SPACY = {"PERSON": "PER", "ORG": "ORG", "GPE": "LOC", "LOC": "LOC", "FAC": "LOC"}
_CUTWORD = {"PERSON": "PER", "ORG": "ORG", "LOC": "LOC"}
_GOLD = {
    "PER": "PER",
    "ORG": "ORG",
    "LOC": "LOC",
    "person": "PER",
    "corporation": "ORG",
    "group": "ORG",
    "location": "LOC",
}


@dataclass(frozen=True)
class Sample:
    """A sentence and its gold spans."""

    """A sentence and its gold spans."""

    text: str
    gold: Spans


def read(path: Path) -> Iterator[Sample]:
    """Sentences of a CoNLL or IOB2 file."""
    for block in path.read_text(encoding="utf-8").split("\n\n"):
        lines = block.strip("\n").split("\n")
        given = next((line[9:] for line in lines if line.startswith("# text = ")), None)
        rows = [line.split("\t") for line in lines if line.strip() and not line.startswith("# ")]
        pairs = [(row[1], row[2]) if len(row) > 2 else (row[0], row[1]) for row in rows if len(row) > 1]
        if pairs:
            yield _sample(pairs, given or " ".join(word for word, _ in pairs))


def _sample(pairs: list[tuple[str, str]], text: str) -> Sample:
    gold: Spans = set()
    at = 0
    current: tuple[int, int, str] | None = None
    for word, tag in pairs:
        start = text.index(word, at)
        at = start + len(word)
        place, _, label = tag.partition("-")
        if current and place == "I":
            current = (current[0], at, current[2])
            continue
        if current:
            gold.add(current)
        kind = _GOLD.get(label)
        current = (start, at, kind) if place == "B" and kind else None
    if current:
        gold.add(current)
    return Sample(text, gold)


def pipeline() -> Pipeline:
    """The shipped pipeline up to the mentions."""
    return Pipeline(
        [
            LanguageComponent(),
            SegmentComponent(),
            RuleMentions(),
            EnglishMentions(),
            ChineseMentions(),
            ReconcileMentions(),
        ]
    )


def by_everwhen(texts: list[str]) -> list[Spans]:
    turns = [Turn(text, Role.USER, datetime(2026, 1, 1, tzinfo=UTC)) for text in texts]
    results: list[Spans] = []
    for document in pipeline().documents(turns):
        if not isinstance(document, Document):
            raise document
        results.append(
            {
                (m.start, m.end, _TYPES[m.type])
                for m in document.mentions
                if m.type in _TYPES and m.extractor != "kinship"
            }
        )
    return results


def by_spacy(texts: list[str]) -> list[Spans]:
    return [
        {(ent.start_char, ent.end_char, _SPACY[ent.label_]) for ent in doc.ents if ent.label_ in _SPACY}
        for doc in spacy_model.parse(texts)
    ]


def by_cutword(texts: list[str]) -> list[Spans]:
    results: list[Spans] = []
    for text in texts:
        spans: Spans = set()
        start = 0
        for at, tag in enumerate(tagger().tag([list(text.lower())])[0]):
            place, _, label = tag.partition("_")
            start = at if place in ("B", "S") else start
            if place in ("E", "S") and label in _CUTWORD:
                spans.add((start, at + 1, _CUTWORD[label]))
        results.append(spans)
    return results


def score(samples: list[Sample], found: list[Spans]) -> dict[str, tuple[float, float, float]]:
    """Precision, recall and F1 of exact spans by type and overall."""
    right, said, true = Counter[str](), Counter[str](), Counter[str]()
    for sample, spans in zip(samples, found, strict=True):
        for counter, values in ((right, sample.gold & spans), (said, spans), (true, sample.gold)):
            counter.update(label for *_, label in values)
            counter["all"] += len(values)
    rows: dict[str, tuple[float, float, float]] = {}
    for label in ("PER", "ORG", "LOC", "all"):
        precision = right[label] / max(1, said[label])
        recall = right[label] / max(1, true[label])
        rows[label] = (precision, recall, 2 * precision * recall / max(1e-9, precision + recall))
    return rows


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--errors", type=int, default=0, help="print this many sentences read wrongly by Everwhen")
    options = parser.parse_args()
    sets: list[tuple[str, str, str, Callable[[list[str]], list[Spans]]]] = [
        ("uner_en", "ner/uner_en/dev.iob2", "spaCy", by_spacy),
        ("wnut17", "ner/wnut17/emerging.dev.conll", "spaCy", by_spacy),
        ("uner_zh", "ner/uner_zh/dev.iob2", "cutword", by_cutword),
    ]
    print(f"{'set':8} {'system':9} {'type':4} {'prec':>5} {'rec':>5} {'F1':>5} {'sentences/s':>12}")
    for name, file, bare, system in sets:
        path = options.data / file
        if not path.exists():
            print(f"{name:8} skipped: {path} is not there; pass --data DIR")
            continue
        samples = list(read(path))
        for label, run in ((bare, system), ("everwhen", by_everwhen)):
            run([samples[0].text])
            began = time.perf_counter()
            found = run([sample.text for sample in samples])
            rate = len(samples) / (time.perf_counter() - began)
            for kind, values in score(samples, found).items():
                shown = " ".join(f"{value:5.3f}" for value in values)
                print(
                    f"{name:8} {label:9} {kind:4} {shown} {rate:12.0f}"
                    if kind == "all"
                    else f"{name:8} {label:9} {kind:4} {shown}"
                )
        wrong = [(sample, spans) for sample, spans in zip(samples, found, strict=True) if sample.gold != spans]
        for sample, spans in wrong[: options.errors]:
            missed, extra = sample.gold - spans, spans - sample.gold
            show = [[(sample.text[a:b], k) for a, b, k in sorted(s)] for s in (missed, extra)]
            print(f"  {sample.text}\n    missed {show[0]}\n    extra {show[1]}")
    return 0


if __name__ == "__main__":
    sys.exit(main())

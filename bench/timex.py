"""Measures time expressions against Recognizers-Text's cases: `python -m bench.timex [--data DIR] [--misses N]`.

A case's expression is exact when the interval found over it equals one of the gold values: dates and ranges on both
ends, points in time on their start, times of day on the clock alone. Durations, sets and gold values that the set
itself leaves open count when their type is right.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from extractors.candidates import TimeMention, Turn
from extractors.document import Document
from extractors.language import LanguageComponent
from extractors.pipeline import Pipeline
from extractors.segment import SegmentComponent
from extractors.time.component import TimeComponent
from graph_schema.model import OPEN_END, OPEN_START, Role

_RANGES = ("daterange", "datetimerange", "timerange")
_SCORED = ("date", "daterange", "time", "timerange", "datetime", "datetimerange")


@dataclass(frozen=True)
class Tally:
    """Counts by type, and the misses as text."""

    right: Counter[str]
    total: Counter[str]
    typed: Counter[str]
    misses: list[str]


def judge(found: TimeMention, gold: dict[str, Any]) -> bool:
    """Whether the mention means one of the gold values."""
    values = gold["Resolution"]["values"]
    type_ = str(gold["TypeName"]).split(".")[1]
    unresolved = all(value.get("value") == "not resolved" for value in values)
    if type_ in ("duration", "set") or unresolved:
        return found.type == type_ or (found.type, type_) in (("date", "daterange"), ("daterange", "date"))
    return found.interval is not None and any(_equal(found, value, type_) for value in values)


def _equal(found: TimeMention, value: dict[str, str], type_: str) -> bool:
    assert found.interval is not None
    start, end = found.interval.start, found.interval.end
    if type_ in _RANGES:
        return _same(start, value.get("start"), type_, OPEN_START) and _same(end, value.get("end"), type_, OPEN_END)
    if type_ == "date":
        wanted = _parse(value.get("value", ""))
        return wanted is not None and start == wanted and end == wanted + timedelta(days=1)
    return _same(start, value.get("value"), type_, OPEN_START)


def _same(moment: datetime, value: str | None, type_: str, open_: datetime) -> bool:
    if value is None:
        return moment == open_
    if moment in (OPEN_START, OPEN_END):
        return False
    if type_ in ("time", "timerange"):
        clock = f"{moment:%H:%M:%S}"
        return clock == value or (clock == "00:00:00" and value == "23:59:59")
    wanted = _parse(value)
    return wanted is not None and timedelta() <= moment - wanted <= timedelta(seconds=1)


def _parse(value: str) -> datetime | None:
    try:
        return datetime.fromisoformat(value).replace(tzinfo=UTC)
    except ValueError:
        return None


def run(cases: list[dict[str, Any]], pipeline: Pipeline, language: str) -> Tally:
    """Tallies all cases of one language."""
    tally = Tally(Counter(), Counter(), Counter(), [])
    cases = [case for case in cases if case.get("Context")]
    turns = [Turn(case["Input"], Role.USER, _reference(case)) for case in cases]
    for case, document in zip(cases, _read(pipeline, turns, language), strict=True):
        matched: set[int] = set()
        for gold in case["Results"]:
            type_ = str(gold["TypeName"]).split(".")[1]
            if type_ not in (*_SCORED, "duration", "set"):
                continue
            over = [m for m in document.times if m.start <= gold["End"] and gold["Start"] < m.end]
            best = max(over, key=lambda m: min(m.end, gold["End"] + 1) - max(m.start, gold["Start"]), default=None)
            matched.update(id(m) for m in over)
            tally.total[type_] += 1
            if best and judge(best, gold):
                tally.right[type_] += 1
                tally.typed[type_] += best.type == type_
            else:
                tally.misses.append(_miss(case, gold, best))
        extra = [m for m in document.times if id(m) not in matched]
        tally.total["extra"] += len(extra)
        tally.misses.extend(f"EXTRA {case['Input'][:100]} | {m.text} {m.timex}" for m in extra)
    return tally


def _read(pipeline: Pipeline, turns: list[Turn], language: str) -> list[Document]:
    documents: list[Document] = []
    for result in pipeline.documents(turns):
        if not isinstance(result, Document):
            raise result
        documents.append(result)
    return documents


def _reference(case: dict[str, Any]) -> datetime:
    return datetime.fromisoformat(case["Context"]["ReferenceDateTime"]).replace(tzinfo=UTC)


def _miss(case: dict[str, Any], gold: dict[str, Any], best: TimeMention | None) -> str:
    values = [v.get("value") or f"{v.get('start', '')}..{v.get('end', '')}" for v in gold["Resolution"]["values"]]
    got = f"{best.text!r} {best.type} {_shown(best)}" if best else "nothing"
    reference = case["Context"]["ReferenceDateTime"][:16]
    wanted = " / ".join(values[:4])
    return f"{gold['TypeName'][11:]:14} {reference} | {case['Input'][:90]} | {gold['Text']} = {wanted} | {got}"


def _shown(mention: TimeMention) -> str:
    interval = mention.interval
    return f"{interval.start:%Y-%m-%dT%H:%M}..{interval.end:%Y-%m-%dT%H:%M}" if interval else mention.timex


class OneLanguage:
    """Says that every turn is in the language of the set, whose cases are often a single word."""

    name = "language"
    version = "bench"
    assigns = ("language",)
    requires = ()

    def __init__(self, language: str) -> None:
        self._language = language

    def process(self, documents: Sequence[Document]) -> None:
        """Sets `language`."""
        for document in documents:
            document.language = self._language


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--misses", type=int, default=0, help="print this many misses a language")
    parser.add_argument("--detect", action="store_true", help="detect each case's language instead of being told")
    options = parser.parse_args()
    for language, file in (("en", "timex/english_dev.json"), ("zh", "timex/chinese_dev.json")):
        path = options.data / file
        if not path.exists():
            print(f"{language} skipped: {path} is not there; pass --data DIR")
            continue
        cases = json.loads(path.read_text(encoding="utf-8"))
        first = LanguageComponent() if options.detect else OneLanguage(language)
        pipeline = Pipeline([first, SegmentComponent(), TimeComponent()])
        began = time.perf_counter()
        tally = run(cases, pipeline, language)
        report(language, tally, len(cases) / (time.perf_counter() - began))
        for line in tally.misses[: options.misses]:
            print("  ", line)
    return 0


def report(language: str, tally: Tally, rate: float) -> None:
    """Prints the shares of one language."""
    for type_ in (*_SCORED, "duration", "set"):
        right, total = tally.right[type_], tally.total[type_]
        if total:
            share = right / total
            print(f"{language} {type_:14} {right:4} of {total:4}  exact {share:.3f}  same type {tally.typed[type_]}")
    right, total = (sum(counter[type_] for type_ in _SCORED) for counter in (tally.right, tally.total))
    share = right / max(1, total)
    extra = tally.total["extra"]
    print(f"{language} dates, times, ranges: {right} of {total} exact = {share:.3f}; {extra} extra; {rate:.0f} cases/s")


if __name__ == "__main__":
    sys.exit(main())

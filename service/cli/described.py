"""An extraction as JSON values and as tables."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from rich.console import Console

from extractors.candidates import EntityRef, Extraction, FactCandidate, Mention, TimeMention, Turn
from graph_schema.model import OPEN_END, OPEN_START, Interval
from service.cli.output import table


def describe(turn: Turn, found: Extraction) -> dict[str, Any]:
    """What was found, as JSON values; offsets count Unicode code points of `turn.content`, open ends are null."""
    return {
        "language": found.language,
        "mentions": [_mention(item) for item in found.mentions],
        "times": [_time(item) for item in found.times],
        "facts": [_fact(turn, item) for item in found.facts],
    }


def _mention(item: Mention) -> dict[str, Any]:
    return {
        "text": item.text,
        "start": item.start,
        "end": item.end,
        "type": item.type,
        "name": item.name,
        "confidence": item.confidence,
        "extractor": item.extractor,
    }


def _time(item: TimeMention) -> dict[str, Any]:
    start, end = _bounds(item.interval)
    return {
        "text": item.text,
        "start": item.start,
        "end": item.end,
        "timex": item.timex,
        "type": item.type,
        "from": start,
        "to": end,
        "precision": item.precision.value if item.precision else None,
    }


def _fact(turn: Turn, item: FactCandidate) -> dict[str, Any]:
    valid_from, valid_to = _bounds(item.valid)
    occurs_from, occurs_to = _bounds(item.occurs)
    return {
        "text": item.text,
        "subject": _entity(item.subject),
        "predicate": item.predicate,
        "object": _entity(item.object),
        "value": item.value,
        "kind": item.kind.value,
        "polarity": item.polarity.value,
        "modality": item.modality.value,
        "validFrom": valid_from,
        "validTo": valid_to,
        "occursFrom": occurs_from,
        "occursTo": occurs_to,
        "confidence": item.confidence,
        "start": item.start,
        "end": item.end,
        "quote": turn.content[item.start : item.end],
        "extractor": item.extractor,
    }


def _entity(item: EntityRef | None) -> dict[str, Any] | None:
    if item is None:
        return None
    return {
        "name": item.name,
        "type": item.type,
        "reference": item.reference.value,
        "start": item.start,
        "end": item.end,
    }


def _bounds(interval: Interval | None) -> tuple[str | None, str | None]:
    if interval is None:
        return None, None
    return _moment(interval.start), _moment(interval.end)


def _moment(moment: datetime) -> str | None:
    return None if moment in (OPEN_START, OPEN_END) else moment.isoformat().replace("+00:00", "Z")


def show(console: Console, number: int, turn: Turn, found: Extraction) -> None:
    """Prints what was found in the turn of a line."""
    console.print(f"line {number} ({found.language}): {turn.content}", markup=False, style="bold")
    if found.mentions:
        rows = ((m.text, m.type, m.name, f"{m.start}–{m.end}") for m in found.mentions)
        console.print(table("Mentions", ("text", "type", "name", "where"), rows))
    if found.times:
        rows = ((t.text, t.type, t.timex, _span(t.interval), f"{t.start}–{t.end}") for t in found.times)
        console.print(table("Times", ("text", "type", "timex", "means", "where"), rows))
    if found.facts:
        columns = ("fact", "predicate", "kind", "holds", "occurs", "sure", "quote")
        console.print(table("Facts", columns, (_cells(turn, fact) for fact in found.facts)))
    if not (found.mentions or found.times or found.facts):
        console.print("nothing found", style="dim")


def _cells(turn: Turn, fact: FactCandidate) -> tuple[str, ...]:
    quote = turn.content[fact.start : fact.end]
    kind = f"{fact.modality.value} {fact.kind.value}"
    return (fact.text, fact.predicate, kind, _span(fact.valid), _span(fact.occurs), f"{fact.confidence:.2f}", quote)


def _span(interval: Interval | None) -> str:
    if interval is None:
        return ""
    start, end = _bounds(interval)
    return f"{start or '…'} → {end or '…'} ({interval.precision.value})"

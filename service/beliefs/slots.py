"""Recomputing timelines: the one way in which what is believed ever changes."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from graph_schema.ids import new_uuid
from graph_schema.model import OPEN_END, Assertion, Interval, Modality, Polarity, Precision
from graph_schema.store import Transaction
from graph_schema.timeline import Believed, Replacement, Segment, Timeline, difference, slot_timeline
from service.beliefs.settings import trust_in
from service.ports import Vectors

Row = dict[str, Any]
Embed = Callable[[Sequence[str]], Awaitable[Vectors]]

_SLOTS_A_QUERY = 500
DESCRIBED = ("text", "kind", "value", "extractor", "occurs_from", "occurs_to")
"""What a fact says of itself as its latest assertion says it."""

_REASONS = {
    "single_value": "another value holds from {at}",
    "denied": "it was denied from {at}",
    "stated_end": "it was said to end at {at}",
    "open": "nothing said has ended it",
}


@dataclass(frozen=True, slots=True)
class Change:
    """When a change to beliefs is made, by which operation, and how new texts are embedded."""

    now: datetime
    operation: str
    embed: Embed


@dataclass(slots=True)
class _Writes:
    """What one recomputation writes, collected over its slots."""

    expired: list[str] = field(default_factory=list[str])
    added: list[Row] = field(default_factory=list[Row])
    facts: list[Row] = field(default_factory=list[Row])
    relations: dict[str, list[Row]] = field(default_factory=dict[str, list[Row]])

    def relate(self, kind: str, rows: Iterable[Row]) -> None:
        self.relations.setdefault(kind, []).extend(rows)


async def recompute(tx: Transaction, slots: Iterable[str], change: Change) -> list[str]:
    """The ids of the facts whose timelines were looked at; the graph believes what the live assertions say now.

    Only differences are written: a version that is still right keeps its uuid and its time of knowledge.
    """
    touched: list[str] = []
    wanted = sorted(set(slots))
    for begin in range(0, len(wanted), _SLOTS_A_QUERY):
        rows = await tx.run("read/slots", slots=wanted[begin : begin + _SLOTS_A_QUERY])
        writes = _Writes()
        for row in rows:
            _collect(row, writes)
        await _write(tx, writes, change)
        touched += [row["fact_id"] for row in writes.facts]
    return touched


def _collect(row: Row, writes: _Writes) -> None:
    timeline = slot_timeline(deciding(row))
    change = difference([_believed(version) for version in row["versions"]], timeline)
    writes.expired += change.expired
    writes.added += [_version_row(segment) for segment in change.added]
    writes.facts += _fact_rows(row)
    _relate(row, timeline, writes)


def deciding(row: Row) -> list[Assertion]:
    """The assertions that decide about a slot, from its row of `read/slots`."""
    order = row.get("source_trust") or ()
    return [_assertion(found, order) for found in _entitled(row["assertions"])]


def _entitled(assertions: Sequence[Row]) -> Sequence[Row]:
    """Those that decide: where a source has spoken that may change such facts, only sources that may.

    A source that may not can thus add what nobody said, and change nothing. Assertions of before there were such rights
    keep theirs.
    """
    entitled = [row for row in assertions if row.get("may_update") is not False]
    return entitled or assertions


def _assertion(row: Row, order: Sequence[str]) -> Assertion:
    return Assertion(
        key=row["key"],
        claim=row["claim"],
        slot=row["slot"],
        single=row["single"],
        value=row["value_key"],
        polarity=Polarity(row["polarity"]),
        modality=Modality(row["modality"]),
        valid=Interval(row["from"], row["to"], Precision(row["precision"])),
        said_at=row["said_at"],
        confidence=row["confidence"],
        trust=trust_in(row["trust"], order),
    )


def _believed(row: Row) -> Believed:
    valid = Interval(row["valid_at"], row["invalid_at"], Precision(row["valid_precision"]))
    return Believed(row["uuid"], row["fact_id"], valid, row["rule"])


def _version_row(segment: Segment) -> Row:
    return {
        "uuid": new_uuid(),
        "fact_id": segment.claim,
        "valid_at": segment.valid.start,
        "invalid_at": segment.valid.end,
        "valid_precision": segment.valid.precision.value,
        "rule": segment.rule,
        "reason": _reason(segment.rule, segment.valid.end),
    }


def _reason(rule: str, at: datetime) -> str:
    return _REASONS[rule].format(at=at.isoformat().replace("+00:00", "Z"))


def _fact_rows(row: Row) -> list[Row]:
    """What each fact of the slot says of itself, from its live assertions; the latest wording wins."""
    by_claim: dict[str, list[Row]] = {}
    for assertion in row["assertions"]:
        by_claim.setdefault(assertion["claim"], []).append(assertion)
    rows: list[Row] = []
    for fact in row["facts"]:
        live = by_claim.get(fact["fact_id"], [])
        properties: Row = {"mention_count": len(live)}
        if live:
            latest = max(live, key=lambda a: (a["said_at"], a["confidence"], a["key"]))
            properties |= {name: latest.get(name) for name in DESCRIBED}
            properties["confidence"] = max(a["confidence"] for a in live)
            properties |= _weight(fact, live)
            properties["expires_at"] = max(a.get("expires_at") or OPEN_END for a in live)
        stale = properties.get("text", fact["text"]) != fact["text"]
        rows.append({"fact_id": fact["fact_id"], "properties": properties, "stale": stale or not fact["embedded"]})
    return rows


def _weight(fact: Row, live: Sequence[Row]) -> Row:
    """What decay starts from; an importance that has fallen since rises again only with something new said."""
    base, stated = max(a["importance"] for a in live), max(a["created_at"] for a in live)
    weight: Row = {"base_importance": base, "last_stated_at": stated}
    if (fact["base_importance"], fact["last_stated_at"]) != (base, stated):
        weight["importance"] = base
    return weight


def _relate(row: Row, timeline: Timeline, writes: _Writes) -> None:
    held = {(r["newer"], r["older"], r["at"], r["rule"]) for r in row["supersedes"]}
    wanted = {(r.newer, r.older, r.at, r.rule): r for r in timeline.replacements}
    writes.relate("superseded", [_replacement_row(r) for key, r in wanted.items() if key not in held])
    gone = held - set(wanted)
    writes.relate("unsuperseded", [{"newer": n, "older": o, "at": at, "rule": rule} for n, o, at, rule in sorted(gone)])
    contradicted = {(r["chosen"], r["other"]) for r in row["contradicts"]}
    now = set(timeline.contradictions)
    reason = "both were said of the same time with equal confidence and trust"
    fresh = sorted(now - contradicted)
    writes.relate("contradicted", [{"uuid": new_uuid(), "chosen": c, "other": o, "reason": reason} for c, o in fresh])
    writes.relate("uncontradicted", [{"chosen": c, "other": o} for c, o in sorted(contradicted - now)])


def _replacement_row(replacement: Replacement) -> Row:
    return {
        "newer": replacement.newer,
        "older": replacement.older,
        "at": replacement.at,
        "rule": replacement.rule,
        "reason": _reason(replacement.rule, replacement.at),
    }


async def _write(tx: Transaction, writes: _Writes, change: Change) -> None:
    stale = [row for row in writes.facts if row["stale"] and "text" in row["properties"]]
    vectors = await change.embed([row["properties"]["text"] for row in stale]) if stale else ()
    for row, vector in zip(stale, vectors, strict=True):
        row["embedding"] = vector
    facts = [{"embedding": None, **row} for row in writes.facts]
    await tx.run(
        "write/believe",
        expired=writes.expired,
        added=writes.added,
        facts=facts,
        operation=change.operation,
        now=change.now,
    )
    if any(writes.relations.values()):
        empty: dict[str, list[Row]] = {k: [] for k in ("superseded", "unsuperseded", "contradicted", "uncontradicted")}
        await tx.run("write/relate_facts", **{**empty, **writes.relations}, now=change.now)
    await tx.run("write/project", fact_ids=[row["fact_id"] for row in writes.facts])

"""The timeline of a slot as a pure function of the assertions in it, and the difference between two timelines.

Between two neighbouring dates the positive assertion with the latest start holds. Starts that may be equal at the
precision they were said in are ranked by confidence, then by trust in the source; when even these tie, one value is
chosen by a fixed order and the two facts contradict each other. A denial ends the value it denies from its own
start on. Nothing depends on the order in which assertions arrived, so backfill, A → B → A, reaffirmation, a bounded
fact inside an open one and the withdrawal of an assertion need no case of their own.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import pairwise

from graph_schema.corrections import with_corrections
from graph_schema.model import OPEN_END, Assertion, Interval, Polarity, Precision

_LENGTH = {
    Precision.SECOND: timedelta(seconds=1),
    Precision.MINUTE: timedelta(minutes=1),
    Precision.HOUR: timedelta(hours=1),
    Precision.PART_OF_DAY: timedelta(hours=12),
    Precision.DAY: timedelta(days=1),
    Precision.WEEK: timedelta(days=7),
    Precision.MONTH: timedelta(days=28),
    Precision.QUARTER: timedelta(days=90),
    Precision.SEASON: timedelta(days=90),
    Precision.YEAR: timedelta(days=365),
    Precision.DECADE: timedelta(days=3652),
}
"""How much later than its start something said at a precision may still have begun; shorter calendar units are used."""


@dataclass(frozen=True, slots=True)
class Segment:
    """A stretch of world time over which one claim holds.

    Attributes:
        rule: why it ends: `open`, `stated_end`, `single_value` or `denied`.
        assertion: key of the assertion it begins with.
    """

    claim: str
    valid: Interval
    rule: str
    assertion: str


@dataclass(frozen=True, slots=True)
class Replacement:
    """From `at` on, `newer` holds where `older` held before; `rule` is `single_value` or `denied`."""

    newer: str
    older: str
    at: datetime
    rule: str


@dataclass(frozen=True, slots=True)
class Timeline:
    """What a slot holds over world time.

    Attributes:
        segments: by claim then start; segments of one claim neither overlap nor touch.
        replacements: by `at`.
        contradictions: pairs (chosen claim, other claim) that tie in every respect, sorted.
    """

    segments: tuple[Segment, ...] = ()
    replacements: tuple[Replacement, ...] = ()
    contradictions: tuple[tuple[str, str], ...] = ()


def losing(assertions: Iterable[Assertion], kept: str, other: str) -> tuple[str, ...]:
    """Keys of the assertions to withdraw so that two claims no longer contradict each other and `kept` holds.

    What `other` states of another time, or surely, stays.

    Args:
        assertions: the live assertions of the slot, in any order.
        kept: the claim that is right.
        other: the claim that ties with it.
    """
    live = {assertion.key: assertion for assertion in assertions}
    gone: list[str] = []
    while True:
        ties = _Ties()
        _cells(live.values(), ties)
        tied = {key for pair in ties.assertions for key in pair if {live[k].claim for k in pair} == {kept, other}}
        found = sorted(key for key in tied if live[key].claim == other)
        if not found:
            return tuple(gone)
        gone += found
        live = {key: assertion for key, assertion in live.items() if key not in found}


@dataclass(slots=True)
class _Ties:
    """What ties in every respect: pairs (chosen, other) of claims, and of keys of assertions."""

    claims: set[tuple[str, str]] = field(default_factory=set[tuple[str, str]])
    assertions: set[tuple[str, str]] = field(default_factory=set[tuple[str, str]])


@dataclass(slots=True)
class _Cell:
    """The winners between two neighbouring bounds."""

    start: datetime
    end: datetime
    holder: Assertion | None
    denials: list[Assertion]


def slot_timeline(assertions: Iterable[Assertion]) -> Timeline:
    """The timeline of one slot.

    Args:
        assertions: the live assertions of the slot, in any order; empty intervals are ignored.
    """
    ties = _Ties()
    cells = _cells(assertions, ties)
    segments = [*_join_holders(cells), *_join_denials(cells)]
    return Timeline(
        tuple(sorted(segments, key=lambda s: (s.claim, s.valid.start))),
        tuple(sorted(_replacements(cells), key=lambda r: (r.at, r.older, r.newer))),
        tuple(sorted(ties.claims)),
    )


def _cells(assertions: Iterable[Assertion], ties: _Ties) -> list[_Cell]:
    live = sorted((a for a in with_corrections(assertions) if a.valid.start < a.valid.end), key=_order)
    positive = [a for a in live if a.polarity is Polarity.POSITIVE]
    negative = [a for a in live if a.polarity is Polarity.NEGATIVE]
    bounds = sorted({bound for a in live for bound in (a.valid.start, a.valid.end)})
    return [_cell(start, end, positive, negative, ties) for start, end in pairwise(bounds)]


def _cell(
    start: datetime,
    end: datetime,
    positive: Sequence[Assertion],
    negative: Sequence[Assertion],
    ties: _Ties,
) -> _Cell:
    holder = _winner([a for a in positive if _covers(a, start, end)], ties)
    denials: dict[str, Assertion] = {}
    for denial in (a for a in negative if _covers(a, start, end)):
        rivals = [a for a in positive if a.value == denial.value and _covers(a, start, end)]
        if _winner([denial, *rivals], ties) is denial:
            denials[denial.value] = denial
            if holder is not None and holder.value == denial.value:
                holder = None
    return _Cell(start, end, holder, list(denials.values()))


def _covers(assertion: Assertion, start: datetime, end: datetime) -> bool:
    return assertion.valid.start <= start and assertion.valid.end >= end


def _winner(candidates: Sequence[Assertion], ties: _Ties) -> Assertion | None:
    """The assertion that holds among those that cover a cell; ties with another claim are added to `ties`."""
    if not candidates:
        return None
    latest = max(candidate.valid.start for candidate in candidates)
    rivals = [c for c in candidates if c.valid.start == latest or _latest_start(c) > latest]
    best = max(rivals, key=lambda c: (c.confidence, c.trust, c.valid.start, *_order(c)))
    for other in rivals:
        if other.claim != best.claim and (other.confidence, other.trust) == (best.confidence, best.trust):
            ties.claims.add((best.claim, other.claim))
            ties.assertions.add((best.key, other.key))
    return best


def _latest_start(assertion: Assertion) -> datetime:
    """The latest moment the claim may have begun: within its precision, and not after it was said to hold."""
    start, length = assertion.valid.start, _LENGTH.get(assertion.valid.precision)
    if length is None or OPEN_END - start < length:
        return start
    return min(start + length, max(start, assertion.said_at))


def _order(assertion: Assertion) -> tuple[datetime, str, str, str]:
    """A total order that does not depend on arrival."""
    return (assertion.said_at, assertion.value, assertion.polarity, assertion.key)


def _join_holders(cells: Sequence[_Cell]) -> list[Segment]:
    """Neighbouring cells with the same claim become one segment."""
    segments: list[Segment] = []
    for index, cell in enumerate(cells):
        if cell.holder is None:
            continue
        rule = _end_rule(cell.holder, cells[index + 1] if index + 1 < len(cells) else None)
        _append(segments, cell.holder, cell, rule)
    return segments


def _end_rule(holder: Assertion, following: _Cell | None) -> str:
    if following is None:
        return "stated_end"
    if any(denial.value == holder.value for denial in following.denials):
        return "denied"
    return "single_value" if following.holder is not None else "stated_end"


def _join_denials(cells: Sequence[_Cell]) -> list[Segment]:
    by_claim: dict[str, list[Segment]] = {}
    for cell in cells:
        for denial in cell.denials:
            _append(by_claim.setdefault(denial.claim, []), denial, cell, "stated_end")
    return [segment for segments in by_claim.values() for segment in segments]


def _append(segments: list[Segment], holder: Assertion, cell: _Cell, rule: str) -> None:
    if cell.end >= OPEN_END:
        rule = "open"
    last = segments[-1] if segments else None
    if last is not None and last.claim == holder.claim and last.valid.end == cell.start:
        joined = Interval(last.valid.start, cell.end, last.valid.precision)
        segments[-1] = Segment(last.claim, joined, rule, last.assertion)
        return
    precision = holder.valid.precision if holder.valid.start == cell.start else Precision.TURN
    segments.append(Segment(holder.claim, Interval(cell.start, cell.end, precision), rule, holder.key))


def _replacements(cells: Sequence[_Cell]) -> set[Replacement]:
    found: set[Replacement] = set()
    for before, after in pairwise(cells):
        old, new = before.holder, after.holder
        if old is None or (new is not None and new.claim == old.claim):
            continue
        denial = next((d for d in after.denials if d.value == old.value), None)
        if denial is not None:
            found.add(Replacement(denial.claim, old.claim, after.start, "denied"))
        elif new is not None:
            found.add(Replacement(new.claim, old.claim, after.start, "single_value"))
    return found


@dataclass(frozen=True, slots=True)
class Believed:
    """A version believed at present, as the graph holds it."""

    uuid: str
    claim: str
    valid: Interval
    rule: str


@dataclass(frozen=True, slots=True)
class Difference:
    """What to write so that the graph believes a timeline: versions to end, and segments to add."""

    expired: tuple[str, ...]
    added: tuple[Segment, ...]


def difference(believed: Iterable[Believed], timeline: Timeline) -> Difference:
    """The versions that are no longer right and the segments that are new; equal ones are left alone."""
    held = {(b.claim, b.valid, b.rule): b.uuid for b in believed}
    wanted = {(s.claim, s.valid, s.rule): s for s in timeline.segments}
    expired = sorted(uuid for key, uuid in held.items() if key not in wanted)
    return Difference(tuple(expired), tuple(segment for key, segment in wanted.items() if key not in held))

"""The times of a model's claim: it says which words date it, our grammar says what they mean."""

from __future__ import annotations

from dataclasses import replace

from extractors.facts.claim import LONGEST_OCCURRENCE, Claim
from extractors.facts.scene import Scene
from extractors.llm.locate import Span
from graph_schema.model import OPEN_START, FactKind, Interval, Modality
from graph_schema.predicates import Temporal

_DATED = frozenset({"due", "scheduled_for", "eta"})
"""States whose date is one of what they are about."""
_AHEAD = frozenset({"todo", "plans"})
"""Always of what is yet to be done."""
_DATED_KINDS = frozenset({FactKind.EVENT, FactKind.TASK})


def interval_of(place: Span | None, scene: Scene) -> Interval | None:
    """The interval of the longest time expression that overlaps the place, None where there is none."""
    if place is None:
        return None
    found = [t for t in scene.document.times if t.interval and t.start < place[1] and place[0] < t.end]
    return max(found, key=lambda time: time.end - time.start).interval if found else None


def timed(claim: Claim, interval: Interval | None, role: str, scene: Scene) -> Claim:
    """The claim with its kind, modality and times; what is yet to happen is a plan, whatever the model called it."""
    entry = scene.catalogue.get(claim.predicate)
    deed = claim.predicate not in scene.catalogue and role == "at"
    event = deed or entry.temporal is Temporal.EVENT
    ahead = claim.predicate in _AHEAD or (event and interval is not None and interval.start > scene.turn.valid_at)
    planned = claim.modality is Modality.PLANNED or ahead
    if planned:
        kind = FactKind.EVENT if entry.kind is FactKind.FACT else None
        return replace(claim, modality=Modality.PLANNED, kind=kind, occurs=interval)
    if event:
        return replace(claim, kind=FactKind.EVENT if deed else None, past=True, **_happened(interval))
    if interval is None:
        return claim
    if claim.predicate in _DATED or entry.kind in _DATED_KINDS:
        return replace(claim, occurs=interval)
    valid = _validity(interval, role)
    return replace(claim, valid=valid, past=valid.end <= scene.turn.valid_at)


def _happened(interval: Interval | None) -> dict[str, Interval | None]:
    if interval is None or interval.end - interval.start > LONGEST_OCCURRENCE:
        return {}
    return {"occurs": interval, "valid": Interval(interval.start, precision=interval.precision)}


def _validity(interval: Interval, role: str) -> Interval:
    if role == "since":
        return Interval(interval.start, precision=interval.precision)
    return Interval(OPEN_START, interval.end, interval.precision) if role == "until" else interval

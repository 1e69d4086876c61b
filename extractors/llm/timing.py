"""The times of a model's claim: it says which words date it, our grammar says what they mean."""

from __future__ import annotations

from dataclasses import replace

from extractors.facts.claim import LONGEST_OCCURRENCE, Claim
from extractors.facts.scene import Scene
from extractors.llm.locate import Span
from graph_schema.model import OPEN_START, FactKind, Interval, Modality
from graph_schema.predicates import Temporal


def interval_of(place: Span | None, scene: Scene) -> Interval | None:
    """The interval of the longest time expression that overlaps the place, None where there is none."""
    if place is None:
        return None
    found = [t for t in scene.document.times if t.interval and t.start < place[1] and place[0] < t.end]
    return max(found, key=lambda time: time.end - time.start).interval if found else None


def timed(claim: Claim, interval: Interval | None, role: str, scene: Scene) -> Claim:
    """The claim with its modality and times; what is yet to happen is a plan, whatever the model called it."""
    entry = scene.catalogue.get(claim.predicate)
    happens = entry.temporal is Temporal.EVENT or claim.modality is Modality.PLANNED or role == "at"
    if interval is None:
        return replace(claim, past=entry.temporal is Temporal.EVENT and claim.modality is Modality.ASSERTED)
    if happens and role not in ("since", "until"):
        ahead = interval.start > scene.turn.valid_at and entry.temporal is Temporal.EVENT
        planned = claim.modality is Modality.PLANNED or ahead
        short = interval.end - interval.start <= LONGEST_OCCURRENCE
        return replace(
            claim,
            modality=Modality.PLANNED if planned else claim.modality,
            kind=FactKind.EVENT if planned and entry.kind is FactKind.FACT else claim.kind,
            occurs=interval if short else None,
            past=not planned and entry.temporal is Temporal.EVENT,
        )
    valid = _validity(interval, role)
    return replace(claim, valid=valid, past=valid.end <= scene.turn.valid_at)


def _validity(interval: Interval, role: str) -> Interval:
    if role == "until":
        return Interval(OPEN_START, interval.end, interval.precision)
    return interval if role == "during" else Interval(interval.start, precision=interval.precision)

"""The tense of a claim: a state with its bounds, an event with its date, a plan, or the end of something."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from extractors.facts.claim import Claim
from extractors.facts.english.clauses import Clause, Tense
from extractors.facts.english.dating import Dating, planned
from extractors.facts.scene import Scene
from graph_schema.model import OPEN_START, FactKind, Interval, Modality, Polarity
from graph_schema.predicates import Temporal

_PAST_TASTES = frozenset({"likes", "loves"})
_PRESENT_ONLY = frozenset(
    {"wants", "needs", "eats", "plays", "practises", "works_on", "uses", "speaks", "prefers", "includes"}
)
_GOINGS = frozenset({"visited", "attended", "moved_to", "met"})
_MOTIONS = frozenset({"go", "move", "fly", "travel", "drive", "relocate", "visit", "meet", "attend"})
_LASTING = frozenset({"read", "watched", "learned", "created", "wrote", "attended", "painted"})


def timed(claim: Claim, clause: Clause, when: Dating, scene: Scene, *, begins: bool = False) -> Iterator[Claim]:
    """The claim with its modality and times, by whether it is a state, an event or a plan."""
    entry = scene.catalogue.get(claim.predicate)
    past = clause.tense in (Tense.PAST, Tense.PERFECT)
    unlisted = claim.predicate not in scene.catalogue
    tasted = clause.tense is Tense.PAST and not clause.former and not clause.negated
    if claim.predicate in _PAST_TASTES and tasted:
        yield replace(claim, predicate="enjoyed", past=True, **_happened(when))
        return
    lasted = clause.tense is Tense.PAST and not clause.former and not begins
    if entry.name in _PRESENT_ONLY and lasted and not claim.ended:
        return
    if entry.name == "plans" or _is_under_way(clause, claim.predicate):
        yield replace(claim, modality=Modality.PLANNED, occurs=when.occurs, kind=_plan_kind(entry.kind))
        return
    if planned(clause, when.occurs, scene):
        if not _is_plan(claim, clause, when, unlisted=unlisted):
            return
        yield replace(
            claim,
            modality=Modality.PLANNED,
            occurs=when.occurs,
            confidence=claim.confidence * 0.95,
            kind=_plan_kind(entry.kind),
        )
        return
    if claim.polarity is Polarity.NEGATIVE and claim.ended:
        yield replace(claim, valid=_from(when), occurs=None)
        return
    if entry.temporal is Temporal.EVENT and clause.tense is Tense.PROGRESSIVE and not clause.negated:
        if claim.predicate in _LASTING:
            yield replace(claim, occurs=when.occurs)
        return
    if entry.temporal is Temporal.EVENT or (unlisted and past and not clause.former):
        kind = FactKind.EVENT if unlisted else entry.kind
        if clause.tense is Tense.PRESENT and unlisted is False and entry.kind is FactKind.EVENT and not clause.negated:
            return
        yield replace(claim, kind=kind, past=True, **_happened(when))
        return
    yield from _state(claim, clause, when, scene, begins=begins or clause.begun)


def _is_under_way(clause: Clause, predicate: str) -> bool:
    """Whether a present progressive of going is a plan: "I'm going to a conference", "she is moving to Rome"."""
    return clause.tense is Tense.PROGRESSIVE and predicate in _GOINGS and clause.verb.lemma_ in _MOTIONS


def _is_plan(claim: Claim, clause: Clause, when: Dating, *, unlisted: bool) -> bool:
    """A future counts as a plan with a date, with a named object, or where someone says that he plans it."""
    if when.occurs is not None:
        return True
    intends = any(verb.lemma_ in ("plan", "go", "intend", "aim") for verb in clause.chain[:-1])
    return not unlisted and (intends or not isinstance(claim.object, str))


def _plan_kind(kind: FactKind) -> FactKind:
    return FactKind.EVENT if kind is FactKind.FACT else kind


def _happened(when: Dating) -> dict[str, Interval | None]:
    occurs = when.occurs
    return {"occurs": occurs, "valid": Interval(occurs.start, precision=occurs.precision) if occurs else None}


def _from(when: Dating) -> Interval | None:
    return Interval(when.occurs.start, precision=when.occurs.precision) if when.occurs else None


def _state(claim: Claim, clause: Clause, when: Dating, scene: Scene, *, begins: bool) -> Iterator[Claim]:
    ended_before = clause.former or (clause.tense is Tense.PAST and not begins)
    if begins or not ended_before:
        yield replace(claim, valid=when.valid or (_from(when) if begins else None))
        return
    if clause.negated and not clause.former:
        yield replace(claim, valid=when.occurs, past=True)
        return
    valid = when.occurs or when.valid
    if valid is None or valid.end > scene.turn.valid_at:
        valid = Interval(
            valid.start if valid else OPEN_START,
            scene.turn.valid_at,
            valid.precision if valid else Interval(OPEN_START).precision,
        )
    if valid.start >= valid.end:
        return
    yield replace(claim, valid=valid, past=True)
    if clause.former:
        yield replace(claim, polarity=Polarity.NEGATIVE, ended=True, confidence=claim.confidence * 0.95)

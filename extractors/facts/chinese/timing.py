"""The tense of a Chinese claim: a state with its bounds, an event with its date, a plan, or the end of something."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta

from extractors.facts.chinese.middle import Dating, Middle, ended_before
from extractors.facts.chinese.saying import Saying
from extractors.facts.claim import Claim
from extractors.facts.scene import Scene
from graph_schema.model import OPEN_START, FactKind, Interval, Modality, Polarity, Precision
from graph_schema.predicates import Predicate, Temporal

DONE = re.compile(r"了|过|完|的是")
_GOING_ON = re.compile(r"现在|目前|如今|至今|一直|开始|起|以来|还|了|已经|刚")
_DAYS = frozenset({Precision.DAY, Precision.PART_OF_DAY, Precision.HOUR, Precision.MINUTE})
_REFUSING = frozenset({"不", "并不"})
"""Denials that refuse a deed to come and say nothing of one that was not done."""
_VALUES = frozenset({"due", "birthday", "scheduled_for", "budget"})
"""Predicates whose time is their value and dates no state."""


def timed(claim: Claim, before: Middle, when: Dating, said: Saying, scene: Scene) -> Iterator[Claim]:
    """The claim with its polarity, modality and times."""
    entry = scene.catalogue.get(claim.predicate)
    tail = scene.content[said.at : said.end]
    if before.negated and entry.temporal is Temporal.EVENT and _says_nothing(claim, before):
        return
    ended = before.ended or (before.negated and tail.endswith("了") and entry.temporal is Temporal.STATE)
    if before.negated:
        claim = replace(claim, polarity=Polarity.NEGATIVE, ended=ended)
    elif claim.polarity is Polarity.NEGATIVE:
        yield claim
        return
    now = Interval(scene.turn.valid_at)
    if claim.past and claim.predicate == "lives_in":
        until = when.occurs.start if when.occurs else scene.turn.valid_at
        yield replace(claim, valid=Interval(OPEN_START, until))
    elif claim.predicate == "todo":
        yield replace(claim, occurs=when.occurs)
    elif claim.predicate in _VALUES:
        yield replace(claim, occurs=when.occurs if claim.predicate != "birthday" else None)
    elif before.planned or is_coming(when, tail, scene) or _is_on(entry, when, tail, scene):
        if not before.planned or when.occurs is not None or before.words[-1] not in ("会", "要", "得"):
            yield plan(claim, when, scene)
    elif ended:
        yield replace(claim, valid=since(when))
    elif before.former and entry.temporal is Temporal.STATE:
        yield replace(claim, valid=ended_before(when, now), past=True)
        yield replace(claim, polarity=Polarity.NEGATIVE, ended=True, confidence=claim.confidence * 0.95)
    elif entry.temporal is Temporal.EVENT:
        if _happened(claim, tail, before, when):
            yield replace(claim, occurs=when.occurs, valid=since(when), past=True)
    elif _is_over(when, before, said, scene):
        yield replace(claim, valid=when.occurs, past=True)
    else:
        yield replace(claim, valid=when.valid or (since(when) if before.begun else None))


def _is_over(when: Dating, before: Middle, said: Saying, scene: Scene) -> bool:
    """Whether a state is placed in a stretch of time that has passed: 2018年到2022年我住在南通."""
    if when.occurs is None or when.valid is not None or before.begun or before.negated:
        return False
    stretch = when.occurs.precision not in _DAYS and when.occurs.start > OPEN_START
    going_on = _GOING_ON.search(scene.content[said.piece.start : said.end]) is not None
    return stretch and when.occurs.end <= scene.turn.valid_at and not going_on


def plan(claim: Claim, when: Dating, scene: Scene) -> Claim:
    """The claim as something to come, at the time or from the time that the clause gives."""
    kind = scene.catalogue.get(claim.predicate).kind
    return replace(
        claim,
        modality=Modality.PLANNED,
        occurs=when.occurs or when.valid,
        kind=FactKind.EVENT if kind is FactKind.FACT else kind,
        confidence=claim.confidence * 0.95,
    )


def is_coming(when: Dating, tail: str, scene: Scene) -> bool:
    """Whether the clause is about a time after the turn; 了 may place an hour of the same day in the past."""
    given = when.occurs or when.valid
    if given is None or given.start <= scene.turn.valid_at:
        return False
    return not DONE.search(tail) or given.start > scene.turn.valid_at + timedelta(days=1)


def _is_on(entry: Predicate, when: Dating, tail: str, scene: Scene) -> bool:
    """Whether a deed without 了 or 过 is set for the very day of the turn: 我今天飞往上海."""
    on = when.occurs
    if entry.temporal is Temporal.STATE or on is None:
        return False
    return on.precision in _DAYS and on.end > scene.turn.valid_at and not DONE.search(tail)


def _says_nothing(claim: Claim, before: Middle) -> bool:
    """Whether a denied event tells neither that it was not done nor what was decided: 不去, 还没决定."""
    return claim.predicate == "decided" or (
        not before.ended and before.words[-1:] != [] and before.words[-1] in _REFUSING
    )


def _happened(claim: Claim, tail: str, before: Middle, when: Dating) -> bool:
    """An event counts with an aspect particle, a date or a denial; a bare verb may be a habit."""
    lasting = claim.predicate in ("graduated_from", "born_in", "learned", "decided", "read")
    return lasting or before.negated or bool(DONE.search(tail)) or when.occurs is not None


def since(when: Dating) -> Interval | None:
    """The stretch that opens with the clause's date."""
    return Interval(when.occurs.start, precision=when.occurs.precision) if when.occurs else None

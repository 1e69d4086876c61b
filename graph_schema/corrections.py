"""Corrections in a slot: what was said before is taken back, and what is right now was so from its beginning on.

An assertion that holds from ever without end, undated, sets right what was said before it: a denial takes back every
earlier mention of its value, a positive one takes the place of the value that was denied with it, else of the value
said last. Where nothing was said before, it holds from when it was said.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime

from graph_schema.model import OPEN_END, OPEN_START, Assertion, Interval, Polarity, Precision


def with_corrections(assertions: Iterable[Assertion]) -> list[Assertion]:
    """The assertions of a slot, in any order: the wrong ones left out, the right ones from their beginning on."""
    live = list(assertions)
    if not any(map(_corrects, live)):
        return live
    for correction in sorted(filter(_corrects, live), key=_turn):
        live = _applied(correction, live)
    return live


def _corrects(assertion: Assertion) -> bool:
    valid = assertion.valid
    return valid.start == OPEN_START and valid.end == OPEN_END and valid.precision is Precision.TURN


def _turn(correction: Assertion) -> tuple[datetime, bool, str]:
    """By time; what is right before what was wrong, whose beginning it takes."""
    return (correction.said_at, correction.polarity is Polarity.NEGATIVE, correction.key)


def _applied(correction: Assertion, live: Sequence[Assertion]) -> list[Assertion]:
    others = [a for a in live if a.key != correction.key]
    if correction.polarity is Polarity.NEGATIVE:
        kept = [a for a in others if a.value != correction.value or not _before(a, correction)]
        return [*kept, replace(correction, valid=Interval(correction.said_at))]
    wrong = _taken_back(correction, others)
    start = min((a.valid.start for a in wrong), default=correction.said_at)
    gone = {a.key for a in wrong if a.value != correction.value}
    return [*(a for a in others if a.key not in gone), replace(correction, valid=Interval(_said(start, correction)))]


def _said(start: datetime, correction: Assertion) -> datetime:
    return min(start, correction.said_at) if start != OPEN_START else correction.said_at


def _taken_back(correction: Assertion, others: Sequence[Assertion]) -> list[Assertion]:
    """What a positive correction replaces: what was denied with it, else what was last said to be so."""
    said = [a for a in others if a.polarity is Polarity.POSITIVE and _before(a, correction)]
    denied = {a.value for a in others if a.polarity is Polarity.NEGATIVE and a.said_at == correction.said_at}
    named = [a for a in said if a.value in denied]
    if named or not said:
        return named
    last = max(a.said_at for a in said)
    value = max((a.value, a.key) for a in said if a.said_at == last)[0]
    return [a for a in said if a.value == value and a.valid.end == OPEN_END]


def _before(assertion: Assertion, correction: Assertion) -> bool:
    return assertion.said_at < correction.said_at

"""Which time expression belongs to a clause, and whether it bounds a state or dates an event."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime, timedelta

from spacy.tokens import Token

from extractors.candidates import TimeMention
from extractors.facts.english.clauses import Clause, Tense
from extractors.facts.scene import Scene
from graph_schema.model import OPEN_END, OPEN_START, Interval, Modality, Precision

_DURATION = re.compile(r"P(\d+)([YMWD])")
_DAYS = {"Y": 365.25, "M": 30.44, "W": 7.0, "D": 1.0}
_PRECISIONS = {"Y": Precision.YEAR, "M": Precision.MONTH, "W": Precision.WEEK, "D": Precision.DAY}
_REPEATED = re.compile(
    r"\b(?:mornings|afternoons|evenings|nights|weekends|(?:mon|tues|wednes|thurs|fri|satur|sun)days)$", re.I
)
"""Times that come again and again and date nothing."""
_CLAUSE_HEADS = frozenset({"ROOT", "conj", "ccomp", "relcl", "advcl", "parataxis"})


@dataclass(frozen=True, slots=True)
class Dating:
    """When a clause holds or happens.

    Attributes:
        occurs: when an event or plan takes place.
        valid: bounds that the text gives a state.
    """

    occurs: Interval | None = None
    valid: Interval | None = None


def dating(clause: Clause, scene: Scene) -> Dating:
    """The time that the clause gives itself."""
    found = _times_of(clause, scene)
    occurs: Interval | None = None
    start: datetime | None = None
    end: datetime | None = None
    precision = Precision.TURN
    for time in found:
        word = _preposition(time, clause.verb.doc, scene)
        interval = time.interval
        if _REPEATED.search(time.text):
            continue
        if interval is None:
            begun = _elapsed(time, word, clause, scene)
            if begun:
                start, precision = begun.start, begun.precision
        elif word in ("until", "till", "til", "through"):
            end = interval.end if interval.start == OPEN_START else interval.start
        elif word == "since" or (word == "from" and clause.tense is not Tense.PAST and interval.end == OPEN_END):
            start, precision = interval.start, interval.precision
        elif word != "for" or clause.modality is Modality.PLANNED:
            occurs = occurs or interval
    valid = None
    if start is not None or end is not None:
        begin = start if start is not None else _undated_start(clause, scene)
        valid = Interval(begin, end if end is not None else OPEN_END, precision)
        valid = valid if valid.start < valid.end else None
    return Dating(occurs, valid)


def _undated_start(clause: Clause, scene: Scene) -> datetime:
    return OPEN_START if clause.tense is Tense.PAST else scene.turn.valid_at


def _times_of(clause: Clause, scene: Scene) -> list[TimeMention]:
    heads = {token.i for token in clause.chain} | {clause.matrix.i, clause.verb.i}
    own = [time for time in scene.document.times if _clause_head(time, clause.verb, scene) in heads]
    shared = (
        clause.matrix.dep_ == "conj"
        and not own
        and not any(c.dep_ in ("nsubj", "nsubjpass") for c in clause.matrix.children)
    )
    if shared:
        first = clause.matrix.head
        own = [t for t in scene.document.times if _clause_head(t, clause.verb, scene) == first.i and t.end <= first.idx]
    return own


def _clause_head(time: TimeMention, anchor: Token, scene: Scene) -> int | None:
    """The verb of the clause that the expression stands in, nested participles passed over."""
    span = anchor.doc.char_span(time.start, time.end, alignment_mode="expand")
    if span is None or span.root.sent.start != anchor.sent.start:
        return None
    token = span.root
    while True:
        if token.pos_ in ("VERB", "AUX") and token.dep_ in _CLAUSE_HEADS | {"xcomp"}:
            return token.i
        if token.head == token:
            return token.i
        token = token.head


def _preposition(time: TimeMention, doc: object, scene: Scene) -> str:
    """The word that introduces the expression, inside or before it."""
    inside = time.text.split()[0].lower() if time.text.split() else ""
    if inside in ("since", "until", "till", "from", "through"):
        return inside
    before = scene.content[: time.start].rstrip().lower().rsplit(None, 1)
    return before[-1].strip(",.;:(") if before else ""


def _elapsed(time: TimeMention, word: str, clause: Clause, scene: Scene) -> Interval | None:
    """The start, as long ago as is said, of "I have lived here for five years"."""
    match = _DURATION.fullmatch(time.timex)
    if match is None or word != "for" or clause.tense not in (Tense.PERFECT, Tense.PROGRESSIVE):
        return None
    amount, unit = int(match[1]), match[2]
    try:
        start = scene.turn.valid_at - timedelta(days=amount * _DAYS[unit])
    except OverflowError:
        return None
    return Interval(start, precision=_PRECISIONS[unit])


def is_future(occurs: Interval | None, scene: Scene) -> bool:
    """Whether an occurrence lies wholly after the turn."""
    return occurs is not None and occurs.start > scene.turn.valid_at


def planned(clause: Clause, occurs: Interval | None, scene: Scene) -> bool:
    """Whether the clause speaks of what is still to come."""
    return clause.modality is Modality.PLANNED or (is_future(occurs, scene) and clause.tense is not Tense.PAST)

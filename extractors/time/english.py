"""Finds English time expressions: by the grammar of this package first, by date-wrangler where that sees none."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime, time

import date_wrangler

from extractors.document import Document, Sentence
from extractors.time.common import Direction, Found, Reading, Span
from extractors.time.english_anchors import starts
from extractors.time.english_ranges import RangeReader
from extractors.time.english_words import tokenize
from extractors.words import words
from graph_schema.model import Precision

_ALSO_NAMES = frozenset({"Jan", "April", "May", "June", "Jun", "August"})
"""Months that are people's names as well."""
_DOING = re.compile(
    r" (?:lives?|works?|moved|likes?|loves?|said|told|speaks?|"
    r"married|studies|study|plays?|owns?|leads?|joined|left|got|wants?|hates?|bought|uses?|reports?)\b|['’]s (?!\d)"
)
_NAMING = re.compile(
    r"\b(?:\w*mate|friend|brother|sister|manager|boss|cousin|wife|husband|son|daughter|partner|name|colleague) is $"
    r"|\b(?:called|named) $|\b(?!Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[A-Z][a-z]+ and $"
)
_CONFIG = date_wrangler.WranglerConfig(fiscal=date_wrangler.FiscalCalendar(start_month=1))
_GRAINS = {
    "day": Precision.DAY,
    "week": Precision.WEEK,
    "month": Precision.MONTH,
    "quarter": Precision.QUARTER,
    "year": Precision.YEAR,
}


def find(text: str, start: int, end: int, now: datetime) -> list[Found]:
    """The time expressions of `text[start:end]` in order, `now` being the speaker's wall clock."""
    tokens = tokenize(text, start, end)
    reader = RangeReader(tokens, now)
    found: list[Found] = []
    reached = 0
    for at in starts(tokens):
        read = _read(reader, at) if at >= reached else None
        if read is not None and not _names_somebody(text, tokens[at].start, tokens[read[1] - 1].end):
            reading, reached = read
            found.append(Found(tokens[at].start, tokens[reached - 1].end, reading))
    return sorted([*found, *_by_library(text, start, end, now, found)], key=lambda item: item.start)


def _names_somebody(text: str, start: int, end: int) -> bool:
    """Whether a month's name stands where a person's does: "Eva and Jan live in Lyon", "my flatmate is Jun"."""
    if text[start:end] not in _ALSO_NAMES:
        return False
    return _DOING.match(text, end) is not None or _NAMING.search(text[:start]) is not None


def _read(reader: RangeReader, at: int) -> tuple[Reading, int] | None:
    """The expression at a token; dates beyond the calendar are none."""
    try:
        return reader.expression(at)
    except (OverflowError, ValueError):
        return None


def _by_library(text: str, start: int, end: int, now: datetime, found: list[Found]) -> Iterator[Found]:
    for match in date_wrangler.parse(text[start:end], today=now.date(), config=_CONFIG):
        left, right = start + match.span[0], start + match.span[1]
        if any(item.start < right and left < item.end for item in found) or match.confidence < 1.0:
            continue
        if (match.text.isalpha() or match.text.isdecimal()) or (match.start is None and match.end is None):
            continue
        first = datetime.combine(match.start, time.min) if match.start else None
        last = datetime.combine(match.end, time.min) if match.end else None
        single = first is not None and last is not None and (last - first).days == 1
        precision = _GRAINS.get(str(getattr(match.range.grain, "value", "")).lower(), Precision.DAY)
        yield Found(left, right, Reading("date" if single else "daterange", (Span(first, last, precision),)))


_PAST_TAGS = frozenset(("VBD",))
_FUTURE_WORDS = words("will 'll wo shall going gonna plan hope want should must let")


def direction(document: Document, sentence: Sentence, at: int) -> Direction:
    """Which way an open date points: back where the verb nearest to it is in the past, else to what is coming."""
    span = document.span(sentence)
    if span is None:
        return Direction.COMING
    verbs = [token for token in span if token.pos_ in ("VERB", "AUX")]
    nearest = min(verbs, key=lambda token: abs(token.idx - at), default=None)
    if nearest is None:
        return Direction.COMING
    helpers = [child for child in nearest.children if child.dep_ in ("aux", "auxpass")]
    words_near = {token.lower_ for token in (nearest, nearest.head, *helpers)}
    if words_near & _FUTURE_WORDS:
        return Direction.COMING
    past = nearest.tag_ in _PAST_TAGS or any(token.tag_ in _PAST_TAGS for token in helpers)
    perfect = nearest.tag_ == "VBN" and any(token.lemma_ == "have" for token in helpers)
    passive = nearest.tag_ in ("VBN", "VBG") and nearest.head.tag_ in _PAST_TAGS
    return Direction.PAST if past or perfect or passive else Direction.COMING

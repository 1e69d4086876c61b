"""Parts of periods: their halves, middles and ends, the days and weeks in them, the weekday beside a day."""

from __future__ import annotations

from datetime import timedelta

from extractors.time import calendar
from extractors.time.calendar import DAY
from extractors.time.common import Span
from graph_schema.model import Precision


def weekday_beside(span: Span, weekday: int, sign: int) -> Span:
    """The nearest such weekday before a day (-1), after it (1), or from it on (0)."""
    start = span.start
    assert start is not None
    if sign < 0:
        moment = start - DAY * ((start.weekday() - weekday - 1) % 7 + 1)
    else:
        moment = start + DAY * ((weekday - start.weekday() - sign) % 7 + sign)
    return Span(moment, moment + DAY, Precision.DAY)


def pieces(span: Span, unit: str) -> list[Span]:
    """The days, weeks or months of a period, in order; the weeks are those whose Thursday lies in it."""
    if unit == "week":
        return calendar.weeks_of(span)
    pieces: list[Span] = []
    current = span.start
    while current and span.end and current < span.end and len(pieces) < 400:
        piece = calendar.period(unit, current)
        pieces.append(piece)
        current = piece.end
    return pieces


def part(span: Span, name: str) -> Span:
    """The first, middle or last part: a month's halves and middle third, a year's outer thirds, else halves."""
    start, end = span.start, span.end
    assert start is not None and end is not None
    if span.precision is Precision.MONTH:
        cuts = {"start": (0, 15), "mid": (9, 20), "end": (15, (end - start).days)}
        first, last = cuts[name]
        return Span(start + DAY * first, start + DAY * last, Precision.WEEK)
    if span.precision is Precision.YEAR:
        first, last = {"start": (0, 4), "mid": (4, 8), "end": (8, 12)}[name]
        return Span(calendar.add_months(start, first), calendar.add_months(start, last), Precision.QUARTER)
    third = (end - start) / 3
    half = DAY * ((end - start).days // 2)
    return {
        "start": Span(start, end - half, span.precision),
        "mid": Span(start + third, end - third, span.precision),
        "end": Span(start + half, end, span.precision),
    }[name]


def half(span: Span, name: str) -> Span:
    """The first or second half of a period, a year's to the month."""
    if span.precision is not Precision.YEAR or span.start is None:
        return part(span, name)
    middle = calendar.add_months(span.start, 6)
    return Span(span.start, middle, Precision.QUARTER) if name == "start" else Span(middle, span.end, Precision.QUARTER)


def last_second(span: Span) -> Span:
    """The last second of a day."""
    assert span.end is not None
    return Span(span.end - timedelta(seconds=1), span.end, Precision.DAY)


def half_day(span: Span, hours: int) -> Span:
    """The hours before noon, or those after it where `hours` is negative."""
    assert span.start is not None and span.end is not None
    noon = span.start + timedelta(hours=12)
    return Span(span.start, noon, Precision.PART_OF_DAY) if hours > 0 else Span(noon, span.end, Precision.PART_OF_DAY)

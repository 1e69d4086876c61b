"""Reads English ranges and open ends: from May to July, between 3 and 12 of September, before 2018, since August."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime

from extractors.time import calendar
from extractors.time.common import Reading, Span, midnight
from extractors.time.english_base import Read
from extractors.time.english_open import OpenReader, same_time, start_of
from graph_schema.model import Precision

_TO = frozenset(("to", "-", "–", "—", "~", "until", "till", "through", "thru"))
_CALLING = ("at", "around", "circa", "approximately")
_ARTICLES = ("the", "on", "in", "about", "around", "approximately")


class RangeReader(OpenReader):
    """Every English time expression."""

    def expression(self, at: int) -> Read:
        """The longest time expression that starts at a token."""
        reads: list[Callable[[int], Read]] = [
            self.repeated,
            self.open_ended,
            self.range,
            self.measured,
            self.to_date,
            self.now_words,
            self._called_point,
            self.duration,
        ]
        return self.longest(read(at) for read in reads)

    def _called_point(self, at: int) -> Read:
        called = self.word(at) in _CALLING or self.word(at - 1) in _CALLING
        start = at + 1 if self.word(at) in _CALLING else at
        return self.point(start, called) or (self.point(at) if start > at else None)

    def to_date(self, at: int) -> Read:
        """Everything up to now: `to date`."""
        if (
            self.word(at) != "to"
            or self.word(at + 1) != "date"
            or self.word(at + 2) == "from"
            or self.word(at - 1) == "up"
        ):
            return None
        return Reading("daterange", (Span(None, midnight(self.now), Precision.DAY),)), at + 2

    def range(self, at: int) -> Read:
        """From one point to another; the end is the moment the second begins, or its end where `the end of` is said."""
        opener = self.word(at) if self.word(at) in ("from", "between", "in") else ""
        start = self.skip(at + 1, "from", *_ARTICLES) if opener else self.skip(at, "from")
        left = self._end(start)
        joins = self._joins(left, opener, start) if left else []
        candidates = [self._bare_start(start, opener), *(self._joined(left, join) for join in joins if left)]
        if left and opener in ("from", "between") and left[0].type in ("timerange", "datetimerange"):
            candidates.append(left)
        return self.longest(candidates)

    def measured(self, at: int) -> Read:
        """`2 weeks starting May 20th`, `for 3 days from today`, `for 2 hours from 9`."""
        found = self.durations(self.skip(at, "for"))
        if not found:
            return None
        parts, after = found
        begin = self.skip(after, ",")
        if self.word(begin) not in ("starting", "beginning", "from") or self.word(begin + 1) == "now":
            return None
        inner = self.point(self.skip(begin + 1, "from", "on", "at"), called=True)
        timed = all(unit in calendar.TIMED for _, unit in parts)
        if not inner or inner[0].type not in (("time", "datetime") if timed else ("date", "daterange")):
            return None
        if not timed and self.word(begin) == "from" and self.word(at) != "for":
            return None

        def stretch(span: Span) -> Span:
            end = start_of(span)
            for amount, unit in parts:
                end = calendar.shift(end, unit, amount)
            return Span(start_of(span), end, span.precision)

        types = {"time": "timerange", "datetime": "datetimerange"}
        return inner[0].mapped(stretch, types.get(inner[0].type, "daterange")), inner[1]

    def _end(self, at: int) -> Read:
        start = self.skip(at, *_ARTICLES, "this") if self.date(at) is None else at
        return self.longest((self.now_words(start), self.point(at, called=True), self.point(start, called=True)))

    def _joins(self, left: Read, opener: str, start: int) -> list[int]:
        """Where the second point may begin."""
        assert left is not None
        joiner = self.word(left[1])
        single = left[0].type in ("date", "datetime", "daterange", "time", "datetimerange")
        if single and (joiner in _TO or (joiner == "and" and opener == "between")):
            return [left[1] + 1]
        if opener == "between" and joiner in _TO:
            return [left[1] + 1]
        return []

    def _joined(self, left: Read, at: int) -> Read:
        assert left is not None
        right = self._end(self.skip(at, "to"))
        short = self._same_month(left[0], at) if left[0].type == "date" else None
        if short and (not right or right[1] <= short[1] or right[0].type in ("time", "datetime")):
            right = short
        if not right or not right[0].options or not left[0].options:
            return None
        clocked = ("time", "timerange")
        if (left[0].type in ("date", "daterange")) != (right[0].type in ("date", "daterange")) and (
            left[0].type in clocked or right[0].type in clocked
        ):
            return None
        return self._spanned(left[0], right[0], right[1])

    def _same_month(self, left: Reading, at: int) -> Read:
        """`November 19-20`: a day of the first one's month."""
        start = self.skip(at, "the")
        day = self.day_number(start)
        first = left.options[0].start if left.options else None
        if not day or first is None or self.unit(day[1]) or self.word(day[1]) in (":", "am", "pm", "/", "."):
            return None
        starts = [option.start for option in left.options if option.start]
        spans = tuple(span for s in starts if (span := calendar.day(s.year, s.month, day[0])))
        year = self.year(self.skip(day[1], ",", "of"))
        if year and self.word(day[1]) == ",":
            span = calendar.day(year[0], first.month, day[0])
            return (Reading("date", (span,)), year[1]) if span else None
        return (Reading("date", spans), day[1]) if spans else None

    def _bare_start(self, start: int, opener: str) -> Read:
        """`between 3 and 12 of Sept`, `9 to 12 of June`, `from the twenty-seventh to the third of April`."""
        at = self.skip(start, "the")
        day = self.day_number(at)
        if not day:
            return None
        joiner = self.word(day[1])
        if joiner not in _TO and not (joiner == "and" and opener == "between"):
            return None
        right = self.named(self.skip(day[1] + 1, "the"))
        if not right or right[0].type != "date":
            return None

        def begin(end: Span) -> Span | None:
            assert end.start is not None
            month = end.start if day[0] < end.start.day else calendar.add_months(end.start.replace(day=1), -1)
            return calendar.day(month.year, month.month, day[0])

        spans = tuple(Span(b.start, e.start, Precision.DAY) for e in right[0].options if (b := begin(e)))
        return (Reading("daterange", spans), right[1]) if spans else None

    def _spanned(self, left: Reading, right: Reading, after: int) -> Read:
        timed = {left.type, right.type} & {"datetime", "time", "datetimerange", "timerange"}
        type_ = (
            "timerange"
            if {left.type, right.type} <= {"time", "timerange"}
            else "datetimerange"
            if timed
            else "daterange"
        )
        spans: list[Span] = []
        for start, end in self._pairs(left, right):
            first = start.end if left.edge == "end" else start.start
            last = end.end if right.edge == "end" else _middle(end) if right.edge == "mid" else end.start
            if first is None or last is None:
                continue
            if left.timex == "PRESENT_REF" and not timed - {"datetime"}:
                type_, first = (
                    ("daterange", midnight(first)) if right.type in ("date", "daterange") else ("datetimerange", first)
                )
            if right.timex == "PRESENT_REF" and left.type in ("date", "daterange"):
                type_, last = "daterange", midnight(last)
            if last > first:
                spans.append(Span(first, last, start.precision))
        return (Reading(type_, tuple(spans)), after) if spans else None

    def _pairs(self, left: Reading, right: Reading) -> list[tuple[Span, Span]]:
        """The spans that belong together: what one side leaves open is taken from the other."""
        pairs: list[tuple[Span, Span]] = []
        if right.type == "time" and left.type == "datetime":
            right = _on_days(right, left)
        elif left.type == "time" and right.type == "datetime":
            left = (
                _on_days(left, right)
                if left.options[0].start and right.options[0].start and left.options[0].start > right.options[0].start
                else left
            )
        if len(left.options) > 1 and len(right.options) == 1:
            end = right.options[0]
            begun = [
                s
                for option in left.options
                for s in _in_years_near(option, end)
                if s.start and end.start and s.start < end.start
            ]
            return [(max(begun, key=start_of), end)] if begun else []
        for start in left.options:
            near = [
                e
                for option in right.options
                for e in (_in_years_near(option, start) if len(right.options) > 1 else [option])
            ]
            later = [
                e
                for e in near
                if e.start
                and start.start
                and (e.start > start.start or ((e.end or e.start) > start.start and right.edge))
            ]
            if later:
                pairs.append((start, min(later, key=start_of)))
        return pairs


def _middle(span: Span) -> datetime | None:
    if span.start is None or span.end is None:
        return None
    return midnight(span.start + (span.end - span.start) / 2 + calendar.DAY / 2)


def _in_years_near(span: Span, other: Span) -> list[Span]:
    """A span as it falls in the years around another, for what was said without year."""
    if span.start is None or span.end is None or other.start is None:
        return [span]
    near: list[Span] = [span]
    for offset in (-1, 0, 1):
        months = (other.start.year + offset - span.start.year) * 12
        near.append(
            replace(span, start=calendar.add_months(span.start, months), end=calendar.add_months(span.end, months))
        )
    return near


def _on_days(times: Reading, days: Reading) -> Reading:
    """The times of day on the days of another reading."""
    moment = start_of(times.options[0])
    spans: list[Span] = []
    for day in days.options:
        start = same_time(day, moment)
        if start <= start_of(day):
            start = start + calendar.DAY / 2 if start + calendar.DAY / 2 > start_of(day) else start + calendar.DAY
        spans.append(Span(start, start + calendar.DAY / 24, times.options[0].precision))
    return Reading("datetime", tuple(spans))

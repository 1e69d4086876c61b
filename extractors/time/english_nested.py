"""Reads English dates built on others: the first week of August, late July, two weeks ago, 3 days after Friday."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

from extractors.time import calendar, slices
from extractors.time.calendar import DAY, PERIODS
from extractors.time.common import Reading, Span, midnight
from extractors.time.english_base import Read
from extractors.time.english_periods import PeriodReader
from extractors.time.english_words import EDGES, UNITS, ordinal
from graph_schema.model import Precision

_AGO = ("ago", "back")
_ON = ("later", "hence")


class DateReader(PeriodReader):
    """Every English date and period."""

    _memory: dict[int, Read] | None = None

    def date(self, at: int) -> Read:
        """The longest date or period that starts at a token."""
        if self._memory is None:
            self._memory = {}
        if at not in self._memory:
            self._memory[at] = None
            self._memory[at] = self.longest(read(at) for read in self._reads())
        return self._memory[at]

    def _reads(self) -> tuple[Callable[[int], Read], ...]:
        return (
            self.numeric,
            self.named,
            self.weekdays,
            self.feast,
            self.ordinal_day,
            self.relative_day,
            self.relative_period,
            self.counted_period,
            self.quarter,
            self.season,
            self.long_period,
            self.nested,
            self.edge,
            self.counted,
            self.weekday_from,
            self.related,
            self.week_around,
        )

    def nested(self, at: int) -> Read:
        """The last week of July, the first ten days of last year, the 9th month of next year, first Monday of May."""
        start = self.skip(at, "the")
        found = ordinal(self.tokens, start)
        if not found:
            return None
        position, after = found
        number = self.number(after) if self.word(after) not in UNITS else None
        count, unit_at = (int(number[0]), number[1]) if number and number[0] >= 1 else (1, after)
        weekday = self.weekday(unit_at)
        unit = UNITS.get(self.word(unit_at))
        if weekday is None and unit not in ("day", "week", "weekend", "month"):
            return None
        of = self.skip(unit_at + 1, "of", "in", "the")
        if of == unit_at + 1:
            return None
        outer = self._this_period(of) or self.date(of)
        if not outer or outer[0].type not in ("daterange", "date"):
            return None
        pick = self._picker(position, count, weekday, unit or "")
        spans = tuple(span for option in outer[0].options if (span := pick(option)))
        return (
            (Reading("date" if count == 1 and unit in (None, "day") else "daterange", spans), outer[1])
            if spans
            else None
        )

    def _this_period(self, at: int) -> Read:
        """`the month` and `the year` where they close a longer phrase."""
        unit = self.word(at)
        if unit in ("month", "year", "week") and self.word(at - 1) == "the":
            return Reading("daterange", (calendar.period(unit, self.now),)), at + 1
        return None

    def _picker(self, position: int, count: int, weekday: int | None, unit: str) -> Callable[[Span], Span | None]:
        def pick(span: Span) -> Span | None:
            pieces = calendar.weekdays_of(span, weekday) if weekday is not None else slices.pieces(span, unit)
            first = len(pieces) - count if position == -1 else position - 1
            chosen = pieces[first : first + count] if first >= 0 else []
            return Span(chosen[0].start, chosen[-1].end, chosen[0].precision) if len(chosen) == count else None

        return pick

    def edge(self, at: int) -> Read:
        """Early March, mid-November, the end of 2000, later this week, EOD."""
        start = self.skip(at, "the")
        name = EDGES.get(self.word(start))
        if self.word(start) in ("eod", "eom", "eoy"):
            unit = {"d": "day", "m": "month", "y": "year"}[self.word(start)[-1]]
            return self._edge_of(
                Reading("daterange", (calendar.period(unit, self.now),)), "end", self.word(start), start + 1
            )
        if not name:
            return None
        noun = self.word(start) in ("end", "start", "begin", "beginning", "middle")
        if noun and self.word(start + 1) != "of" and self.word(self.skip(start + 1, "part")) != "of":
            return None
        of = self.skip(start + 1, "-", "part", "half", "of", "in", "the")
        bare = self._bare_period(of)
        inner = bare or (self.date(of) if self.word(of) not in EDGES else None)
        if not inner or not inner[0].options or inner[0].type not in ("date", "daterange"):
            return None
        if bare and of == start + 1 and self.word(start) not in ("later", "earlier") and self.word(of) in UNITS:
            return None
        return self._edge_of(inner[0], name, self.word(start), inner[1])

    def _bare_period(self, at: int) -> Read:
        unit = self.word(at)
        if unit in ("day", "week", "month", "year", "quarter", "decade") and self.word(at - 1) in (
            "the",
            "of",
            "in",
            "end",
        ):
            return Reading("date" if unit == "day" else "daterange", (calendar.period(unit, self.now),)), at + 1
        return None

    def _edge_of(self, inner: Reading, name: str, word: str, after: int) -> Read:
        span = inner.options[0]
        assert span.start is not None and span.end is not None
        if span.end - span.start == DAY:
            return self._edge_of_day(inner, name, word, after)
        if word in ("later", "earlier"):
            options = tuple(slices.half(option, name) for option in inner.options)
        else:
            options = tuple(slices.part(option, name) for option in inner.options)
        if word == "later":
            now = midnight(self.now)
            options = tuple(
                Span(max(o.start, now), o.end, o.precision) if o.start and o.end and o.end > now else o for o in options
            )
        return Reading("daterange", options, edge=name), after

    def _edge_of_day(self, inner: Reading, name: str, word: str, after: int) -> Read:
        if name == "end" and word not in ("late", "later"):
            return inner.mapped(slices.last_second, "datetime"), after
        half = 12 if name == "start" else -12
        return inner.mapped(lambda s: slices.half_day(s, half), "datetimerange"), after

    def counted(self, at: int) -> Read:
        """Two weeks ago, in 5 minutes, 30 minutes later, 3 days from Tuesday, a fortnight later, within 2 h."""
        if self.word(at) in ("in", "within", "after"):
            found = self.durations(at + 1)
            return self._in(self.word(at), *found) if found else None
        start = self.skip(at, "about", "around", "over", "almost", "nearly") if self.number(at + 1) else at
        found = self.durations(start) or self._weekday_count(start)
        if not found:
            return None
        parts, after = found
        if self.word(after) in _AGO:
            return self._moved(parts, -1, after + 1)
        if self.word(after) in _ON or (self.word(after) == "from" and self.word(after + 1) in ("now", "today")):
            end = after + 1 if self.word(after) in _ON else after + 2
            return self._on_weekday(self._moved(parts, 1, end), end)
        if self.word(after) in ("before", "after", "from", "since"):
            whole = self.word(start) == "the" and parts[0][1] != "day"
            return self._from_date(parts, -1 if self.word(after) == "before" else 1, after + 1, whole)
        return None

    def _weekday_count(self, at: int) -> tuple[list[tuple[float, str]], int] | None:
        """`the week before 9 June`, `the day after Christmas`."""
        if (
            self.word(at) == "the"
            and self.word(at + 1) in ("day", "week", "month", "year")
            and self.word(at + 2) in ("before", "after")
        ):
            return [(1.0, self.word(at + 1))], at + 2
        return None

    def _in(self, word: str, parts: list[tuple[float, str]], after: int) -> Read:
        moved = self._moved(parts, 1, after)
        if word == "in":
            if self.word(after) in ("since", "after", "from"):
                return self._from_date(parts, 1, after + 1)
            return self._on_weekday(moved, after)
        if word == "within" and moved:
            end = moved[0].options[0].start
            timed = moved[0].type == "datetime"
            base = self.now if timed else midnight(self.now)
            span = Span(base, end, Precision.MINUTE if timed else Precision.DAY)
            return Reading("datetimerange" if timed else "daterange", (span,)), after
        return None

    def _moved(self, parts: list[tuple[float, str]], sign: int, after: int) -> Read:
        moment = self.now
        for amount, unit in parts:
            moment = calendar.shift(moment, unit, sign * amount)
        finest = parts[-1][1]
        if any(unit in calendar.TIMED for _, unit in parts):
            return Reading(
                "datetime",
                (Span(moment, moment + timedelta(minutes=1), calendar.MOMENT.get(finest, Precision.MINUTE)),),
            ), after
        day = calendar.period("day", moment)
        return Reading("date", (Span(day.start, day.end, PERIODS.get(finest, Precision.DAY)),)), after

    def _on_weekday(self, read: Read, after: int) -> Read:
        """`in 3 days on Friday`: the next such weekday from there."""
        weekday = self.weekday(after + 1) if self.word(after) == "on" else None
        if weekday is None or read is None or read[0].type != "date":
            return read
        start = read[0].options[0].start
        assert start is not None
        return Reading("date", (calendar.period("day", start + DAY * ((weekday - start.weekday()) % 7)),)), after + 2

    def _from_date(self, parts: list[tuple[float, str]], sign: int, at: int, whole: bool = False) -> Read:
        """So many units from a date; `whole` for `the week before it`, which is that stretch itself."""
        base = self.date(self.skip(at, "the") if self.word(at + 1) == "year" else at)
        if not base or not base[0].options or base[0].type not in ("date", "daterange"):
            return None
        if any(unit in calendar.TIMED for _, unit in parts):
            return None

        def move(span: Span) -> Span:
            moment = span.start
            assert moment is not None
            for amount, unit in parts:
                moment = calendar.shift(moment, unit, sign * amount)
            if whole and sign < 0:
                return Span(moment, span.start, Precision.DAY)
            if whole and span.end:
                return Span(span.end, calendar.shift(span.end, parts[0][1], 1), Precision.DAY)
            return Span(moment, moment + DAY, PERIODS.get(parts[-1][1], Precision.DAY))

        return Reading("daterange" if whole else "date", tuple(move(option) for option in base[0].options)), base[1]

    def week_around(self, at: int) -> Read:
        """The week of, or starting on, a date; `w/c 4 Feb`."""
        start = self.skip(at, "the")
        if self.word(start) == "w" and self.word(start + 1) == "/" and self.word(start + 2) == "c":
            inner_at = start + 3
        elif self.word(start) == "week" and self.word(start + 1) in ("of", "starting", "beginning", "commencing"):
            inner_at = self.skip(start + 2, "on", "the")
        else:
            return None
        inner = self.date(inner_at)
        if not inner or inner[0].type != "date":
            return None
        weeks = tuple(calendar.period("week", option.start) for option in inner[0].options if option.start)
        return Reading("daterange", weeks), inner[1]

    def weekday_from(self, at: int) -> Read:
        """The Sunday before 25 May; Sunday 3 weeks after January 15th."""
        start = self.skip(at, "the")
        weekday = self.weekday(start)
        if weekday is None:
            return None
        if start > at and self.word(start + 1) in ("before", "after"):
            base = self.date(start + 2)
            sign = -1 if self.word(start + 1) == "before" else 1
            if base and base[0].options and base[0].type == "date":
                return base[0].mapped(lambda s: slices.weekday_beside(s, weekday, sign), "date"), base[1]
        base = self.counted(start + 1) if self.number(start + 1) else None
        if base and base[0].type == "date":
            return base[0].mapped(lambda s: slices.weekday_beside(s, weekday, 0), "date"), base[1]
        return None

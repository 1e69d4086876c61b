"""Reads English periods: next week, the last three months, Q3 2022, the first week of August, late July, summer."""

from __future__ import annotations

from extractors.time import calendar
from extractors.time.calendar import DAY
from extractors.time.common import Reading, Span, midnight
from extractors.time.english_base import Read
from extractors.time.english_words import COMING, LAST, NEXT, THIS
from extractors.time.english_years import YearReader
from graph_schema.model import Precision

_DAYS = {"today": 0, "tomorrow": 1, "yesterday": -1, "tmr": 1, "tmrw": 1, "otd": 0}
_NOT_THE_WEEKEND = frozenset(("a", "an", "per", "every", "each", "any", "long"))
_PERIOD_UNITS = ("week", "weekend", "fortnight", "month", "quarter", "year", "decade", "century")


class PeriodReader(YearReader):
    """Days and periods relative to now and to each other."""

    def relative_day(self, at: int) -> Read:
        """Today, the day after tomorrow, the next day."""
        start = self.skip(at, "the")
        if self.word(start) in _DAYS:
            offset, after = _DAYS[self.word(start)], start + 1
        elif self.word(start) == "day" and self.word(start + 1) in ("before", "after"):
            sign = -1 if self.word(start + 1) == "before" else 1
            base = self.word(self.skip(start + 2, "the"))
            if (base in _DAYS and start > at) or base in ("yesterday", "tomorrow"):
                offset, after = _DAYS[base] + sign, self.skip(start + 2, "the") + 1
            elif start > at and (base in ("", ".", ",", "!", "?") and sign < 0):
                offset, after = sign, start + 2
            else:
                return None
        elif self.word(start) in ("next", "following", "previous") and self.word(start + 1) == "day":
            offset, after = -1 if self.word(start) == "previous" else 1, start + 2
        elif self.word(start) == "current" and self.word(start + 1) in ("date", "day"):
            offset, after = 0, start + 2
        elif start > at and self.word(start) == "day" and self.word(at - 1) in ("for", "of", "during"):
            offset, after = 0, start + 1
        elif self.word(at) in ("this", "same") and self.word(at + 1) == "day":
            offset, after = 0, at + 2
        else:
            return None
        return Reading("date", (calendar.period("day", self.now, offset),)), after

    def relative_period(self, at: int) -> Read:
        """This week, next month, the week after next, the fortnight, the rest of the week, year to date."""
        start = self.skip(at, "the")
        if self.word(start) in ("rest", "remaining", "remainder") and self.word(start + 1) == "of":
            return self._rest(self.skip(start + 2, "the", "this"))
        if self.word(start) == "year" and self.word(start + 1) == "to" and self.word(start + 2) == "date":
            return Reading(
                "daterange", (Span(calendar.period("year", self.now).start, midnight(self.now), Precision.DAY),)
            ), start + 3
        relation = self.word(start)
        unit_at = start + 1 if relation in THIS | NEXT | LAST | COMING or relation in ("same", "that", "all") else start
        unit_at = self.skip(unit_at, *COMING) if relation == "this" else unit_at
        if relation == "this" and self.word(unit_at) in ("past", "last"):
            relation, start, unit_at = "last", unit_at, unit_at + 1
        if self.word(unit_at) in ("working", "work", "business") and self.word(unit_at + 1) == "week":
            unit, after = "work week", unit_at + 2
        elif self.word(unit_at) in ("calendar", "cal") and self.word(unit_at + 1) == "year":
            unit, after = "year", unit_at + 2
        elif self.word(unit_at) in _PERIOD_UNITS:
            unit, after = self.word(unit_at), unit_at + 1
        else:
            return None
        offset = self._offset(at, start, unit_at, unit, after)
        if offset is None:
            return None
        if unit_at == start and self.word(after) in ("before", "after") and self.word(after + 1) in ("next", "last"):
            return Reading(
                "daterange", (calendar.period(unit, self.now, 2 if self.word(after + 1) == "next" else -2),)
            ), after + 2
        day_at = self.skip(after, "on", ",")
        weekday = self.weekday(day_at) if unit == "week" and self.word(after) != "," else None
        if weekday is not None:
            monday = calendar.period("week", self.now, offset).start
            assert monday is not None
            return Reading("date", (calendar.period("day", monday + DAY * weekday),)), day_at + 1
        offsets = (-1, 0, 1) if unit == "weekend" and unit_at == start else (offset,)
        return Reading("daterange", tuple(calendar.period(unit, self.now, each) for each in offsets)), after

    def _offset(self, at: int, start: int, unit_at: int, unit: str, after: int) -> int | None:
        relation = self.word(start) if unit_at > start else ""
        if relation in NEXT | COMING or (relation == "this" and unit_at > start + 1):
            return 1 if unit != "weekend" or self.now.weekday() >= 5 or relation not in COMING else 0
        if relation in LAST:
            return -1
        if relation in ("all",):
            return None
        if relation:
            return 0
        if start == at:
            before = {self.word(at - 1), self.word(at - 2), self.word(at - 3)}
            return None if unit != "weekend" or before & _NOT_THE_WEEKEND else 0
        following = self.word(after)
        if following in ("before", "after", "of", "that", "when", "i", "we", "he", "she", "they", "ahead", "-"):
            return 0 if following in ("before", "after") and self.word(after + 1) in ("next", "last") else None
        before = self.word(at - 1)
        return (
            0
            if before in ("in", "of", "during", "for", "over", "throughout", "later", "earlier")
            or unit in ("weekend", "fortnight")
            else None
        )

    def _rest(self, unit_at: int) -> Read:
        unit = self.word(unit_at)
        if unit not in ("week", "month", "year", "quarter", "day"):
            return None
        whole = calendar.period(unit, self.now)
        return Reading("daterange", (Span(midnight(self.now), whole.end, Precision.DAY),)), unit_at + 1

    def counted_period(self, at: int) -> Read:
        """The next 4 business days, 5 past minutes, the last 3 months and 2 weeks, the next couple weeks."""
        start = self.skip(at, "the")
        relation = self.word(start)
        if relation in THIS | NEXT | LAST | COMING:
            counted = self.durations(start + 1, implied=True)
        else:
            number = self.number(start)
            if not number or self.word(number[1]) not in NEXT | LAST | COMING:
                return None
            relation = self.word(number[1])
            unit = self.unit(number[1] + 1)
            counted = ([(number[0], unit[0])], unit[1]) if unit else None
        if not counted or relation in THIS:
            return None
        parts, after = counted
        if (len(parts) == 1 and parts[0][1] in ("quarter", "decade", "century")) or (
            parts[0] == (1, "month") and relation in NEXT
        ):
            return self._whole_periods(relation, *parts[0], after)
        sign = -1 if relation in LAST else 1
        timed = all(unit in calendar.TIMED for _, unit in parts)
        base = self.now if timed else midnight(self.now) + (DAY if sign > 0 else 0 * DAY)
        other = base
        for amount, unit in parts:
            whole_days = unit == "business day" and sign > 0
            other = (
                calendar.shift(other - DAY, unit, amount) + DAY
                if whole_days
                else calendar.shift(other, unit, sign * amount)
            )
        precision = Precision.MINUTE if timed else Precision.DAY
        return Reading(
            "datetimerange" if timed else "daterange", (Span(min(base, other), max(base, other), precision),)
        ), after

    def _whole_periods(self, relation: str, amount: float, unit: str, after: int) -> Read:
        count = int(amount)
        first, last = (-count, -1) if relation in LAST else (1, count)
        begin, end = calendar.period(unit, self.now, first), calendar.period(unit, self.now, last)
        return Reading("daterange", (Span(begin.start, end.end, begin.precision),)), after

    def durations(self, at: int, implied: bool = False) -> tuple[list[tuple[float, str]], int] | None:
        """Amounts with units, `3 hours and 30 minutes`; `implied` admits a bare hour, minute or second for one."""
        parts: list[tuple[float, str]] = []
        while True:
            start = self.skip(at, "and", ",", "-") if parts else at
            number = self.number(start)
            unit = self.unit(self.skip(number[1], "-", "more", "full", "whole")) if number else None
            if not number or not unit:
                break
            value, after = number[0], unit[1]
            if self.word(after) == "and" and self.word(after + 1) in ("half", "quarter"):
                value, after = value + (0.5 if self.word(after + 1) == "half" else 0.25), after + 2
            elif (
                self.word(after) == "and"
                and self.word(after + 1) == "a"
                and self.word(after + 2) in ("half", "quarter")
            ):
                value, after = value + (0.5 if self.word(after + 2) == "half" else 0.25), after + 3
            if parts and (
                (start > at and self.word(after) in ("ago", "later")) or calendar.coarser(unit[0], parts[-1][1])
            ):
                break
            parts.append((value, unit[0]))
            at = after
        if not parts and implied and self.word(at) in calendar.TIMED:
            return [(1.0, self.word(at))], at + 1
        return (parts, at) if parts else None

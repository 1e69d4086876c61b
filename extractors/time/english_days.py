"""Reads English weekdays and feasts: Friday the 26th, Tuesday of last week, the last Easter, Labor Day weekend."""

from __future__ import annotations

import re

from extractors.time import calendar
from extractors.time.calendar import DAY, WEEK
from extractors.time.common import Reading, Span, midnight
from extractors.time.english_base import Read
from extractors.time.english_dates import CalendarReader
from extractors.time.english_words import COMING, LAST, NEXT, THIS
from extractors.time.feasts import FEASTS
from graph_schema.model import Precision

_LONGEST_FEAST = max(len(re.findall(r"[^\W\d_]+|[^\s\w]", name)) for name in FEASTS)


class NamedDayReader(CalendarReader):
    """Days by the name of a weekday or a feast."""

    def weekdays(self, at: int) -> Read:
        """Friday, next Friday, Friday next week, Friday the 26th, Friday 7/6."""
        start = self.skip(at, "the") if self.word(at + 1) in THIS | NEXT | LAST | COMING else at
        relation = self.word(start) if self.word(start) in THIS | NEXT | LAST | COMING else ""
        name_at = start + 1 if relation else start
        if relation == "this" and self.word(name_at) in COMING | {"past"}:
            relation, name_at = self.word(name_at), name_at + 1
            relation = "this past" if relation == "past" else relation
        weekday = self.weekday(name_at)
        if weekday is None:
            return None
        after = name_at + 1
        return (
            self._weekday_with_date(weekday, relation, after)
            or self.weekday_of_week(weekday, after)
            or self._weekday_alone(weekday, relation, after)
        )

    def _weekday_alone(self, weekday: int, relation: str, after: int) -> Read:
        monday = midnight(self.now) - DAY * self.now.weekday()
        here = monday + DAY * weekday
        nearest = here if here >= midnight(self.now) else here + WEEK
        past = here if here < midnight(self.now) else here - WEEK
        if not relation:
            options = [here + WEEK * k for k in (-2, -1, 0, 1, 2)]
            spans = tuple(calendar.period("day", option) for option in options)
            return Reading("date", spans, f"XXXX-WXX-{weekday + 1}"), after
        moment = {
            "this past": past,
            "this": here if relation == "this" and here >= midnight(self.now) else nearest,
        }.get(relation)
        if moment is None:
            moment = (
                here + WEEK
                if relation in NEXT
                else nearest
                if relation in COMING
                else past
                if relation == "past"
                else here - WEEK
            )
        return Reading("date", (calendar.period("day", moment),)), after

    def weekday_of_week(self, weekday: int, after: int) -> Read:
        """`of last week`, `next week` after a weekday."""
        at = self.skip(after, "of", "in", "on", "the")
        if self.word(at) in THIS | NEXT | LAST | COMING and self.word(at + 1) == "week":
            offset = 0 if self.word(at) in THIS else -1 if self.word(at) in LAST else 1
            week = calendar.period("week", self.now, offset).start
            assert week is not None
            return Reading("date", (calendar.period("day", week + DAY * weekday),)), at + 2
        return None

    def _weekday_with_date(self, weekday: int, relation: str, after: int) -> Read:
        at = self.skip(after, ",", "(", "-", ".") if self.word(after) in (",", "(", ".") else self.skip(after, "the")
        found = self.longest((self.numeric(at), self._dotted(at), self.named(at)))
        if found and found[0].type == "date":
            reading, end = found
            end = end + 1 if self.word(at - 1) == "(" and self.word(end) == ")" else end
            if relation and len(reading.options) > 1:
                year = self.now.year
                spans = tuple(s for s in reading.options if s.start and s.start.year == year) or reading.options
                return Reading("date", spans, reading.timex), end
            return reading, end
        at = self.skip(after, "the", ",")
        day = self.day_number(at)
        if day is None or self.word(day[1]) in (
            ":",
            "am",
            "pm",
            "/",
            "-",
            "to",
            "hours",
            "minutes",
            "o",
            "oclock",
            "days",
            "weeks",
        ):
            return None
        spans = self._weekday_on(weekday, day[0], definite=at > after)
        return (Reading("date", spans), day[1]) if spans else None

    def _dotted(self, at: int) -> Read:
        """7.6 after a weekday is a date, month first."""
        if self.word(at + 1) == "." and self.word(at).isdecimal() and self.word(at + 2).isdecimal() and self.tight(at):
            return self._two([self.word(at), self.word(at + 2)], "/", at + 3)
        return None

    def _weekday_on(self, weekday: int, day: int, definite: bool) -> tuple[Span, ...]:
        """Dates around now whose weekday and day of the month agree; the nearest month's where `the` is said."""
        first = midnight(self.now).replace(day=1)
        spans: list[Span] = []
        for offset in (0, 1) if definite else range(-14, 15):
            start = calendar.add_months(first, offset)
            span = calendar.day(start.year, start.month, day)
            if span and span.start and span.start.weekday() == weekday:
                spans.append(span)
        return tuple(spans[:1]) if definite else tuple(spans)

    def feast(self, at: int) -> Read:
        """Christmas, Easter 2018, the last Easter, Labor Day 2021 weekend."""
        start = self.skip(at, "the")
        relation = self.word(start) if self.word(start) in THIS | NEXT | LAST | COMING else ""
        first = start + 1 if relation else start
        for count in range(_LONGEST_FEAST, 0, -1):
            tokens = self.tokens[first : first + count]
            name = "".join(
                t.text if not i or tokens[i - 1].end == t.start else f" {t.text}" for i, t in enumerate(tokens)
            )
            rule = FEASTS.get(name.replace("’", "'")) if len(tokens) == count else None
            if rule:
                after = first + count
                year = self.year(self.skip(after, ",", "in", "of"))
                if year and self.word(after) != "and":
                    spans = (calendar.period("day", rule(year[0])),)
                    return self._feast_weekend(spans, year[1])
                spans = self.yearly(lambda number, rule=rule: calendar.period("day", rule(number)))
                return self._feast_near(spans, relation, after)
        return None

    def _feast_near(self, spans: tuple[Span, ...], relation: str, after: int) -> Read:
        at = self.skip(after, "of", "in")
        if self.word(at) in THIS | NEXT | LAST and self.word(at + 1) == "year":
            relation, after = self.word(at) + " year", at + 2
        today = midnight(self.now)
        past = [span for span in spans if span.start and span.start < today]
        coming = [span for span in spans if span.start and span.start >= today]
        if relation.endswith(" year"):
            year = self.now.year + {"this": 0, "current": 0, "next": 1, "following": 1}.get(relation.split()[0], -1)
            spans = tuple(span for span in spans if span.start and span.start.year == year) or spans
        elif relation in LAST and past:
            spans = (past[-1],)
        elif relation and coming:
            spans = (coming[0],)
        return self._feast_weekend(spans, after)

    def _feast_weekend(self, spans: tuple[Span, ...], after: int) -> Read:
        if self.word(after) != "weekend":
            return Reading("date", spans), after
        year = self.year(after + 1)
        spans = tuple(s for s in spans if not year or (s.start and s.start.year == year[0])) or spans
        weekends: list[Span] = []
        for span in spans:
            assert span.start is not None and span.end is not None
            weekday = span.start.weekday()
            saturday = span.start - DAY * ((weekday - 5) % 7 if weekday in (5, 6, 0) else weekday - 5)
            end = max(saturday + 2 * DAY, span.end) if weekday in (5, 6, 0) else saturday + 2 * DAY
            weekends.append(Span(saturday, end, Precision.DAY))
        return Reading("daterange", tuple(weekends)), year[1] if year else after + 1

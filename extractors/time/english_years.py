"""Reads English years and their parts: Q3 2022, summer, the 1990s, the 15th century, week 10."""

from __future__ import annotations

from extractors.time import calendar
from extractors.time.common import Reading, Span, wall
from extractors.time.english_base import Read
from extractors.time.english_days import NamedDayReader
from extractors.time.english_words import COMING, LAST, NEXT, THIS, ordinal
from extractors.words import words
from graph_schema.model import Precision

_SEASONS = {"spring": "spring", "summer": "summer", "autumn": "autumn", "fall": "autumn", "winter": "winter"}
_DECADES = {
    "twenties": 20,
    "thirties": 30,
    "forties": 40,
    "fifties": 50,
    "sixties": 60,
    "seventies": 70,
    "eighties": 80,
    "nineties": 90,
}

_BEFORE_SEASON = words("in the during since until till through throughout whole all each that of from")
_AFTER_SEASON = words(
    "and or but to until with when where i we he she they it you is was so because before after by at for"
)

_LABELS = words(
    "number numbers nr id code pin room suite flat apartment unit gate platform ticket order invoice issue bug case"
    " version release model page chapter line section item part record document form channel flight bus route highway"
)
"""What stands before four digits that name a thing."""


class YearReader(NamedDayReader):
    """Years, decades, centuries, quarters, seasons and numbered weeks."""

    def quarter(self, at: int) -> Read:
        """Q3 2022, 2019-H2, the first quarter of next year, this Q2."""
        start = self.skip(at, "the")
        year_first = self.year(start) if self.word(start).isdecimal() else None
        label_at = self.skip(year_first[1], "-", ",", "'", "s") if year_first else start
        if self.word(label_at) in ("q", "h") and self.word(label_at + 1).isdecimal() and self.tight(label_at):
            number, unit, after = (
                int(self.word(label_at + 1)),
                "quarter" if self.word(label_at) == "q" else "half",
                label_at + 2,
            )
        else:
            found = ordinal(self.tokens, label_at)
            if not found or self.word(found[1]) not in ("quarter", "half"):
                return None
            number, unit, after = found[0], self.word(found[1]), found[1] + 1
        count = 4 if unit == "quarter" else 2
        number = count if number == -1 else number
        if not 1 <= number <= count:
            return None
        year_after = None if year_first else self._some_year(self.skip(after, "of", "in", ",", "-", "the"))
        year = year_first or year_after
        if not year and unit == "half":
            return None
        months = 12 // count

        def make(of_year: int) -> Span:
            return self._block(of_year, number, months)

        options = (make(year[0]),) if year else self.yearly(make)
        return Reading("daterange", options), year_after[1] if year_after else after

    def _block(self, year: int, number: int, months: int) -> Span:
        begin = calendar.month(year, (number - 1) * months + 1).start
        assert begin is not None
        return Span(begin, calendar.add_months(begin, months), Precision.QUARTER)

    def _some_year(self, at: int) -> tuple[int, int] | None:
        if self.word(at) == "year" and self.word(at - 1) == "the":
            return self.now.year, at + 1
        if self.word(at) in THIS | NEXT | LAST and self.word(at + 1) == "year":
            return self.now.year + (
                0 if self.word(at) in THIS else 1 if self.word(at) in NEXT else -1
            ), self.after_apostrophe(at + 2)
        return self.year(at)

    def season(self, at: int) -> Read:
        """Summer, this winter, last spring, fall 2019."""
        start = self.skip(at, "the")
        relation = self.word(start) if self.word(start) in THIS | NEXT | LAST | COMING else ""
        name_at = start + 1 if relation else start
        name = _SEASONS.get(self.word(name_at))
        if name is None:
            return None
        year = self._some_year(self.skip(name_at + 1, "of", "in", ","))
        if year:
            return Reading("daterange", (calendar.season(year[0], name),)), year[1]
        if relation in THIS:
            return Reading("daterange", (calendar.season(self.now.year, name),)), name_at + 1
        if not relation and not self._stands_alone(start, name_at):
            return None
        spans = self.yearly(lambda y: calendar.season(y, name))
        if relation in LAST:
            spans = tuple(s for s in spans if s.end and s.end <= self.now)[-1:]
        elif relation:
            spans = tuple(s for s in spans if s.start and s.start > self.now)[:1]
        return Reading("daterange", spans), name_at + 1

    def _stands_alone(self, start: int, name_at: int) -> bool:
        """Whether a season's name is a time: `in summer`, `the whole summer`; not `summer traditions`."""
        following = self.word(name_at + 1)
        return self.word(name_at - 1) in _BEFORE_SEASON and (not following.isalpha() or following in _AFTER_SEASON)

    def long_period(self, at: int) -> Read:
        """A year, the 1990s, the nineties, the 15th century, week 10, CY 2018."""
        start = self.skip(at, "the")
        text = self.word(start)
        if text == "week" and self.word(start + 1).isdecimal():
            return self._numbered_week(int(self.word(start + 1)), start + 2)
        if text == "cy" and self.word(start + 1).isdecimal():
            digits = self.word(start + 1)
            number = int(digits) if len(digits) == 4 else self.full_year(int(digits))
            return (Reading("daterange", (calendar.year(number),)), start + 2) if number else None
        found = ordinal(self.tokens, start)
        if found and found[0] > 0 and self.word(found[1]) in ("century", "centuries"):
            first = calendar.year(max(1, (found[0] - 1) * 100)).start
            assert first is not None
            return Reading("daterange", (Span(first, calendar.add_months(first, 1200), Precision.DECADE),)), found[
                1
            ] + 1
        decade = self._decade(start)
        if decade:
            return Reading("daterange", (calendar.period("decade", wall(decade[0])),)), decade[1]
        year = self.year(self.skip(start, "year"))
        return (
            (Reading("daterange", (calendar.year(year[0]),)), year[1]) if year and self._is_year(start, *year) else None
        )

    def _is_year(self, at: int, year: int, after: int) -> bool:
        """Whether four digits are a year and not a count: 1900–2100, or introduced as one."""
        introduced = self.word(at - 1) in (
            "in",
            "since",
            "year",
            "from",
            "before",
            "after",
            "until",
            "of",
            "between",
            "by",
            "to",
            "and",
            "than",
            "=",
            "during",
            "through",
        )
        counted = self.unit(after) or self.word(after) in (
            "pieces",
            "people",
            "dollars",
            "times",
            "units",
            "miles",
            "km",
            "%",
        )
        signed = self.word(at - 1) in ("$", "€", "£", "#", "-", "+") and self.tight(at - 1)
        return (
            not counted
            and not signed
            and self.word(at - 1) not in _LABELS
            and not (
                self.word(after) in ("-", ".")
                and self.tight(after - 1)
                and self.tight(after)
                and self.word(after + 1).isdecimal()
                and len(self.word(after + 1)) != 4
            )
            and (1900 <= year <= 2200 or introduced)
        )

    def _numbered_week(self, number: int, after: int) -> Read:
        year = self._some_year(self.skip(after, "of", "in", ","))
        span = calendar.iso_week(year[0] if year else self.now.year, number)
        return (Reading("daterange", (span,)), year[1] if year else after) if span else None

    def _decade(self, at: int) -> tuple[int, int] | None:
        text = self.word(at)
        if text in _DECADES:
            return 1900 + _DECADES[text], at + 1
        apostrophe = self.skip(at + 1, "'", "’")
        if text.isdecimal() and text.endswith("0") and self.word(apostrophe) == "s" and len(text) in (2, 4):
            return (int(text) if len(text) == 4 else (2000 if int(text) < 30 else 1900) + int(text)), apostrophe + 1
        return None

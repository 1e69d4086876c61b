"""Reads English dates with a number or a name in them: 7 May 2023, 22/04, Friday, Q3 2022, Christmas, the 1990s."""

from __future__ import annotations

from extractors.time import calendar
from extractors.time.common import Reading, midnight
from extractors.time.english_base import Read, TokenReader
from extractors.time.english_words import COMING, EVERYDAY_WORDS, LAST, MONTHS, NEXT, THIS, cardinal, ordinal

_AFTER_ORDINAL = frozenset(
    (
        "and",
        "or",
        "at",
        "from",
        "to",
        "through",
        "until",
        "till",
        "between",
        "for",
        "with",
        "is",
        "was",
        "before",
        "after",
    )
)
_BEFORE_MONTH = frozenset(
    [
        "in",
        "since",
        "until",
        "till",
        "by",
        "of",
        "from",
        "to",
        "through",
        "this",
        "next",
        "last",
        "and",
        "between",
        "after",
        "before",
        "during",
        "early",
        "mid",
        "late",
    ]
)


class CalendarReader(TokenReader):
    """Dates by number and name."""

    def numeric(self, at: int) -> Read:
        """2016-10-16, 10/16/2016, 16.10.2016, 22/04, 2016/16/Oct: by ISO, else month first unless it cannot be."""
        parts: list[str] = [self.word(at)]
        after = at + 1
        separator = self.word(after)
        if separator in ("/", "-", "."):
            while len(parts) < 3 and self.word(after) == separator and self.tight(after - 1) and self.tight(after):
                parts.append(self.word(after + 1))
                after += 2
        elif len(parts[0]) == 4 and all(len(self.word(at + k)) == 2 and self.word(at + k).isdecimal() for k in (1, 2)):
            parts, after = [self.word(at), self.word(at + 1), self.word(at + 2)], at + 3
        if len(parts) == 3:
            return self._three(parts, after) or self._two(parts[:2], separator, after - 2)
        return self._two(parts, separator, after) if len(parts) == 2 else None

    def _three(self, parts: list[str], after: int) -> Read:
        values = [MONTHS.get(part) or (int(part) if part.isdecimal() and len(part) <= 4 else None) for part in parts]
        if None in values or any(len(part) == 3 and part.isdecimal() for part in parts):
            return None
        first, second, third = (value or 0 for value in values)
        named = [MONTHS.get(part) is not None for part in parts]
        if len(parts[0]) == 4 and parts[0].isdecimal():
            orders = [(first, second, third), (first, third, second)]
        elif len(parts[2]) in (2, 4) and parts[2].isdecimal():
            full = third if len(parts[2]) == 4 else self.full_year(third)
            by_day = (full, second, first)
            orders = [by_day] if named[1] else [(full, first, second), by_day]
        else:
            return None
        for order in orders:
            span = calendar.day(*order)
            if span:
                return Reading("date", (span,)), after
        return None

    def _two(self, parts: list[str], separator: str, after: int) -> Read:
        first, second = parts
        if not all(part.isdecimal() or part in MONTHS for part in parts) or (first in MONTHS and second in MONTHS):
            return None
        if (
            len(second) == 4
            and second.isdecimal()
            and 1900 <= int(second) <= 2100
            and first.isdecimal()
            and 1 <= int(first) <= 12
        ):
            return Reading("daterange", (calendar.month(int(second), int(first)),)), after
        if (
            len(first) == 4
            and separator in "-/"
            and len(second) == 2
            and 1 <= int(second if second.isdecimal() else 0) <= 12
        ):
            return Reading("daterange", (calendar.month(int(first), int(second)),)), after
        if separator != "/" and not (first in MONTHS or second in MONTHS):
            return None
        values = [MONTHS.get(part) or int(part) for part in parts]
        if max(map(len, (part for part in parts if part.isdecimal()))) > 2 or self.word(after) == separator:
            return None
        pair = (values[1], values[0]) if second in MONTHS or values[0] > 12 else (values[0], values[1])
        year = self.year(after + 1) if self.word(after) == "," else None
        if year:
            span = calendar.day(year[0], *pair)
            return (Reading("date", (span,)), year[1]) if span else None
        return self._floating(*pair, after)

    def related(self, at: int) -> Read:
        """This May, last December, next 5/12: what leaves the year open, with the year that the word gives."""
        relation = self.word(at)
        if relation not in THIS | NEXT | LAST | COMING or (
            self.word(at + 1) == "may" and not self.tokens[at + 1].capital
        ):
            return None
        inner = (
            self.numeric(at + 1)
            if self.word(at + 1).isdecimal()
            else self.named(at + 1)
            if self.month(at + 1)
            else None
        )
        if not inner or len(inner[0].options) < 2:
            return None
        today = midnight(self.now)
        options = [span for span in inner[0].options if span.start and span.end]
        if relation in THIS:
            chosen = [span for span in options if span.start and span.start.year == self.now.year]
        elif relation in LAST:
            chosen = [span for span in options if span.end and span.end <= today][-1:]
        else:
            chosen = [span for span in options if span.start and span.start > today][:1]
        return (Reading(inner[0].type, tuple(chosen)), inner[1]) if chosen else None

    def _floating(self, month: int, day: int, after: int) -> Read:
        spans = self.yearly(lambda year: calendar.day(year, month, day))
        return (Reading("date", spans, f"XXXX-{month:02}-{day:02}" if len(spans) > 1 else ""), after) if spans else None

    def named(self, at: int) -> Read:
        """7 May 2023, May 7th, the twenty third day of September, Sept nineteen seventy two, March."""
        start = self.skip(at, "the")
        month = self.month(start)
        if month is not None:
            return self._month_first(start, month)
        day = self.day_number(start) or self._spoken_day(start)
        if day is None:
            return None
        after = self.skip(day[1], "day") if self.word(day[1] + 1) == "of" else day[1]
        after = self.skip(after, "of", "in", "-", "/", ".", ",")
        month = self.month(after)
        if month is None or (self.word(start).isdecimal() and not self._plain(start)):
            return None
        return self._with_year(month, day[0], after + 1)

    def _spoken_day(self, at: int) -> tuple[int, int] | None:
        found = cardinal(self.tokens, at)
        return (int(found[0]), found[1]) if found and 1 <= found[0] <= 31 and not self.word(at).isdecimal() else None

    def _plain(self, at: int) -> bool:
        """Whether a number stands for itself and not at the end of `$12` or `1.5`."""
        return not (at and self.tight(at - 1) and self.word(at - 1) in ("$", "€", "£", ".", "#"))

    def _month_first(self, at: int, month: int) -> Read:
        after = self.skip(at + 1, ".", "-", "/") if self.tight(at) else at + 1
        day = self.day_number(self.skip(after, "the"))
        year = self.year(self.skip(after, ",", "of", "in", "the"), bare=False)
        if day and not (year and year[1] > day[1]) and not (self.word(day[1]) == ":" and self.tight(day[1] - 1)):
            return self._with_year(month, day[0], day[1])
        if year:
            return Reading("daterange", (calendar.month(year[0], month),)), year[1]
        short = self._short_year(after)
        if short:
            return Reading("daterange", (calendar.month(short[0], month),)), short[1]
        if not self._is_month(at):
            return None
        spans = self.yearly(lambda number: calendar.month(number, month))
        return Reading("daterange", spans, f"XXXX-{month:02}"), at + 1

    def _short_year(self, at: int) -> tuple[int, int] | None:
        digits = self.word(at + 1)
        if self.word(at) == "of" and digits.isdecimal() and len(digits) == 2:
            return self.full_year(int(digits)), at + 2
        return None

    def _is_month(self, at: int) -> bool:
        """Whether a lone month name is one: `may`, `march` and the like need a capital and company."""
        if at and self.word(at - 1) in ("$", "#", "@") and self.tight(at - 1):
            return False
        if self.word(at) not in EVERYDAY_WORDS:
            return True
        if self.word(at) == "may" or self.word(at) == "march":
            before = self.word(at - 1)
            return before in _BEFORE_MONTH and (self.tokens[at].capital or self.word(at) == "march")
        return self.tokens[at].capital or self.word(at - 1) in _BEFORE_MONTH

    def _with_year(self, month: int, day: int, after: int) -> Read:
        year_at = self.skip(after, ",", "of", "in", "-", ".", "/")
        year = (
            self.year(year_at, bare=False)
            if not (year_at > after and self.word(after) == "of" and self.word(year_at) == "the")
            else None
        )
        if year and self.word(year[1]) not in ("am", "pm", ":"):
            span = calendar.day(year[0], month, day)
            return (Reading("date", (span,)), year[1]) if span else None
        if self.word(year_at) in ("this", "next", "last") and self.word(year_at + 1) == "year":
            offset = {"this": 0, "next": 1, "last": -1}[self.word(year_at)]
            span = calendar.day(self.now.year + offset, month, day)
            return (Reading("date", (span,)), year_at + 2) if span else None
        return self._floating(month, day, after)

    def ordinal_day(self, at: int) -> Read:
        """The 17th, of this month or one nearby."""
        start = self.skip(at, "the")
        found = ordinal(self.tokens, start)
        if (
            found is None
            and start > at
            and self.word(start).isdecimal()
            and self.word(start + 1) in ("", "from", "at", ".", ",")
        ):
            found = int(self.word(start)), start + 1
        numeral = self.word(start)[:1].isdigit()
        if (
            found is None
            or not 1 <= found[0] <= 31
            or not (numeral or (start > at and self.word(found[1]) in ("", ".", "at", "from")))
        ):
            return None
        if found[1] < len(self.tokens) and self.word(found[1]).isalpha() and self.word(found[1]) not in _AFTER_ORDINAL:
            return None
        if start == at and self.word(at - 1) not in (
            "on",
            "by",
            "until",
            "till",
            "before",
            "after",
            "since",
            "from",
            "to",
        ):
            return None
        first = midnight(self.now).replace(day=1)
        months = [calendar.add_months(first, offset) for offset in (-2, -1, 0, 1, 2)]
        spans = tuple(span for m in months if (span := calendar.day(m.year, m.month, found[0])))
        return Reading("date", spans, f"XXXX-XX-{found[0]:02}"), found[1]

"""What the readers of English time expressions share: the tokens, where they stand, and numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime

from extractors.time import calendar
from extractors.time.common import Reading, Span
from extractors.time.english_words import (
    EVERYDAY_WORDS,
    MONTHS,
    UNITS,
    WEEKDAYS,
    Word,
    cardinal,
    ordinal,
    year_in_words,
)

Read = tuple[Reading, int] | None
"""A reading and the token after it."""
_VAGUE_COUNTS = {"a": 1, "an": 1, "one": 1, "couple": 2, "few": 3, "several": 3, "some": 3, "half": 0.5}


class TokenReader:
    """A sentence's tokens and the speaker's wall-clock time."""

    def __init__(self, tokens: list[Word], now: datetime) -> None:
        self.tokens = tokens
        self.now = now

    def word(self, at: int) -> str:
        """The token in lower case, empty outside the sentence."""
        return self.tokens[at].text if 0 <= at < len(self.tokens) else ""

    def skip(self, at: int, *texts: str) -> int:
        """The place after any of these tokens, one after another."""
        while self.word(at) in texts:
            at += 1
        return at

    def tight(self, at: int) -> bool:
        """Whether nothing stands between this token and the next."""
        return 0 <= at < len(self.tokens) - 1 and self.tokens[at].end == self.tokens[at + 1].start

    def after_apostrophe(self, at: int) -> int:
        """The place after a possessive `'s`."""
        return at + 2 if self.word(at) in ("'", "’") and self.word(at + 1) == "s" else at

    def month(self, at: int) -> int | None:
        """The month a token names."""
        return MONTHS.get(self.word(at))

    def weekday(self, at: int) -> int | None:
        """The weekday a token names, 0 for Monday; short names that are words need a capital."""
        weekday = WEEKDAYS.get(self.word(at))
        if weekday is not None and self.word(at) in EVERYDAY_WORDS and not self.tokens[at].capital:
            return None
        return weekday

    def number(self, at: int) -> tuple[float, int] | None:
        """An exact or vague count: `3`, `two and a half`, `a couple of`, `a few`."""
        at = self.skip(at, "the") if self.word(at + 1) in _VAGUE_COUNTS else at
        first = self.word(at)
        if first in ("a", "an") and self.word(at + 1) in ("couple", "few"):
            at, first = at + 1, self.word(at + 1)
        if first in _VAGUE_COUNTS:
            after = self.skip(at + 1, "of") if first in ("couple", "few", "several", "some") else at + 1
            if first == "half":
                after = self.skip(at + 1, "a", "an")
            return self._with_fraction(_VAGUE_COUNTS[first], after)
        found = cardinal(self.tokens, at)
        return self._with_fraction(*found) if found else None

    def _with_fraction(self, value: float, after: int) -> tuple[float, int]:
        if self.word(after) == "and" and self.word(after + 1) == "a":
            if self.word(after + 2) == "half":
                return value + 0.5, after + 3
            if self.word(after + 2) == "quarter":
                return value + 0.25, after + 3
        return value, after

    def unit(self, at: int) -> tuple[str, int] | None:
        """A unit of time, business days included."""
        if self.word(at) in ("business", "working", "work") and self.word(at + 1) in ("day", "days"):
            return "business day", at + 2
        unit = UNITS.get(self.word(at))
        return (unit, at + 1) if unit else None

    def day_number(self, at: int) -> tuple[int, int] | None:
        """A day of the month, `3`, `3rd` or `third`, 1–31."""
        found = ordinal(self.tokens, at)
        if found is None and self.word(at).isdecimal() and len(self.word(at)) <= 2:
            found = int(self.word(at)), at + 1
        if found is None or not 1 <= found[0] <= 31:
            return None
        return found

    def year(self, at: int, bare: bool = True) -> tuple[int, int] | None:
        """A year: four digits 1000–2999, `'99`, or words; `bare` refuses what other numbers look like."""
        at = self.skip(at, "year") if self.word(at + 1).isdecimal() else at
        text = self.word(at)
        if text.isdecimal() and len(text) == 4 and text[0] in "12":
            glued = self.tight(at) and self.word(at + 1) in (":", "%", "$")
            return None if glued else (int(text), at + 1)
        if text in ("'", "’") and self.word(at + 1).isdecimal() and len(self.word(at + 1)) == 2 and self.tight(at):
            return self.full_year(int(self.word(at + 1))), at + 2
        spoken = year_in_words(self.tokens, at)
        return spoken if spoken and (not bare or 1900 <= spoken[0] <= 2100) else None

    def full_year(self, short: int) -> int:
        """The year meant by two digits: the nearest that is at most twenty years ahead."""
        century = self.now.year // 100 * 100
        full = century + short
        return full - 100 if full > self.now.year + 20 else full

    def longest(self, reads: Iterable[Read]) -> Read:
        """The reading that takes most tokens."""
        return max((read for read in reads if read), key=lambda read: read[1], default=None)

    def yearly(self, make: Callable[[int], Span | None], reach: int = 1) -> tuple[Span, ...]:
        """What a date without year may mean: last year's, this year's, next year's; further where those have none."""
        spans: list[Span] = []
        for distance in (reach, 4, 8):
            years = range(max(1, self.now.year - distance), self.now.year + distance + 1)
            spans = [span for span in map(make, years) if span]
            if spans:
                break
        return tuple(spans)

    def today(self) -> Span:
        """The speaker's day."""
        return calendar.period("day", self.now)

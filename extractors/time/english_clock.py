"""Reads English times of day: 3 pm, 15:30, half past seven, noon, in the morning, tonight."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import timedelta

from extractors.time.common import Clock, Reading, Span, midnight
from extractors.time.english_nested import DateReader
from extractors.time.english_words import LAST, NAMED_HOURS, NEXT, PARTS_OF_DAY, cardinal
from graph_schema.model import Precision

_TONIGHT = frozenset(("tonight", "tonite"))
_MEALS = frozenset(("breakfast", "lunch", "dinner"))
_EARLY_HOURS = 4
"""A night's hours up to this one belong to the next day."""


@dataclass(frozen=True, slots=True)
class PartOfDay:
    """A part of the day by its TIMEX code, first and last hour."""

    code: str
    first: int
    last: int

    def on(self, day: Span) -> Span:
        """That part of a day."""
        assert day.start is not None
        begin = midnight(day.start)
        return Span(begin + timedelta(hours=self.first), begin + timedelta(hours=self.last), Precision.PART_OF_DAY)

    def place(self, clock: Clock) -> Clock:
        """The clock read within this part: seven in the evening is 19:00."""
        if clock.fixed or clock.hour > 12:
            return clock
        if self.code in ("AF", "EV", "MED") or (self.code == "NI" and _EARLY_HOURS < clock.hour < 12):
            return clock.later_half()
        if self.code == "NI" and clock.hour == 12:
            return replace(clock, hour=24, fixed=True)
        if self.code == "NI" and clock.hour <= _EARLY_HOURS:
            return replace(clock, hour=clock.hour + 24, fixed=True)
        return replace(clock, fixed=True)


class ClockReader(DateReader):
    """Times of day and parts of the day."""

    def clock(self, at: int, bare: bool = False) -> tuple[Clock, int] | None:
        """A time of day; `bare` admits a lone hour (`7`, `two forty five`) where the context calls for a time."""
        found = self._spoken(at) or self._digits(at, bare)
        if found is None:
            return None
        clock, after = found
        part = self.part(after)
        if part and self.word(after) in ("in", "at", "early", "late") and not clock.fixed:
            return part[0].place(clock), part[1]
        if part and clock.fixed and self.word(after) in ("in", "at"):
            return clock, part[1]
        return clock, after

    def _spoken(self, at: int) -> tuple[Clock, int] | None:
        named = self._named_hour(at)
        if named:
            return named
        quantity = 30.0 if self.word(at) == "half" else 15.0 if self.word(at) == "quarter" else None
        after = at + 1
        if quantity is None:
            if self.word(at) == "a" and self.word(at + 1) == "quarter":
                quantity, after = 15.0, at + 2
            else:
                found = cardinal(self.tokens, at)
                if not found:
                    return None
                quantity, after = found
        after = self.skip(after, "minutes", "minute", "min", "mins")
        if self.word(after) not in ("past", "to", "after", "till") or not 0 < quantity < 60:
            return None
        if self.word(after) != "past" and self.word(at) not in ("quarter", "a"):
            return None
        hour = cardinal(self.tokens, after + 1)
        if not hour or not 1 <= hour[0] <= 12 or self.unit(hour[1]):
            return None
        minutes = int(hour[0]) * 60 + int(quantity) * (1 if self.word(after) == "past" else -1)
        return self._with_meridiem(Clock(minutes // 60, minutes % 60, precision=Precision.MINUTE), hour[1])

    def _named_hour(self, at: int) -> tuple[Clock, int] | None:
        for count in (3, 2, 1):
            name = " ".join(self.word(at + k) for k in range(count)).replace(" - ", "-")
            if name in NAMED_HOURS:
                return Clock(NAMED_HOURS[name], fixed=True), at + count
        return None

    def _digits(self, at: int, bare: bool) -> tuple[Clock, int] | None:
        text = self.word(at)
        if text.isdecimal() and len(text) == 4 and ((bare and not 1900 <= int(text) <= 2100) or self._meridiem(at + 1)):
            hour, minute = int(text[:2]), int(text[2:])
            if hour < 24 and minute < 60:
                return self._with_meridiem(
                    Clock(hour, minute, precision=Precision.MINUTE, fixed=hour > 12 or hour == 0), at + 1
                )
        found = cardinal(self.tokens, at)
        if not found:
            return None
        hour, after = int(found[0]), at + 1 if text.isdecimal() else found[1]
        if hour > 24 or (len(text) > 2 and text.isdecimal()):
            return None
        clock, after, exact = self._minutes(hour, after, bare)
        marked = self._with_meridiem(clock, after)
        if marked[0].hour > 24 or (not exact and not bare and marked[1] == after):
            return None
        if (
            not exact
            and marked[1] == after
            and (self.unit(after) or self.word(after) in ("%", "/", "people") or text == "0")
        ):
            return None
        return marked

    def _minutes(self, hour: int, after: int, bare: bool) -> tuple[Clock, int, bool]:
        digits = self.word(after + 1)
        if (
            self.word(after) in (":", "：")
            and len(digits) == 2
            and digits.isdecimal()
            and int(digits) < 60
            and self.tight(after)
        ):
            second = self.word(after + 3) if self.word(after + 2) == ":" else ""
            if second.isdecimal() and len(second) == 2:
                return Clock(hour, int(digits), int(second), Precision.SECOND, hour > 12 or hour == 0), after + 4, True
            return Clock(hour, int(digits), precision=Precision.MINUTE, fixed=hour > 12 or hour == 0), after + 2, True
        dotted = (
            self.word(after) == "."
            and len(digits) == 2
            and digits.isdecimal()
            and int(digits) < 60
            and self.tight(after)
        )
        if dotted and (bare or self._meridiem(after + 2)):
            return Clock(hour, int(digits), precision=Precision.MINUTE, fixed=hour > 12), after + 2, True
        if not self.word(after - 1).isdecimal() and hour <= 12:
            minute = cardinal(self.tokens, self.skip(after, "-"))
            if (
                minute
                and 10 <= minute[0] < 60
                and not self.word(minute[1] - 1).isdecimal()
                and (bare or self._meridiem(minute[1]) or self.word(after) == "-")
            ):
                return Clock(hour, int(minute[0]), precision=Precision.MINUTE), self.skip(minute[1], "minutes"), True
        return Clock(hour, fixed=hour > 12 or hour == 0), after, False

    def _with_meridiem(self, clock: Clock, after: int) -> tuple[Clock, int]:
        oclock = self._oclock(after)
        if oclock and not clock.fixed:
            clock, after = replace(clock, precision=clock.precision), oclock
            return self._with_meridiem(clock, after) if self._meridiem(after) else (clock, after)
        found = self._meridiem(after)
        if not found or clock.hour > 12:
            return clock, found[1] if found and clock.hour > 12 else after
        half, end = found
        if half == "ampm":
            return clock, end
        hour = clock.hour % 12 + (12 if half == "pm" else 0)
        return replace(clock, hour=hour, fixed=True), end

    def _oclock(self, at: int) -> int | None:
        if self.word(at) == "oclock":
            return at + 1
        return (
            at + 3
            if self.word(at) == "o" and self.word(at + 1) in ("'", "’") and self.word(at + 2) == "clock"
            else None
        )

    def _meridiem(self, at: int) -> tuple[str, int] | None:
        text = self.word(at)
        if text in ("am", "pm", "ampm"):
            return text, at + 1
        if text in ("a", "p") and self.word(at + 1) == "." and self.word(at + 2) == "m":
            return f"{text}m", self.skip(at + 3, ".") if self.tight(at + 2) and self.tokens[at].end - self.tokens[
                at
            ].start else at + 3
        if (
            text in ("a", "p")
            and self.tight(at - 1)
            and self.word(at + 1) in ("", ".", ",", "to", "-", "and", "?", "!", ")")
        ):
            return f"{text}m", at + 1
        return None

    def part(self, at: int) -> tuple[PartOfDay, int] | None:
        """Morning, in the early afternoon, late evening, at night, before dinner time."""
        if self.word(at - 1) == "good":
            return None
        start = self.skip(at, "in", "during", "at", "on")
        start = self.skip(start, "the")
        edge = {"early": "start", "earlier": "start", "late": "end", "later": "end"}.get(self.word(start), "")
        name_at = self.skip(start + 1, "in", "the") if edge else start
        for count in (3, 2, 1):
            tokens = self.tokens[name_at : name_at + count]
            joined = "".join(
                t.text if not i or tokens[i - 1].end == t.start else f" {t.text}" for i, t in enumerate(tokens)
            )
            found = PARTS_OF_DAY.get(joined) if len(tokens) == count else None
            if len(tokens) == count and joined in _MEALS and self.word(at - 1) in ("before", "after", "until", "since"):
                found = PARTS_OF_DAY[f"{joined}time"]
            if found:
                code, first, last = found
                middle = (first + last) // 2
                halved = {"start": (first, middle), "end": (middle, last)}.get(edge, (first, last))
                return PartOfDay(code, *halved), name_at + count
        return None

    def day_part(self, at: int) -> tuple[Reading, PartOfDay, int] | None:
        """A part of a day near now: tonight, this morning, last night, next evening."""
        start = (
            self.skip(at, "late", "early", "later", "earlier")
            if self.word(at + 1) in ("this", "tonight", "last")
            else at
        )
        if self.word(start) in _TONIGHT:
            return Reading("date", (self.today(),)), PartOfDay("NI", 20, 24), start + 1
        relation = self.word(start)
        found = (
            self.part(start + 1) if relation in ("this", "next", "last", "previous", "tomorrow", "yesterday") else None
        )
        if not found or self.word(start + 1) in ("in", "at", "on", "during"):
            return None
        offset = (
            1
            if relation in NEXT or relation == "tomorrow"
            else -1
            if relation in LAST or relation == "yesterday"
            else 0
        )
        day = self.today()
        assert day.start is not None and day.end is not None
        shifted = Span(day.start + timedelta(days=offset), day.end + timedelta(days=offset), day.precision)
        part = found[0]
        if start > at:
            middle = (part.first + part.last) // 2
            part = (
                PartOfDay(part.code, part.first, middle)
                if self.word(at).startswith("earl")
                else PartOfDay(part.code, middle, part.last)
            )
        return Reading("date", (shifted,)), part, found[1]

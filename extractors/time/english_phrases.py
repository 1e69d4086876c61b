"""Reads whole English time expressions: a date with its time of day, ranges, open ends, durations and repetitions."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from extractors.time import calendar
from extractors.time.common import Clock, Reading, Span
from extractors.time.english_base import Read
from extractors.time.english_clock import ClockReader, PartOfDay
from graph_schema.model import Precision

_GLUE = frozenset(
    (
        "at",
        "on",
        "in",
        "the",
        "of",
        ",",
        "@",
        "around",
        "about",
        "by",
        "from",
        "between",
        "for",
        "-",
        "circa",
        "approximately",
    )
)
_CALLS_FOR_CLOCK = frozenset(
    ("at", "@", "around", "by", "from", "between", "circa", "before", "after", "until", "till", "about")
)
_TO = frozenset(("to", "-", "–", "—", "~", "until", "till", "through", "thru"))
_PLACING = frozenset(
    ("in", "at", "during", "by", "the", "before", "after", "until", "till", "since", "all", "early", "late", "later")
)
_BUSY_FROM = 7
"""An hour without am or pm from this one to eleven is in the morning, an earlier one in the afternoon."""


@dataclass
class Pieces:
    """What one expression has said so far."""

    date: Reading | None = None
    clock: Clock | None = None
    until: Clock | None = None
    part: PartOfDay | None = None
    placed: bool = False
    lasting: timedelta | None = None


class PhraseReader(ClockReader):
    """A point or period of time with everything that belongs to it."""

    def now_words(self, at: int) -> Read:
        """Now, right now, at present."""
        words = [self.word(at + k) for k in range(3)]
        length = 0
        if words[0] in ("now", "asap", "immediately"):
            length = 1
        elif words[:2] == ["right", "now"] or words[:2] == ["at", "present"]:
            length = 2
        elif words[:2] == ["at", "this"] and words[2] in ("time", "moment"):
            length = 3
        if not length:
            return None
        return Reading(
            "datetime", (Span(self.now, self.now + timedelta(seconds=1), Precision.SECOND),), "PRESENT_REF"
        ), at + length

    def point(self, at: int, called: bool = False) -> Read:
        """A date, a time of day or both, in any order; `called` when the words before ask for a time."""
        pieces = Pieces()
        after = self._piece(at, pieces, called)
        if after is None:
            return None
        while True:
            following = self._glued(after, pieces)
            if following is None:
                break
            after = following
        reading = self._combined(pieces)
        return (reading, after) if reading else None

    def _glued(self, at: int, pieces: Pieces) -> int | None:
        start = at
        called = False
        while self.word(start) in _GLUE and start - at < 3:
            called = called or self.word(start) in _CALLS_FOR_CLOCK
            after = self._piece(start, pieces, called)
            if after is not None:
                return after
            start += 1
        return self._piece(
            start, pieces, called or (start == at and pieces.date is not None and pieces.date.type == "date")
        )

    def _piece(self, at: int, pieces: Pieces, called: bool) -> int | None:
        """Takes the longest piece that the expression still lacks."""
        weekly = self._in_other_week(at, pieces.date)
        if weekly:
            pieces.date, after = weekly
            return after
        if pieces.date is None and pieces.part is None:
            near = self.day_part(at)
            if near:
                pieces.date, pieces.part = near[0], near[1]
                return near[2]
        date = self.date(at) if pieces.date is None else None
        if date and pieces.clock and date[0].type != "date":
            date = None
        times = self._times(at, called) if pieces.clock is None and self._timed(pieces) else None
        part = self.part(at) if pieces.part is None and self._timed(pieces) else None
        if (
            part
            and pieces.date is None
            and pieces.clock is None
            and self.word(at) in ("on", "at")
            and part[0].code != "NI"
        ):
            part = None
        lengths = [(date[1] if date else 0), (times[2] if times else 0), (part[1] if part else 0)]
        best = max(lengths)
        if not best:
            return self._lasting(at, pieces) if pieces.clock else None
        if date and lengths[0] == best:
            pieces.date = date[0]
        elif times and lengths[1] == best:
            pieces.clock, pieces.until = times[0], times[1]
        elif part:
            pieces.part = part[0]
            pieces.placed = self.word(at) in _PLACING or self.word(at - 1) in _PLACING
        return best

    def _in_other_week(self, at: int, date: Reading | None) -> Read:
        """`Wednesday evening next week`: the weekday said before, in that week."""
        if date is None or not date.timex.startswith("XXXX-WXX-"):
            return None
        return self.weekday_of_week(int(date.timex[-1]) - 1, at)

    def _timed(self, pieces: Pieces) -> bool:
        return pieces.date is None or (pieces.date.type == "date" and bool(pieces.date.options))

    def _lasting(self, at: int, pieces: Pieces) -> int | None:
        found = (
            self.durations(at)
            if self.word(at - 1) == "for" and pieces.lasting is None and pieces.until is None
            else None
        )
        if not found or not all(unit in calendar.TIMED for _, unit in found[0]):
            return None
        seconds = sum(amount * {"second": 1, "minute": 60, "hour": 3600}[unit] for amount, unit in found[0])
        pieces.lasting = timedelta(seconds=seconds)
        return found[1]

    def _times(self, at: int, called: bool) -> tuple[Clock, Clock | None, int] | None:
        """A time of day or two of them, `9.30-4.30pm`, `between 3 and 8`."""
        first = self.clock(at, bare=True)
        if not first:
            return None
        joiner = self.word(first[1])
        if joiner in _TO or (joiner == "and" and self.word(at - 1) == "between"):
            second = self.clock(self.skip(first[1] + 1, "the") if joiner != "-" else first[1] + 1, bare=True)
            strict = self.clock(at) or (second and self.clock(self.skip(first[1] + 1, "the")))
            loose = second and second[0].precision is Precision.HOUR and not second[0].fixed
            if second and (strict or called or self._on_day(second[1])) and not (loose and self._dated(second[1])):
                return *_agree(first[0], second[0]), second[1]
        single = self.clock(at, bare=called)
        return (single[0], None, single[1]) if single else None

    def _on_day(self, at: int) -> bool:
        found = self.date(at) if self.month(at) is None else None
        return found is not None and found[0].type == "date" and not self.word(at).isdecimal()

    def _dated(self, at: int) -> bool:
        """Whether what follows makes the number before it a day of the month."""
        return (
            self.month(self.skip(at, "of")) is not None and self.word(at) != "," and not self.word(at - 1).endswith("m")
        )

    def _combined(self, pieces: Pieces) -> Reading | None:
        date, clock, part = pieces.date, pieces.clock, pieces.part
        if clock and part:
            clock = part.place(clock)
            pieces.until = part.place(pieces.until) if pieces.until else None
        if date is None:
            return self._time_alone(clock, pieces, part)
        if clock is None:
            if part is None:
                return date
            return date.mapped(part.on, "datetimerange", f"{date.timex}T{part.code}" if date.timex else "")
        moment = self._settled(clock, date)
        until, lasting = pieces.until, pieces.lasting
        if until:
            last = _after(moment, until)
            return date.mapped(lambda s: _between(s, moment, last), "datetimerange")
        if lasting:
            return date.mapped(lambda s: _lasting_from(s, moment, lasting), "datetimerange")
        timex = f"{date.timex}T{moment.hour:02}:{moment.minute:02}" if date.timex and len(date.options) > 1 else ""
        return date.mapped(lambda s: _at(s, moment), "datetime", timex)

    def _time_alone(self, clock: Clock | None, pieces: Pieces, part: PartOfDay | None) -> Reading | None:
        day = self.today()
        if clock is None:
            return Reading("timerange", (part.on(day),), f"T{part.code}") if part and pieces.placed else None
        moment = self._settled(clock, None)
        if pieces.until:
            last = _after(moment, pieces.until)
            return Reading("timerange", (_between(day, moment, last),))
        if pieces.lasting:
            return Reading("timerange", (_lasting_from(day, moment, pieces.lasting),))
        return Reading("time", self._coming_too(_at(day, moment)))

    def _coming_too(self, span: Span) -> tuple[Span, ...]:
        """The time today and, where it has passed, tomorrow."""
        assert span.start is not None and span.end is not None
        if span.start >= self.now:
            return (span,)
        return span, Span(span.start + calendar.DAY, span.end + calendar.DAY, span.precision)

    def _settled(self, clock: Clock, date: Reading | None) -> Clock:
        """The half of the day that an hour without am or pm most likely means."""
        if clock.fixed or clock.hour >= 12:
            return clock
        today = date is None or (len(date.options) == 1 and date.options[0] == self.today())
        if today and clock.on(self.now) <= self.now < clock.later_half().on(self.now):
            return clock.later_half()
        return clock if clock.hour >= _BUSY_FROM else clock.later_half()


def _agree(first: Clock, second: Clock) -> tuple[Clock, Clock]:
    """Two times where the later one's am or pm also holds for the first, unless that would turn them round."""
    if second.fixed and not first.fixed and first.hour <= 12 and second.hour <= 24:
        shifted = (
            first.later_half()
            if second.hour >= 12
            else Clock(first.hour % 12, first.minute, first.second, first.precision, True)
        )
        order = (shifted.hour, shifted.minute) < (second.hour, second.minute)
        return (shifted if order else Clock(first.hour, first.minute, first.second, first.precision, True)), second
    if (
        first.fixed
        and not second.fixed
        and second.hour < 12
        and (second.hour, second.minute) <= (first.hour, first.minute)
    ):
        return first, second.later_half()
    if first.fixed and not second.fixed:
        return first, Clock(second.hour, second.minute, second.second, second.precision, True)
    return first, second


def _after(first: Clock, second: Clock) -> Clock:
    """The second time in the half of the day that puts it after the first."""
    if second.fixed or (second.hour, second.minute) > (first.hour, first.minute):
        return second
    return second.later_half()


def _at(day: Span, clock: Clock) -> Span:
    assert day.start is not None
    start = clock.on(day.start)
    width = {Precision.HOUR: timedelta(hours=1), Precision.MINUTE: timedelta(minutes=1)}.get(
        clock.precision, timedelta(seconds=1)
    )
    return Span(start, start + width, clock.precision)


def _between(day: Span, first: Clock, last: Clock) -> Span:
    assert day.start is not None
    start, end = first.on(day.start), last.on(day.start)
    return Span(start, end if end > start else end + calendar.DAY, first.precision)


def _lasting_from(day: Span, first: Clock, lasting: timedelta) -> Span:
    assert day.start is not None
    return Span(first.on(day.start), first.on(day.start) + lasting, first.precision)

"""What both languages share: spans of local time, readings of an expression, and their conversion to UTC.

A reading may leave something open (the year of "7 May", the week of "Friday"); it then has several options, and the
direction that the verb gives chooses between them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from enum import Enum
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from extractors.candidates import TimeMention, Turn
from graph_schema.model import OPEN_END, OPEN_START, Interval, Precision

_TIMED = {Precision.SECOND, Precision.MINUTE, Precision.HOUR, Precision.PART_OF_DAY}


class Direction(Enum):
    """Which way an expression that leaves the year or week open points."""

    PAST = -1
    COMING = 1


@dataclass(frozen=True, slots=True)
class Span:
    """A half-open stretch of local wall-clock time; an open side is None."""

    start: datetime | None
    end: datetime | None
    precision: Precision


@dataclass(frozen=True, slots=True)
class Clock:
    """A time of day; `fixed` when morning and afternoon are told apart."""

    hour: int
    minute: int = 0
    second: int = 0
    precision: Precision = Precision.HOUR
    fixed: bool = False

    def on(self, day: datetime) -> datetime:
        """That time on a day; hour 24 is the next midnight."""
        return midnight(day) + timedelta(hours=self.hour, minutes=self.minute, seconds=self.second)

    def later_half(self) -> Clock:
        """The same reading of the dial after noon."""
        return replace(self, hour=self.hour + 12 if self.hour < 12 else self.hour, fixed=True)


@dataclass(frozen=True, slots=True)
class Reading:
    """What an expression means.

    Attributes:
        type: date, datetime, daterange, datetimerange, time, timerange, duration or set.
        options: the spans it may mean, in order of time; empty for durations and sets.
        timex: TIMEX3 value, empty where none is known.
        edge: `start`, `mid` or `end` where only that part of a period is meant.
    """

    type: str
    options: tuple[Span, ...] = ()
    timex: str = ""
    edge: str = ""

    def mapped(self, change: Callable[[Span], Span], type_: str | None = None, timex: str = "") -> Reading:
        """The reading with every option changed."""
        return Reading(type_ or self.type, tuple(change(span) for span in self.options), timex)


@dataclass(frozen=True, slots=True)
class Found:
    """A reading and the code points `[start, end)` of the text it was read from."""

    start: int
    end: int
    reading: Reading


def wall(year: int, month: int = 1, day: int = 1, hour: int = 0, minute: int = 0, second: int = 0) -> datetime:
    """A moment of local wall-clock time, without zone.

    Raises:
        ValueError: there is no such moment.
    """
    return datetime(year, month, day, hour, minute, second)  # noqa: DTZ001 - zone is applied when it is turned into UTC


def midnight(moment: datetime) -> datetime:
    """The beginning of the day."""
    return moment.replace(hour=0, minute=0, second=0, microsecond=0)


def local_now(turn: Turn) -> datetime:
    """The turn's time on the speaker's wall clock, without zone."""
    return turn.valid_at.astimezone(_zone(turn)).replace(tzinfo=None, microsecond=0)


def _zone(turn: Turn) -> ZoneInfo:
    try:
        return ZoneInfo(turn.time_zone)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return ZoneInfo("UTC")


def choose(reading: Reading, now: datetime, direction: Direction) -> Span | None:
    """The option that the direction points to: the last that has begun, or the first that is not over."""
    if not reading.options:
        return None
    if len(reading.options) == 1:
        return reading.options[0]
    today = midnight(now)
    if direction is Direction.PAST:
        begun = [span for span in reading.options if (span.start or span.end or today) <= now]
        return begun[-1] if begun else reading.options[0]
    coming = [span for span in reading.options if (span.end or span.start or today) > today]
    return coming[0] if coming else reading.options[-1]


def to_mention(turn: Turn, found: Found, direction: Direction) -> TimeMention:
    """The expression as a mention with its interval in UTC."""
    span = choose(found.reading, local_now(turn), direction)
    text = turn.content[found.start : found.end]
    reading = found.reading
    timex = reading.timex or (timex_of(span, reading.type) if span else "")
    return TimeMention(text, found.start, found.end, timex, reading.type, _interval(turn, span))


def _interval(turn: Turn, span: Span | None) -> Interval | None:
    if span is None or (span.start is None and span.end is None):
        return None
    zone = _zone(turn)
    start = _to_utc(span.start, zone) if span.start else OPEN_START
    end = _to_utc(span.end, zone) if span.end else OPEN_END
    return Interval(start, max(start, end), span.precision)


def _to_utc(local: datetime, zone: ZoneInfo) -> datetime:
    if not OPEN_START.year + 1 < local.year < OPEN_END.year:
        return local.replace(tzinfo=UTC)
    return local.replace(tzinfo=zone).astimezone(UTC)


def timex_of(span: Span, type_: str) -> str:
    """TIMEX3 value of a resolved span, empty for open ones."""
    start, end = span.start, span.end
    if start is None or end is None:
        return ""
    if type_ in ("datetime", "time"):
        clock = f"T{start:%H:%M}" if span.precision is not Precision.SECOND else f"T{start:%H:%M:%S}"
        return clock if type_ == "time" else f"{start:%Y-%m-%d}{clock}"
    if span.precision in _TIMED:
        return f"({start:%Y-%m-%dT%H:%M},{end:%Y-%m-%dT%H:%M})"
    if end - start == timedelta(days=1):
        return f"{start:%Y-%m-%d}"
    if span.precision is Precision.WEEK and end - start == timedelta(days=7):
        return f"{start:%G-W%V}"
    if start.day == 1 and end.day == 1 and span.precision is Precision.MONTH and end - start < timedelta(days=32):
        return f"{start:%Y-%m}"
    if start.month == start.day == end.month == end.day == 1 and end.year == start.year + 1:
        return f"{start.year:04}"
    return f"({start:%Y-%m-%d},{end:%Y-%m-%d})"

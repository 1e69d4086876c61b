"""Reads English open ends: before 2018, since August, 2012 or later, tomorrow before 5pm."""

from __future__ import annotations

from datetime import datetime
from functools import partial

from extractors.time.common import Clock, Reading, Span, midnight
from extractors.time.english_base import Read
from extractors.time.english_repeated import RepetitionReader
from graph_schema.model import Precision

_BEFORE = (
    ("before",),
    ("by",),
    ("until",),
    ("till",),
    ("no", "later", "than"),
    ("not", "later", "than"),
    ("as", "late", "as"),
    ("earlier", "than"),
    ("prior", "to"),
    ("up", "to"),
    ("<",),
    ("<", "="),
)
_AFTER = (("after",), ("later", "than"), (">",))
_SINCE = (
    ("since",),
    ("as", "early", "as"),
    ("starting",),
    ("beginning",),
    ("starting", "on"),
    ("beginning", "on"),
    ("starting", "from"),
    ("from", "now", "on"),
    ("no", "earlier", "than"),
    (">", "="),
    ("on", "or", "after"),
    ("as", "of"),
)
_OR_LATER = (
    ("or", "later"),
    ("and", "later"),
    ("or", "after"),
    ("onwards",),
    ("onward",),
    ("and", "onwards"),
    ("and", "beyond"),
)
_OR_EARLIER = (("or", "earlier"), ("or", "before"), ("and", "earlier"), ("and", "before"))
_ARTICLES = ("the", "on", "in", "about", "around", "approximately")


class OpenReader(RepetitionReader):
    """What has a beginning or an end alone."""

    def open_ended(self, at: int) -> Read:
        """Before 2018, after mid May, since late July, 2012 or later, more than 2 weeks before today."""
        return self.longest((self._opened(at), self._or_so(at), self._more_than(at), self._later_half(at)))

    def _later_half(self, at: int) -> Read:
        """`tomorrow before 5pm`, `Tuesday after 1pm`: a side of a day."""
        day = self.date(at)
        if not day or day[0].type != "date":
            return None
        at = day[1]
        for phrases, side in ((_BEFORE, -1), (_AFTER, 1)):
            for phrase in phrases:
                if self._at_phrase(at, phrase):
                    clock = self.clock(self.skip(at + len(phrase), *_ARTICLES), bare=True)
                    if clock:
                        side_of = partial(_side_of_clock, clock=self._settled(clock[0], day[0]), side=side)
                        return day[0].mapped(side_of, "datetimerange"), clock[1]
        return None

    def _opened(self, at: int) -> Read:
        best: Read = None
        for phrases, kind in ((_BEFORE, "before"), (_AFTER, "after"), (_SINCE, "since")):
            for phrase in phrases:
                if not self._at_phrase(at, phrase):
                    continue
                start = self.skip(at + len(phrase), *_ARTICLES)
                inner = self.longest((self.point(at + len(phrase), called=True), self.point(start, called=True)))
                if inner and inner[0].options and not self._is_deadline_word(at, inner[0]):
                    best = self.longest((best, (self._open(inner[0], kind), inner[1])))
        return best

    def _is_deadline_word(self, at: int, inner: Reading) -> bool:
        """`by` before what is no time to finish by: a date range or one's own `by 2`."""
        return (
            self.word(at) in ("by",)
            and inner.type == "time"
            and inner.options[0].precision is Precision.HOUR
            and not self.word(at + 1).isdecimal()
        )

    def _open(self, inner: Reading, kind: str) -> Reading:
        timed = inner.type in ("datetime", "datetimerange")
        clocked = inner.type in ("time", "timerange")
        type_ = "datetimerange" if timed else "timerange" if clocked else "daterange"

        def change(span: Span) -> Span:
            if kind == "before":
                return Span(None, span.end if inner.edge == "end" else span.start, span.precision)
            if kind == "since" or inner.type in ("date", "datetime", "time") or inner.edge == "start":
                return Span(span.start, None, span.precision)
            return Span(span.end, None, span.precision)

        return inner.mapped(change, type_, inner.timex if len(inner.options) > 1 else "")

    def _or_so(self, at: int) -> Read:
        inner = self.point(self.skip(at, "year", "at"), called=self.word(at) == "at")
        if not inner or not inner[0].options:
            return None
        for phrases, kind in ((_OR_LATER, "since"), (_OR_EARLIER, "before")):
            for phrase in phrases:
                after = inner[1] + len(phrase)
                if not self._at_phrase(inner[1], phrase) or (
                    phrase[-1] in ("after", "before") and self.word(after) not in ("", ".", ",", ";", "?", "!")
                ):
                    continue
                day = self.date(self.skip(after, "on")) if inner[0].type == "time" else None
                if day and day[0].type == "date" and inner[0].options[0].start:
                    from_then = partial(_from_time, moment=inner[0].options[0].start)
                    return day[0].mapped(from_then, "datetimerange"), day[1]
                return self._open(inner[0], kind), after
        return None

    def _more_than(self, at: int) -> Read:
        """`more than 2 weeks before today`, `less than 3 days after tomorrow`."""
        if self.word(at) not in ("more", "less", "over") or (self.word(at) != "over" and self.word(at + 1) != "than"):
            return None
        start = at + 1 if self.word(at) == "over" else at + 2
        inner = self.counted(start)
        found = self.durations(start)
        if not inner or not found or inner[0].type not in ("date", "datetime"):
            return None
        span = inner[0].options[0]
        backward = self.word(found[1]) in ("before", "ago", "back")
        base = self.date(found[1] + 1) if self.word(found[1]) in ("before", "after", "from") else None
        anchor = (base[0].options[0].start if base and base[0].options else None) or midnight(self.now)
        if self.word(at) == "less":
            open_span = (
                Span(span.start, anchor, span.precision) if backward else Span(anchor, span.start, span.precision)
            )
        else:
            open_span = Span(None, span.start, span.precision) if backward else Span(span.start, None, span.precision)
        return Reading("daterange" if inner[0].type == "date" else "datetimerange", (open_span,)), inner[1]

    def _at_phrase(self, at: int, phrase: tuple[str, ...]) -> bool:
        return all(self.word(at + k) == word for k, word in enumerate(phrase))


def same_time(day: Span, moment: datetime) -> datetime:
    """A moment's time of day on another day."""
    return midnight(start_of(day)) + (moment - midnight(moment))


def _side_of_clock(day: Span, clock: Clock, side: int) -> Span:
    """What is before a time of day (-1) or after it, on a day and beyond."""
    moment = clock.on(start_of(day))
    return Span(None, moment, Precision.MINUTE) if side < 0 else Span(moment, None, Precision.MINUTE)


def _from_time(day: Span, moment: datetime) -> Span:
    return Span(same_time(day, moment), None, Precision.MINUTE)


def start_of(span: Span) -> datetime:
    """The start of a span that has one."""
    assert span.start is not None
    return span.start

"""jionlp-time as a library of Chinese feasts and lunar dates; its parser keeps state, so each thread has its own."""

from __future__ import annotations

import threading
from datetime import datetime, timedelta
from functools import lru_cache
from typing import Any, cast

from jionlp_time import TimeParser  # type: ignore[attr-defined]  # the package has no types

from extractors.time.calendar import DAY
from extractors.time.common import Reading, Span, wall
from graph_schema.model import Precision

_threads = threading.local()
_FORMAT = "%Y-%m-%d %H:%M:%S"


def parse(text: str, now: datetime) -> Reading | None:
    """What the library makes of an expression seen from a wall-clock time; None where it is unsure or sees none."""
    parser: Any = getattr(_threads, "parser", None)
    if parser is None:
        parser = _threads.parser = TimeParser()
    try:
        result = cast("dict[str, Any]", parser(text, time_base=now))
    except (ValueError, IndexError, KeyError, TypeError, AttributeError, OverflowError):
        return None
    if result["type"] not in ("time_point", "time_span") or result["definition"] != "accurate":
        return None
    start, end = (_moment(value) for value in result["time"])
    if start is None or end is None:
        return None
    end += timedelta(seconds=1)
    timed = end - start < DAY or start.time() != datetime.min.time()
    precision = Precision.MINUTE if timed else Precision.DAY if end - start <= DAY else Precision.MONTH
    single = result["type"] == "time_point"
    type_ = ("datetime" if single else "datetimerange") if timed else "date" if end - start == DAY else "daterange"
    return Reading(type_, (Span(start, end, precision),))


@lru_cache(maxsize=1024)
def feast(name: str, year: int) -> Span | None:
    """The day of a feast in a year; None where the library does not know it."""
    reading = parse(f"{year}年{name}", wall(year, 1, 1))
    span = reading.options[0] if reading else None
    if span is None or span.start is None or span.start.year != year:
        return None
    return Span(span.start, span.start + DAY, Precision.DAY)


def _moment(text: str) -> datetime | None:
    try:
        return datetime.strptime(text, _FORMAT)  # noqa: DTZ007 - wall clock
    except ValueError:
        return None

"""Calendar arithmetic on local wall-clock time: periods, weeks, quarters, feasts."""

from __future__ import annotations

import calendar
from datetime import datetime, timedelta

from extractors.time.common import Span, midnight, wall
from graph_schema.model import Precision

DAY = timedelta(days=1)
WEEK = timedelta(days=7)

PERIODS = {
    "day": Precision.DAY,
    "week": Precision.WEEK,
    "month": Precision.MONTH,
    "quarter": Precision.QUARTER,
    "half": Precision.QUARTER,
    "year": Precision.YEAR,
    "decade": Precision.DECADE,
    "century": Precision.DECADE,
}
_MONTHS = {"month": 1, "quarter": 3, "half": 6, "year": 12, "decade": 120, "century": 1200}
_SECONDS = {"second": 1, "minute": 60, "hour": 3600}
_DAYS = {"day": 1, "weekend": 7, "week": 7, "fortnight": 14}
TIMED = tuple(_SECONDS)
"""Units finer than a day."""

MOMENT = {"second": Precision.SECOND, "minute": Precision.MINUTE, "hour": Precision.MINUTE}
"""Precision of a moment counted from now in such units."""


def add_months(moment: datetime, months: int) -> datetime:
    """The same day so many months on, or the month's last day where it is shorter.

    Raises:
        OverflowError: the year would leave 1–9999.
    """
    index = moment.year * 12 + moment.month - 1 + months
    year, month = divmod(index, 12)
    if not 1 <= year <= 9998:
        raise OverflowError(f"year {year} is outside 1–9998")
    day = min(moment.day, calendar.monthrange(year, month + 1)[1])
    return moment.replace(year=year, month=month + 1, day=day)


def shift(moment: datetime, unit: str, amount: float) -> datetime:
    """The moment moved by so many units; a fraction of a month counts 30 days, of a year 12 months."""
    if unit in _SECONDS:
        return moment + timedelta(seconds=_SECONDS[unit] * amount)
    if unit in _DAYS:
        return moment + timedelta(days=_DAYS[unit] * amount)
    if unit == "business day":
        return add_business_days(moment, int(amount))
    months = _MONTHS[unit] * amount
    whole = int(months)
    return add_months(moment, whole) + timedelta(days=round((months - whole) * 30))


def add_business_days(moment: datetime, days: int) -> datetime:
    """The moment moved by so many days of Monday to Friday."""
    step = DAY if days > 0 else -DAY
    left = abs(days)
    while left:
        moment += step
        left -= moment.weekday() < 5
    return moment


def period(unit: str, moment: datetime, offset: int = 0) -> Span:
    """The calendar period of a unit that holds the moment, or the one so many periods on; weeks begin on Monday."""
    day = midnight(moment)
    if unit == "day":
        return Span(day + DAY * offset, day + DAY * (offset + 1), Precision.DAY)
    monday = day - DAY * day.weekday()
    if unit == "week":
        return Span(monday + WEEK * offset, monday + WEEK * (offset + 1), Precision.WEEK)
    if unit == "fortnight":
        return Span(monday + 2 * WEEK * offset, monday + 2 * WEEK * (offset + 1), Precision.WEEK)
    if unit == "weekend":
        return Span(monday + WEEK * offset + 5 * DAY, monday + WEEK * (offset + 1), Precision.DAY)
    if unit == "work week":
        return Span(monday + WEEK * offset, monday + WEEK * offset + 5 * DAY, Precision.WEEK)
    months = _MONTHS[unit]
    first = day.replace(day=1)
    if months <= 12:
        first = first.replace(month=(first.month - 1) // months * months + 1)
    else:
        first = first.replace(year=max(1, first.year // (months // 12) * (months // 12)), month=1)
    return Span(add_months(first, months * offset), add_months(first, months * (offset + 1)), PERIODS[unit])


def day(year: int, month: int, day_: int) -> Span | None:
    """One day; None where the calendar has no such day."""
    try:
        start = wall(year, month, day_)
        return Span(start, start + DAY, Precision.DAY)
    except (ValueError, OverflowError):
        return None


def year(number: int) -> Span:
    """A calendar year, 1–9998."""
    return period("year", wall(number, 1, 1))


def month(year_: int, month_: int) -> Span:
    """A calendar month."""
    return period("month", wall(year_, month_, 1))


def iso_week(year_: int, number: int) -> Span | None:
    """A week by ISO number; None where the year has no such week."""
    try:
        monday = datetime.fromisocalendar(year_, number, 1)
    except ValueError:
        return None
    return Span(monday, monday + WEEK, Precision.WEEK)


def weeks_of(span: Span) -> list[Span]:
    """The weeks that belong to a period, those whose Thursday lies in it."""
    if span.start is None or span.end is None:
        return []
    thursday = span.start + DAY * ((3 - span.start.weekday()) % 7)
    weeks: list[Span] = []
    while thursday < span.end:
        weeks.append(period("week", thursday))
        thursday += WEEK
    return weeks


def weekdays_of(span: Span, weekday: int) -> list[Span]:
    """The days of a period that fall on a weekday, 0 for Monday."""
    if span.start is None or span.end is None:
        return []
    current = midnight(span.start) + DAY * ((weekday - span.start.weekday()) % 7)
    days: list[Span] = []
    while current < span.end:
        days.append(Span(current, current + DAY, Precision.DAY))
        current += WEEK
    return days


def season(year_: int, name: str) -> Span:
    """A meteorological season of the northern hemisphere; winter begins in December of the year."""
    first = {"spring": 3, "summer": 6, "autumn": 9, "winter": 12}[name]
    start = wall(year_, first, 1)
    return Span(start, add_months(start, 3), Precision.SEASON)


def easter(year_: int) -> datetime:
    """Easter Sunday of the Gregorian calendar (anonymous Gregorian computus)."""
    golden, century, rest = year_ % 19, year_ // 100, year_ % 100
    correction = (century - (century + 8) // 25 + 1) // 3
    epact = (19 * golden + century - century // 4 - correction + 15) % 30
    offset = (32 + 2 * (century % 4) + 2 * (rest // 4) - epact - rest % 4) % 7
    shifted = (golden + 11 * epact + 22 * offset) // 451
    month_, day_ = divmod(epact + offset - 7 * shifted + 114, 31)
    return wall(year_, month_, day_ + 1)


def nth_weekday(year_: int, month_: int, weekday: int, number: int) -> datetime:
    """The n-th weekday of a month; from its end where the number is negative."""
    days = weekdays_of(month(year_, month_), weekday)
    start = days[number - 1 if number > 0 else number].start
    assert start is not None
    return start


_ORDER = (
    "second",
    "minute",
    "hour",
    "day",
    "business day",
    "weekend",
    "week",
    "fortnight",
    "month",
    "quarter",
    "half",
    "year",
)


def coarser(unit: str, than: str) -> bool:
    """Whether a unit is as coarse as another, or coarser."""
    return _ORDER.index(unit) >= _ORDER.index(than) if unit in _ORDER and than in _ORDER else unit not in _ORDER

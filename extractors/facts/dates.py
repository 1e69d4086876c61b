"""Occurrences as absolute dates in words, as exact as they were said."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

from graph_schema.model import OPEN_START, Interval, Precision

_MONTHS = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
]  # fmt: skip
_FINE = frozenset({Precision.SECOND, Precision.MINUTE, Precision.HOUR, Precision.PART_OF_DAY, Precision.DAY})


def english_date(interval: Interval, zone: str) -> str:
    """The date in words: "on 7 May 2023", "in the week of 1 May 2023", "in May 2023", "in 2023"; empty for the rest."""
    if interval.start == OPEN_START:
        return ""
    day = _local(interval.start, zone)
    month = f"{_MONTHS[day.month - 1]} {day.year}"
    if interval.precision in _FINE:
        return f"on {day.day} {month}"
    if interval.precision is Precision.WEEK:
        return f"in the week of {day.day} {month}"
    if interval.precision is Precision.MONTH:
        return f"in {month}"
    if interval.precision in (Precision.SEASON, Precision.QUARTER):
        return f"from {month} on"
    return f"in {day.year}" if interval.precision is Precision.YEAR else ""


def chinese_date(interval: Interval, zone: str) -> str:
    """The date in words: "2023年5月7日", "2023年5月", "2023年"; empty for the rest."""
    if interval.start == OPEN_START:
        return ""
    day = _local(interval.start, zone)
    if interval.precision in _FINE:
        return f"{day.year}年{day.month}月{day.day}日"
    if interval.precision is Precision.WEEK:
        return f"{day.year}年{day.month}月{day.day}日那一周"
    if interval.precision is Precision.MONTH:
        return f"{day.year}年{day.month}月"
    return f"{day.year}年" if interval.precision is Precision.YEAR else ""


def _local(moment: datetime, zone: str) -> datetime:
    return moment.astimezone(ZoneInfo(zone))

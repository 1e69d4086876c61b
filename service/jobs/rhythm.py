"""How often, and when, something happens again and again: from its times to words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

FEWEST = 4
"""Days on which something has to have happened to be a pattern."""
_SHARE = 0.6
"""Share of the times that makes a part of the day, or a day of the week, the usual one."""
_WEEKDAY_SHARE = 0.75
_WEEK, _MONTH = 7.0, 30.4

_PARTS = ((5, "night"), (11, "morning"), (14, "midday"), (18, "afternoon"), (22, "evening"), (24, "night"))
_ENGLISH_PARTS = {"morning": "in the morning", "midday": "around midday", "afternoon": "in the afternoon",
                  "evening": "in the evening", "night": "at night"}  # fmt: skip
_CHINESE_PARTS = {"morning": "早上", "midday": "中午", "afternoon": "下午", "evening": "晚上", "night": "夜里"}
_ENGLISH_DAYS = ("Mondays", "Tuesdays", "Wednesdays", "Thursdays", "Fridays", "Saturdays", "Sundays")
_CHINESE_DAYS = "一二三四五六日"


class Frequency(StrEnum):
    """How often."""

    MOST_DAYS = "most_days"
    WEEKDAY = "weekday"
    OFTEN_A_WEEK = "often_a_week"
    WEEKLY = "weekly"
    MONTHLY = "monthly"
    SOMETIMES = "sometimes"


@dataclass(frozen=True, slots=True)
class Rhythm:
    """When something usually happens.

    Attributes:
        days: on how many days it happened.
        weekday: 0 for Monday, only of `WEEKDAY`.
        part: of the day, None where there is no usual one.
    """

    days: int
    frequency: Frequency
    weekday: int | None
    part: str | None

    @property
    def english(self) -> str:
        """As it ends an English sentence: "most mornings"."""
        if self.frequency is Frequency.MOST_DAYS and self.part in ("morning", "afternoon", "evening", "night"):
            return f"most {self.part}s"
        said = {
            Frequency.MOST_DAYS: "most days",
            Frequency.WEEKDAY: f"most {_ENGLISH_DAYS[self.weekday or 0]}",
            Frequency.OFTEN_A_WEEK: "several times a week",
            Frequency.WEEKLY: "about once a week",
            Frequency.MONTHLY: "about once a month",
            Frequency.SOMETIMES: "now and then",
        }[self.frequency]
        return f"{said}, usually {_ENGLISH_PARTS[self.part]}" if self.part else said

    @property
    def chinese(self) -> str:
        """As it stands before a Chinese verb: 大多数早上."""
        part = _CHINESE_PARTS[self.part] if self.part else ""
        if self.frequency is Frequency.MOST_DAYS:
            return f"大多数{part}" if part else "几乎每天"
        said = {
            Frequency.WEEKDAY: f"大多数周{_CHINESE_DAYS[self.weekday or 0]}",
            Frequency.OFTEN_A_WEEK: "每周好几次",
            Frequency.WEEKLY: "大约每周一次",
            Frequency.MONTHLY: "大约每月一次",
            Frequency.SOMETIMES: "时不时",
        }[self.frequency]
        return f"{said}{part}"


def rhythm(times: Sequence[tuple[datetime, bool]]) -> Rhythm | None:
    """The rhythm of happenings, None where they are too few to have one.

    Args:
        times: local times, and whether the time of the day is known; several of one day count once.
    """
    days = sorted({at.date() for at, _ in times})
    if len(days) < FEWEST:
        return None
    count, span = len(days), (days[-1] - days[0]).days + 1
    weekday, on_it = Counter(day.weekday() for day in days).most_common(1)[0]
    weekly = count / max(span / _WEEK, 1.0)
    if count / span >= 0.5:
        frequency = Frequency.MOST_DAYS
    elif on_it / count >= _WEEKDAY_SHARE and on_it / (span / _WEEK + 1) >= 0.5:
        frequency = Frequency.WEEKDAY
    elif weekly >= 0.6:
        frequency = Frequency.OFTEN_A_WEEK if weekly >= 1.7 else Frequency.WEEKLY
    else:
        frequency = Frequency.MONTHLY if count / max(span / _MONTH, 1.0) >= 0.6 else Frequency.SOMETIMES
    return Rhythm(count, frequency, weekday if frequency is Frequency.WEEKDAY else None, _part(times))


def _part(times: Sequence[tuple[datetime, bool]]) -> str | None:
    parts = Counter(_part_of(at) for at, known in times if known)
    if not parts:
        return None
    part, count = parts.most_common(1)[0]
    return part if count >= FEWEST and count / parts.total() >= _SHARE else None


def _part_of(at: datetime) -> str:
    return next(name for until, name in _PARTS if at.hour < until)

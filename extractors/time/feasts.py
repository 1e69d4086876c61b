"""Feast days that have a date in every Gregorian year."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

from extractors.time.calendar import DAY, easter, nth_weekday
from extractors.time.common import wall

Rule = Callable[[int], datetime]


def _fixed(month: int, day: int) -> Rule:
    return lambda year: wall(year, month, day)


def _nth(month: int, weekday: int, number: int, plus: int = 0) -> Rule:
    return lambda year: nth_weekday(year, month, weekday, number) + plus * DAY


def _from_easter(days: int) -> Rule:
    return lambda year: easter(year) + days * DAY


def _islamic(month: int, day: int) -> Rule:
    """First such day of the tabular Islamic calendar in the Gregorian year; sightings may differ by a day."""

    def rule(year: int) -> datetime:
        lunar = int((year - 622) * 33 / 32) - 1
        while True:
            moment = _islamic_day(lunar, month, day)
            if moment.year >= year:
                return moment
            lunar += 1

    return rule


def _islamic_day(year: int, month: int, day: int) -> datetime:
    days = day + -(-59 * (month - 1) // 2) + (year - 1) * 354 + (3 + 11 * year) // 30
    return wall(622, 7, 17) + timedelta(days=days)


FEASTS: dict[str, Rule] = {
    "christmas": _fixed(12, 25),
    "christmas day": _fixed(12, 25),
    "xmas": _fixed(12, 25),
    "christmas eve": _fixed(12, 24),
    "boxing day": _fixed(12, 26),
    "new year": _fixed(1, 1),
    "new years": _fixed(1, 1),
    "new year's": _fixed(1, 1),
    "new year's day": _fixed(1, 1),
    "new years day": _fixed(1, 1),
    "new year's eve": _fixed(12, 31),
    "new years eve": _fixed(12, 31),
    "nye": _fixed(12, 31),
    "valentine's day": _fixed(2, 14),
    "valentines day": _fixed(2, 14),
    "valentine's": _fixed(2, 14),
    "st patrick's day": _fixed(3, 17),
    "st. patrick's day": _fixed(3, 17),
    "april fools": _fixed(4, 1),
    "april fools' day": _fixed(4, 1),
    "april fool's day": _fixed(4, 1),
    "earth day": _fixed(4, 22),
    "may day": _fixed(5, 1),
    "international workers' day": _fixed(5, 1),
    "workers' day": _fixed(5, 1),
    "women's day": _fixed(3, 8),
    "international women's day": _fixed(3, 8),
    "juneteenth": _fixed(6, 19),
    "independence day": _fixed(7, 4),
    "bastille day": _fixed(7, 14),
    "halloween": _fixed(10, 31),
    "veterans day": _fixed(11, 11),
    "guy fawkes day": _fixed(11, 5),
    "cinco de mayo": _fixed(5, 5),
    "groundhog day": _fixed(2, 2),
    "children's day": _fixed(6, 1),
    "all saints' day": _fixed(11, 1),
    "all souls' day": _fixed(11, 2),
    "singles day": _fixed(11, 11),
    "inauguration day": _fixed(1, 20),
    "teachers' day": _fixed(9, 10),
    "labour day": _nth(9, 0, 1),
    "labor day": _nth(9, 0, 1),
    "memorial day": _nth(5, 0, -1),
    "thanksgiving": _nth(11, 3, 4),
    "thanksgiving day": _nth(11, 3, 4),
    "black friday": _nth(11, 3, 4, 1),
    "cyber monday": _nth(11, 3, 4, 4),
    "columbus day": _nth(10, 0, 2),
    "mlk day": _nth(1, 0, 3),
    "martin luther king day": _nth(1, 0, 3),
    "presidents day": _nth(2, 0, 3),
    "presidents' day": _nth(2, 0, 3),
    "mother's day": _nth(5, 6, 2),
    "mothers day": _nth(5, 6, 2),
    "father's day": _nth(6, 6, 3),
    "fathers day": _nth(6, 6, 3),
    "easter": _from_easter(0),
    "easter sunday": _from_easter(0),
    "easter monday": _from_easter(1),
    "good friday": _from_easter(-2),
    "ash wednesday": _from_easter(-46),
    "palm sunday": _from_easter(-7),
    "pentecost": _from_easter(49),
    "eid al fitr": _islamic(10, 1),
    "eid al-fitr": _islamic(10, 1),
    "eid al adha": _islamic(12, 10),
    "eid al-adha": _islamic(12, 10),
    "ramadan": _islamic(9, 1),
}
"""First day of each feast in a year, by its English name in lower case."""

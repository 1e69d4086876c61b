"""Rhythms: how often and when, in words of two languages."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import pytest

from extractors.facts.chinese.wording import chinese_habit
from extractors.facts.english.wording import english_habit
from graph_schema.predicates import load_catalogue
from service.jobs.rhythm import rhythm

MONDAY = datetime(2024, 5, 6, tzinfo=UTC)


def times(days: Sequence[float], hour: float | None) -> list[tuple[datetime, bool]]:
    return [(MONDAY + timedelta(days=day, hours=hour or 0), hour is not None) for day in days]


@pytest.mark.parametrize(
    ("days", "hour", "english", "chinese"),
    [
        ((0, 1, 2, 4, 5), 8, "most mornings", "大多数早上"),
        ((0, 1, 2, 4, 5), None, "most days", "几乎每天"),
        ((0, 7, 14, 21), None, "most Mondays", "大多数周一"),
        ((6, 13, 27, 34), 19, "most Sundays, usually in the evening", "大多数周日晚上"),
        ((0, 3, 7, 10, 15, 17), 12, "several times a week, usually around midday", "每周好几次中午"),
        ((0, 8, 13, 22, 31), None, "about once a week", "大约每周一次"),
        ((0, 32, 59, 90), None, "about once a month", "大约每月一次"),
        ((0, 100, 320, 340), None, "now and then", "时不时"),
    ],
)
def test_words_for_a_rhythm(days: Sequence[float], hour: float | None, english: str, chinese: str) -> None:
    found = rhythm(times(days, hour))
    assert found is not None and found.days == len(days)
    assert (found.english, found.chinese) == (english, chinese)


def test_many_times_of_one_day_are_no_pattern() -> None:
    assert rhythm(times((0.0, 0.1, 0.2, 0.3, 1.0, 2.0), None)) is None


def test_different_hours_have_no_usual_part_of_the_day() -> None:
    mixed = [*times((0, 1, 2), 8), *times((3, 4, 5), 20)]
    found = rhythm(mixed)
    assert found is not None and found.english == "most days"


def test_habits_are_worded_in_the_present() -> None:
    catalogue = load_catalogue()
    assert english_habit("Ana", "bought", "an oat latte", catalogue) == "Ana buys an oat latte"
    assert english_habit("Ana", "did", "went running", catalogue) == "Ana went running"
    assert chinese_habit("小李", "bought", "燕麦拿铁", "大多数早上", catalogue) == "小李大多数早上买燕麦拿铁"
    assert chinese_habit("小李", "did", "去健身房", "每周好几次", catalogue) == "小李每周好几次去健身房"

"""Values that say the same in other words, and those that only look alike."""

from __future__ import annotations

import pytest

from service.adapters.embedders.calibration import GENERIC, load_calibration
from service.jobs.sameness import normal, same_words


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("two red bikes", "2 red bike"),
        ("an oat latte", "oat lattes"),
        ("her sister", "his sisters"),
        ("一杯拿铁", "拿铁"),
        ("Café Mocha.", "café mocha"),
    ],
)
def test_wording_makes_no_difference(one: str, other: str) -> None:
    assert normal(one) == normal(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("2 bikes", "3 bikes"),
        ("-5 degrees", "5 degrees"),
        ("3.5 km", "35 km"),
        ("no sugar", "sugar"),
        ("C++", "C#"),
        ("dog bites man", "man bites dog"),
        ("不喝咖啡", "喝咖啡"),
        ("the", "a"),
    ],
)
def test_numbers_order_and_negation_do(one: str, other: str) -> None:
    assert normal(one) != normal(other)


def test_the_same_words_are_nearer_than_duplicates() -> None:
    calibration = load_calibration(GENERIC)
    assert calibration.duplicate < same_words(calibration) < 1.0

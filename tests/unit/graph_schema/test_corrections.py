"""Corrections: what was wrong was never so, and what is right was so from the wrong one's beginning on."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import permutations

import pytest

from graph_schema.model import OPEN_END, OPEN_START, Assertion, Interval, Modality, Polarity
from graph_schema.timeline import slot_timeline

T0 = datetime(2024, 1, 1, tzinfo=UTC)


def day(n: float) -> datetime:
    return T0 + timedelta(days=n)


def said(value: str, at: datetime, *, deny: bool = False, corrects: bool = False) -> Assertion:
    polarity = Polarity.NEGATIVE if deny else Polarity.POSITIVE
    return Assertion(
        key=f"{value}|{polarity}|{at}|{corrects}",
        claim=f"not {value}" if deny else value,
        slot="s",
        single=True,
        value=value,
        polarity=polarity,
        modality=Modality.ASSERTED,
        valid=Interval(OPEN_START if corrects else at),
        said_at=at,
        confidence=0.8,
        trust=3,
    )


def holding(assertions, at: datetime) -> set[str]:
    segments = slot_timeline(assertions).segments
    return {s.claim for s in segments if s.valid.start <= at < s.valid.end and not s.claim.startswith("not ")}


def test_named_value_is_taken_back_and_replaced_from_its_beginning():
    told = [
        said("Rome", day(0)),
        said("Ghent", day(10)),
        said("Genk", day(20), corrects=True),
        said("Ghent", day(20), deny=True, corrects=True),
    ]
    for order in permutations(told):
        assert holding(order, day(5)) == {"Rome"}
        assert holding(order, day(15)) == {"Genk"}
        assert holding(order, day(25)) == {"Genk"}


def test_correction_that_names_nothing_replaces_what_was_said_last():
    told = [said("Rome", day(0)), said("Ghent", day(10)), said("Genk", day(20), corrects=True)]
    for order in permutations(told):
        assert [holding(order, day(n)) for n in (5, 15, 25)] == [{"Rome"}, {"Genk"}, {"Genk"}]


def test_correction_of_nothing_holds_from_when_it_was_said():
    (segment,) = slot_timeline([said("Genk", day(20), corrects=True)]).segments
    assert (segment.valid.start, segment.valid.end) == (day(20), OPEN_END)


def test_bare_denial_takes_back_every_earlier_mention_and_no_later_one():
    told = [said("Dutch", day(0)), said("Dutch", day(5)), said("Dutch", day(9), deny=True, corrects=True)]
    assert [holding(told, day(n)) for n in (1, 7, 10)] == [set(), set(), set()]
    assert holding([*told, said("Dutch", day(30))], day(31)) == {"Dutch"}


@pytest.mark.parametrize("later", ["Rome", "Oslo"])
def test_change_after_a_correction_ends_it(later):
    told = [said("Ghent", day(0)), said("Genk", day(2), corrects=True), said(later, day(9))]
    assert [holding(told, day(n)) for n in (1, 5, 10)] == [{"Genk"}, {"Genk"}, {later}]


def test_correction_of_a_correction_takes_its_place():
    told = [said("A", day(0)), said("B", day(2), corrects=True), said("C", day(4), corrects=True)]
    for order in permutations(told):
        assert [holding(order, day(n)) for n in (1, 3, 5)] == [{"C"}, {"C"}, {"C"}]

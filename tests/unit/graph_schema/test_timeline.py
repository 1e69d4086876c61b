"""The slot timeline: known histories, and properties over any set of assertions."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph_schema.model import OPEN_END, OPEN_START, Assertion, Interval, Modality, Polarity, Precision
from graph_schema.timeline import Believed, difference, losing, slot_timeline

T0 = datetime(2024, 1, 1, tzinfo=UTC)


def day(n: float) -> datetime:
    return T0 + timedelta(days=n)


def claim(
    value: str,
    start: datetime,
    end: datetime = OPEN_END,
    *,
    deny: bool = False,
    precision: Precision = Precision.TURN,
    said: datetime | None = None,
    confidence: float = 0.8,
    trust: int = 3,
) -> Assertion:
    said_at = said or max(start, T0)
    polarity = Polarity.NEGATIVE if deny else Polarity.POSITIVE
    return Assertion(
        key=f"{value}|{polarity}|{start}|{end}|{said_at}|{precision}|{confidence}",
        claim=f"not {value}" if deny else value,
        slot="s",
        single=True,
        value=value,
        polarity=polarity,
        modality=Modality.ASSERTED,
        valid=Interval(start, end, precision),
        said_at=said_at,
        confidence=confidence,
        trust=trust,
    )


def spans(*assertions: Assertion) -> list[tuple[str, datetime, datetime]]:
    segments = slot_timeline(assertions).segments
    return sorted(((s.claim, s.valid.start, s.valid.end) for s in segments), key=lambda s: (s[1], s[0]))


def test_a_later_value_closes_the_earlier_one() -> None:
    timeline = slot_timeline([claim("Rome", day(10)), claim("Paris", day(0))])
    assert [(s.claim, s.valid.start, s.valid.end, s.rule) for s in timeline.segments] == [
        ("Paris", day(0), day(10), "single_value"),
        ("Rome", day(10), OPEN_END, "open"),
    ]
    (replacement,) = timeline.replacements
    assert (replacement.newer, replacement.older, replacement.at) == ("Rome", "Paris", day(10))


def test_returning_to_a_value_opens_a_new_interval() -> None:
    assert spans(claim("Paris", day(0)), claim("Rome", day(5)), claim("Paris", day(9))) == [
        ("Paris", day(0), day(5)),
        ("Rome", day(5), day(9)),
        ("Paris", day(9), OPEN_END),
    ]


def test_saying_it_again_changes_nothing() -> None:
    assert spans(claim("Paris", day(0)), claim("Paris", day(7))) == [("Paris", day(0), OPEN_END)]


def test_a_bounded_value_inside_an_open_one_gives_way_again() -> None:
    assert spans(claim("Acme", day(0)), claim("Beta", day(3), day(6))) == [
        ("Acme", day(0), day(3)),
        ("Beta", day(3), day(6)),
        ("Acme", day(6), OPEN_END),
    ]


def test_a_known_end_survives_a_newer_start() -> None:
    assert spans(claim("X", day(0), day(40)), claim("Y", day(20), day(30))) == [
        ("X", day(0), day(20)),
        ("Y", day(20), day(30)),
        ("X", day(30), day(40)),
    ]


def test_a_denial_ends_its_value_and_brings_no_older_one_back() -> None:
    assert spans(claim("Paris", day(0)), claim("Rome", day(5)), claim("Rome", day(8), deny=True)) == [
        ("Paris", day(0), day(5)),
        ("Rome", day(5), day(8)),
        ("not Rome", day(8), OPEN_END),
    ]


def test_a_value_affirmed_after_its_denial_holds_again() -> None:
    assert spans(claim("tea", day(0)), claim("tea", day(2), deny=True), claim("tea", day(4))) == [
        ("tea", day(0), day(2)),
        ("not tea", day(2), day(4)),
        ("tea", day(4), OPEN_END),
    ]


def test_a_denial_of_another_value_leaves_the_holder_alone() -> None:
    assert ("Rome", day(0), OPEN_END) in spans(claim("Rome", day(0)), claim("Oslo", day(3), deny=True))


def test_an_ended_state_with_unknown_start() -> None:
    assert spans(claim("Paris", OPEN_START, day(3)), claim("Rome", day(3))) == [
        ("Paris", OPEN_START, day(3)),
        ("Rome", day(3), OPEN_END),
    ]


def test_equal_starts_are_ranked_by_confidence_then_trust() -> None:
    assert spans(claim("A", day(0), confidence=0.9), claim("B", day(0))) == [("A", day(0), OPEN_END)]
    assert spans(claim("A", day(0), trust=1), claim("B", day(0), trust=3)) == [("B", day(0), OPEN_END)]


def test_what_loses_a_tie_is_only_what_ties() -> None:
    earlier, one, other = claim("A", day(0)), claim("A", day(5)), claim("B", day(5))
    assert losing([earlier, one, other], "B", "A") == (one.key,)
    assert losing([earlier, one, other], "A", "B") == (other.key,)
    assert losing([earlier, one], "A", "B") == ()


def test_a_full_tie_is_a_contradiction_with_one_chosen_value() -> None:
    timeline = slot_timeline([claim("A", day(0)), claim("B", day(0))])
    assert len(timeline.segments) == 1
    assert timeline.contradictions == (("B", "A"),)


def test_starts_that_may_be_equal_at_their_precision_are_ranked_not_ordered() -> None:
    said = day(700)
    year = claim("Rome", day(0), precision=Precision.YEAR, said=said, confidence=0.9)
    month = claim("Milan", day(120), precision=Precision.MONTH, said=said, confidence=0.7)
    assert spans(year, month) == [("Rome", day(0), OPEN_END)]


def test_a_start_is_never_later_than_when_it_was_said_to_hold() -> None:
    since = claim("Rome", day(0), precision=Precision.YEAR, said=day(60), confidence=0.9)
    assert spans(since, claim("Rome", day(150), deny=True)) == [
        ("Rome", day(0), day(150)),
        ("not Rome", day(150), OPEN_END),
    ]


_days = st.integers(min_value=0, max_value=40)


@st.composite
def _assertions(draw: st.DrawFn) -> Assertion:
    start = draw(_days)
    end = draw(st.one_of(st.none(), st.integers(start, 45)))
    return claim(
        draw(st.sampled_from("ABC")),
        day(start),
        OPEN_END if end is None else day(end),
        deny=draw(st.booleans()),
        precision=draw(st.sampled_from([Precision.TURN, Precision.DAY, Precision.MONTH])),
        said=day(draw(_days)),
        confidence=draw(st.sampled_from([0.7, 0.9])),
        trust=draw(st.sampled_from([1, 3])),
    )


def _overlap(a: Interval, b: Interval) -> bool:
    return a.start < b.end and b.start < a.end


@given(st.lists(_assertions(), max_size=8), st.randoms(use_true_random=False))
def test_arrival_order_never_matters(assertions: list[Assertion], random: object) -> None:
    shuffled = list(assertions)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    assert slot_timeline(shuffled) == slot_timeline(assertions)


@given(st.lists(_assertions(), max_size=8))
def test_one_value_holds_at_a_time_and_claims_never_overlap_themselves(assertions: list[Assertion]) -> None:
    segments = slot_timeline(assertions).segments
    holders = [s for s in segments if not s.claim.startswith("not ")]
    assert not [(a, b) for a, b in combinations(holders, 2) if _overlap(a.valid, b.valid)]
    for a, b in combinations(segments, 2):
        opposite = a.claim == b.claim or a.claim == f"not {b.claim}" or b.claim == f"not {a.claim}"
        assert not (opposite and _overlap(a.valid, b.valid))


@given(st.lists(_assertions(), max_size=8))
def test_nothing_holds_that_was_not_said(assertions: list[Assertion]) -> None:
    for segment in slot_timeline(assertions).segments:
        supports = [a.valid for a in assertions if a.claim == segment.claim]
        moment = segment.valid.start
        while moment < segment.valid.end:
            reach = max((v.end for v in supports if v.start <= moment < v.end), default=None)
            assert reach is not None
            moment = reach


@given(st.lists(_assertions(), max_size=6), st.lists(_assertions(), max_size=3))
def test_the_difference_turns_one_timeline_into_the_other(old: list[Assertion], more: list[Assertion]) -> None:
    before, after = slot_timeline(old), slot_timeline([*old, *more])
    believed = {str(i): Believed(str(i), s.claim, s.valid, s.rule) for i, s in enumerate(before.segments)}
    change = difference(believed.values(), after)
    kept = [(b.claim, b.valid, b.rule) for uuid, b in believed.items() if uuid not in change.expired]
    added = [(s.claim, s.valid, s.rule) for s in change.added]
    assert sorted(map(repr, kept + added)) == sorted(repr((s.claim, s.valid, s.rule)) for s in after.segments)
    assert not set(map(repr, kept)) & set(map(repr, added))


@pytest.mark.parametrize("precision", list(Precision))
def test_the_last_moments_of_time_do_not_overflow(precision: Precision) -> None:
    late = datetime(9998, 12, 30, tzinfo=UTC)
    assert spans(claim("A", late, precision=precision, said=T0)) == [("A", late, OPEN_END)]

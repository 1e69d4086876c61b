"""Faults of identity seen in other systems, each by its description: as names that one group hears, in any order."""

from __future__ import annotations

from datetime import UTC, datetime
from itertools import permutations

import pytest

from service.identity.decide import Candidate, decide
from service.identity.names import parse
from service.ingest.resolution import Resolution

P, O, L, T = "person", "organization", "location", "thing"  # noqa: E741
Said = tuple[str, str]

APART: list[tuple[str, tuple[Said, ...]]] = [
    ("only [a-z0-9] kept: two universities", (("北京大学", O), ("清华大学", O))),
    ("only [a-z0-9] kept: two schools of AI", (("北京大学 School of AI", O), ("清华大学 School of AI", O))),
    ("only [a-z0-9] kept: two Russian names in Moscow", (("Новый театр (Moscow)", O), ("Малый театр (Moscow)", O))),
    ("only [a-z0-9] kept: C++ and C# developers", (("C++ developers", T), ("C# developers", T))),
    ("only [a-z0-9] kept: C, C++, C# and F#", (("C", T), ("C++", T), ("C#", T), ("F#", T))),
    ("part of a word: Tigran is not Iran", (("Tigran", P), ("Iran", L))),
    ("part of a word, types unknown", (("Tigran", T), ("Iran", T))),
    ("part of a word, one type", (("Tigran", L), ("Iran", L))),
    ("numbers: rooms", (("Room 101", L), ("Room 102", L))),
    ("numbers: rooms of unknown type", (("Room 101", T), ("Room 102", T), ("Room 1010", T))),
    ("numbers: 房间", (("101房间", L), ("102房间", L))),
    ("numbers: written out", (("Terminal One", L), ("Terminal Two", L))),
    ("numbers: 第一 and 第二", (("第一中学", O), ("第二中学", O))),
    ("versions", (("GPT-4", T), ("GPT-4o", T), ("GPT-4.1", T), ("GPT-5", T))),
    ("versions: with a point", (("Python 3.1", T), ("Python 3.11", T), ("Python 3.12", T))),
    ("versions: letters", (("Building A", L), ("Building B", L))),
    ("types merged", (("Washington", P), ("Washington", L), ("Washington", O))),
    ("types merged: nicknames of another type", (("Chase", P), ("Chase", O))),
    ("kinship: my mother is not my", (("my mother", P), ("my", P), ("mother", P))),
    ("kinship: another's mother", (("my mother", P), ("Ana's mother", P), ("Ana", P), ("Ben's mother", P))),
    ("kinship: 我妈妈", (("我妈妈", P), ("我", P), ("妈妈", P), ("张伟的妈妈", P), ("张伟", P))),
    ("two of one given name", (("Jonas Weber", P), ("Jonas Klein", P))),
    ("one sound, two names", (("王芳", P), ("王方", P))),
    ("opposites", (("东门", L), ("西门", L))),
]

ONE: list[tuple[str, tuple[Said, ...]]] = [
    ("accents", (("José Núñez", P), ("Jose Nunez", P), ("JOSÉ NÚÑEZ", P))),
    ("accents composed and not", (("Jose\u0301 Nu\u0301n\u0303ez", P), ("José Núñez", P))),
    ("case beyond English", (("Иван Петров", P), ("иван петров", P))),
    ("full width", (("ＡＣＭＥ", O), ("Acme", O))),
    ("traditional and simplified", (("張偉", P), ("张伟", P))),
    ("an unknown type is any", (("Room 101", L), ("room 101", T))),
]


def clusters(said: tuple[Said, ...]) -> int:
    resolution = Resolution("g")
    found = [resolution.resolve(name, kind, "", datetime(2026, 1, 1, tzinfo=UTC)) for name, kind in said]
    return len({one.uuid for one in found if one is not None})


@pytest.mark.parametrize(("fault", "said"), APART, ids=[fault for fault, _ in APART])
def test_never_one(fault: str, said: tuple[Said, ...]) -> None:
    for order in permutations(said):
        assert clusters(order) == len(said), fault


@pytest.mark.parametrize(("fault", "said"), ONE, ids=[fault for fault, _ in ONE])
def test_one(fault: str, said: tuple[Said, ...]) -> None:
    for order in permutations(said):
        assert clusters(order) == 1, fault


def test_a_fuller_name_speaks_against_a_short_one_that_fits() -> None:
    known = Candidate(1, P, ("Jonas Lindqvist", "Jonas"))
    assert decide(parse("Jonas Berg"), P, [known], frozenset()).same is None
    assert decide(parse("Jonas"), P, [Candidate(1, P, ("Jonas Lindqvist",))], frozenset()).same == 1


def test_those_that_were_merged_are_no_rivals() -> None:
    merged = [Candidate(1, P, ("Jonas Lindqvist",), one="x"), Candidate(2, P, ("Jonas Lindquist",), one="x")]
    assert decide(parse("Jonas"), P, merged, frozenset()).same in (1, 2)
    apart = [Candidate(1, P, ("Jonas Lindqvist",)), Candidate(2, P, ("Jonas Lindquist",))]
    assert decide(parse("Jonas"), P, apart, frozenset()).same is None


def test_short_forms_known_before_the_full_name_are_put_aside_for_a_person() -> None:
    known = [Candidate(1, P, ("小张",)), Candidate(2, P, ("张总",))]
    decision = decide(parse("张伟"), P, known, frozenset())
    assert (decision.same, set(decision.maybe)) == (None, {1, 2})
    assert decide(parse("小张"), P, [Candidate(1, P, ("张伟",)), Candidate(2, P, ("张丽",))], frozenset()).maybe == ()


def test_a_long_list_of_nicknames_counts_only_beside_the_same_surname() -> None:
    assert decide(parse("Gussie Stone"), P, [Candidate(1, P, ("Augusta Stone",))], frozenset()).same == 1
    assert decide(parse("Ron Stone"), P, [Candidate(1, P, ("Aaron Stone",))], frozenset()).same == 1
    assert decide(parse("Erin Stone"), P, [Candidate(1, P, ("Aaron Stone",))], frozenset()).same is None
    assert decide(parse("Gussie"), P, [Candidate(1, P, ("Augusta Stone",))], frozenset()).same is None
    assert decide(parse("Gussie Reed"), P, [Candidate(1, P, ("Augusta Stone",))], frozenset()).same is None

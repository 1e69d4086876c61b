"""Which names are taken for one entity: every stage, every guard, both languages."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.identity.blocks import block_keys
from service.identity.decide import Candidate, Decision, compare, decide
from service.identity.match import AUTO, REVIEW, Stage
from service.identity.names import parse

P, O, L, T = "person", "organization", "location", "thing"  # noqa: E741


def decided(name: str, kind: str, *known: tuple[str, str], crowded: frozenset[str] = frozenset()) -> Decision:
    return decide(parse(name), kind, [Candidate(called, typed, (called,)) for called, typed in known], crowded)


SAME = [
    ("Jonas", P, "Jonas Lindqvist", P, Stage.GIVEN_NAME),
    ("Freya Dahl", P, "Freya", P, Stage.GIVEN_NAME),
    ("Bob", P, "Robert", P, Stage.NICKNAME),
    ("Liz", P, "Elizabeth Moore", P, Stage.NICKNAME),
    ("Bob Smith", P, "Robert Smith", P, Stage.NICKNAME),
    ("Dr. Jonas Lindqvist", P, "Jonas Lindqvist", P, Stage.TITLE),
    ("Dr. Lindqvist", P, "Jonas Lindqvist", P, Stage.SURNAME),
    ("Jonas Erik Lindqvist", P, "Jonas Lindqvist", P, Stage.MIDDLE_NAME),
    ("Jonas E. Lindqvist", P, "Jonas Erik Lindqvist", P, Stage.MIDDLE_NAME),
    ("小张", P, "张伟", P, Stage.ADDRESS),
    ("老张", P, "张伟", P, Stage.ADDRESS),
    ("张先生", P, "张伟", P, Stage.ADDRESS),
    ("张女士", P, "张敏", P, Stage.ADDRESS),
    ("张总", P, "张伟", P, Stage.ADDRESS),
    ("张老师", T, "张伟", P, Stage.ADDRESS),
    ("欧阳老师", P, "欧阳娜", P, Stage.ADDRESS),
    ("张伟老师", P, "张伟", P, Stage.TITLE),
    ("晓明", P, "王晓明", P, Stage.GIVEN_NAME),
    ("小張", P, "張偉", P, Stage.ADDRESS),
    ("WHO", O, "World Health Organization", O, Stage.ACRONYM),
    ("World Health Organization", T, "W.H.O.", O, Stage.ACRONYM),
    ("NYC", L, "New York City", L, Stage.ALIAS),
    ("北大", O, "北京大学", O, Stage.ALIAS),
    ("The Beatles", O, "Beatles", O, Stage.ALIAS),
    ("Acme Inc.", O, "Acme", O, Stage.LEGAL_FORM),
    ("Acommodation Partners", O, "Accommodation Partners", O, Stage.FUZZY),
    ("Python Software Fuondation", O, "Python Software Foundation", O, Stage.FUZZY),
]  # fmt: skip


@pytest.mark.parametrize(("name", "kind", "other", "other_kind", "stage"), SAME)
def test_names_of_one_entity(name: str, kind: str, other: str, other_kind: str, stage: Stage) -> None:
    for said, said_kind, known, known_kind in ((name, kind, other, other_kind), (other, other_kind, name, kind)):
        decision = decided(said, said_kind, (known, known_kind))
        assert (decision.same, decision.stage) == (known, stage)
        assert decision.score >= AUTO


APART = [
    ("Tigran", P, "Iran", L), ("Tigran", T, "Iran", T), ("Room 101", L, "Room 102", L),
    ("Conference Room 101", L, "Conference Room 102", L), ("Python 3.11 release", T, "Python 3.12 release", T),
    ("PostgreSQL 15", "product", "PostgreSQL 16", "product"),
    ("Apollo Mission II", "event", "Apollo Mission III", "event"),
    ("Building A north wing", L, "Building B north wing", L), ("North Carolina", L, "South Carolina", L),
    ("First Battalion Ypres", O, "Third Battalion Ypres", O), ("C++ developers", O, "C# developers", O),
    ("my mother's", P, "my", P), ("my mother", P, "mother", P), ("Ana's sister", P, "Ana", P),
    ("Ana’s sister", P, "Ana Sister", P), ("Uncle Bob", P, "Bob", P), ("Bob's", P, "Robert", O),
    ("Washington", P, "Washington", L), ("Paris Hilton", P, "Paris", L), ("Jonas", P, "Jonas Lindqvist", O),
    ("北京大学", O, "清华大学", O), ("Москва", L, "Минск", L), ("Иван Петров (Moscow)", P, "Пётр Иванов (Moscow)", P),
    ("Alexander Kim", P, "Alexandra Kim", P), ("Jonas Lindqvist", P, "Jonas Berg", P),
    ("Mr. Lindqvist", P, "Mrs. Lindqvist", P), ("John Smith Jr.", P, "John Smith Sr.", P),
    ("John A. Smith", P, "John B. Smith", P), ("Male nurses union", O, "Female nurses union", O),
    ("小张", P, "老张", P), ("张先生", P, "张女士", P), ("小张", P, "张女士", P), ("小张", P, "王伟", P),
    ("张伟的妈妈", P, "张伟", P), ("我妈妈", P, "妈妈", P), ("张伟", P, "张伟明", P), ("101室", L, "102室", L),
    ("一号楼", L, "二号楼", L), ("老师", P, "王老师", P), ("老板", P, "王老板", P),
    ("assistant", "agent", "Assistant", P), ("search", "tool", "Search Engine", "product"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "kind", "other", "other_kind"), APART)
def test_names_of_two_entities(name: str, kind: str, other: str, other_kind: str) -> None:
    for said, said_kind, known, known_kind in ((name, kind, other, other_kind), (other, other_kind, name, kind)):
        decision = decided(said, said_kind, (known, known_kind))
        assert decision == Decision(None, Stage.NEW, 0.0)


@pytest.mark.parametrize(
    ("name", "kind", "other", "other_kind"),
    [
        ("Microsft", O, "Microsoft", O),
        ("J. Lindqvist", P, "Jonas Lindqvist", P),
        ("Jonas Lindquist", P, "Jonas Lindqvist", P),
        ("Mr. Lindqvist", P, "Jonas Lindqvist", P),
        ("Lindqvist", P, "Jonas Lindqvist", P),
        ("Bob Smith", P, "Bert Smith", P),
        ("Acme Ltd", O, "Acme GmbH", O),
        ("Jonas", T, "Jonas Lindqvist", P),
        ("Paris", T, "Paris Hilton", P),
        ("John Smith Jr.", P, "John Smith", P),
    ],
)
def test_names_for_a_person_to_decide(name: str, kind: str, other: str, other_kind: str) -> None:
    for said, said_kind, known, known_kind in ((name, kind, other, other_kind), (other, other_kind, name, kind)):
        decision = decided(said, said_kind, (known, known_kind))
        assert (decision.same, decision.maybe) == (None, (known,))
        assert REVIEW <= decision.score < AUTO


@pytest.mark.parametrize(
    ("name", "known"),
    [
        ("Jonas", ["Jonas Lindqvist", "Jonas Berg"]),
        ("Jonas Lindqvist", ["Jonas", "Jonas Berg"]),
        ("Bob", ["Robert Smith", "Robert Jones"]),
        ("Alex", ["Alexander Kim", "Alexandra Kim"]),
        ("小张", ["张伟", "张敏"]),
        ("张伟", ["小张", "张敏"]),
        ("张伟", ["小张", "老张"]),
        ("晓明", ["王晓明", "李晓明"]),
        ("Jonas Lindqvist", ["Jonas Erik Lindqvist", "Jonas Karl Lindqvist"]),
    ],
)
def test_where_two_could_be_meant_neither_is(name: str, known: list[str]) -> None:
    decision = decided(name, P, *((other, P) for other in known))
    assert (decision.same, decision.stage) == (None, Stage.AMBIGUOUS)
    assert set(decision.maybe) <= {"Jonas", "小张", "老张"}


def test_who_is_really_called_so_goes_before_who_could_be() -> None:
    assert decided("Bob", P, ("Robert Smith", P), ("Bob Dylan", P)).same == "Bob Dylan"


def test_too_many_of_a_name_to_tell_is_ambiguous() -> None:
    crowd = frozenset({"given:jonas"})
    assert decided("Jonas Lindqvist", P, ("Jonas", P), crowded=crowd).stage is Stage.AMBIGUOUS
    assert decided("Jonas Erik Lindqvist", P, ("Jonas Lindqvist", P), crowded=crowd).same == "Jonas Lindqvist"


def test_a_known_form_of_address_speaks_against_its_opposite() -> None:
    known = Candidate(1, P, ("张伟",), ("小张", "张先生"))
    assert decide(parse("老张"), P, [known], frozenset()).same is None
    assert decide(parse("张女士"), P, [known], frozenset()).same is None
    assert decide(parse("张总"), P, [known], frozenset()).same == 1


def test_the_fuller_name_is_to_be_the_name_whichever_came_first() -> None:
    assert decided("Jonas Lindqvist", P, ("Jonas", P)).fuller
    assert not decided("Jonas", P, ("Jonas Lindqvist", P)).fuller
    assert decided("张伟", P, ("张老师", P)).fuller
    assert decided("World Health Organization", O, ("WHO", O)).fuller
    assert decided("Robert", P, ("Bob", P)).fuller


def test_what_is_the_same_letter_for_letter_needs_no_stage() -> None:
    assert parse("José Núñez").folded == parse("jose nunez").folded
    assert parse("張偉").folded == parse("张伟").folded
    assert parse("ＡＣＭＥ").folded == parse("acme").folded
    assert len({parse(name).folded for name in ("C", "C++", "C#", "北京大学", "清华大学")}) == 5


_PARTS = st.sampled_from(
    [
        *("Jonas", "Lindqvist", "Lindquist", "Bob", "Robert", "Alex", "Alexandra", "Dr.", "Mrs.", "Jr.", "E.", "my"),
        *("the", "Acme", "Inc.", "World", "Health", "Organization", "WHO", "101", "102", "II", "III", "C++", "C#"),
        *("张伟", "小张", "老张", "张先生", "欧阳", "王晓明", "北大", "北京大学", "Ana's", "sister", "Iran", "Tigran"),
    ]
)
_NAMES = st.lists(_PARTS, min_size=1, max_size=4).map(" ".join) | st.text(min_size=1, max_size=12)
_KINDS = st.sampled_from([P, O, L, T, "agent", "product"])


@given(_NAMES, _KINDS, _NAMES, _KINDS)
def test_comparing_does_not_depend_on_which_name_comes_first(a: str, kind_a: str, b: str, kind_b: str) -> None:
    assert compare(parse(a), kind_a, parse(b), kind_b) == compare(parse(b), kind_b, parse(a), kind_a)


@given(_NAMES, _KINDS, _NAMES, _KINDS)
def test_whatever_matches_is_found_by_its_keys(a: str, kind_a: str, b: str, kind_b: str) -> None:
    said, known = parse(a), parse(b)
    match = compare(said, kind_a, known, kind_b)
    if match is not None and match.score >= AUTO:
        assert set(block_keys(said, kind_a, lookup=True)) & set(block_keys(known, kind_b))


@given(_NAMES, _KINDS)
def test_a_name_has_few_keys(name: str, kind: str) -> None:
    keys = block_keys(parse(name), kind, lookup=True)
    assert len(keys) <= 24
    assert keys == tuple(sorted(set(keys)))


@given(st.lists(st.tuples(_NAMES, _KINDS), max_size=5), _NAMES, _KINDS, st.randoms())
def test_the_order_of_candidates_does_not_matter(known, name, kind, order) -> None:  # type: ignore[no-untyped-def]
    candidates = [Candidate(index, typed, (called,)) for index, (called, typed) in enumerate(known)]
    first = decide(parse(name), kind, candidates, frozenset())
    order.shuffle(candidates)
    assert decide(parse(name), kind, candidates, frozenset()) == first

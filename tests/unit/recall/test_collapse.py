"""Near-duplicates."""

from __future__ import annotations

from typing import Any

from service.contract import MemoryKind
from service.recall.candidates import Candidate
from service.recall.collapse import collapse


def turn(uuid: str, text: str, actor: str = "Ana") -> Candidate:
    return Candidate(uuid, MemoryKind.EPISODE, "g", text, {}, actor=actor)


def fact(uuid: str, text: str, value: str, **changes: Any) -> Candidate:
    own = {"value": value, "polarity": "positive", "modality": "asserted", "occurs_from": None, **changes}
    row = {"fact": own, "subject": {"uuid": "e1"}, "object": None}
    return Candidate(uuid, MemoryKind.FACT, "g", text, {}, row=row)


def kept(*candidates: Candidate, alike: tuple[tuple[str, str], ...] = ()) -> list[tuple[str, int]]:
    return [(c.uuid, c.collapsed) for c in collapse(candidates, alike)]


def test_the_same_words_of_the_same_speaker_count_once():
    assert kept(turn("a", "Good night!"), turn("b", "good night"), turn("c", "Good night.", "Bob")) == [
        ("a", 1),
        ("c", 0),
    ]


def test_the_best_of_the_duplicates_stays_where_it_was():
    assert kept(turn("b", "yes"), turn("x", "no"), turn("a", "Yes!")) == [("b", 1), ("x", 0)]


def test_turns_of_punctuation_differ_by_their_characters():
    assert kept(turn("a", "!!!"), turn("b", "???")) == [("a", 0), ("b", 0)]


def test_near_facts_with_the_same_value_count_once():
    one, other = fact("a", "Ana adores tea", "tea"), fact("b", "Ana loves tea", "Tea")
    assert kept(one, other, alike=(("a", "b"),)) == [("a", 1)]


def test_near_is_not_enough_another_value_is_another_fact():
    one, other = fact("a", "Ana sits in Room 101", "Room 101"), fact("b", "Ana sits in Room 102", "Room 102")
    assert kept(one, other, alike=(("a", "b"),)) == [("a", 0), ("b", 0)]


def test_the_same_value_is_not_enough_when_the_texts_are_far_apart():
    assert kept(fact("a", "Ana loves tea", "tea"), fact("b", "Ana grows tea", "tea")) == [("a", 0), ("b", 0)]


def test_a_denial_is_never_a_duplicate():
    one, other = fact("a", "Ana likes tea", "tea"), fact("b", "Ana likes tea", "tea", polarity="negative")
    assert kept(one, other, alike=(("a", "b"),)) == [("a", 0), ("b", 0)]


def test_the_same_event_on_another_day_is_another_event():
    one = fact("a", "Ana ran a race", "race", occurs_from="2024-01-01T00:00:00Z")
    other = fact("b", "Ana ran a race", "race", occurs_from="2024-02-01T00:00:00Z")
    assert kept(one, other, alike=(("a", "b"),)) == [("a", 0), ("b", 0)]

"""Context decides between those who share a name, and never against what the names say."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pytest

from service.identity.context import KEPT, Contexts, Vectors
from service.identity.decide import ALIKE, NEAR, NEARER, Candidate, decide
from service.identity.match import AUTO, Stage
from service.identity.names import parse

JONAS = (Candidate("weber", "person", ("Jonas Weber",)), Candidate("klein", "person", ("Jonas Klein",)))


@dataclass(frozen=True, slots=True)
class Cosines:
    duplicate: float = 0.9
    related: float = 0.3
    unrelated: float = 0.1


def _unit(angle: float) -> Vectors:
    return np.array([np.cos(angle), np.sin(angle)], dtype=np.float32)


def test_nearness_is_of_the_nearest_turn_and_scaled_by_the_calibration() -> None:
    contexts = Contexts(Cosines())
    contexts.add("a", [_unit(0.0), _unit(np.pi)])
    assert contexts.nearness("a", _unit(0.0)) == 1.0
    assert contexts.nearness("a", _unit(np.arccos(0.6))) == pytest.approx(0.5, abs=0.01)
    assert contexts.nearness("a", _unit(np.pi / 2)) == 0.0


def test_nothing_is_near_without_turns_vectors_or_calibration() -> None:
    contexts, uncalibrated = Contexts(Cosines()), Contexts()
    uncalibrated.add("a", [_unit(0.0)])
    contexts.add("b", [np.empty(0, dtype=np.float32)])
    assert uncalibrated.nearness("a", _unit(0.0)) == 0.0
    assert contexts.nearness("a", _unit(0.0)) == contexts.nearness("b", _unit(0.0)) == 0.0
    contexts.add("a", [_unit(0.0)])
    assert contexts.nearness("a", None) == contexts.nearness("a", np.empty(0, dtype=np.float32)) == 0.0


def test_only_the_latest_turns_count() -> None:
    contexts = Contexts(Cosines())
    contexts.add("a", [_unit(0.0)])
    contexts.add("a", [_unit(1.5)] * KEPT)
    assert contexts.nearness("a", _unit(0.0)) == 0.0


@pytest.mark.parametrize(
    ("weber", "klein", "same"),
    [
        (NEAR + 0.1, 0.0, "weber"),
        (0.2, 0.9, "klein"),
        (NEAR - 0.01, 0.0, None),
        (0.8, 0.8 - NEARER + 0.01, None),
        (0.0, 0.0, None),
    ],
)
def test_a_shared_given_name_means_whose_turns_are_clearly_nearer(weber: float, klein: float, same: str | None) -> None:
    near = {"weber": weber, "klein": klein}
    decision = decide(parse("Jonas"), "person", JONAS, frozenset(), lambda one: near[str(one)])
    assert decision.same == same
    if same is None:
        assert (decision.stage, set(decision.rivals)) == (Stage.AMBIGUOUS, {"weber", "klein"})
    else:
        assert decision.stage is Stage.CONTEXT
        assert AUTO <= decision.score <= 1.0


@pytest.mark.parametrize(
    ("known", "said", "lifted"),
    [
        ("Hannah Whitfield", "Whitfield", True),
        ("Gabriela Fonseca", "G. Fonseca", True),
        ("Annelise Hoffmann", "Annelise Hofmann", True),
        ("Daniel Lindqvist", "Daniela Lindqvist", False),
        ("Thomas Reed Sr.", "Thomas Reed Jr.", False),
        ("Jonas Weber", "Jonas Klein", False),
        ("Mr Weber", "Mrs Weber", False),
    ],
)
def test_the_same_topic_lifts_doubtful_names_but_never_those_of_relatives(known: str, said: str, lifted: bool) -> None:
    candidates = (Candidate("one", "person", (known,)),)
    for near in (ALIKE + 0.01, 1.0):
        decision = decide(parse(said), "person", candidates, frozenset(), lambda _, near=near: near)
        assert (decision.same == "one") is lifted
    below = decide(parse(said), "person", candidates, frozenset(), lambda _: ALIKE - 0.01)
    assert below.same is None


def test_numbers_keep_things_apart_in_the_same_context() -> None:
    room = (Candidate("one", "location", ("Room 101",)),)
    assert decide(parse("Room 102"), "location", room, frozenset(), lambda _: 1.0).same is None

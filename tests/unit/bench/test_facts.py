"""The score of facts: what counts as right, as wrong, and as said where nothing was to be said."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from bench.facts import main, score
from extractors.candidates import EntityRef, FactCandidate, Turn
from graph_schema.model import FactKind, Modality, Polarity, Role

TURN = Turn(content="I live in Rome.", role=Role.USER, valid_at=datetime(2024, 3, 15, tzinfo=UTC), actor="Ana")
FACT = FactCandidate(
    subject=EntityRef("Ana", "person"),
    predicate="lives_in",
    object=EntityRef("Rome", "location"),
    value=None,
    kind=FactKind.FACT,
    polarity=Polarity.POSITIVE,
    modality=Modality.ASSERTED,
    valid=None,
    occurs=None,
    confidence=0.9,
    start=0,
    end=14,
    text="Ana lives in Rome",
    extractor="rules",
)
WANTED: dict[str, Any] = {"s": "Ana", "p": "lives_in", "o": "Rome"}


def test_counts_right_wrong_and_missed() -> None:
    result = score([(TURN, [WANTED, {**WANTED, "o": "Milan"}])], [[FACT, replace(FACT, predicate="moved_to")]])
    assert (result.right, result.wrong, result.missed) == (1, 1, 1)
    assert (result.precision, result.recall) == (0.5, 0.5)


def test_optional_facts_count_neither_way() -> None:
    optional = {**WANTED, "optional": True}
    assert score([(TURN, [optional])], [[FACT]]).wrong == 0
    assert score([(TURN, [optional])], [[]]).missed == 0


def test_counts_assertions_where_nothing_is_expected() -> None:
    plan = replace(FACT, modality=Modality.PLANNED)
    result = score([(TURN, []), (TURN, []), (TURN, []), (TURN, [WANTED])], [[FACT], [plan], [], [FACT]])
    assert (result.silent, result.spoken) == (3, 1)


@pytest.mark.parametrize("arguments", [["blind_en", "--misses"], ["--misses"], ["en", "blind_zh", "--misses"]])
def test_refuses_the_misses_of_blind_sets(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(arguments)
    shown = capsys.readouterr()
    assert "--misses is refused for blind_" in shown.err
    assert not shown.out

"""Checked input and the bounds it sets."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from graph_schema.model import OPEN_END, OPEN_START
from service.contract import RecallInput, RouteWeights
from service.errors import InvalidInput
from service.recall.scope import check_recall, scope_of

NOW = datetime(2024, 5, 1, tzinfo=UTC)
GOOD = RecallInput(("g",), "where?")


@pytest.mark.parametrize(
    ("field", "changes"),
    [
        ("groupIds", {"group_ids": ()}),
        ("groupIds", {"group_ids": tuple(f"g{n}" for n in range(51))}),
        ("groupIds[1]", {"group_ids": ("g", " ")}),
        ("query", {"query": " \n"}),
        ("query", {"query": "a" * 2_000_001}),
        ("limit", {"limit": 0}),
        ("limit", {"limit": 1_000_000}),
        ("minScore", {"min_score": 1.1}),
        ("minScore", {"min_score": float("nan")}),
        ("tokenBudget", {"token_budget": 0}),
        ("kinds", {"kinds": ()}),
        ("rerank", {"rerank": True}),
        ("now", {"now": datetime(2024, 1, 1)}),  # noqa: DTZ001
        ("asOf", {"as_of": datetime(2024, 1, 1)}),  # noqa: DTZ001
        ("knownAt", {"known_at": datetime(1, 1, 1, tzinfo=UTC)}),
        ("until", {"since": NOW, "until": NOW}),
        ("weights.vector", {"weights": RouteWeights(vector=-0.1)}),
        ("weights.neighbour", {"weights": RouteWeights(neighbour=float("inf"))}),
        ("weights", {"weights": RouteWeights(vector=0, keyword=0, entity=0)}),
        ("sessionIds[0]", {"session_ids": ("",)}),
        ("predicates", {"predicates": ("p",) * 101}),
    ],
)
def test_bad_input_names_its_field_and_what_is_allowed(field: str, changes: dict[str, Any]):
    with pytest.raises(InvalidInput) as caught:
        check_recall(replace(GOOD, **changes))
    assert caught.value.field == field
    assert caught.value.allowed


def test_good_input_passes():
    check_recall(replace(GOOD, query="a" * 1_000_000, limit=100, min_score=0.5, weights=RouteWeights(vector=0.0)))


def test_by_default_nothing_is_filtered_but_disbelief():
    scope = scope_of(GOOD, NOW)
    assert not scope.filtered
    assert scope.at == NOW
    assert (scope.params["fact_after"], scope.params["fact_until"]) == (OPEN_START, OPEN_END)
    assert scope.params["believed_at"] < OPEN_END
    assert scope.params["tiers"] == ["hot"]


def test_as_of_prunes_by_the_envelope_only_while_belief_is_of_now():
    then = NOW - timedelta(days=10)
    plain = scope_of(replace(GOOD, as_of=then), NOW).params
    known = scope_of(replace(GOOD, as_of=then, known_at=then), NOW).params
    assert plain["fact_after"] == then
    assert known["fact_after"] == OPEN_START
    assert plain["by_version"]
    assert known["by_version"]
    assert known["held_after"] == known["held_until"] == then
    assert plain["turn_until"] == then + timedelta(microseconds=1)


def test_now_never_sets_what_is_known():
    scope = scope_of(replace(GOOD, now=NOW), NOW)
    assert scope.params["known_at"] == OPEN_END

"""Which version stands for a fact, and how the fact stands."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from graph_schema.cypher import load_query, query_names
from graph_schema.model import OPEN_END, OPEN_START, Precision
from service.contract import HitStatus, VersionView
from service.views import applicable, bound, entity_view, episode_view, fact_status, moment

T0 = datetime(2024, 1, 1, tzinfo=UTC)


def day(number: float) -> datetime:
    return T0 + timedelta(days=number)


def version(
    name: str, valid: float | None, invalid: float | None, created: float = 0, expired: float | None = None
) -> VersionView:
    times = [None if number is None else day(number) for number in (valid, invalid, expired)]
    return VersionView(name, times[0], times[1], Precision.DAY, day(created), times[2], "said", None)


ROME = version("rome", 0, 10, created=1)
ROME_AGAIN = version("rome again", 20, None, created=1)
RETRACTED = version("retracted", 0, None, created=0, expired=1)


@pytest.mark.parametrize(
    ("at", "known", "expected"),
    [(5, None, "rome"), (15, None, "rome"), (25, None, "rome again"), (-5, None, "rome"), (5, 0.5, "retracted")],
)
def test_the_version_that_holds_else_the_nearest(at: float, known: float | None, expected: str):
    found = applicable([RETRACTED, ROME, ROME_AGAIN], day(at), None if known is None else day(known))
    assert found is not None
    assert found.uuid == expected


def test_a_fact_nobody_believes_shows_its_last_version():
    found = applicable([RETRACTED], day(5), None)
    assert found is RETRACTED


def test_without_versions_there_is_none():
    assert applicable([], day(0), None) is None


@pytest.mark.parametrize(
    ("changes", "chosen", "at", "status"),
    [
        ({}, ROME, 5, HitStatus.CURRENT),
        ({}, ROME, 10, HitStatus.SUPERSEDED),
        ({}, ROME_AGAIN, 15, HitStatus.PLANNED),
        ({}, RETRACTED, 5, HitStatus.SUPERSEDED),
        ({"tier": "cold"}, ROME, 5, HitStatus.ARCHIVED),
        ({"modality": "planned", "occurs_from": day(7)}, ROME, 5, HitStatus.PLANNED),
        ({"modality": "planned", "occurs_from": day(7)}, ROME, 7, HitStatus.DUE),
        ({"modality": "planned", "occurs_from": None}, ROME, 5, HitStatus.PLANNED),
        ({"modality": "planned", "occurs_from": day(7)}, ROME, 12, HitStatus.SUPERSEDED),
    ],
)
def test_status(changes: dict[str, Any], chosen: VersionView, at: float, status: HitStatus):
    fact = {"tier": "hot", "modality": "asserted", "occurs_from": None, **changes}
    assert fact_status(fact, chosen, day(at), None) is status


def test_open_ends_are_none_and_text_times_are_read():
    assert bound(OPEN_END) is bound(OPEN_START) is bound(None) is None
    assert bound("9999-12-31T00:00:00Z") is None
    assert moment("2024-01-01T01:00:00.000001+01:00") == T0 + timedelta(microseconds=1)


class Asked(dict[str, Any]):
    """A record that notes the properties a view asks for."""

    def __init__(self, values: dict[str, Any]) -> None:
        super().__init__(values)
        self.names: set[str] = set()

    def __getitem__(self, name: str) -> Any:
        self.names.add(name)
        return super().__getitem__(name)

    def get(self, name: str, default: Any = None) -> Any:
        self.names.add(name)
        return super().get(name, default)


EPISODE = {
    "uuid": "u", "group_id": "g", "content": "hi", "role": "user", "valid_at": T0, "created_at": T0, "tz": "UTC",
    "seq": 0, "state": "extracted", "attempts": 0, "importance": 0.5, "token_count": 1, "reread_state": "waiting",
}  # fmt: skip
ENTITY = {
    "uuid": "u", "group_id": "g", "name": "Ana", "type": "person", "aliases": [], "mention_count": 1, "created_at": T0,
    "first_seen_at": T0, "last_seen_at": T0,
}  # fmt: skip


COMPUTED = {"members", "merged_into"}
"""Of entities that the queries find merged; what facts are about never is."""


@pytest.mark.parametrize(
    ("view", "record", "mark"), [(episode_view, EPISODE, ".role"), (entity_view, ENTITY, "first_seen_at:")]
)
def test_queries_that_list_what_they_return_leave_out_nothing_a_view_shows(view: Any, record: Any, mark: str):
    asked = Asked(record)
    view(asked)
    listed = 0
    for name in query_names():
        for projection in re.findall(r"\w+ \{(\.uuid,[^{}]*)", load_query(name).text):
            if mark in projection:
                listed += 1
                given = set(re.findall(r"\.(\w+)", projection)) | set(re.findall(r"(\w+):", projection))
                assert asked.names - given - COMPUTED == set(), f"{name} lacks what the view shows"
    assert listed

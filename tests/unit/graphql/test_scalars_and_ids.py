from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest
from graphql import GraphQLError
from hypothesis import given
from hypothesis import strategies as st

from service.errors import InvalidInput
from service.graphql.ids import global_id, name_or_id, parse_id, split_id
from service.graphql.scalars import format_datetime, parse_datetime

UUID = "018f0000-0000-7000-8000-000000000004"


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        ("2024-05-01T09:30:00Z", datetime(2024, 5, 1, 9, 30, tzinfo=UTC)),
        ("2024-05-01T17:30:00+08:00", datetime(2024, 5, 1, 9, 30, tzinfo=UTC)),
        ("2024-05-01T09:30:00.123456Z", datetime(2024, 5, 1, 9, 30, 0, 123456, tzinfo=UTC)),
    ],
)
def test_datetimes_become_utc(text: str, moment: datetime) -> None:
    assert parse_datetime(text) == moment
    assert parse_datetime(text).tzinfo is UTC


@pytest.mark.parametrize(
    ("value", "problem"),
    [
        ("2024-05-01T09:30:00", "no time zone offset"),
        ("2024-05-01", "no time zone offset"),
        ("2024-02-30T00:00:00Z", "is not a DateTime"),
        ("yesterday", "is not a DateTime"),
        ("", "is not a DateTime"),
        ("9999-12-31T23:59:59-01:00", "outside the years"),
        ("0001-01-01T00:00:00+05:00", "outside the years"),
        (1714555800, "must be a text"),
        (None, "must be a text"),
    ],
)
def test_other_datetimes_are_refused(value: object, problem: str) -> None:
    with pytest.raises(GraphQLError, match=problem):
        parse_datetime(value)


@given(st.datetimes(min_value=datetime(2, 1, 1), max_value=datetime(9998, 1, 1)), st.integers(-1439, 1439))  # noqa: DTZ001
def test_datetimes_survive_the_round_trip(naive: datetime, minutes: int) -> None:
    moment = naive.replace(tzinfo=timezone(timedelta(minutes=minutes)))
    text = format_datetime(moment)
    assert text.endswith("Z")
    assert parse_datetime(text) == moment


def test_ids_are_relay_global_ids_or_bare_uuids() -> None:
    assert parse_id(global_id("Fact", UUID), "fact", "Fact") == UUID
    assert parse_id(UUID, "fact", "Fact") == UUID
    assert parse_id(UUID.upper(), "fact", "Fact") == UUID
    assert split_id(global_id("Fact", UUID)) == ("Fact", UUID)


@pytest.mark.parametrize(
    "value", ["", "Mara", "RmFjdDo=", "RmFjdDpub3QtYS11dWlk", "💥", "!!!!", "018f0000", UUID + "0"]
)
def test_malformed_ids_name_the_field(value: str) -> None:
    with pytest.raises(InvalidInput, match="is not an id") as error:
        parse_id(value, "fact", "Fact")
    assert error.value.field == "fact"


def test_an_id_of_another_type_is_refused() -> None:
    with pytest.raises(InvalidInput, match="is the id of a Episode; allowed: the id of a Fact or Entity"):
        parse_id(global_id("Episode", UUID), "id", "Fact", "Entity")


def test_names_pass_and_ids_of_entities_are_read() -> None:
    assert name_or_id("José Núñez", "entity", "Entity") == "José Núñez"
    assert name_or_id(global_id("Entity", UUID), "entity", "Entity") == UUID
    with pytest.raises(InvalidInput, match="entity: is the id of a Fact"):
        name_or_id(global_id("Fact", UUID), "entity", "Entity")

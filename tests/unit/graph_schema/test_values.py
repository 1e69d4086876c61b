"""What goes into the graph comes out of it as plain Python again."""

from __future__ import annotations

import datetime as dt
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import numpy as np
import pytest
from neo4j.time import Date, DateTime, Duration
from neo4j.vector import Vector

from graph_schema.cypher import NamedQuery, parse_query
from graph_schema.errors import ParameterError
from graph_schema.model import OPEN_END, OPEN_START, Role
from graph_schema.values import from_graph, to_graph


def query(kind: str = "ANY") -> NamedQuery:
    header = ["purpose: x", "mode: read", f"params: x {kind}", "returns: x ANY", "timeout: 1s"]
    return parse_query("read/x", "".join(f"// {line}\n" for line in header) + "CYPHER 25 RETURN $x AS x")


def sent(value: Any, kind: str = "ANY") -> Any:
    return to_graph(query(kind), {"x": value})["x"]


@pytest.mark.parametrize("value", ["text", 1, 2**62, 0.5, True, None, [1, "a", None], {"a": {"b": [1]}}, b"raw"])
def test_plain_values_stay(value: Any):
    assert sent(value) == value
    assert from_graph(value) == value


def test_times_travel_as_utc():
    tokyo = datetime(2026, 3, 1, 8, 30, 15, 123456, tzinfo=timezone(timedelta(hours=9)))

    assert sent(tokyo) == datetime(2026, 2, 28, 23, 30, 15, 123456, tzinfo=UTC)
    assert sent(tokyo).tzinfo is UTC
    assert sent(OPEN_START) == OPEN_START
    assert sent(OPEN_END) == OPEN_END


@pytest.mark.parametrize(
    ("value", "path"),
    [
        (datetime(2026, 1, 1), r"\$x is a naive"),  # noqa: DTZ001
        ({"rows": [{"at": datetime(2026, 1, 1)}]}, r"\$x\.rows\[0\]\.at is a naive"),  # noqa: DTZ001
    ],
)
def test_naive_time_is_refused_by_its_path(value: Any, path: str):
    with pytest.raises(ParameterError, match=path):
        sent(value)


def test_other_objects_are_refused_by_their_path():
    with pytest.raises(ParameterError, match=r"read/x: \$x\.a\[1\] is a object, which the graph cannot keep"):
        sent({"a": [1, object()]})


def test_enums_and_numpy_become_plain():
    assert type(sent(Role.USER)) is str
    assert sent(np.float64(0.5)) == 0.5
    assert type(sent(np.int64(3))) is int
    assert sorted(sent({"b", "a"})) == ["a", "b"]
    assert sent(("a", "b")) == ["a", "b"]


def test_declared_vector_is_packed():
    packed = sent([1, 0.5], "VECTOR")

    assert isinstance(packed, Vector)
    assert packed.to_native() == [1.0, 0.5]
    assert sent(None, "VECTOR?") is None


def test_numpy_vector_in_a_map_is_packed_where_the_query_unpacks_it():
    rows = [{"embedding": np.array([1, 0.5], dtype=np.float32), "scores": [1.0], "none": None}]
    unpacking = parse_query(
        "write/x",
        "// purpose: x\n// mode: write\n// params: rows LIST<MAP>\n// returns: none\n// timeout: 1s\n"
        "CYPHER 25 UNWIND $rows AS row CREATE (n:X) SET n.embedding = toFloatList(row.embedding)",
    )

    (row,) = to_graph(unpacking, {"rows": rows})["rows"]
    assert isinstance(row["embedding"], Vector)
    assert row["embedding"].to_native() == [1.0, 0.5]
    assert (row["scores"], row["none"]) == ([1.0], None)
    assert sent(rows)[0]["embedding"] == [1.0, 0.5]
    assert type(sent(rows)[0]["embedding"]) is list


def test_graph_times_come_back_with_microseconds_in_utc():
    stored = DateTime(2026, 3, 1, 8, 30, 15, 123456999, tzinfo=timezone(timedelta(hours=1)))

    assert from_graph(stored) == datetime(2026, 3, 1, 7, 30, 15, 123456, tzinfo=UTC)
    assert from_graph({"a": [stored]})["a"][0].tzinfo is UTC
    assert from_graph(DateTime(2026, 3, 1)) == datetime(2026, 3, 1, tzinfo=UTC)
    assert from_graph(Date(2026, 3, 1)) == dt.date(2026, 3, 1)
    assert from_graph(Duration(days=1, seconds=2, nanoseconds=3000)) == timedelta(days=1, seconds=2, microseconds=3)

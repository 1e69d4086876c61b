"""Conversion between plain Python and what the driver speaks: aware UTC times, dicts, lists, vectors."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Any, cast

import numpy as np
from neo4j.graph import Path
from neo4j.time import Date, DateTime, Duration, Time
from neo4j.vector import Vector

from graph_schema.cypher import NamedQuery
from graph_schema.errors import ParameterError

_PLAIN = (str, int, float, bool, bytes, type(None))


def to_graph(query: NamedQuery, params: Mapping[str, Any]) -> dict[str, Any]:
    """The parameters as the driver takes them.

    A parameter declared VECTOR travels as packed 32-bit floats, a quarter of the work that a list makes for both sides;
    so does a numpy vector inside a map, when the query stores it with `toFloatList`.

    Args:
        query: whose parameters they are.
        params: by name; times aware, vectors as numpy arrays or sequences of numbers.

    Raises:
        ParameterError: the set of names is wrong, or a value is a naive time or of a type the graph cannot keep.
    """
    query.check(params)
    return {
        name: _to_vector(value) if query.params[name].startswith("VECTOR") else _to_graph(query, name, value)
        for name, value in params.items()
    }


def from_graph(value: Any) -> Any:
    """Plain Python for a value of a result: UTC datetimes with microseconds, nodes and relationships as dicts.

    A time that was stored without a zone is taken as UTC.
    """
    if isinstance(value, _PLAIN):
        return value
    if isinstance(value, DateTime):
        return _to_datetime(value)
    if isinstance(value, Mapping):
        return {key: from_graph(item) for key, item in cast(Mapping[str, Any], value).items()}
    if isinstance(value, list):
        return [from_graph(item) for item in cast(list[Any], value)]
    return _from_rare(value)


def _from_rare(value: Any) -> Any:
    if isinstance(value, Path):
        return {"nodes": from_graph(list(value.nodes)), "relationships": from_graph(list(value.relationships))}
    if isinstance(value, Duration):
        months, days, seconds, nanoseconds = cast(tuple[int, int, int, int], tuple(value))
        return timedelta(days=days + 30 * months, seconds=seconds, microseconds=nanoseconds // 1000)
    if isinstance(value, Date | Time):
        return value.to_native()
    if isinstance(value, Vector):
        return value.to_native()
    raise TypeError(f"a result holds a {type(value).__name__}; return a property of it instead")


def _to_datetime(value: DateTime) -> datetime:
    micro = value.nanosecond // 1000
    zone = value.tzinfo or UTC
    native = datetime(value.year, value.month, value.day, value.hour, value.minute, value.second, micro, tzinfo=zone)
    return native.astimezone(UTC)


def _to_vector(value: Any) -> Vector | None:
    if value is None or isinstance(value, Vector):
        return value
    packed = np.ascontiguousarray(value, dtype=np.float32)
    return Vector.from_numpy(packed)  # pyright: ignore[reportUnknownMemberType]


def _to_graph(query: NamedQuery, path: str, value: Any) -> Any:
    if isinstance(value, datetime):
        if value.tzinfo is None:
            raise ParameterError(
                query.name, f"${path} is a naive datetime; give it a zone, e.g. datetime(…, tzinfo=UTC)"
            )
        return value.astimezone(UTC)
    if isinstance(value, str):
        return str(value)
    if isinstance(value, _PLAIN):
        return value
    if isinstance(value, Mapping):
        return {key: _to_graph(query, f"{path}.{key}", item) for key, item in cast(Mapping[str, Any], value).items()}
    if isinstance(value, np.ndarray | np.generic):
        return _to_numbers(query, cast(np.ndarray, value))
    if isinstance(value, Sequence | set | frozenset):
        items = cast(Sequence[Any], value)
        return [_to_graph(query, f"{path}[{index}]", item) for index, item in enumerate(items)]
    if isinstance(value, Vector | timedelta | date):
        return value
    raise ParameterError(query.name, f"${path} is a {type(value).__name__}, which the graph cannot keep")


def _to_numbers(query: NamedQuery, value: np.ndarray) -> Any:
    if query.unpacks and value.ndim == 1 and value.dtype.kind == "f":
        return _to_vector(value)
    return value.tolist()

"""Fields of a turn as files write them, read into the contract's types."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any, cast
from zoneinfo import ZoneInfo

from graph_schema.model import Role
from service.contract import EpisodeInput
from service.errors import InvalidInput

_ROLES = ", ".join(role.value for role in Role)


def as_object(value: object) -> dict[str, Any]:
    """The value as a JSON object.

    Raises:
        InvalidInput: it is something else.
    """
    if not isinstance(value, dict):
        raise InvalidInput("record", f"{_brief(value)} is not an object", "a JSON object")
    return cast("dict[str, Any]", value)


def as_text(field: str, value: object) -> str:
    """The value as text; raises InvalidInput for anything else."""
    if not isinstance(value, str):
        raise InvalidInput(field, f"{_brief(value)} is not text", "a string")
    return value


def as_role(field: str, value: object) -> Role:
    """The role named by `value` in any letter case; raises InvalidInput for an unknown one."""
    name = as_text(field, value).lower()
    if name not in set(Role):
        raise InvalidInput(field, f"{_brief(value)} is not a role", _ROLES)
    return Role(name)


def as_time(field: str, value: object, zone: ZoneInfo) -> datetime:
    """An ISO 8601 time as aware UTC; a time without an offset is read in `zone`.

    Raises:
        InvalidInput: it is not a time, or lies outside the years 1 to 9999 in UTC.
    """
    try:
        moment = datetime.fromisoformat(as_text(field, value).strip())
        return (moment if moment.tzinfo else moment.replace(tzinfo=zone)).astimezone(UTC)
    except (ValueError, OverflowError) as error:
        allowed = "ISO 8601 such as 2026-03-09T18:30:00Z"
        raise InvalidInput(field, f"{_brief(value)} is not a time", allowed) from error


def as_number(field: str, value: object) -> float:
    """The value as a number; raises InvalidInput for anything else."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise InvalidInput(field, f"{_brief(value)} is not a number", "a number")
    return float(value)


def as_flag(field: str, value: object) -> bool:
    """The value as true or false; raises InvalidInput for anything else."""
    if not isinstance(value, bool):
        raise InvalidInput(field, f"{_brief(value)} is not true or false", "true or false")
    return value


def as_texts(field: str, value: object) -> tuple[str, ...]:
    """The value as a list of texts; raises InvalidInput for anything else."""
    if not isinstance(value, list):
        raise InvalidInput(field, f"{_brief(value)} is not a list", "a list of strings")
    return tuple(as_text(f"{field}[{index}]", item) for index, item in enumerate(cast("list[object]", value)))


def _any(field: str, value: object) -> object:
    del field
    return value


_FIELDS: dict[str, tuple[str, Callable[[str, object], object]]] = {
    "content": ("content", as_text),
    "role": ("role", as_role),
    "actor": ("actor", as_text),
    "externalId": ("external_id", as_text),
    "source": ("source", as_text),
    "sourceDescription": ("source_description", as_text),
    "importance": ("importance", as_number),
    "metadata": ("metadata", _any),
    "timeZone": ("time_zone", as_text),
    "participants": ("participants", as_texts),
    "toolName": ("tool_name", as_text),
    "toolCallId": ("tool_call_id", as_text),
    "toolArgs": ("tool_args", _any),
    "doNotExtract": ("do_not_extract", as_flag),
}
_PUBLIC = (*_FIELDS, "validAt", "sessionId")
_NAMES = {re.sub("[A-Z]", lambda capital: f"_{capital[0].lower()}", name): name for name in _PUBLIC}
_NAMES.update((name, name) for name in _PUBLIC)


def turn_of(record: object, zone: ZoneInfo, *, strict: bool = True) -> tuple[EpisodeInput, str | None]:
    """The turn a JSON object describes, and its session.

    Field names are those of GraphQL's `EpisodeInput` and `sessionId`; their snake_case spelling is accepted too.

    Args:
        record: parsed JSON.
        zone: zone of times that carry no offset.
        strict: whether an unknown field is an error; else it is ignored.

    Raises:
        InvalidInput: a field is missing, unknown or of the wrong type; it names the field and what is allowed.
    """
    given = _known(as_object(record), strict=strict)
    values: dict[str, Any] = {}
    for name, (attribute, read) in _FIELDS.items():
        if given.get(name) is not None:
            values[attribute] = read(name, given[name])
    if "content" not in values:
        raise InvalidInput("content", "it is missing", "the text of the turn")
    if given.get("validAt") is not None:
        values["valid_at"] = as_time("validAt", given["validAt"], zone)
    session = given.get("sessionId")
    return EpisodeInput(**values), None if session is None else as_text("sessionId", session)


def _known(record: Mapping[str, Any], *, strict: bool) -> dict[str, Any]:
    unknown = [name for name in record if name not in _NAMES]
    if unknown and strict:
        problem = "this field is not known (put data of your own under metadata)"
        raise InvalidInput(unknown[0], problem, ", ".join(_PUBLIC))
    return {_NAMES[name]: value for name, value in record.items() if name in _NAMES}


def _brief(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= 60 else f"{text[:57]}..."

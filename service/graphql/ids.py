"""Global ids: base64 of `Type:uuid`, as Relay has them. Every argument also takes the bare uuid."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Iterable
from typing import Literal
from uuid import UUID

import strawberry

from service.errors import InvalidInput

TypeName = Literal[
    "Episode", "Fact", "Entity", "FactVersion", "JobRun", "Operation", "Recall", "Review", "Session", "Summary"
]


def global_id(type_name: TypeName, uuid: str) -> strawberry.ID:
    """The id callers see."""
    return strawberry.ID(base64.b64encode(f"{type_name}:{uuid}".encode()).decode())


def optional_id(type_name: TypeName, uuid: str | None) -> strawberry.ID | None:
    """The id callers see, None for None."""
    return None if uuid is None else global_id(type_name, uuid)


def split_id(value: str) -> tuple[str | None, str] | None:
    """(type, uuid) of a global id, (None, uuid) of a bare uuid, None when it is neither."""
    if bare := _uuid(value):
        return None, bare
    try:
        text = base64.b64decode(value, validate=True).decode()
    except (binascii.Error, ValueError):
        return None
    type_name, separator, rest = text.partition(":")
    uuid = _uuid(rest)
    return (type_name, uuid) if separator and uuid else None


def parse_id(value: str, field: str, *types: TypeName) -> str:
    """The uuid behind an id of one of the types.

    Raises:
        InvalidInput: malformed, or the id of something else.
    """
    allowed = f"the id of a {' or '.join(types)} as this service returned it, or its uuid"
    parts = split_id(value)
    if parts is None:
        raise InvalidInput(field, f"{value[:60]!r} is not an id", allowed)
    type_name, uuid = parts
    if type_name is not None and type_name not in types:
        raise InvalidInput(field, f"is the id of a {type_name[:40]}", allowed)
    return uuid


def name_or_id(value: str, field: str, type_name: TypeName) -> str:
    """The uuid behind an id of the type; any other text is a name and comes back as it is.

    Raises:
        InvalidInput: the id of something else.
    """
    return value if split_id(value) is None else parse_id(value, field, type_name)


def parse_ids(values: Iterable[str], field: str, *types: TypeName) -> tuple[str, ...]:
    """The uuids in a list of ids, a wrong one told by its place; raises as `parse_id`."""
    return tuple(parse_id(value, f"{field}[{place}]", *types) for place, value in enumerate(values))


def _uuid(text: str) -> str | None:
    try:
        canonical = str(UUID(text))
    except ValueError:
        return None
    return canonical if canonical == text.lower() else None

"""Scalars of our own: a DateTime that never guesses a zone."""

from __future__ import annotations

from datetime import UTC, datetime

import strawberry
from graphql import StringValueNode, ValueNode
from strawberry.exceptions import StrawberryInputCoercionError
from strawberry.types.scalar import ScalarDefinition

DATETIME_FORMAT = "ISO 8601 with Z or an offset, such as 2024-05-01T09:30:00Z or 2024-05-01T09:30:00+08:00"


def parse_datetime(value: object, node: ValueNode | None = None) -> datetime:
    """The moment as aware UTC.

    Raises:
        StrawberryInputCoercionError: not a text in DATETIME_FORMAT, or a moment outside the years 1 to 9999.
    """
    if not isinstance(value, str):
        raise StrawberryInputCoercionError("DateTime must be a text", node)
    shown = repr(value[:40])
    try:
        moment = datetime.fromisoformat(value)
    except ValueError:
        raise StrawberryInputCoercionError(f"{shown} is not a DateTime", node) from None
    if moment.tzinfo is None:
        raise StrawberryInputCoercionError(f"{shown} has no time zone offset", node)
    try:
        return moment.astimezone(UTC)
    except OverflowError:
        raise StrawberryInputCoercionError(f"{shown} is outside the years 1 to 9999 in UTC", node) from None


def parse_datetime_literal(node: ValueNode, _variables: dict[str, object] | None = None) -> datetime:
    """The moment written in the query itself; its error points there.

    Raises:
        StrawberryInputCoercionError: as parse_datetime.
    """
    return parse_datetime(node.value if isinstance(node, StringValueNode) else None, node)


def format_datetime(value: datetime) -> str:
    """ISO 8601 in UTC, ending in Z."""
    return value.astimezone(UTC).isoformat().replace("+00:00", "Z")


DateTime: ScalarDefinition = strawberry.scalar(
    name="DateTime",
    description=f"A moment in time: {DATETIME_FORMAT}. Answers are in UTC and end in Z.",
    serialize=format_datetime,
    parse_value=parse_datetime,
    parse_literal=parse_datetime_literal,
)

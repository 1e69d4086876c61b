"""Options that several commands share."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import typer

from service.errors import InvalidInput
from service.importers.fields import as_time

AsJson = Annotated[bool, typer.Option("--json", help="Print JSON in place of tables.")]
Url = Annotated[
    str | None, typer.Option(help="Address of the service; also EVERWHEN_URL.", show_default="this machine's")
]
Group = Annotated[
    str | None, typer.Option("--group", "-g", help="Group id; also EVERWHEN_GROUP.", show_default="default")
]
AsOf = Annotated[str | None, typer.Option(metavar="TIME", help="What was true in the world at this time.")]
KnownAt = Annotated[str | None, typer.Option(metavar="TIME", help="What was believed at this time.")]
Since = Annotated[str | None, typer.Option("--from", metavar="TIME", help="Only from this time on.")]
Until = Annotated[str | None, typer.Option("--to", metavar="TIME", help="Only before this time.")]
Sessions = Annotated[list[str] | None, typer.Option("--session", help="Only these sessions.")]
First = Annotated[int, typer.Option(help="How many at most.")]
After = Annotated[str | None, typer.Option(metavar="CURSOR", help="Continue after this cursor.")]
Actor = Annotated[str, typer.Option(help="Who makes this change.")]


def time_option(name: str, value: str | None) -> str | None:
    """The time given to an option as GraphQL wants it; a time without an offset is UTC.

    Raises:
        InvalidInput: it is not a time; names the option.
    """
    return None if value is None else as_time(name, value, ZoneInfo("UTC")).isoformat()


def zone_option(name: str, value: str) -> ZoneInfo:
    """The IANA time zone given to an option; raises InvalidInput for an unknown one."""
    try:
        return ZoneInfo(value)
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:
        raise InvalidInput(name, f"{value!r} is not a time zone", "an IANA name such as Europe/Berlin") from error


def parse_time(text: str) -> datetime:
    """A time of the API as aware UTC."""
    return datetime.fromisoformat(text).astimezone(UTC)

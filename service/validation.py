"""Checks of what callers send; the first thing wrong is named with its field and what is allowed."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import Any, cast
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from service.config import Settings
from service.contract import EpisodeInput, RememberInput
from service.errors import InvalidInput

MAX_ID = 256
MAX_METADATA = 65_536
MAX_DEPTH = 32
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff]")
_EARLIEST = datetime(1, 1, 2, tzinfo=UTC)
_LATEST = datetime(9998, 12, 31, tzinfo=UTC)


def check_remember(request: RememberInput, settings: Settings) -> None:
    """Accepts a request to remember, or raises InvalidInput before anything is stored."""
    check_id("groupId", request.group_id)
    check_optional_id("sessionId", request.session_id)
    check_optional_id("requestId", request.request_id)
    check_range("timeoutMs", request.timeout_ms, 0, 600_000)
    if not 1 <= len(request.episodes) <= settings.max_batch:
        problem = f"has {len(request.episodes)} turns"
        raise InvalidInput("episodes", problem, f"1 to {settings.max_batch} turns a request")
    for index, episode in enumerate(request.episodes):
        _check_episode(f"episodes[{index}]", episode, settings)


def check_id(field: str, value: str) -> None:
    """Accepts an identifier of 1 to 256 characters that is not blank and has no control characters."""
    allowed = f"1 to {MAX_ID} characters, not blank, no control characters"
    if not value.strip():
        raise InvalidInput(field, "is empty or blank", allowed)
    if len(value) > MAX_ID:
        raise InvalidInput(field, f"has {len(value)} characters", allowed)
    _no_controls(field, value, allowed)


def check_optional_id(field: str, value: str | None) -> None:
    """As `check_id`, and accepts None."""
    if value is not None:
        check_id(field, value)


def check_range(field: str, value: float, low: float, high: float) -> None:
    """Accepts a number between `low` and `high`, both included; NaN is refused."""
    if not low <= value <= high:
        raise InvalidInput(field, f"is {value}", f"{low:g} to {high:g}")


def check_time(field: str, value: datetime | None) -> None:
    """Accepts None or an aware time between the years 1 and 9998."""
    if value is None:
        return
    allowed = "a time with an offset or Z, years 1 to 9998"
    if value.tzinfo is None:
        raise InvalidInput(field, f"{value.isoformat()} has no time zone", allowed)
    if not _EARLIEST <= value <= _LATEST:
        raise InvalidInput(field, f"{value.isoformat()} is out of range", allowed)


def check_text(field: str, value: str, longest: int) -> None:
    """Accepts text that is not blank, of at most `longest` code points, with no controls but tab and line ends."""
    allowed = f"1 to {longest} characters, not blank, no control characters but tab and line ends"
    if not value.strip():
        raise InvalidInput(field, "is empty or blank", allowed)
    if len(value) > longest:
        raise InvalidInput(field, f"has {len(value)} characters", f"{allowed}; split longer text into several turns")
    _no_controls(field, value, allowed)


def _no_controls(field: str, value: str, allowed: str) -> None:
    found = _CONTROL.search(value)
    if found:
        raise InvalidInput(field, f"has the control character U+{ord(found[0]):04X} at {found.start()}", allowed)


def _check_episode(field: str, episode: EpisodeInput, settings: Settings) -> None:
    check_text(f"{field}.content", episode.content, settings.max_content_chars)
    check_time(f"{field}.validAt", episode.valid_at)
    for name, value in (
        ("actor", episode.actor),
        ("externalId", episode.external_id),
        ("source", episode.source),
        ("toolName", episode.tool_name),
        ("toolCallId", episode.tool_call_id),
    ):
        check_optional_id(f"{field}.{name}", value)
    if episode.source_description is not None:
        check_text(f"{field}.sourceDescription", episode.source_description, 2_000)
    if len(episode.participants) > 100:
        raise InvalidInput(f"{field}.participants", f"has {len(episode.participants)} names", "at most 100 names")
    for index, name in enumerate(episode.participants):
        check_id(f"{field}.participants[{index}]", name)
    if episode.importance is not None:
        check_range(f"{field}.importance", episode.importance, 0, 1)
    if episode.time_zone is not None:
        _check_zone(f"{field}.timeZone", episode.time_zone)
    _check_json(f"{field}.metadata", episode.metadata)
    _check_json(f"{field}.toolArgs", episode.tool_args)


def _check_zone(field: str, value: str) -> None:
    try:
        ZoneInfo(value)
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:
        raise InvalidInput(field, f"{value!r} is unknown", "an IANA time zone such as Europe/Berlin") from error


def _check_json(field: str, value: Any) -> None:
    allowed = f"JSON of at most {MAX_METADATA} bytes and {MAX_DEPTH} levels"
    if _deeper(value, MAX_DEPTH):
        raise InvalidInput(field, f"is nested more than {MAX_DEPTH} levels deep", allowed)
    try:
        size = len(json.dumps(value, ensure_ascii=False, allow_nan=False).encode())
    except (TypeError, ValueError) as error:
        raise InvalidInput(field, "is not JSON", allowed) from error
    if size > MAX_METADATA:
        raise InvalidInput(field, f"has {size} bytes", allowed)


def _deeper(value: Any, levels: int) -> bool:
    """Whether a value is nested more deeply than `levels`; goes no deeper than that itself."""
    if isinstance(value, dict):
        inner: Iterable[Any] = cast(dict[str, Any], value).values()
    elif isinstance(value, list | tuple):
        inner = cast(Sequence[Any], value)
    else:
        return False
    return levels <= 0 or any(_deeper(item, levels - 1) for item in inner)

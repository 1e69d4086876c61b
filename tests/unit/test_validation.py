"""What callers send is checked before anything is stored: each refusal names the field and what is allowed."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from service.config import Settings
from service.contract import EpisodeInput, RememberInput
from service.errors import InvalidInput
from service.validation import check_remember


def _nested(levels: int) -> Any:
    value: Any = 1
    for _ in range(levels):
        value = [value]
    return value


def _request(**fields: Any) -> RememberInput:
    of_request = ("group_id", "session_id", "request_id", "timeout_ms")
    request = {key: fields.pop(key) for key in of_request if key in fields}
    return RememberInput(request.pop("group_id", "g"), (EpisodeInput(**{"content": "hello", **fields}),), **request)


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"group_id": ""}, "groupId"),
        ({"group_id": "  "}, "groupId"),
        ({"group_id": "g" * 257}, "groupId"),
        ({"group_id": "a\x00b"}, "groupId"),
        ({"session_id": ""}, "sessionId"),
        ({"request_id": "\n"}, "requestId"),
        ({"timeout_ms": -1}, "timeoutMs"),
        ({"timeout_ms": 10**9}, "timeoutMs"),
        ({"content": ""}, "episodes[0].content"),
        ({"content": " \n\t"}, "episodes[0].content"),
        ({"content": "x" * 1_000_001}, "episodes[0].content"),
        ({"content": "bell \x07"}, "episodes[0].content"),
        ({"content": "null \x00"}, "episodes[0].content"),
        ({"content": "lone \ud800"}, "episodes[0].content"),
        ({"actor": ""}, "episodes[0].actor"),
        ({"external_id": "x" * 300}, "episodes[0].externalId"),
        ({"valid_at": datetime(2024, 1, 1)}, "episodes[0].validAt"),  # noqa: DTZ001
        ({"valid_at": datetime(9999, 6, 1, tzinfo=UTC)}, "episodes[0].validAt"),
        ({"importance": 1.5}, "episodes[0].importance"),
        ({"importance": float("nan")}, "episodes[0].importance"),
        ({"time_zone": "Mars/Olympus"}, "episodes[0].timeZone"),
        ({"time_zone": "../etc/passwd"}, "episodes[0].timeZone"),
        ({"participants": ("",)}, "episodes[0].participants[0]"),
        ({"participants": tuple("abc" * 40)}, "episodes[0].participants"),
        ({"metadata": {"x": "y" * 70_000}}, "episodes[0].metadata"),
        ({"metadata": float("inf")}, "episodes[0].metadata"),
        ({"metadata": _nested(33)}, "episodes[0].metadata"),
        ({"metadata": _nested(100_000)}, "episodes[0].metadata"),
        ({"tool_args": object()}, "episodes[0].toolArgs"),
    ],
)
def test_bad_fields_are_refused_by_name(fields: dict[str, Any], field: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        check_remember(_request(**fields), Settings())
    assert refused.value.field == field
    assert refused.value.allowed


@pytest.mark.parametrize(
    "fields",
    [
        {"content": "tabs\tand\nlines\r\n are fine, so are 你好 and 🙂"},
        {"content": "x" * 200_000},
        {"group_id": '" OR group_token:* //', "session_id": "g\u200d \u0261"},
        {"metadata": _nested(32), "tool_args": {"a": [1, {"b": None}]}},
        {"importance": 0, "time_zone": "Asia/Shanghai", "valid_at": datetime(1900, 1, 1, tzinfo=UTC)},
    ],
)
def test_what_is_unusual_but_meaningful_is_accepted(fields: dict[str, Any]) -> None:
    check_remember(_request(**fields), Settings())


@pytest.mark.parametrize("count", [0, 1001])
def test_the_number_of_turns_is_bounded(count: int) -> None:
    with pytest.raises(InvalidInput) as refused:
        check_remember(RememberInput("g", (EpisodeInput("hello"),) * count), Settings())
    assert refused.value.field == "episodes"

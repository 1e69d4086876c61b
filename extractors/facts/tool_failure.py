"""Calls of tools that failed: something that happened, and not a statement about the world."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from typing import cast

from extractors.candidates import EntityRef
from extractors.facts.claim import Claim
from extractors.facts.scene import Scene
from extractors.facts.tool_values import plain_text, snake
from graph_schema.model import FactKind, Interval, Precision

_ERRORS = ("error", "errors", "exception", "fault")
_CODES = ("status", "status_code", "http_status")
_MESSAGES = ("message", "error_message", "msg", "detail", "reason", "title")
_FAILED = frozenset(("error", "failure"))
_DEPTH = 4


def is_failure(value: object) -> bool:
    """Whether a result says that the call failed, by an error, a flag or a status of 400 to 599."""
    fields = _fields(value)
    told = any(isinstance(fields.get(key), (str, dict, list)) and fields[key] for key in _ERRORS)
    denied = any(fields.get(key) is False for key in ("ok", "success", "succeeded"))
    flagged = fields.get("is_error") is True or fields.get("error") is True
    codes = [fields.get(key) for key in _CODES]
    if "code" in fields and any(key in fields for key in _MESSAGES):
        codes.append(fields["code"])
    return told or denied or flagged or any(map(_is_bad, codes))


def failure(content: object, scene: Scene) -> Iterator[Claim]:
    """The event that the tool, where its name is known, failed, in the words of the result's message."""
    tool, message = scene.turn.tool_name, _message(content, _DEPTH)
    if not tool or not message:
        return
    at = scene.turn.valid_at
    found = scene.content.find(message)
    start, end = (found, found + len(message)) if found >= 0 else (0, len(scene.content))
    when = Interval(at, at + timedelta(seconds=1), Precision.SECOND)
    claim = Claim(EntityRef(tool, "tool"), "failed_with", message, start, end, 0.8, kind=FactKind.EVENT)
    yield replace(claim, occurs=when, past=True, phrase="fail with {o}")


def _is_bad(code: object) -> bool:
    if isinstance(code, str):
        return code.casefold() in _FAILED
    return isinstance(code, int) and 400 <= code <= 599


def _fields(value: object) -> dict[str, object]:
    found = cast("dict[str, object]", value) if isinstance(value, dict) else {}
    return {snake(key): item for key, item in found.items()}


def _message(content: object, depth: int) -> str | None:
    """How a result names its error: by a message, else the error itself, else its code."""
    if isinstance(content, list):
        content = next(iter(cast("list[object]", content)), None)
    if not isinstance(content, dict):
        return None if isinstance(content, bool) else plain_text(content)
    fields = _fields(cast("dict[str, object]", content))
    if depth:
        for key in (*_MESSAGES, *_ERRORS, *_CODES, "code"):
            if text := _message(fields.get(key), depth - 1):
                return text
    return None

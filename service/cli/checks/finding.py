"""What a check found."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Mark(StrEnum):
    """How a part is."""

    OK = "ok"
    WARNING = "warning"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Finding:
    """The state of one part; anything but ok comes with a remedy."""

    part: str
    mark: Mark
    detail: str
    remedy: str = ""


def ok(part: str, detail: str) -> Finding:
    """The part is as it should be."""
    return Finding(part, Mark.OK, detail)


def warning(part: str, detail: str, remedy: str) -> Finding:
    """The part works, but not as well as it could, or not yet."""
    return Finding(part, Mark.WARNING, detail, remedy)


def failed(part: str, detail: str, remedy: str) -> Finding:
    """The part does not work."""
    return Finding(part, Mark.FAILED, detail, remedy)

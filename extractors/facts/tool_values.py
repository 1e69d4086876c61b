"""Keys and values of a tool's JSON as predicates and literals."""

from __future__ import annotations

import re

from extractors.facts.claim import MAX_VALUE

_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_WORDS = re.compile(r"[^\w.]+")
_NOT_NUMBERS = frozenset(("NaN", "Infinity", "-Infinity", "nan", "inf", "-inf"))


def snake(key: str) -> str:
    """The key in snake case."""
    return _WORDS.sub("_", _CAMEL.sub("_", key.strip())).strip("_").lower()


def plain_text(value: object) -> str | None:
    """A scalar as it is written, None for nothing, for what is no number, and for text that is too long."""
    if value is None:
        return None
    if isinstance(value, bool):
        return "true" if value else "false"
    text = " ".join(str(value).split())
    return text if 0 < len(text) <= MAX_VALUE and text not in _NOT_NUMBERS else None

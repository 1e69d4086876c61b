"""JSON as models write it: found within other text, with stray commas, and cut off anywhere."""

from __future__ import annotations

import re
from collections.abc import Iterator
from json import JSONDecodeError, JSONDecoder
from typing import Any

MAX_DEPTH = 24
"""What is nested deeper counts as cut off."""
MOST_VALUES = 2000
"""Values at most that are looked at in one text."""
_SPACE = re.compile(r"[\s\ufeff]*")
_OPENING = re.compile(r"[{\[]")
_SCALAR = re.compile(r"(true|false|null)(?![\w])|-?\d{1,30}(?:\.\d{1,30})?(?:[eE][+-]?\d{1,3})?(?=[\s,\]}])")
_STRINGS = JSONDecoder(strict=False)
_WORDS: dict[str, Any] = {"true": True, "false": False, "null": None}


class CutObject(dict[str, Any]):
    """An object that broke off; its members are whole but for a last one that may be cut itself."""


class CutList(list[Any]):
    """A list that broke off; its elements are whole but for a last one that may be cut itself."""


class _Broken(Exception):
    """Nothing can be read at this place."""


def find_values(text: str) -> Iterator[Any]:
    """Every outermost object and list in a text, in order; cut ones as `CutObject` and `CutList`."""
    at = 0
    for _ in range(MOST_VALUES):
        opening = _OPENING.search(text, at)
        if opening is None:
            return
        reader = _Reader(text, opening.start())
        yield reader.value(0)
        at = max(reader.at, opening.end())


class _Reader:
    """Reads one value from `at` on, and stands behind what it has read."""

    def __init__(self, text: str, at: int) -> None:
        self._text = text
        self.at = at

    def value(self, depth: int) -> Any:
        self._skip()
        char = self._text[self.at : self.at + 1]
        if char == "{" and depth < MAX_DEPTH:
            return self._object(depth)
        if char == "[" and depth < MAX_DEPTH:
            return self._list(depth)
        if char == '"':
            return self._string()
        scalar = _SCALAR.match(self._text, self.at)
        if scalar is None:
            raise _Broken
        self.at = scalar.end()
        return _WORDS[scalar[1]] if scalar[1] else _number(scalar[0])

    def _object(self, depth: int) -> dict[str, Any]:
        found: dict[str, Any] = {}
        self.at += 1
        try:
            while not self._closes("}"):
                key = self._string()
                self._take(":")
                value = self.value(depth + 1)
                found[key] = value
                if isinstance(value, CutObject | CutList):
                    return CutObject(found)
        except _Broken:
            return CutObject(found)
        return found

    def _list(self, depth: int) -> list[Any]:
        found: list[Any] = []
        self.at += 1
        try:
            while not self._closes("]"):
                value = self.value(depth + 1)
                found.append(value)
                if isinstance(value, CutObject | CutList):
                    return CutList(found)
        except _Broken:
            return CutList(found)
        return found

    def _closes(self, closing: str) -> bool:
        """Whether the container ends here; commas, missing or too many, are passed over."""
        self._skip()
        while self._text[self.at : self.at + 1] == ",":
            self.at += 1
            self._skip()
        if self._text[self.at : self.at + 1] == closing:
            self.at += 1
            return True
        return False

    def _string(self) -> str:
        self._skip()
        if self._text[self.at : self.at + 1] != '"':
            raise _Broken
        try:
            text, self.at = _STRINGS.raw_decode(self._text, self.at)
        except JSONDecodeError as error:
            self.at = max(self.at + 1, error.pos if "Unterminated" not in error.msg else len(self._text))
            raise _Broken from error
        return str(text)

    def _take(self, char: str) -> None:
        self._skip()
        if self._text[self.at : self.at + 1] != char:
            raise _Broken
        self.at += 1

    def _skip(self) -> None:
        found = _SPACE.match(self._text, self.at)
        self.at = found.end() if found else self.at


def _number(text: str) -> int | float:
    try:
        return int(text)
    except ValueError:
        return float(text)

"""JSON with the place of every value, which the standard parser leaves out."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Literal

from service.documents.mapped import Builder, Mapped
from service.documents.parsed import without_controls
from service.errors import InvalidInput

MAX_DEPTH = 64
MAX_VALUES = 200_000
_SPACE = re.compile(r"[ \t\n\r]*")
_SCALAR = re.compile(r"-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?|true|false|null")
_STRING = re.compile(r'"(?:[^"\\\x00-\x1f]++|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*+"')
_PIECE = re.compile(r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|\\u[0-9a-fA-F]{4}|\\.|[^\\]+")
_LONGEST_NUMBER = 400
_ALLOWED = f"JSON of at most {MAX_DEPTH} levels and {MAX_VALUES} values"


@dataclass(frozen=True, slots=True)
class Value:
    """A value, `source[start:end]`.

    Attributes:
        begin: where it begins with its key, the same as `start` outside of objects.
        key: its name in an object, None elsewhere.
    """

    kind: Literal["object", "array", "string", "scalar"]
    start: int
    end: int
    begin: int
    key: str | None = None
    members: tuple[Value, ...] = ()


class _Scanner:
    def __init__(self, source: str) -> None:
        self._source = source
        self._count = 0

    def document(self) -> Value:
        value, at = self._value(self._space(0), None, None, 0)
        if (at := self._space(at)) != len(self._source):
            raise self._bad(at, "more follows the value")
        return value

    def _space(self, at: int) -> int:
        found = _SPACE.match(self._source, at)
        return found.end() if found else at

    def _value(self, at: int, key: str | None, begin: int | None, depth: int) -> tuple[Value, int]:
        self._count += 1
        if depth > MAX_DEPTH or self._count > MAX_VALUES:
            raise self._bad(at, "too deep" if depth > MAX_DEPTH else "too many values")
        begin, first = at if begin is None else begin, self._source[at : at + 1]
        if first == "{" or first == "[":
            members, end = self._members(at, first, depth)
            return Value("object" if first == "{" else "array", at, end, begin, key, members), end
        if first == '"':
            _, end = self._string(at)
            return Value("string", at, end, begin, key), end
        found = _SCALAR.match(self._source, at)
        if not found or len(found[0]) > _LONGEST_NUMBER:
            raise self._bad(at, "no value")
        return Value("scalar", at, found.end(), begin, key), found.end()

    def _members(self, at: int, opening: str, depth: int) -> tuple[tuple[Value, ...], int]:
        closing = "}" if opening == "{" else "]"
        members: list[Value] = []
        at = self._space(at + 1)
        if self._source[at : at + 1] == closing:
            return (), at + 1
        while True:
            key, begin = None, at
            if opening == "{":
                key, at = self._string(at)
                at = self._space(at)
                if self._source[at : at + 1] != ":":
                    raise self._bad(at, "no colon after a name")
                at = self._space(at + 1)
            value, at = self._value(at, key, begin, depth + 1)
            members.append(value)
            at = self._space(at)
            mark = self._source[at : at + 1]
            if mark == closing:
                return tuple(members), at + 1
            if mark != ",":
                raise self._bad(at, f"no comma and no {closing}")
            at = self._space(at + 1)

    def _string(self, at: int) -> tuple[str, int]:
        found = _STRING.match(self._source, at)
        if not found:
            raise self._bad(at, "no text in quotation marks, or a wrong one")
        return _decoded(found[0]), found.end()

    def _bad(self, at: int, problem: str) -> InvalidInput:
        line = self._source.count("\n", 0, at) + 1
        return InvalidInput("content", f"is not acceptable JSON: {problem} at character {at}, line {line}", _ALLOWED)


def scan(source: str) -> Value:
    """The document's value; raises InvalidInput with the place where it is no JSON, too deep or too much."""
    return _Scanner(source).document()


def string_text(source: str, value: Value) -> Mapped:
    """A string's text without its quotation marks and escapes, mapped to `source`."""
    builder = Builder()
    for piece in _PIECE.finditer(source, value.start + 1, value.end - 1):
        if piece[0][0] != "\\":
            builder.verbatim(without_controls(piece[0]), piece.start())
        else:
            builder.replaced(without_controls(_decoded(f'"{piece[0]}"')), piece.start(), piece.end())
    return builder.build()


def _decoded(literal: str) -> str:
    """The text of a JSON string, halves of surrogate pairs replaced."""
    text: str = json.loads(literal)
    return text.encode("utf-8", "replace").decode()

"""The items of a large JSON array, one at a time, without holding the file in memory."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, TextIO

from service.errors import InvalidInput

_CHUNK = 1 << 16
_SPACE = " \t\r\n"


def iter_items(stream: TextIO) -> Iterator[Any]:
    """The items of the array in `stream`; a lone object is yielded as the only item.

    Raises:
        InvalidInput: the text is not a JSON array or object; earlier items have been yielded.
    """
    reader = _Reader(stream)
    first = reader.peek()
    if first == "{":
        yield reader.value()
        return
    if first != "[":
        raise reader.broken("an array was expected")
    reader.skip()
    if reader.peek() == "]":
        return
    while True:
        yield reader.value()
        following = reader.peek()
        if following == "]":
            return
        if following != ",":
            raise reader.broken("a comma or the end of the array was expected")
        reader.skip()


class _Reader:
    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._buffer = ""
        self._at = 0
        self._dropped = 0
        self._ended = False
        self._decoder = json.JSONDecoder()

    def peek(self) -> str:
        """The next character that is not white space, empty at the end."""
        while True:
            while self._at < len(self._buffer):
                if self._buffer[self._at] not in _SPACE:
                    return self._buffer[self._at]
                self._at += 1
            if not self._fill(_CHUNK):
                return ""

    def skip(self) -> None:
        """Step over the character just peeked at."""
        self._at += 1

    def value(self) -> Any:
        """The JSON value that starts at the next character."""
        self.peek()
        want = _CHUNK
        while True:
            try:
                value, end = self._decoder.raw_decode(self._buffer, self._at)
            except json.JSONDecodeError as error:
                if self._fill(want):
                    want *= 2
                    continue
                raise self.broken(error.msg, error.pos) from error
            except RecursionError as error:
                raise self.broken("it is nested too deeply") from error
            if end == len(self._buffer) and self._fill(_CHUNK):
                continue
            self._at = end
            return value

    def broken(self, problem: str, at: int | None = None) -> InvalidInput:
        """The error to raise for what stands at `at`."""
        where = self._dropped + (self._at if at is None else at)
        return InvalidInput("file", f"not valid JSON at character {where}: {problem}", "a complete JSON file")

    def _fill(self, size: int) -> bool:
        if self._ended:
            return False
        try:
            text = self._stream.read(size)
        except UnicodeDecodeError as error:
            raise InvalidInput("file", f"it is not UTF-8 ({error.reason})", "UTF-8 text") from error
        if not text:
            self._ended = True
            return False
        self._dropped += self._at
        self._buffer = self._buffer[self._at :] + text
        self._at = 0
        return True

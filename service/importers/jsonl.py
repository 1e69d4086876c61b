"""JSON Lines: one turn a line, with the fields of GraphQL's `EpisodeInput` and `sessionId`."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from service.errors import InvalidInput
from service.importers.fields import turn_of
from service.importers.records import BadRecord, ImportedTurn, Record

_BOM = b"\xef\xbb\xbf"


def read(path: Path, zone: ZoneInfo) -> Iterator[Record]:
    """A turn or a bad record for each line that is not blank."""
    with path.open("rb") as stream:
        for number, line in numbered(stream):
            try:
                episode, session = turn_of(parse(line), zone)
            except InvalidInput as error:
                yield BadRecord(f"line {number}", f"{error.field}: {error.problem}", error.allowed)
            else:
                yield ImportedTurn(f"line {number}", episode, session)


def numbered(lines: Iterable[bytes]) -> Iterator[tuple[int, bytes]]:
    """Line numbers from 1 and lines, without blank lines and without a byte order mark."""
    for number, line in enumerate(lines, 1):
        text = line.removeprefix(_BOM) if number == 1 else line
        if text.strip():
            yield number, text


def parse(line: bytes) -> Any:
    """The JSON value of a line.

    Raises:
        InvalidInput: the line is not UTF-8 or not JSON.
    """
    try:
        return json.loads(line.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise InvalidInput("line", f"byte {error.start + 1} is not UTF-8", "UTF-8 text") from error
    except json.JSONDecodeError as error:
        problem = f"not JSON at column {error.colno}: {error.msg}"
        raise InvalidInput("line", problem, "one JSON object a line") from error
    except RecursionError as error:
        raise InvalidInput("line", "it is nested too deeply", "one JSON object a line") from error

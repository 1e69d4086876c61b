"""Which format a file has, and the reader for it."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path
from typing import Any, cast
from zoneinfo import ZoneInfo

from service.errors import InvalidInput
from service.importers import chatgpt, jsonl, lifebench, locomo
from service.importers.json_stream import iter_items
from service.importers.records import Record


class Format(StrEnum):
    """A format that can be imported."""

    JSONL = "jsonl"
    CHATGPT = "chatgpt"
    LOCOMO = "locomo"
    LIFEBENCH = "lifebench"


_ALLOWED = f"a file of one of the formats {', '.join(Format)}; name it with --format"


def detect_format(path: Path) -> Format:
    """The format of `path`, told from its name and its first item.

    Raises:
        InvalidInput: there is no such file, or its format is none of these.
    """
    if path.is_dir():
        return Format.LIFEBENCH
    if not path.is_file():
        raise InvalidInput("file", f"{path} does not exist", "a file that can be read")
    if path.suffix.lower() in {".jsonl", ".ndjson"}:
        return Format.JSONL
    if zipfile.is_zipfile(path):
        return Format.CHATGPT
    try:
        with path.open(encoding="utf-8-sig") as stream:
            first = next(iter_items(stream), None)
    except InvalidInput as error:
        raise InvalidInput("file", f"{path.name} is not JSON ({error})", _ALLOWED) from error
    found = _format_of(first)
    if found is None:
        raise InvalidInput("file", f"the format of {path.name} is not known", _ALLOWED)
    return found


def _format_of(first: object) -> Format | None:
    if not isinstance(first, dict):
        return None
    item = cast("dict[str, Any]", first)
    if "mapping" in item:
        return Format.CHATGPT
    if "phone_id" in item:
        return Format.LIFEBENCH
    if "session_1" in item or isinstance(item.get("conversation"), dict):
        return Format.LOCOMO
    return Format.JSONL if "content" in item else None


def open_turns(path: Path, form: Format, zone: ZoneInfo, sample: str | None = None) -> Iterator[Record]:
    """Everything the file holds, in the order to import it.

    Args:
        path: a file, or for LifeBench a folder.
        form: its format, see `detect_format`.
        zone: zone of times that carry no offset.
        sample: for LoCoMo, the one conversation to read.

    Raises:
        InvalidInput: the file cannot be read any further; earlier records have been yielded.
    """
    match form:
        case Format.JSONL:
            return jsonl.read(path, zone)
        case Format.CHATGPT:
            return chatgpt.read(path)
        case Format.LOCOMO:
            return locomo.read(path, zone, sample)
        case Format.LIFEBENCH:
            return lifebench.read(path, zone)

"""Kinds of documents by the names of their files."""

from __future__ import annotations

from enum import StrEnum
from pathlib import PurePath


class MediaType(StrEnum):
    """A kind of document that is read."""

    MARKDOWN = "text/markdown"
    HTML = "text/html"
    PLAIN = "text/plain"
    JSON = "application/json"
    PDF = "application/pdf"


_KINDS = {
    ".md": MediaType.MARKDOWN,
    ".markdown": MediaType.MARKDOWN,
    ".html": MediaType.HTML,
    ".htm": MediaType.HTML,
    ".xhtml": MediaType.HTML,
    ".txt": MediaType.PLAIN,
    ".text": MediaType.PLAIN,
    ".json": MediaType.JSON,
    ".pdf": MediaType.PDF,
}
SUFFIXES = tuple(_KINDS)
"""Endings of file names whose kind is known."""


def media_type_of(name: str) -> MediaType | None:
    """The kind of a file by the ending of its name, None when it says nothing."""
    return _KINDS.get(PurePath(name).suffix.lower())

"""Where in its document a chunk stands: the chunk's metadata, and places read from it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from service.contract import DocumentPlace
from service.documents.parsed import Parsed
from service.documents.split import Chunk

KEY = "document"
"""Key of an episode's metadata under which a chunk's place stands."""


@dataclass(frozen=True, slots=True)
class About:
    """What all chunks of a document have in common."""

    document_id: str
    title: str | None
    media_type: str
    version: str


def chunk_metadata(about: About, parsed: Parsed, chunk: Chunk, number: int, of: int) -> dict[str, Any]:
    """A chunk's place as JSON: its number from 1, its range, and its unchanged stretches as [at, origin, length].

    `start` and `end` count in the original; in `pages` are the numbers and beginnings of the pages it touches.
    """
    start, end = chunk.body.place(0, len(chunk.body))
    runs = [[run.at, run.origin, run.length] for run in chunk.body.runs(parsed.original)]
    found: dict[str, Any] = {
        "id": about.document_id,
        "title": about.title,
        "mediaType": about.media_type,
        "version": about.version,
        "headings": list(chunk.headings),
        "chunk": number,
        "of": of,
        "start": start,
        "end": end,
        "runs": runs,
    }
    if parsed.pages:
        first, last = (bisect_right(parsed.pages, at) for at in (start, max(start, end - 1)))
        found["pages"] = [[page, parsed.pages[page - 1]] for page in range(first, last + 1)]
    return found


def place_of(metadata: object, start: int, end: int) -> DocumentPlace | None:
    """The place in the original of `content[start:end]` of a chunk with this metadata; None where it is no chunk."""
    about = _document(metadata)
    if about is None:
        return None
    begin, stop = _range(about, start, end)
    pages = cast("list[list[int]]", about.get("pages") or [])
    page, end_page = _page(pages, begin), _page(pages, max(begin, stop - 1))
    return DocumentPlace(
        document_id=str(about["id"]),
        title=about.get("title"),
        version=str(about.get("version", "")),
        headings=tuple(about.get("headings") or ()),
        start=begin - (page[1] if page else 0),
        end=stop - (end_page[1] if end_page else 0),
        page=page[0] if page else None,
        end_page=end_page[0] if end_page else None,
    )


def place_words(place: DocumentPlace) -> str:
    """The place in words: `“Title”, Part › Section, page 3, characters 120 to 180`."""
    parts = [f"“{place.title or place.document_id}”"]
    if place.headings:
        parts.append(" › ".join(place.headings))
    if place.page is not None and place.page == place.end_page:
        parts.append(f"page {place.page}, characters {place.start} to {place.end}")
    elif place.page is not None:
        parts.append(f"page {place.page} character {place.start} to page {place.end_page} character {place.end}")
    else:
        parts.append(f"characters {place.start} to {place.end}")
    return ", ".join(parts)


def is_removed(metadata: object) -> bool:
    """Whether an episode stands for a chunk that is no longer in its document."""
    found = _found(metadata)
    return found is not None and found.get("removed") is True


def document_id_of(metadata: object) -> str | None:
    """The document an episode is a chunk of."""
    found = _found(metadata)
    return str(found["id"]) if found is not None and isinstance(found.get("id"), str) else None


def _found(metadata: object) -> Mapping[str, Any] | None:
    found = cast("Mapping[str, object]", metadata).get(KEY) if isinstance(metadata, Mapping) else None
    return cast("Mapping[str, Any]", found) if isinstance(found, Mapping) else None


def _document(metadata: object) -> Mapping[str, Any] | None:
    """The chunk's place where it is well formed: callers may store metadata of their own under the same key."""
    found = _found(metadata)
    if found is None or not isinstance(found.get("id"), str):
        return None
    texts = isinstance(found.get("title"), str | None) and isinstance(found.get("headings", []), list)
    ranges = [[found.get("start"), found.get("end")], *_lists(found.get("runs")), *_lists(found.get("pages", []))]
    whole = all(isinstance(number, int) for numbers in ranges for number in numbers)
    shaped = all(len(run) == 3 for run in _lists(found.get("runs"))) and all(
        len(page) == 2 for page in _lists(found.get("pages", []))
    )
    return found if texts and whole and shaped else None


def _lists(value: object) -> list[list[object]]:
    items = cast("list[object]", value) if isinstance(value, list) else [None]
    return [cast("list[object]", item) if isinstance(item, list) else [None] for item in items]


def _range(about: Mapping[str, Any], start: int, end: int) -> tuple[int, int]:
    """The range in the original; a place between two unchanged stretches is all that lies between them."""
    begin, stop = int(about["start"]), int(about["end"])
    runs = cast("Sequence[Sequence[int]]", about["runs"])
    before = [run for run in runs if run[0] <= start]
    if before:
        at, origin, length = before[-1]
        begin = origin + min(start - at, length)
    after = [run for run in runs if run[0] + run[2] >= end]
    if after:
        at, origin, _ = after[0]
        stop = origin + max(end - at, 0)
    return begin, max(begin, stop)


def _page(pages: Sequence[Sequence[int]], at: int) -> Sequence[int] | None:
    return max((page for page in pages if page[1] <= at), key=lambda page: page[1], default=None)

"""Remembering a document: parse, cut, compare with what is stored, and store what is new or changed."""

from __future__ import annotations

import asyncio
import base64
import binascii
import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, cast

from graph_schema.model import Role
from service.config import Settings
from service.contract import (
    DocumentInput,
    DocumentResult,
    EpisodeInput,
    EpisodeView,
    RememberInput,
    RememberResult,
    WaitFor,
)
from service.documents.align import align, new_id
from service.documents.media import decoded, media_type, parse
from service.documents.parsed import Parsed, one_line
from service.documents.place import KEY, About, chunk_metadata
from service.documents.source import DOCUMENT, HEADINGS
from service.documents.split import Chunk, split
from service.documents.store import ChunkStore, Stored
from service.documents.suffixes import MediaType
from service.errors import InvalidInput
from service.ingest.accept import Accept
from service.ingest.waiter import Waiter
from service.ports import Clock
from service.validation import check_id, check_optional_id, check_range, check_remember, check_time

MAX_DOCUMENT_ID = 200
IMPORTANCE = 0.5
"""Importance of a chunk where the caller gives none."""
_DESCRIPTION = 2_000


@dataclass(frozen=True, slots=True)
class _Cut:
    """A document after parsing."""

    about: About
    parsed: Parsed
    chunks: tuple[Chunk, ...]

    def description(self, chunk: Chunk) -> str:
        """Title and headings, which the chunk is found and compared with."""
        return HEADINGS.join((self.about.title or self.about.document_id, *chunk.headings))[:_DESCRIPTION]


class Documents:
    """Keeps documents as episodes."""

    def __init__(self, chunks: ChunkStore, accept: Accept, waiter: Waiter, settings: Settings, clock: Clock) -> None:
        """Store through `accept`, and wait for reading by `waiter`."""
        self._chunks = chunks
        self._accept = accept
        self._waiter = waiter
        self._settings = settings
        self._clock = clock

    async def remember(self, request: DocumentInput) -> DocumentResult:
        """The document's chunks in order, durable; those that did not change keep their episodes and their facts.

        Raises:
            InvalidInput: a field is not acceptable, or the content cannot be read as its media type.
        """
        kind, content, version = _checked(request, self._settings)
        cut = await asyncio.to_thread(_cut, request, kind, content, version, self._settings)
        stored = await self._chunks.chunks(request.group_id, request.document_id)
        plan = _plan(replace(request, valid_at=request.valid_at or self._clock.now()), cut, stored)
        requests = [
            RememberInput(request.group_id, tuple(plan.sent[at : at + self._settings.max_batch]), request.session_id)
            for at in range(0, len(plan.sent), self._settings.max_batch)
        ]
        for one in requests:
            check_remember(one, self._settings)
        sent = [view for one in requests for view in (await self._accept.remember(one)).episodes]
        await self._chunks.place(plan.moved, [view.uuid for view in sent[len(plan.fresh) :]])
        result = _result(cut, plan, sent)
        return await self._read(result, request) if request.wait_for is WaitFor.EXTRACTED else result

    async def _read(self, result: DocumentResult, request: DocumentInput) -> DocumentResult:
        turns = RememberResult((*result.chunks, *result.removals), stored=0, duplicates=0)
        read = await self._waiter.read(turns, request.timeout_ms / 1000)
        return replace(result, chunks=read.episodes[: len(result.chunks)], timed_out=read.timed_out)


@dataclass(frozen=True, slots=True)
class _Plan:
    """What an import does.

    Attributes:
        kept: stored chunks that stay, by position in the document.
        fresh: positions of the chunks that are sent, new or changed.
        sent: their turns, then one for each removed chunk.
        moved: uuids of chunks that stay, with their metadata where that changed.
        revised: how many of those sent take the place of another text.
    """

    kept: dict[int, EpisodeView]
    fresh: tuple[int, ...]
    sent: tuple[EpisodeInput, ...]
    moved: tuple[tuple[str, Any], ...]
    revised: int
    removed: int


def _plan(request: DocumentInput, cut: _Cut, stored: Sequence[Stored]) -> _Plan:
    live = [chunk for chunk in stored if not chunk.removed]
    keys = [(cut.description(chunk), chunk.text) for chunk in cut.chunks]
    found = align([chunk.key for chunk in live], keys)
    taken = {chunk.external_id for chunk in live}
    gone = {chunk.external_id for chunk in stored} - taken
    kept: dict[int, EpisodeView] = {}
    fresh: dict[int, EpisodeInput] = {}
    moved: list[tuple[str, Any]] = []
    revised = 0
    for index, (chunk, before) in enumerate(zip(cut.chunks, found.continues, strict=True)):
        metadata = _metadata(request, cut, chunk, index)
        if before is not None and live[before].key == keys[index]:
            kept[index] = replace(live[before].episode, metadata=metadata)
            if live[before].episode.metadata != metadata:
                moved.append((live[before].episode.uuid, metadata))
            continue
        name = live[before].external_id if before is not None else new_id(request.document_id, keys[index], taken)
        revised += before is not None or name in gone
        taken.add(name)
        fresh[index] = _episode(request, cut, chunk, name, metadata)
    removed = [_removal(request, cut, live[index]) for index in found.removed]
    return _Plan(kept, tuple(fresh), (*fresh.values(), *removed), tuple(moved), revised, len(removed))


def _episode(request: DocumentInput, cut: _Cut, chunk: Chunk, name: str, metadata: Any) -> EpisodeInput:
    return EpisodeInput(
        content=chunk.text,
        role=Role.TOOL,
        actor=request.author,
        valid_at=request.valid_at,
        external_id=name,
        source=DOCUMENT,
        source_description=cut.description(chunk),
        importance=IMPORTANCE if request.importance is None else request.importance,
        metadata=metadata,
        time_zone=request.time_zone,
        do_not_extract=request.do_not_extract,
    )


def _removal(request: DocumentInput, cut: _Cut, chunk: Stored) -> EpisodeInput:
    """A turn that takes the place of a chunk which is gone; reading it retires what was read out of the chunk."""
    about = {"id": request.document_id, "version": cut.about.version, "removed": True}
    return EpisodeInput(
        content="This passage is no longer in the document.",
        role=Role.SYSTEM,
        valid_at=request.valid_at,
        external_id=chunk.external_id,
        source=DOCUMENT,
        source_description=chunk.episode.source_description,
        importance=0.0,
        metadata={KEY: about},
        time_zone=request.time_zone,
    )


def _metadata(request: DocumentInput, cut: _Cut, chunk: Chunk, index: int) -> dict[str, Any]:
    place = chunk_metadata(cut.about, cut.parsed, chunk, index + 1, len(cut.chunks))
    return {**cast("dict[str, Any]", request.metadata or {}), KEY: place}


def _result(cut: _Cut, plan: _Plan, sent: Sequence[EpisodeView]) -> DocumentResult:
    by_index = {**plan.kept, **dict(zip(plan.fresh, sent, strict=False))}
    return DocumentResult(
        document_id=cut.about.document_id,
        title=cut.about.title,
        media_type=cut.about.media_type,
        version=cut.about.version,
        chunks=tuple(by_index[index] for index in sorted(by_index)),
        removals=tuple(sent[len(plan.fresh) :]),
        stored=len(plan.fresh) - plan.revised,
        revised=plan.revised,
        removed=plan.removed,
        unchanged=len(plan.kept),
    )


def _cut(request: DocumentInput, kind: MediaType, content: str | bytes, version: str, settings: Settings) -> _Cut:
    most = settings.document_chunk_chars
    parsed = parse(kind, content, most, settings.max_document_bytes)
    chunks = split(parsed, most)
    if not chunks:
        raise InvalidInput("content", "has no text", "a document with something to read")
    title = one_line(request.title) if request.title else parsed.title
    return _Cut(About(request.document_id, title or None, kind.value, version), parsed, chunks)


def _checked(request: DocumentInput, settings: Settings) -> tuple[MediaType, str | bytes, str]:
    """The kind of document, its content, and the digest of that."""
    check_id("groupId", request.group_id)
    check_id("documentId", request.document_id)
    if len(request.document_id) > MAX_DOCUMENT_ID:
        raise InvalidInput("documentId", f"has {len(request.document_id)} characters", f"1 to {MAX_DOCUMENT_ID}")
    check_optional_id("sessionId", request.session_id)
    check_optional_id("author", request.author)
    check_time("validAt", request.valid_at)
    check_range("timeoutMs", request.timeout_ms, 0, 600_000)
    if request.importance is not None:
        check_range("importance", request.importance, 0, 1)
    metadata: object = {} if request.metadata is None else request.metadata
    if not isinstance(metadata, dict) or KEY in cast("dict[str, object]", metadata):
        raise InvalidInput("metadata", "is no object, or has the key `document`", "an object without that key")
    return _content(request, media_type(request.media_type), settings.max_document_bytes)


def _content(request: DocumentInput, kind: MediaType, most: int) -> tuple[MediaType, str | bytes, str]:
    if (request.content is None) == (request.content_base64 is None):
        raise InvalidInput("content", "neither or both of content and contentBase64 are given", "one of the two")
    if request.content is not None:
        if kind is MediaType.PDF:
            raise InvalidInput("content", "a PDF is not text", "the file's bytes as contentBase64")
        data = _encoded(request.content)
    else:
        data = _bytes(request.content_base64 or "", most)
    if len(data) > most:
        raise InvalidInput("content", f"has {len(data)} bytes", f"at most {most} bytes; split it")
    version = hashlib.sha256(data).hexdigest()[:16]
    return kind, data if kind is MediaType.PDF else decoded(data, "content"), version


def _encoded(content: str) -> bytes:
    try:
        return content.encode()
    except UnicodeEncodeError as error:
        problem = f"has half of a surrogate pair at {error.start}"
        raise InvalidInput("content", problem, "text whose every character is whole") from error


def _bytes(text: str, most: int) -> bytes:
    if len(text) > most * 4 // 3 + 4:
        raise InvalidInput("contentBase64", f"has {len(text)} characters", f"at most {most} bytes; split it")
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError) as error:
        raise InvalidInput("contentBase64", "is not base64", "the file's bytes in base64, without spaces") from error

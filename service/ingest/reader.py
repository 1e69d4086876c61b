"""Reading turns off the event loop: extraction in threads, several chunks of a batch at once, and their vectors."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from extractors.candidates import Extraction, Turn
from extractors.pipeline import ExtractionError
from graph_schema.model import Role
from graph_schema.vocabulary import NO_VOCABULARY, GroupVocabulary
from service.documents.source import DOCUMENT, HEADINGS
from service.gates.requests import plainly, requests_of
from service.ingest.turn import ReadTurn
from service.ports import Embedder, Extractor

Row = dict[str, Any]

_CHUNK = 16
_SWITCH_S = 0.0005
"""How long a reading thread keeps the interpreter while the event loop waits for it; a tenth of Python's default."""


class Reader:
    """Turns stored episodes into `ReadTurn`s."""

    def __init__(self, extractor: Extractor, embedder: Embedder, threads: int) -> None:
        """Extract in `threads` threads of its own; the embedder brings its own."""
        self._extractor = extractor
        self._embedder = embedder
        sys.setswitchinterval(_SWITCH_S)
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="extract")

    def close(self) -> None:
        """Lets running work finish and frees the threads."""
        self._pool.shutdown(wait=True, cancel_futures=True)

    async def read(
        self, episodes: Sequence[Row], vocabulary: GroupVocabulary = NO_VOCABULARY
    ) -> tuple[list[ReadTurn], dict[str, str]]:
        """The turns that could be read, in the order given, and what went wrong with the others by uuid.

        Args:
            episodes: turns of one group.
            vocabulary: of that group.

        Raises:
            EmbedderUnavailable: no vectors can be had; nothing of the batch is read.
        """
        wanted = [episode for episode in episodes if not episode["do_not_extract"]]
        vectors = asyncio.create_task(self._embedder.embed_passages([episode["search_text"] for episode in episodes]))
        try:
            read = await self.extract(wanted, vocabulary)
        except BaseException:
            vectors.cancel()
            raise
        embedded = await vectors
        failures = {uuid: describe(result) for uuid, result in read.items() if isinstance(result, Exception)}
        turns: list[ReadTurn] = []
        for episode, vector in zip(episodes, embedded, strict=True):
            result = read.get(episode["uuid"])
            if not isinstance(result, Exception):
                turns.append(ReadTurn(episode, result, vector))
        return turns, failures

    async def extract(
        self, episodes: Sequence[Row], vocabulary: GroupVocabulary = NO_VOCABULARY
    ) -> dict[str, Extraction | Exception]:
        """What was found in each turn, or what went wrong with it, by uuid; leave out turns that are not to be read."""
        chunks = [episodes[start : start + _CHUNK] for start in range(0, len(episodes), _CHUNK)]
        results = await asyncio.gather(*(self._extract(chunk, vocabulary) for chunk in chunks))
        return {uuid: result for found in results for uuid, result in found.items()}

    async def _extract(self, episodes: Sequence[Row], vocabulary: GroupVocabulary) -> dict[str, Extraction | Exception]:
        turns = [turn_of(episode, vocabulary) for episode in episodes]
        loop = asyncio.get_running_loop()
        try:
            found: Sequence[Extraction | Exception] = await loop.run_in_executor(
                self._pool, self._extractor.extract, turns
            )
        except ExtractionError as error:
            found = [error.failures.get(index) or result or error for index, result in enumerate(error.extractions)]
        return {episode["uuid"]: result for episode, result in zip(episodes, found, strict=True)}


def turn_of(episode: Row, vocabulary: GroupVocabulary = NO_VOCABULARY) -> Turn:
    """The turn as extractors read it; an assistant that names nobody speaks to whom it heard last in the session."""
    heard = episode.get("heard")
    return Turn(
        content=plainly(episode["content"], requests_of(episode)),
        role=Role(episode["role"]),
        valid_at=episode["valid_at"],
        time_zone=episode["tz"],
        actor=episode.get("actor"),
        participants=tuple(episode["participants"]) or ((heard,) if heard else ()),
        tool_name=episode.get("tool_name") or episode.get("call_name"),
        tool_args=_json(episode.get("tool_args") or episode.get("call_args")),
        document=episode.get("source") == DOCUMENT,
        topic=_topic(episode),
        vocabulary=vocabulary,
    )


def _json(text: str | None) -> object:
    return None if text is None else json.loads(text)


def _topic(episode: Row) -> str | None:
    """What a passage of a document is about: the last heading above it, else the document's title."""
    described = episode.get("source_description") if episode.get("source") == DOCUMENT else None
    return described.rpartition(HEADINGS)[2] or None if described else None


def describe(error: Exception) -> str:
    """What went wrong, in at most 500 characters."""
    return f"{type(error).__name__}: {error}"[:500]

"""Reading turns off the event loop: extraction in threads, several chunks of a batch at once, and their vectors."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from extractors.candidates import Extraction, Turn
from extractors.pipeline import ExtractionError
from graph_schema.model import Role
from service.ingest.commit import ReadTurn
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

    async def read(self, episodes: Sequence[Row]) -> tuple[list[ReadTurn], dict[str, str]]:
        """The turns that could be read, in the order given, and what went wrong with the others by uuid.

        Raises:
            EmbedderUnavailable: no vectors can be had; nothing of the batch is read.
        """
        listeners = _participants(episodes)
        wanted = [episode for episode in episodes if not episode["do_not_extract"]]
        chunks = [wanted[start : start + _CHUNK] for start in range(0, len(wanted), _CHUNK)]
        vectors = asyncio.create_task(self._embedder.embed_passages([episode["search_text"] for episode in episodes]))
        try:
            results = await asyncio.gather(*(self._extract(chunk, listeners) for chunk in chunks))
        except BaseException:
            vectors.cancel()
            raise
        embedded = await vectors
        read = {uuid: result for found in results for uuid, result in found.items()}
        failures = {uuid: _describe(result) for uuid, result in read.items() if isinstance(result, Exception)}
        turns: list[ReadTurn] = []
        for episode, vector in zip(episodes, embedded, strict=True):
            result = read.get(episode["uuid"])
            if not isinstance(result, Exception):
                turns.append(ReadTurn(episode, result, vector))
        return turns, failures

    async def _extract(
        self, episodes: Sequence[Row], listeners: dict[str, tuple[str, ...]]
    ) -> dict[str, Extraction | Exception]:
        turns = [_turn(episode, listeners[episode["uuid"]]) for episode in episodes]
        loop = asyncio.get_running_loop()
        try:
            found: Sequence[Extraction | Exception] = await loop.run_in_executor(
                self._pool, self._extractor.extract, turns
            )
        except ExtractionError as error:
            found = [error.failures.get(index) or result or error for index, result in enumerate(error.extractions)]
        return {episode["uuid"]: result for episode, result in zip(episodes, found, strict=True)}


def _turn(episode: Row, participants: tuple[str, ...]) -> Turn:
    return Turn(
        content=episode["content"],
        role=Role(episode["role"]),
        valid_at=episode["valid_at"],
        time_zone=episode["tz"],
        actor=episode.get("actor"),
        participants=participants,
        tool_name=episode.get("tool_name"),
    )


def _participants(episodes: Sequence[Row]) -> dict[str, tuple[str, ...]]:
    """Whom each turn speaks to: as the caller said; else, for the assistant, the session's last user in the batch."""
    heard: dict[str, str] = {}
    found: dict[str, tuple[str, ...]] = {}
    for episode in episodes:
        session, actor = episode.get("session_id") or "", episode.get("actor")
        named = tuple(episode["participants"])
        if not named and episode["role"] == Role.ASSISTANT and session in heard:
            named = (heard[session],)
        found[episode["uuid"]] = named
        if episode["role"] == Role.USER and actor:
            heard[session] = actor
    return found


def _describe(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"[:500]

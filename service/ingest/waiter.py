"""Waiting until stored turns are read, by whichever instance reads them."""

from __future__ import annotations

from dataclasses import replace
from time import monotonic

from graph_schema.model import EpisodeState
from graph_schema.store import GraphStore
from service.contract import EpisodeView, RememberResult
from service.ingest.signals import Signals
from service.views import episode_view

_LOOK_S = 0.25


class Waiter:
    """Waits for the reading of turns."""

    def __init__(self, store: GraphStore, signals: Signals) -> None:
        """`signals` tells of turns read in this process; others are seen by looking."""
        self._store = store
        self._signals = signals

    async def read(self, result: RememberResult, timeout_s: float) -> RememberResult:
        """The result with its turns as they stand when none is pending any more, or when the time is up."""
        uuids = sorted({episode.uuid for episode in result.episodes})
        until = monotonic() + timeout_s
        with self._signals.waiting():
            while pending := await self._pending(uuids):
                left = until - monotonic()
                if left <= 0:
                    break
                await self._signals.wait_for_progress(min(_LOOK_S, left))
        return replace(result, episodes=await self._views(result), timed_out=pending)

    async def _pending(self, uuids: list[str]) -> bool:
        rows = await self._store.read("read/states_of", uuids=uuids)
        return any(row["state"] == EpisodeState.PENDING.value for row in rows)

    async def _views(self, result: RememberResult) -> tuple[EpisodeView, ...]:
        uuids = sorted({episode.uuid for episode in result.episodes})
        rows = await self._store.read("read/episodes_by_uuid", uuids=uuids)
        views = {row["episode"]["uuid"]: episode_view(row["episode"]) for row in rows}
        return tuple(views.get(episode.uuid, episode) for episode in result.episodes)

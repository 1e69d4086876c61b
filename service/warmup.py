"""Running each query once at start, so that the database has planned it before the first caller asks."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from graph_schema.errors import GraphError
from graph_schema.ids import new_uuid
from graph_schema.model import Role
from graph_schema.store import GraphStore
from service.contract import (
    EntityFilter,
    EpisodeFilter,
    EpisodeInput,
    FactFilter,
    MemoryKind,
    RecallInput,
    RememberInput,
)
from service.errors import EverwhenError
from service.ingest.accept import Accept
from service.ingest.commit import Commit
from service.ingest.reader import Reader
from service.ports import Clock
from service.reads.reads import Reads
from service.recall.recall import Recall

log = logging.getLogger(__name__)

_BATCH = 64
_STORED = 30
"""How often turns are stored: Java compiles what it has run some dozen times, and an agent's first turns come soon."""
_TURNS = (
    ("Ana", "I live in Rome and work at Acme."),
    ("Ana", "I moved to Lisbon last March, and I no longer work at Acme."),
    ("小李", "我去年从北京搬到了上海。"),
)


@dataclass(frozen=True, slots=True)
class WarmUp:
    """What is run once, by what it needs.

    Attributes:
        recall: one whose recorder is not running, so that no record is kept.
    """

    store: GraphStore
    clock: Clock
    reader: Reader
    commit: Callable[[GraphStore], Commit]
    reads: Reads
    recall: Recall

    async def run(self) -> None:
        """Stores and reads turns of a group that is taken back, then asks about it.

        What fails is logged and left to the first caller.
        """
        group_id = f"warm-up {new_uuid()}"
        question = RecallInput((group_id,), "Where did Ana move in 2024? 小李搬到哪里？", kinds=tuple(MemoryKind))
        calls: tuple[Callable[[], Awaitable[object]], ...] = (
            lambda: self.store.rehearse(lambda store: self._store_and_read(store, group_id)),
            lambda: self.recall.recall(question),
            lambda: self.reads.facts(FactFilter((group_id,))),
            lambda: self.reads.entities(EntityFilter((group_id,))),
            lambda: self.reads.episodes(EpisodeFilter((group_id,))),
            lambda: self.reads.operations((group_id,)),
            lambda: self.reads.info((group_id,)),
        )
        for call in calls:
            try:
                await call()
            except (GraphError, EverwhenError) as error:
                log.info("a query could not be warmed up: %s", error)

    async def _store_and_read(self, store: GraphStore, group_id: str) -> None:
        accept = Accept(store, self.clock, "UTC", lambda _: None)
        commit = self.commit(store)
        for index in range(_STORED):
            actor, content = _TURNS[index % len(_TURNS)]
            episode = EpisodeInput(content=content, role=Role.USER, actor=actor)
            await accept.remember(RememberInput(group_id=group_id, session_id="warm-up", episodes=(episode,)))
        episodes = [row["episode"] for row in await store.read("read/due_episodes", group_id=group_id, most=_BATCH)]
        await commit.link(group_id, [episode["uuid"] for episode in episodes])
        turns, _ = await self.reader.read(episodes)
        await commit.apply(group_id, turns)

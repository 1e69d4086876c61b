"""Recall and reads over a real Neo4j, with turns read by the scripted extractor and embedded by their words."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from graph_schema.store import GraphStore
from service.contract import Hit, MemoryKind, RecallInput, RecallResult
from service.ingest.commit import Commit
from service.ingest.reader import Reader
from service.ingest.worker import Pace, Worker
from service.reads.reads import Reads
from service.recall.recall import Recall
from service.recall.record import Recorder
from service.testing import FixedClock, HashEmbedder
from tests.support.ingestion import Bench, at

EPISODES = (MemoryKind.EPISODE,)
FACTS = (MemoryKind.FACT,)
ENTITIES = (MemoryKind.ENTITY,)


class RecallBench(Bench):
    """A `Bench` whose turns can be recalled and listed; its clock stands at day 1000 of `at`."""

    def __init__(self, store: GraphStore, group_id: str, **pace: Any) -> None:
        super().__init__(store, group_id)
        words = HashEmbedder(512)
        self.reader = Reader(self.extractor, words, 1)
        self.commit = Commit(store, words.embed_passages)
        self.worker = Worker(store, self.reader, self.commit, self.signals, Pace(**{"backoff_s": 0.001, **pace}))
        self.clock = FixedClock(at(1000))
        self.recorder = Recorder(store)
        self.recaller = Recall(store, words, self.clock, self.recorder)
        self.reads = Reads(store, self.clock)

    async def told(self, *turns: tuple[str, float], session: str | None = "s", **fields: Any) -> None:
        """Says and reads turns of (content, day)."""
        for content, day in turns:
            await self.remember(_turn(content, at(day), fields), session_id=session)
        await self.read_all()

    async def recall(self, query: str, **fields: Any) -> RecallResult:
        groups: tuple[str, ...] = fields.pop("group_ids", (self.group_id,))
        return await self.recaller.recall(RecallInput(groups, query, **fields))

    async def texts(self, query: str, **fields: Any) -> list[str]:
        return [hit.text for hit in (await self.recall(query, **fields)).hits]


def _turn(content: str, said: datetime, fields: dict[str, Any]) -> Any:
    from service.contract import EpisodeInput

    return EpisodeInput(content, valid_at=said, **fields)


def by_text(result: RecallResult) -> dict[str, Hit]:
    return {hit.text: hit for hit in result.hits}

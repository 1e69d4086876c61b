"""Ingestion with a scripted reading: turns of the form `subject | predicate | object [| not]` become facts."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import numpy as np

from extractors.candidates import EntityRef, Extraction, FactCandidate, Mention, Reference, Turn
from extractors.pipeline import ExtractionError
from graph_schema.model import FactKind, Interval, Modality, Polarity, Precision
from graph_schema.predicates import load_catalogue
from graph_schema.store import GraphStore
from service.clock import SystemClock
from service.contract import EpisodeInput, RememberInput, RememberResult
from service.ingest.accept import Accept
from service.ingest.commit import Commit
from service.ingest.reader import Reader
from service.ingest.signals import Signals
from service.ingest.waiter import Waiter
from service.ingest.worker import Pace, Worker

T0 = datetime(2024, 1, 1, tzinfo=UTC)


def at(day: float) -> datetime:
    return T0 + timedelta(days=day)


class Scripted:
    """Reads `Ana | lives_in | Rome | FLAGS`: `not` for a denial, `plan`, `event`, and the day on which that is."""

    name = "scripted"

    def __init__(self, version: str = "1") -> None:
        self.version = version
        self.broken: set[str] = set()

    def extract(self, turns: Sequence[Turn]) -> list[Extraction]:
        results: list[Extraction | None] = []
        failures: dict[int, Exception] = {}
        for index, turn in enumerate(turns):
            if turn.content in self.broken:
                failures[index] = ValueError("cannot read it")
                results.append(None)
            else:
                results.append(self._read(turn))
        if failures:
            raise ExtractionError(failures, results)
        return [result for result in results if result is not None]

    def _read(self, turn: Turn) -> Extraction:
        parts = [part.strip() for part in turn.content.split("|")]
        if len(parts) < 3:
            return Extraction("en", extractor_version=self.version)
        subject, predicate, target, *flags = parts
        entity = load_catalogue().get(predicate).object_type
        who = EntityRef(subject, "person", Reference.SPEAKER if subject == "I" else Reference.NAMED)
        fact = FactCandidate(
            subject=who,
            predicate=predicate,
            object=EntityRef(target, entity) if entity else None,
            value=None if entity else target,
            kind=FactKind.EVENT if "event" in flags else FactKind.FACT,
            polarity=Polarity.NEGATIVE if "not" in flags else Polarity.POSITIVE,
            modality=Modality.PLANNED if "plan" in flags else Modality.ASSERTED,
            valid=None,
            occurs=_occurs(flags),
            confidence=0.8,
            start=0,
            end=len(turn.content),
            text=f"{subject} {predicate} {target}" + (" not" if "not" in flags else ""),
            extractor="scripted",
        )
        mention = Mention(subject, 0, len(subject), "person", subject, 0.9, "scripted")
        mentions = () if subject == "I" else (mention,)
        return Extraction("en", mentions, (), (fact,), self.version)


def _occurs(flags: Sequence[str]) -> Interval | None:
    days = [float(flag) for flag in flags if flag.replace(".", "").isdigit()]
    return Interval(at(days[0]), at(days[0] + 1), Precision.DAY) if days else None


class Hashed:
    """Vectors of 512 numbers drawn from a text's hash."""

    model = "hashed"
    dimensions = 512
    calibration = None

    async def embed_passages(self, texts: Sequence[str]) -> np.ndarray:
        rows = [np.random.default_rng(abs(hash(text))).standard_normal(512) for text in texts]
        array = np.asarray(rows, dtype=np.float32).reshape(len(rows), 512)
        return array / np.linalg.norm(array, axis=1, keepdims=True)

    async def embed_query(self, text: str) -> np.ndarray:
        return (await self.embed_passages([text]))[0]


class Bench:
    """Accept, worker and waiter over one store, run by hand."""

    def __init__(self, store: GraphStore, group_id: str, **pace: Any) -> None:
        self.store = store
        self.group_id = group_id
        self.signals = Signals()
        self.extractor = Scripted()
        self.embedder = Hashed()
        self.accept = Accept(store, SystemClock(), "UTC", self.signals.stored)
        self.reader = Reader(self.extractor, self.embedder, 1)  # type: ignore[arg-type]
        self.commit = Commit(store, self.embedder.embed_passages)
        self.worker = Worker(store, self.reader, self.commit, self.signals, Pace(**{"backoff_s": 0.001, **pace}))
        self.waiter = Waiter(store, self.signals)

    async def remember(self, *turns: EpisodeInput, **request: Any) -> RememberResult:
        return await self.accept.remember(RememberInput(self.group_id, turns, **request))

    async def say(self, content: str, day: float, **fields: Any) -> RememberResult:
        return await self.remember(EpisodeInput(content, valid_at=at(day), **fields))

    async def read_all(self) -> None:
        """Reads this group's turns until none is pending; other groups of the server are left alone."""
        for _ in range(200):
            rows = await self.store.read("read/due_episodes", group_id=self.group_id, most=64)
            if not rows:
                return
            await self.worker.read_batch(self.group_id, [row["episode"] for row in rows])
        raise AssertionError("turns are still pending after 200 batches")

    async def world(self) -> list[tuple[Any, ...]]:
        """The believed history in names: what any arrival order must agree on."""
        return await world_history(self.store, self.group_id)


async def world_history(store: GraphStore, group_id: str) -> list[tuple[Any, ...]]:
    rows = await store.execute(support_query("believed"), {"group_id": group_id})
    return sorted(tuple(row.values()) for row in rows)


def support_query(name: str) -> Any:
    """A query of tests/support, checked by the same loader as the service's own."""
    from pathlib import Path

    from graph_schema.cypher import parse_query

    path = Path(__file__).with_name(f"{name}.cypher")
    return parse_query(f"support/{name}", path.read_text(encoding="utf-8"))

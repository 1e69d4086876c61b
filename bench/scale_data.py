"""A made memory of any size: turns of many sessions, each stating one fact, with what ingestion leaves of it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import numpy as np

from bench.generated import turns
from graph_schema.cypher import parse_query
from graph_schema.ids import digest, group_token, new_uuid
from graph_schema.model import OPEN_END, OPEN_START, Role
from graph_schema.store import GraphStore
from service.contract import EpisodeInput, RememberInput
from service.ingest.known import name_key
from service.ingest.records import episode_properties, order_head, session_key
from service.ports import Embedder, Vectors

_LOAD = Path(__file__).with_name("scale_load.cypher")
_CENTRES = 2_000
_NOISE = 0.6
"""Length of what is added to a centre's direction: neighbours of one centre then have a cosine of about .73."""
_BATCH = 500
_TURNS_A_SESSION = 40
_ENTITIES_PER_FACT = 20
_START = datetime(2025, 1, 6, 8, tzinfo=UTC)
_SYLLABLES = ("ba", "ko", "ri", "mu", "ze", "ta", "lo", "ni", "fa", "ge", "du", "shi", "ve", "pra", "mol", "tan")
_MAKERS = ("Ardent", "Bellweather", "Calloway", "Dunmore", "Eastlake", "Fenwick", "Garrison", "Halcyon")
_ASSETS = ("brass telescope", "cedar chest", "enamel kettle", "slide projector", "folding kayak", "loom", "cello case")


@dataclass(frozen=True, slots=True)
class Planted:
    """A question whose one answer lies among the made facts."""

    question: str
    text: str


@dataclass(slots=True)
class _Group:
    """What has been made of one group so far."""

    group_id: str
    entities: list[dict[str, Any]]
    last: str | None = None
    count: int = 0
    planted: list[Planted] = field(default_factory=list[Planted])


class ScaleLoader:
    """Writes made memories through the store, one group at a time; the same for the same seed."""

    def __init__(self, store: GraphStore, embedder: Embedder, centres: Vectors, seed: int) -> None:
        """`centres`: embeddings of made turns, shape (n, dimensions), around which vectors are drawn."""
        self._store = store
        self._embedder = embedder
        self._centres = centres
        self._texts = [turn.content for turn in turns(len(centres), seed)]
        self._chance = random.Random(seed)
        self._drawn = np.random.default_rng(seed)
        self._query = parse_query("bench/scale_load", _LOAD.read_text(encoding="utf-8"))

    @classmethod
    async def prepare(cls, store: GraphStore, embedder: Embedder, seed: int = 11) -> ScaleLoader:
        """A loader with the centres embedded, which takes some seconds."""
        texts = [turn.content for turn in turns(_CENTRES, seed)]
        return cls(store, embedder, await embedder.embed_passages(texts), seed)

    async def load(self, group_id: str, size: int, planted: int, first: str) -> list[Planted]:
        """Adds `size` turns and as many facts after the turn `first`; returns the questions with one answer each."""
        group = _Group(group_id, self._entities(group_id, max(8, size // _ENTITIES_PER_FACT)), first)
        every = max(1, size // max(1, planted))
        for begin in range(0, size, _BATCH):
            count = min(_BATCH, size - begin)
            places = [place for place in range(begin, begin + count) if place % every == 0][:planted]
            await self._batch(group, begin, count, places)
        return group.planted

    async def _batch(self, group: _Group, begin: int, count: int, places: list[int]) -> None:
        near = self._drawn.integers(0, len(self._centres), count)
        vectors, facts = self._near(near), self._near(near)
        answers = {place: self._plant(place) for place in places if len(group.planted) < 1_000}
        if answers:
            known = await self._embedder.embed_passages([answer.text for answer in answers.values()])
            for place, vector in zip(answers, known, strict=True):
                vectors[place - begin] = facts[place - begin] = vector
            group.planted += answers.values()
        rows = list(self._rows(group, begin, near, vectors, facts, answers))
        entities = group.entities if begin == 0 else []
        for start in range(0, max(1, len(entities)), _BATCH):
            last = start + _BATCH >= len(entities)
            await self._store.execute(
                self._query,
                {
                    "group_id": group.group_id,
                    "entities": entities[start : start + _BATCH],
                    "rows": rows if last else [],
                    "now": _START + timedelta(days=1),
                },
            )

    def _near(self, which: np.ndarray[Any, Any]) -> Vectors:
        centres = self._centres[which]
        noise = self._drawn.standard_normal(centres.shape).astype(np.float32)
        noise *= _NOISE / np.linalg.norm(noise, axis=1, keepdims=True)
        drawn = centres + noise
        result: Vectors = (drawn / np.linalg.norm(drawn, axis=1, keepdims=True)).astype(np.float32)
        return result

    def _plant(self, place: int) -> Planted:
        person = _word(place).capitalize()
        asset, maker = _ASSETS[place % len(_ASSETS)], _MAKERS[place % len(_MAKERS)]
        town = _word(place * 7 + 3).capitalize()
        return Planted(
            f"Where does {person} keep the {maker} {asset}?", f"{person} keeps the {maker} {asset} in {town}."
        )

    def _entities(self, group_id: str, count: int) -> list[dict[str, Any]]:
        names = [f"{_word(number).capitalize()} {_word(number * 31 + 5).capitalize()}" for number in range(count)]
        vectors = self._near(self._drawn.integers(0, len(self._centres), count))
        return [
            {
                "uuid": new_uuid(),
                "name_uuid": new_uuid(),
                "name_key": name_key(group_id, name.lower()),
                "embedding": vector,
                "properties": {
                    "group_id": group_id,
                    "group_token": group_token(group_id),
                    "name": name,
                    "type": "person",
                    "aliases": [],
                    "identity_key": name.lower(),
                    "entity_key": digest(("bench", group_id, name)),
                    "search_text": name,
                    "mention_count": 20,
                    "first_seen_at": _START,
                    "last_seen_at": _START,
                },
            }
            for name, vector in zip(names, vectors, strict=True)
        ]

    def _rows(
        self,
        group: _Group,
        begin: int,
        near: np.ndarray[Any, Any],
        vectors: Vectors,
        facts: Vectors,
        answers: dict[int, Planted],
    ) -> Iterator[dict[str, Any]]:
        for index, centre in enumerate(near):
            number = begin + index
            text = answers[number].text if number in answers else f"{self._texts[centre]} ({_word(number)})"
            yield self._row(group, number, text, vectors[index], facts[index])

    def _row(self, group: _Group, number: int, text: str, vector: Vectors, fact: Vectors) -> dict[str, Any]:
        at = _START + timedelta(minutes=number % 500_000)
        session = f"s{number // _TURNS_A_SESSION}"
        turn = EpisodeInput(content=text, role=Role.USER, actor="Ana", valid_at=at, importance=0.5)
        request = RememberInput(group_id=group.group_id, session_id=session, episodes=(turn,))
        episode: dict[str, Any] = {
            **episode_properties(request, turn, "UTC", at),
            "state": "extracted",
            "seq": number + 1,
        }
        episode["order_key"] = f"{order_head(request, at)}{number + 1:012d}"
        claim, uuid = digest(("bench", group.group_id, str(number))), new_uuid()
        before, group.last = group.last, episode["uuid"]
        return {
            "before": before,
            "episode": episode,
            "embedding": vector,
            "fact_embedding": fact,
            "end": len(text),
            "subject": self._chance.choice(group.entities)["uuid"],
            "object": self._chance.choice(group.entities)["uuid"],
            "session": {
                "session_key": session_key(group.group_id, session),
                "uuid": new_uuid(),
                "group_id": group.group_id,
                "session_id": session,
                "started_at": at,
                "last_at": at,
            },
            "fact": _fact(group.group_id, claim, uuid, text, at),
            "version": _version(group.group_id, claim, at),
            "assertion": {
                "uuid": new_uuid(),
                "key": digest(("assertion", claim)),
                "claim": claim,
                "slot": digest(("slot", claim)),
                "group_id": group.group_id,
                "extractor": "bench",
                "confidence": 0.8,
                "retired_at": OPEN_END,
            },
        }


def _fact(group_id: str, claim: str, uuid: str, text: str, at: datetime) -> dict[str, Any]:
    return {
        "uuid": uuid, "fact_id": claim, "slot": digest(("slot", claim)), "group_id": group_id,
        "group_token": group_token(group_id), "text": text, "kind": "fact", "predicate": "keeps", "value": None,
        "polarity": "positive", "modality": "asserted", "last_stated_at": at, "valid_at": at, "invalid_at": OPEN_END,
        "expired_at": OPEN_END, "expires_at": OPEN_END, "occurs_from": OPEN_START, "occurs_to": OPEN_END,
        "confidence": 0.8, "importance": 0.5, "base_importance": 0.5, "mention_count": 1, "extractor": "bench",
        "pinned": False, "tier": "hot",
    }  # fmt: skip


def _version(group_id: str, claim: str, at: datetime) -> dict[str, Any]:
    return {
        "uuid": new_uuid(), "fact_id": claim, "group_id": group_id, "valid_at": at, "invalid_at": OPEN_END,
        "expired_at": OPEN_END, "valid_precision": "turn", "reason": "stated", "operation": "bench",
    }  # fmt: skip


def _word(number: int) -> str:
    """A word for a number: different for different numbers, as words of one language are."""
    parts: list[str] = []
    while number or len(parts) < 3:
        number, rest = divmod(number, len(_SYLLABLES))
        parts.append(_SYLLABLES[rest])
    return "".join(parts)

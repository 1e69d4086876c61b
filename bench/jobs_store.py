"""A made memory of any size, four fifths of it old: facts with versions and evidence, repetitions and happenings."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from graph_schema.cypher import parse_query
from graph_schema.ids import claim_key, digest, group_token, new_uuid, slot_key
from graph_schema.model import OPEN_END
from graph_schema.store import GraphStore
from service.ports import Embedder, Vectors

Row = dict[str, Any]

_LOAD = Path(__file__).with_name("jobs_load.cypher")
_OLD, _OLDEST_DAYS = 0.8, 400
_FACTS_A_PERSON, _LOADED = 20, 500
_REPEATED, _HAPPENING, _TIMES = 0.01, 0.008, 5
_WORDS = 3_000


@dataclass(frozen=True, slots=True)
class Asked:
    """A question and the one fact that answers it."""

    question: str
    fact: str


class MadeStore:
    """Makes the facts of a group, the same ones for the same size, and loads them."""

    def __init__(self, store: GraphStore, embedder: Embedder, group: str, size: int, now: datetime) -> None:
        """`size` is the number of facts."""
        self._store = store
        self._embedder = embedder
        self._group = group
        self._size = size
        self._now = now
        self._chance = random.Random(size)
        self._seq = 0
        self._people = [new_uuid() for _ in range(max(1, size // _FACTS_A_PERSON))]
        self.recent: list[Asked] = []
        self.old: list[Asked] = []

    async def load(self) -> None:
        """Writes all facts; `recent` and `old` then have questions about them."""
        query = parse_query("bench/jobs_load", _LOAD.read_text(encoding="utf-8"))
        batch: list[Row] = []
        for row in self._rows():
            batch.append(row)
            if len(batch) == _LOADED:
                await self._write(query, batch)
                batch = []
        if batch:
            await self._write(query, batch)

    async def _write(self, query: Any, rows: Sequence[Row]) -> None:
        vectors: Vectors = await self._embedder.embed_passages([row["fact"]["text"] for row in rows])
        written = [{**row, "embedding": vector} for row, vector in zip(rows, vectors, strict=True)]
        names = {row["subject"]: row["name"] for row in rows}
        people: list[Row] = [
            {
                "uuid": uuid,
                "group_id": self._group,
                "name": name,
                "type": "person",
                "identity_key": name.lower(),
                "aliases": [],
                "created_at": self._now,
                "first_seen_at": self._now,
                "last_seen_at": self._now,
                "mention_count": 1,
            }
            for uuid, name in names.items()
        ]
        await self._store.execute(query, {"people": people, "rows": written, "episode": self._episode()})

    def _episode(self) -> Row:
        """A turn that a batch of facts rests on."""
        self._seq += 1
        return {
            "uuid": new_uuid(),
            "group_id": self._group,
            "group_token": "none",
            "content": "",
            "role": "user",
            "valid_at": self._now,
            "created_at": self._now,
            "tz": "UTC",
            "seq": self._seq,
            "attempts": 0,
            "importance": 0.5,
            "participants": [],
            "token_count": 1,
            "embedding": None,
            "state": "extracted",
            "tier": "cold",
        }

    def _rows(self) -> Iterator[Row]:
        made = 0
        while made < self._size:
            drawn = self._chance.random()
            person = self._chance.randrange(len(self._people))
            thing, place = (f"{kind}{self._chance.randrange(_WORDS)}" for kind in ("thing", "place"))
            if drawn < _HAPPENING:
                days = self._chance.sample(range(1, 30), _TIMES)
                rows = [self._row(person, "finished", thing, f"finished {thing}", day, happens=True) for day in days]
            elif drawn < _HAPPENING + _REPEATED:
                value = f"{thing} {place}"
                rows = [
                    self._row(person, "owns", said, f"owns {value}", self._days()) for said in (value, f"the {value}")
                ]
            else:
                days = self._days()
                rows = [self._row(person, "keeps", f"{thing} in {place}", f"keeps {thing} in {place}", days)]
                self._ask(rows[0], f"What does person{person} keep in {place}?", days)
            for row in rows[: self._size - made]:
                made += 1
                yield row

    def _days(self) -> float:
        old = self._chance.random() < _OLD
        return self._chance.uniform(130, _OLDEST_DAYS) if old else self._chance.uniform(0, 40)

    def _ask(self, row: Row, question: str, days: float) -> None:
        wanted = self.old if days > 100 else self.recent
        if len(wanted) < 300:
            wanted.append(Asked(question, row["fact"]["uuid"]))

    def _row(self, person: int, predicate: str, value: str, text: str, days: float, *, happens: bool = False) -> Row:
        at = self._now - timedelta(days=days)
        subject, occurrence = self._people[person], f"{at.isoformat()}/day" if happens else ""
        claim = claim_key(subject, predicate, value, "positive", "asserted", occurrence)
        slot = slot_key(subject, predicate, value, "asserted", occurrence)
        importance = self._chance.choice((0.2, 0.4, 0.5, 0.6))
        kind = "event" if happens else self._chance.choice(("fact", "preference", "task"))
        occurs = {"occurs_from": at if happens else None, "occurs_to": at + timedelta(days=1) if happens else None}
        said = {
            "text": f"person{person} {text}",
            "kind": kind,
            "value": value,
            "predicate": predicate,
            "polarity": "positive",
            "modality": "asserted",
            "group_id": self._group,
            "slot": slot,
            "created_at": at,
            "confidence": 0.8,
            "importance": importance,
            "extractor": "made",
            "expires_at": OPEN_END,
            **occurs,
        }
        fact = {
            **said,
            "uuid": new_uuid(),
            "fact_id": claim,
            "group_token": group_token(self._group),
            "base_importance": importance,
            "last_stated_at": at,
            "valid_at": at,
            "invalid_at": OPEN_END,
            "expired_at": OPEN_END,
            "mention_count": 1,
            "access_count": 0,
            "pinned": False,
            "tier": "hot",
        }
        assertion = {
            **said,
            "uuid": new_uuid(),
            "key": digest((claim, str(at))),
            "claim": claim,
            "single": False,
            "occurrence": occurrence,
            "value_key": value,
            "from": at,
            "to": OPEN_END,
            "precision": "day" if happens else "turn",
            "said_at": at,
            "trust": 4,
            "may_update": True,
            "retired_at": OPEN_END,
            "operation": "made",
        }
        version = {
            "uuid": new_uuid(),
            "fact_id": claim,
            "group_id": self._group,
            "valid_at": at,
            "invalid_at": OPEN_END,
            "created_at": at,
            "expired_at": OPEN_END,
            "valid_precision": assertion["precision"],
            "rule": "open",
            "reason": "nothing said has ended it",
            "operation": "made",
        }
        return {
            "subject": subject,
            "name": f"person{person}",
            "fact": fact,
            "assertion": assertion,
            "version": version,
        }

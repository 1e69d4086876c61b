"""Repeated happenings become patterns: facts derived from them, and again from what is left when some of them go."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from extractors.facts.chinese.wording import chinese_habit
from extractors.facts.english.wording import english_habit
from graph_schema.ids import claim_key, digest, group_token, new_uuid, slot_key
from graph_schema.model import OPEN_END, OPEN_START, FactKind, Modality, Polarity, Precision, Tier
from graph_schema.predicates import Catalogue
from graph_schema.store import Transaction
from service.beliefs.slots import Change
from service.beliefs.vocabulary import Run, vocabulary_of
from service.jobs.rhythm import FEWEST, Rhythm, rhythm
from service.jobs.sameness import normal

Row = dict[str, Any]

PATTERN = "pattern"
_PAGE = 1_000
_CJK = re.compile(r"[\u4e00-\u9fff]")
_DAYLIKE = frozenset({Precision.SECOND, Precision.MINUTE, Precision.HOUR, Precision.PART_OF_DAY, Precision.DAY})
_TIMED = _DAYLIKE - {Precision.DAY}


@dataclass(slots=True)
class _Found:
    """What one look through a group found.

    Attributes:
        happenings: by what is done, the facts that say so and how often they were said.
        patterns: those believed at present, by fact id.
    """

    happenings: dict[str, list[tuple[str, int]]] = field(default_factory=dict[str, list[tuple[str, int]]])
    patterns: dict[str, Row] = field(default_factory=dict[str, Row])


class Patterns:
    """Finds what somebody did on at least four days, and says how often and when."""

    async def plan(self, read: Run, group_id: str, now: datetime, most: int) -> AsyncIterator[list[Row]]:
        """Patterns that are new, other than before, or gone; see `Thought`."""
        catalogue = (await vocabulary_of(read, group_id)).catalogue
        found = _Found()
        async for page in _pages(read, group_id):
            for row in page:
                _sort(row, found)
            yield []
        repeated = [facts for facts in found.happenings.values() if sum(count for _, count in facts) >= FEWEST]
        found.happenings.clear()
        rows: list[Row] = []
        for facts in repeated:
            said = await read("read/happenings", uuids=[uuid for uuid, _ in facts])
            pattern = _pattern(group_id, said, catalogue)
            if pattern is not None:
                rows += _change(pattern, found.patterns.pop(pattern["fact_id"], None))
            if len(rows) >= most:
                yield rows
                rows = []
        yield rows
        gone = [_end(row) for row in found.patterns.values()]
        for begin in range(0, len(gone), most):
            yield gone[begin : begin + most]

    async def apply(self, tx: Transaction, change: Change, rows: Sequence[Row]) -> None:
        """Writes the patterns; see `Thought`."""
        kept = [row["pattern"] for row in rows if row["pattern"] is not None]
        worded = [row for row in kept if row["worded"]]
        vectors = await change.embed([row["properties"]["text"] for row in worded]) if worded else ()
        by_fact = {row["fact_id"]: vector for row, vector in zip(worded, vectors, strict=True)}
        patterns = [{**row, "embedding": by_fact.get(row["fact_id"])} for row in kept]
        await tx.run(
            "jobs/consolidate_patterns.apply",
            ended=[row["fact_id"] for row in rows if row["pattern"] is None],
            patterns=patterns,
            operation=change.operation,
            now=change.now,
        )
        await tx.run("write/project", fact_ids=[row["fact_id"] for row in rows])


async def _pages(read: Run, group_id: str) -> AsyncIterator[list[Row]]:
    at, after = OPEN_START, ""
    while True:
        page = await read("jobs/consolidate_patterns.plan", group_id=group_id, after_at=at, after=after, limit=_PAGE)
        yield page
        if len(page) < _PAGE:
            return
        at, after = page[-1]["at"], page[-1]["uuid"]


def _sort(row: Row, found: _Found) -> None:
    if row["kind"] == FactKind.PATTERN:
        found.patterns[row["pattern"]["fact_id"]] = {**row["pattern"], "uuid": row["uuid"]}
    elif row["kind"] is not None:
        what = row["object"] or normal(row["value"] or "")
        key = digest((row["subject"], row["predicate"], what))
        found.happenings.setdefault(key, []).append((row["uuid"], max(row["mentions"], 1)))


def _pattern(group_id: str, said: Sequence[Row], catalogue: Catalogue) -> Row | None:
    """The pattern of what was said of one thing done, None where there is none."""
    timed = [(row, time) for row in said for time in [_time(row)] if time is not None]
    found = rhythm([time for _, time in timed])
    if found is None:
        return None
    last = said[-1]
    what = normal(last["value"] or "")
    keys = (last["subject"], last["predicate"], last["object"] or what)
    text = _words(last, found, catalogue)
    begun = min(row["occurs_from"] or row["said_at"] for row in said)
    properties: Row = {
        "text": text,
        "value": None if last["object"] else last["value"],
        "mention_count": found.days,
        "confidence": max(row["confidence"] for row in said),
        "valid_at": begun,
        "invalid_at": OPEN_END,
        "expired_at": OPEN_END,
        "last_stated_at": max(row["created_at"] for row in said),
    }
    importance = max(row["importance"] for row in said)
    fact_id = claim_key(*keys, Polarity.POSITIVE.value, Modality.ASSERTED.value, PATTERN)
    slot = slot_key(*keys, Modality.ASSERTED.value, PATTERN)
    return {
        "fact_id": fact_id,
        "slot": slot,
        "subject": last["subject"],
        "object": last["object"],
        "properties": properties,
        "created": _created(group_id, fact_id, slot, last["predicate"], importance),
        "version": _version(fact_id, begun, found),
        "support": sorted({row["key"] for row in said}),
        "facts": sorted({row["fact"] for row in said}),
    }


def _time(row: Row) -> tuple[datetime, bool] | None:
    """When it happened by the speaker's clock, and whether the time of the day is known; None where the day is not."""
    zone = ZoneInfo(row["tz"] or "UTC")
    if row["occurs_from"] is None:
        return row["said_at"].astimezone(zone), True
    precision = Precision(row["precision"])
    if precision not in _DAYLIKE and precision is not Precision.TURN:
        return None
    return row["occurs_from"].astimezone(zone), precision in _TIMED


def _words(row: Row, found: Rhythm, catalogue: Catalogue) -> str:
    spoken = row["object_name"] or row["value"]
    if _CJK.search(row["text"]):
        return chinese_habit(row["subject_name"], row["predicate"], spoken, found.chinese, catalogue)
    article = re.search(rf"\b(?:an?|the|some|his|her|their|my) {re.escape(spoken)}", row["text"])
    habit = english_habit(row["subject_name"], row["predicate"], article[0] if article else spoken, catalogue)
    return f"{habit} {found.english}"


def _created(group_id: str, fact_id: str, slot: str, predicate: str, importance: float) -> Row:
    return {
        "uuid": new_uuid(),
        "fact_id": fact_id,
        "slot": slot,
        "group_id": group_id,
        "group_token": group_token(group_id),
        "kind": FactKind.PATTERN.value,
        "predicate": predicate,
        "polarity": Polarity.POSITIVE.value,
        "modality": Modality.ASSERTED.value,
        "expires_at": OPEN_END,
        "importance": importance,
        "base_importance": importance,
        "extractor": "patterns",
        "access_count": 0,
        "pinned": False,
        "tier": Tier.HOT.value,
    }


def _version(fact_id: str, begun: datetime, found: Rhythm) -> Row:
    return {
        "uuid": new_uuid(),
        "fact_id": fact_id,
        "valid_at": begun,
        "invalid_at": OPEN_END,
        "valid_precision": Precision.DAY.value,
        "rule": PATTERN,
        "reason": f"it happened on {found.days} days",
    }


def _change(pattern: Row, before: Row | None) -> list[Row]:
    after = _state(pattern["properties"], pattern["support"])
    known = None if before is None else _state(before, before["support"])
    if after == known:
        return []
    worded = known is None or known["text"] != after["text"]
    uuid = before["uuid"] if before else pattern["created"]["uuid"]
    why = {"days": pattern["properties"]["mention_count"], "facts": pattern["facts"]}
    pattern = {**pattern, "worded": worded}
    return [
        {"uuid": uuid, "before": known or {}, "after": after, "why": why, "slots": [pattern["slot"]],
         "fact_id": pattern["fact_id"], "pattern": pattern}
    ]  # fmt: skip


def _end(before: Row) -> Row:
    known = _state(before, before["support"])
    why = {"evidence": f"of fewer than {FEWEST} days"}
    return {"uuid": before["uuid"], "before": known, "after": {}, "why": why, "slots": [before["slot"]],
            "fact_id": before["fact_id"], "pattern": None}  # fmt: skip


def _state(properties: Mapping[str, Any], support: Iterable[str]) -> Row:
    return {
        "text": properties["text"],
        "value": properties.get("value"),
        "mention_count": properties["mention_count"],
        "valid_at": properties["valid_at"].isoformat(),
        "support": len(list(support)),
        "evidence": digest(sorted(support)),
    }

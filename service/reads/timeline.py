"""What changed about an entity, in the order it happened, as it is believed now or was at an earlier time."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from graph_schema.model import OPEN_END, OPEN_START
from graph_schema.store import GraphStore
from service import cursors
from service.contract import Edge, EntityView, FactView, Page
from service.contract_moments import ChangeKind, TimelineChange, TimelineFilter
from service.errors import InvalidInput, UnknownId
from service.ports import Clock
from service.reads.entities import Entities, knowledge
from service.reads.facts import Facts
from service.recall.scope import check_groups, check_times
from service.validation import check_id
from service.views import moment

Row = dict[str, Any]

CORRECTIONS = ("extract", "reextract", "retract", "correct", "resolve", "resolve_conflicts")
"""Kinds of operation by which something is not believed any more that was; others only move it or file it elsewhere."""
_MAX_PREDICATES = 100


class Timelines:
    """Reads timelines."""

    def __init__(self, store: GraphStore, clock: Clock, facts: Facts, entities: Entities) -> None:
        self._store = store
        self._clock = clock
        self._facts = facts
        self._entities = entities

    async def page(self, where: TimelineFilter, first: int, after: str | None) -> Page[TimelineChange]:
        """A page of the changes of an entity, earliest first.

        Facts that name it as subject or object count, and merges of it. What was learned after `known_at` is left out,
        as is all that lies after `as_of`; a plan is due once `as_of` (else the clock) has reached its date.

        Raises:
            InvalidInput: the filter, `first` or `after` is not acceptable.
            UnknownId: the groups knew no such entity.
        """
        _check(where)
        cursors.check_first(first)
        mark = cursors.fingerprint("timeline", where)
        key = cursors.decode(mark, after, (str, str, str))
        entities = await self._entities.named(where.group_ids, where.entity, where.known_at)
        if not entities:
            raise UnknownId("entity", where.entity)
        clock = where.as_of or (moment(key[0]) if key else self._clock.now())
        names = [uuid for entity in entities for uuid in (entity.uuid, *entity.members)]
        rows = await self._store.read(
            "read/timeline",
            group_ids=list(where.group_ids),
            entities=names,
            predicates=list(where.predicates),
            since=where.since or OPEN_START,
            until=where.until or OPEN_END,
            now=clock,
            corrections=list(CORRECTIONS),
            after_at=moment(key[1]) if key else OPEN_START,
            after_id=key[2] if key else "",
            most=first + 1,
            **knowledge(where.known_at),
        )
        changes = await self._changes(rows[:first], clock, where.known_at)
        stamps = [cursors.encode(mark, (clock.isoformat(), row["at"].isoformat(), row["id"])) for row in rows[:first]]
        edges = tuple(Edge(change, stamp) for change, stamp in zip(changes, stamps, strict=True))
        return Page(edges, len(rows) > first)

    async def _changes(self, rows: list[Row], now: datetime, known_at: datetime | None) -> list[TimelineChange]:
        wanted = dict.fromkeys(row[name] for row in rows for name in ("fact", "other") if row[name])
        facts = {fact.uuid: fact for fact in await self._facts.by_uuid(wanted, now, known_at)}
        entities = await self._merged({row["entity"] for row in rows if row["entity"]})
        return [_change(row, facts, entities) for row in rows]

    async def _merged(self, uuids: Iterable[str]) -> dict[str, EntityView]:
        return {entity.uuid: entity for entity in await self._entities.by_uuid(sorted(uuids))}


def _change(row: Row, facts: Mapping[str, FactView], entities: Mapping[str, EntityView]) -> TimelineChange:
    return TimelineChange(
        id=row["id"],
        kind=ChangeKind(row["change"]),
        at=moment(row["at"]),
        learned_at=moment(row["learned_at"]),
        fact=facts.get(row["fact"] or ""),
        other=facts.get(row["other"] or ""),
        entity=entities.get(row["entity"] or ""),
        rule=row["rule"],
        reason=row["reason"],
        operation=row["operation"],
    )


def _check(where: TimelineFilter) -> None:
    check_groups(where.group_ids)
    check_id("entity", where.entity)
    check_times(since=where.since, until=where.until, asOf=where.as_of, knownAt=where.known_at)
    if where.since and where.until and where.since >= where.until:
        raise InvalidInput("to", "is not later than from", "a time after from")
    if len(where.predicates) > _MAX_PREDICATES:
        raise InvalidInput("predicates", f"has {len(where.predicates)} entries", f"at most {_MAX_PREDICATES}")

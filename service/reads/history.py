"""Everything that ever stood for an entity, predicate by predicate."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from graph_schema.model import OPEN_START
from graph_schema.store import GraphStore
from service.contract import FactView, SlotHistory, VersionView
from service.errors import UnknownId
from service.ports import Clock
from service.reads.entities import Entities
from service.reads.facts import Facts
from service.recall.scope import check_groups, check_times
from service.validation import check_id

_MOST = 1_000


class Histories:
    """Reads histories."""

    def __init__(self, store: GraphStore, clock: Clock, facts: Facts, entities: Entities) -> None:
        self._store = store
        self._clock = clock
        self._facts = facts
        self._entities = entities

    async def of(
        self,
        group_ids: tuple[str, ...],
        entity: str,
        predicate: str | None,
        as_of: datetime | None = None,
        known_at: datetime | None = None,
    ) -> tuple[SlotHistory, ...]:
        """All facts about an entity, retracted ones too, by predicate and in world order, with all their versions.

        Args:
            group_ids: groups searched.
            entity: name, alias or uuid; where a name stands for several, each has histories of its own.
            predicate: one predicate, or None for all.
            as_of: only what had begun by then, as it stood then; None for all as it stands now.
            known_at: only versions that had been written by then, as they stood then; None for all.

        Raises:
            InvalidInput: an argument is not acceptable.
            UnknownId: the groups know no such entity.
        """
        check_groups(group_ids)
        check_id("entity", entity)
        if predicate is not None:
            check_id("predicate", predicate)
        check_times(asOf=as_of, knownAt=known_at)
        subjects = await self._entities.named(group_ids, entity, known_at)
        if not subjects:
            raise UnknownId("entity", entity)
        at = as_of or self._clock.now()
        histories: list[SlotHistory] = []
        for subject in subjects:
            rows = await self._store.read(
                "read/facts_of",
                group_ids=list(group_ids),
                episode="",
                entities=[subject.uuid, *subject.members],
                as_object=False,
                predicate=predicate or "",
                most=_MOST,
            )
            found = await self._facts.by_uuid([row["uuid"] for row in rows], at, known_at)
            facts = [fact for fact in (_as_known(fact, as_of, known_at) for fact in found) if fact.versions]
            for name in dict.fromkeys(fact.predicate for fact in facts):
                standing = sorted((fact for fact in facts if fact.predicate == name), key=_world_order)
                histories.append(SlotHistory(subject, name, tuple(standing)))
        return tuple(histories)


def _world_order(fact: FactView) -> tuple[datetime, datetime, str]:
    first = min((version.valid_at or OPEN_START for version in fact.versions), default=OPEN_START)
    return first, fact.created_at, fact.uuid


def _as_known(fact: FactView, as_of: datetime | None, known_at: datetime | None) -> FactView:
    """The fact with those of its versions that had begun and been written by then; one replaced later was open then."""
    kept = [
        version
        for version in fact.versions
        if (as_of is None or (version.valid_at or OPEN_START) <= as_of)
        and (known_at is None or version.created_at <= known_at)
    ]
    return replace(fact, versions=tuple(_as_open(version, known_at) for version in kept))


def _as_open(version: VersionView, known_at: datetime | None) -> VersionView:
    replaced_later = known_at is not None and version.expired_at is not None and version.expired_at > known_at
    return replace(version, expired_at=None) if replaced_later else version

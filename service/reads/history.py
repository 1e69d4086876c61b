"""Everything that ever stood for an entity, predicate by predicate."""

from __future__ import annotations

from datetime import datetime

from graph_schema.model import OPEN_START
from graph_schema.store import GraphStore
from service.contract import FactView, SlotHistory
from service.errors import UnknownId
from service.ports import Clock
from service.reads.entities import Entities
from service.reads.facts import Facts
from service.recall.scope import check_groups
from service.validation import check_id

_MOST = 1_000


class Histories:
    """Reads histories."""

    def __init__(self, store: GraphStore, clock: Clock, facts: Facts, entities: Entities) -> None:
        self._store = store
        self._clock = clock
        self._facts = facts
        self._entities = entities

    async def of(self, group_ids: tuple[str, ...], entity: str, predicate: str | None) -> tuple[SlotHistory, ...]:
        """All facts about an entity, retracted ones too, by predicate and in world order, with all their versions.

        Args:
            group_ids: groups searched.
            entity: name, alias or uuid; where a name stands for several, each has histories of its own.
            predicate: one predicate, or None for all.

        Raises:
            InvalidInput: an argument is not acceptable.
            UnknownId: the groups know no such entity.
        """
        check_groups(group_ids)
        check_id("entity", entity)
        if predicate is not None:
            check_id("predicate", predicate)
        subjects = await self._entities.named(group_ids, entity)
        if not subjects:
            raise UnknownId("entity", entity)
        now = self._clock.now()
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
            facts = await self._facts.by_uuid([row["uuid"] for row in rows], now)
            for name in dict.fromkeys(fact.predicate for fact in facts):
                standing = sorted((fact for fact in facts if fact.predicate == name), key=_world_order)
                histories.append(SlotHistory(subject, name, tuple(standing)))
        return tuple(histories)


def _world_order(fact: FactView) -> tuple[datetime, datetime, str]:
    first = min((version.valid_at or OPEN_START for version in fact.versions), default=OPEN_START)
    return first, fact.created_at, fact.uuid

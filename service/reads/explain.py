"""Why something is remembered: in words and as data."""

from __future__ import annotations

from graph_schema.store import GraphStore
from service.contract import EntityView, EpisodeView, Explanation, FactView, MemoryKind
from service.errors import UnknownId
from service.ports import Clock
from service.reads.entities import Entities
from service.reads.episodes import Episodes
from service.reads.facts import Facts
from service.reads.operations import OperationLog
from service.reads.wording import entity_lines, episode_lines, fact_lines
from service.recall.scope import check_groups
from service.validation import check_id

_MOST_EVIDENCE = 200
_MOST_FACTS = 100


class Explanations:
    """Explains facts, entities and turns."""

    def __init__(self, store: GraphStore, clock: Clock, facts: Facts, operations: OperationLog) -> None:
        self._store = store
        self._clock = clock
        self._facts = facts
        self._operations = operations
        self._entities = Entities(store)
        self._episodes = Episodes(store)

    async def of(self, group_ids: tuple[str, ...], uuid: str) -> Explanation:
        """Why a fact, entity or turn of the groups is remembered.

        Raises:
            InvalidInput: an argument is not acceptable.
            UnknownId: the groups have no such fact, entity or turn.
        """
        check_groups(group_ids)
        check_id("id", uuid)
        rows = await self._store.read("read/kind_of", uuid=uuid)
        if not rows or rows[0]["group_id"] not in group_ids:
            raise UnknownId("id", uuid)
        match rows[0]["kind"]:
            case "fact":
                facts = await self._facts.by_uuid([uuid], self._clock.now(), evidence=_MOST_EVIDENCE)
                return await self._fact(facts[0])
            case "episode":
                return await self._episode((await self._episodes.by_uuid([uuid]))[0])
            case _:
                return await self._entity((await self._entities.by_uuid([uuid]))[0])

    async def _fact(self, fact: FactView) -> Explanation:
        operations = tuple(await self._operations.about(fact.group_id, fact.uuid))
        others = [one.fact for one in (*fact.supersedes, *fact.superseded_by)]
        facts = tuple(await self._facts.by_uuid(dict.fromkeys(others), self._clock.now()))
        return Explanation(
            fact.uuid, MemoryKind.FACT, fact_lines(fact, operations), fact=fact, facts=facts, operations=operations
        )

    async def _episode(self, episode: EpisodeView) -> Explanation:
        facts = await self._facts_of(episode.group_id, episode=episode.uuid)
        operations = tuple(await self._operations.about(episode.group_id, episode.uuid))
        return Explanation(
            episode.uuid,
            MemoryKind.EPISODE,
            episode_lines(episode, facts),
            episode=episode,
            facts=facts,
            operations=operations,
        )

    async def _entity(self, entity: EntityView) -> Explanation:
        facts = await self._facts_of(entity.group_id, entity=entity.uuid)
        return Explanation(entity.uuid, MemoryKind.ENTITY, entity_lines(entity, facts), entity=entity, facts=facts)

    async def _facts_of(self, group_id: str, *, episode: str = "", entity: str = "") -> tuple[FactView, ...]:
        rows = await self._store.read(
            "read/facts_of",
            group_ids=[group_id],
            episode=episode,
            entities=[entity] if entity else [],
            as_object=True,
            predicate="",
            most=_MOST_FACTS,
        )
        return tuple(await self._facts.by_uuid([row["uuid"] for row in rows], self._clock.now()))

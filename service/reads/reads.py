"""The read side behind the facade, free of GraphQL."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from graph_schema.store import GraphStore
from service.contract import (
    EntityFilter,
    EntityView,
    EpisodeFilter,
    EpisodeView,
    Explanation,
    FactFilter,
    FactView,
    Info,
    OperationView,
    Page,
    ReviewView,
    SlotHistory,
)
from service.contract_moments import (
    GraphInput,
    GraphView,
    SessionFilter,
    SessionItem,
    TimelineChange,
    TimelineFilter,
)
from service.ports import Clock
from service.reads.entities import Entities
from service.reads.episodes import Episodes
from service.reads.explain import Explanations
from service.reads.facts import Facts
from service.reads.graph import Graphs
from service.reads.history import Histories
from service.reads.info import About, read_info
from service.reads.operations import OperationLog
from service.reads.reviews import Reviews
from service.reads.sessions import SessionList
from service.reads.timeline import Timelines


class Reads:
    """Lists, single things, histories and explanations; each method names what it raises in the class it stands for."""

    def __init__(self, store: GraphStore, clock: Clock, about: About | None = None) -> None:
        """`about` is what `info` tells of the running service."""
        self._store = store
        self._clock = clock
        self._about = about or About()
        self._facts = Facts(store, clock)
        self._entities = Entities(store)
        self._episodes = Episodes(store)
        self._operations = OperationLog(store)
        self._reviews = Reviews(store, clock, self._facts)
        self._histories = Histories(store, clock, self._facts, self._entities)
        self._timelines = Timelines(store, clock, self._facts, self._entities)
        self._graphs = Graphs(store, clock, self._entities)
        self._sessions = SessionList(store)
        self._explanations = Explanations(store, clock, self._facts, self._operations)

    async def facts(self, where: FactFilter, first: int = 50, after: str | None = None) -> Page[FactView]:
        """Facts at (as_of, known_at), newest validity first; see `Facts.page`."""
        return await self._facts.page(where, first, after)

    async def facts_by_uuid(self, uuids: Iterable[str], at: datetime) -> list[FactView]:
        """The facts with these uuids in this order as they stand at a moment; unknown ones are left out."""
        return await self._facts.by_uuid(uuids, at, evidence=1)

    async def entities(self, where: EntityFilter, first: int = 50, after: str | None = None) -> Page[EntityView]:
        """Entities by name; see `Entities.page`."""
        return await self._entities.page(where, first, after)

    async def episodes(self, where: EpisodeFilter, first: int = 50, after: str | None = None) -> Page[EpisodeView]:
        """Turns, oldest first; see `Episodes.page`."""
        return await self._episodes.page(where, first, after)

    async def operations(
        self, group_ids: tuple[str, ...], first: int = 50, after: str | None = None
    ) -> Page[OperationView]:
        """Changes, newest first; see `OperationLog.page`."""
        return await self._operations.page(group_ids, first, after)

    async def reviews(self, group_ids: tuple[str, ...], first: int = 50, after: str | None = None) -> Page[ReviewView]:
        """Pairs of entities or facts that wait for a decision, oldest first; see `Reviews.page`."""
        return await self._reviews.page(group_ids, first, after)

    async def history(
        self,
        group_ids: tuple[str, ...],
        entity: str,
        predicate: str | None,
        as_of: datetime | None = None,
        known_at: datetime | None = None,
    ) -> tuple[SlotHistory, ...]:
        """All that ever stood for an entity; see `Histories.of`."""
        return await self._histories.of(group_ids, entity, predicate, as_of, known_at)

    async def timeline(self, where: TimelineFilter, first: int = 50, after: str | None = None) -> Page[TimelineChange]:
        """What changed about an entity, earliest first; see `Timelines.page`."""
        return await self._timelines.page(where, first, after)

    async def graph(self, request: GraphInput) -> GraphView:
        """The surroundings of entities at a moment; see `Graphs.around`."""
        return await self._graphs.around(request)

    async def sessions(self, where: SessionFilter, first: int = 50, after: str | None = None) -> Page[SessionItem]:
        """Sessions, that with the latest turn first; see `SessionList.page`."""
        return await self._sessions.page(where, first, after)

    async def explain(self, group_ids: tuple[str, ...], uuid: str) -> Explanation:
        """Why something is remembered; see `Explanations.of`."""
        return await self._explanations.of(group_ids, uuid)

    async def info(self, group_ids: tuple[str, ...] = ()) -> Info:
        """State of the service and of groups; see `read_info`."""
        return await read_info(self._store, self._about, group_ids)

    async def entities_by_uuid(self, uuids: Iterable[str]) -> tuple[EntityView, ...]:
        """The entities with these uuids in this order; unknown ones are left out."""
        return tuple(await self._entities.by_uuid(uuids))

    async def node(self, uuid: str) -> EpisodeView | FactView | EntityView | None:
        """The turn, fact or entity with this uuid as it stands now, None when there is none."""
        rows = await self._store.read("read/kind_of", uuid=uuid)
        if not rows:
            return None
        match rows[0]["kind"]:
            case "fact":
                found = await self._facts.by_uuid([uuid], self._clock.now())
            case "episode":
                found = await self._episodes.by_uuid([uuid])
            case _:
                found = await self._entities.by_uuid([uuid])
        return found[0] if found else None

"""Queries: each asks the facade once."""

from __future__ import annotations

import asyncio
from datetime import datetime
from typing import Annotated

import strawberry

from service.contract_moments import SessionFilter
from service.errors import InvalidInput, UnknownId
from service.graphql import inputs as i
from service.graphql import payloads, present, requests
from service.graphql import upkeep as u
from service.graphql.answers import ProjectionReport, ServiceInfo
from service.graphql.connections import Connection, connect
from service.graphql.context import Info
from service.graphql.context_types import ContextInput, context_given, context_shown
from service.graphql.ids import name_or_id, parse_id, split_id
from service.graphql.moments import (
    GraphInput,
    SessionItem,
    TimelineChange,
    TimelineFilter,
    change_shown,
    graph_given,
    graph_shown,
    session_item,
    timeline_given,
)
from service.graphql.nodes import Entity, Episode, Fact, Node, Operation, Review
from service.graphql.session_types import Session, session_shown
from service.graphql.settings import GroupSettings, settings_shown
from service.graphql.unions import ContextResult, ExplainResult, GraphResult, HistoryResult, RecallResult, WhyNotResult
from service.graphql.vocabulary import Vocabulary, vocabulary_shown
from service.graphql.why import why_not_shown

_FIRST = 50
_RUNS = 20
MOST_NODES = 100


@strawberry.type
class Query:
    """What can be asked."""

    @strawberry.field(description="The best hits for a question, best first, with evidence and route scores.")
    async def recall(self, info: Info, input: i.RecallInput) -> RecallResult:
        """The best hits."""
        return payloads.recalled(await info.context.memory.recall(requests.recall_request(input)))

    @strawberry.field(description="What to put in front of a model, within a token budget; remembered text is data.")
    async def context(self, info: Info, input: ContextInput) -> ContextResult:
        """The context."""
        return context_shown(await info.context.memory.context(context_given(input)))

    @strawberry.field(description="A session with its turns, summaries and task state; null where nothing was said.")
    async def session(self, info: Info, group_id: str, session_id: str) -> Session | None:
        """The session."""
        try:
            return session_shown(await info.context.memory.session(group_id, session_id))
        except UnknownId:
            return None

    @strawberry.field(description="Why a fact, entity or episode is remembered.")
    async def explain(self, info: Info, group_ids: list[str], id: strawberry.ID) -> ExplainResult:
        """The explanation."""
        uuid = parse_id(id, "id", "Fact", "Entity", "Episode")
        return payloads.explained(await info.context.memory.explain(tuple(group_ids), uuid))

    @strawberry.field(description="Where a recall loses an episode, fact or entity, by running it again.")
    async def why_not(self, info: Info, input: i.RecallInput, id: strawberry.ID) -> WhyNotResult:
        """The stage and what each route says."""
        uuid = parse_id(id, "id", "Fact", "Entity", "Episode")
        return why_not_shown(await info.context.memory.why_not(requests.recall_request(input), uuid))

    @strawberry.field(description="Every fact that ever stood for an entity (by name or id), with all versions.")
    async def history(
        self,
        info: Info,
        group_ids: list[str],
        entity: str,
        predicate: str | None = None,
        as_of: datetime | None = None,
        known_at: datetime | None = None,
    ) -> HistoryResult:
        """The history by predicate."""
        name = name_or_id(entity, "entity", "Entity")
        found = await info.context.memory.history(tuple(group_ids), name, predicate, as_of, known_at)
        return payloads.histories(found)

    @strawberry.field(description="What changed about an entity, earliest first, each change with its evidence.")
    async def timeline(
        self, info: Info, filter: TimelineFilter, first: int | None = _FIRST, after: str | None = None
    ) -> Connection[TimelineChange]:
        """A page of changes."""
        page = await info.context.memory.timeline(timeline_given(filter), requests.given(first, _FIRST), after)
        return connect(page, after, change_shown)

    @strawberry.field(description="Entities around others, nearest first, and the facts between them, at a moment.")
    async def graph(self, info: Info, input: GraphInput) -> GraphResult:
        """The graph."""
        return graph_shown(await info.context.memory.graph(graph_given(input)))

    @strawberry.field(description="Sessions, that with the latest turn first; from and to bound the time of that turn.")
    async def sessions(
        self,
        info: Info,
        group_ids: list[str],
        from_: Annotated[datetime | None, strawberry.argument(name="from")] = None,
        to: datetime | None = None,
        first: int | None = _FIRST,
        after: str | None = None,
    ) -> Connection[SessionItem]:
        """A page of sessions."""
        where = SessionFilter(tuple(group_ids), from_, to)
        page = await info.context.memory.sessions(where, requests.given(first, _FIRST), after)
        return connect(page, after, session_item)

    @strawberry.field(description="Facts at (asOf, knownAt), newest validity first; true and believed now by default.")
    async def facts(
        self, info: Info, filter: i.FactFilter, first: int | None = _FIRST, after: str | None = None
    ) -> Connection[Fact]:
        """A page of facts."""
        where = requests.fact_filter(filter)
        page = await info.context.memory.facts(where, requests.given(first, _FIRST), after)
        return connect(page, after, present.fact)

    @strawberry.field(description="What looks after the memory by itself, when, and how it last went.")
    async def jobs(self, info: Info) -> list[u.Job]:
        """Every job."""
        return [u.job(view) for view in await info.context.memory.jobs()]

    @strawberry.field(description="Runs of a job, or of all, newest first.")
    async def job_runs(self, info: Info, name: str | None = None, first: int | None = _RUNS) -> list[u.JobRun]:
        """The latest runs."""
        runs = await info.context.memory.job_runs(name, requests.given(first, _RUNS))
        return [u.job_run(view) for view in runs]

    @strawberry.field(description="Entities by name.")
    async def entities(
        self, info: Info, filter: i.EntityFilter, first: int | None = _FIRST, after: str | None = None
    ) -> Connection[Entity]:
        """A page of entities."""
        where = requests.entity_filter(filter)
        page = await info.context.memory.entities(where, requests.given(first, _FIRST), after)
        return connect(page, after, present.entity)

    @strawberry.field(description="Turns, oldest first.")
    async def episodes(
        self, info: Info, filter: i.EpisodeFilter, first: int | None = _FIRST, after: str | None = None
    ) -> Connection[Episode]:
        """A page of turns."""
        where = requests.episode_filter(filter)
        page = await info.context.memory.episodes(where, requests.given(first, _FIRST), after)
        return connect(page, after, present.episode)

    @strawberry.field(description="Changes to the graph, newest first.")
    async def operations(
        self, info: Info, group_ids: list[str], first: int | None = _FIRST, after: str | None = None
    ) -> Connection[Operation]:
        """A page of operations."""
        page = await info.context.memory.operations(tuple(group_ids), requests.given(first, _FIRST), after)
        return connect(page, after, present.operation)

    @strawberry.field(
        description="Pairs of entities that may be one, and of facts that contradict each other, oldest first."
    )
    async def reviews(
        self, info: Info, group_ids: list[str], first: int | None = _FIRST, after: str | None = None
    ) -> Connection[Review]:
        """A page of pairs."""
        page = await info.context.memory.reviews(tuple(group_ids), requests.given(first, _FIRST), after)
        return connect(page, after, present.review)

    @strawberry.field(description="The entity types and predicates of a group's own.")
    async def vocabulary(self, info: Info, group_id: str) -> Vocabulary:
        """The vocabulary."""
        return vocabulary_shown(group_id, await info.context.memory.vocabulary(group_id))

    @strawberry.field(description="What a group sets for itself.")
    async def group_settings(self, info: Info, group_id: str) -> GroupSettings:
        """The settings."""
        return settings_shown(group_id, await info.context.memory.group_settings(group_id))

    @strawberry.field(description="The episode, fact or entity with this id; null when there is none.")
    async def node(self, info: Info, id: strawberry.ID) -> Node | None:
        """The object or null."""
        return await _node(info, id, "id")

    @strawberry.field(description="Episodes, facts and entities by id, in the order asked; null where there is none.")
    async def nodes(self, info: Info, ids: list[strawberry.ID]) -> list[Node | None]:
        """The objects in order."""
        if len(ids) > MOST_NODES:
            raise InvalidInput("ids", f"{len(ids)} ids", f"at most {MOST_NODES} at once")
        return list(await asyncio.gather(*(_node(info, id, f"ids[{n}]") for n, id in enumerate(ids))))

    @strawberry.field(description="State of the service, and counts of the given groups (of all when none is given).")
    async def info(self, info: Info, group_ids: list[str] | None = None) -> ServiceInfo:
        """State and counts."""
        return payloads.service_info(await info.context.memory.info(requests.listed(group_ids)))

    @strawberry.field(description="Whether the RELATES_TO projection agrees with the believed facts of a group.")
    async def verify_projection(self, info: Info, group_id: str) -> ProjectionReport:
        """The differences."""
        differences = await info.context.memory.verify_projection(group_id)
        return ProjectionReport(ok=not differences, differences=list(differences))


async def _node(info: Info, id: strawberry.ID, field: str) -> Node | None:
    uuid = parse_id(id, field, "Episode", "Fact", "Entity")
    view = await info.context.memory.node(uuid)
    if view is None:
        return None
    shown = present.node(view)
    named, _ = split_id(id) or (None, "")
    return shown if named in (None, type(shown).__name__) else None

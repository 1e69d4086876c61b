"""Timelines, the graph of entities and lists of sessions in GraphQL."""

from __future__ import annotations

from datetime import datetime

import strawberry

from service import contract_moments as m
from service.contract_moments import ChangeKind
from service.graphql import present
from service.graphql.define import argument, output, register
from service.graphql.ids import global_id, name_or_id, optional_id
from service.graphql.nodes import Entity, Fact
from service.graphql.requests import given, listed

register(ChangeKind)


@output
class TimelineChange:
    """One change of an entity."""

    id: str = strawberry.field(description="Stable, and unique within a timeline.")
    kind: ChangeKind
    at: datetime = strawberry.field(
        description="When it happened in the world; of a correction and a merge, when it was made."
    )
    learned_at: datetime = strawberry.field(description="Since when it is believed.")
    fact: Fact | None = strawberry.field(description="What changed, with its evidence; null of a merge.")
    other: Fact | None = strawberry.field(description="What took its place, or denied it.")
    entity: Entity | None = strawberry.field(description="Who was merged; null of a fact's change.")
    rule: str | None
    reason: str | None
    operation: strawberry.ID | None


@argument
class TimelineFilter:
    """Whose changes, and when."""

    group_ids: list[str]
    entity: str = strawberry.field(description="By name or id.")
    from_: datetime | None = strawberry.field(default=None, name="from")
    to: datetime | None = None
    as_of: datetime | None = strawberry.field(
        default=None, description="The reader's clock: nothing later is told, and plans are due by it."
    )
    known_at: datetime | None = strawberry.field(default=None, description="Believed at this time.")
    predicates: list[str] | None = None


@argument
class GraphInput:
    """Whose surroundings, at which moment."""

    group_ids: list[str]
    around: list[str] = strawberry.field(description="Names or ids of entities, 1 to 20.")
    depth: int | None = strawberry.field(default=1, description="Steps away from them, 1 to 3.")
    limit: int | None = strawberry.field(default=50, description="Most entities, 1 to 500.")
    as_of: datetime | None = strawberry.field(default=None, description="True in the world at this time.")
    known_at: datetime | None = strawberry.field(default=None, description="Believed at this time.")


@output
class GraphNode:
    """An entity of a graph."""

    entity: Entity
    depth: int = strawberry.field(description="Steps from the nearest entity asked about.")
    degree: int = strawberry.field(description="Relations it has at all, of any time.")
    weight: float = strawberry.field(
        description="Nearness: 1 for those asked about; each step divides by 1 + ln(1 + degree)."
    )
    expanded: bool = strawberry.field(description="Whether its own relations were looked at; those of hubs are not.")


@output
class GraphEdge:
    """A believed fact between two entities of a graph."""

    id: strawberry.ID
    source: strawberry.ID
    target: strawberry.ID
    predicate: str
    text: str
    fact: strawberry.ID
    valid_at: datetime | None
    invalid_at: datetime | None
    created_at: datetime
    expired_at: datetime | None


@output
class GraphPayload:
    """Entities, nearest first, and the facts between them."""

    nodes: list[GraphNode]
    edges: list[GraphEdge]
    cut: bool = strawberry.field(description="Whether the limit left entities out.")


@output
class SessionItem:
    """A session in a list."""

    uuid: strawberry.ID = strawberry.field(description="Id of the node in Neo4j.")
    group_id: str
    session_id: str
    started_at: datetime
    last_at: datetime
    turns: int
    tokens: int = strawberry.field(description="Of all its turns, estimated.")


def timeline_given(source: TimelineFilter) -> m.TimelineFilter:
    """The filter as the facade takes it."""
    return m.TimelineFilter(
        group_ids=tuple(source.group_ids),
        entity=name_or_id(source.entity, "entity", "Entity"),
        since=source.from_,
        until=source.to,
        as_of=source.as_of,
        known_at=source.known_at,
        predicates=listed(source.predicates),
    )


def change_shown(view: m.TimelineChange) -> TimelineChange:
    """The change as it is answered."""
    return TimelineChange(
        id=view.id,
        kind=view.kind,
        at=view.at,
        learned_at=view.learned_at,
        fact=None if view.fact is None else present.fact(view.fact),
        other=None if view.other is None else present.fact(view.other),
        entity=None if view.entity is None else present.entity(view.entity),
        rule=view.rule,
        reason=view.reason,
        operation=optional_id("Operation", view.operation),
    )


def graph_given(source: GraphInput) -> m.GraphInput:
    """The request as the facade takes it."""
    return m.GraphInput(
        group_ids=tuple(source.group_ids),
        around=tuple(name_or_id(name, f"around[{n}]", "Entity") for n, name in enumerate(source.around)),
        depth=given(source.depth, 1),
        limit=given(source.limit, 50),
        as_of=source.as_of,
        known_at=source.known_at,
    )


def graph_shown(view: m.GraphView) -> GraphPayload:
    """The graph as it is answered."""
    return GraphPayload(
        nodes=[
            GraphNode(
                entity=present.entity(node.entity),
                depth=node.depth,
                degree=node.degree,
                weight=node.weight,
                expanded=node.expanded,
            )
            for node in view.nodes
        ],
        edges=[_edge(edge) for edge in view.edges],
        cut=view.cut,
    )


def _edge(edge: m.GraphEdge) -> GraphEdge:
    return GraphEdge(
        id=strawberry.ID(edge.uuid),
        source=global_id("Entity", edge.source),
        target=global_id("Entity", edge.target),
        predicate=edge.predicate,
        text=edge.text,
        fact=global_id("Fact", edge.fact),
        valid_at=edge.valid_at,
        invalid_at=edge.invalid_at,
        created_at=edge.created_at,
        expired_at=edge.expired_at,
    )


def session_item(view: m.SessionItem) -> SessionItem:
    """The session as it is answered in a list."""
    return SessionItem(
        uuid=strawberry.ID(view.uuid),
        group_id=view.group_id,
        session_id=view.session_id,
        started_at=view.started_at,
        last_at=view.last_at,
        turns=view.turns,
        tokens=view.tokens,
    )

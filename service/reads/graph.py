"""The surroundings of entities at a moment: who and what they relate to, step by step, hubs last."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any

from graph_schema.store import GraphStore
from service.contract_moments import GraphEdge, GraphInput, GraphNode, GraphView
from service.errors import InvalidInput, UnknownId
from service.ports import Clock
from service.reads.entities import Entities, knowledge
from service.recall.scope import check_groups, check_times
from service.validation import check_id, check_range
from service.views import bound, moment

Row = dict[str, Any]

MAX_AROUND = 20
MAX_DEPTH = 3
MAX_NODES = 500
HUB = 500
"""An entity with more relations than this is shown and not walked through, unless it was asked about."""


@dataclass(frozen=True, slots=True)
class _Seen:
    """An entity that was reached."""

    uuid: str
    depth: int
    degree: int
    weight: float
    expanded: bool = False


class Graphs:
    """Reads the graph of entities."""

    def __init__(self, store: GraphStore, clock: Clock, entities: Entities) -> None:
        self._store = store
        self._clock = clock
        self._entities = entities

    async def around(self, request: GraphInput) -> GraphView:
        """Entities up to `depth` steps away, nearest first, and the facts found between them.

        Raises:
            InvalidInput: an argument is not acceptable.
            UnknownId: the groups knew none of the entities by `known_at`; names the first.
        """
        _check(request)
        seen = await self._start(request)
        edges: dict[str, Row] = {}
        cut = False
        for depth in range(1, request.depth + 1):
            front = [one for one in seen.values() if one.depth == depth - 1 and (depth == 1 or one.degree <= HUB)]
            if not front:
                break
            found = await self._step(request, [one.uuid for one in front])
            for one in front:
                seen[one.uuid] = replace(one, expanded=True)
            cut = _reach(seen, found, depth, request.limit) or cut
            edges.update({row["edge"]["uuid"]: row["edge"] for row in found})
        return await self._view(seen, edges, request, cut)

    async def _start(self, request: GraphInput) -> dict[str, _Seen]:
        starts: list[str] = []
        for name in request.around:
            found = await self._entities.named(request.group_ids, name, request.known_at)
            if not found:
                raise UnknownId("around", name)
            starts += [entity.uuid for entity in found]
        rows = await self._store.read("read/graph_start", entities=list(dict.fromkeys(starts))[: request.limit])
        return {row["uuid"]: _Seen(row["uuid"], 0, row["degree"], 1.0) for row in rows}

    async def _step(self, request: GraphInput, front: list[str]) -> list[Row]:
        return await self._store.read(
            "read/graph_step",
            group_ids=list(request.group_ids),
            entities=front,
            as_of=request.as_of or self._clock.now(),
            most=2 * request.limit,
            **knowledge(request.known_at),
        )

    async def _view(self, seen: dict[str, _Seen], edges: dict[str, Row], request: GraphInput, cut: bool) -> GraphView:
        placed = sorted(seen.values(), key=lambda one: (one.depth, -one.weight, one.uuid))
        views = await self._entities.by_uuid([one.uuid for one in placed], request.known_at)
        entities = {entity.uuid: entity for entity in views}
        nodes = tuple(
            GraphNode(entities[one.uuid], one.depth, one.degree, round(one.weight, 6), one.expanded) for one in placed
        )
        kept = [edge for edge in edges.values() if edge["source"] in seen and edge["target"] in seen]
        kept.sort(key=lambda edge: (moment(edge["valid_at"]), edge["uuid"]))
        return GraphView(nodes, tuple(_edge(edge) for edge in kept), cut)


def _reach(seen: dict[str, _Seen], rows: list[Row], depth: int, limit: int) -> bool:
    """Adds the nearest of the entities that a step found, up to the limit; tells whether some were left out."""
    found: dict[str, _Seen] = {}
    for row in rows:
        far, degree = row["far"], row["degree"]
        weight = seen[row["near"]].weight / (1.0 + math.log(1.0 + degree))
        if far not in seen and (far not in found or found[far].weight < weight):
            found[far] = _Seen(far, depth, degree, weight)
    best = sorted(found.values(), key=lambda one: (-one.weight, one.uuid))
    room = max(0, limit - len(seen))
    seen.update({one.uuid: one for one in best[:room]})
    return len(best) > room


def _edge(edge: Row) -> GraphEdge:
    return GraphEdge(
        uuid=edge["uuid"],
        source=edge["source"],
        target=edge["target"],
        predicate=edge["name"],
        text=edge["fact"],
        fact=edge["fact_uuid"],
        valid_at=bound(edge["valid_at"]),
        invalid_at=bound(edge["invalid_at"]),
        created_at=moment(edge["created_at"]),
        expired_at=bound(edge["expired_at"]),
    )


def _check(request: GraphInput) -> None:
    check_groups(request.group_ids)
    check_times(asOf=request.as_of, knownAt=request.known_at)
    if not 1 <= len(request.around) <= MAX_AROUND:
        raise InvalidInput("around", f"names {len(request.around)} entities", f"1 to {MAX_AROUND} names or ids")
    for index, name in enumerate(request.around):
        check_id(f"around[{index}]", name)
    check_range("depth", request.depth, 1, MAX_DEPTH)
    check_range("limit", request.limit, 1, MAX_NODES)

"""Requests and answers of reads that tell what was when: timelines, surroundings of entities, sessions."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from service.contract import EntityView, FactView


class ChangeKind(StrEnum):
    """What happened to an entity at a moment."""

    STARTED = "started"
    HAPPENED = "happened"
    ENDED = "ended"
    SUPERSEDED = "superseded"
    CORRECTED = "corrected"
    PLANNED = "planned"
    DUE = "due"
    MERGED = "merged"


@dataclass(frozen=True, slots=True)
class TimelineFilter:
    """Whose changes, and when.

    Attributes:
        entity: name, alias or uuid; where a name stands for several, the changes of all of them.
        since, until: only changes at or after the one, and before the other.
        as_of: the reader's clock: nothing later is told; the end of what is known by default.
        known_at: what was believed then.
        predicates: only facts of these; all by default.
    """

    group_ids: tuple[str, ...]
    entity: str
    since: datetime | None = None
    until: datetime | None = None
    as_of: datetime | None = None
    known_at: datetime | None = None
    predicates: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TimelineChange:
    """One change.

    Attributes:
        id: stable name of the change, its place among those of the same moment.
        at: when it happened in the world; of a correction and a merge, when it was made.
        learned_at: since when it is believed.
        fact: what changed; None of a merge.
        other: what took its place, or what denied it; None where nothing did.
        entity: who was merged; None of a fact's change.
        rule, reason: by which rule a fact ended, and in words.
        operation: uuid of the operation that wrote it.
    """

    id: str
    kind: ChangeKind
    at: datetime
    learned_at: datetime
    fact: FactView | None
    other: FactView | None
    entity: EntityView | None
    rule: str | None
    reason: str | None
    operation: str | None


@dataclass(frozen=True, slots=True)
class GraphInput:
    """Whose surroundings, at which moment.

    Attributes:
        around: names, aliases or uuids, 1–20.
        depth: steps away from them, 1–3.
        limit: most entities, 1–500.
    """

    group_ids: tuple[str, ...]
    around: tuple[str, ...]
    depth: int = 1
    limit: int = 50
    as_of: datetime | None = None
    known_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class GraphNode:
    """An entity of a graph.

    Attributes:
        depth: steps from the nearest entity asked about, 0 for these.
        degree: relations it has at all, of any time.
        weight: nearness, 1 for those asked about; each step divides it by 1 + ln(1 + degree).
        expanded: whether its own relations were looked at; hubs and the last step are not.
    """

    entity: EntityView
    depth: int
    degree: int
    weight: float
    expanded: bool


@dataclass(frozen=True, slots=True)
class GraphEdge:
    """A believed fact between two entities of a graph, by their uuids; None is an open end."""

    uuid: str
    source: str
    target: str
    predicate: str
    text: str
    fact: str
    valid_at: datetime | None
    invalid_at: datetime | None
    created_at: datetime
    expired_at: datetime | None


@dataclass(frozen=True, slots=True)
class GraphView:
    """Entities, nearest first, and the facts between them; `cut` tells that the limit left entities out."""

    nodes: tuple[GraphNode, ...]
    edges: tuple[GraphEdge, ...]
    cut: bool


@dataclass(frozen=True, slots=True)
class SessionFilter:
    """Which sessions, the latest turn first; `since` and `until` bound the time of that turn."""

    group_ids: tuple[str, ...]
    since: datetime | None = None
    until: datetime | None = None


@dataclass(frozen=True, slots=True)
class SessionItem:
    """A session in a list."""

    uuid: str
    group_id: str
    session_id: str
    started_at: datetime
    last_at: datetime
    turns: int
    tokens: int

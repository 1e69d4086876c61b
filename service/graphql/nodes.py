"""What is remembered, as GraphQL objects: episodes, entities, facts and their versions, evidence, operations."""

from __future__ import annotations

from datetime import datetime

import strawberry
from strawberry.scalars import JSON

from service.graphql.define import interface, output
from service.graphql.enums import (
    EpisodeState,
    FactKind,
    Gate,
    GateOutcome,
    HitStatus,
    Modality,
    Polarity,
    Precision,
    RereadState,
    ReviewKind,
    Role,
)


@interface
class Node:
    """An object with a global id, which `node` and `nodes` take."""

    id: strawberry.ID


@output
class Rereading:
    """How a later reading of an episode, by a language model or by newer extractors, stands."""

    state: RereadState
    attempts: int
    due_at: datetime | None = strawberry.field(description="When it is tried next; null once it was given up.")
    reason: str | None = strawberry.field(description="Why the last try failed.")


@output
class GateDecision:
    """What one write gate decided about an episode, and why."""

    gate: Gate
    outcome: GateOutcome
    reason: str


@output
class Episode(Node):
    """A turn as it was said; never changed."""

    uuid: strawberry.ID = strawberry.field(description="Id of the node in Neo4j.")
    group_id: str
    session_id: str | None
    external_id: str | None
    content: str
    role: Role
    actor: str | None
    participants: list[str]
    valid_at: datetime = strawberry.field(description="When it was said.")
    created_at: datetime = strawberry.field(description="When it was stored.")
    time_zone: str = strawberry.field(description="IANA zone in which its relative times are read.")
    seq: int = strawberry.field(description="Order of arrival within the group.")
    state: EpisodeState
    state_reason: str | None = strawberry.field(description="Why it was skipped or failed.")
    attempts: int = strawberry.field(description="How often reading it was tried.")
    importance: float
    language: str | None
    source: str | None
    source_description: str | None
    tool_name: str | None
    tool_call_id: str | None
    token_count: int
    metadata: JSON | None
    revises: strawberry.ID | None = strawberry.field(description="The episode whose text this one replaces.")
    summary: str | None = strawberry.field(description="Of a long turn, in its own words.")
    mention_count: int = strawberry.field(description="How often it was said, repetitions included.")
    duplicate_of: strawberry.ID | None = strawberry.field(description="The episode that this one repeats.")
    decisions: list[GateDecision] = strawberry.field(description="What the write gates decided, in their order.")
    extractor_version: str | None = strawberry.field(description="By which it was read last.")
    rereading: Rereading | None = strawberry.field(description="Null where no later reading is due.")


@output
class Entity(Node):
    """A person, place, organisation or thing that turns speak of."""

    uuid: strawberry.ID = strawberry.field(description="Id of the node in Neo4j.")
    group_id: str
    name: str
    type: str
    aliases: list[str]
    mention_count: int
    first_seen_at: datetime
    last_seen_at: datetime
    created_at: datetime
    summary: str | None
    members: list[strawberry.ID] = strawberry.field(description="Entities merged into it, whose names it has.")
    merged_into: strawberry.ID | None = strawberry.field(description="The entity it is shown as since it was merged.")


@output
class Summary(Node):
    """A condensed account of several memories."""

    uuid: strawberry.ID = strawberry.field(description="Id of the node in Neo4j.")
    group_id: str
    content: str
    created_at: datetime
    session_id: str | None = strawberry.field(description="The session whose turns it stands for.")
    level: int = strawberry.field(description="1 stands for turns, each next one for summaries of the level before.")
    turns: int = strawberry.field(description="How many turns it stands for.")
    since: datetime
    until: datetime
    token_count: int
    source_tokens: int = strawberry.field(description="Of the turns it stands for.")


@output
class DocumentPlace:
    """A place in a document: start and end count Unicode code points of the original, or of its pages' text."""

    document_id: str
    title: str | None
    version: str = strawberry.field(description="Digest of the document's content that the place counts in.")
    headings: list[str] = strawberry.field(description="Above it, the outermost first.")
    start: int = strawberry.field(description="Within `page` where the document has pages.")
    end: int = strawberry.field(description="Within `endPage` where the document has pages.")
    page: int | None = strawberry.field(description="From 1; null where the document has no pages.")
    end_page: int | None


@output
class Evidence:
    """The exact words a fact rests on: `content[start:end]` of the episode, counted in Unicode code points."""

    episode: Episode
    quote: str
    start: int
    end: int
    extractor: str
    confidence: float
    place: DocumentPlace | None = strawberry.field(description="Where it stands in the document the episode is of.")


@output
class FactVersion:
    """A version of a fact: true from validAt to invalidAt, believed from createdAt to expiredAt; null is open."""

    id: strawberry.ID
    valid_at: datetime | None
    invalid_at: datetime | None
    precision: Precision = strawberry.field(description="How exactly the beginning was said.")
    created_at: datetime
    expired_at: datetime | None
    reason: str = strawberry.field(description="Why this version was written.")
    operation: strawberry.ID | None


@output
class Supersession:
    """A fact that took another's place, with the rule and the reason."""

    fact: strawberry.ID
    text: str
    rule: str
    reason: str
    at: datetime


@output
class Fact(Node):
    """One claim, as it stood at the asOf and knownAt that were asked for."""

    uuid: strawberry.ID = strawberry.field(description="Id of the node in Neo4j.")
    fact_id: strawberry.ID = strawberry.field(description="Deterministic key of the claim within its group.")
    group_id: str
    text: str
    kind: FactKind
    predicate: str
    subject: Entity
    object: Entity | None
    value: str | None = strawberry.field(description="The object, where it is a literal and not an entity.")
    polarity: Polarity
    modality: Modality
    occurs_from: datetime | None = strawberry.field(description="When the event or plan takes place.")
    occurs_to: datetime | None
    valid_at: datetime | None = strawberry.field(description="Since when it holds; null when always.")
    invalid_at: datetime | None = strawberry.field(description="Until when it holds; null when still.")
    created_at: datetime = strawberry.field(description="Since when it is believed.")
    expired_at: datetime | None = strawberry.field(description="Until when it was believed; null when still.")
    expires_at: datetime | None = strawberry.field(
        description="When it may be put away; null for never. It is believed all the same until something else is said."
    )
    confidence: float
    importance: float
    mention_count: int
    extractor: str
    pinned: bool
    status: HitStatus
    versions: list[FactVersion]
    evidence: list[Evidence]
    superseded_by: list[Supersession]
    supersedes: list[Supersession]


@output
class Operation:
    """One change to the graph: who, what, when, why and which ids; never content."""

    id: strawberry.ID
    group_id: str
    kind: str
    actor: str
    reason: str
    at: datetime
    ids: list[strawberry.ID] = strawberry.field(description="uuids of what it touched.")
    undoes: strawberry.ID | None
    undone_by: strawberry.ID | None
    undoable: bool


@output
class Review:
    """A pair that waits for a decision: two entities that may be one, or two facts that contradict each other."""

    id: strawberry.ID
    group_id: str
    kind: ReviewKind
    entity: Entity = strawberry.field(description="One of the two entities; whom the facts are about.")
    other: Entity | None = strawberry.field(description="The other entity; null of facts.")
    fact: Fact | None = strawberry.field(description="The fact that was chosen; null of entities.")
    other_fact: Fact | None = strawberry.field(description="The fact that ties with it; null of entities.")
    stage: str = strawberry.field(description="Step of resolution that found the entities alike; why facts contradict.")
    score: float = strawberry.field(description="How surely they are one, or the chosen fact is right, 0 to 1.")
    created_at: datetime

"""Input objects; what they may hold is checked by the facade, whose errors name the field."""

from __future__ import annotations

from datetime import datetime

import strawberry
from strawberry.scalars import JSON

from service import contract as c
from service.graphql.define import argument
from service.graphql.enums import EpisodeState, FactKind, MemoryKind, ReviewDecision, Role, WaitFor

_WEIGHTS = c.RouteWeights()


@argument
class EpisodeInput:
    """One turn to remember."""

    content: str
    role: Role | None = Role.USER
    actor: str | None = strawberry.field(default=None, description="Who said it, by name.")
    valid_at: datetime | None = strawberry.field(
        default=None, description="When it was said; the time of storing by default."
    )
    external_id: str | None = strawberry.field(
        default=None, description="Your id of the turn; the same id with other content is a revision."
    )
    source: str | None = None
    source_description: str | None = None
    importance: float | None = strawberry.field(default=None, description="0 to 1.")
    metadata: JSON | None = None
    time_zone: str | None = strawberry.field(
        default=None, description="IANA zone in which its relative times are read."
    )
    participants: list[str] | None = strawberry.field(default=None, description="Who took part, by name.")
    tool_name: str | None = None
    tool_call_id: str | None = None
    tool_args: JSON | None = None
    do_not_extract: bool | None = strawberry.field(
        default=False, description="Store and find it, but read no facts out of it."
    )


@argument
class RememberInput:
    """Turns of one group, stored together or not at all."""

    group_id: str
    session_id: str | None = None
    request_id: str | None = strawberry.field(
        default=None, description="Your id of the request; sent again, nothing is stored twice."
    )
    episodes: list[EpisodeInput]
    wait_for: WaitFor | None = WaitFor.STORED
    timeout_ms: int | None = 30_000


@argument
class RememberDocumentInput:
    """A document to remember in chunks; give its content as text, or as base64 (a PDF always)."""

    group_id: str
    document_id: str = strawberry.field(
        description="Your id of the document; sent again, only what changed is stored, and what is gone is retired."
    )
    media_type: str = strawberry.field(
        description="text/markdown, text/html, text/plain, application/json or application/pdf."
    )
    content: str | None = None
    content_base64: str | None = None
    title: str | None = strawberry.field(default=None, description="In place of the one the document gives itself.")
    author: str | None = strawberry.field(default=None, description="Who wrote it, by name.")
    session_id: str | None = None
    valid_at: datetime | None = strawberry.field(
        default=None, description="Since when new and changed chunks hold; the time of storing by default."
    )
    time_zone: str | None = None
    importance: float | None = strawberry.field(default=None, description="0 to 1.")
    metadata: JSON | None = strawberry.field(default=None, description="An object kept with every chunk.")
    do_not_extract: bool | None = strawberry.field(
        default=False, description="Store and find it, but read no facts out of it."
    )
    wait_for: WaitFor | None = WaitFor.STORED
    timeout_ms: int | None = 30_000


@argument
class RouteWeights:
    """Weights of the routes when their scores are fused; each at least 0."""

    vector: float | None = _WEIGHTS.vector
    keyword: float | None = _WEIGHTS.keyword
    entity: float | None = _WEIGHTS.entity
    neighbour: float | None = _WEIGHTS.neighbour


@argument
class RecallInput:
    """A question to the memory."""

    group_ids: list[str]
    query: str
    context: list[str] | None = strawberry.field(default=None, description="Previous turns, latest last.")
    limit: int | None = 5
    kinds: list[MemoryKind] | None = strawberry.field(default=None, description="EPISODE and FACT by default.")
    min_score: float | None = None
    now: datetime | None = strawberry.field(
        default=None, description="The reader's clock, for relative words and validity; the present by default."
    )
    as_of: datetime | None = strawberry.field(default=None, description="True in the world at this time.")
    known_at: datetime | None = strawberry.field(default=None, description="Believed at this time.")
    from_: datetime | None = strawberry.field(default=None, name="from")
    to: datetime | None = None
    weights: RouteWeights | None = None
    session_ids: list[str] | None = None
    fact_kinds: list[FactKind] | None = None
    predicates: list[str] | None = None
    include_archived: bool | None = False
    token_budget: int | None = None
    rerank: bool | None = None


@argument
class FactFilter:
    """Which facts; by default what is true now and believed now."""

    group_ids: list[str]
    text: str | None = None
    entity: str | None = strawberry.field(default=None, description="Subject or object, by name or id.")
    predicates: list[str] | None = None
    kinds: list[FactKind] | None = None
    session_ids: list[str] | None = None
    as_of: datetime | None = strawberry.field(default=None, description="True in the world at this time.")
    known_at: datetime | None = strawberry.field(default=None, description="Believed at this time.")
    include_invalid: bool | None = strawberry.field(default=False, description="Also what held at other times.")
    include_archived: bool | None = False


@argument
class EntityFilter:
    """Which entities."""

    group_ids: list[str]
    text: str | None = None
    types: list[str] | None = None
    as_of: datetime | None = strawberry.field(default=None, description="First seen in the world by this time.")
    known_at: datetime | None = strawberry.field(
        default=None, description="Known at this time; what was merged later is apart."
    )


@argument
class EpisodeFilter:
    """Which turns."""

    group_ids: list[str]
    session_ids: list[str] | None = None
    roles: list[Role] | None = None
    states: list[EpisodeState] | None = None
    from_: datetime | None = strawberry.field(default=None, name="from")
    to: datetime | None = None


@argument
class UndoInput:
    """Which operation to undo, who asks, and why."""

    group_id: str
    operation: strawberry.ID
    actor: str | None = "api"
    reason: str


@argument
class RetractFactInput:
    """Which fact not to believe any longer, who says so, and why."""

    group_id: str
    fact: strawberry.ID
    actor: str | None = "api"
    reason: str


@argument
class PinInput:
    """Which fact to keep from decay (or no longer), who asks, and why."""

    group_id: str
    fact: strawberry.ID
    pinned: bool | None = True
    actor: str | None = "api"
    reason: str


@argument
class ReextractInput:
    """Which episodes to read again with the present extractors; all of the group's when none is named."""

    group_id: str
    episodes: list[strawberry.ID] | None = None
    outdated: bool | None = strawberry.field(
        default=False, description="Only those that the present extractors have not read; not together with episodes."
    )


@argument
class RetryEpisodesInput:
    """Which parked turns to read again; all of the group's when none is named."""

    group_id: str
    episodes: list[strawberry.ID] | None = None


@argument
class MergeEntitiesInput:
    """Which entities are one from now on, who says so, and why."""

    group_id: str
    entities: list[strawberry.ID]
    into: strawberry.ID | None = strawberry.field(
        default=None, description="The one they are shown as; by default the one of known type mentioned most."
    )
    actor: str | None = "api"
    reason: str


@argument
class SplitEntityInput:
    """Who leaves an entity: merged ones, or whoever else some turns mean by it; who says so, and why."""

    group_id: str
    entity: strawberry.ID = strawberry.field(description="The one that others were merged into, or one of these.")
    members: list[strawberry.ID] | None = strawberry.field(
        default=None, description="Who leaves: by default the entity itself, or all that were merged into it."
    )
    turns: list[strawberry.ID] | None = strawberry.field(
        default=None,
        description="Turns that mean somebody else by it, in place of members: what they say becomes an entity's own.",
    )
    name: str | None = strawberry.field(
        default=None, description="What that one is called; by default what the turns call it."
    )
    actor: str | None = "api"
    reason: str


@argument
class AddAliasInput:
    """What an entity is also called, who says so, and why."""

    group_id: str
    entity: strawberry.ID
    name: str
    actor: str | None = "api"
    reason: str


@argument
class ResolveReviewInput:
    """What is decided about a pair, who says so, and why.

    ACCEPT merges entities and leaves the chosen fact; REJECT keeps entities apart and lets the other fact hold.
    """

    group_id: str
    review: strawberry.ID
    decision: ReviewDecision
    actor: str | None = "api"
    reason: str

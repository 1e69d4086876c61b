"""From GraphQL inputs to the facade's requests; an explicit null means the default."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from service import contract as c
from service.graphql import inputs as g
from service.graphql.enums import Role, WaitFor
from service.graphql.ids import name_or_id, parse_ids

T = TypeVar("T")
DEFAULT_WEIGHTS = c.RouteWeights()
DEFAULT_KINDS = (c.MemoryKind.EPISODE, c.MemoryKind.FACT)


def given(value: T | None, default: T) -> T:
    """The value, or the default for null."""
    return default if value is None else value


def listed(values: Iterable[T] | None) -> tuple[T, ...]:
    """The values, none for null."""
    return () if values is None else tuple(values)


def leaving(source: g.SplitEntityInput) -> c.Leaving:
    """Who is to leave an entity."""
    members = parse_ids(listed(source.members), "members", "Entity")
    turns = parse_ids(listed(source.turns), "turns", "Episode")
    return c.Leaving(members, turns, source.name)


def remember_request(source: g.RememberInput) -> c.RememberInput:
    """The request to store turns."""
    return c.RememberInput(
        group_id=source.group_id,
        episodes=tuple(_episode(episode) for episode in source.episodes),
        session_id=source.session_id,
        request_id=source.request_id,
        wait_for=given(source.wait_for, WaitFor.STORED),
        timeout_ms=given(source.timeout_ms, 30_000),
    )


def document_request(source: g.RememberDocumentInput) -> c.DocumentInput:
    """The request to remember a document."""
    return c.DocumentInput(
        group_id=source.group_id,
        document_id=source.document_id,
        media_type=source.media_type,
        content=source.content,
        content_base64=source.content_base64,
        title=source.title,
        author=source.author,
        session_id=source.session_id,
        valid_at=source.valid_at,
        time_zone=source.time_zone,
        importance=source.importance,
        metadata=source.metadata,
        do_not_extract=given(source.do_not_extract, False),
        wait_for=given(source.wait_for, WaitFor.STORED),
        timeout_ms=given(source.timeout_ms, 30_000),
    )


def _episode(source: g.EpisodeInput) -> c.EpisodeInput:
    return c.EpisodeInput(
        content=source.content,
        role=given(source.role, Role.USER),
        actor=source.actor,
        valid_at=source.valid_at,
        external_id=source.external_id,
        source=source.source,
        source_description=source.source_description,
        importance=source.importance,
        metadata=source.metadata,
        time_zone=source.time_zone,
        participants=listed(source.participants),
        tool_name=source.tool_name,
        tool_call_id=source.tool_call_id,
        tool_args=source.tool_args,
        do_not_extract=given(source.do_not_extract, False),
    )


def recall_request(source: g.RecallInput) -> c.RecallInput:
    """The question."""
    return c.RecallInput(
        group_ids=tuple(source.group_ids),
        query=source.query,
        context=listed(source.context),
        limit=given(source.limit, 5),
        kinds=DEFAULT_KINDS if source.kinds is None else tuple(source.kinds),
        min_score=source.min_score,
        now=source.now,
        as_of=source.as_of,
        known_at=source.known_at,
        since=source.from_,
        until=source.to,
        weights=None if source.weights is None else _weights(source.weights),
        session_ids=listed(source.session_ids),
        fact_kinds=listed(source.fact_kinds),
        predicates=listed(source.predicates),
        include_archived=given(source.include_archived, False),
        token_budget=source.token_budget,
        rerank=source.rerank,
    )


def _weights(source: g.RouteWeights) -> c.RouteWeights:
    return c.RouteWeights(
        vector=given(source.vector, DEFAULT_WEIGHTS.vector),
        keyword=given(source.keyword, DEFAULT_WEIGHTS.keyword),
        entity=given(source.entity, DEFAULT_WEIGHTS.entity),
        neighbour=given(source.neighbour, DEFAULT_WEIGHTS.neighbour),
    )


def fact_filter(source: g.FactFilter) -> c.FactFilter:
    """Which facts.

    Raises:
        InvalidInput: `entity` is the id of something else.
    """
    return c.FactFilter(
        group_ids=tuple(source.group_ids),
        text=source.text,
        entity=None if source.entity is None else name_or_id(source.entity, "entity", "Entity"),
        predicates=listed(source.predicates),
        kinds=listed(source.kinds),
        session_ids=listed(source.session_ids),
        as_of=source.as_of,
        known_at=source.known_at,
        include_invalid=given(source.include_invalid, False),
        include_archived=given(source.include_archived, False),
    )


def entity_filter(source: g.EntityFilter) -> c.EntityFilter:
    """Which entities."""
    return c.EntityFilter(
        group_ids=tuple(source.group_ids),
        text=source.text,
        types=listed(source.types),
        as_of=source.as_of,
        known_at=source.known_at,
    )


def episode_filter(source: g.EpisodeFilter) -> c.EpisodeFilter:
    """Which turns."""
    return c.EpisodeFilter(
        group_ids=tuple(source.group_ids),
        session_ids=listed(source.session_ids),
        roles=listed(source.roles),
        states=listed(source.states),
        since=source.from_,
        until=source.to,
    )

"""From the facade's views to what is remembered, as GraphQL objects; nothing is fetched here."""

from __future__ import annotations

from typing import TypedDict, cast

import strawberry
from strawberry.scalars import JSON

from service import contract as c
from service.graphql import nodes as g
from service.graphql.ids import global_id, optional_id


def episode(view: c.EpisodeView) -> g.Episode:
    """The turn."""
    return g.Episode(
        id=global_id("Episode", view.uuid),
        uuid=strawberry.ID(view.uuid),
        group_id=view.group_id,
        session_id=view.session_id,
        external_id=view.external_id,
        content=view.content,
        role=view.role,
        actor=view.actor,
        participants=list(view.participants),
        valid_at=view.valid_at,
        created_at=view.created_at,
        time_zone=view.time_zone,
        seq=view.seq,
        state=view.state,
        state_reason=view.state_reason,
        attempts=view.attempts,
        importance=view.importance,
        language=view.language,
        source=view.source,
        source_description=view.source_description,
        tool_name=view.tool_name,
        tool_call_id=view.tool_call_id,
        token_count=view.token_count,
        metadata=cast("JSON | None", view.metadata),
        revises=optional_id("Episode", view.revises),
        summary=view.summary,
        mention_count=view.mention_count,
        duplicate_of=optional_id("Episode", view.duplicate_of),
        decisions=[g.GateDecision(gate=d.gate, outcome=d.outcome, reason=d.reason) for d in view.decisions],
        extractor_version=view.extractor_version,
        rereading=_rereading(view.rereading),
    )


def _rereading(view: c.Rereading | None) -> g.Rereading | None:
    if view is None:
        return None
    return g.Rereading(state=view.state, attempts=view.attempts, due_at=view.due_at, reason=view.reason)


def entity(view: c.EntityView) -> g.Entity:
    """The entity."""
    return g.Entity(
        id=global_id("Entity", view.uuid),
        uuid=strawberry.ID(view.uuid),
        group_id=view.group_id,
        name=view.name,
        type=view.type,
        aliases=list(view.aliases),
        mention_count=view.mention_count,
        first_seen_at=view.first_seen_at,
        last_seen_at=view.last_seen_at,
        created_at=view.created_at,
        summary=view.summary,
        members=[global_id("Entity", uuid) for uuid in view.members],
        merged_into=optional_id("Entity", view.merged_into),
    )


def fact(view: c.FactView) -> g.Fact:
    """The fact with its versions and evidence."""
    return g.Fact(
        id=global_id("Fact", view.uuid),
        uuid=strawberry.ID(view.uuid),
        fact_id=strawberry.ID(view.fact_id),
        group_id=view.group_id,
        text=view.text,
        kind=view.kind,
        predicate=view.predicate,
        subject=entity(view.subject),
        object=None if view.object is None else entity(view.object),
        value=view.value,
        polarity=view.polarity,
        modality=view.modality,
        occurs_from=view.occurs_from,
        occurs_to=view.occurs_to,
        valid_at=view.valid_at,
        invalid_at=view.invalid_at,
        created_at=view.created_at,
        expired_at=view.expired_at,
        expires_at=view.expires_at,
        confidence=view.confidence,
        importance=view.importance,
        mention_count=view.mention_count,
        extractor=view.extractor,
        pinned=view.pinned,
        status=view.status,
        versions=[_version(version) for version in view.versions],
        evidence=[_evidence(evidence) for evidence in view.evidence],
        superseded_by=[_supersession(item) for item in view.superseded_by],
        supersedes=[_supersession(item) for item in view.supersedes],
    )


def _version(view: c.VersionView) -> g.FactVersion:
    return g.FactVersion(
        id=global_id("FactVersion", view.uuid),
        valid_at=view.valid_at,
        invalid_at=view.invalid_at,
        precision=view.precision,
        created_at=view.created_at,
        expired_at=view.expired_at,
        reason=view.reason,
        operation=optional_id("Operation", view.operation),
    )


def _evidence(view: c.Evidence) -> g.Evidence:
    return g.Evidence(
        episode=episode(view.episode),
        quote=view.quote,
        start=view.start,
        end=view.end,
        extractor=view.extractor,
        confidence=view.confidence,
        place=None if view.place is None else _place(view.place),
    )


def _place(found: c.DocumentPlace) -> g.DocumentPlace:
    return g.DocumentPlace(
        document_id=found.document_id,
        title=found.title,
        version=found.version,
        headings=list(found.headings),
        start=found.start,
        end=found.end,
        page=found.page,
        end_page=found.end_page,
    )


def _supersession(view: c.Supersession) -> g.Supersession:
    return g.Supersession(
        fact=global_id("Fact", view.fact), text=view.text, rule=view.rule, reason=view.reason, at=view.at
    )


def operation(view: c.OperationView) -> g.Operation:
    """The operation."""
    return g.Operation(
        id=global_id("Operation", view.uuid),
        group_id=view.group_id,
        kind=view.kind,
        actor=view.actor,
        reason=view.reason,
        at=view.at,
        ids=[strawberry.ID(uuid) for uuid in view.ids],
        undoes=optional_id("Operation", view.undoes),
        undone_by=optional_id("Operation", view.undone_by),
        undoable=view.undoable,
    )


class IdentityChange(TypedDict):
    """Fields of the payloads of what changes entities."""

    operation: g.Operation
    entities: list[g.Entity]


def identity_change(change: c.IdentityChange) -> IdentityChange:
    """The operation and the entities it is about."""
    return {"operation": operation(change.operation), "entities": [entity(view) for view in change.entities]}


def review(view: c.ReviewView) -> g.Review:
    """The pair."""
    return g.Review(
        id=global_id("Review", view.uuid),
        group_id=view.group_id,
        kind=view.kind,
        entity=entity(view.entity),
        other=None if view.other is None else entity(view.other),
        fact=None if view.fact is None else fact(view.fact),
        other_fact=None if view.other_fact is None else fact(view.other_fact),
        stage=view.stage,
        score=view.score,
        created_at=view.created_at,
    )


def node(view: c.EpisodeView | c.FactView | c.EntityView) -> g.Node:
    """Whichever it is."""
    match view:
        case c.EpisodeView():
            return episode(view)
        case c.FactView():
            return fact(view)
        case c.EntityView():
            return entity(view)

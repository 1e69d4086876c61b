"""From records of the graph to the views of `service.contract`; open ends become None."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from graph_schema.model import OPEN_END, OPEN_START, EpisodeState, FactKind, Modality, Polarity, Precision, Role, Tier
from service.contract import (
    EntityView,
    EpisodeView,
    Evidence,
    FactView,
    HitStatus,
    OperationView,
    Rereading,
    RereadState,
    ReviewKind,
    ReviewView,
    Supersession,
    VersionView,
)
from service.documents.place import place_of
from service.documents.source import DOCUMENT
from service.gates.decision import Decision, decoded, in_order, repetition

Record = Mapping[str, Any]

LAPSE_DAYS = 30.0
"""Days after its date at which a plan has lapsed, where a group sets no others."""

UNDOABLE = frozenset(
    {"extract", "reextract", "retract", "pin", "merge", "split", "alias", "reject", "undo", "vocabulary"}
    | {"decay_importance", "archive_cold", "expire_ttl", "restore", "feedback", "task_state", "compress"}
)
"""Kinds of operation that can be undone."""


def moment(value: datetime | str) -> datetime:
    """A stored time as aware UTC, whether the driver or Cypher's `toString` gave it.

    Queries that return many records give their times as text, because decoding that is far cheaper.
    """
    parsed = datetime.fromisoformat(value) if isinstance(value, str) else value
    return parsed.astimezone(UTC)


def bound(value: datetime | str | None) -> datetime | None:
    """A stored end of an interval; None where it is open or missing."""
    if value is None:
        return None
    parsed = moment(value)
    return None if parsed in (OPEN_START, OPEN_END) else parsed


def episode_view(record: Record) -> EpisodeView:
    """A turn from the properties of its node; `revises` is the uuid of the turn it edits, where it was asked for."""
    metadata = record.get("metadata")
    return EpisodeView(
        uuid=record["uuid"],
        group_id=record["group_id"],
        session_id=record.get("session_id"),
        external_id=record.get("external_id"),
        content=record["content"],
        role=Role(record["role"]),
        actor=record.get("actor"),
        participants=tuple(record.get("participants") or ()),
        valid_at=moment(record["valid_at"]),
        created_at=moment(record["created_at"]),
        time_zone=record["tz"],
        seq=record["seq"],
        state=EpisodeState(record["state"]),
        state_reason=record.get("state_reason"),
        attempts=record["attempts"],
        importance=record["importance"],
        language=record.get("language"),
        source=record.get("source"),
        source_description=record.get("source_description"),
        tool_name=record.get("tool_name"),
        tool_call_id=record.get("tool_call_id"),
        token_count=record["token_count"],
        metadata=json.loads(metadata) if metadata is not None else None,
        revises=record.get("revises"),
        summary=record.get("summary"),
        mention_count=record.get("mention_count") or 1,
        duplicate_of=record.get("duplicate_of") or None,
        decisions=_decisions(record),
        extractor_version=record.get("extractor_version"),
        rereading=_rereading(record),
    )


def _rereading(record: Record) -> Rereading | None:
    state, due_at = record.get("reread_state"), record.get("reread_at")
    if state is None:
        return None
    due = moment(due_at) if due_at is not None else None
    return Rereading(RereadState(state), record.get("reread_attempts") or 0, due, record.get("reread_reason"))


def _decisions(record: Record) -> tuple[Decision, ...]:
    """What the gates decided; whom a turn repeats is told apart, as it changes when an earlier turn comes in."""
    decisions = decoded(record.get("decisions"))
    root = record.get("duplicate_of")
    return in_order((*decisions, repetition(root))) if root else decisions


def entity_view(record: Record) -> EntityView:
    """An entity from the properties of its node; `members` are what was merged into it, where it was asked for."""
    members: Sequence[Record] = record.get("members") or ()
    return EntityView(
        uuid=record["uuid"],
        group_id=record["group_id"],
        name=record["name"],
        type=record["type"],
        aliases=_names(record, members),
        mention_count=record["mention_count"] + sum(member["mention_count"] for member in members),
        first_seen_at=moment(record["first_seen_at"]),
        last_seen_at=moment(record["last_seen_at"]),
        created_at=moment(record["created_at"]),
        summary=record.get("summary"),
        members=tuple(member["uuid"] for member in members),
        merged_into=record.get("merged_into"),
    )


def _names(record: Record, members: Sequence[Record]) -> tuple[str, ...]:
    """What an entity is also called, with all that those are that were merged into it."""
    names = [*(record.get("aliases") or ())]
    for member in members:
        names += [member["name"], *member["aliases"]]
    return tuple(name for name in dict.fromkeys(names) if name != record["name"])


def review_view(row: Record, facts: Mapping[str, FactView]) -> ReviewView:
    """A pair that waits for a decision; `facts` by uuid, those that contradict each other among them."""
    review: Record = row["review"]
    pair = [facts[uuid] for uuid in row["facts"]]
    return ReviewView(
        uuid=review["uuid"],
        group_id=review["group_id"],
        entity=pair[0].subject if pair else entity_view(row["entity"]),
        other=None if pair else entity_view(row["other"]),
        stage=review["stage"],
        score=review["score"],
        created_at=moment(review["created_at"]),
        kind=ReviewKind(review["kind"]),
        fact=pair[0] if pair else None,
        other_fact=pair[1] if pair else None,
    )


def version_view(record: Record) -> VersionView:
    """One bi-temporal version from the properties of its node."""
    return VersionView(
        uuid=record["uuid"],
        valid_at=bound(record["valid_at"]),
        invalid_at=bound(record["invalid_at"]),
        precision=Precision(record["valid_precision"]),
        created_at=moment(record["created_at"]),
        expired_at=bound(record["expired_at"]),
        reason=record["reason"],
        operation=record.get("operation"),
    )


def evidence_view(record: Record) -> Evidence:
    """The words a fact rests on, with the turn they stand in."""
    episode, start, end = episode_view(record["episode"]), record["start"], record["end"]
    return Evidence(
        episode=episode,
        quote=record["quote"],
        start=start,
        end=end,
        extractor=record["extractor"],
        confidence=record["confidence"],
        place=place_of(episode.metadata, start, end) if episode.source == DOCUMENT else None,
    )


def supersession_view(record: Record) -> Supersession:
    """A fact that replaced, or was replaced."""
    return Supersession(record["fact"], record["text"], record["rule"], record["reason"], moment(record["at"]))


def fact_view(row: Record, at: datetime, known_at: datetime | None = None) -> FactView:
    """A fact as it stands at a moment.

    Args:
        row: `{fact, subject, object, versions, evidence, superseded_by, supersedes}`, as every read of facts gives it.
        at: the world time asked about, aware UTC; also decides what is current and due.
        known_at: the time of knowledge asked about, aware UTC; None is the present.
    """
    fact: Record = row["fact"]
    versions = tuple(sorted(map(version_view, row["versions"]), key=_version_order))
    version = applicable(versions, at, known_at)
    target = row.get("object")
    return FactView(
        uuid=fact["uuid"],
        fact_id=fact["fact_id"],
        group_id=fact["group_id"],
        text=fact["text"],
        kind=FactKind(fact["kind"]),
        predicate=fact["predicate"],
        subject=entity_view(row["subject"]),
        object=entity_view(target) if target else None,
        value=fact.get("value"),
        polarity=Polarity(fact["polarity"]),
        modality=Modality(fact["modality"]),
        occurs_from=bound(fact.get("occurs_from")),
        occurs_to=bound(fact.get("occurs_to")),
        valid_at=version.valid_at if version else None,
        invalid_at=version.invalid_at if version else None,
        created_at=version.created_at if version else moment(fact["created_at"]),
        expired_at=version.expired_at if version else None,
        confidence=fact["confidence"],
        importance=fact["importance"],
        mention_count=fact["mention_count"],
        extractor=fact["extractor"],
        pinned=fact["pinned"],
        status=fact_status(fact, version, at, known_at),
        versions=versions,
        evidence=tuple(map(evidence_view, row["evidence"])),
        superseded_by=tuple(map(supersession_view, row["superseded_by"])),
        supersedes=tuple(map(supersession_view, row["supersedes"])),
        expires_at=bound(fact.get("expires_at")),
    )


def applicable(versions: Sequence[VersionView], at: datetime, known_at: datetime | None) -> VersionView | None:
    """The version that stands for a fact at (`at`, `known_at`).

    Among the versions believed then, the one that holds at `at`; failing that the latest to have begun by then, or
    the first to begin later. When none was believed, the one written last before.
    """
    believed = [version for version in versions if _is_believed(version, known_at)]
    if not believed:
        earlier = [version for version in versions if known_at is None or version.created_at <= known_at]
        return max(earlier or versions, key=lambda version: version.created_at, default=None)
    begun = [version for version in believed if (version.valid_at or OPEN_START) <= at]
    holding = [version for version in begun if at < (version.invalid_at or OPEN_END)]
    if begun:
        return max(holding or begun, key=lambda version: version.valid_at or OPEN_START)
    return min(believed, key=lambda version: version.valid_at or OPEN_START)


def fact_status(fact: Record, version: VersionView | None, at: datetime, known_at: datetime | None) -> HitStatus:
    """How a fact stands at a moment: archived, superseded, lapsed, due, planned or current, the first that applies."""
    if fact["tier"] == Tier.COLD:
        return HitStatus.ARCHIVED
    if version is None or not _is_believed(version, known_at) or (version.invalid_at or OPEN_END) <= at:
        return HitStatus.SUPERSEDED
    if fact["modality"] == Modality.PLANNED:
        return _plan_status(fact, at)
    return HitStatus.PLANNED if (version.valid_at or OPEN_START) > at else HitStatus.CURRENT


def _plan_status(fact: Record, at: datetime) -> HitStatus:
    """A plan is due at its date, and has lapsed some days after the end of that."""
    begins = bound(fact.get("occurs_from"))
    if begins is None or begins > at:
        return HitStatus.PLANNED
    ends, days = bound(fact.get("occurs_to")) or begins, fact.get("lapse_days")
    return HitStatus.LAPSED if at - ends >= timedelta(days=LAPSE_DAYS if days is None else days) else HitStatus.DUE


def operation_view(record: Record) -> OperationView:
    """A change to the graph from the properties of its node."""
    undone_by = record.get("undone_by")
    return OperationView(
        uuid=record["uuid"],
        group_id=record["group_id"],
        kind=record["kind"],
        actor=record["actor"],
        reason=record["reason"],
        at=moment(record["created_at"]),
        ids=tuple(record["ids"]),
        undoes=record.get("undoes"),
        undone_by=undone_by,
        undoable=undone_by is None and record["kind"] in UNDOABLE and not _took_a_name(record),
    )


def _took_a_name(record: Record) -> bool:
    """Whether an operation took back a name or a part: names are content, which no operation keeps, so it stays so."""
    before: Record = json.loads(record["before"]) if record["kind"] == "undo" else {}
    return before.get("alias") is not None or before.get("part") is not None


def _is_believed(version: VersionView, known_at: datetime | None) -> bool:
    if known_at is None:
        return version.expired_at is None
    return version.created_at <= known_at < (version.expired_at or OPEN_END)


def _version_order(version: VersionView) -> tuple[datetime, datetime, str]:
    return version.valid_at or OPEN_START, version.created_at, version.uuid

"""From rows of the graph to the views of `service.contract`; open ends become None."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from graph_schema.model import OPEN_END, OPEN_START, EpisodeState, FactKind, Modality, Polarity, Precision, Role, Tier
from service.contract import (
    EntityView,
    EpisodeView,
    Evidence,
    FactView,
    HitStatus,
    OperationView,
    Supersession,
    VersionView,
)

Row = Mapping[str, Any]

UNDOABLE = frozenset({"extract", "retract", "pin", "undo"})
"""Kinds of operation that can be undone."""


def open_or(value: datetime | None) -> datetime | None:
    """The time, or None for either sentinel."""
    return None if value is None or value in (OPEN_START, OPEN_END) else value


def episode_view(row: Row) -> EpisodeView:
    """The view of an Episode's properties (with `revises`, where it was asked for)."""
    metadata = row.get("metadata")
    return EpisodeView(
        uuid=row["uuid"],
        group_id=row["group_id"],
        session_id=row.get("session_id"),
        external_id=row.get("external_id"),
        content=row["content"],
        role=Role(row["role"]),
        actor=row.get("actor"),
        participants=tuple(row.get("participants") or ()),
        valid_at=row["valid_at"],
        created_at=row["created_at"],
        time_zone=row["tz"],
        seq=row["seq"],
        state=EpisodeState(row["state"]),
        state_reason=row.get("state_reason"),
        attempts=row["attempts"],
        importance=row["importance"],
        language=row.get("language"),
        source=row.get("source"),
        source_description=row.get("source_description"),
        tool_name=row.get("tool_name"),
        tool_call_id=row.get("tool_call_id"),
        token_count=row["token_count"],
        metadata=json.loads(metadata) if metadata is not None else None,
        revises=row.get("revises"),
    )


def entity_view(row: Row) -> EntityView:
    """The view of an Entity's properties."""
    return EntityView(
        uuid=row["uuid"],
        group_id=row["group_id"],
        name=row["name"],
        type=row["type"],
        aliases=tuple(row.get("aliases") or ()),
        mention_count=row["mention_count"],
        first_seen_at=row["first_seen_at"],
        last_seen_at=row["last_seen_at"],
        created_at=row["created_at"],
        summary=row.get("summary"),
    )


def version_view(row: Row) -> VersionView:
    """The view of a FactVersion's properties."""
    return VersionView(
        uuid=row["uuid"],
        valid_at=open_or(row["valid_at"]),
        invalid_at=open_or(row["invalid_at"]),
        precision=Precision(row["valid_precision"]),
        created_at=row["created_at"],
        expired_at=open_or(row["expired_at"]),
        reason=row["reason"],
        operation=row.get("operation"),
    )


def operation_view(row: Row) -> OperationView:
    """The view of an Operation's properties."""
    undone_by = row.get("undone_by")
    return OperationView(
        uuid=row["uuid"],
        group_id=row["group_id"],
        kind=row["kind"],
        actor=row["actor"],
        reason=row["reason"],
        at=row["created_at"],
        ids=tuple(row["ids"]),
        undoes=row.get("undoes"),
        undone_by=undone_by,
        undoable=undone_by is None and row["kind"] in UNDOABLE,
    )


def fact_view(row: Row, now: datetime, as_of: datetime | None = None, known_at: datetime | None = None) -> FactView:
    """The view of a fact as it stands at (as_of, known_at).

    Args:
        row: `{fact, subject, object, versions, evidence, superseded_by, supersedes}` as docs/architecture.md has it.
        now: the reader's time, for what is current and due.
        as_of: world time asked about, default `now`.
        known_at: time of knowledge asked about, default the present.
    """
    fact, versions = row["fact"], sorted(row["versions"], key=lambda v: (v["created_at"], v["valid_at"]))
    moment = as_of or now
    version = _version_at(versions, moment, known_at)
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
        occurs_from=open_or(fact.get("occurs_from")),
        occurs_to=open_or(fact.get("occurs_to")),
        valid_at=open_or(version["valid_at"]) if version else None,
        invalid_at=open_or(version["invalid_at"]) if version else None,
        created_at=version["created_at"] if version else fact["created_at"],
        expired_at=open_or(version["expired_at"]) if version else open_or(fact["expired_at"]),
        confidence=fact["confidence"],
        importance=fact["importance"],
        mention_count=fact["mention_count"],
        extractor=fact["extractor"],
        pinned=fact["pinned"],
        status=_status(fact, version, moment, known_at),
        versions=tuple(version_view(v) for v in versions),
        evidence=_evidence(row.get("evidence") or ()),
        superseded_by=_supersessions(row.get("superseded_by") or ()),
        supersedes=_supersessions(row.get("supersedes") or ()),
    )


def _version_at(versions: Sequence[Row], as_of: datetime, known_at: datetime | None) -> Row | None:
    """The version that holds at (as_of, known_at), else the believed one nearest before, else the last known."""
    believed = [v for v in versions if _is_believed(v, known_at)]
    holding = [v for v in believed if v["valid_at"] <= as_of < v["invalid_at"]]
    if holding:
        return holding[0]
    if believed:
        return max(believed, key=lambda v: (v["valid_at"] <= as_of, v["valid_at"]))
    known = [v for v in versions if known_at is None or v["created_at"] <= known_at]
    return known[-1] if known else None


def _is_believed(version: Row, known_at: datetime | None) -> bool:
    if known_at is None:
        return version["expired_at"] >= OPEN_END
    return version["created_at"] <= known_at < version["expired_at"]


def _status(fact: Row, version: Row | None, moment: datetime, known_at: datetime | None) -> HitStatus:
    if fact["tier"] == Tier.COLD.value:
        return HitStatus.ARCHIVED
    if version is None or not _is_believed(version, known_at) or version["invalid_at"] <= moment:
        return HitStatus.SUPERSEDED
    if fact["modality"] == Modality.PLANNED.value:
        occurs = fact.get("occurs_from")
        return HitStatus.DUE if occurs is not None and occurs <= moment else HitStatus.PLANNED
    return HitStatus.CURRENT


def _evidence(rows: Sequence[Row]) -> tuple[Evidence, ...]:
    found = [
        Evidence(episode_view(r["episode"]), r["quote"], r["start"], r["end"], r["extractor"], r["confidence"])
        for r in rows
    ]
    return tuple(sorted(found, key=lambda e: (e.episode.valid_at, e.episode.seq, e.start)))


def _supersessions(rows: Sequence[Row]) -> tuple[Supersession, ...]:
    found = [Supersession(r["fact"], r["text"], r["rule"], r["reason"], r["at"]) for r in rows]
    return tuple(sorted(found, key=lambda s: (s.at, s.fact)))

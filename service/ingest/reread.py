"""Committing turns that were read again: older assertions retired, new ones written, none twice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from graph_schema.ids import digest, new_uuid
from graph_schema.model import OPEN_END
from graph_schema.store import GraphStore, Transaction
from service.beliefs.audit import REEXTRACT, Author, Effects, record
from service.beliefs.slots import Change, recompute
from service.ingest.commit import WORKER, Commit
from service.ingest.turn import ReadTurn

Row = dict[str, Any]

_CONTENT = (
    "from",
    "to",
    "precision",
    "occurs_from",
    "occurs_to",
    "kind",
    "text",
    "value",
    "single",
    "confidence",
    "extractor",
    "importance",
    "trust",
    "expires_at",
    "may_update",
)
"""What tells two readings of the same words as the same claim apart."""

_TIMEOUT_S = 60.0


@dataclass(slots=True)
class _Plan:
    """What a re-reading changes: claims to write, keys that stay or come back, by turn."""

    new: list[Row] = field(default_factory=list[Row])
    revived: list[str] = field(default_factory=list[str])
    keep: dict[str, list[str]] = field(default_factory=dict[str, list[str]])


class Reread:
    """Commits turns of a group that were read again."""

    def __init__(self, store: GraphStore, commit: Commit) -> None:
        """Write to `store` as `commit` does."""
        self._store = store
        self._commit = commit

    async def apply(self, group_id: str, turns: Sequence[ReadTurn], version: str) -> int:
        """How many of the turns still waited to be read again and now are, by `version`.

        What the new reading shares with the old stays as it is; turns whose reading was undone, that were revised or
        read by another instance meanwhile are left alone. The gates judge again. An operation is recorded where
        anything changed.
        """
        return await self._store.transaction(
            lambda tx: self._apply(tx, group_id, turns, version), name="ingest/reread", timeout_s=_TIMEOUT_S
        )

    async def _apply(self, tx: Transaction, group_id: str, turns: Sequence[ReadTurn], version: str) -> int:
        (clock,) = await tx.run("write/lock_beliefs", group_id=group_id, uuid=new_uuid())
        rows = await tx.run("read/readings_of", uuids=[turn.uuid for turn in turns])
        readings: dict[str, list[Row]] = {row["uuid"]: row["readings"] for row in rows}
        due = [turn for turn in turns if turn.uuid in readings]
        if not due:
            return 0
        change = self._commit.change(clock["now"])
        gated = await self._commit.gate(tx, group_id, due)
        readable = [item.turn for item in gated if item.turn.extraction is not None]
        mentions, claims = await self._commit.read_rows(tx, group_id, readable, change.now)
        known = {reading["key"]: reading for found in readings.values() for reading in found}
        plan = _plan(due, await _allowed(tx, due, claims, known), known)
        await _write_mentions(tx, due, mentions)
        await _write_claims(tx, group_id, due, plan, change)
        await self._commit.finish_again(tx, gated)
        await tx.run("write/finish_rereads", turns=[{"uuid": turn.uuid, "version": version} for turn in due])
        return len(due)


async def _allowed(
    tx: Transaction, turns: Sequence[ReadTurn], claims: Sequence[Row], known: dict[str, Row]
) -> list[Row]:
    """The claims but for what somebody withdrew since the turn was stored: reading it again is no new evidence."""
    stored: dict[str, datetime] = {turn.uuid: turn.episode["created_at"] for turn in turns}
    said = {row["claim"] for row in claims} | {old["claim"] for old in known.values()}
    rows = await tx.run("read/withdrawn_claims", claims=sorted(said)) if claims else []
    withdrawn: dict[str, datetime] = {row["claim"]: row["at"] for row in rows}

    def may_be_said(row: Row) -> bool:
        old = known.get(row["key"])
        times = (withdrawn.get(claim) for claim in (row["claim"], old["claim"] if old else None) if claim)
        return all(at is None or at < stored[row["episode"]] for at in times)

    return [row for row in claims if may_be_said(row)]


def _plan(turns: Sequence[ReadTurn], claims: Sequence[Row], known: dict[str, Row]) -> _Plan:
    plan = _Plan(keep={turn.uuid: [] for turn in turns})
    for row in claims:
        old = known.get(row["key"])
        if old is not None and _content(old) != _content(row["assertion"]):
            row["key"] = digest(("reading", row["key"], repr(_content(row["assertion"]))))
            old = known.get(row["key"])
        plan.keep[row["episode"]].append(row["key"])
        if old is None:
            plan.new.append(row)
        elif old["retired_at"] != OPEN_END:
            plan.revived.append(row["key"])
    return plan


def _content(assertion: Row) -> tuple[Any, ...]:
    return tuple(assertion.get(name) for name in _CONTENT)


async def _write_mentions(tx: Transaction, turns: Sequence[ReadTurn], mentions: Sequence[Row]) -> None:
    keep: dict[str, list[list[Any]]] = {turn.uuid: [] for turn in turns}
    for row in mentions:
        keep[row["episode"]].append([row["start"], row["end"], row["entity"]])
    await tx.run("write/drop_mentions", turns=[{"uuid": uuid, "keep": places} for uuid, places in keep.items()])
    if mentions:
        await tx.run("write/store_mentions", mentions=mentions)


async def _write_claims(tx: Transaction, group_id: str, turns: Sequence[ReadTurn], plan: _Plan, change: Change) -> None:
    """Writes what the plan changes, recomputes the timelines that touches, and records it where that is anything."""
    written: list[Row] = []
    if plan.new:
        written = await tx.run("write/store_claims", claims=plan.new, operation=change.operation, now=change.now)
    readings: list[Row] = [{"episode": uuid, "keep": keys} for uuid, keys in plan.keep.items()]
    retired = await tx.run("write/retire_readings", readings=readings, operation=change.operation, now=change.now)
    revived = await tx.run("write/revive_assertions", keys=plan.revived) if plan.revived else []
    touched = {row["slot"] for row in (*written, *retired, *revived)}
    if not touched:
        return
    await recompute(tx, touched, change)
    effects = Effects(tuple(row["key"] for row in retired), tuple(row["key"] for row in revived))
    author = Author(WORKER, f"read {len(turns)} turns again")
    ids = [turn.uuid for turn in turns]
    await record(tx, change, REEXTRACT, author, group_id=group_id, ids=ids, effects=effects)

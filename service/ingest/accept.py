"""Storing turns: one transaction, acknowledged when durable, the same turn never twice."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC
from typing import Any

from graph_schema.ids import group_token, new_uuid
from graph_schema.store import GraphStore, Transaction
from service.contract import EpisodeInput, EpisodeView, RememberInput, RememberResult
from service.errors import Conflict
from service.ingest.records import (
    Identity,
    episode_properties,
    identity,
    order_head,
    payload_hash,
    request_key,
    search_text,
    session_key,
)
from service.ports import Clock
from service.views import episode_view

Row = dict[str, Any]
_Read = Callable[..., Awaitable[list[Row]]]


@dataclass(slots=True)
class _Plan:
    """What a request adds: rows to create, pairs of revisions, and each turn's place in the answer."""

    created: list[Row] = field(default_factory=list[Row])
    revisions: list[dict[str, str]] = field(default_factory=list[dict[str, str]])
    answer: list[Row] = field(default_factory=list[Row])
    duplicates: int = 0


class Accept:
    """Stores turns and wakes the workers."""

    def __init__(self, store: GraphStore, clock: Clock, default_zone: str, stored: Callable[[str], None]) -> None:
        """Use `store`.

        Args:
            store: where turns go.
            clock: tells when a turn was said whose caller does not.
            default_zone: IANA zone of turns that name none.
            stored: called with the group's id after each commit.
        """
        self._store = store
        self._clock = clock
        self._default_zone = default_zone
        self._stored = stored

    async def remember(self, request: RememberInput) -> RememberResult:
        """The stored turns, durable; see `service.memory.MemoryApi.remember`.

        Raises:
            Conflict: the request id was used before for other turns.
        """
        plan = self._plan(request, {})
        result = None if plan.revisions else await self._store_new(request, plan)
        if result is None:
            result = await self._store.transaction(lambda tx: self._store_known(tx, request), name="write/store_turns")
        if result.stored:
            self._stored(request.group_id)
        return result

    async def retry(self, group_id: str, uuids: Sequence[str]) -> int:
        """How many parked turns of the group were put back to be read; all of them when none is named."""
        rows = await self._store.write("write/retry_episodes", group_id=group_id, uuids=list(uuids))
        retried = rows[0]["retried"] if rows else 0
        if retried:
            self._stored(group_id)
        return retried

    async def _store_new(self, request: RememberInput, plan: _Plan) -> RememberResult | None:
        """Stores turns none of which is known, in two round trips; None, and nothing stored, where some are."""
        (stored,) = await self._store.write("write/store_turns", **_parameters(request, plan, checked=False))
        if stored["payload_hash"] is not None:
            return await self._repeated(self._store.read, request, stored)
        return None if stored["known"] else _result(plan, stored)

    async def _store_known(self, tx: Transaction, request: RememberInput) -> RememberResult:
        """Stores what is new or revised of turns some of which are known."""
        plan = self._plan(request, {})
        (stored,) = await tx.run("write/store_turns", **_parameters(request, plan, checked=False))
        if stored["payload_hash"] is not None:
            return await self._repeated(tx.run, request, stored)
        if stored["known"]:
            known = {Identity(row["external_id"], row["dedup_key"]): row["episode"] for row in stored["known"]}
            plan = self._plan(request, known)
            (stored,) = await tx.run("write/store_turns", **_parameters(request, plan, checked=True))
        if plan.revisions:
            await tx.run("write/link_revisions", group_id=request.group_id, pairs=plan.revisions, now=stored["now"])
        return _result(plan, stored)

    async def _repeated(self, read: _Read, request: RememberInput, stored: Row) -> RememberResult:
        if stored["payload_hash"] != payload_hash(request):
            raise Conflict(
                "requestId",
                f"requestId {request.request_id!r} was used before for other turns; "
                "send a new requestId, or the same turns again",
            )
        rows = await read("read/episodes_by_uuid", uuids=stored["episodes"])
        by_uuid: dict[str, EpisodeView] = {row["episode"]["uuid"]: episode_view(row["episode"]) for row in rows}
        views = tuple(by_uuid[uuid] for uuid in stored["episodes"])
        return RememberResult(views, stored=0, duplicates=len(views))

    def _plan(self, request: RememberInput, known: dict[Identity, Row]) -> _Plan:
        plan, now = _Plan(), self._clock.now()
        for episode in request.episodes:
            who = identity(request, episode)
            before = known.get(who) if who != Identity(None, None) else None
            if before is not None and _same(before, request, episode):
                plan.duplicates += 1
                plan.answer.append(before)
                continue
            zone = episode.time_zone or (before["tz"] if before else self._default_zone)
            valid_at = episode.valid_at or (before["valid_at"] if before else now)
            row = episode_properties(request, episode, zone, valid_at.astimezone(UTC))
            if before is not None:
                plan.revisions.append({"new": row["uuid"], "old": before["uuid"]})
                row["revises"] = before["uuid"]
            known[who] = row
            plan.created.append(row)
            plan.answer.append(row)
        return plan


def _same(before: Row, request: RememberInput, episode: EpisodeInput) -> bool:
    """Whether a turn says what the stored one says; its session, labels and importance are not what was said."""
    zone, valid_at = before["tz"], episode.valid_at or before["valid_at"]
    same_time = valid_at.astimezone(UTC) == before["valid_at"]
    return same_time and before["search_text"] == search_text(episode, valid_at, zone)


def _result(plan: _Plan, stored: Row) -> RememberResult:
    for index, row in enumerate(plan.created):
        row |= {"seq": stored["first_seq"] + index, "created_at": stored["now"]}
    views = tuple(episode_view(row) for row in plan.answer)
    return RememberResult(views, stored=len(plan.created), duplicates=plan.duplicates)


def _parameters(request: RememberInput, plan: _Plan, *, checked: bool) -> dict[str, Any]:
    """Parameters of write/store_turns; `checked` says that turns stored before have been taken out of the plan."""
    asked = () if checked else plan.created
    return {
        "group_id": request.group_id,
        "group_token": group_token(request.group_id),
        "uuid": new_uuid(),
        "turns": [_turn_row(request, row) for row in plan.created],
        "sessions": _session_rows(request, plan),
        "requests": _request_rows(request, plan),
        "request_key": request_key(request),
        "external_ids": [row["external_id"] for row in asked if row["external_id"] is not None],
        "dedup_keys": [row["dedup_key"] for row in asked if row["dedup_key"] is not None],
        "checked": checked,
    }


def _turn_row(request: RememberInput, row: Row) -> Row:
    properties = {name: value for name, value in row.items() if name != "revises"}
    return {"order_head": order_head(request, row["valid_at"]), "properties": properties}


def _session_rows(request: RememberInput, plan: _Plan) -> list[Row]:
    if request.session_id is None or not plan.created:
        return []
    times = [row["valid_at"] for row in plan.created]
    return [
        {
            "session_key": session_key(request.group_id, request.session_id),
            "uuid": new_uuid(),
            "session_id": request.session_id,
            "started_at": min(times),
            "last_at": max(times),
        }
    ]


def _request_rows(request: RememberInput, plan: _Plan) -> list[Row]:
    if request.request_id is None:
        return []
    return [
        {
            "key": request_key(request),
            "uuid": new_uuid(),
            "payload_hash": payload_hash(request),
            "episodes": [row["uuid"] for row in plan.answer],
        }
    ]

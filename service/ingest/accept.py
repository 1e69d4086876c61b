"""Storing turns: one transaction, acknowledged when durable, the same turn never twice."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from graph_schema.ids import group_token, new_uuid
from graph_schema.store import GraphStore, Transaction
from service.contract import EpisodeInput, EpisodeView, RememberInput, RememberResult
from service.errors import Conflict
from service.ingest.records import (
    Identity,
    episode_properties,
    identity,
    payload_hash,
    request_key,
    search_text,
    session_key,
)
from service.views import episode_view

Row = dict[str, Any]


@dataclass(slots=True)
class _Plan:
    """What a request adds: rows to create, pairs of revisions, and each turn's place in the answer."""

    created: list[Row] = field(default_factory=list[Row])
    revisions: list[dict[str, str]] = field(default_factory=list[dict[str, str]])
    answer: list[Row] = field(default_factory=list[Row])
    duplicates: int = 0


class Accept:
    """Stores turns and wakes the workers."""

    def __init__(self, store: GraphStore, default_zone: str, stored: Callable[[str], None]) -> None:
        """Use `store`; turns without a zone are in `default_zone`; `stored(group_id)` is called after each commit."""
        self._store = store
        self._default_zone = default_zone
        self._stored = stored

    async def remember(self, request: RememberInput) -> RememberResult:
        """The stored turns, durable; see `service.memory.MemoryApi.remember`.

        Raises:
            Conflict: the request id was used before for other turns.
        """
        result = await self._store.transaction(lambda tx: self._store_turns(tx, request), name="write/store_episodes")
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

    async def _store_turns(self, tx: Transaction, request: RememberInput) -> RememberResult:
        (opened,) = await tx.run(
            "write/open_store",
            group_id=request.group_id,
            group_token=group_token(request.group_id),
            uuid=new_uuid(),
            count=len(request.episodes),
            request_key=request_key(request),
        )
        if opened["payload_hash"] is not None:
            return await self._repeated(tx, request, opened)
        known = await self._known(tx, request)
        plan = self._plan(request, known, opened["first_seq"], opened["now"])
        await self._write(tx, request, plan, opened["now"])
        views = tuple(episode_view(row) for row in plan.answer)
        return RememberResult(views, stored=len(plan.created), duplicates=plan.duplicates)

    async def _repeated(self, tx: Transaction, request: RememberInput, opened: Row) -> RememberResult:
        if opened["payload_hash"] != payload_hash(request):
            raise Conflict(
                "requestId",
                f"requestId {request.request_id!r} was used before for other turns; "
                "send a new requestId, or the same turns again",
            )
        rows = await tx.run("read/episodes_by_uuid", uuids=opened["episodes"])
        by_uuid: dict[str, EpisodeView] = {row["episode"]["uuid"]: episode_view(row["episode"]) for row in rows}
        views = tuple(by_uuid[uuid] for uuid in opened["episodes"])
        return RememberResult(views, stored=0, duplicates=len(views))

    async def _known(self, tx: Transaction, request: RememberInput) -> dict[Identity, Row]:
        identities = [identity(request, episode) for episode in request.episodes]
        external = [known.external_id for known in identities if known.external_id is not None]
        dedup = [known.dedup_key for known in identities if known.dedup_key is not None]
        if not external and not dedup:
            return {}
        rows = await tx.run("read/stored_before", group_id=request.group_id, external_ids=external, dedup_keys=dedup)
        return {Identity(row["external_id"], row["dedup_key"]): row["episode"] for row in rows}

    def _plan(self, request: RememberInput, known: dict[Identity, Row], first_seq: int, now: datetime) -> _Plan:
        plan = _Plan()
        for index, episode in enumerate(request.episodes):
            who = identity(request, episode)
            before = known.get(who) if who != Identity(None, None) else None
            if before is not None and _same(before, request, episode):
                plan.duplicates += 1
                plan.answer.append(before)
                continue
            zone = episode.time_zone or (before["tz"] if before else self._default_zone)
            valid_at = episode.valid_at or (before["valid_at"] if before else now)
            row = episode_properties(request, episode, first_seq + index, now, zone, valid_at.astimezone(UTC))
            if before is not None:
                plan.revisions.append({"new": row["uuid"], "old": before["uuid"]})
                row["revises"] = before["uuid"]
            known[who] = row
            plan.created.append(row)
            plan.answer.append(row)
        return plan

    async def _write(self, tx: Transaction, request: RememberInput, plan: _Plan, now: datetime) -> None:
        await tx.run(
            "write/store_episodes",
            group_id=request.group_id,
            episodes=[_node_row(request, row) for row in plan.created],
            sessions=_session_rows(request, plan),
            requests=_request_rows(request, plan),
            now=now,
        )
        if plan.revisions:
            await tx.run("write/link_revisions", group_id=request.group_id, pairs=plan.revisions, now=now)


def _same(before: Row, request: RememberInput, episode: EpisodeInput) -> bool:
    """Whether a turn says what the stored one says; its session, labels and importance are not what was said."""
    zone, valid_at = before["tz"], episode.valid_at or before["valid_at"]
    same_time = valid_at.astimezone(UTC) == before["valid_at"]
    return same_time and before["search_text"] == search_text(episode, valid_at, zone)


def _node_row(request: RememberInput, row: Row) -> Row:
    key = session_key(request.group_id, request.session_id) if request.session_id is not None else ""
    return {"session_key": key, "properties": {name: value for name, value in row.items() if name != "revises"}}


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

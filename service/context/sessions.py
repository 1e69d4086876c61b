"""Sessions as they stand: turns, summaries and the state of the task."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from graph_schema.store import GraphStore, Transaction
from service.beliefs.audit import TASK_STATE, Author, Effects, record
from service.beliefs.locked import locked_change
from service.beliefs.slots import Change, Embed
from service.context.model import SessionView, SummaryView, TaskChange, TaskEdit
from service.context.safe import one_line
from service.context.state import PARTS, Edits, edited, task_state
from service.contract import FactView
from service.errors import UnknownId
from service.ingest.records import session_key
from service.ports import Clock
from service.reads.reads import Reads
from service.validation import check_id, check_text
from service.views import episode_view, moment

Row = dict[str, Any]
MOST_TURNS = 5_000
"""Turns of a session that are looked at; earlier ones are found by recall."""
_MOST_FACTS = 200
_MAX_LINE = 500


class Sessions:
    """Reads sessions and edits their state."""

    def __init__(self, store: GraphStore, reads: Reads, embed: Embed, clock: Clock) -> None:
        """`embed` is what every change to a group is given."""
        self._store = store
        self._reads = reads
        self._embed = embed
        self._clock = clock

    async def find(self, group_id: str, session_id: str, now: datetime | None = None) -> SessionView | None:
        """The session, None where nothing was said in it; `now` is the reader's clock."""
        key = session_key(group_id, session_id)
        rows = await self._store.read("read/session", session_key=key)
        if not rows:
            return None
        found = await self._store.read("read/session_turns", session_key=key, most=MOST_TURNS)
        turns = [row["episode"] for row in reversed(found)]
        return _view(rows[0], turns, await self._facts(key, now or self._clock.now()))

    async def get(self, group_id: str, session_id: str) -> SessionView:
        """The session; raises UnknownId where nothing was said in it."""
        check_id("groupId", group_id)
        check_id("sessionId", session_id)
        view = await self.find(group_id, session_id)
        if view is None:
            raise UnknownId("sessionId", session_id)
        return view

    async def edit(self, group_id: str, session_id: str, change: TaskEdit, author: Author) -> TaskChange:
        """The operation by which the task's state is edited; undone exactly.

        Raises:
            UnknownId: the session, or a line that is named, is not there.
            InvalidInput: a line is empty or too long, or nothing would change.
        """
        _check(change)
        known = {item.id: item for item in (await self.get(group_id, session_id)).state.items}
        key = session_key(group_id, session_id)

        async def work(tx: Transaction, at: Change) -> Row:
            (row,) = await tx.run("read/session", session_key=key)
            before = row["session"].get("task_edits")
            after = edited(Edits.of(before), change, known, at.now)
            await tx.run("write/set_task_edits", session_key=key, edits=after.text)
            ids = [row["session"]["uuid"]]
            effects = Effects(task=(key, before))
            return await record(tx, at, TASK_STATE, author, group_id=group_id, ids=ids, effects=effects)

        operation = await locked_change(self._store, self._embed, group_id, work, "operations/task_state")
        return TaskChange(operation, await self.get(group_id, session_id))

    async def _facts(self, key: str, at: datetime) -> list[FactView]:
        """The session's tasks, decisions and constraints that hold at a moment."""
        rows = await self._store.read(
            "read/session_facts", session_key=key, kinds=[kind.value for kind in PARTS], at=at, most=_MOST_FACTS
        )
        return await self._reads.facts_by_uuid([row["uuid"] for row in rows], at)


def _check(change: TaskEdit) -> None:
    if change.goal:
        check_text("goal", change.goal, _MAX_LINE)
    for index, (_, text) in enumerate(change.add):
        check_text(f"add[{index}].text", text, _MAX_LINE)


def _view(row: Row, turns: list[Row], facts: list[FactView]) -> SessionView:
    session = row["session"]
    active = tuple(map(episode_view, turns))
    summaries = tuple(map(summary_view, row["summaries"]))
    calls = {turn["uuid"]: json.loads(turn["tool_args"]) for turn in turns if turn.get("tool_args")}
    return SessionView(
        uuid=session["uuid"],
        group_id=session["group_id"],
        session_id=session["session_id"],
        started_at=moment(session["started_at"]),
        last_at=moment(session["last_at"]),
        turns=row["turns"],
        tokens=row["tokens"],
        active=active,
        active_tokens=sum(turn.token_count for turn in active) + sum(each.token_count for each in summaries),
        summaries=summaries,
        state=task_state(facts, active, calls, Edits.of(session.get("task_edits"))),
        roll_up=summary_view(row["roll_up"]) if row["roll_up"] else None,
    )


def summary_view(node: Mapping[str, Any]) -> SummaryView:
    """A summary from the properties of its node."""
    return SummaryView(
        uuid=node["uuid"],
        group_id=node["group_id"],
        session_id=node["session_id"],
        level=node["level"],
        content=one_line(node["content"]),
        token_count=node["token_count"],
        source_tokens=node["source_tokens"],
        turns=node["turns"],
        since=moment(node["since"]),
        until=moment(node["until"]),
        created_at=moment(node["created_at"]),
    )

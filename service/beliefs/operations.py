"""Operations by hand and their undoing.

A belief operation (extract, retract, their undoing) changes which assertions are live; undoing it is a new change of
belief, so what was believed in between stays readable. An administrative operation (pin) keeps what it changed and is
put back exactly.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from graph_schema.ids import new_uuid
from graph_schema.model import EpisodeState
from graph_schema.store import GraphStore, Transaction
from service.beliefs.slots import Change, Embed, recompute
from service.contract import OperationView
from service.errors import Conflict, UnknownId
from service.ingest.commit import EXTRACT
from service.views import operation_view

Row = dict[str, Any]

RETRACT, PIN, UNDO = "retract", "pin", "undo"
ADMINISTRATIVE = (PIN,)
"""Kinds that are undone exactly; all others are compensated by a new change of belief."""


@dataclass(frozen=True, slots=True)
class Author:
    """Who asks for an operation, and why."""

    actor: str
    reason: str


class Operations:
    """Changes facts by hand, each change recorded and undoable."""

    def __init__(self, store: GraphStore, embed: Embed) -> None:
        """`embed` is needed where an older wording comes back."""
        self._store = store
        self._embed = embed

    async def retract(self, group_id: str, fact: str, author: Author) -> OperationView:
        """The operation by which a fact, all its evidence withdrawn, is no longer believed.

        Raises:
            UnknownId: the group has no such fact.
            Conflict: the fact is not believed at present.
        """

        async def work(tx: Transaction, change: Change) -> Row:
            found = await _fact(tx, group_id, fact)
            if not found["assertions"]:
                raise Conflict("id", f"fact {fact} is not believed at present, so there is nothing to retract")
            rows = await tx.run(
                "write/retire_assertions", keys=found["assertions"], operation=change.operation, now=change.now
            )
            await recompute(tx, [row["slot"] for row in rows], change)
            return await _record(tx, change, _operation(change, group_id, RETRACT, author, [found["uuid"]]))

        return await self._change(group_id, work, "operations/retract")

    async def pin(self, group_id: str, fact: str, pinned: bool, author: Author) -> OperationView:
        """The operation by which a fact is pinned or unpinned.

        Raises:
            UnknownId: the group has no such fact.
        """

        async def work(tx: Transaction, change: Change) -> Row:
            found = await _fact(tx, group_id, fact)
            await tx.run("write/set_pinned", fact=found["uuid"], pinned=pinned)
            operation = _operation(change, group_id, PIN, author, [found["uuid"]])
            operation["before"] = json.dumps({"pinned": found["pinned"]})
            return await _record(tx, change, operation)

        return await self._change(group_id, work, "operations/pin")

    async def undo(self, group_id: str, uuid: str, author: Author) -> OperationView:
        """The operation that undid another one.

        Raises:
            UnknownId: the group has no such operation.
            Conflict: it is undone already, or later operations depend on it; these are named.
        """

        async def work(tx: Transaction, change: Change) -> Row:
            rows = await tx.run(
                "read/operation_to_undo", group_id=group_id, uuid=uuid, administrative=list(ADMINISTRATIVE)
            )
            if not rows:
                raise UnknownId("operation", uuid)
            found = rows[0]
            _refuse_blocked(found)
            operation = _operation(change, group_id, UNDO, author, list(found["operation"]["ids"]))
            operation["undoes"] = uuid
            operation["before"] = json.dumps(await _put_back(tx, found, change))
            return await _record(tx, change, operation)

        return await self._change(group_id, work, "operations/undo")

    async def _change(self, group_id: str, work: Any, name: str) -> OperationView:
        """Runs `work(tx, change)` under the lock of the group's beliefs."""

        async def locked(tx: Transaction) -> Row:
            (clock,) = await tx.run("write/lock_beliefs", group_id=group_id, uuid=new_uuid())
            now: datetime = clock["now"]
            return await work(tx, Change(now, new_uuid(), self._embed))

        return operation_view(await self._store.transaction(locked, name=name))


async def _fact(tx: Transaction, group_id: str, fact: str) -> Row:
    rows = await tx.run("read/fact_to_change", group_id=group_id, fact=fact)
    if not rows:
        raise UnknownId("id", fact)
    return rows[0]


def _refuse_blocked(found: Row) -> None:
    undone_by = found["operation"].get("undone_by")
    if undone_by:
        raise Conflict("operation", f"it was undone already, by operation {undone_by}", (undone_by,))
    if found["blockers"]:
        names = ", ".join(found["blockers"])
        raise Conflict("operation", f"later operations depend on it; undo these first: {names}", tuple(found["blockers"]))


async def _put_back(tx: Transaction, found: Row, change: Change) -> Row:
    """Undoes what an operation did; returns what undoing the undoing needs to know."""
    operation = found["operation"]
    before: Row = json.loads(operation.get("before") or "{}")
    if "pinned" in before:
        (fact,) = operation["ids"]
        await tx.run("write/set_pinned", fact=fact, pinned=before["pinned"])
        return {"pinned": not before["pinned"]}
    withdrawn = [*found["written"], *before.get("revived", [])]
    slots = await tx.run("write/retire_assertions", keys=withdrawn, operation=change.operation, now=change.now)
    slots += await tx.run("write/revive_assertions", keys=found["retired"])
    await recompute(tx, [row["slot"] for row in slots], change)
    if operation["kind"] == EXTRACT or "episodes" in before:
        await _mark(tx, operation, undone=operation["kind"] == EXTRACT)
        return {"revived": found["retired"], "episodes": True}
    return {"revived": found["retired"]}


async def _mark(tx: Transaction, operation: Row, *, undone: bool) -> None:
    state = EpisodeState.SKIPPED if undone else EpisodeState.EXTRACTED
    reason = "its reading was undone" if undone else "the undoing of its reading was undone"
    await tx.run("write/mark_readings", uuids=operation["ids"], state=state.value, reason=reason)


def _operation(change: Change, group_id: str, kind: str, author: Author, ids: list[str]) -> Row:
    return {
        "uuid": change.operation,
        "group_id": group_id,
        "kind": kind,
        "actor": author.actor,
        "reason": author.reason,
        "ids": ids,
        "undoes": None,
        "undone_by": None,
    }


async def _record(tx: Transaction, change: Change, operation: Row) -> Row:
    (row,) = await tx.run("write/record_operation", operation=operation, now=change.now)
    return row["operation"]

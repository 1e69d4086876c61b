"""Changes to what is believed that jobs make: kept as they were, so that undoing restores every byte."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from graph_schema.ids import new_uuid
from graph_schema.store import GraphStore, Transaction
from service.beliefs.audit import UNDO, Author, Effects, record
from service.beliefs.slots import Change, Embed
from service.errors import Conflict

Row = dict[str, Any]
Work = Callable[[Transaction, Change], Awaitable[None]]

_TIMEOUT_S = 120.0


async def change_exactly(
    store: GraphStore, embed: Embed, group_id: str, kind: str, author: Author, effects: Effects, work: Work
) -> str:
    """Uuid of the operation under which `work` changed what is believed in some slots, or summaries.

    Args:
        store: the graph.
        embed: for wordings that are new or come back.
        group_id: the group that changes.
        kind: of operation.
        author: who asks for it and why.
        effects: all timelines that `work` may touch, or the entities it gives another summary.
        work: makes the change, under the lock of the group's beliefs.
    """

    async def locked(tx: Transaction) -> str:
        (clock,) = await tx.run("write/lock_beliefs", group_id=group_id, uuid=new_uuid())
        change = Change(clock["now"], new_uuid(), embed)
        ids, slots = list(effects.refreshed), list(effects.slots)
        await record(tx, change, kind, author, group_id=group_id, ids=ids, effects=effects)
        await tx.run("write/keep_beliefs", slots=slots, operation=change.operation)
        await work(tx, change)
        await tx.run("write/trim_kept", operation=change.operation)
        return change.operation

    return await store.transaction(locked, name=f"jobs/{kind}", timeout_s=_TIMEOUT_S)


async def restore_exactly(tx: Transaction, operation: Row, done: Effects) -> None:
    """Leaves the graph as if an operation of `change_exactly` had never been done.

    Raises:
        Conflict: what is believed in its slots was changed since; names the operations.
    """
    if operation["kind"] == UNDO:
        raise Conflict("operation", "the undoing of a job cannot be undone; run the job again")
    if done.refreshed:
        await tx.run("write/undo_summaries", summarised=list(done.refreshed), operation=operation["uuid"])
        return
    slots, at = list(done.slots), operation["created_at"]
    later = tuple(row["uuid"] for row in await tx.run("read/changed_by", slots=slots, at=at))
    if later:
        raise Conflict("operation", f"later operations depend on it; undo these first: {', '.join(later)}", later)
    await tx.run("write/roll_back", rows=[], slots=slots, operation=operation["uuid"], at=at)
    rows = await tx.run("write/put_back", group_id=operation["group_id"], undone=operation["uuid"], slots=slots)
    await tx.run("write/project", fact_ids=[row["fact_id"] for row in rows])

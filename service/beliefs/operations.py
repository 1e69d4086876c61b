"""Operations by hand and their undoing.

A belief operation (extract, retract, their undoing) changes which assertions are live; undoing it is a new change of
belief, so what was believed in between stays readable. An administrative operation (pin) keeps what it changed and is
put back exactly. Merging, splitting and naming entities are in `service.beliefs.identity`; all are undone here.
"""

from __future__ import annotations

from typing import Any

from graph_schema.model import EpisodeState
from graph_schema.store import GraphStore, Transaction
from graph_schema.vocabulary import stored_vocabulary
from service.beliefs.aliases import take_name
from service.beliefs.audit import PIN, RETRACT, UNDO, Author, Effects, record
from service.beliefs.configuring import put_settings
from service.beliefs.exact import restore_exactly
from service.beliefs.joining import changed_since, join, take_back
from service.beliefs.locked import Work, locked_change
from service.beliefs.parting import join_again
from service.beliefs.slots import Change, Embed, recompute
from service.beliefs.vocabulary import put_vocabulary
from service.contract import OperationView
from service.errors import Conflict, UnknownId

Row = dict[str, Any]


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
                raise Conflict("fact", f"fact {fact} is not believed at present, so there is nothing to retract")
            rows = await tx.run(
                "write/retire_assertions", keys=found["assertions"], operation=change.operation, now=change.now
            )
            await recompute(tx, [row["slot"] for row in rows], change)
            effects = Effects(retired=_keys(rows))
            return await record(tx, change, RETRACT, author, group_id=group_id, ids=[found["uuid"]], effects=effects)

        return await self._change(group_id, work, "operations/retract")

    async def pin(self, group_id: str, fact: str, pinned: bool, author: Author) -> OperationView:
        """The operation by which a fact is pinned or unpinned.

        Raises:
            UnknownId: the group has no such fact.
        """

        async def work(tx: Transaction, change: Change) -> Row:
            found = await _fact(tx, group_id, fact)
            await tx.run("write/set_pinned", fact=found["uuid"], pinned=pinned)
            effects = Effects(pinned=found["pinned"])
            return await record(tx, change, PIN, author, group_id=group_id, ids=[found["uuid"]], effects=effects)

        return await self._change(group_id, work, "operations/pin")

    async def undo(self, group_id: str, uuid: str, author: Author) -> OperationView:
        """The operation that undid another one.

        Raises:
            UnknownId: the group has no such operation.
            Conflict: it is undone already, or later operations depend on it; these are named.
        """
        exact: list[str] = []

        async def work(tx: Transaction, change: Change) -> Row:
            rows = await tx.run("read/operation_to_undo", group_id=group_id, uuid=uuid)
            if not rows:
                raise UnknownId("operation", uuid)
            found = rows[0]
            await _refuse_blocked(tx, found)
            effects, ids = await _put_back(tx, found, change), list(found["operation"]["ids"])
            exact.extend((*effects.slots, *effects.refreshed))
            return await record(tx, change, UNDO, author, group_id=group_id, ids=ids, effects=effects, undoes=uuid)

        try:
            undoing = await self._change(group_id, work, "operations/undo")
        except Conflict as conflict:
            await self._finish(group_id, uuid, conflict)
            raise
        if exact:
            return undoing
        await self._store.batched("write/change_back", group_id=group_id, undone=uuid, operation=undoing.uuid)
        return undoing

    async def _finish(self, group_id: str, uuid: str, conflict: Conflict) -> None:
        """Goes on with an undoing that was cut off between its batches, where the conflict is that there was one."""
        rows = await self._store.read("read/undone_by", group_id=group_id, uuid=uuid)
        if rows and rows[0]["undone_by"] in conflict.blockers:
            done = rows[0]["undone_by"]
            await self._store.batched("write/change_back", group_id=group_id, undone=uuid, operation=done)

    async def _change(self, group_id: str, work: Work, name: str) -> OperationView:
        return await locked_change(self._store, self._embed, group_id, work, name)


async def _fact(tx: Transaction, group_id: str, fact: str) -> Row:
    rows = await tx.run("read/fact_to_change", group_id=group_id, fact=fact)
    if not rows:
        raise UnknownId("fact", fact)
    return rows[0]


async def _refuse_blocked(tx: Transaction, found: Row) -> None:
    operation = found["operation"]
    undone_by = operation.get("undone_by")
    if undone_by:
        raise Conflict("operation", f"it was undone already, by operation {undone_by}", (undone_by,))
    later = await tx.run(
        "read/later_operations",
        group_id=operation["group_id"],
        at=operation["created_at"],
        kinds=list(Effects.of(operation).built_on_by),
        ids=operation["ids"],
    )
    blockers = (*found["blockers"], *(row["uuid"] for row in later))
    if blockers:
        raise Conflict(
            "operation", f"later operations depend on it; undo these first: {', '.join(blockers)}", tuple(blockers)
        )


async def _put_back(tx: Transaction, found: Row, change: Change) -> Effects:
    """Undoes what an operation did; returns what this did, so that it can be undone in turn."""
    operation = found["operation"]
    done = Effects.of(operation)
    if done.pinned is not None:
        (fact,) = operation["ids"]
        await tx.run("write/set_pinned", fact=fact, pinned=done.pinned)
        return Effects(pinned=not done.pinned)
    if done.vocabulary is not None:
        before = await put_vocabulary(tx, operation["group_id"], stored_vocabulary(done.vocabulary))
        return Effects(vocabulary=before.text)
    if done.settings is not None:
        return Effects(settings=await put_settings(tx, operation["group_id"], done.settings))
    if done.task is not None:
        return await _put_task_back(tx, *done.task)
    if done.summarised is not None:
        return await _expand(tx, operation, done)
    if done.slots or done.refreshed:
        await restore_exactly(tx, operation, done)
        return done
    if done.part is not None:
        if operation["kind"] == UNDO:
            raise Conflict("operation", "the undoing of a parting cannot be undone; part the entity again")
        return await join_again(tx, change, operation, done)
    if done.joined or done.parted:
        return await _undo_joining(tx, operation, done, change)
    if done.alias is not None or done.review is not None:
        return await _undo_decision(tx, operation, done, change)
    withdrawn = [*found["written"], *done.revived]
    retired = await tx.run("write/retire_assertions", keys=withdrawn, operation=change.operation, now=change.now)
    revived = await tx.run("write/revive_assertions", keys=list(done.retired))
    await recompute(tx, [row["slot"] for row in retired + revived], change)
    if done.read is not None:
        await _mark(tx, operation["ids"], read=not done.read)
    return Effects(_keys(retired), _keys(revived), None if done.read is None else not done.read)


async def _put_task_back(tx: Transaction, key: str, edits: str | None) -> Effects:
    (row,) = await tx.run("read/session", session_key=key)
    await tx.run("write/set_task_edits", session_key=key, edits=edits)
    return Effects(task=(key, row["session"].get("task_edits")))


async def _expand(tx: Transaction, operation: Row, done: Effects) -> Effects:
    if operation["kind"] == UNDO:
        raise Conflict("operation", "the undoing of a compression cannot be undone; compress the session again")
    await tx.run("write/expand_session", operation=operation["uuid"])
    return done


async def _undo_joining(tx: Transaction, operation: Row, done: Effects, change: Change) -> Effects:
    """Leaves no trace of the merge or split where nothing has changed since, else makes the opposite change now."""
    group_id, ids, at = operation["group_id"], operation["ids"], operation["created_at"]
    if operation["kind"] != UNDO and not await changed_since(tx, group_id, ids, at):
        await take_back(tx, change, operation, ids, done)
        return Effects(joined=done.parted, parted=done.joined)
    return await join(tx, change, done.parted, done.joined)


async def _undo_decision(tx: Transaction, operation: Row, done: Effects, change: Change) -> Effects:
    if done.alias is not None:
        if operation["kind"] == UNDO:
            raise Conflict("operation", "an alias that was taken away cannot be given back so; give it again")
        (entity,) = operation["ids"]
        await take_name(tx, operation["group_id"], entity, done.alias, change.now)
        return Effects(alias=done.alias)
    before = done.review_before or ("rejected" if operation["kind"] == UNDO else "pending")
    after = "pending" if before == "rejected" else "rejected"
    (found,) = await tx.run("read/review", group_id=operation["group_id"], uuid=done.review)
    if found["status"] != after:
        raise Conflict("operation", f"the pair was decided otherwise since: {found['status']}")
    await tx.run("write/decide_same", uuid=done.review, status=before)
    return Effects(review=done.review, review_before=after)


async def _mark(tx: Transaction, turns: list[str], *, read: bool) -> None:
    state = EpisodeState.EXTRACTED if read else EpisodeState.SKIPPED
    reason = None if read else "its reading was undone"
    await tx.run("write/mark_readings", uuids=turns, state=state.value, reason=reason)


def _keys(rows: list[Row]) -> tuple[str, ...]:
    return tuple(row["key"] for row in rows)

"""One change at a time to what a group believes, in a transaction of its own."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from graph_schema.ids import new_uuid
from graph_schema.store import GraphStore, Transaction
from service.beliefs.slots import Change, Embed
from service.contract import OperationView
from service.views import operation_view

Row = dict[str, Any]
Work = Callable[[Transaction, Change], Awaitable[Row]]


async def locked_change(store: GraphStore, embed: Embed, group_id: str, work: Work, name: str) -> OperationView:
    """The operation that `work` records, done under the lock of the group's beliefs.

    Args:
        store: the graph.
        embed: for wordings that are new or come back.
        group_id: the group that changes.
        work: makes the change and returns the properties of its operation.
        name: of the transaction, for the server's log.
    """

    async def locked(tx: Transaction) -> Row:
        (clock,) = await tx.run("write/lock_beliefs", group_id=group_id, uuid=new_uuid())
        return await work(tx, Change(clock["now"], new_uuid(), embed))

    return operation_view(await store.transaction(locked, name=name))

"""Deciding between two facts that contradict each other."""

from __future__ import annotations

from typing import Any

from graph_schema.store import Transaction
from graph_schema.timeline import losing
from service.beliefs.audit import RESOLVE, Author, Effects, record
from service.beliefs.slots import Change, deciding, recompute
from service.contract import ReviewDecision
from service.errors import Conflict, UnknownId

Row = dict[str, Any]


async def decide(
    tx: Transaction, change: Change, group_id: str, review: str, decision: ReviewDecision, author: Author
) -> Row:
    """The operation by which one of two facts stays, and what was said of the other for the same time is withdrawn.

    Args:
        tx: the transaction that holds the lock of the group's beliefs.
        change: its time, operation and embedder.
        group_id: the group.
        review: uuid of the contradiction.
        decision: ACCEPT leaves the fact that was chosen until now, REJECT the other one.
        author: who decides and why.

    Raises:
        UnknownId: the group has no such review.
        Conflict: the two no longer contradict each other.
    """
    rows = await tx.run("read/contradiction", group_id=group_id, uuid=review)
    if not rows:
        raise UnknownId("review", review)
    (found,) = rows
    if not found["waiting"]:
        raise Conflict("review", f"review {review} was decided before, or the two no longer contradict each other")
    pair = (found["chosen"], found["other"])
    kept, other = pair if decision is ReviewDecision.ACCEPT else pair[::-1]
    (slot,) = await tx.run("read/slots", slots=[found["slot"]])
    keys = losing(deciding(slot), kept, other)
    retired = await tx.run("write/retire_assertions", keys=list(keys), operation=change.operation, now=change.now)
    await recompute(tx, [found["slot"]], change)
    effects = Effects(retired=tuple(row["key"] for row in retired))
    return await record(tx, change, RESOLVE, author, group_id=group_id, ids=found["facts"], effects=effects)

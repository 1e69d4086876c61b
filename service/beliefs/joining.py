"""Which entities are one, and what that does to what is believed of them.

A merge is a `SAME_AS` from an entity to the one it is merged into, with its times of knowledge. Entities, mentions and
assertions keep their own nodes; only the keys under which assertions count follow the merge, so that both names share
their slots and claims. Timelines are then computed as always: facts of the merged entity expire with the merge, those
of the other take its evidence in, and a read with an earlier `knownAt` finds them apart.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from graph_schema.ids import new_uuid
from graph_schema.store import Transaction
from service.beliefs.audit import Effects, Pair
from service.beliefs.keys import Keys, keys_of
from service.beliefs.slots import DESCRIBED, Change, recompute

Row = dict[str, Any]

_TIMES = ("valid_at", "invalid_at", "expired_at", "expires_at", "last_stated_at")


@dataclass(frozen=True, slots=True)
class Moves:
    """Assertions whose keys change.

    Attributes:
        rows: of `read/assertions_about`, with the keys each has until now.
        keys: the keys each gets, in the same order.
    """

    rows: tuple[Row, ...]
    keys: tuple[Keys, ...]

    @property
    def slots(self) -> list[str]:
        """The timelines that this touches."""
        return sorted({row["slot"] for row in self.rows} | {keys.slot for keys in self.keys})

    @property
    def claims(self) -> list[str]:
        """The claims that gain evidence."""
        return sorted({keys.claim for keys in self.keys})


async def join(tx: Transaction, change: Change, begun: Iterable[Pair], ended: Iterable[Pair]) -> Effects:
    """Merges pairs (entity, into) and ends other merges; what that did, so that it can be taken back."""
    begun, ended = tuple(begun), tuple(ended)
    done = Effects(joined=begun, parted=ended)
    entities = sorted({uuid for pair in (*begun, *ended) for uuid in pair})
    await tx.run(
        "write/join_entities",
        begun=[{"member": member, "root": root, "uuid": new_uuid()} for member, root in begun],
        ended=[{"member": member, "root": root} for member, root in ended],
        entities=entities if begun else [],
        operation=change.operation,
        now=change.now,
    )
    return await move(tx, change, entities, done)


async def move(tx: Transaction, change: Change, entities: Sequence[str], done: Effects) -> Effects:
    """Lets assertions count for whom they are about by now; `done` with what that changed."""
    moves = await _moves(tx, entities)
    if not moves.rows:
        return done
    unbelieved = await tx.run("read/unbelieved_facts", claims=moves.claims)
    (row,) = await tx.run("write/rekey_assertions", rows=_rows(moves), now=change.now)
    await recompute(tx, moves.slots, change)
    return replace(done, unbelieved=tuple(unbelieved), newly_pinned=tuple(row["pinned"]))


async def changed_since(tx: Transaction, group_id: str, entities: Sequence[str], at: datetime) -> bool:
    """Whether anything that is believed of the entities has changed after a moment."""
    rows = await tx.run("read/assertions_about", entities=list(entities))
    slots = sorted({row["slot"] for row in rows})
    (found,) = await tx.run("read/changed_since", group_id=group_id, slots=slots, at=at)
    return found["changed"]


async def take_back(tx: Transaction, change: Change, operation: Row, entities: Sequence[str], done: Effects) -> None:
    """Leaves the graph as if an operation that joined or parted entities had never been done."""
    await tx.run("write/part_again", entities=list(entities), at=operation["created_at"])
    await take_back_moves(tx, change, operation, entities, done)


async def take_back_moves(
    tx: Transaction, change: Change, operation: Row, entities: Sequence[str], done: Effects
) -> None:
    """Lets assertions count again as before the operation, its facts and versions gone."""
    moves = await _moves(tx, entities)
    if not moves.rows:
        return
    await tx.run(
        "write/roll_back",
        rows=_rows(moves),
        slots=moves.slots,
        operation=operation["uuid"],
        at=operation["created_at"],
    )
    await recompute(tx, moves.slots, change)
    await _restore(tx, change, done.unbelieved)
    for fact in done.newly_pinned:
        await tx.run("write/set_pinned", fact=fact, pinned=False)


async def _moves(tx: Transaction, entities: Sequence[str]) -> Moves:
    rows = await tx.run("read/assertions_about", entities=list(entities))
    pairs = [(row, keys_of(row, entities)) for row in rows]
    moving = [(row, keys) for row, keys in pairs if (row["claim"], row["slot"]) != (keys.claim, keys.slot)]
    return Moves(tuple(row for row, _ in moving), tuple(keys for _, keys in moving))


def _rows(moves: Moves) -> list[Row]:
    facts = {claim: new_uuid() for claim in moves.claims}
    return [
        {
            "key": row["key"],
            "before": row["claim"],
            "claim": keys.claim,
            "slot": keys.slot,
            "value_key": keys.value,
            "subject": keys.subject,
            "object": keys.object,
            "fact": facts[keys.claim],
        }
        for row, keys in zip(moves.rows, moves.keys, strict=True)
    ]


async def _restore(tx: Transaction, change: Change, unbelieved: Sequence[Row]) -> None:
    """Facts that were not believed before say again what they said, and until when they were believed."""
    said = {row["wording"] for row in unbelieved} - {None}
    wordings = {row["key"]: row for row in await tx.run("read/wordings", keys=sorted(said))} if said else {}
    facts: list[Row] = []
    for row in unbelieved:
        properties: Row = {name: row.get(name) for name in ("confidence", "importance", "base_importance")}
        properties |= {name: datetime.fromisoformat(row[name]) if row.get(name) else None for name in _TIMES}
        wording = wordings.get(row["wording"])
        vector = None
        if wording is not None:
            properties |= {name: wording["assertion"].get(name) for name in DESCRIBED}
            if wording["text"] != properties["text"]:
                (vector,) = await change.embed([properties["text"]])
        facts.append({"fact_id": row["fact_id"], "properties": properties, "embedding": vector})
    if facts:
        await tx.run("write/restore_facts", facts=facts)

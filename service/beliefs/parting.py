"""Taking apart an entity that several were read into: what some turns say of it becomes an entity of its own.

Mentions and assertions of these turns change hands; timelines are computed anew, so that facts of the one expire and
those of the other begin now, and a read with an earlier `knownAt` finds what was believed then.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from graph_schema.ids import digest, group_token, identity_key, new_uuid
from graph_schema.store import Transaction
from service.beliefs.audit import Effects
from service.beliefs.joining import changed_since, join, move, take_back_moves
from service.beliefs.slots import Change
from service.errors import Conflict, InvalidInput, UnknownId
from service.identity.match import UNKNOWN, Stage
from service.ingest.known import KnownEntity, entity_row, name_keys

Row = dict[str, Any]

MOST_TURNS = 1_000


async def part(
    tx: Transaction, change: Change, group_id: str, entity: str, turns: Sequence[str], name: str | None
) -> tuple[str, Effects]:
    """The uuid of the entity that now has what the turns say of `entity`, and what that changed.

    Raises:
        InvalidInput: the name has neither letters nor digits, or there are too many turns.
        UnknownId: the group has no such turn.
        Conflict: no turn says anything of the entity, nothing else does, or the name is another's.
    """
    turns = list(dict.fromkeys(turns))
    if len(turns) > MOST_TURNS:
        raise InvalidInput("turns", f"{len(turns)} turns", f"at most {MOST_TURNS} at once")
    (row,) = await tx.run("read/entities_by_uuid", uuids=[entity], known_at=change.now, believed_at=change.now)
    whole: Row = row["entity"]
    (said,) = await tx.run("read/parted", group_id=group_id, entity=entity, turns=turns)
    if said["unknown"]:
        raise UnknownId("turn", said["unknown"][0])
    if not said["surfaces"] and not said["assertions"]:
        raise Conflict("turns", f"none of these turns says anything of entity {entity}, so there is nothing to part")
    called = (name or _most_frequent(said["surfaces"]) or whole["name"]).strip()
    one = await _new(tx, change, group_id, whole, called)
    await tx.run("write/part_entity", entity=entity, part=one.uuid, turns=turns, now=change.now)
    done = await move(tx, change, [entity, one.uuid], Effects(part=(entity, one.uuid)))
    return one.uuid, done


async def join_again(tx: Transaction, change: Change, operation: Row, done: Effects) -> Effects:
    """Undoes a parting: without a trace where nothing was said of the part since, else by merging the two now."""
    assert done.part is not None
    entity, part_ = done.part
    at = operation["created_at"]
    (row,) = await tx.run("read/parted", group_id=operation["group_id"], entity=part_, turns=operation["ids"][2:])
    if row["left"] or await changed_since(tx, operation["group_id"], [entity, part_], at):
        return await join(tx, change, [(part_, entity)], ())
    await tx.run("write/unpart_entity", entity=entity, part=part_, at=at)
    await take_back_moves(tx, change, operation, [entity], done)
    await tx.run("write/forget_part", part=part_)
    return Effects(part=done.part)


async def _new(tx: Transaction, change: Change, group_id: str, whole: Row, called: str) -> KnownEntity:
    """A new entity of the same type under a name of nobody else; a discriminator tells it from one of its name."""
    folded = identity_key(called)
    if not folded:
        raise InvalidInput("name", "has neither letters nor digits", "a name")
    uuid = new_uuid()
    same = folded == whole["identity_key"]
    await _refuse_taken(tx, change, group_id, whole, called)
    seen = whole["first_seen_at"], whole["last_seen_at"]
    discriminator = digest(("part", uuid)) if same else ""
    one = KnownEntity(uuid, called, whole["type"], folded, discriminator, [], [], *seen, is_new=True, dirty=True)
    one.call(group_id, called, Stage.IDENTITY, 1.0)
    if not discriminator:
        one.block(group_id, called)
    (vector,) = await change.embed([called])
    row = entity_row(group_id, group_token(group_id), one, vector)
    await tx.run("write/merge_entities", entities=[row], now=change.now)
    return one


async def _refuse_taken(tx: Transaction, change: Change, group_id: str, whole: Row, called: str) -> None:
    rows = await tx.run(
        "read/entities_by_name",
        name_keys=name_keys(group_id, called),
        known_at=change.now,
        believed_at=change.now,
    )
    takers = [
        row["entity"]["uuid"]
        for row in rows
        if row["entity"]["uuid"] != whole["uuid"]
        and row["entity"]["identity_key"] == identity_key(called)
        and (row["entity"]["type"] == whole["type"] or UNKNOWN in (row["entity"]["type"], whole["type"]))
    ]
    if takers:
        raise Conflict(
            "name", f"it is the name of entity {takers[0]}: part under another name, then merge", (takers[0],)
        )


def _most_frequent(surfaces: Sequence[str]) -> str | None:
    """What the turns call it most; of several the first said."""
    return max(dict.fromkeys(surfaces), key=list(surfaces).count, default=None)

"""Giving an entity one more name by hand, and taking it away again."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from graph_schema.ids import digest, identity_key, new_uuid
from graph_schema.store import Transaction
from service.errors import Conflict, InvalidInput
from service.identity.blocks import block_keys
from service.identity.match import UNKNOWN, Stage
from service.identity.names import parse
from service.ingest.known import block_key, name_keys, search_text

Row = dict[str, Any]


async def give_name(tx: Transaction, group_id: str, entity: str, name: str, now: datetime) -> Row:
    """Lets the entity be found by the name for certain; what that changed, in keys and never in words.

    Raises:
        InvalidInput: the name has neither letters nor digits.
        Conflict: it is called so already, or another entity of a fitting type is.
    """
    said = name.strip()
    keys = name_keys(group_id, said)
    if not keys:
        raise InvalidInput("name", "has neither letters nor digits", "a name")
    (row,) = await tx.run("read/entities_by_uuid", uuids=[entity], known_at=now, believed_at=now)
    found = row["entity"]
    stated: list[str] = list(found.get("stated_names") or ())
    if identity_key(said) == found["identity_key"] or identity_key(said) in map(identity_key, stated):
        raise Conflict("name", f"entity {entity} goes by that name already")
    names = [
        {
            "key": digest((key, entity)),
            "name_key": key,
            "uuid": new_uuid(),
            "name": said,
            "stage": Stage.STATED.value,
            "score": 1.0,
        }
        for key in keys
    ]
    blocks = [block_key(group_id, key) for key in block_keys(parse(said), found["type"])]
    (state,) = await tx.run("read/alias_state", entity=entity, names=names, blocks=blocks)
    _refuse_taken(entity, found["type"], state["others"])
    listed = said not in found["aliases"]
    aliases = [*found["aliases"], *([said] if listed else [])]
    await tx.run(
        "write/name_entity",
        entity=entity,
        properties=_names(found["name"], aliases, [*stated, said]),
        names=names,
        blocks=[{"key": key, "uuid": new_uuid()} for key in blocks],
        now=now,
    )
    known = {kept["key"] for kept in state["names"]}
    return {
        "name_key": keys[0],
        "listed": listed,
        "added": [row["key"] for row in names if row["key"] not in known],
        "restored": state["names"],
        "released": [key for key in blocks if key not in state["held"]],
        "blocks": [key for key in blocks if key not in state["blocks"]],
        "listless": found.get("stated_names") is None,
    }


async def take_name(tx: Transaction, group_id: str, entity: str, given: Row, now: datetime) -> None:
    """Takes a name away that `give_name` gave; names the entity came by since stay."""
    (row,) = await tx.run("read/entities_by_uuid", uuids=[entity], known_at=now, believed_at=now)
    found = row["entity"]

    def without(names: list[str]) -> list[str]:
        return [name for name in names if name_keys(group_id, name)[:1] != [given["name_key"]]]

    aliases = without(found["aliases"]) if given["listed"] else list(found["aliases"])
    properties = _names(found["name"], aliases, without(list(found.get("stated_names") or ())))
    if given["listless"] and not properties["stated_names"]:
        properties["stated_names"] = None
    await tx.run(
        "write/unname_entity",
        entity=entity,
        properties=properties,
        added=given["added"],
        restored=given["restored"],
        released=given["released"],
        blocks=given["blocks"],
    )


def _names(name: str, aliases: list[str], stated: list[str]) -> Row:
    return {"aliases": aliases, "stated_names": stated, "search_text": search_text(name, aliases)}


def _refuse_taken(entity: str, kind: str, others: list[Row]) -> None:
    takers = [
        other["uuid"]
        for other in others
        if entity not in (other["uuid"], other["root"]) and (other["type"] == kind or UNKNOWN in (other["type"], kind))
    ]
    if takers:
        names = ", ".join(takers)
        raise Conflict("name", f"it is the name of entity {names}; merge the two if they are one", tuple(takers))

"""Which entity a name stands for, within one group and one transaction; two workers never make the same one twice."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from extractors.candidates import EntityRef, Reference
from graph_schema.ids import digest, identity_key, new_uuid
from graph_schema.model import Role

UNTYPED = "thing"
"""The type of an entity whose type is not known yet; it takes the first specific type it is mentioned with."""

_SELF = {
    Role.USER: ("user", "person"),
    Role.ASSISTANT: ("assistant", "agent"),
    Role.TOOL: ("tool", "tool"),
    Role.SYSTEM: ("system", "agent"),
}


@dataclass(frozen=True, slots=True)
class Speaker:
    """Who speaks in a turn, and to whom."""

    role: Role
    actor: str | None
    tool_name: str | None
    participants: tuple[str, ...]

    def named(self, reference: EntityRef) -> tuple[str, str, str]:
        """The (name, type, discriminator) a reference stands for.

        A role without a name is the group's own: its discriminator keeps it apart from anything called "user".
        """
        if reference.reference is Reference.SPEAKER:
            return self._who(self.role, self.actor or (self.tool_name if self.role is Role.TOOL else None))
        if reference.reference is Reference.ADDRESSEE:
            other = Role.USER if self.role is Role.ASSISTANT else Role.ASSISTANT
            single = self.participants[0] if len(self.participants) == 1 else None
            return self._who(other, single)
        return reference.name, reference.type, ""

    @staticmethod
    def _who(role: Role, name: str | None) -> tuple[str, str, str]:
        default, kind = _SELF[role]
        return (name, kind, "") if name else (default, kind, f"role:{role.value}")


@dataclass(slots=True)
class KnownEntity:
    """An entity as resolution sees it; `dirty` once something about it has to be written."""

    uuid: str
    name: str
    type: str
    identity_key: str
    discriminator: str
    aliases: list[str]
    first_seen_at: datetime
    last_seen_at: datetime
    is_new: bool = False
    dirty: bool = False
    new_names: list[str] = field(default_factory=list[str])


class Resolution:
    """Resolves the names of one batch against the entities of one group."""

    def __init__(self, group_id: str, rows: Iterable[dict[str, Any]]) -> None:
        """Start from the rows of `read/entities_by_name`."""
        self._group_id = group_id
        self._by_name: dict[str, list[KnownEntity]] = {}
        self._by_uuid: dict[str, KnownEntity] = {}
        for row in rows:
            self._learn(row["name_key"], _known(row["entity"]))

    @property
    def changed(self) -> list[KnownEntity]:
        """Entities to write, new ones first."""
        return sorted((e for e in self._by_uuid.values() if e.dirty), key=lambda e: (not e.is_new, e.uuid))

    def entity(self, uuid: str) -> KnownEntity:
        """The entity of a uuid that `resolve` returned."""
        return self._by_uuid[uuid]

    def resolve(self, name: str, kind: str, discriminator: str, seen_at: datetime) -> str | None:
        """The uuid of the entity the name stands for, a new one when none fits; None when the name has no letters.

        Args:
            name: as mentioned.
            kind: entity type; `thing` fits any.
            discriminator: tells apart entities that share a name, usually empty.
            seen_at: when it was mentioned, aware UTC.
        """
        folded = identity_key(name)
        if not folded:
            return None
        found = self._fitting(folded, kind, discriminator)
        entity = found or self._create(name, kind, folded, discriminator, seen_at)
        if entity.type == UNTYPED and kind != UNTYPED:
            entity.type, entity.dirty = kind, True
        if not entity.first_seen_at <= seen_at <= entity.last_seen_at:
            entity.first_seen_at = min(entity.first_seen_at, seen_at)
            entity.last_seen_at = max(entity.last_seen_at, seen_at)
            entity.dirty = True
        return entity.uuid

    def add_alias(self, uuid: str, alias: str) -> None:
        """Lets the entity also be found by `alias`, unless the name already stands for somebody else."""
        entity, folded = self._by_uuid[uuid], identity_key(alias)
        if not folded or folded == entity.identity_key or alias in entity.aliases:
            return
        key = name_key(self._group_id, folded)
        if any(other.uuid != uuid for other in self._by_name.get(key, [])):
            return
        entity.aliases.append(alias)
        entity.new_names.append(key)
        entity.dirty = True
        self._learn(key, entity)

    def _fitting(self, folded: str, kind: str, discriminator: str) -> KnownEntity | None:
        """The entity a name means; one that has a discriminator answers to its aliases but not to its bare name."""
        candidates = [
            entity
            for entity in self._by_name.get(name_key(self._group_id, folded), [])
            if entity.discriminator == discriminator or (not discriminator and entity.identity_key != folded)
        ]
        same = [e for e in candidates if e.type == kind]
        if same:
            return same[0]
        loose = [e for e in candidates if UNTYPED in (e.type, kind)]
        return loose[0] if len(loose) == 1 else None

    def _create(self, name: str, kind: str, folded: str, discriminator: str, seen_at: datetime) -> KnownEntity:
        entity = KnownEntity(
            new_uuid(), name.strip(), kind, folded, discriminator, [], seen_at, seen_at, is_new=True, dirty=True
        )
        key = name_key(self._group_id, folded)
        entity.new_names.append(key)
        self._learn(key, entity)
        return entity

    def _learn(self, key: str, entity: KnownEntity) -> None:
        entity = self._by_uuid.setdefault(entity.uuid, entity)
        named = self._by_name.setdefault(key, [])
        if entity not in named:
            named.append(entity)


def name_key(group_id: str, folded: str) -> str:
    """Key of a folded name within its group."""
    return digest(("name", group_id, folded))


def entity_row(group_id: str, token: str, entity: KnownEntity, vector: Any) -> dict[str, Any]:
    """The row for `write/merge_entities`."""
    return {
        "uuid": entity.uuid,
        "properties": {
            "group_id": group_id,
            "group_token": token,
            "name": entity.name,
            "type": entity.type,
            "identity_key": entity.identity_key,
            "discriminator": entity.discriminator,
            "entity_key": digest(("entity", group_id, entity.type, entity.identity_key, entity.discriminator)),
            "aliases": entity.aliases,
            "search_text": " · ".join([entity.name, *entity.aliases]),
            "first_seen_at": entity.first_seen_at,
            "last_seen_at": entity.last_seen_at,
        },
        "embedding": vector,
        "names": [{"name_key": key, "key": digest((key, entity.uuid)), "uuid": new_uuid()} for key in entity.new_names],
    }


def _known(row: dict[str, Any]) -> KnownEntity:
    return KnownEntity(
        row["uuid"],
        row["name"],
        row["type"],
        row["identity_key"],
        row["discriminator"],
        list(row["aliases"]),
        row["first_seen_at"],
        row["last_seen_at"],
    )

"""Entities as resolution knows them, and the rows that write them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from graph_schema.ids import digest, identity_key, new_uuid
from service.identity.blocks import block_keys
from service.identity.decide import Candidate
from service.identity.match import Stage
from service.identity.names import parse, script_key


@dataclass(frozen=True, slots=True)
class Called:
    """A name an entity is found by, and why.

    Attributes:
        key: `name_key` of the folded name.
        name: as mentioned.
        stage: the stage of resolution that tied it to the entity.
        score: how surely, 0–1.
    """

    key: str
    name: str
    stage: Stage
    score: float


@dataclass(slots=True)
class KnownEntity:
    """An entity as resolution sees it; `dirty` once it has to be written, `root` what it is merged into."""

    uuid: str
    name: str
    type: str
    identity_key: str
    discriminator: str
    aliases: list[str]
    stated: list[str]
    first_seen_at: datetime
    last_seen_at: datetime
    root: str = ""
    is_new: bool = False
    renamed: bool = False
    dirty: bool = False
    new_names: dict[str, Called] = field(default_factory=dict[str, Called])
    new_blocks: set[str] = field(default_factory=set[str])

    @property
    def candidate(self) -> Candidate:
        """What a mention is compared with; an entity with a discriminator answers to what it said it is called."""
        own = () if self.discriminator else (self.name,)
        return Candidate(self.uuid, self.type, (*own, *self.stated), tuple(self.aliases), self.root or self.uuid)

    def call(self, group_id: str, name: str, stage: Stage, score: float) -> list[str]:
        """Lets the entity be found by a name; the keys it is found by, one more where it has traditional characters."""
        keys = name_keys(group_id, name)
        for index, key in enumerate(keys):
            as_script = index > 0 and stage is Stage.IDENTITY
            self.new_names[key] = Called(key, name, Stage.SCRIPT if as_script else stage, score)
        self.dirty = True
        return keys

    def block(self, group_id: str, name: str) -> list[str]:
        """Lets the entity be found by parts of a name; their keys."""
        keys = [block_key(group_id, key) for key in block_keys(parse(name), self.type)]
        self.new_blocks.update(keys)
        return keys


def name_key(group_id: str, folded: str) -> str:
    """Key of a folded name within its group."""
    return digest(("name", group_id, folded))


def block_key(group_id: str, key: str) -> str:
    """Key of a part of a name within its group."""
    return digest(("block", group_id, key))


def name_keys(group_id: str, name: str) -> list[str]:
    """Keys of a name: as folded, and in simplified characters where that differs; empty when it has no letters."""
    forms = dict.fromkeys((identity_key(name), script_key(name)))
    return [name_key(group_id, folded) for folded in forms if folded]


def search_text(name: str, aliases: Iterable[str]) -> str:
    """What an entity's full-text index holds of it."""
    return " · ".join([name, *aliases])


@dataclass(frozen=True, slots=True)
class Wanted:
    """A name that may have to be resolved."""

    name: str
    type: str

    def name_keys(self, group_id: str) -> list[str]:
        """Keys it may be known by."""
        return name_keys(group_id, self.name)

    def block_keys(self, group_id: str) -> list[str]:
        """Keys of its parts, under which like names are kept."""
        return [block_key(group_id, key) for key in block_keys(parse(self.name), self.type, lookup=True)]


@dataclass(frozen=True, slots=True)
class Found:
    """An entity that could be meant, and by what it was found.

    Attributes:
        names: (name key, stage) of the wanted names it goes by.
        blocks: wanted parts of names it is kept under.
        mentions: (turn, name) where the wanted turns named it before.
    """

    entity: KnownEntity
    names: tuple[tuple[str, str], ...]
    blocks: tuple[str, ...]
    mentions: tuple[tuple[str, str], ...]


def found(row: Sequence[Any]) -> Found:
    """One of the lists of `read/entities_like`."""
    names, blocks, mentions, uuid, name, kind, identity, discriminator, aliases, stated, first, last, root = row
    entity = KnownEntity(
        uuid,
        name,
        kind,
        identity,
        discriminator,
        list(aliases),
        list(stated or ()),
        datetime.fromisoformat(first),
        datetime.fromisoformat(last),
        root or "",
    )
    return Found(
        entity,
        tuple((key, stage) for key, stage in names),
        tuple(blocks),
        tuple((episode, surface) for episode, surface in mentions),
    )


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
            "stated_names": entity.stated,
            "search_text": search_text(entity.name, entity.aliases),
            "first_seen_at": entity.first_seen_at,
            "last_seen_at": entity.last_seen_at,
        },
        "embedding": vector,
        "names": [
            {
                "name_key": called.key,
                "key": digest((called.key, entity.uuid)),
                "uuid": new_uuid(),
                "name": called.name,
                "stage": called.stage.value,
                "score": called.score,
            }
            for called in entity.new_names.values()
        ],
        "blocks": [{"key": key, "uuid": new_uuid()} for key in sorted(entity.new_blocks)],
    }

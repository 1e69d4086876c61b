"""Which entity a name stands for, within one group and one transaction; two workers never make the same one twice."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

import numpy as np

from graph_schema.ids import identity_key, new_uuid
from graph_schema.store import Transaction
from service.identity.blocks import block_keys
from service.identity.context import KEPT, Contexts, Vectors
from service.identity.decide import Decision, Nearness, compare, decide, says_more
from service.identity.match import AUTO, PERSON, SOLID, UNKNOWN, Stage
from service.identity.names import parse
from service.ingest.known import Found, KnownEntity, Wanted, block_key, found, name_keys

CROWD = 8
"""Most entities that may share a part of a name; under a key with more, nobody is looked for."""

_MOST_PROPOSED = 3
_MOST_COMPARED = 64
"""Most entities of one batch whose turns are looked up to compare what is said."""


@dataclass(frozen=True, slots=True)
class Resolved:
    """What a mention was taken to mean, by which stage, and how surely (0–1)."""

    uuid: str
    stage: Stage
    score: float


@dataclass(frozen=True, slots=True)
class Proposal:
    """Two entities that may be one, for a person to decide."""

    entity: str
    other: str
    stage: Stage
    score: float


async def look_up(
    tx: Transaction,
    group_id: str,
    wanted: Iterable[Wanted],
    episodes: Iterable[str] = (),
    contexts: Contexts | None = None,
) -> Resolution:
    """What the group knows of whom the names may mean.

    Args:
        tx: the transaction that will write what is new.
        group_id: the group.
        wanted: names that may have to be resolved.
        episodes: uuids of turns that may have been read before.
        contexts: filled with the turns of those whom only these tell apart; by default context decides nothing.
    """
    names = set(wanted)
    (row,) = await tx.run(
        "read/entities_like",
        name_keys=sorted({key for name in names for key in name.name_keys(group_id)}),
        block_keys=sorted({key for name in names for key in name.block_keys(group_id)}),
        most=CROWD,
        episodes=list(episodes),
    )
    resolution = Resolution(group_id, map(found, row["entities"]), row["crowded"], contexts)
    if contexts is not None and (rivals := resolution.rivals(names)):
        for row in await tx.run("read/contexts_of", entities=rivals[:_MOST_COMPARED], most=KEPT):
            contexts.add(resolution.root(row["entity"]), (np.asarray(v, np.float32) for v in row["turns"]))
    return resolution


class Resolution:
    """Resolves the names of one batch against the entities of one group."""

    def __init__(
        self,
        group_id: str,
        found: Iterable[Found] = (),
        crowded: Iterable[str] = (),
        contexts: Contexts | None = None,
    ) -> None:
        """Start from what the group knows: who could be meant, and the keys that too many share; see `look_up`."""
        self._group_id = group_id
        self._contexts = contexts or Contexts()
        self._by_uuid: dict[str, KnownEntity] = {}
        self._named: dict[str, dict[str, Stage]] = {}
        self._blocks: dict[str, dict[str, None]] = {}
        self._said: dict[tuple[str, str], list[str]] = {}
        self._crowded = frozenset(crowded)
        self.proposals: list[Proposal] = []
        for one in found:
            entity = one.entity
            self._by_uuid[entity.uuid] = entity
            for key, stage in one.names:
                self._named.setdefault(key, {})[entity.uuid] = Stage(stage)
            self._keep(entity, one.blocks)
            for episode, surface in one.mentions:
                self._said.setdefault((episode, identity_key(surface)), []).append(entity.uuid)

    @property
    def changed(self) -> list[KnownEntity]:
        """Entities to write, new ones last: they may take a name that a known one gave up."""
        return sorted((e for e in self._by_uuid.values() if e.dirty), key=lambda e: (e.is_new, e.uuid))

    def root(self, uuid: str) -> str:
        """The entity that one was merged into; itself where it was not."""
        return self._by_uuid[uuid].root or uuid

    def rivals(self, wanted: Iterable[Wanted]) -> list[str]:
        """Entities between whom the names alone cannot decide, sorted."""
        rivals: set[str] = set()
        for want in wanted:
            entity = self._called(want.name, identity_key(want.name), want.type, "")
            if entity is None or _is_part(want.name, want.type):
                rivals.update(str(uuid) for uuid in self._decide(want.name, want.type).rivals)
        return sorted(rivals)

    def resolve(
        self,
        name: str,
        kind: str,
        discriminator: str,
        seen_at: datetime,
        episode: str = "",
        turn: Vectors | None = None,
    ) -> Resolved | None:
        """What the name stands for, a new entity when none fits for certain; None when the name has no letters.

        Args:
            name: as mentioned.
            kind: entity type; `thing` fits any.
            discriminator: tells apart entities that share a name, usually empty.
            seen_at: when it was mentioned, aware UTC.
            episode: uuid of the turn; a turn that is read again means whom it meant before.
            turn: its vector, by which those who share a name are told apart.
        """
        folded = identity_key(name)
        if not folded:
            return None
        near = self._nearness(turn)
        entity = self._known(name, folded, kind, discriminator, episode, near)
        if entity is not None:
            resolved = Resolved(entity.uuid, Stage.IDENTITY, 1.0)
        else:
            decision = Decision(None, Stage.NEW, 0.0) if discriminator else self._decide(name, kind, near)
            meant = self._meant(decision, name)
            entity = meant or self._create(name, kind, folded, discriminator, seen_at, decision)
            resolved = Resolved(entity.uuid, decision.stage if meant else _made(decision), decision.score)
        self._touch(entity, kind, seen_at)
        if turn is not None:
            self._contexts.add(self.root(entity.uuid), [turn])
        return resolved

    def add_alias(self, uuid: str, alias: str) -> None:
        """Lets the entity also be found by `alias`, unless the name already stands for somebody else.

        Who says "I'm Jonas Lindqvist" and was known as Jonas is called by the full name from then on.
        """
        entity, folded = self._by_uuid[uuid], identity_key(alias)
        if not folded or folded == entity.identity_key or alias in entity.stated:
            return
        takers = {other for key in name_keys(self._group_id, alias) for other in self._named.get(key, {})}
        if {self.root(other) for other in takers} - {self.root(uuid)}:
            return
        if _outdoes(alias, entity):
            self._rename(entity, alias, Stage.STATED, 1.0)
            return
        if alias not in entity.aliases:
            entity.aliases.append(alias)
        entity.stated.append(alias)
        self._call(entity, alias, Stage.STATED, 1.0)
        self._keep(entity, entity.block(self._group_id, alias))

    def _known(
        self, name: str, folded: str, kind: str, discriminator: str, episode: str, near: Nearness | None
    ) -> KnownEntity | None:
        """Who was meant before or goes by the name for certain, unless it is a part of one and context says whose."""
        before = None if discriminator else self._meant_before(episode, folded, kind)
        entity = before or self._called(name, folded, kind, discriminator)
        if before is not None or entity is None or discriminator or near is None or not _is_part(name, kind):
            return entity
        decision = self._decide(name, kind, near)
        other = str(decision.same) if decision.stage is Stage.CONTEXT else entity.uuid
        return entity if self.root(other) == self.root(entity.uuid) else None

    def _meant_before(self, episode: str, folded: str, kind: str) -> KnownEntity | None:
        entities = [self._by_uuid[uuid] for uuid in self._said.get((episode, folded), ())]
        return next((e for e in entities if e.type == kind or UNKNOWN in (e.type, kind)), None)

    def _called(self, name: str, folded: str, kind: str, discriminator: str) -> KnownEntity | None:
        """The entity that goes by the name for certain; one with a discriminator answers to its aliases only."""
        uuids = [
            uuid
            for key in name_keys(self._group_id, name)
            for uuid, stage in self._named.get(key, {}).items()
            if stage in SOLID
        ]
        entities = [self._by_uuid[uuid] for uuid in dict.fromkeys(uuids)]
        candidates = [
            entity
            for entity in entities
            if entity.discriminator == discriminator or (not discriminator and entity.identity_key != folded)
        ]
        same = [e for e in candidates if e.type == kind]
        if same:
            return same[0]
        loose = [e for e in candidates if UNKNOWN in (e.type, kind)]
        return loose[0] if len({self.root(e.uuid) for e in loose}) == 1 else None

    def _nearness(self, turn: Vectors | None) -> Nearness | None:
        if turn is None or self._contexts.calibration is None:
            return None
        return lambda uuid: self._contexts.nearness(self.root(str(uuid)), turn)

    def _decide(self, name: str, kind: str, near: Nearness | None = None) -> Decision:
        keys = block_keys(parse(name), kind, lookup=True)
        held = {key: block_key(self._group_id, key) for key in keys}
        crowded = frozenset(key for key, digest in held.items() if self._is_crowded(digest))
        uuids = dict.fromkeys(
            uuid for key, digest in held.items() if key not in crowded for uuid in self._blocks.get(digest, ())
        )
        return decide(parse(name), kind, [self._by_uuid[uuid].candidate for uuid in uuids], crowded, near)

    def _is_crowded(self, digest: str) -> bool:
        return digest in self._crowded or len(self._blocks.get(digest, ())) > CROWD

    def _meant(self, decision: Decision, name: str) -> KnownEntity | None:
        """The entity that was decided on, which learns the name; None when it is to be a new one."""
        if decision.same is None:
            return None
        entity = self._by_uuid[str(decision.same)]
        if decision.fuller and entity.discriminator:
            return None
        if _outdoes(name, entity):
            self._rename(entity, name, decision.stage, decision.score)
        elif name not in entity.aliases:
            entity.aliases.append(name)
            self._call(entity, name, decision.stage, decision.score)
        return entity

    def _rename(self, entity: KnownEntity, name: str, stage: Stage, score: float) -> None:
        """Calls the entity by a fuller name; the one it had becomes an alias, of the stage that tied the two."""
        before = entity.name
        entity.name, entity.identity_key, entity.renamed = name.strip(), identity_key(name), True
        entity.aliases = [*(a for a in entity.aliases if a != entity.name), before]
        self._call(entity, before, stage, score)
        self._call(entity, name, Stage.IDENTITY, 1.0)
        self._keep(entity, entity.block(self._group_id, name))

    def _create(
        self, name: str, kind: str, folded: str, discriminator: str, seen_at: datetime, decision: Decision
    ) -> KnownEntity:
        entity = KnownEntity(
            new_uuid(), name.strip(), kind, folded, discriminator, [], [], seen_at, seen_at, is_new=True, dirty=True
        )
        self._by_uuid[entity.uuid] = entity
        self._call(entity, name, Stage.IDENTITY, 1.0)
        if not discriminator:
            self._keep(entity, entity.block(self._group_id, name))
        for other in decision.maybe[:_MOST_PROPOSED]:
            self.proposals.append(Proposal(entity.uuid, str(other), decision.stage, decision.score))
        return entity

    def _touch(self, entity: KnownEntity, kind: str, seen_at: datetime) -> None:
        if entity.type == UNKNOWN and kind != UNKNOWN:
            entity.type, entity.dirty = kind, True
            self._keep(entity, entity.block(self._group_id, entity.name))
        if not entity.first_seen_at <= seen_at <= entity.last_seen_at:
            entity.first_seen_at = min(entity.first_seen_at, seen_at)
            entity.last_seen_at = max(entity.last_seen_at, seen_at)
            entity.dirty = True

    def _call(self, entity: KnownEntity, name: str, stage: Stage, score: float) -> None:
        for key in entity.call(self._group_id, name, stage, score):
            self._named.setdefault(key, {})[entity.uuid] = stage

    def _keep(self, entity: KnownEntity, blocks: Iterable[str]) -> None:
        for key in blocks:
            self._blocks.setdefault(key, {})[entity.uuid] = None


def _is_part(name: str, kind: str) -> bool:
    """Whether a name is a part of a person's, which others may share: somebody called just that may not be meant."""
    if kind not in (PERSON, UNKNOWN):
        return False
    parsed = parse(name)
    return not parsed.chinese.full if parsed.chinese else len(parsed.words) == 1


def _outdoes(name: str, entity: KnownEntity) -> bool:
    """Whether the entity, which the name stands for, should be called by it."""
    said, called = parse(name), parse(entity.name)
    match = compare(said, entity.type, called, entity.type)
    return not entity.discriminator and match is not None and match.score >= AUTO and says_more(said, called, match)


def _made(decision: Decision) -> Stage:
    """Why a new entity was made: nothing like it is known, or two could have been meant."""
    return decision.stage if decision.stage is Stage.AMBIGUOUS else Stage.NEW

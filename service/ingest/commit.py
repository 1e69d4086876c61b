"""Writing what was read out of a batch of turns: one transaction, in the order the turns came."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from extractors.candidates import EntityRef, Extraction, Reference
from graph_schema.ids import group_token, new_uuid
from graph_schema.model import EpisodeState, Modality, Polarity, Role
from graph_schema.predicates import Catalogue
from graph_schema.store import GraphStore, Transaction
from service.beliefs.audit import EXTRACT, Author, Effects, record
from service.beliefs.slots import Change, Embed, recompute
from service.identity.match import PERSON
from service.ingest.claims import Source, claim_row
from service.ingest.known import entity_row
from service.ingest.resolution import CROWD, Resolution, Wanted
from service.ingest.speaker import Speaker
from service.ports import Vectors

Row = dict[str, Any]

NAMING = frozenset({"has_name", "nickname"})
"""Predicates whose literal value is another name of the subject."""

WORKER = "worker"
"""Actor of the operations that record committed batches; their ids are the turns."""

_TIMEOUT_S = 60.0


@dataclass(frozen=True, slots=True)
class ReadTurn:
    """A turn with what was read out of it.

    Attributes:
        episode: properties of its node.
        extraction: None when it is deliberately not read (`doNotExtract`).
        vector: (dimensions,) float32 of its search text.
    """

    episode: Row
    extraction: Extraction | None
    vector: Vectors

    @property
    def uuid(self) -> str:
        """The turn's uuid."""
        return self.episode["uuid"]

    @property
    def speaker(self) -> Speaker:
        """Who speaks, and to whom."""
        episode = self.episode
        return Speaker(
            Role(episode["role"]), episode.get("actor"), episode.get("tool_name"), tuple(episode["participants"])
        )


class Commit:
    """Commits batches of read turns of one group."""

    def __init__(self, store: GraphStore, catalogue: Catalogue, embed: Embed) -> None:
        """`embed` turns entity names and fact texts into vectors; texts embedded before should be cheap."""
        self._store = store
        self._catalogue = catalogue
        self._embed = embed

    async def link(self, group_id: str, uuids: Sequence[str]) -> None:
        """Links turns to their neighbours in their sessions; linked turns stay as they are."""

        async def work(tx: Transaction) -> None:
            await tx.run("write/lock_beliefs", group_id=group_id, uuid=new_uuid())
            await tx.run("write/link_session", uuids=list(uuids))

        await self._store.transaction(work, name="ingest/link")

    async def apply(self, group_id: str, turns: Sequence[ReadTurn]) -> int:
        """How many of the turns were still pending and are now read; the graph is as if they had been read in order."""
        return await self._store.transaction(
            lambda tx: self._apply(tx, group_id, turns), name="ingest/commit", timeout_s=_TIMEOUT_S
        )

    async def _apply(self, tx: Transaction, group_id: str, turns: Sequence[ReadTurn]) -> int:
        (clock,) = await tx.run("write/lock_beliefs", group_id=group_id, uuid=new_uuid())
        change = Change(clock["now"], new_uuid(), self._embed)
        rows = await tx.run("read/pending_of", uuids=[turn.uuid for turn in turns])
        pending = {row["uuid"]: row for row in rows}
        due = [turn for turn in turns if turn.uuid in pending]
        readable = [t for t in due if t.extraction is not None and pending[t.uuid]["revised_by"] is None]
        if readable:
            resolution = await _resolution(tx, group_id, readable)
            mentions, claims = _rows(readable, resolution, self._catalogue)
            await self._write_entities(tx, group_id, resolution, change.now)
            slots = await _write_readings(tx, mentions, claims, change)
            retired = await _retire_older(tx, readable, pending, claims, change)
            await recompute(tx, slots | {row["slot"] for row in retired}, change)
            await _record(tx, change, group_id, readable, retired)
        if due:
            await tx.run("write/finish_episodes", episodes=[_finished(turn, pending[turn.uuid]) for turn in due])
        return len(due)

    async def _write_entities(self, tx: Transaction, group_id: str, resolution: Resolution, now: datetime) -> None:
        changed = resolution.changed
        if not changed:
            return
        fresh = [entity for entity in changed if entity.is_new or entity.renamed]
        vectors = await self._embed([entity.name for entity in fresh]) if fresh else ()
        by_uuid = {entity.uuid: vector for entity, vector in zip(fresh, vectors, strict=True)}
        token = group_token(group_id)
        rows = [entity_row(group_id, token, entity, by_uuid.get(entity.uuid)) for entity in changed]
        await tx.run("write/merge_entities", entities=rows, now=now)
        if resolution.proposals:
            pairs: list[Row] = [
                {**asdict(proposal), "stage": proposal.stage.value, "uuid": new_uuid()}
                for proposal in resolution.proposals
            ]
            await tx.run("write/propose_same", pairs=pairs, now=now)


async def _resolution(tx: Transaction, group_id: str, turns: Sequence[ReadTurn]) -> Resolution:
    wanted = {name for turn in turns for name in _wanted(turn)}
    rows = await tx.run(
        "read/entities_like",
        name_keys=sorted({key for name in wanted for key in name.name_keys(group_id)}),
        block_keys=sorted({key for name in wanted for key in name.block_keys(group_id)}),
        most=CROWD + 1,
        episodes=[turn.uuid for turn in turns],
    )
    return Resolution(group_id, rows)


def _wanted(turn: ReadTurn) -> list[Wanted]:
    """Every name a turn may have to resolve."""
    extraction, speaker = _extraction(turn), turn.speaker
    references = [r for fact in extraction.facts for r in (fact.subject, fact.object) if r is not None]
    aliases = [fact.value for fact in extraction.facts if fact.predicate in NAMING and fact.value]
    return [
        *(Wanted(mention.name, mention.type) for mention in extraction.mentions),
        *(Wanted(*speaker.named(reference)[:2]) for reference in references),
        *(Wanted(alias, PERSON) for alias in aliases),
    ]


def _extraction(turn: ReadTurn) -> Extraction:
    return turn.extraction or Extraction("und")


def _rows(turns: Sequence[ReadTurn], resolution: Resolution, catalogue: Catalogue) -> tuple[list[Row], list[Row]]:
    """Mentions and claims of the turns, each turn's names learnt before they are looked up."""
    mentions: list[Row] = []
    claims: list[Row] = []
    for turn in turns:
        _learn_names(turn, resolution)
        mentions += _mention_rows(turn, resolution)
        claims += _claim_rows(turn, resolution, catalogue)
    return mentions, claims


def _learn_names(turn: ReadTurn, resolution: Resolution) -> None:
    """Lets somebody who says "I'm Ana" be found as Ana."""
    for fact in _extraction(turn).facts:
        stated = fact.modality is Modality.ASSERTED and fact.polarity is Polarity.POSITIVE
        if stated and fact.predicate in NAMING and fact.value and fact.subject.reference is Reference.SPEAKER:
            speaker = resolution.resolve(*turn.speaker.named(fact.subject), turn.episode["valid_at"])
            if speaker is not None:
                resolution.add_alias(speaker.uuid, fact.value)


def _mention_rows(turn: ReadTurn, resolution: Resolution) -> list[Row]:
    rows: list[Row] = []
    for mention in _extraction(turn).mentions:
        resolved = resolution.resolve(mention.name, mention.type, "", turn.episode["valid_at"], turn.uuid)
        if resolved is not None:
            rows.append(
                {
                    "episode": turn.uuid,
                    "entity": resolved.uuid,
                    "start": mention.start,
                    "end": mention.end,
                    "surface": mention.text,
                    "extractor": mention.extractor,
                    "confidence": mention.confidence,
                    "stage": resolved.stage.value,
                    "score": resolved.score,
                }
            )
    return rows


def _claim_rows(turn: ReadTurn, resolution: Resolution, catalogue: Catalogue) -> list[Row]:
    extraction, episode, speaker = _extraction(turn), turn.episode, turn.speaker
    said_at = episode["valid_at"]
    source = Source(
        uuid=turn.uuid,
        group_id=episode["group_id"],
        content=episode["content"],
        role=speaker.role,
        writer=episode.get("actor") or speaker.role.value,
        said_at=said_at,
        importance=episode["importance"],
        extractor_version=extraction.extractor_version,
    )

    def resolve(reference: EntityRef) -> str | None:
        resolved = resolution.resolve(*speaker.named(reference), said_at, turn.uuid)
        return resolved.uuid if resolved else None

    rows: list[Row] = []
    for fact in extraction.facts:
        row = claim_row(fact, source, catalogue, resolve)
        if row is not None:
            rows.append(row)
    return rows


async def _write_readings(tx: Transaction, mentions: Sequence[Row], claims: Sequence[Row], change: Change) -> set[str]:
    if mentions:
        await tx.run("write/store_mentions", mentions=mentions)
    if not claims:
        return set()
    rows = await tx.run("write/store_claims", claims=claims, operation=change.operation, now=change.now)
    return {row["slot"] for row in rows}


async def _retire_older(
    tx: Transaction,
    turns: Sequence[ReadTurn],
    pending: dict[str, Row],
    claims: Sequence[Row],
    change: Change,
) -> list[Row]:
    """Retires what an earlier extractor read in these turns, and all that was read in texts they revise."""
    keep: dict[str, list[str]] = {turn.uuid: [] for turn in turns}
    for row in claims:
        keep[row["episode"]].append(row["key"])
    readings: list[Row] = [{"episode": uuid, "keep": keys} for uuid, keys in keep.items()]
    readings += [{"episode": row["revises"], "keep": []} for row in pending.values() if row["revises"]]
    return await tx.run("write/retire_readings", readings=readings, operation=change.operation, now=change.now)


def _finished(turn: ReadTurn, row: Row) -> Row:
    state, reason = EpisodeState.EXTRACTED, None
    if row["revised_by"] is not None:
        state, reason = EpisodeState.SKIPPED, "revised before it was read"
    elif turn.extraction is None:
        state, reason = EpisodeState.SKIPPED, "the caller asked not to extract it"
    return {
        "uuid": turn.uuid,
        "state": state.value,
        "reason": reason,
        "language": turn.extraction.language if turn.extraction else None,
        "embedding": turn.vector,
    }


async def _record(
    tx: Transaction, change: Change, group_id: str, turns: Sequence[ReadTurn], retired: Sequence[Row]
) -> None:
    author = Author(WORKER, f"read {len(turns)} turns")
    effects = Effects(retired=tuple(row["key"] for row in retired), read=True)
    ids = [turn.uuid for turn in turns]
    await record(tx, change, EXTRACT, author, group_id=group_id, ids=ids, effects=effects)

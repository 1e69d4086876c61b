"""Writing what was read out of a batch of turns: one transaction, in the order the turns came."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from datetime import datetime
from typing import Any

from graph_schema.ids import group_token, new_uuid
from graph_schema.model import EpisodeState
from graph_schema.store import GraphStore, Transaction
from service.beliefs.audit import EXTRACT, Author, Effects, record
from service.beliefs.slots import Change, Embed, recompute
from service.beliefs.vocabulary import vocabulary_of
from service.gates.decision import encoded
from service.gates.gates import Gated, Gates, duplicate_rows
from service.gates.policy import Policy
from service.ingest.known import entity_row
from service.ingest.readings import extraction_of, resolution_of, rows_of
from service.ingest.resolution import Resolution
from service.ingest.turn import ReadTurn
from service.ports import Calibration

Row = dict[str, Any]

WORKER = "worker"
"""Actor of the operations that record committed batches; their ids are the turns."""

_TIMEOUT_S = 60.0


class Commit:
    """Commits batches of read turns of one group."""

    def __init__(
        self,
        store: GraphStore,
        embed: Embed,
        again_s: float | None = None,
        gates: Gates | None = None,
        calibration: Calibration | None = None,
    ) -> None:
        """Commit to `store`.

        Args:
            store: the graph.
            embed: turns entity names and fact texts into vectors; texts embedded before should be cheap.
            again_s: seconds after which a read turn is due to be read again; None for never.
            gates: what turns pass before they are written; None for the default policy.
            calibration: of the embedder whose vectors the turns have; None lets names alone decide who is meant.
        """
        self._store = store
        self._embed = embed
        self._calibration = calibration
        self._gates = gates or Gates(Policy(), embed)
        self._again_ms = None if again_s is None else int(again_s * 1000)

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
        change = self.change(clock["now"])
        rows = await tx.run("read/pending_of", uuids=[turn.uuid for turn in turns])
        pending = {row["uuid"]: row for row in rows}
        due = [turn for turn in turns if turn.uuid in pending]
        current = [turn for turn in due if pending[turn.uuid]["revised_by"] is None]
        revised = [row["revises"] for row in pending.values() if row["revises"]]
        gated = await self.gate(tx, group_id, current, revised)
        readable = [item.turn for item in gated if item.turn.extraction is not None]
        if readable or revised:
            mentions, claims = await self.read_rows(tx, group_id, readable, change.now)
            slots = await _write_readings(tx, mentions, claims, change)
            retired = await _retire_older(tx, readable, revised, claims, change)
            await recompute(tx, slots | {row["slot"] for row in retired}, change)
            if readable or retired:
                await _record(tx, change, group_id, readable, retired)
        if due:
            await self._finish(tx, due, gated)
        return len(due)

    async def gate(
        self, tx: Transaction, group_id: str, turns: Sequence[ReadTurn], revised: Sequence[str] = ()
    ) -> list[Gated]:
        """The turns behind the gates, in the order given; who repeats whom is written.

        Args:
            tx: the transaction that commits them.
            group_id: their group.
            turns: none of them revised.
            revised: uuids of the texts that some of them revise.
        """
        left = [*revised, *(turn.uuid for turn in turns if turn.episode.get("gist") is not None)]
        if left:
            await tx.run("write/part_duplicates", group_id=group_id, left=left)
        judged = await self._gates.judge(tx, group_id, turns)
        if judged.repeated:
            await tx.run("write/merge_duplicates", group_id=group_id, **duplicate_rows(judged))
        return list(judged.turns)

    async def _finish(self, tx: Transaction, due: Sequence[ReadTurn], gated: Sequence[Gated]) -> None:
        """Says of turns what became of them; those without a verdict were revised before they were read."""
        verdicts = {item.turn.uuid: item for item in gated}
        rows = [{**_finished(turn, verdicts.get(turn.uuid)), "embedding": turn.vector} for turn in due]
        await tx.run("write/finish_episodes", episodes=rows)
        read = [item.turn for item in gated if item.turn.extraction is not None]
        versions = [{"uuid": turn.uuid, "version": extraction_of(turn).extractor_version} for turn in read]
        await tx.run("write/mark_read", turns=versions, again_ms=self._again_ms)

    async def finish_again(self, tx: Transaction, gated: Sequence[Gated]) -> None:
        """Says of turns that were read again what became of them now; their vectors stay."""
        rows = [{**_finished(item.turn, item), "embedding": None} for item in gated]
        await tx.run("write/finish_episodes", episodes=rows)

    async def read_rows(
        self, tx: Transaction, group_id: str, turns: Sequence[ReadTurn], now: datetime
    ) -> tuple[list[Row], list[Row]]:
        """Mentions and claims of the turns, in the order given, their entities resolved and written."""
        if not turns:
            return [], []
        resolution = await resolution_of(tx, group_id, turns, self._calibration)
        catalogue = (await vocabulary_of(tx.run, group_id)).catalogue
        rows = rows_of(turns, resolution, catalogue, self._gates.policy)
        await self._write_entities(tx, group_id, resolution, now)
        return rows

    def change(self, now: datetime) -> Change:
        """A change to beliefs at a time, by an operation of its own."""
        return Change(now, new_uuid(), self._embed)

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
    revised: Sequence[str],
    claims: Sequence[Row],
    change: Change,
) -> list[Row]:
    """Retires what an earlier extractor read in these turns, and all that was read in texts they revise."""
    keep: dict[str, list[str]] = {turn.uuid: [] for turn in turns}
    for row in claims:
        keep[row["episode"]].append(row["key"])
    readings: list[Row] = [{"episode": uuid, "keep": keys} for uuid, keys in keep.items()]
    readings += [{"episode": uuid, "keep": []} for uuid in revised]
    return await tx.run("write/retire_readings", readings=readings, operation=change.operation, now=change.now)


def _finished(turn: ReadTurn, item: Gated | None) -> Row:
    state, reason, gate = EpisodeState.SKIPPED, "revised before it was read", None
    if item is not None:
        stopped = item.stopped
        state = EpisodeState.SKIPPED if stopped else EpisodeState.EXTRACTED
        reason, gate = item.reason, stopped.gate.value if stopped else None
    return {
        "uuid": turn.uuid,
        "state": state.value,
        "reason": reason,
        "gate": gate,
        "language": item.language if item else None,
        **_verdict(item or Gated(turn)),
    }


def _verdict(item: Gated) -> Row:
    return {
        "importance": item.turn.episode["importance"],
        "summary": item.summary,
        "gist": item.gist,
        "duplicate_of": item.duplicate_of,
        "decisions": encoded(item.decisions),
    }


async def _record(
    tx: Transaction, change: Change, group_id: str, turns: Sequence[ReadTurn], retired: Sequence[Row]
) -> None:
    author = Author(WORKER, f"read {len(turns)} turns")
    effects = Effects(retired=tuple(row["key"] for row in retired), read=True)
    ids = [turn.uuid for turn in turns]
    await record(tx, change, EXTRACT, author, group_id=group_id, ids=ids, effects=effects)

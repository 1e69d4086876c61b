"""Facts that say the same value of the same subject in other words become one."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Sequence
from datetime import datetime
from typing import Any

import numpy as np

from graph_schema.ids import digest, new_uuid
from graph_schema.model import OPEN_START
from graph_schema.store import Transaction
from service.beliefs.keys import keys_of
from service.beliefs.slots import Change, recompute
from service.beliefs.vocabulary import Run
from service.jobs.sameness import normal

Row = dict[str, Any]

_PAGE = 1_000


class NearDuplicates:
    """Finds facts with equal subject, predicate, polarity and normalised value, and near vectors; and merges them.

    What was said stays as it was said: its assertions count for the earliest of the facts from then on, which says what
    the latest of them says. Values that are entities are never compared; whether these are one is decided elsewhere.
    """

    def __init__(self, near: float) -> None:
        """`near` is the cosine from which on two texts are taken for one."""
        self._near = near

    async def plan(self, read: Run, group_id: str, now: datetime, most: int) -> AsyncIterator[list[Row]]:
        """Facts that are to be counted as another one; see `Thought`."""
        first: dict[str, str] = {}
        alike: dict[str, list[str]] = {}
        at, after = OPEN_START, ""
        while True:
            page = await read(
                "jobs/merge_near_duplicates.plan", group_id=group_id, after_at=at, after=after, limit=_PAGE
            )
            for row in page:
                if row["value"] is not None:
                    key = _key(row)
                    if first.setdefault(key, row["uuid"]) != row["uuid"]:
                        alike.setdefault(key, [first[key]]).append(row["uuid"])
            yield []
            if len(page) < _PAGE:
                break
            at, after = page[-1]["at"], page[-1]["uuid"]
        first.clear()
        async for rows in self._merges(read, list(alike.values()), most):
            yield rows

    async def _merges(self, read: Run, sets: Sequence[list[str]], most: int) -> AsyncIterator[list[Row]]:
        rows: list[Row] = []
        for uuids in sets:
            rows += _planned(await read("read/may_be_the_same", uuids=uuids), self._near)
            if len(rows) >= most:
                yield rows
                rows = []
        yield rows

    async def apply(self, tx: Transaction, change: Change, rows: Sequence[Row]) -> None:
        """Lets the assertions of each count for the fact that stays; see `Thought`."""
        moves = [move for row in rows for move in await _moves(tx, row)]
        if moves:
            await tx.run("write/rekey_assertions", rows=moves, now=change.now)
            await recompute(tx, (slot for row in rows for slot in row["slots"]), change)


def _key(row: Row) -> str:
    parts = (row["subject"], row["predicate"], row["polarity"], row["modality"], row["occurs"] or "")
    return digest((*parts, normal(row["value"])))


def _planned(facts: Iterable[Row], near: float) -> list[Row]:
    """The facts, each with the earliest that it is to be one with; those that are near to none stay."""
    kept: list[Row] = []
    planned: list[Row] = []
    for fact in sorted(facts, key=lambda row: (row["created_at"], row["uuid"])):
        vector = np.asarray(fact["embedding"], dtype=np.float32)
        fact["unit"] = vector / max(float(np.linalg.norm(vector)), 1e-9)
        into = next((other for other in kept if _same(fact, other) >= near), None)
        if into is None:
            kept.append(fact)
        else:
            planned.append(_row(fact, into))
    return planned


def _same(fact: Row, other: Row) -> float:
    if (fact["occurrence"], fact["single"]) != (other["occurrence"], other["single"]):
        return -1.0
    return float(fact["unit"] @ other["unit"])


def _row(fact: Row, into: Row) -> Row:
    return {
        "uuid": fact["uuid"],
        "before": {"fact": fact["uuid"], "mentions": fact["mentions"]},
        "after": {"fact": into["uuid"]},
        "why": {"similarity": round(_same(fact, into), 4), "mentions": fact["mentions"] + into["mentions"]},
        "slots": sorted({fact["slot"], into["slot"]}),
        "slot": fact["slot"],
        "value_key": fact["value_key"],
        "into": into["value_key"],
    }


async def _moves(tx: Transaction, row: Row) -> list[Row]:
    """All that was said of the value, also its denials, so that these go on ending it."""
    said = await tx.run("read/assertions_in_slots", slots=[row["slot"]])
    moves: list[Row] = []
    facts: dict[str, str] = {}
    for found in said:
        if found["value_key"] != row["value_key"] or found["object"] is not None:
            continue
        keys = keys_of({**found, "value_key": row["into"]})
        moves.append(
            {
                "key": found["key"],
                "before": found["claim"],
                "claim": keys.claim,
                "slot": keys.slot,
                "value_key": keys.value,
                "subject": keys.subject,
                "object": None,
                "fact": facts.setdefault(keys.claim, new_uuid()),
            }
        )
    return moves

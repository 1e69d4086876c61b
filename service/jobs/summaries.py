"""Summaries of entities and sessions, kept up to date sentence by sentence, each with what it rests on."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from datetime import datetime
from typing import Any

from graph_schema.ids import new_uuid
from graph_schema.model import FactKind
from graph_schema.store import Transaction
from service.beliefs.slots import Change
from service.beliefs.vocabulary import Run
from service.jobs.rollups import rolled_up
from service.tokens import estimate_tokens

Row = dict[str, Any]

FEWEST, MOST = 3, 8
"""Facts that must be known for a summary, and its sentences."""
_LONGEST = 800
_KINDS = {
    FactKind.CONSTRAINT: 0,
    FactKind.PREFERENCE: 1,
    FactKind.FACT: 2,
    FactKind.PATTERN: 2,
    FactKind.DECISION: 3,
    FactKind.PROCEDURE: 4,
    FactKind.TASK: 5,
    FactKind.EVENT: 6,
    FactKind.REASONING: 7,
}
"""The lower, the earlier in a summary."""


class Summaries:
    """Finds entities whose summary is not what the facts that hold now make of it, and sessions that went on."""

    async def plan(self, read: Run, group_id: str, now: datetime, most: int) -> AsyncIterator[list[Row]]:
        """Entities whose summary is new, other than before, or gone; see `Thought`."""
        key, after = "", ""
        kinds = {kind.value: rank for kind, rank in _KINDS.items()}
        while True:
            page = await read(
                "jobs/refresh_summaries.plan",
                group_id=group_id,
                now=now,
                after_key=key,
                after=after,
                kinds=kinds,
                most=MOST,
                limit=most,
            )
            yield [row for found in page for row in _change(found)]
            if len(page) < most:
                break
            key, after = page[-1]["identity_key"], page[-1]["uuid"]
        async for rows in rolled_up(read, group_id, most):
            yield rows

    async def apply(self, tx: Transaction, change: Change, rows: Sequence[Row]) -> None:
        """Writes the summaries; see `Thought`."""
        written = [row["written"] for row in rows if "written" in row]
        sessions = [row["session"] for row in rows if "session" in row]
        at = {"operation": change.operation, "now": change.now}
        if written:
            await tx.run("jobs/refresh_summaries.apply", rows=written, **at)
        if sessions:
            await tx.run("jobs/roll_up_sessions.apply", rows=sessions, **at)


def _change(found: Row) -> list[Row]:
    facts = _chosen(found["facts"]) if found["known"] >= FEWEST else []
    sentences = [fact["text"] for fact in facts]
    before: Row = found["summary"] or {"sentences": [], "facts": [], "content": None}
    if (sentences, [fact["uuid"] for fact in facts]) == (before["sentences"], before["facts"]):
        return []
    content = summary_text(sentences) or None
    written = {
        "uuid": found["uuid"],
        "content": content,
        "sources": [{"sentence": place, "fact": fact["uuid"]} for place, fact in enumerate(facts)],
        "properties": {
            "uuid": new_uuid(),
            "level": 0,
            "content": content,
            "sentences": sentences,
            "token_count": estimate_tokens(content or ""),
            "watermark": max((fact["at"] for fact in facts), default=None),
        },
    }
    why = {"facts": found["known"], "sentences": len(sentences)}
    return [
        {
            "uuid": found["uuid"],
            "before": {"summary": before["content"]},
            "after": {"summary": content},
            "why": why,
            "slots": [],
            "written": written,
        }
    ]


def _chosen(facts: Sequence[Row]) -> list[Row]:
    """The first of the facts that fit, no sentence twice."""
    chosen: dict[str, Row] = {}
    left = _LONGEST
    for fact in facts:
        if fact["text"] not in chosen and len(fact["text"]) <= left:
            chosen[fact["text"]] = fact
            left -= len(fact["text"]) + 2
    return list(chosen.values())


def summary_text(sentences: Sequence[str]) -> str:
    """The sentences one after the other, each with its full stop."""
    return " ".join(f"{sentence.rstrip('.。')}{'。' if _ends_in_han(sentence) else '.'}" for sentence in sentences)


def _ends_in_han(sentence: str) -> bool:
    return "\u4e00" <= sentence.rstrip("。")[-1:] <= "\u9fff"

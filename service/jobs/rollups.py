"""Roll-ups of sessions: what was said that matters, kept up as turns are added, part by part with the turns."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from typing import Any

from graph_schema.ids import new_uuid
from graph_schema.model import OPEN_START, EpisodeState, FactKind, Role
from service.beliefs.vocabulary import Run
from service.context.summarise import JOINT, Claim, chosen_places, said
from service.tokens import estimate_tokens

Row = dict[str, Any]

FEWEST_TURNS = 6
_LONGEST = 1_000
_TURNS = 5_000
"""Turns that one run takes in of a session; the next run goes on behind them."""


@dataclass(frozen=True, slots=True)
class _Part:
    """A part of a roll-up.

    Attributes:
        key: of the assertion it is, None for a sentence of the turn.
    """

    rank: int
    text: str
    episode: str
    key: str | None


async def rolled_up(read: Run, group_id: str, most: int) -> AsyncIterator[list[Row]]:
    """Sessions whose roll-up is new, goes on, or has lost what it rested on; rows as `Summaries.plan` gives them."""
    at, after = OPEN_START, ""
    while True:
        page = await read("jobs/roll_up_sessions.plan", group_id=group_id, after_at=at, after=after, limit=most)
        rows: list[Row] = []
        for found in page:
            rows += await _session(read, found)
        yield rows
        if len(page) < most:
            return
        at, after = page[-1]["at"], page[-1]["uuid"]


async def _session(read: Run, found: Row) -> list[Row]:
    before: Row | None = found["summary"]
    standing = before is not None and found["covered"] == before["turns"] and all(p["stands"] for p in before["parts"])
    if (found["turns"] < FEWEST_TURNS and before is None) or (standing and found["turns"] == found["covered"]):
        return []
    kept = before if standing else None
    after = kept["rolled_to"] if kept else found["session_key"]
    turns = _read(await read("read/turns_to_roll_up", session_key=found["session_key"], after=after, most=_TURNS))
    if not turns and kept is not None:
        return []
    parts = _parts(kept, turns)
    if not parts and before is None:
        return []
    return [_row(found, before, kept, turns, parts)]


def _read(turns: Sequence[Row]) -> list[Row]:
    """Those before the first that still waits to be read."""
    pending = [place for place, turn in enumerate(turns) if turn["state"] == EpisodeState.PENDING]
    return list(turns[: pending[0]]) if pending else list(turns)


def _parts(kept: Row | None, turns: Sequence[Row]) -> list[_Part]:
    """What stands of the roll-up until now and what the turns add, as much as there is room for."""
    found = [_Part(p["rank"], p["text"], p["episode"], p["key"]) for p in (kept["parts"] if kept else ())]
    for turn in turns:
        claims = [Claim(c["text"], FactKind(c["kind"]), c["start"], c["end"]) for c in turn["claims"]]
        for rank, text, place in said(Role(turn["role"]), turn["content"], claims):
            key = None if place is None else turn["claims"][place]["key"]
            found.append(_Part(rank, text, turn["uuid"], key))
    return [found[place] for place in chosen_places([(part.rank, part.text) for part in found], _LONGEST)]


def _row(found: Row, before: Row | None, kept: Row | None, turns: Sequence[Row], parts: Sequence[_Part]) -> Row:
    content = JOINT.join(part.text for part in parts)
    properties = {
        "uuid": new_uuid(),
        "session_id": found["session_id"],
        "level": 0,
        "content": content,
        "sentences": [part.text for part in parts],
        "token_count": estimate_tokens(content),
        "source_tokens": (kept["source_tokens"] if kept else 0) + sum(turn["token_count"] for turn in turns),
        "turns": (kept["turns"] if kept else 0) + len(turns),
        "since": kept["since"] if kept else turns[0]["valid_at"] if turns else found["at"],
        "until": turns[-1]["valid_at"] if turns else found["at"],
        "rolled_to": turns[-1]["order_key"] if turns else found["session_key"],
    }
    written = [
        {"sentence": place, "rank": part.rank, "key": part.key, "episode": part.episode}
        for place, part in enumerate(parts)
    ]
    return {
        "uuid": found["uuid"],
        "label": "Session",
        "before": {"summary": before["content"] if before else None},
        "after": {"summary": content or None},
        "why": {"turns": properties["turns"], "added": len(turns)},
        "slots": [],
        "session": {"session": found["uuid"], "properties": properties, "parts": written},
    }

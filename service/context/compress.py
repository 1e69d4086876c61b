"""Compression of a session: its oldest turns give way to summaries, undone exactly."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from graph_schema.ids import new_uuid
from graph_schema.model import FactKind
from graph_schema.store import GraphStore, Transaction
from service.beliefs.audit import COMPRESS, Author, Effects, record
from service.beliefs.locked import locked_change
from service.beliefs.slots import Change, Embed
from service.context.model import Compression, SessionView, SummaryView
from service.context.sessions import Sessions
from service.context.summarise import Claim, compressible, groups, joined, summary
from service.contract import EpisodeView
from service.errors import Conflict
from service.ingest.records import session_key
from service.tokens import estimate_tokens
from service.validation import check_range

_DOWN_TO = 0.5
_MOST_SUMMARIES = 16
"""Summaries of a level in front of a model; above it the oldest are summed up in turn."""
_GATHERED = 6

Row = dict[str, Any]


class Compressor:
    """Compresses sessions."""

    def __init__(self, store: GraphStore, sessions: Sessions, embed: Embed) -> None:
        """`embed` is what every change to a group is given."""
        self._store = store
        self._sessions = sessions
        self._embed = embed

    async def compress(
        self, group_id: str, session_id: str, threshold: int, longest: int, author: Author
    ) -> Compression:
        """What was compressed: nothing where the session is not longer than the threshold.

        Args:
            group_id: the group.
            session_id: one of its sessions.
            threshold: tokens; a longer session is brought down to half of it, as far as its turns may be compressed.
            longest: code points of one summary.
            author: who asks for it and why.

        Raises:
            UnknownId: nothing was said in the session.
            InvalidInput: a number is out of range.
            Conflict: the session was changed at the same time.
        """
        check_range("thresholdTokens", threshold, 0, 10_000_000)
        check_range("maxChars", longest, 20, 2_000)
        before = await self._sessions.get(group_id, session_id)
        rows = await self._summaries(before, threshold, longest) if before.active_tokens > threshold else []
        if not rows:
            return Compression(None, 0, 0, (), before)
        key = session_key(group_id, session_id)

        async def work(tx: Transaction, change: Change) -> Row:
            (now,) = await tx.run("read/session", session_key=key)
            if {each["uuid"] for each in now["summaries"]} != {each.uuid for each in before.summaries}:
                raise Conflict("sessionId", "the session was compressed or expanded at the same time; ask again")
            await tx.run(
                "write/compress_session", session_key=key, summaries=rows, operation=change.operation, now=change.now
            )
            effects = Effects(summarised=key)
            return await record(tx, change, COMPRESS, author, group_id=group_id, ids=[before.uuid], effects=effects)

        operation = await locked_change(self._store, self._embed, group_id, work, "operations/compress")
        after = await self._sessions.get(group_id, session_id)
        earlier = {each.uuid for each in before.summaries}
        return Compression(
            operation,
            len(before.active) - len(after.active),
            before.active_tokens - after.active_tokens,
            tuple(each for each in after.summaries if each.uuid not in earlier),
            after,
        )

    async def _summaries(self, session: SessionView, threshold: int, longest: int) -> list[Row]:
        """Rows of new summaries, oldest first: of turns, and where these grow many, of summaries."""
        taken: list[Sequence[EpisodeView]] = []
        left = session.active_tokens
        for group in groups(compressible(session.active)):
            if left <= threshold * _DOWN_TO:
                break
            taken.append(group)
            left -= sum(turn.token_count for turn in group)
        claims = await self._claims(turn.uuid for group in taken for turn in group)
        rows = [_of_turns(session, group, summary(group, claims, longest)) for group in taken]
        first = [each for each in session.summaries if each.level == 1]
        if rows and len(first) + len(rows) > _MOST_SUMMARIES and len(first) >= _GATHERED:
            rows.append(_of_summaries(session, first[:_GATHERED], 2 * longest))
        return rows

    async def _claims(self, uuids: Iterable[str]) -> dict[str, list[Claim]]:
        found: dict[str, list[Claim]] = {}
        for row in await self._store.read("read/claims_of_turns", uuids=list(uuids)):
            claim = Claim(row["text"], FactKind(row["kind"]), row["start"], row["end"])
            found.setdefault(row["episode"], []).append(claim)
        return found


def _of_turns(session: SessionView, turns: Sequence[EpisodeView], content: str) -> Row:
    size = sum(turn.token_count for turn in turns)
    properties = _properties(session, content, 1, len(turns), size)
    span = {"since": turns[0].valid_at, "until": turns[-1].valid_at, "order_key": _place(turns[0])}
    return {"properties": {**properties, **span}, "turns": [turn.uuid for turn in turns], "summaries": []}


def _of_summaries(session: SessionView, parts: Sequence[SummaryView], longest: int) -> Row:
    turns, size = sum(each.turns for each in parts), sum(each.source_tokens for each in parts)
    content = joined([each.content for each in parts], longest)
    properties = _properties(session, content, parts[0].level + 1, turns, size)
    span = {"since": parts[0].since, "until": parts[-1].until, "order_key": parts[0].since.isoformat()}
    return {"properties": {**properties, **span}, "turns": [], "summaries": [each.uuid for each in parts]}


def _place(turn: EpisodeView) -> str:
    return f"{turn.valid_at.isoformat()}|{turn.seq:012}"


def _properties(session: SessionView, content: str, level: int, turns: int, size: int) -> Row:
    return {
        "uuid": new_uuid(),
        "group_id": session.group_id,
        "session_id": session.session_id,
        "content": content,
        "level": level,
        "turns": turns,
        "token_count": estimate_tokens(content),
        "source_tokens": size,
    }

"""What one turn becomes in the graph before anything has read it."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

from graph_schema.ids import digest, group_token, new_uuid
from graph_schema.model import OPEN_START, EpisodeState, Tier
from service.contract import EpisodeInput, RememberInput
from service.documents.source import DOCUMENT
from service.gates.importance import importance
from service.tokens import estimate_tokens


@dataclass(frozen=True, slots=True)
class Identity:
    """How a turn is recognised when it comes again."""

    external_id: str | None
    dedup_key: str | None


def identity(request: RememberInput, episode: EpisodeInput) -> Identity:
    """The turn's identity: its external id, else a digest when its time was given, else none.

    Without a time, a second honest "yes" is a second turn.
    """
    if episode.external_id is not None:
        return Identity(episode.external_id, None)
    if episode.valid_at is None:
        return Identity(None, None)
    parts = (
        request.group_id,
        request.session_id or "",
        episode.role.value,
        episode.actor or "",
        episode.content,
        episode.valid_at.astimezone(UTC).isoformat(),
    )
    return Identity(None, digest(("said", *parts)))


def session_key(group_id: str, session_id: str) -> str:
    """Identifies a session across groups; 32 hexadecimal digits."""
    return digest(("session", group_id, session_id))


def search_text(episode: EpisodeInput, valid_at: datetime, zone: str) -> str:
    """The form in which a turn is indexed: `[date] actor: content`, the date as the speaker's calendar had it.

    A passage of a document is found by its title and headings too: they stand in place of the actor.
    """
    day = valid_at.astimezone(ZoneInfo(zone)).date().isoformat()
    described = episode.source_description if episode.source == DOCUMENT else None
    return f"[{day}] {described or episode.actor or episode.role.value}: {episode.content}"


def episode_properties(request: RememberInput, episode: EpisodeInput, zone: str, valid_at: datetime) -> dict[str, Any]:
    """The properties of a new Episode node but for what its place in the group decides: seq, created_at, order_key.

    Args:
        request: the request it came in.
        episode: the turn, already checked.
        zone: IANA zone of the turn.
        valid_at: when it was said, aware UTC.
    """
    skipped = episode.do_not_extract
    known = identity(request, episode)
    return {
        "uuid": new_uuid(),
        "group_id": request.group_id,
        "group_token": group_token(request.group_id),
        "session_id": request.session_id,
        "content": episode.content,
        "role": episode.role.value,
        "actor": episode.actor,
        "participants": list(episode.participants),
        "tool_name": episode.tool_name,
        "tool_call_id": episode.tool_call_id,
        "tool_args": _json(episode.tool_args),
        "source": episode.source,
        "source_description": episode.source_description,
        "valid_at": valid_at,
        "tz": zone,
        "external_id": known.external_id,
        "dedup_key": known.dedup_key,
        "token_count": estimate_tokens(episode.content),
        "importance": _importance(episode),
        "importance_given": episode.importance is not None,
        "metadata": _json(episode.metadata),
        "do_not_extract": skipped,
        "state": EpisodeState.PENDING.value,
        "state_reason": None,
        "attempts": 0,
        "retry_at": OPEN_START,
        "tier": Tier.HOT.value,
        "search_text": search_text(episode, valid_at, zone),
    }


def _importance(episode: EpisodeInput) -> float:
    """As the caller says, else by rule as far as that can be told before the turn is read."""
    return (
        importance(episode.role, episode.content, source=episode.source)[0]
        if episode.importance is None
        else episode.importance
    )


def order_head(request: RememberInput, valid_at: datetime) -> str | None:
    """What a turn's order_key, its sortable place in its session, holds before its number; None outside sessions."""
    if request.session_id is None:
        return None
    moment = valid_at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%f").rjust(26, "0")
    return f"{session_key(request.group_id, request.session_id)}|{moment}|"


def payload_hash(request: RememberInput) -> str:
    """Digest of what a request asks to store, to tell a repeated request from a reused id."""
    turns = [repr((request.session_id, episode)) for episode in request.episodes]
    return digest(("request", *turns))


def request_key(request: RememberInput) -> str:
    """Key of the request's node; empty when it has no id."""
    return digest(("request", request.group_id, request.request_id)) if request.request_id else ""


def _json(value: Any) -> str | None:
    return None if value is None else json.dumps(value, ensure_ascii=False, sort_keys=True)

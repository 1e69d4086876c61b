"""From the facade's views to the tools' answers."""

from __future__ import annotations

from datetime import datetime

from service import contract as c
from service.mcp import answers as a

MAX_QUOTES = 3


def iso(moment: datetime | None) -> str | None:
    """The time as ISO 8601 with Z, None for an open end."""
    return None if moment is None else moment.isoformat().replace("+00:00", "Z")


def hit(found: c.Hit) -> a.Memory:
    """One thing that recall found."""
    if found.fact is not None:
        return fact(found.fact, found.score)
    if found.episode is not None:
        return episode(found.episode, found.score, found.status)
    when = None if found.entity is None else found.entity.last_seen_at
    return a.Memory(
        id=found.uuid,
        kind=found.kind,
        text=found.text,
        status=found.status,
        score=_rounded(found.score),
        time=iso(when),
    )


def fact(view: c.FactView, score: float | None = None) -> a.Memory:
    """A fact with the words it rests on."""
    quotes = [
        a.Quote(episode=item.episode.uuid, quote=item.quote, said_at=iso(item.episode.valid_at) or "")
        for item in view.evidence[:MAX_QUOTES]
    ]
    return a.Memory(
        id=view.uuid,
        kind=c.MemoryKind.FACT,
        text=view.text,
        status=view.status,
        score=_rounded(score),
        time=iso(view.valid_at),
        until=iso(view.invalid_at),
        importance=view.importance,
        evidence=quotes,
    )


def episode(view: c.EpisodeView, score: float | None = None, status: c.HitStatus = c.HitStatus.CURRENT) -> a.Memory:
    """A turn."""
    return a.Memory(
        id=view.uuid,
        kind=c.MemoryKind.EPISODE,
        text=view.content,
        status=status,
        score=_rounded(score),
        time=iso(view.valid_at),
        role=view.role,
        actor=view.actor,
        session_id=view.session_id,
        importance=view.importance,
    )


def change(view: c.OperationView) -> a.Change:
    """A change."""
    return a.Change(operation=view.uuid, kind=view.kind, actor=view.actor, reason=view.reason, at=iso(view.at) or "")


def _rounded(score: float | None) -> float | None:
    return None if score is None else round(score, 4)

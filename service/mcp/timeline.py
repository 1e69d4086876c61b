"""`memory_timeline`: what changed about somebody or something, in order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from typing import ClassVar, Literal

from pydantic import Field

from service import contract_moments as m
from service.mcp import present
from service.mcp.answers import TimelineAnswer, TimelineChange, TimelineGroup
from service.mcp.arguments import Arguments
from service.mcp.times import optional_time
from service.mcp.tool import READS, Call, Tool

GroupBy = Literal["none", "day", "month", "year", "predicate", "kind", "session"]


class TimelineArguments(Arguments):
    """Whose changes, when, and how they are grouped."""

    near: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "entity": ("name", "about", "who", "what", "subject", "entity_id", "id"),
        "since": ("from", "start", "start_date", "after"),
        "until": ("to", "end", "end_date", "before"),
        "as_of": ("at", "when", "date"),
        "limit": ("n", "k", "top_k", "count", "max_results", "first"),
        "group_by": ("group", "by", "groupby"),
        "predicates": ("predicate",),
    }
    entity: str = Field(description="Name or id of a person, place or thing.")
    since: str | None = Field(None, description="Only from this time on, ISO 8601.")
    until: str | None = Field(None, description="Only before this time, ISO 8601.")
    as_of: str | None = Field(None, description="Tell nothing later than this time, ISO 8601; now by default.")
    known_at: str | None = Field(None, description="What was believed at this time, ISO 8601; now by default.")
    predicates: list[str] | None = Field(None, description="Only these, such as lives_in or works_at.")
    group_by: GroupBy = Field(
        "none", description="day, month, year (of the change), predicate, kind (of change) or session (it was said in)."
    )
    limit: int = Field(50, ge=1, le=200, description="How many changes at most.")
    after: str | None = Field(None, description="Continue after this cursor, which the last answer gave as next.")


async def timeline(call: Call, given: TimelineArguments) -> TimelineAnswer:
    """Lists the changes."""
    where = m.TimelineFilter(
        group_ids=call.groups,
        entity=given.entity,
        since=optional_time("since", given.since),
        until=optional_time("until", given.until),
        as_of=optional_time("as_of", given.as_of),
        known_at=optional_time("known_at", given.known_at),
        predicates=tuple(given.predicates or ()),
    )
    page = await call.memory.timeline(where, given.limit, given.after)
    changes = [edge.node for edge in page.edges]
    return TimelineAnswer(
        groups=grouped(changes, given.group_by), next=page.edges[-1].cursor if page.has_next else None
    )


def grouped(changes: Iterable[m.TimelineChange], by: GroupBy) -> list[TimelineGroup]:
    """The changes by what they have in common, in the order of each group's first; one group of all for none."""
    groups: dict[str, list[TimelineChange]] = {}
    for change in changes:
        groups.setdefault(_KEYS[by](change), []).append(_shown(change))
    return [TimelineGroup(key=key, changes=found) for key, found in groups.items()]


def _session(change: m.TimelineChange) -> str:
    return (change.fact.evidence[0].episode.session_id or "") if change.fact and change.fact.evidence else ""


def _day(at: datetime) -> str:
    return at.date().isoformat()


_KEYS: dict[GroupBy, Callable[[m.TimelineChange], str]] = {
    "none": lambda _change: "all",
    "day": lambda change: _day(change.at),
    "month": lambda change: _day(change.at)[:7],
    "year": lambda change: _day(change.at)[:4],
    "predicate": lambda change: change.fact.predicate if change.fact else "same_as",
    "kind": lambda change: change.kind.value,
    "session": _session,
}


def _shown(change: m.TimelineChange) -> TimelineChange:
    return TimelineChange(
        kind=change.kind.value,
        at=present.iso(change.at) or "",
        text=change.fact.text if change.fact else f"{change.entity.name} is the same" if change.entity else "",
        by=change.other.text if change.other else None,
        why=change.reason,
        memory=present.fact(change.fact) if change.fact else None,
    )


MEMORY_TIMELINE = Tool(
    name="memory_timeline",
    title="What changed",
    description=(
        "Tell what changed about a person, place or thing, earliest first: what started, ended, was superseded or "
        "corrected, what is planned and due, each with the words it rests on. Call it for questions about history, "
        "order or change over time; memory_search answers what holds now."
    ),
    arguments=TimelineArguments,
    answer=TimelineAnswer,
    effect=READS,
    run=timeline,
)

"""What is remembered as entries of a context."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from datetime import datetime

from graph_schema.model import Role
from service.context.layout import Entry, citation
from service.context.model import (
    ContextOrder,
    ContextPart,
    SummaryView,
    TaskItem,
    TaskPart,
    TaskState,
)
from service.context.safe import clean, one_line
from service.contract import EpisodeView, FactView, Hit, HitStatus

_STATE_ORDER = {part: place for place, part in enumerate(TaskPart)}
_NEED = (TaskPart.GOAL, TaskPart.CONSTRAINT, TaskPart.OPEN_TASK, TaskPart.DECISION, TaskPart.COMPLETED_STEP)
_CALL, _RESULT = 10, 11


def turn_entry(turn: EpisodeView) -> Entry:
    """A turn of the dialogue."""
    said = [("role", turn.role.value), ("time", _time(turn.valid_at))]
    if turn.actor:
        said.insert(1, ("actor", turn.actor))
    if turn.role is Role.TOOL and turn.tool_name:
        said.append(("tool", turn.tool_name))
    place = (turn.valid_at.isoformat(), turn.seq)
    return Entry(
        ContextPart.DIALOGUE, "turn", clean(turn.content), tuple(said), turn.uuid, place, turn.role.value, "turn"
    )


def summary_entry(summary: SummaryView) -> Entry:
    """A summary of earlier turns."""
    said = (("from", _time(summary.since)), ("to", _time(summary.until)), ("id", citation("summary", summary.uuid)))
    place = (summary.since.isoformat(),)
    return Entry(ContextPart.SUMMARIES, "summary", summary.content, said, summary.uuid, place, kind="summary")


def profile_entry(fact: FactView) -> Entry:
    """Something known of the user."""
    said = (("id", citation("fact", fact.uuid)),)
    return Entry(ContextPart.PROFILE, "fact", one_line(fact.text), said, fact.uuid, (fact.uuid,), kind="fact")


def memory_entries(hits: Sequence[Hit], top_k: int, order: ContextOrder) -> list[Entry]:
    """The most important of the hits, the most important first, each placed where the order has it.

    Args:
        hits: found, the most relevant first.
        top_k: how many are kept.
        order: in which they are shown.
    """
    best = sorted(hits, key=lambda hit: -_weight(hit))[:top_k]
    places = _places(best, order)
    return [_memory(hit, places[hit.uuid]) for hit in best]


def _weight(hit: Hit) -> float:
    """Relevance, moved up or down by half for importance."""
    importance = hit.fact.importance if hit.fact else hit.episode.importance if hit.episode else 0.5
    return hit.score * (0.75 + importance / 2)


def _places(best: Sequence[Hit], order: ContextOrder) -> dict[str, tuple[int]]:
    match order:
        case ContextOrder.IMPORTANCE:
            shown = list(best)
        case ContextOrder.TIME_ASC:
            shown = sorted(best, key=_at)
        case ContextOrder.TIME_DESC:
            shown = sorted(best, key=_at, reverse=True)
        case ContextOrder.MIXED:
            shown = [*best[:1], *sorted(best[2:], key=_at), *best[1:2]]
    return {hit.uuid: (place,) for place, hit in enumerate(shown)}


def _at(hit: Hit) -> tuple[datetime, str]:
    if hit.episode:
        return hit.episode.valid_at, hit.uuid
    if hit.fact:
        return hit.fact.valid_at or hit.fact.created_at, hit.uuid
    raise AssertionError(f"recall found neither a turn nor a fact: {hit.uuid}")


def _memory(hit: Hit, place: tuple[int]) -> Entry:
    kind = hit.kind.value
    said = [("type", kind), ("time", _time(_at(hit)[0])), ("id", citation(kind, hit.uuid))]
    if hit.episode:
        said.append(("by", hit.episode.actor or hit.episode.role.value))
    if hit.status not in (HitStatus.CURRENT, HitStatus.ARCHIVED):
        said.append(("status", hit.status.value))
    return Entry(ContextPart.MEMORIES, "memory", clean(hit.text), tuple(said), hit.uuid, place, kind=kind)


def state_entries(state: TaskState) -> Iterable[Entry]:
    """Lines of a task's state, what matters most first; shown by part in the order they were said."""
    for call in reversed(state.tool_calls):
        said = (("tool", call.name or ""), ("call", call.id), ("time", _time(call.at)))
        text = clean(json.dumps(call.arguments, ensure_ascii=False))
        yield Entry(ContextPart.TASK_STATE, "tool_call", text, said, call.episode, (_CALL, call.at.isoformat()))
    places = {item.id: place for place, item in enumerate(state.items)}
    for part in _NEED:
        for item in reversed([item for item in state.items if item.part is part]):
            yield _line(item, places[item.id])
    for result in reversed(state.step_results):
        said = (("tool", result.name or ""), ("call", result.tool_call_id or ""), ("time", _time(result.at)))
        place = (_RESULT, result.at.isoformat())
        yield Entry(ContextPart.TASK_STATE, "step_result", result.text, said, result.episode, place)


def _line(item: TaskItem, place: int) -> Entry:
    said = (("time", _time(item.at)),) if item.at else ()
    where = (_STATE_ORDER[item.part], f"{place:06}")
    return Entry(ContextPart.TASK_STATE, item.part.value, item.text, said, None, where)


def _time(at: datetime) -> str:
    return at.isoformat(timespec="minutes").replace("+00:00", "Z")

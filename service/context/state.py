"""A task's state: read from facts and turns of the session, and edited by hand."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from typing import Any, cast

from graph_schema.ids import digest
from graph_schema.model import FactKind, Role
from service.context.model import StepResult, TaskEdit, TaskItem, TaskPart, TaskState, ToolCall
from service.context.safe import clip, one_line
from service.contract import EpisodeView, FactView
from service.errors import InvalidInput, UnknownId
from service.gates.tokens import stem, tokens
from service.recall.words import CJK_STOP, STOP_WORDS

PARTS = {
    FactKind.TASK: TaskPart.OPEN_TASK,
    FactKind.DECISION: TaskPart.DECISION,
    FactKind.CONSTRAINT: TaskPart.CONSTRAINT,
}
STEP_RESULTS = 3
_RESULT_TOKENS = 60
_DONE = re.compile(
    r"\b(?:done|finished|completed|is complete|has been (?:sent|written|fixed|merged|deployed))\b"
    r"|完成|搞定|做好了|已经?办"
)
_DENIED = re.compile(r"\b(?:not|n't|never|isn['’]t|hasn['’]t|until|once|when|if)\b|没|未|还要|等", re.IGNORECASE)
_SENTENCE = re.compile(r"(?<=[.!?])\s+|[。！？\n]+")
_COVERED = 0.6
_PLAIN = STOP_WORDS | CJK_STOP | {"has", "have", "need", "todo"}


@dataclass(frozen=True, slots=True)
class Edits:
    """What was changed by hand, kept with the session.

    Attributes:
        goal: None where none was written.
        added: (id, part, text, ISO time) of each line.
        completed, removed: ids of lines.
    """

    goal: str | None = None
    added: tuple[tuple[str, str, str, str], ...] = ()
    completed: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()

    @classmethod
    def of(cls, text: str | None) -> Edits:
        """The edits in a session's property."""
        if not text:
            return cls()
        kept = cast("dict[str, Any]", json.loads(text))
        lines = tuple((str(a), str(b), str(c), str(d)) for a, b, c, d in kept["added"])
        return cls(kept["goal"], lines, tuple(kept["completed"]), tuple(kept["removed"]))

    @property
    def text(self) -> str | None:
        """What is stored; None where nothing was changed."""
        return None if self == Edits() else json.dumps(asdict(self), ensure_ascii=False)


def task_state(
    facts: Sequence[FactView], turns: Sequence[EpisodeView], calls: Mapping[str, Any], edits: Edits
) -> TaskState:
    """Where the task stands.

    Args:
        facts: of the session, true now.
        turns: of the session that are not compressed, oldest first.
        calls: arguments of tool calls by the uuid of their turn.
        edits: what was changed by hand.
    """
    return TaskState(tuple(_items(facts, turns, edits)), tuple(_pending(turns, calls)), tuple(_results(turns)))


def _items(facts: Sequence[FactView], turns: Sequence[EpisodeView], edits: Edits) -> Iterable[TaskItem]:
    found = [TaskItem("goal", TaskPart.GOAL, edits.goal, None, False)] if edits.goal else []
    said = [(turn.valid_at, sentence) for turn in turns for sentence in _done_in(turn.content)]
    for fact in sorted(facts, key=lambda f: (f.valid_at or f.created_at, f.uuid)):
        if fact.kind in PARTS:
            at = fact.valid_at or fact.created_at
            item = TaskItem(fact.uuid, PARTS[fact.kind], one_line(fact.text), at, True)
            done = item.part is TaskPart.OPEN_TASK and any(
                when > at and _covers(sentence, fact) for when, sentence in said
            )
            found.append(replace(item, part=TaskPart.COMPLETED_STEP) if done else item)
    for line, part, text, at in edits.added:
        found.append(TaskItem(line, TaskPart(part), text, datetime.fromisoformat(at), False))
    for item in found:
        if item.id not in edits.removed:
            open_task = item.part is TaskPart.OPEN_TASK and item.id in edits.completed
            yield replace(item, part=TaskPart.COMPLETED_STEP) if open_task else item


def _done_in(content: str) -> Iterable[frozenset[str]]:
    for sentence in _SENTENCE.split(content[:4_000]):
        if _DONE.search(sentence.casefold()) and not _DENIED.search(sentence):
            yield _words(sentence)


def _covers(sentence: frozenset[str], fact: FactView) -> bool:
    wanted = _words(fact.value or fact.text)
    return bool(wanted) and len(wanted & sentence) >= _COVERED * len(wanted)


def _words(text: str) -> frozenset[str]:
    return frozenset(stem(token) for token in tokens(text) if token not in _PLAIN)


def pending_turns(turns: Sequence[EpisodeView]) -> list[EpisodeView]:
    """Turns that call a tool whose answer has not come."""
    answered = {turn.tool_call_id for turn in turns if turn.role is Role.TOOL}
    return [t for t in turns if t.role is Role.ASSISTANT and t.tool_call_id and t.tool_call_id not in answered]


def _pending(turns: Sequence[EpisodeView], calls: Mapping[str, Any]) -> Iterable[ToolCall]:
    for turn in pending_turns(turns):
        yield ToolCall(turn.tool_call_id or "", turn.uuid, turn.tool_name, calls.get(turn.uuid), turn.valid_at)


def _results(turns: Sequence[EpisodeView]) -> Iterable[StepResult]:
    for turn in [turn for turn in turns if turn.role is Role.TOOL][-STEP_RESULTS:]:
        text = clip(one_line(turn.content[:20_000]), _RESULT_TOKENS)
        yield StepResult(turn.uuid, turn.tool_call_id, turn.tool_name, text, turn.valid_at)


def edited(edits: Edits, change: TaskEdit, known: Mapping[str, TaskItem], at: datetime) -> Edits:
    """The edits after one more.

    Args:
        edits: those before.
        change: what is to change.
        known: the state's lines by id.
        at: the time of the change.

    Raises:
        UnknownId: a line that is named is not there.
        InvalidInput: a line that is completed is no open task, or nothing would change.
    """
    for line in change.complete:
        if line not in known:
            raise UnknownId("complete", line)
        if known[line].part is not TaskPart.OPEN_TASK:
            raise InvalidInput("complete", f"{line} is no open task", "ids of open tasks of the session")
    for line in change.remove:
        if line not in known:
            raise UnknownId("remove", line)
    away = {*edits.completed, *edits.removed}
    for line in change.restore:
        if line not in away:
            raise UnknownId("restore", line)
    stamp = at.astimezone(UTC).isoformat()
    lines = tuple((digest(("line", stamp, str(n))), p.value, t, stamp) for n, (p, t) in enumerate(change.add))
    after = Edits(
        edits.goal if change.goal is None else one_line(change.goal) or None,
        (*edits.added, *lines),
        _joined(edits.completed, change.complete, change.restore),
        _joined(edits.removed, change.remove, change.restore),
    )
    if after == edits:
        raise InvalidInput("input", "changes nothing", "a goal, or lines to add, complete, remove or restore")
    return after


def _joined(before: tuple[str, ...], more: tuple[str, ...], fewer: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(line for line in dict.fromkeys((*before, *more)) if line not in fewer)

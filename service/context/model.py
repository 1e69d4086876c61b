"""What working memory is asked and answers; part of the facade's contract beside `service.contract`."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any

from service.contract import EpisodeView, OperationView

DEFAULT_BUDGET = 4_000
DEFAULT_THRESHOLD = 45_000
"""Tokens of a session above which it is compressed: 35 % of a window of 128 000."""
DEFAULT_CHARS = 100


class ContextOrder(StrEnum):
    """In which order memories stand: MIXED has the most important first and last, the others in between by time."""

    MIXED = "mixed"
    TIME_ASC = "time_asc"
    TIME_DESC = "time_desc"
    IMPORTANCE = "importance"


class ContextFormat(StrEnum):
    """How a context is written."""

    XML = "xml"
    MARKDOWN = "markdown"
    MESSAGES = "messages"
    JSON = "json"


class ContextPart(StrEnum):
    """A part of a context."""

    SYSTEM_PROMPT = "system_prompt"
    PROFILE = "profile"
    DIALOGUE = "dialogue"
    SUMMARIES = "summaries"
    MEMORIES = "memories"
    TASK_STATE = "task_state"


class TaskPart(StrEnum):
    """A part of a task's state."""

    GOAL = "goal"
    OPEN_TASK = "open_task"
    COMPLETED_STEP = "completed_step"
    DECISION = "decision"
    CONSTRAINT = "constraint"


@dataclass(frozen=True, slots=True)
class TaskItem:
    """One line of a task's state; `id` is its fact's uuid, or of a line written by hand its own."""

    id: str
    part: TaskPart
    text: str
    at: datetime | None
    from_fact: bool


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A call whose result has not come yet."""

    id: str
    episode: str
    name: str | None
    arguments: Any
    at: datetime


@dataclass(frozen=True, slots=True)
class StepResult:
    """What a tool answered; shortened where it is long."""

    episode: str
    tool_call_id: str | None
    name: str | None
    text: str
    at: datetime


@dataclass(frozen=True, slots=True)
class TaskState:
    """Where a session's task stands; items in the order in which they were said."""

    items: tuple[TaskItem, ...] = ()
    tool_calls: tuple[ToolCall, ...] = ()
    step_results: tuple[StepResult, ...] = ()


@dataclass(frozen=True, slots=True)
class SummaryView:
    """A summary that stands for turns, or for earlier summaries, of a session.

    Attributes:
        level: 0 is a roll-up of the whole session, beside its turns; 1 stands for turns, each next one for summaries
            of the level before.
        since, until: when the first and the last of the turns were said.
        source_tokens: of the turns it stands for.
    """

    uuid: str
    group_id: str
    session_id: str
    level: int
    content: str
    token_count: int
    source_tokens: int
    turns: int
    since: datetime
    until: datetime
    created_at: datetime


@dataclass(frozen=True, slots=True)
class SessionView:
    """A session as it stands.

    Attributes:
        turns, tokens: all that was said in it, and by the documented estimate how long it is.
        active: turns that are not compressed, oldest first.
        active_tokens: of these turns and of the summaries.
        roll_up: of the whole session, as `refresh_summaries` keeps it; None until it has.
    """

    uuid: str
    group_id: str
    session_id: str
    started_at: datetime
    last_at: datetime
    turns: int
    tokens: int
    active: tuple[EpisodeView, ...]
    active_tokens: int
    summaries: tuple[SummaryView, ...]
    state: TaskState
    roll_up: SummaryView | None = None


@dataclass(frozen=True, slots=True)
class ContextInput:
    """What to put in front of a model.

    Attributes:
        query: the user's input; the session's last user turn by default.
        token_budget: of the whole context, by the documented estimate.
        turns: last turns that are always there.
        earlier_turns: whether earlier turns that are not compressed fill what is left of the budget.
        limit: memories at most.
        top_k: so many of them are the most important ones of those found; the others the most relevant.
        separator: a line that parts history from what follows it.
    """

    group_id: str
    session_id: str | None = None
    query: str | None = None
    system_prompt: str | None = None
    token_budget: int = DEFAULT_BUDGET
    turns: int = 3
    earlier_turns: bool = False
    limit: int = 5
    top_k: int = 3
    order: ContextOrder = ContextOrder.MIXED
    format: ContextFormat = ContextFormat.XML
    separator: str | None = None
    now: datetime | None = None


@dataclass(frozen=True, slots=True)
class PartCount:
    """How much of a part is there, and how many of its items were left out for want of room."""

    part: ContextPart
    items: int
    tokens: int
    left_out: int


@dataclass(frozen=True, slots=True)
class Citation:
    """The short id by which an agent names a memory, and what it stands for."""

    citation: str
    kind: str
    uuid: str
    text: str


@dataclass(frozen=True, slots=True)
class ContextMessage:
    """One chat message."""

    role: str
    content: str


@dataclass(frozen=True, slots=True)
class ContextResult:
    """A context within its budget.

    Attributes:
        text: all of it in the format asked for; of MESSAGES and JSON their JSON text.
        messages: of MESSAGES, else none.
        recall_id: of the recall behind the memories; None where nothing was asked.
    """

    text: str
    messages: tuple[ContextMessage, ...]
    tokens: int
    parts: tuple[PartCount, ...]
    citations: tuple[Citation, ...]
    recall_id: str | None
    took_ms: float


@dataclass(frozen=True, slots=True)
class Compression:
    """What was compressed.

    Attributes:
        operation: None where there was nothing to compress.
        compressed: turns that gave way.
        freed_tokens: by which the session is shorter now, its new summaries counted.
        summaries: those that are new.
    """

    operation: OperationView | None
    compressed: int
    freed_tokens: int
    summaries: tuple[SummaryView, ...]
    session: SessionView


@dataclass(frozen=True, slots=True)
class TaskEdit:
    """A change of a task's state by hand.

    Attributes:
        goal: what the session is for; empty takes it away, None leaves it.
        add: lines that no fact says.
        complete: ids of open tasks that are done.
        remove: ids of lines that do not belong.
        restore: ids of lines that were completed or removed by hand and stand again.
    """

    goal: str | None = None
    add: tuple[tuple[TaskPart, str], ...] = ()
    complete: tuple[str, ...] = ()
    remove: tuple[str, ...] = ()
    restore: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TaskChange:
    """The operation by which a task's state was edited, and the session as it is now."""

    operation: OperationView
    session: SessionView

"""Sessions and the state of their tasks in GraphQL."""

from __future__ import annotations

from datetime import datetime

import strawberry
from strawberry.scalars import JSON

import service.context.model as m
from service.graphql import present
from service.graphql.define import argument, output
from service.graphql.enums import TaskPart
from service.graphql.ids import global_id
from service.graphql.nodes import Episode, Operation, Summary
from service.graphql.requests import listed


@output
class TaskItem:
    """One line of a task's state."""

    id: str
    part: TaskPart
    text: str
    at: datetime | None
    from_fact: bool = strawberry.field(description="Whether a fact says it; else it was written by hand.")


@output
class ToolCall:
    """A call whose result has not come yet."""

    id: str
    episode: strawberry.ID
    name: str | None
    arguments: JSON | None
    at: datetime


@output
class StepResult:
    """What a tool answered; shortened where it is long."""

    episode: strawberry.ID
    tool_call_id: str | None
    name: str | None
    text: str
    at: datetime


@output
class TaskState:
    """Where a session's task stands; items in the order they were said."""

    goal: str | None
    open_tasks: list[TaskItem]
    completed_steps: list[TaskItem]
    decisions: list[TaskItem]
    constraints: list[TaskItem]
    tool_calls: list[ToolCall]
    step_results: list[StepResult]


@output
class Session:
    """A session as it stands."""

    uuid: strawberry.ID = strawberry.field(description="Id of the node in Neo4j.")
    group_id: str
    session_id: str
    started_at: datetime
    last_at: datetime
    turns: int
    tokens: int = strawberry.field(description="Of all its turns, estimated.")
    active_turns: int = strawberry.field(description="Turns that are not compressed.")
    active_tokens: int = strawberry.field(description="Of these and of the summaries.")
    recent: list[Episode] = strawberry.field(description="The last turns that are not compressed, at most 20.")
    summaries: list[Summary]
    roll_up: Summary | None = strawberry.field(description="Of the whole session, as `refresh_summaries` keeps it.")
    state: TaskState


@argument
class TaskLineInput:
    """A line that no fact says."""

    part: TaskPart
    text: str


@argument
class UpdateTaskStateInput:
    """An edit of a session's task state: lines by the ids that the session shows."""

    group_id: str
    session_id: str
    goal: str | None = strawberry.field(default=None, description="Empty takes it away.")
    add: list[TaskLineInput] | None = None
    complete: list[str] | None = strawberry.field(default=None, description="Open tasks that are done.")
    remove: list[str] | None = strawberry.field(default=None, description="Lines that do not belong.")
    restore: list[str] | None = strawberry.field(default=None, description="Lines completed or removed that stand.")
    actor: str | None = "api"
    reason: str


@output
class UpdateTaskStatePayload:
    """The operation, which `undo` takes, and the session as it is now."""

    operation: Operation
    session: Session


@argument
class CompressInput:
    """The session to compress, and how far."""

    group_id: str
    session_id: str
    threshold_tokens: int | None = strawberry.field(
        default=m.DEFAULT_THRESHOLD, description="A longer session is brought down to half of it."
    )
    max_chars: int | None = strawberry.field(default=m.DEFAULT_CHARS, description="Of one summary; 20 to 2000.")
    actor: str | None = "api"
    reason: str | None = "longer than the threshold"


@output
class CompressPayload:
    """What was compressed; the operation, which `undo` takes, is null where there was nothing to compress."""

    operation: Operation | None
    compressed: int = strawberry.field(description="Turns that gave way to summaries.")
    freed_tokens: int
    summaries: list[Summary] = strawberry.field(description="The new ones.")
    session: Session


def compressed_shown(done: m.Compression) -> CompressPayload:
    """Payload of compress."""
    return CompressPayload(
        operation=None if done.operation is None else present.operation(done.operation),
        compressed=done.compressed,
        freed_tokens=done.freed_tokens,
        summaries=[summary_shown(each) for each in done.summaries],
        session=session_shown(done.session),
    )


def summary_shown(view: m.SummaryView) -> Summary:
    """The summary as it is answered."""
    return Summary(
        id=global_id("Summary", view.uuid),
        uuid=strawberry.ID(view.uuid),
        group_id=view.group_id,
        content=view.content,
        created_at=view.created_at,
        session_id=view.session_id,
        level=view.level,
        turns=view.turns,
        since=view.since,
        until=view.until,
        token_count=view.token_count,
        source_tokens=view.source_tokens,
    )


def session_shown(view: m.SessionView) -> Session:
    """The session as it is answered."""
    return Session(
        uuid=strawberry.ID(view.uuid),
        group_id=view.group_id,
        session_id=view.session_id,
        started_at=view.started_at,
        last_at=view.last_at,
        turns=view.turns,
        tokens=view.tokens,
        active_turns=len(view.active),
        active_tokens=view.active_tokens,
        recent=[present.episode(turn) for turn in view.active[-20:]],
        summaries=[summary_shown(each) for each in view.summaries],
        roll_up=None if view.roll_up is None else summary_shown(view.roll_up),
        state=_state(view.state),
    )


def _state(state: m.TaskState) -> TaskState:
    def of(part: TaskPart) -> list[TaskItem]:
        return [
            TaskItem(id=item.id, part=item.part, text=item.text, at=item.at, from_fact=item.from_fact)
            for item in state.items
            if item.part is part
        ]

    return TaskState(
        goal=next((item.text for item in state.items if item.part is TaskPart.GOAL), None),
        open_tasks=of(TaskPart.OPEN_TASK),
        completed_steps=of(TaskPart.COMPLETED_STEP),
        decisions=of(TaskPart.DECISION),
        constraints=of(TaskPart.CONSTRAINT),
        tool_calls=[
            ToolCall(
                id=call.id,
                episode=global_id("Episode", call.episode),
                name=call.name,
                arguments=call.arguments,
                at=call.at,
            )
            for call in state.tool_calls
        ],
        step_results=[
            StepResult(
                episode=global_id("Episode", each.episode),
                tool_call_id=each.tool_call_id,
                name=each.name,
                text=each.text,
                at=each.at,
            )
            for each in state.step_results
        ],
    )


def edit_given(source: UpdateTaskStateInput) -> m.TaskEdit:
    """The edit as the facade takes it."""
    return m.TaskEdit(
        goal=source.goal,
        add=tuple((line.part, line.text) for line in listed(source.add)),
        complete=listed(source.complete),
        remove=listed(source.remove),
        restore=listed(source.restore),
    )


def task_state_updated(change: m.TaskChange) -> UpdateTaskStatePayload:
    """Payload of updateTaskState."""
    return UpdateTaskStatePayload(operation=present.operation(change.operation), session=session_shown(change.session))

"""Upkeep in the schema: jobs, their runs, feedback and strength."""

from __future__ import annotations

from dataclasses import asdict
from datetime import datetime

import strawberry
from strawberry.scalars import JSON

from service.contract import Strength as StrengthView
from service.contract_jobs import JobView, PlannedChange, RunView
from service.graphql.define import argument, output
from service.graphql.enums import RunState, Verdict
from service.graphql.ids import TypeName, global_id
from service.graphql.nodes import Operation

_TYPES: dict[str, TypeName] = {"Fact": "Fact", "Episode": "Episode", "Entity": "Entity", "Session": "Session"}


@output
class JobChange:
    """One thing that a job would change, and the terms that decided."""

    label: str = strawberry.field(description="Fact, Episode, Entity or Session.")
    id: strawberry.ID
    group_id: str
    before: JSON
    after: JSON
    why: JSON


@output
class JobRun:
    """One run of a job."""

    id: strawberry.ID
    name: str
    state: RunState
    dry_run: bool
    trigger: str = strawberry.field(description="schedule or hand.")
    started_at: datetime
    finished_at: datetime | None
    groups: int = strawberry.field(description="Groups it went through.")
    changed: int = strawberry.field(description="Things it changed, or would change.")
    operations: list[strawberry.ID] = strawberry.field(description="One for each group or batch; `undo` takes them.")
    reason: str | None
    changes: list[JobChange] = strawberry.field(description="Of a dry run: the first of what it would change.")


@output
class Job:
    """Something that looks after the memory by itself."""

    name: str
    purpose: str
    schedule: str = strawberry.field(description="Cron line in UTC, or off.")
    next_at: datetime | None
    last_run: JobRun | None


@output
class Strength:
    """How alive a memory is: importance × 2^(−idle / half-life) × use, with its terms."""

    stated: float = strawberry.field(description="Importance as it was stated.")
    importance: float = strawberry.field(description="What idleness leaves of it.")
    idle_since: datetime
    idle_days: float
    half_life_days: float
    accesses: int = strawberry.field(description="Recalls of the recent days that returned it.")
    feedback: int
    use: float = strawberry.field(description="(1 + ln(1 + accesses)) × 1.25^feedback.")
    strength: float


@output
class RunJobPayload:
    """The run, ended."""

    run: JobRun


@output
class FeedbackPayload:
    """The operation that keeps the feedback; `undo` takes its id."""

    operation: Operation


@argument
class RunJobInput:
    """Which job to run, and over which groups; all when none is named."""

    name: str
    group_ids: list[str] | None = None
    dry_run: bool | None = False
    actor: str | None = "api"


@argument
class FeedbackInput:
    """What a hit was worth, and in which recall."""

    group_id: str
    hit: strawberry.ID
    verdict: Verdict
    recall: strawberry.ID | None = None
    actor: str | None = "api"
    reason: str | None = "feedback"


def job(view: JobView) -> Job:
    """The job."""
    last = None if view.last_run is None else job_run(view.last_run)
    return Job(name=view.name, purpose=view.purpose, schedule=view.schedule, next_at=view.next_at, last_run=last)


def job_run(view: RunView) -> JobRun:
    """The run."""
    return JobRun(
        id=global_id("JobRun", view.uuid),
        name=view.name,
        state=view.state,
        dry_run=view.dry_run,
        trigger=view.trigger,
        started_at=view.started_at,
        finished_at=view.finished_at,
        groups=view.groups,
        changed=view.changed,
        operations=[global_id("Operation", uuid) for uuid in view.operations],
        reason=view.reason,
        changes=[_change(change) for change in view.changes],
    )


def strength(view: StrengthView | None) -> Strength | None:
    """The strength with its terms."""
    return None if view is None else Strength(**asdict(view))


def _change(view: PlannedChange) -> JobChange:
    return JobChange(
        label=view.label,
        id=global_id(_TYPES[view.label], view.uuid),
        group_id=view.group_id,
        before=JSON(_plain(view.before)),
        after=JSON(_plain(view.after)),
        why=JSON(_plain(view.why)),
    )


def _plain(values: dict[str, object]) -> dict[str, object]:
    return {name: value.isoformat() if isinstance(value, datetime) else value for name, value in values.items()}

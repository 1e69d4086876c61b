"""What the facade takes and tells of jobs."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any


class RunState(StrEnum):
    """How a job's run stands."""

    RUNNING = "running"
    DONE = "done"
    OUT_OF_TIME = "out_of_time"
    FAILED = "failed"


class Verdict(StrEnum):
    """What a caller says of a hit it was given."""

    USED = "used"
    WRONG = "wrong"
    IRRELEVANT = "irrelevant"


@dataclass(frozen=True, slots=True)
class PlannedChange:
    """One thing that a job changes: what it is, its properties before and after, and the terms that decided."""

    label: str
    uuid: str
    group_id: str
    before: dict[str, Any]
    after: dict[str, Any]
    why: dict[str, Any]


@dataclass(frozen=True, slots=True)
class RunView:
    """One run of a job.

    Attributes:
        trigger: `schedule` or `hand`.
        groups: how many it went through.
        changed: how many things it changed, or would change.
        operations: one for each group it changed, of jobs about beliefs one for each batch; each can be undone.
        changes: of a dry run, the first of what it would change.
    """

    uuid: str
    name: str
    state: RunState
    dry_run: bool
    trigger: str
    started_at: datetime
    finished_at: datetime | None
    groups: int
    changed: int
    operations: tuple[str, ...] = ()
    reason: str | None = None
    changes: tuple[PlannedChange, ...] = ()


@dataclass(frozen=True, slots=True)
class JobView:
    """A job, when it runs, and its latest run.

    Attributes:
        schedule: cron line in UTC, or `off`.
        next_at: when it is due next, None when it is off.
    """

    name: str
    purpose: str
    schedule: str
    next_at: datetime | None
    last_run: RunView | None

"""Runs of jobs as the graph keeps them."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from service.contract_jobs import RunState

Row = dict[str, Any]


@dataclass(slots=True)
class Run:
    """One run while it goes on.

    Attributes:
        groups_asked: the groups it was asked to go through; empty for all.
        changes: what it plans to do, or did, by group; only of dry runs, and only the first.
        operations: one for each group that it changed; of jobs about beliefs one for each batch.
    """

    uuid: str
    name: str
    dry_run: bool
    trigger: str
    started_at: datetime
    groups_asked: tuple[str, ...] = ()
    finished_at: datetime | None = None
    state: RunState = RunState.RUNNING
    reason: str | None = None
    groups: int = 0
    changed: int = 0
    operations: list[str] = field(default_factory=list[str])
    changes: list[Row] = field(default_factory=list[Row])

    def as_row(self) -> Row:
        """Properties of its node; the changes are on the operations."""
        return {
            "uuid": self.uuid,
            "group_id": "",
            "name": self.name,
            "dry_run": self.dry_run,
            "trigger": self.trigger,
            "created_at": self.started_at,
            "started_at": self.started_at,
            "finished_at": self.finished_at,
            "groups_asked": list(self.groups_asked),
            "state": self.state.value,
            "reason": self.reason,
            "groups": self.groups,
            "changed": self.changed,
            "operations": self.operations,
        }

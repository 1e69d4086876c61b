"""From runs to what the facade tells of them."""

from __future__ import annotations

from typing import Any

from service.contract_jobs import PlannedChange, RunState, RunView
from service.jobs.runs import Run


def run_view(run: Run) -> RunView:
    """The run as callers see it."""
    changes = tuple(PlannedChange(**{n: row[n] for n in PlannedChange.__dataclass_fields__}) for row in run.changes)
    return RunView(
        uuid=run.uuid,
        name=run.name,
        state=run.state,
        dry_run=run.dry_run,
        trigger=run.trigger,
        started_at=run.started_at,
        finished_at=run.finished_at,
        groups=run.groups,
        changed=run.changed,
        operations=tuple(run.operations),
        reason=run.reason,
        changes=changes,
    )


def kept_run(row: dict[str, Any]) -> RunView:
    """A run from the properties of its node."""
    return RunView(
        uuid=row["uuid"],
        name=row["name"],
        state=RunState(row["state"]),
        dry_run=row["dry_run"],
        trigger=row["trigger"],
        started_at=row["started_at"],
        finished_at=row.get("finished_at"),
        groups=row["groups"],
        changed=row["changed"],
        operations=tuple(row["operations"]),
        reason=row.get("reason"),
    )

"""What a model has used by group and UTC day, kept in the graph: one budget for all instances, across restarts."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from typing import Any

from extractors.llm.ledger import Ledger, Usage
from graph_schema.ids import digest, new_uuid
from graph_schema.store import GraphStore


class UsageBook:
    """Keeps a ledger's counts of the groups in the graph.

    The re-reading of a group is leased to one instance at a time, so what that adds to the graph is complete whenever
    the next one looks. An instance that dies loses the count of the batch it had in hand.
    """

    def __init__(self, store: GraphStore, ledger: Ledger, extractor: str) -> None:
        """Keep `ledger`, whose accounts are group ids, in `store` under the extractor's name."""
        self._store = store
        self._ledger = ledger
        self._extractor = extractor

    async def open(self, group_id: str) -> None:
        """Lets the ledger know what all instances have used for the group today."""
        day = self._ledger.today
        (row,) = await self._store.read("read/usage_on", group_id=group_id, day=day.isoformat())
        self._ledger.restore(group_id, Usage(**row), day)

    async def save(self, group_id: str) -> None:
        """Adds to the graph what was used for the group since the last time."""
        unsaved = self._ledger.take_unsaved(group_id)
        rows = [self._row(group_id, day, usage) for day, usage in unsaved.items()]
        if not rows:
            return
        try:
            await self._store.write("write/record_usage", rows=rows)
        except BaseException:
            self._ledger.give_back(group_id, unsaved)
            raise

    def _row(self, group_id: str, day: date, usage: Usage) -> dict[str, Any]:
        return {
            "key": digest(("usage", group_id, day.isoformat(), self._extractor)),
            "uuid": new_uuid(),
            "group_id": group_id,
            "day": day.isoformat(),
            "extractor": self._extractor,
            "calls": usage.calls,
            "prompt_tokens": usage.prompt_tokens,
            "completion_tokens": usage.completion_tokens,
            "cost": usage.cost,
            "estimated": usage.estimated,
        }


def seconds_until_next_day(now: datetime) -> float:
    """Until the next UTC day begins, when budgets are whole again."""
    tomorrow = now.astimezone(UTC).date() + timedelta(days=1)
    return (datetime.combine(tomorrow, time.min, UTC) - now).total_seconds()

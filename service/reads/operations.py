"""Changes to the graph, newest first, and those that touched one thing."""

from __future__ import annotations

from graph_schema.model import OPEN_END
from graph_schema.store import GraphStore
from service import cursors
from service.contract import OperationView, Page
from service.recall.scope import check_groups
from service.views import moment, operation_view

_MOST_ABOUT = 200


class OperationLog:
    """Reads operations."""

    def __init__(self, store: GraphStore) -> None:
        self._store = store

    async def page(self, group_ids: tuple[str, ...], first: int, after: str | None) -> Page[OperationView]:
        """A page of operations, newest first.

        Raises:
            InvalidInput: the groups, `first` or `after` are not acceptable.
        """
        check_groups(group_ids)
        cursors.check_first(first)
        mark = cursors.fingerprint("operations", group_ids)
        key = cursors.decode(mark, after, (str, str))
        rows = await self._store.read(
            "read/operations_page",
            group_ids=list(group_ids),
            after_at=moment(key[0]) if key else OPEN_END,
            after_uuid=key[1] if key else "",
            most=first + 1,
        )
        return cursors.page(mark, [operation_view(row["operation"]) for row in rows], first, _place)

    async def about(self, group_id: str, uuid: str) -> list[OperationView]:
        """The operations that wrote, changed or ended something of a fact or a turn, oldest first."""
        rows = await self._store.read("read/operations_about", group_id=group_id, uuid=uuid, most=_MOST_ABOUT)
        return [operation_view(row["operation"]) for row in rows]


def _place(operation: OperationView) -> tuple[str, str]:
    return operation.at.isoformat(), operation.uuid

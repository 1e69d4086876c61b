"""Lists of sessions."""

from __future__ import annotations

from graph_schema.model import OPEN_END, OPEN_START
from graph_schema.store import GraphStore
from service import cursors
from service.contract import Page
from service.contract_moments import SessionFilter, SessionItem
from service.errors import InvalidInput
from service.recall.scope import check_groups, check_times
from service.views import moment


class SessionList:
    """Reads lists of sessions."""

    def __init__(self, store: GraphStore) -> None:
        self._store = store

    async def page(self, where: SessionFilter, first: int, after: str | None) -> Page[SessionItem]:
        """A page of sessions, that with the latest turn first.

        Raises:
            InvalidInput: the filter, `first` or `after` is not acceptable.
        """
        check_groups(where.group_ids)
        check_times(since=where.since, until=where.until)
        if where.since and where.until and where.since >= where.until:
            raise InvalidInput("to", "is not later than from", "a time after from")
        cursors.check_first(first)
        mark = cursors.fingerprint("sessions", where)
        key = cursors.decode(mark, after, (str, str))
        rows = await self._store.read(
            "read/sessions_page",
            group_ids=list(where.group_ids),
            since=where.since or OPEN_START,
            until=where.until or OPEN_END,
            after_at=moment(key[0]) if key else OPEN_END,
            after_uuid=key[1] if key else "",
            most=first + 1,
        )
        items = [
            SessionItem(
                uuid=row["session"]["uuid"],
                group_id=row["session"]["group_id"],
                session_id=row["session"]["session_id"],
                started_at=moment(row["session"]["started_at"]),
                last_at=moment(row["session"]["last_at"]),
                turns=row["turns"],
                tokens=row["tokens"],
            )
            for row in rows
        ]
        return cursors.page(mark, items, first, lambda item: (item.last_at.isoformat(), item.uuid))

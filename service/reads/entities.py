"""Entities: lists of them, and who a name stands for."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from graph_schema.ids import identity_key
from graph_schema.model import OPEN_END
from graph_schema.store import GraphStore
from service import cursors
from service.contract import EntityFilter, EntityView, Page
from service.errors import InvalidInput
from service.ingest.known import name_keys
from service.recall.scope import check_groups, check_times
from service.validation import check_id
from service.views import entity_view, moment

STILL_BELIEVED = OPEN_END - timedelta(days=1)
"""What is believed now expires later than this."""


class Entities:
    """Reads entities."""

    def __init__(self, store: GraphStore) -> None:
        self._store = store

    async def page(self, where: EntityFilter, first: int, after: str | None) -> Page[EntityView]:
        """A page of entities by folded name, then uuid; `text` is part of a name or alias.

        Raises:
            InvalidInput: the filter, `first` or `after` is not acceptable.
        """
        check_groups(where.group_ids)
        check_times(asOf=where.as_of, knownAt=where.known_at)
        cursors.check_first(first)
        for index, kind in enumerate(where.types):
            check_id(f"types[{index}]", kind)
        text = identity_key(where.text) if where.text is not None else ""
        if where.text is not None and not text:
            raise InvalidInput("text", "has neither letters nor digits", "part of a name, or null")
        mark = cursors.fingerprint("entities", where)
        key = cursors.decode(mark, after, (str, str))
        rows = await self._store.read(
            "read/entities_page",
            group_ids=list(where.group_ids),
            text=text,
            types=list(where.types),
            seen_at=where.as_of or OPEN_END,
            **knowledge(where.known_at),
            after_name=key[0] if key else "",
            after_uuid=key[1] if key else "",
            most=first + 1,
        )
        return cursors.page(mark, [entity_view(row["entity"]) for row in rows], first, _place)

    async def by_uuid(self, uuids: Iterable[str], known_at: datetime | None = None) -> list[EntityView]:
        """The entities with these uuids in this order, as known at a time; unknown ones are left out."""
        rows = await self._store.read("read/entities_by_uuid", uuids=list(uuids), **knowledge(known_at))
        return [entity_view(row["entity"]) for row in rows]

    async def named(self, group_ids: tuple[str, ...], name: str, known_at: datetime | None = None) -> list[EntityView]:
        """The entities of the groups that a uuid, name or alias stood for; see `entities_named`."""
        return await entities_named(self._store, group_ids, name, known_at)


def knowledge(known_at: datetime | None) -> dict[str, datetime]:
    """Parameters that choose what was known at a time; None is the present."""
    return {"known_at": known_at or OPEN_END, "believed_at": known_at or STILL_BELIEVED}


async def entities_named(
    store: GraphStore, group_ids: tuple[str, ...], name: str, known_at: datetime | None = None
) -> list[EntityView]:
    """The entities of the groups that a uuid, name or alias stands for, most mentioned first; empty for none.

    Names are compared folded and in simplified characters, as in ingestion: "josé núñez" finds "Jose Nunez", 張偉 finds
    张伟. One that was merged by `known_at` is the one it was merged into.
    """
    then = knowledge(known_at)
    rows: list[dict[str, Any]] = await store.read("read/entities_by_uuid", uuids=[name], **then)
    into = [row["entity"]["merged_into"] for row in rows if row["entity"]["merged_into"]]
    if into:
        rows = await store.read("read/entities_by_uuid", uuids=into, **then)
    keys = [key for group_id in group_ids for key in name_keys(group_id, name)]
    if not rows and keys:
        rows = await store.read("read/entities_by_name", name_keys=keys, **then)
    found = {
        row["entity"]["uuid"]: entity_view(row["entity"])
        for row in rows
        if row["entity"]["group_id"] in group_ids and moment(row["entity"]["created_at"]) <= then["known_at"]
    }
    return sorted(found.values(), key=lambda entity: (-entity.mention_count, entity.uuid))


def _place(entity: EntityView) -> tuple[str, str]:
    return identity_key(entity.name), entity.uuid

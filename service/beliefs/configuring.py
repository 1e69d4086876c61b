"""Changing what a group sets for itself: recorded, and undone exactly."""

from __future__ import annotations

from typing import Any

from graph_schema.ids import group_token, new_uuid
from graph_schema.store import GraphStore, Transaction
from service.beliefs.audit import SETTINGS, Author, Effects, record
from service.beliefs.locked import locked_change
from service.beliefs.settings import settings_of, settings_row
from service.beliefs.slots import Change, Embed
from service.contract import GroupSettings, SettingsChange
from service.errors import Conflict, InvalidInput

Row = dict[str, Any]

MOST_DAYS = 36_500.0


class GroupSettingsBook:
    """Reads and changes the settings of groups."""

    def __init__(self, store: GraphStore, embed: Embed) -> None:
        """`embed` is what every change to a group is given."""
        self._store = store
        self._embed = embed

    async def read(self, group_id: str) -> GroupSettings:
        """The settings that hold now."""
        return settings_of(await self._store.read("read/group_settings", group_id=group_id))

    async def change(self, group_id: str, settings: GroupSettings, author: Author) -> SettingsChange:
        """The operation by which the group has these settings; it is made where it does not exist yet.

        Another order of trust counts for what is read from now on, for everything with the next `resolve_conflicts`.

        Raises:
            InvalidInput: a value is out of range.
            Conflict: the group has these settings already.
        """
        _check(settings)

        async def work(tx: Transaction, change: Change) -> Row:
            (group,) = await tx.run(
                "write/ensure_group", group_id=group_id, group_token=group_token(group_id), uuid=new_uuid()
            )
            before = await put_settings(tx, group_id, settings_row(settings))
            if before == settings_row(settings):
                raise Conflict("settings", "the group has these settings already")
            effects = Effects(settings=before)
            return await record(tx, change, SETTINGS, author, group_id=group_id, ids=[group["uuid"]], effects=effects)

        operation = await locked_change(self._store, self._embed, group_id, work, "operations/settings")
        return SettingsChange(operation, settings)


async def put_settings(tx: Transaction, group_id: str, settings: Row) -> Row:
    """Gives the group other settings; returns those it had."""
    before = settings_row(settings_of(await tx.run("read/group_settings", group_id=group_id)))
    await tx.run("write/set_group_settings", group_id=group_id, **settings)
    return before


def _check(settings: GroupSettings) -> None:
    days = settings.lapse_days
    if days is not None and not 0 <= days <= MOST_DAYS:
        raise InvalidInput("lapseDays", f"is {days:g}", f"0 to {MOST_DAYS:g}")
    if len(set(settings.source_trust)) < len(settings.source_trust):
        raise InvalidInput("sourceTrust", "names a role twice", "each role once, the most trusted first")

"""What a group sets for itself: when a plan lapses, and whom it trusts more where two claims are equal otherwise."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from graph_schema.model import Role
from service.contract import GroupSettings

Row = dict[str, Any]

SOURCES = (Role.USER, Role.TOOL, Role.ASSISTANT, Role.SYSTEM)
"""The most trusted first, where a group has no order of its own; an assertion keeps 4 for the first, 1 for the last."""


def trust_in(stored: int, order: Sequence[str]) -> int:
    """Rank of a source by a group's own order, larger wins.

    Args:
        stored: rank by `SOURCES`.
        order: roles, the most trusted first; those left out follow in the order of `SOURCES`.
    """
    if not order:
        return stored
    ranked = [*order, *(role for role in SOURCES if role not in order)]
    return len(SOURCES) - ranked.index(SOURCES[len(SOURCES) - stored])


def settings_of(rows: Sequence[Row]) -> GroupSettings:
    """Settings from the row of `read/group_settings`; the defaults where the group does not exist yet."""
    if not rows:
        return GroupSettings()
    return GroupSettings(rows[0]["lapse_days"], tuple(map(Role, rows[0]["source_trust"] or ())))


def settings_row(settings: GroupSettings) -> Row:
    """The properties that keep the settings, null for a default."""
    return {
        "lapse_days": settings.lapse_days,
        "source_trust": [role.value for role in settings.source_trust] or None,
    }

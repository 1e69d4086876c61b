"""What a group sets for itself, in GraphQL."""

from __future__ import annotations

import strawberry

from service import contract as c
from service.graphql import present
from service.graphql.define import argument, output
from service.graphql.enums import Role
from service.graphql.nodes import Operation
from service.graphql.requests import listed


@output
class GroupSettings:
    """What a group sets for itself."""

    group_id: str
    lapse_days: float | None = strawberry.field(
        description="Days after its date at which a plan that nothing was said of has lapsed; null for 30."
    )
    source_trust: list[Role] = strawberry.field(
        description="The most trusted source first, where claims are equal otherwise; empty for the usual order."
    )


@output
class SetGroupSettingsPayload:
    """The operation, which `undo` takes, and the settings as they are now."""

    operation: Operation
    settings: GroupSettings


@argument
class SetGroupSettingsInput:
    """All that a group sets for itself from now on, null for a default, who says so, and why."""

    group_id: str
    lapse_days: float | None = None
    source_trust: list[Role] | None = None
    actor: str | None = "api"
    reason: str


def settings_given(source: SetGroupSettingsInput) -> c.GroupSettings:
    """The settings as the facade takes them."""
    return c.GroupSettings(source.lapse_days, listed(source.source_trust))


def settings_shown(group_id: str, settings: c.GroupSettings) -> GroupSettings:
    """The settings as they are answered."""
    return GroupSettings(group_id=group_id, lapse_days=settings.lapse_days, source_trust=list(settings.source_trust))


def settings_changed(group_id: str, change: c.SettingsChange) -> SetGroupSettingsPayload:
    """Payload of setGroupSettings."""
    return SetGroupSettingsPayload(
        operation=present.operation(change.operation), settings=settings_shown(group_id, change.settings)
    )

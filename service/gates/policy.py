"""What a deployment may set about the gates."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta

from graph_schema.model import FactKind, Role

TTL_DAYS: Mapping[FactKind, int] = {
    FactKind.EVENT: 90,
    FactKind.TASK: 90,
    FactKind.REASONING: 7,
}
"""Days a fact of a kind is kept after it was last said; kinds that are missing never expire."""

_ALL = frozenset(FactKind)
_OF_THE_USER = frozenset({FactKind.FACT, FactKind.PREFERENCE, FactKind.DECISION, FactKind.CONSTRAINT})

MAY_UPDATE: Mapping[Role, frozenset[FactKind]] = {
    Role.USER: _ALL,
    Role.TOOL: _ALL - {FactKind.PREFERENCE},
    Role.ASSISTANT: _ALL - _OF_THE_USER,
    Role.SYSTEM: _ALL - {FactKind.PREFERENCE},
}
"""Kinds of which a source may change what another one said."""


@dataclass(frozen=True, slots=True)
class Policy:
    """Settings of the gates.

    Attributes:
        ttl_days: by kind; 0 means never.
        may_update: by source, the kinds of which it may change what is known.
        echo_window: how long before a turn something may have been recalled to be repeated in it; zero looks for none.
        summary_tokens: turns of more estimated tokens get a summary; 0 writes none.
    """

    ttl_days: Mapping[FactKind, int] = field(default_factory=lambda: TTL_DAYS)
    may_update: Mapping[Role, frozenset[FactKind]] = field(default_factory=lambda: MAY_UPDATE)
    echo_window: timedelta = timedelta(hours=1)
    summary_tokens: int = 250

    def ttl(self, kind: FactKind) -> timedelta | None:
        """How long a fact of the kind is kept; None is for ever."""
        days = self.ttl_days.get(kind, 0)
        return timedelta(days=days) if days else None

    def updates(self, role: Role, kind: FactKind) -> bool:
        """Whether a source may change what is known of the kind."""
        return kind in self.may_update.get(role, _ALL)


def policy_of(
    ttl_days: Mapping[FactKind, int],
    may_update: Mapping[Role, frozenset[FactKind]],
    echo_window_s: float,
    summary_tokens: int,
) -> Policy:
    """The policy of a deployment; kinds and sources it does not name keep their defaults."""
    return Policy(
        {**TTL_DAYS, **ttl_days}, {**MAY_UPDATE, **may_update}, timedelta(seconds=echo_window_s), summary_tokens
    )

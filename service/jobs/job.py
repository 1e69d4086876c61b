"""What a job is: a plan that reads and an apply that does it, both named Cypher, and when it is due."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Protocol

from graph_schema.store import Transaction
from service.beliefs.slots import Change
from service.beliefs.vocabulary import Run

Row = dict[str, Any]


def _none() -> Mapping[str, Any]:
    return {}


@dataclass(frozen=True, slots=True)
class Job:
    """One job; `jobs/NAME.plan` and `jobs/NAME.apply` in `cypher/` are its two halves.

    The plan takes `group_id`, `label`, `now`, `after_at`, `until_at` and `parameters`, and returns rows `uuid, at,
    before, after, why` of what was stored, or said, after the one time and not after the other. The apply takes
    `group_id`, the `rows` as planned and the `operation` that keeps what each of them changed.

    Attributes:
        name: public name, also of the two files.
        purpose: one sentence.
        schedule: cron line in UTC, used where the settings give none.
        labels: the labels it goes through, one after the other.
        parameters: values of the plan's own parameters.
    """

    name: str
    purpose: str
    schedule: str
    labels: tuple[str, ...] = ("Fact",)
    parameters: Callable[[], Mapping[str, Any]] = field(default=_none)

    @property
    def plan(self) -> str:
        """Name of the query that plans it."""
        return f"jobs/{self.name}.plan"

    @property
    def apply(self) -> str:
        """Name of the query that does it."""
        return f"jobs/{self.name}.apply"


class Thought(Protocol):
    """What a job about beliefs does: it plans by the rules that also hold at write time, which are no Cypher."""

    def plan(self, read: Run, group_id: str, now: datetime, most: int) -> AsyncIterator[list[Row]]:
        """What should change in a group, in lists of at most `most` rows, some of which may be empty.

        A row is `uuid, before, after, why` of a fact or entity, with the `slots` that its change touches; what else it
        holds is for `apply`. Rows of different lists do not touch the same slots.
        """
        ...

    async def apply(self, tx: Transaction, change: Change, rows: Sequence[Row]) -> None:
        """Does what was planned, as far as it still is to be done, in a transaction that holds the group's lock."""
        ...


@dataclass(frozen=True, slots=True)
class BeliefJob:
    """A job that changes what is believed; its changes are kept to the byte.

    Attributes:
        name: public name.
        purpose: one sentence.
        schedule: cron line in UTC, used where the settings give none.
        thought: what it does.
        label: of what its rows name.
    """

    name: str
    purpose: str
    schedule: str
    thought: Thought
    label: str = "Fact"

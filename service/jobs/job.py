"""What a job is: a plan that reads and an apply that does it, both named Cypher, and when it is due."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

Row = dict[str, Any]


def _none() -> Mapping[str, Any]:
    return {}


@dataclass(frozen=True, slots=True)
class Job:
    """One job; `jobs/NAME.plan` and `jobs/NAME.apply` in `cypher/` are its two halves.

    The plan takes `group_id`, `label`, `now`, `after_at`, `after`, `limit` and `parameters`, and returns at most
    `limit` rows `uuid, at, before, after, why` in the order of (at, uuid) behind (after_at, after). The apply takes
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

"""What a gate decided about a turn, and why."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum


class Gate(StrEnum):
    """What a turn passes before it is written, in this order."""

    CALLER = "caller"
    REQUEST = "request"
    DUPLICATE = "duplicate"
    ECHO = "echo"
    LOW_INFORMATION = "low_information"
    AUTHORITY = "authority"
    IMPORTANCE = "importance"
    EXPIRY = "expiry"
    SUMMARY = "summary"


STOPPING = (Gate.CALLER, Gate.REQUEST, Gate.ECHO, Gate.LOW_INFORMATION)
"""Gates by which nothing may be asserted from a turn."""


class GateOutcome(StrEnum):
    """What a gate did: kept everything, something or nothing out, took it for a repetition, or added to it."""

    HEEDED = "heeded"
    MERGED = "merged"
    PARTLY = "partly"
    SKIPPED = "skipped"
    LIMITED = "limited"
    TAGGED = "tagged"


_ORDER = {gate: place for place, gate in enumerate(Gate)}


@dataclass(frozen=True, slots=True)
class Decision:
    """What one gate decided.

    Attributes:
        reason: in a few words, for people.
    """

    gate: Gate
    outcome: GateOutcome
    reason: str


def repetition(root: str) -> Decision:
    """The decision about a turn that repeats another one, by that one's uuid."""
    return Decision(Gate.DUPLICATE, GateOutcome.MERGED, f"it says again what turn {root} says")


def in_order(decisions: Iterable[Decision]) -> tuple[Decision, ...]:
    """The decisions in the order of the gates."""
    return tuple(sorted(decisions, key=lambda decision: _ORDER[decision.gate]))


def encoded(decisions: Iterable[Decision]) -> str:
    """The decisions as they are stored on the turn."""
    return json.dumps([[d.gate.value, d.outcome.value, d.reason] for d in decisions], ensure_ascii=False)


def decoded(text: str | None) -> tuple[Decision, ...]:
    """The decisions stored on a turn; none where it was read before there were gates, or not yet."""
    rows: list[list[str]] = json.loads(text) if text else []
    return tuple(Decision(Gate(gate), GateOutcome(outcome), reason) for gate, outcome, reason in rows)

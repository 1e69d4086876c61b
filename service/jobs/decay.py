"""How memories fade, as numbers: the terms of strength and of falling importance; see docs/jobs.md."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

EPISODE = "episode"
"""The kind under which turns have their half-life."""

HALF_LIVES: Mapping[str, float] = {"preference": 180.0, "constraint": 180.0, "procedure": 180.0, "decision": 90.0}
"""Days by kind, where it is not the common one."""


@dataclass(frozen=True, slots=True)
class Decay:
    """strength = importance × 2^(−idle / half-life) × use, and importance = stated importance × rate^⌊idle / period⌋.

    Idle days count from the latest of stored, said again and retrieved.
    Use is (1 + ln(1 + accesses of the recent days)) × 1.25^feedback.

    Attributes:
        half_life_days: of kinds that `half_lives` does not name.
        half_lives: days by kind of fact; `episode` for turns.
        rate: what is left of an importance after each idle period.
        period_days: length of such a period.
        recent_days: days of which accesses count.
        idle_days: days after which what is of little importance goes cold.
        least_importance: what counts as little.
        least_strength: strength under which a memory goes cold.
    """

    half_life_days: float = 30.0
    half_lives: Mapping[str, float] = field(default_factory=lambda: dict(HALF_LIVES))
    rate: float = 0.9
    period_days: float = 30.0
    recent_days: float = 30.0
    idle_days: float = 90.0
    least_importance: float = 0.3
    least_strength: float = 0.03

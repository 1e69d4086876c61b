"""The vocabulary of the graph as frozen values; see docs/architecture.md for how they hang together."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum

OPEN_START = datetime(1, 1, 1, tzinfo=UTC)
"""Stored where an interval has no known beginning; null at the API."""
OPEN_END = datetime(9999, 12, 31, tzinfo=UTC)
"""Stored where an interval has no known end; null at the API."""


class Role(StrEnum):
    """Who produced a turn."""

    USER = "user"
    ASSISTANT = "assistant"
    TOOL = "tool"
    SYSTEM = "system"


class EpisodeState(StrEnum):
    """How far a turn has come: stored only, read, deliberately not read, or parked after failing."""

    PENDING = "pending"
    EXTRACTED = "extracted"
    SKIPPED = "skipped"
    FAILED = "failed"


class FactKind(StrEnum):
    """What sort of memory a fact is."""

    FACT = "fact"
    PREFERENCE = "preference"
    EVENT = "event"
    DECISION = "decision"
    CONSTRAINT = "constraint"
    TASK = "task"
    PROCEDURE = "procedure"
    REASONING = "reasoning"
    PATTERN = "pattern"


class Polarity(StrEnum):
    """Whether the claim affirms or denies."""

    POSITIVE = "positive"
    NEGATIVE = "negative"


class Modality(StrEnum):
    """Whether the claim was said to be so, to come, to depend on something, or only asked."""

    ASSERTED = "asserted"
    PLANNED = "planned"
    HYPOTHETICAL = "hypothetical"
    ASKED = "asked"


class Precision(StrEnum):
    """How exactly a time was said; TURN means undated, so it holds from the turn's own time."""

    SECOND = "second"
    MINUTE = "minute"
    HOUR = "hour"
    PART_OF_DAY = "part_of_day"
    DAY = "day"
    WEEK = "week"
    MONTH = "month"
    SEASON = "season"
    QUARTER = "quarter"
    YEAR = "year"
    DECADE = "decade"
    TURN = "turn"


class Tier(StrEnum):
    """Hot memories stand in the hot part of every index, cold ones are archived."""

    HOT = "hot"
    COLD = "cold"


@dataclass(frozen=True, slots=True)
class Interval:
    """A half-open stretch of time `[start, end)`, aware UTC, with the precision it was said at.

    Attributes:
        start: aware UTC, `OPEN_START` when unknown.
        end: aware UTC, `OPEN_END` when open.
        precision: of the start; a start said as "2020" is 2020-01-01 at precision year.
    """

    start: datetime
    end: datetime = OPEN_END
    precision: Precision = Precision.TURN


@dataclass(frozen=True, slots=True)
class Entity:
    """A person, place, organisation or thing that turns speak of."""

    uuid: str
    group_id: str
    name: str
    type: str
    identity_key: str
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Assertion:
    """What one extractor read out of one span of one episode; immutable.

    Attributes:
        key: deterministic id, see `graph_schema.ids.assertion_key`.
        claim: key of the fact it supports, see `graph_schema.ids.claim_key`.
        slot: key of the timeline it takes part in, see `graph_schema.ids.slot_key`.
        single: whether one value at a time may hold in the slot.
        value: normalised object, an entity's uuid or a literal's comparison form.
        valid: when it holds in the world.
        said_at: when the turn was said, aware UTC.
        trust: rank of the source, larger wins.
    """

    key: str
    claim: str
    slot: str
    single: bool
    value: str
    polarity: Polarity
    modality: Modality
    valid: Interval
    said_at: datetime
    confidence: float
    trust: int

"""What the pipeline reads and what it finds. Offsets count Unicode code points of the stored content."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from graph_schema.model import FactKind, Interval, Modality, Polarity, Precision, Role
from graph_schema.vocabulary import NO_VOCABULARY, GroupVocabulary


@dataclass(frozen=True, slots=True)
class Turn:
    """One conversation turn to read.

    Attributes:
        valid_at: when it was said, aware UTC; relative times count from here in `time_zone`.
        actor: the speaker's name, None for the group's user or the assistant.
        participants: names of the people in the conversation besides the speaker, the likely "you".
        tool_args: what the tool was called with, as JSON values; asked for and never stated.
        document: it is a passage of a document: nobody speaks, so that "I" and "you" are nobody known.
        topic: what a passage is about, by its heading or the document's title.
        vocabulary: entity types and predicates of the group's own.
    """

    content: str
    role: Role
    valid_at: datetime
    time_zone: str = "UTC"
    actor: str | None = None
    participants: tuple[str, ...] = ()
    tool_name: str | None = None
    tool_args: object = None
    document: bool = False
    topic: str | None = None
    vocabulary: GroupVocabulary = NO_VOCABULARY


@dataclass(frozen=True, slots=True)
class Mention:
    """A place in the text that names an entity.

    Attributes:
        type: in lower case: person, organization, location, product, event, work, animal, food …, else "thing".
        name: canonical form of the surface (possessive and determiner dropped).
    """

    text: str
    start: int
    end: int
    type: str
    name: str
    confidence: float
    extractor: str


@dataclass(frozen=True, slots=True)
class TimeMention:
    """A time expression and what it means from the turn's point of view.

    Attributes:
        timex: TIMEX3 value where one is known (`2023-05-07`, `P2W`, `XXXX-WXX-2`), else empty.
        type: date, datetime, daterange, datetimerange, time, timerange, duration or set.
        interval: aware UTC `[start, end)`; None for durations and sets.
    """

    text: str
    start: int
    end: int
    timex: str
    type: str
    interval: Interval | None

    @property
    def precision(self) -> Precision | None:
        """Precision of the interval, None without one."""
        return self.interval.precision if self.interval else None


class Reference(StrEnum):
    """How a fact's subject or object is identified."""

    NAMED = "named"
    SPEAKER = "speaker"
    ADDRESSEE = "addressee"


@dataclass(frozen=True, slots=True)
class EntityRef:
    """An entity as the text gives it; speaker and addressee are resolved by ingestion to the speaking entities."""

    name: str
    type: str
    reference: Reference = Reference.NAMED
    start: int | None = None
    end: int | None = None


@dataclass(frozen=True, slots=True)
class FactCandidate:
    """One claim read out of one span.

    Attributes:
        object: the other entity; None when the object is the literal `value`.
        value: literal object, as said but trimmed; None when `object` is given.
        valid: when it holds in the world; None when the text does not say (it then holds from the turn's time).
        occurs: when an event or plan takes place; None when unsaid.
        start: offset of the evidence in the content; `content[start:end]` is the quote.
        text: the claim as one self-contained sentence in the language of the turn, with names in place of pronouns.
    """

    subject: EntityRef
    predicate: str
    object: EntityRef | None
    value: str | None
    kind: FactKind
    polarity: Polarity
    modality: Modality
    valid: Interval | None
    occurs: Interval | None
    confidence: float
    start: int
    end: int
    text: str
    extractor: str


@dataclass(frozen=True, slots=True)
class Extraction:
    """Everything found in one turn; `language` is an ISO 639-1 code or `und`."""

    language: str
    mentions: tuple[Mention, ...] = ()
    times: tuple[TimeMention, ...] = ()
    facts: tuple[FactCandidate, ...] = ()
    extractor_version: str = field(default="")

"""Requests and answers of the facade `service.memory.Memory`; GraphQL, MCP and the CLI translate to and from these.

Times are aware UTC; None is an open end. Ids are raw uuids here; GraphQL makes them global.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any, Generic, TypeVar

from graph_schema.model import EpisodeState, FactKind, Modality, Polarity, Precision, Role
from graph_schema.vocabulary import GroupVocabulary
from service.gates.decision import Decision
from service.gates.decision import Gate as Gate
from service.gates.decision import GateOutcome as GateOutcome

T = TypeVar("T")


class WaitFor(StrEnum):
    """How far `remember` waits."""

    STORED = "stored"
    EXTRACTED = "extracted"


class MemoryKind(StrEnum):
    """What a hit is."""

    EPISODE = "episode"
    FACT = "fact"
    ENTITY = "entity"
    SUMMARY = "summary"


class HitStatus(StrEnum):
    """How a hit stands at the time asked about."""

    CURRENT = "current"
    SUPERSEDED = "superseded"
    PLANNED = "planned"
    DUE = "due"
    LAPSED = "lapsed"
    ARCHIVED = "archived"


class ReviewKind(StrEnum):
    """What waits for a decision: entities that may be one, or facts that contradict each other."""

    ENTITIES = "entities"
    FACTS = "facts"


class ReviewDecision(StrEnum):
    """What a person says of a pair.

    Of two entities: merge them, or keep them apart for good. Of two facts: the one that was chosen stays, or the other.
    """

    ACCEPT = "accept"
    REJECT = "reject"


# --- remember -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class EpisodeInput:
    """One turn to remember; `valid_at` defaults to the time of storing."""

    content: str
    role: Role = Role.USER
    actor: str | None = None
    valid_at: datetime | None = None
    external_id: str | None = None
    source: str | None = None
    source_description: str | None = None
    importance: float | None = None
    metadata: Any = None
    time_zone: str | None = None
    participants: tuple[str, ...] = ()
    tool_name: str | None = None
    tool_call_id: str | None = None
    tool_args: Any = None
    do_not_extract: bool = False


@dataclass(frozen=True, slots=True)
class RememberInput:
    """Turns of one group, stored together or not at all."""

    group_id: str
    episodes: tuple[EpisodeInput, ...]
    session_id: str | None = None
    request_id: str | None = None
    wait_for: WaitFor = WaitFor.STORED
    timeout_ms: int = 30_000


class RereadState(StrEnum):
    """Whether a turn waits to be read again, or was given up and keeps the reading it has."""

    WAITING = "waiting"
    GAVE_UP = "gave_up"


@dataclass(frozen=True, slots=True)
class Rereading:
    """How a later reading of a turn stands.

    Attributes:
        due_at: when it is tried next; None once it was given up.
        reason: why the last try failed; None before the first.
    """

    state: RereadState
    attempts: int
    due_at: datetime | None
    reason: str | None


@dataclass(frozen=True, slots=True)
class EpisodeView:
    """A stored turn.

    Attributes:
        revises: uuid of the earlier version this one edits.
        summary: of a long turn, in its own words.
        mention_count: how often it was said, repetitions included; 1 for a repetition.
        duplicate_of: uuid of the turn that it repeats.
        decisions: what the gates decided, in their order.
        extractor_version: by which it was read last; None before.
        rereading: None where no later reading is due.
    """

    uuid: str
    group_id: str
    session_id: str | None
    external_id: str | None
    content: str
    role: Role
    actor: str | None
    participants: tuple[str, ...]
    valid_at: datetime
    created_at: datetime
    time_zone: str
    seq: int
    state: EpisodeState
    state_reason: str | None
    attempts: int
    importance: float
    language: str | None
    source: str | None
    source_description: str | None
    tool_name: str | None
    tool_call_id: str | None
    token_count: int
    metadata: Any = None
    revises: str | None = None
    summary: str | None = None
    mention_count: int = 1
    duplicate_of: str | None = None
    decisions: tuple[Decision, ...] = ()
    extractor_version: str | None = None
    rereading: Rereading | None = None


@dataclass(frozen=True, slots=True)
class RememberResult:
    """The stored turns in the order given; a duplicate stands for the turn stored before.

    Attributes:
        timed_out: waiting for extraction ended before every turn was read; the turns are stored all the same.
    """

    episodes: tuple[EpisodeView, ...]
    stored: int
    duplicates: int
    timed_out: bool = False


# --- documents ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DocumentInput:
    """A document to remember, its content either as text or, for a PDF and where bytes are at hand, in base64.

    Attributes:
        document_id: names the document in its group; importing it again stores only what changed.
        valid_at: what new and changed chunks say holds from here; the time of storing by default.
        author: who wrote it, by name.
        metadata: an object kept with every chunk.
    """

    group_id: str
    document_id: str
    media_type: str
    content: str | None = None
    content_base64: str | None = None
    title: str | None = None
    author: str | None = None
    session_id: str | None = None
    valid_at: datetime | None = None
    time_zone: str | None = None
    importance: float | None = None
    metadata: Any = None
    do_not_extract: bool = False
    wait_for: WaitFor = WaitFor.STORED
    timeout_ms: int = 30_000


@dataclass(frozen=True, slots=True)
class DocumentResult:
    """The document's chunks in order.

    Attributes:
        version: digest of the content.
        removals: turns that stand for chunks which are gone.
        stored, revised, removed, unchanged: how many chunks are new, read otherwise, are gone, and are as before.
        timed_out: waiting for extraction ended before every chunk was read; all are stored all the same.
    """

    document_id: str
    title: str | None
    media_type: str
    version: str
    chunks: tuple[EpisodeView, ...]
    removals: tuple[EpisodeView, ...]
    stored: int
    revised: int
    removed: int
    unchanged: int
    timed_out: bool = False


# --- facts --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class EntityView:
    """An entity of a group.

    Attributes:
        members: uuids of the entities that were merged into it; their names are among its aliases.
        merged_into: uuid of the entity it is shown as since it was merged, None while it stands for itself.
    """

    uuid: str
    group_id: str
    name: str
    type: str
    aliases: tuple[str, ...]
    mention_count: int
    first_seen_at: datetime
    last_seen_at: datetime
    created_at: datetime
    summary: str | None = None
    members: tuple[str, ...] = ()
    merged_into: str | None = None


@dataclass(frozen=True, slots=True)
class DocumentPlace:
    """A place in a document.

    Attributes:
        version: digest of the document's content that `start` and `end` count in.
        start, end: half-open range of the original's code points; within `page` and `end_page` where it has pages.
        page, end_page: numbered from 1, None where the document has none.
    """

    document_id: str
    title: str | None
    version: str
    headings: tuple[str, ...]
    start: int
    end: int
    page: int | None = None
    end_page: int | None = None


@dataclass(frozen=True, slots=True)
class Evidence:
    """The exact words a fact rests on: `episode.content[start:end] == quote`.

    Attributes:
        place: where the words stand in the document that the episode is a passage of.
    """

    episode: EpisodeView
    quote: str
    start: int
    end: int
    extractor: str
    confidence: float
    place: DocumentPlace | None = None


@dataclass(frozen=True, slots=True)
class VersionView:
    """One bi-temporal version of a fact: true in [valid_at, invalid_at), believed in [created_at, expired_at)."""

    uuid: str
    valid_at: datetime | None
    invalid_at: datetime | None
    precision: Precision
    created_at: datetime
    expired_at: datetime | None
    reason: str
    operation: str | None


@dataclass(frozen=True, slots=True)
class Supersession:
    """Another fact that replaced this one, or that this one replaced."""

    fact: str
    text: str
    rule: str
    reason: str
    at: datetime


@dataclass(frozen=True, slots=True)
class FactView:
    """A claim at the (as_of, known_at) that was asked for.

    Attributes:
        uuid: node id. fact_id: deterministic key of the claim within its group.
        valid_at, invalid_at, created_at, expired_at: of the version that applies there; None is open.
        expires_at: when it may be put away, None for never; not before, and nothing stops believing it then.
    """

    uuid: str
    fact_id: str
    group_id: str
    text: str
    kind: FactKind
    predicate: str
    subject: EntityView
    object: EntityView | None
    value: str | None
    polarity: Polarity
    modality: Modality
    occurs_from: datetime | None
    occurs_to: datetime | None
    valid_at: datetime | None
    invalid_at: datetime | None
    created_at: datetime
    expired_at: datetime | None
    confidence: float
    importance: float
    mention_count: int
    extractor: str
    pinned: bool
    status: HitStatus
    versions: tuple[VersionView, ...] = ()
    evidence: tuple[Evidence, ...] = ()
    superseded_by: tuple[Supersession, ...] = ()
    supersedes: tuple[Supersession, ...] = ()
    expires_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class FactFilter:
    """Which facts; by default what is true now and believed now."""

    group_ids: tuple[str, ...]
    text: str | None = None
    entity: str | None = None
    predicates: tuple[str, ...] = ()
    kinds: tuple[FactKind, ...] = ()
    session_ids: tuple[str, ...] = ()
    as_of: datetime | None = None
    known_at: datetime | None = None
    include_invalid: bool = False
    include_archived: bool = False


@dataclass(frozen=True, slots=True)
class EpisodeFilter:
    """Which turns, oldest first by (valid_at, seq)."""

    group_ids: tuple[str, ...]
    session_ids: tuple[str, ...] = ()
    roles: tuple[Role, ...] = ()
    states: tuple[EpisodeState, ...] = ()
    since: datetime | None = None
    until: datetime | None = None


@dataclass(frozen=True, slots=True)
class EntityFilter:
    """Which entities, by name then uuid.

    Attributes:
        as_of: only those first seen by then in the world.
        known_at: only those known by then, the ones that were merged later apart.
    """

    group_ids: tuple[str, ...]
    text: str | None = None
    types: tuple[str, ...] = ()
    as_of: datetime | None = None
    known_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Edge(Generic[T]):
    """An item and the cursor that continues after it."""

    node: T
    cursor: str


@dataclass(frozen=True, slots=True)
class Page(Generic[T]):
    """A keyset page; `has_next` tells whether more follows the last cursor."""

    edges: tuple[Edge[T], ...]
    has_next: bool


# --- recall -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RouteWeights:
    """Weights of the routes in fusion; each ≥ 0."""

    vector: float = 0.4
    keyword: float = 0.6
    entity: float = 0.15
    neighbour: float = 0.5


@dataclass(frozen=True, slots=True)
class RecallInput:
    """A question to the memory; `context` holds previous turns, latest last."""

    group_ids: tuple[str, ...]
    query: str
    context: tuple[str, ...] = ()
    limit: int = 5
    kinds: tuple[MemoryKind, ...] = (MemoryKind.EPISODE, MemoryKind.FACT)
    min_score: float | None = None
    now: datetime | None = None
    as_of: datetime | None = None
    known_at: datetime | None = None
    since: datetime | None = None
    until: datetime | None = None
    weights: RouteWeights | None = None
    session_ids: tuple[str, ...] = ()
    fact_kinds: tuple[FactKind, ...] = ()
    predicates: tuple[str, ...] = ()
    include_archived: bool = False
    token_budget: int | None = None
    rerank: bool | None = None


@dataclass(frozen=True, slots=True)
class RouteScore:
    """How one route saw a hit: its rank there (from 1), raw score and normalised score 0–1."""

    route: str
    rank: int
    raw: float
    score: float


@dataclass(frozen=True, slots=True)
class Hit:
    """One remembered thing that answers the question; exactly one of the views is set.

    Attributes:
        score: fused score, larger is better; comparable within one recall.
        collapsed: how many near-duplicates this hit stands for besides itself.
    """

    uuid: str
    kind: MemoryKind
    status: HitStatus
    score: float
    text: str
    tokens: int
    routes: tuple[RouteScore, ...]
    collapsed: int = 0
    episode: EpisodeView | None = None
    fact: FactView | None = None
    entity: EntityView | None = None


@dataclass(frozen=True, slots=True)
class RecallResult:
    """Hits, best first. `abstained` means that nothing relevant enough was found."""

    recall_id: str
    hits: tuple[Hit, ...]
    tokens: int
    abstained: bool
    took_ms: float


# --- explain, history, operations, info ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Strength:
    """How alive a memory is, with the terms of the formula; see docs/jobs.md.

    Attributes:
        stated: importance as it was stated.
        importance: what idleness leaves of it.
        accesses: in the recent days.
        feedback: what was said of it when it was recalled.
        use: factor of accesses and feedback.
        strength: importance × 2^(−idle / half-life) × use.
    """

    stated: float
    importance: float
    idle_since: datetime
    idle_days: float
    half_life_days: float
    accesses: int
    feedback: int
    use: float
    strength: float


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why we remember something: in words (one line each) and as data."""

    id: str
    kind: MemoryKind
    lines: tuple[str, ...]
    fact: FactView | None = None
    entity: EntityView | None = None
    episode: EpisodeView | None = None
    facts: tuple[FactView, ...] = ()
    operations: tuple[OperationView, ...] = ()
    strength: Strength | None = None


@dataclass(frozen=True, slots=True)
class SlotHistory:
    """All facts that ever stood for one subject and predicate, in world order, each with all its versions."""

    subject: EntityView
    predicate: str
    facts: tuple[FactView, ...]


@dataclass(frozen=True, slots=True)
class OperationView:
    """One change to the graph: who, what, when, why, ids; never content."""

    uuid: str
    group_id: str
    kind: str
    actor: str
    reason: str
    at: datetime
    ids: tuple[str, ...]
    undoes: str | None = None
    undone_by: str | None = None
    undoable: bool = False


@dataclass(frozen=True, slots=True)
class FailedEpisode:
    """A parked turn and why it failed."""

    uuid: str
    group_id: str
    attempts: int
    reason: str


@dataclass(frozen=True, slots=True)
class ModelUsage:
    """What a language model has used for a group, in all and on the current UTC day; cost in the prices' currency."""

    group_id: str
    calls: int
    prompt_tokens: int
    completion_tokens: int
    cost: float
    tokens_today: int
    cost_today: float


@dataclass(frozen=True, slots=True)
class RereadingInfo:
    """How far reading again has come: turns that wait, turns given up, and of these the first with their reasons."""

    waiting: int = 0
    gave_up: int = 0
    kept: tuple[FailedEpisode, ...] = ()


@dataclass(frozen=True, slots=True)
class Info:
    """State of the service and, where groups are named, of those groups."""

    version: str
    neo4j_version: str
    schema_version: str
    embedder: str
    dimensions: int
    extractors: tuple[str, ...]
    counts: dict[str, int] = field(default_factory=dict[str, int])
    episodes_by_state: dict[str, int] = field(default_factory=dict[str, int])
    oldest_pending_s: float | None = None
    failed: tuple[FailedEpisode, ...] = ()
    workers: int = 0
    gated: dict[str, int] = field(default_factory=dict[str, int])
    rereading: RereadingInfo = field(default_factory=RereadingInfo)
    usage: tuple[ModelUsage, ...] = ()


@dataclass(frozen=True, slots=True)
class ReviewView:
    """A pair that waits for a decision: two entities that may be one, or two facts that contradict each other.

    Attributes:
        entity: one of two entities, and whom the facts are about.
        other: the other entity, None of facts.
        stage: step of resolution that found the entities alike; why the facts contradict each other.
        score: how surely the entities are one, or the chosen fact is right, 0–1.
        fact: the one of two facts that was chosen, None of entities.
        other_fact: the one that ties with it.
    """

    uuid: str
    group_id: str
    entity: EntityView
    other: EntityView | None
    stage: str
    score: float
    created_at: datetime
    kind: ReviewKind = ReviewKind.ENTITIES
    fact: FactView | None = None
    other_fact: FactView | None = None


@dataclass(frozen=True, slots=True)
class Leaving:
    """Who leaves an entity: merged members, or whoever else some turns mean by it.

    Attributes:
        members: uuids of entities that were merged into it; empty for all, where no turns are given.
        turns: uuids of turns; what they say of the entity becomes an entity of its own.
        name: what that one is called; by default what the turns call it.
    """

    members: tuple[str, ...] = ()
    turns: tuple[str, ...] = ()
    name: str | None = None


@dataclass(frozen=True, slots=True)
class IdentityChange:
    """An operation on entities or facts, and these as they are now."""

    operation: OperationView
    entities: tuple[EntityView, ...]
    facts: tuple[FactView, ...] = ()


@dataclass(frozen=True, slots=True)
class GroupSettings:
    """What a group sets for itself.

    Attributes:
        lapse_days: days after its date at which a plan that nothing was said of has lapsed; None for the default, 30.
        source_trust: the most trusted source first, where claims are equal otherwise; empty for user, tool, assistant,
            system, which those that are left out follow in.
    """

    lapse_days: float | None = None
    source_trust: tuple[Role, ...] = ()


@dataclass(frozen=True, slots=True)
class SettingsChange:
    """An operation on a group's settings, and the settings as they are now."""

    operation: OperationView
    settings: GroupSettings


@dataclass(frozen=True, slots=True)
class VocabularyChange:
    """An operation on a group's own vocabulary, and the vocabulary as it is now."""

    operation: OperationView
    vocabulary: GroupVocabulary

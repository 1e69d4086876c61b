"""The facade: one method a use case. GraphQL, MCP and the CLI call it and nothing below it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Protocol

from graph_schema.store import GraphStore
from graph_schema.vocabulary import GroupVocabulary
from service import contract as c
from service.beliefs.audit import Author
from service.beliefs.configuring import GroupSettingsBook
from service.beliefs.identity import IdentityOperations
from service.beliefs.operations import Operations
from service.beliefs.vocabulary import Vocabularies
from service.config import Settings
from service.context import model as m
from service.context.compress import Compressor
from service.context.context import Contexts
from service.context.sessions import Sessions
from service.contract_jobs import JobView, RunView, Verdict
from service.contract_moments import (
    GraphInput,
    GraphView,
    SessionFilter,
    SessionItem,
    TimelineChange,
    TimelineFilter,
)
from service.contract_why import WhyNot
from service.documents.remember import Documents
from service.errors import InvalidInput
from service.ingest.accept import Accept
from service.ingest.requeue import Requeue
from service.ingest.waiter import Waiter
from service.jobs.upkeep import Upkeep
from service.reads.reads import Reads
from service.recall.recall import Recall
from service.recall.why_not import WhyNots
from service.translated import translated
from service.validation import check_id, check_remember, check_text

MAX_REASON = 1_000


class MemoryApi(Protocol):
    """Everything a caller can ask of Everwhen; `Memory` is the implementation.

    Every method raises InvalidInput (with the field and what is allowed), UnknownId, Conflict, DatabaseUnavailable or
    EmbedderUnavailable from `service.errors`, and nothing else that a caller could act on.
    """

    async def remember(self, request: c.RememberInput) -> c.RememberResult:
        """The stored turns; durable when this returns, read by the workers afterwards unless asked to wait."""
        ...

    async def remember_document(self, request: c.DocumentInput) -> c.DocumentResult:
        """The document's chunks, durable when this returns; what did not change since the last time stays as it is."""
        ...

    async def recall(self, request: c.RecallInput) -> c.RecallResult:
        """The best hits for the question, best first, with evidence and route scores."""
        ...

    async def why_not(self, request: c.RecallInput, uuid: str) -> WhyNot:
        """Where a recall loses a fact, entity or episode; nothing of it is recorded."""
        ...

    async def explain(self, group_ids: tuple[str, ...], uuid: str) -> c.Explanation:
        """Why a fact, entity or episode is remembered."""
        ...

    async def facts(self, where: c.FactFilter, first: int = 50, after: str | None = None) -> c.Page[c.FactView]:
        """Facts at (as_of, known_at), newest validity first."""
        ...

    async def entities(self, where: c.EntityFilter, first: int = 50, after: str | None = None) -> c.Page[c.EntityView]:
        """Entities by name."""
        ...

    async def episodes(
        self, where: c.EpisodeFilter, first: int = 50, after: str | None = None
    ) -> c.Page[c.EpisodeView]:
        """Turns, oldest first."""
        ...

    async def node(self, uuid: str) -> c.EpisodeView | c.FactView | c.EntityView | None:
        """One thing by its uuid, None when there is none (Relay's `node`)."""
        ...

    async def history(
        self,
        group_ids: tuple[str, ...],
        entity: str,
        predicate: str | None,
        as_of: datetime | None = None,
        known_at: datetime | None = None,
    ) -> tuple[c.SlotHistory, ...]:
        """Every fact that ever stood for an entity (name or uuid), by predicate, with all versions."""
        ...

    async def timeline(
        self, where: TimelineFilter, first: int = 50, after: str | None = None
    ) -> c.Page[TimelineChange]:
        """What changed about an entity, earliest first, each change with its evidence."""
        ...

    async def graph(self, request: GraphInput) -> GraphView:
        """Entities around others and the facts between them, at a moment."""
        ...

    async def sessions(self, where: SessionFilter, first: int = 50, after: str | None = None) -> c.Page[SessionItem]:
        """Sessions, that with the latest turn first."""
        ...

    async def operations(
        self, group_ids: tuple[str, ...], first: int = 50, after: str | None = None
    ) -> c.Page[c.OperationView]:
        """Changes, newest first."""
        ...

    async def undo(self, group_id: str, operation: str, actor: str, reason: str) -> c.OperationView:
        """The operation that undid the given one; Conflict names later operations that depend on it."""
        ...

    async def retract_fact(self, group_id: str, fact: str, actor: str, reason: str) -> c.OperationView:
        """The operation by which a fact is no longer believed; undoable."""
        ...

    async def pin(self, group_id: str, fact: str, pinned: bool, actor: str, reason: str) -> c.OperationView:
        """The operation by which a fact is pinned or unpinned; undoable exactly."""
        ...

    async def merge_entities(
        self, group_id: str, entities: tuple[str, ...], into: str | None, actor: str, reason: str
    ) -> c.IdentityChange:
        """The operation by which entities are one from now on; earlier knowledge has them apart; undoable."""
        ...

    async def split_entity(
        self, group_id: str, entity: str, leaving: c.Leaving, actor: str, reason: str
    ) -> c.IdentityChange:
        """The operation by which merged entities are no longer one, or some turns mean another; undoable."""
        ...

    async def add_alias(self, group_id: str, entity: str, name: str, actor: str, reason: str) -> c.IdentityChange:
        """The operation by which an entity is found by one more name; undoable."""
        ...

    async def resolve_review(
        self, group_id: str, review: str, decision: c.ReviewDecision, actor: str, reason: str
    ) -> c.IdentityChange:
        """The operation that decides about two entities that may be one; undoable."""
        ...

    async def vocabulary(self, group_id: str) -> GroupVocabulary:
        """The group's own entity types and predicates; empty where it has none."""
        ...

    async def set_vocabulary(
        self, group_id: str, vocabulary: GroupVocabulary, actor: str, reason: str
    ) -> c.VocabularyChange:
        """The operation by which the group has these entity types and predicates of its own; undoable exactly."""
        ...

    async def group_settings(self, group_id: str) -> c.GroupSettings:
        """What the group sets for itself."""
        ...

    async def set_group_settings(
        self, group_id: str, settings: c.GroupSettings, actor: str, reason: str
    ) -> c.SettingsChange:
        """The operation by which the group has these settings; undoable exactly."""
        ...

    async def reviews(
        self, group_ids: tuple[str, ...], first: int = 50, after: str | None = None
    ) -> c.Page[c.ReviewView]:
        """Pairs of entities or facts that wait for a decision, oldest first."""
        ...

    async def retry(self, group_id: str, episodes: tuple[str, ...] = ()) -> int:
        """How many parked turns were put back to pending; all of the group's when none is named."""
        ...

    async def reextract(self, group_id: str, episodes: tuple[str, ...] = (), *, outdated: bool = False) -> int:
        """How many turns are to be read again in the background: those named, else all, or all outdated ones."""
        ...

    async def jobs(self) -> tuple[JobView, ...]:
        """Every job with its schedule and latest run."""
        ...

    async def job_runs(self, name: str | None = None, first: int = 20) -> tuple[RunView, ...]:
        """Runs of a job, or of all, newest first."""
        ...

    async def run_job(self, name: str, group_ids: tuple[str, ...], *, dry_run: bool, actor: str) -> RunView:
        """One run of a job over the groups, all when none is named; a dry one only lists what it would change."""
        ...

    async def feedback(
        self, group_id: str, hit: str, verdict: Verdict, recall: str | None, actor: str, reason: str
    ) -> c.OperationView:
        """The operation that keeps what a caller says of a fact or turn it was given; undoable."""
        ...

    async def verify_projection(self, group_id: str) -> tuple[str, ...]:
        """Differences between the believed entity facts and their RELATES_TO projection; empty when they agree."""
        ...

    async def context(self, request: m.ContextInput) -> m.ContextResult:
        """What to put in front of a model, within a token budget."""
        ...

    async def session(self, group_id: str, session_id: str) -> m.SessionView:
        """A session with its turns, summaries and task state."""
        ...

    async def update_task_state(
        self, group_id: str, session_id: str, change: m.TaskEdit, actor: str, reason: str
    ) -> m.TaskChange:
        """The operation by which a session's task state is edited by hand; undoable exactly."""
        ...

    async def compress(
        self, group_id: str, session_id: str, threshold: int, longest: int, actor: str, reason: str
    ) -> m.Compression:
        """What of a session longer than `threshold` tokens gave way to summaries; undoable exactly."""
        ...

    async def info(self, group_ids: tuple[str, ...] = ()) -> c.Info:
        """State of the service, and counts of the given groups (of all when none is given)."""
        ...


@dataclass(frozen=True, slots=True)
class Parts:
    """What the facade stands on."""

    settings: Settings
    store: GraphStore
    accept: Accept
    requeue: Requeue
    waiter: Waiter
    recall: Recall
    reads: Reads
    operations: Operations
    identity: IdentityOperations
    vocabularies: Vocabularies
    group_settings: GroupSettingsBook
    documents: Documents
    upkeep: Upkeep
    sessions: Sessions
    contexts: Contexts
    compressor: Compressor


class Memory:
    """Everwhen's use cases over one store; see `MemoryApi` for what each method gives."""

    def __init__(self, parts: Parts) -> None:
        """Nothing is opened here; `service.runtime.open_runtime` puts the parts together."""
        self._parts = parts

    @translated
    async def remember(self, request: c.RememberInput) -> c.RememberResult:
        """Stores turns, and waits for their reading when asked to."""
        check_remember(request, self._parts.settings)
        result = await self._parts.accept.remember(request)
        if request.wait_for is c.WaitFor.EXTRACTED:
            return await self._parts.waiter.read(result, request.timeout_ms / 1000)
        return result

    @translated
    async def remember_document(self, request: c.DocumentInput) -> c.DocumentResult:
        """Stores what is new or changed in a document, and waits for its reading when asked to."""
        return await self._parts.documents.remember(request)

    @translated
    async def recall(self, request: c.RecallInput) -> c.RecallResult:
        """Answers a question from the memory."""
        return await self._parts.recall.recall(request)

    @translated
    async def why_not(self, request: c.RecallInput, uuid: str) -> WhyNot:
        """Says where a recall loses something."""
        return await WhyNots(self._parts.store, self._parts.recall).of(request, uuid)

    @translated
    async def explain(self, group_ids: tuple[str, ...], uuid: str) -> c.Explanation:
        """Says why something is remembered."""
        explanation = await self._parts.reads.explain(group_ids, uuid)
        thing = explanation.fact or explanation.episode
        if thing is None:
            return explanation
        return replace(explanation, strength=await self._parts.upkeep.strength(thing.group_id, thing.uuid))

    @translated
    async def facts(self, where: c.FactFilter, first: int = 50, after: str | None = None) -> c.Page[c.FactView]:
        """Lists facts."""
        return await self._parts.reads.facts(where, first, after)

    @translated
    async def entities(self, where: c.EntityFilter, first: int = 50, after: str | None = None) -> c.Page[c.EntityView]:
        """Lists entities."""
        return await self._parts.reads.entities(where, first, after)

    @translated
    async def episodes(
        self, where: c.EpisodeFilter, first: int = 50, after: str | None = None
    ) -> c.Page[c.EpisodeView]:
        """Lists turns."""
        return await self._parts.reads.episodes(where, first, after)

    @translated
    async def node(self, uuid: str) -> c.EpisodeView | c.FactView | c.EntityView | None:
        """Finds one thing by its uuid."""
        return await self._parts.reads.node(uuid)

    @translated
    async def history(
        self,
        group_ids: tuple[str, ...],
        entity: str,
        predicate: str | None,
        as_of: datetime | None = None,
        known_at: datetime | None = None,
    ) -> tuple[c.SlotHistory, ...]:
        """Lists all that ever stood for an entity."""
        return await self._parts.reads.history(group_ids, entity, predicate, as_of, known_at)

    @translated
    async def timeline(
        self, where: TimelineFilter, first: int = 50, after: str | None = None
    ) -> c.Page[TimelineChange]:
        """Lists what changed about an entity."""
        return await self._parts.reads.timeline(where, first, after)

    @translated
    async def graph(self, request: GraphInput) -> GraphView:
        """Reads the surroundings of entities."""
        return await self._parts.reads.graph(request)

    @translated
    async def sessions(self, where: SessionFilter, first: int = 50, after: str | None = None) -> c.Page[SessionItem]:
        """Lists sessions."""
        return await self._parts.reads.sessions(where, first, after)

    @translated
    async def operations(
        self, group_ids: tuple[str, ...], first: int = 50, after: str | None = None
    ) -> c.Page[c.OperationView]:
        """Lists changes."""
        return await self._parts.reads.operations(group_ids, first, after)

    @translated
    async def undo(self, group_id: str, operation: str, actor: str, reason: str) -> c.OperationView:
        """Undoes an operation."""
        return await self._parts.operations.undo(group_id, operation, _author(group_id, actor, reason))

    @translated
    async def retract_fact(self, group_id: str, fact: str, actor: str, reason: str) -> c.OperationView:
        """Stops believing a fact."""
        return await self._parts.operations.retract(group_id, fact, _author(group_id, actor, reason))

    @translated
    async def pin(self, group_id: str, fact: str, pinned: bool, actor: str, reason: str) -> c.OperationView:
        """Pins or unpins a fact."""
        return await self._parts.operations.pin(group_id, fact, pinned, _author(group_id, actor, reason))

    @translated
    async def merge_entities(
        self, group_id: str, entities: tuple[str, ...], into: str | None, actor: str, reason: str
    ) -> c.IdentityChange:
        """Merges entities."""
        author = _author(group_id, actor, reason)
        return await self._changed(await self._parts.identity.merge(group_id, entities, into, author))

    @translated
    async def split_entity(
        self, group_id: str, entity: str, leaving: c.Leaving, actor: str, reason: str
    ) -> c.IdentityChange:
        """Parts merged entities, or an entity that two were read into."""
        author, identity = _author(group_id, actor, reason), self._parts.identity
        if not leaving.turns:
            return await self._changed(await identity.split(group_id, entity, leaving.members, author))
        if leaving.members:
            raise InvalidInput("turns", "are given beside members", "either turns or members")
        return await self._changed(await identity.part(group_id, entity, leaving.turns, leaving.name, author))

    @translated
    async def add_alias(self, group_id: str, entity: str, name: str, actor: str, reason: str) -> c.IdentityChange:
        """Names an entity."""
        author = _author(group_id, actor, reason)
        return await self._changed(await self._parts.identity.add_alias(group_id, entity, name, author))

    @translated
    async def resolve_review(
        self, group_id: str, review: str, decision: c.ReviewDecision, actor: str, reason: str
    ) -> c.IdentityChange:
        """Decides about a pair of entities or facts."""
        author = _author(group_id, actor, reason)
        return await self._changed(await self._parts.identity.resolve_review(group_id, review, decision, author))

    @translated
    async def reviews(
        self, group_ids: tuple[str, ...], first: int = 50, after: str | None = None
    ) -> c.Page[c.ReviewView]:
        """Lists pairs of entities or facts that wait for a decision."""
        return await self._parts.reads.reviews(group_ids, first, after)

    @translated
    async def vocabulary(self, group_id: str) -> GroupVocabulary:
        """Reads a group's own vocabulary."""
        check_id("groupId", group_id)
        return await self._parts.vocabularies.read(group_id)

    @translated
    async def set_vocabulary(
        self, group_id: str, vocabulary: GroupVocabulary, actor: str, reason: str
    ) -> c.VocabularyChange:
        """Gives a group another vocabulary."""
        return await self._parts.vocabularies.change(group_id, vocabulary, _author(group_id, actor, reason))

    @translated
    async def group_settings(self, group_id: str) -> c.GroupSettings:
        """Reads a group's settings."""
        check_id("groupId", group_id)
        return await self._parts.group_settings.read(group_id)

    @translated
    async def set_group_settings(
        self, group_id: str, settings: c.GroupSettings, actor: str, reason: str
    ) -> c.SettingsChange:
        """Gives a group other settings."""
        return await self._parts.group_settings.change(group_id, settings, _author(group_id, actor, reason))

    async def _changed(self, operation: c.OperationView) -> c.IdentityChange:
        entities = await self._parts.reads.entities_by_uuid(operation.ids)
        facts = () if entities else await self._parts.reads.facts_by_uuid(operation.ids, self._parts.upkeep.now())
        return c.IdentityChange(operation, entities, tuple(facts))

    @translated
    async def retry(self, group_id: str, episodes: tuple[str, ...] = ()) -> int:
        """Puts parked turns back to be read."""
        check_id("groupId", group_id)
        return await self._parts.accept.retry(group_id, episodes)

    @translated
    async def reextract(self, group_id: str, episodes: tuple[str, ...] = (), *, outdated: bool = False) -> int:
        """Has turns read again by the present extractors."""
        check_id("groupId", group_id)
        if episodes and outdated:
            raise InvalidInput("outdated", "it was given together with episodes", "one of the two")
        return await self._parts.requeue.reextract(group_id, episodes, outdated=outdated)

    @translated
    async def jobs(self) -> tuple[JobView, ...]:
        """Lists jobs."""
        return await self._parts.upkeep.jobs()

    @translated
    async def job_runs(self, name: str | None = None, first: int = 20) -> tuple[RunView, ...]:
        """Lists runs of jobs."""
        return await self._parts.upkeep.runs(name, first)

    @translated
    async def run_job(self, name: str, group_ids: tuple[str, ...], *, dry_run: bool, actor: str) -> RunView:
        """Runs a job, or plans it."""
        return await self._parts.upkeep.run(name, group_ids, dry_run=dry_run, actor=actor)

    @translated
    async def feedback(
        self, group_id: str, hit: str, verdict: Verdict, recall: str | None, actor: str, reason: str
    ) -> c.OperationView:
        """Keeps what a caller says of a hit."""
        author = _author(group_id, actor, reason)
        return await self._parts.upkeep.feedback(group_id, hit, verdict, recall, author.actor, author.reason)

    @translated
    async def verify_projection(self, group_id: str) -> tuple[str, ...]:
        """Compares RELATES_TO with the versions it mirrors."""
        check_id("groupId", group_id)
        rows = await self._parts.store.read("read/projection_differences", group_id=group_id)
        return tuple(row["difference"] for row in rows)

    @translated
    async def context(self, request: m.ContextInput) -> m.ContextResult:
        """Assembles a context."""
        return await self._parts.contexts.assemble(request)

    @translated
    async def session(self, group_id: str, session_id: str) -> m.SessionView:
        """Reads a session."""
        return await self._parts.sessions.get(group_id, session_id)

    @translated
    async def update_task_state(
        self, group_id: str, session_id: str, change: m.TaskEdit, actor: str, reason: str
    ) -> m.TaskChange:
        """Edits a session's task state."""
        return await self._parts.sessions.edit(group_id, session_id, change, _author(group_id, actor, reason))

    @translated
    async def compress(
        self, group_id: str, session_id: str, threshold: int, longest: int, actor: str, reason: str
    ) -> m.Compression:
        """Compresses a session."""
        author = _author(group_id, actor, reason)
        return await self._parts.compressor.compress(group_id, session_id, threshold, longest, author)

    @translated
    async def info(self, group_ids: tuple[str, ...] = ()) -> c.Info:
        """Describes the service and its groups."""
        return await self._parts.reads.info(group_ids)


def _author(group_id: str, actor: str, reason: str) -> Author:
    check_id("groupId", group_id)
    check_id("actor", actor)
    check_text("reason", reason, MAX_REASON)
    return Author(actor, reason)

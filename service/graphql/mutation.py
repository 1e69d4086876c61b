"""Mutations: each is one use case of the facade."""

from __future__ import annotations

import strawberry

from service.context.model import DEFAULT_CHARS, DEFAULT_THRESHOLD
from service.graphql import inputs as i
from service.graphql import payloads, present, requests
from service.graphql import upkeep as u
from service.graphql.answers import (
    AddAliasPayload,
    MergeEntitiesPayload,
    PinPayload,
    ReextractPayload,
    ResolveReviewPayload,
    RetractFactPayload,
    RetryEpisodesPayload,
    SplitEntityPayload,
    UndoPayload,
)
from service.graphql.context import Info
from service.graphql.ids import parse_id, parse_ids
from service.graphql.session_types import (
    CompressInput,
    UpdateTaskStateInput,
    compressed_shown,
    edit_given,
    task_state_updated,
)
from service.graphql.settings import SetGroupSettingsInput, settings_changed, settings_given
from service.graphql.unions import (
    AddAliasResult,
    CompressResult,
    FeedbackResult,
    MergeEntitiesResult,
    PinResult,
    ReextractResult,
    RememberDocumentResult,
    RememberResult,
    ResolveReviewResult,
    RetractFactResult,
    RetryEpisodesResult,
    RunJobResult,
    SetGroupSettingsResult,
    SetVocabularyResult,
    SplitEntityResult,
    UndoResult,
    UpdateTaskStateResult,
)
from service.graphql.vocabulary import SetVocabularyInput, vocabulary_changed, vocabulary_given

_ACTOR = "api"


@strawberry.type
class Mutation:
    """What can be changed."""

    @strawberry.mutation(description="Stores turns durably; they are read into facts afterwards, unless asked to wait.")
    async def remember(self, info: Info, input: i.RememberInput) -> RememberResult:
        """The stored turns."""
        return payloads.remembered(await info.context.memory.remember(requests.remember_request(input)))

    @strawberry.mutation(description="Stores a document in chunks; sent again, only what changed is stored.")
    async def remember_document(self, info: Info, input: i.RememberDocumentInput) -> RememberDocumentResult:
        """The document's chunks."""
        done = await info.context.memory.remember_document(requests.document_request(input))
        return payloads.document_remembered(done)

    @strawberry.mutation(description="Undoes an operation: administrative ones exactly, beliefs by a compensating one.")
    async def undo(self, info: Info, input: i.UndoInput) -> UndoResult:
        """The undoing operation."""
        operation = parse_id(input.operation, "operation", "Operation")
        actor = requests.given(input.actor, _ACTOR)
        done = await info.context.memory.undo(input.group_id, operation, actor, input.reason)
        return UndoPayload(operation=present.operation(done))

    @strawberry.mutation(description="Ends belief in a fact; what was believed stays readable, and undo takes it back.")
    async def retract_fact(self, info: Info, input: i.RetractFactInput) -> RetractFactResult:
        """The retracting operation."""
        fact = parse_id(input.fact, "fact", "Fact")
        actor = requests.given(input.actor, _ACTOR)
        done = await info.context.memory.retract_fact(input.group_id, fact, actor, input.reason)
        return RetractFactPayload(operation=present.operation(done))

    @strawberry.mutation(description="Puts summaries in the place of a long session's oldest turns; undone exactly.")
    async def compress(self, info: Info, input: CompressInput) -> CompressResult:
        """What was compressed."""
        done = await info.context.memory.compress(
            input.group_id,
            input.session_id,
            requests.given(input.threshold_tokens, DEFAULT_THRESHOLD),
            requests.given(input.max_chars, DEFAULT_CHARS),
            requests.given(input.actor, _ACTOR),
            requests.given(input.reason, "longer than the threshold"),
        )
        return compressed_shown(done)

    @strawberry.mutation(description="Edits a session's task state by hand; undo puts it back exactly.")
    async def update_task_state(self, info: Info, input: UpdateTaskStateInput) -> UpdateTaskStateResult:
        """The editing operation and the session."""
        actor = requests.given(input.actor, _ACTOR)
        memory = info.context.memory
        done = await memory.update_task_state(input.group_id, input.session_id, edit_given(input), actor, input.reason)
        return task_state_updated(done)

    @strawberry.mutation(description="Pins a fact against decay and archiving, or unpins it.")
    async def pin(self, info: Info, input: i.PinInput) -> PinResult:
        """The pinning operation."""
        fact = parse_id(input.fact, "fact", "Fact")
        actor = requests.given(input.actor, _ACTOR)
        pinned = requests.given(input.pinned, True)
        done = await info.context.memory.pin(input.group_id, fact, pinned, actor, input.reason)
        return PinPayload(operation=present.operation(done))

    @strawberry.mutation(description="Says that entities are one from now on; earlier knowledge still has them apart.")
    async def merge_entities(self, info: Info, input: i.MergeEntitiesInput) -> MergeEntitiesResult:
        """The merging operation."""
        entities = parse_ids(input.entities, "entities", "Entity")
        into = None if input.into is None else parse_id(input.into, "into", "Entity")
        actor = requests.given(input.actor, _ACTOR)
        done = await info.context.memory.merge_entities(input.group_id, entities, into, actor, input.reason)
        return MergeEntitiesPayload(**present.identity_change(done))

    @strawberry.mutation(
        description="Says that merged entities are not one after all, or that some turns mean another; what was "
        "believed stays readable."
    )
    async def split_entity(self, info: Info, input: i.SplitEntityInput) -> SplitEntityResult:
        """The splitting operation."""
        entity = parse_id(input.entity, "entity", "Entity")
        leaving = requests.leaving(input)
        actor = requests.given(input.actor, _ACTOR)
        done = await info.context.memory.split_entity(input.group_id, entity, leaving, actor, input.reason)
        return SplitEntityPayload(**present.identity_change(done))

    @strawberry.mutation(description="Gives an entity one more name, by which it is found for certain.")
    async def add_alias(self, info: Info, input: i.AddAliasInput) -> AddAliasResult:
        """The naming operation."""
        entity = parse_id(input.entity, "entity", "Entity")
        actor = requests.given(input.actor, _ACTOR)
        done = await info.context.memory.add_alias(input.group_id, entity, input.name, actor, input.reason)
        return AddAliasPayload(**present.identity_change(done))

    @strawberry.mutation(
        description="Decides about a pair: merges entities or keeps them apart, says which of two facts holds."
    )
    async def resolve_review(self, info: Info, input: i.ResolveReviewInput) -> ResolveReviewResult:
        """The deciding operation."""
        review = parse_id(input.review, "review", "Review")
        actor = requests.given(input.actor, _ACTOR)
        memory = info.context.memory
        done = await memory.resolve_review(input.group_id, review, input.decision, actor, input.reason)
        facts = [present.fact(view) for view in done.facts]
        return ResolveReviewPayload(**present.identity_change(done), facts=facts)

    @strawberry.mutation(description="Gives a group entity types and predicates of its own, in place of those it had.")
    async def set_vocabulary(self, info: Info, input: SetVocabularyInput) -> SetVocabularyResult:
        """The vocabulary and the operation that set it."""
        actor = requests.given(input.actor, _ACTOR)
        given = vocabulary_given(input)
        done = await info.context.memory.set_vocabulary(input.group_id, given, actor, input.reason)
        return vocabulary_changed(input.group_id, done)

    @strawberry.mutation(description="Lets a group set for itself when plans lapse, and which sources it trusts more.")
    async def set_group_settings(self, info: Info, input: SetGroupSettingsInput) -> SetGroupSettingsResult:
        """The settings and the operation that set them."""
        actor = requests.given(input.actor, _ACTOR)
        given = settings_given(input)
        done = await info.context.memory.set_group_settings(input.group_id, given, actor, input.reason)
        return settings_changed(input.group_id, done)

    @strawberry.mutation(description="Reads episodes again with the present extractors, in the background.")
    async def reextract(self, info: Info, input: i.ReextractInput) -> ReextractResult:
        """How many."""
        ids = requests.listed(input.episodes)
        episodes = parse_ids(ids, "episodes", "Episode")
        outdated = requests.given(input.outdated, False)
        return ReextractPayload(queued=await info.context.memory.reextract(input.group_id, episodes, outdated=outdated))

    @strawberry.mutation(description="Runs a job now, over some groups or all; a dry run only lists its changes.")
    async def run_job(self, info: Info, input: u.RunJobInput) -> RunJobResult:
        """The run."""
        groups = tuple(requests.listed(input.group_ids))
        dry_run, actor = requests.given(input.dry_run, False), requests.given(input.actor, _ACTOR)
        run = await info.context.memory.run_job(input.name, groups, dry_run=dry_run, actor=actor)
        return u.RunJobPayload(run=u.job_run(run))

    @strawberry.mutation(description="Says what a hit of a recall was worth; it lives longer or fades sooner for it.")
    async def feedback(self, info: Info, input: u.FeedbackInput) -> FeedbackResult:
        """The operation that keeps it."""
        hit = parse_id(input.hit, "hit", "Fact", "Episode")
        recall = None if input.recall is None else parse_id(input.recall, "recall", "Recall")
        actor, reason = requests.given(input.actor, _ACTOR), requests.given(input.reason, "feedback")
        done = await info.context.memory.feedback(input.group_id, hit, input.verdict, recall, actor, reason)
        return u.FeedbackPayload(operation=present.operation(done))

    @strawberry.mutation(description="Puts parked turns back in the queue; all of the group's when none is named.")
    async def retry_episodes(self, info: Info, input: i.RetryEpisodesInput) -> RetryEpisodesResult:
        """How many."""
        ids = requests.listed(input.episodes)
        episodes = parse_ids(ids, "episodes", "Episode")
        return RetryEpisodesPayload(retried=await info.context.memory.retry(input.group_id, episodes))

"""Mutations: each is one use case of the facade."""

from __future__ import annotations

import strawberry

from service.graphql import inputs as i
from service.graphql import payloads, present, requests
from service.graphql.answers import PinPayload, RetractFactPayload, RetryEpisodesPayload, UndoPayload
from service.graphql.context import Info
from service.graphql.ids import parse_id
from service.graphql.unions import PinResult, RememberResult, RetractFactResult, RetryEpisodesResult, UndoResult

_ACTOR = "api"


@strawberry.type
class Mutation:
    """What can be changed."""

    @strawberry.mutation(description="Stores turns durably; they are read into facts afterwards, unless asked to wait.")
    async def remember(self, info: Info, input: i.RememberInput) -> RememberResult:
        """The stored turns."""
        return payloads.remembered(await info.context.memory.remember(requests.remember_request(input)))

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

    @strawberry.mutation(description="Pins a fact against decay and archiving, or unpins it.")
    async def pin(self, info: Info, input: i.PinInput) -> PinResult:
        """The pinning operation."""
        fact = parse_id(input.fact, "fact", "Fact")
        actor = requests.given(input.actor, _ACTOR)
        pinned = requests.given(input.pinned, True)
        done = await info.context.memory.pin(input.group_id, fact, pinned, actor, input.reason)
        return PinPayload(operation=present.operation(done))

    @strawberry.mutation(description="Puts parked turns back in the queue; all of the group's when none is named.")
    async def retry_episodes(self, info: Info, input: i.RetryEpisodesInput) -> RetryEpisodesResult:
        """How many."""
        ids = requests.listed(input.episodes)
        episodes = tuple(parse_id(id, f"episodes[{n}]", "Episode") for n, id in enumerate(ids))
        return RetryEpisodesPayload(retried=await info.context.memory.retry(input.group_id, episodes))

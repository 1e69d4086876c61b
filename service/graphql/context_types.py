"""Working memory in GraphQL: contexts, sessions and the state of their tasks."""

from __future__ import annotations

from datetime import datetime

import strawberry

import service.context.model as m
from service.graphql.define import argument, output
from service.graphql.enums import ContextFormat, ContextOrder, ContextPart, MemoryKind
from service.graphql.ids import TypeName, global_id
from service.graphql.requests import given

_NAMES: dict[MemoryKind, TypeName] = {
    MemoryKind.EPISODE: "Episode",
    MemoryKind.FACT: "Fact",
    MemoryKind.SUMMARY: "Summary",
}


@argument
class ContextInput:
    """What to put in front of a model."""

    group_id: str
    session_id: str | None = None
    query: str | None = strawberry.field(
        default=None, description="The user's input; the session's last user turn by default."
    )
    system_prompt: str | None = strawberry.field(default=None, description="Your own words, put first, unchanged.")
    token_budget: int | None = strawberry.field(
        default=m.DEFAULT_BUDGET, description="Of the whole context, estimated; 1 to 1000000."
    )
    turns: int | None = strawberry.field(default=3, description="Last turns that are always there; 0 to 100.")
    earlier_turns: bool | None = strawberry.field(
        default=False, description="Whether earlier turns that are not compressed fill what is left of the budget."
    )
    limit: int | None = strawberry.field(default=5, description="Memories that are found; 1 to 50.")
    top_k: int | None = strawberry.field(
        default=3, description="So many of them, the most important ones, are shown; 0 to limit."
    )
    order: ContextOrder | None = ContextOrder.MIXED
    format: ContextFormat | None = ContextFormat.XML
    separator: str | None = strawberry.field(default=None, description="Line that says where history ends.")
    now: datetime | None = None


@output
class ContextPartCount:
    """How much of a part is there, and how many of its items had no room."""

    part: ContextPart
    items: int
    tokens: int
    left_out: int


@output
class Citation:
    """The short id by which an agent names a memory, and what it stands for; `explain` takes the id."""

    citation: str
    kind: MemoryKind
    id: strawberry.ID
    text: str


@output
class ContextMessage:
    """One chat message."""

    role: str
    content: str


@output
class ContextPayload:
    """A context within its budget."""

    text: str = strawberry.field(description="All of it in the format asked for; JSON text for MESSAGES and JSON.")
    messages: list[ContextMessage] = strawberry.field(description="Of MESSAGES, else none.")
    tokens: int = strawberry.field(description="Of the text, estimated.")
    parts: list[ContextPartCount]
    citations: list[Citation]
    recall_id: strawberry.ID | None
    took_ms: float


def context_given(source: ContextInput) -> m.ContextInput:
    """The request as the facade takes it."""
    return m.ContextInput(
        group_id=source.group_id,
        session_id=source.session_id,
        query=source.query,
        system_prompt=source.system_prompt,
        token_budget=given(source.token_budget, m.DEFAULT_BUDGET),
        turns=given(source.turns, 3),
        earlier_turns=given(source.earlier_turns, False),
        limit=given(source.limit, 5),
        top_k=given(source.top_k, min(3, given(source.limit, 5))),
        order=given(source.order, ContextOrder.MIXED),
        format=given(source.format, ContextFormat.XML),
        separator=source.separator,
        now=source.now,
    )


def context_shown(result: m.ContextResult) -> ContextPayload:
    """The context as it is answered."""
    return ContextPayload(
        text=result.text,
        messages=[ContextMessage(role=each.role, content=each.content) for each in result.messages],
        tokens=result.tokens,
        parts=[
            ContextPartCount(part=each.part, items=each.items, tokens=each.tokens, left_out=each.left_out)
            for each in result.parts
        ],
        citations=[_citation(each) for each in result.citations],
        recall_id=None if result.recall_id is None else global_id("Recall", result.recall_id),
        took_ms=result.took_ms,
    )


def _citation(source: m.Citation) -> Citation:
    kind = MemoryKind(source.kind)
    return Citation(
        citation=source.citation,
        kind=kind,
        id=global_id(_NAMES[kind], source.uuid),
        text=source.text,
    )

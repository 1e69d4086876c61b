"""`memory_explain` and `memory_status`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from pydantic import Field

from service.mcp import present
from service.mcp.answers import ExplainAnswer, StatusAnswer
from service.mcp.arguments import Arguments
from service.mcp.tool import READS, Call, Tool

ID_NAMES = ("memory_id", "uuid", "fact", "fact_id", "entity", "episode", "memory")


class ExplainArguments(Arguments):
    """What is to be explained."""

    near: ClassVar[Mapping[str, tuple[str, ...]]] = {"id": ID_NAMES}
    id: str = Field(description="Id of a memory, as memory_search returned it.")


async def explain(call: Call, given: ExplainArguments) -> ExplainAnswer:
    """Says why something is remembered."""
    why = await call.memory.explain(call.groups, given.id)
    facts = why.facts if why.fact is None else (why.fact, *why.facts)
    return ExplainAnswer(
        id=why.id,
        kind=why.kind,
        lines=list(why.lines),
        facts=[present.fact(fact) for fact in facts],
        changes=[present.change(operation) for operation in why.operations],
    )


class StatusArguments(Arguments):
    """Nothing."""


async def status(call: Call, _given: StatusArguments) -> StatusAnswer:
    """Counts what is remembered."""
    info = await call.memory.info(call.groups)
    return StatusAnswer(
        group=call.group,
        version=info.version,
        episodes=info.counts.get("episodes", 0),
        pending=info.episodes_by_state.get("pending", 0),
        failed=info.episodes_by_state.get("failed", 0),
        facts=info.counts.get("facts", 0),
        entities=info.counts.get("entities", 0),
        sessions=info.counts.get("sessions", 0),
        extractors=list(info.extractors),
        embedder=info.embedder,
    )


MEMORY_EXPLAIN = Tool(
    name="memory_explain",
    title="Explain a memory",
    description=(
        "Say why something is remembered: who said it and when, in which words, what it replaced or was replaced by, "
        "and every change to it. Call it when asked how you know something, or before correcting it."
    ),
    arguments=ExplainArguments,
    answer=ExplainAnswer,
    effect=READS,
    run=explain,
)
MEMORY_STATUS = Tool(
    name="memory_status",
    title="State of the memory",
    description="How much is remembered, how much of it is not read yet, and by what it is read.",
    arguments=StatusArguments,
    answer=StatusAnswer,
    effect=READS,
    run=status,
)

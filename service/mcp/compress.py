"""`memory_summarize` and `compress_memory`: a long session's oldest turns give way to summaries."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from pydantic import Field

import service.context.model as m
from service.errors import InvalidInput
from service.mcp.answers import Answer
from service.mcp.arguments import Arguments
from service.mcp.tool import ADDS, Call, Tool

_ACTOR = "mcp"
_THRESHOLD_NAMES = ("threshold", "max_tokens", "tokens")


class SummarizeArguments(Arguments):
    """Which session, and how long it may be."""

    near: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "session_id": ("session", "conversation_id", "thread_id"),
        "threshold_tokens": _THRESHOLD_NAMES,
        "max_chars": ("longest", "length"),
    }
    session_id: str | None = Field(None, description="The conversation; this connection's own by default.")
    threshold_tokens: int = Field(
        m.DEFAULT_THRESHOLD, ge=0, description="A session of more tokens is brought down to half of this."
    )
    max_chars: int = Field(m.DEFAULT_CHARS, ge=20, le=2000, description="Longest text of one summary.")


class Summarized(Answer):
    """One new summary."""

    id: str
    content: str


class SummarizeAnswer(Answer):
    """What was compressed."""

    compressed: int = Field(description="Turns that gave way; they are still found by memory_search.")
    freed_tokens: int
    summaries: list[Summarized]
    operation: str | None = Field(None, description="What a person undoes to have the turns back.")


class CompressArguments(Arguments):
    """How long the session may be."""

    near: ClassVar[Mapping[str, tuple[str, ...]]] = {"threshold_tokens": _THRESHOLD_NAMES}
    threshold_tokens: int = Field(
        m.DEFAULT_THRESHOLD, ge=0, description="A session of more tokens is brought down to half of this."
    )


class CompressAnswer(Answer):
    """What `compress_memory` answers."""

    compressed: int
    freed_tokens: int


async def summarize(call: Call, given: SummarizeArguments) -> SummarizeAnswer:
    """Compresses a session."""
    done = await _compress(call, given.session_id or call.session, given.threshold_tokens, given.max_chars)
    return SummarizeAnswer(
        compressed=done.compressed,
        freed_tokens=done.freed_tokens,
        summaries=[Summarized(id=each.uuid, content=each.content) for each in done.summaries],
        operation=None if done.operation is None else done.operation.uuid,
    )


async def compress(call: Call, given: CompressArguments) -> CompressAnswer:
    """Compresses the connection's session."""
    done = await _compress(call, call.session, given.threshold_tokens, m.DEFAULT_CHARS)
    return CompressAnswer(compressed=done.compressed, freed_tokens=done.freed_tokens)


async def _compress(call: Call, session: str | None, threshold: int, longest: int) -> m.Compression:
    if session is None:
        raise InvalidInput(
            "session_id",
            "is not given, and this connection has no session of its own",
            "the id of a session, or a connection with `--session` or the header x-everwhen-session",
        )
    return await call.memory.compress(call.group, session, threshold, longest, _ACTOR, "asked for by an agent")


MEMORY_SUMMARIZE = Tool(
    name="memory_summarize",
    title="Summarise a session",
    description=(
        "Put short summaries in the place of a long conversation's oldest turns, so that memory_context fits more in "
        "less. The last turns, pinned ones and tool calls under way stay, and every turn is still found by "
        "memory_search. Call it when a conversation has grown past your window."
    ),
    arguments=SummarizeArguments,
    answer=SummarizeAnswer,
    effect=ADDS,
    run=summarize,
)
COMPRESS_MEMORY = Tool(
    name="compress_memory",
    title="Compress the session",
    description="Put short summaries in the place of this session's oldest turns, once it is longer than a threshold.",
    arguments=CompressArguments,
    answer=CompressAnswer,
    effect=ADDS,
    run=compress,
)

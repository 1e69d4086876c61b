"""`memory_write`: what was said or done, stored."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Literal

from pydantic import Field

from graph_schema.model import Role
from service import contract as c
from service.errors import InvalidInput
from service.mcp.answers import Stored, WriteAnswer
from service.mcp.arguments import Arguments
from service.mcp.times import optional_time
from service.mcp.tool import ADDS, Call, Tool

MAX_BATCH = 20
SOURCE = "mcp"
WAIT_MS = 30_000
RoleName = Literal["user", "assistant", "tool", "system"]

_NEAR: Mapping[str, tuple[str, ...]] = {
    "content": ("text", "memory", "message", "value", "body", "data", "fact", "note"),
    "actor": ("speaker", "name", "author", "user", "user_name", "who"),
    "time": ("valid_at", "timestamp", "date", "when", "at", "created_at", "datetime"),
    "importance": ("priority", "weight"),
    "session_id": ("session", "conversation_id", "thread_id", "chat_id"),
    "external_id": ("message_id", "key"),
    "memories": ("batch", "items", "episodes", "messages", "entries", "turns", "contents"),
    "wait": ("wait_for", "sync", "blocking"),
}


class Turn(Arguments):
    """One thing to remember."""

    near: ClassVar[Mapping[str, tuple[str, ...]]] = _NEAR
    content: str = Field(description="What was said or done, in its own words, with names in place of pronouns.")
    role: RoleName = Field("user", description="Who it comes from.")
    actor: str | None = Field(None, description="Name of the person or agent, so that 'I' can be resolved.")
    time: str | None = Field(None, description="When it was said, ISO 8601; now by default.")
    importance: float | None = Field(None, ge=0, le=1, description="0 trivial to 1 vital; judged by rule if left out.")
    external_id: str | None = Field(None, description="Your id of it; the same id with another text is an edit.")


class WriteArguments(Arguments):
    """One memory by `content`, or several by `memories`."""

    near: ClassVar[Mapping[str, tuple[str, ...]]] = _NEAR
    content: str | None = Field(None, description="What was said or done, in its own words, with names.")
    role: RoleName = Field("user", description="Who it comes from.")
    actor: str | None = Field(None, description="Name of the person or agent, so that 'I' can be resolved.")
    time: str | None = Field(None, description="When it was said, ISO 8601; now by default.")
    importance: float | None = Field(None, ge=0, le=1, description="0 trivial to 1 vital; judged by rule if left out.")
    external_id: str | None = Field(None, description="Your id of it; the same id with another text is an edit.")
    memories: list[Turn] | None = Field(
        None, min_length=1, max_length=MAX_BATCH, description=f"Up to {MAX_BATCH} at once, oldest first, in order."
    )
    session_id: str | None = Field(None, description="The conversation they belong to.")
    wait: bool = Field(False, description="Wait until facts are read out of them; otherwise that happens afterwards.")


async def write(call: Call, given: WriteArguments) -> WriteAnswer:
    """Stores what is given."""
    if (given.content is None) == (given.memories is None):
        raise InvalidInput("content", "give one of content and memories", "content for one, memories for several")
    if given.memories is None:
        turns = [_episode("", given, given.content or "")]
    else:
        turns = [_episode(f"memories[{index}].", turn, turn.content) for index, turn in enumerate(given.memories)]
    done = await call.memory.remember(
        c.RememberInput(
            group_id=call.group,
            episodes=tuple(turns),
            session_id=given.session_id or call.session,
            wait_for=c.WaitFor.EXTRACTED if given.wait else c.WaitFor.STORED,
            timeout_ms=WAIT_MS,
        )
    )
    return WriteAnswer(
        stored=done.stored,
        duplicates=done.duplicates,
        memories=[Stored(id=e.uuid, state=e.state, duplicate_of=e.duplicate_of) for e in done.episodes],
        timed_out=done.timed_out,
    )


def _episode(path: str, given: Turn | WriteArguments, content: str) -> c.EpisodeInput:
    return c.EpisodeInput(
        content=content,
        role=Role(given.role),
        actor=given.actor,
        valid_at=optional_time(f"{path}time", given.time),
        importance=given.importance,
        external_id=given.external_id,
        source=SOURCE,
    )


MEMORY_WRITE = Tool(
    name="memory_write",
    title="Remember",
    description=(
        "Store what was said, decided or learned, so that later conversations know it. Call it for lasting facts, "
        "preferences, decisions, plans, constraints and corrections, in the words they came in; not for small talk, "
        "and not for what memory_search just returned. Contradictions are resolved by the memory: write the new value, "
        "the old one becomes history."
    ),
    arguments=WriteArguments,
    answer=WriteAnswer,
    effect=ADDS,
    run=write,
)

"""A tool: its arguments, its answer, what it does to the memory, and how it is called."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from mcp_types import Tool as Described
from mcp_types import ToolAnnotations
from pydantic import BaseModel

from service.mcp.arguments import Arguments
from service.mcp.binding import Binding
from service.mcp.schemas import plain_schema

if TYPE_CHECKING:
    from service.memory import MemoryApi

A = TypeVar("A", bound=Arguments)
GROUP = "group"


@dataclass(frozen=True, slots=True)
class Call:
    """What a tool works with.

    Attributes:
        group: that the call is about.
        session: of turns that name none.
    """

    memory: MemoryApi
    group: str
    session: str | None = None

    @property
    def groups(self) -> tuple[str, ...]:
        """The group, where the facade takes several."""
        return (self.group,)


@dataclass(frozen=True, slots=True)
class Effect:
    """What a tool does to the memory, as its annotations say."""

    reads: bool = False
    destroys: bool = False
    idempotent: bool = False


READS = Effect(reads=True, idempotent=True)
ADDS = Effect()


@dataclass(frozen=True, slots=True)
class Tool(Generic[A]):
    """One tool.

    Attributes:
        description: for the model: when to use it and what it answers.
        answer: what `run` gives; written without nulls.
    """

    name: str
    title: str
    description: str
    arguments: type[A]
    answer: type[BaseModel]
    effect: Effect
    run: Callable[[Call, A], Awaitable[BaseModel]]

    def described(self, binding: Binding) -> Described:
        """The tool as the connection sees it; `group` is an argument only where more than one may be named."""
        schema = plain_schema(self.arguments)
        if len(binding.groups) > 1:
            schema["properties"][GROUP] = _group_schema(binding)
        return Described(
            name=self.name,
            title=self.title,
            description=self.description,
            input_schema=schema,
            output_schema=plain_schema(self.answer, "serialization"),
            annotations=ToolAnnotations(
                title=self.title,
                read_only_hint=self.effect.reads,
                destructive_hint=self.effect.destroys,
                idempotent_hint=self.effect.idempotent,
                open_world_hint=False,
            ),
        )


AnyTool = Tool[Any]


def _group_schema(binding: Binding) -> dict[str, Any]:
    return {
        "type": "string",
        "enum": list(binding.groups),
        "default": binding.group,
        "description": "Which memory; leave it out for this connection's own.",
    }

"""What resolvers are given with each request."""

from __future__ import annotations

from dataclasses import dataclass

import strawberry

from service.memory import MemoryApi


@dataclass(frozen=True, slots=True)
class Context:
    """The facade that answers."""

    memory: MemoryApi


Info = strawberry.Info[Context, None]

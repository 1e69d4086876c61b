"""What resolvers are given with each request."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import strawberry

if TYPE_CHECKING:
    from service.memory import MemoryApi


@dataclass(frozen=True, slots=True)
class Context:
    """The facade that answers."""

    memory: MemoryApi


Info = strawberry.Info[Context, None]

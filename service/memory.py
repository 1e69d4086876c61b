"""The facade: one method a use case. GraphQL, MCP and the CLI call it and nothing below it."""

from __future__ import annotations

from typing import Protocol

from service import contract as c


class MemoryApi(Protocol):
    """Everything a caller can ask of Everwhen; `Memory` is the implementation.

    Every method raises InvalidInput (with the field and what is allowed), UnknownId, Conflict, DatabaseUnavailable or
    EmbedderUnavailable from `service.errors`, and nothing else that a caller could act on.
    """

    async def remember(self, request: c.RememberInput) -> c.RememberResult:
        """The stored turns; durable when this returns, read by the workers afterwards unless asked to wait."""
        ...

    async def recall(self, request: c.RecallInput) -> c.RecallResult:
        """The best hits for the question, best first, with evidence and route scores."""
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

    async def history(self, group_ids: tuple[str, ...], entity: str, predicate: str | None) -> tuple[c.SlotHistory, ...]:
        """Every fact that ever stood for an entity (name or uuid), by predicate, with all versions."""
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

    async def retry(self, group_id: str, episodes: tuple[str, ...] = ()) -> int:
        """How many parked turns were put back to pending; all of the group's when none is named."""
        ...

    async def verify_projection(self, group_id: str) -> tuple[str, ...]:
        """Differences between the believed entity facts and their RELATES_TO projection; empty when they agree."""
        ...

    async def info(self, group_ids: tuple[str, ...] = ()) -> c.Info:
        """State of the service, and counts of the given groups (of all when none is given)."""
        ...

"""What the health endpoints look at: the graph, its schema, the embedder, and whether turns are being read."""

from __future__ import annotations

import asyncio

from graph_schema.store import GraphStore
from service.ports import Embedder
from service.translated import translated
from service.web.health import Check, Status, ingestion_check


class ServiceHealth:
    """The parts of a running service, for `service.web.health`."""

    def __init__(
        self, store: GraphStore, schema_version: str, embedder: Embedder, workers: list[asyncio.Task[None]], wanted: int
    ) -> None:
        """`workers` is the runtime's own list of tasks, `wanted` how many of them should be alive."""
        self._store = store
        self._schema_version = schema_version
        self._embedder = embedder
        self._workers = workers
        self._wanted = wanted

    @translated
    async def checks(self) -> dict[str, Check]:
        """State by part; a graph that does not answer raises DatabaseUnavailable."""
        (row,) = await self._store.read("read/ingestion_health")
        alive = sum(not worker.done() for worker in self._workers)
        return {
            "neo4j": Check(Status.OK, f"{self._store.uri} answers"),
            "schema": Check(Status.OK, f"at version {self._schema_version}"),
            "embedder": Check(Status.OK, f"{self._embedder.model}, {self._embedder.dimensions} dimensions"),
            "ingestion": ingestion_check(**row, workers_alive=alive, workers_wanted=self._wanted),
        }

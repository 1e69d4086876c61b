"""Fixtures that give tests a real, migrated Neo4j: the one named by NEO4J_TEST_URI, or a private one of our own."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator

import pytest
from hypothesis import HealthCheck, settings

from graph_schema.ids import new_uuid
from graph_schema.migrations import ensure_schema
from graph_schema.store import GraphStore
from tests.support.database import DIMENSIONS, Neo4jConnection, private_neo4j, start

# A busy machine is no fault of the code: what matters is what a property finds.
settings.register_profile("everwhen", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("everwhen")


@pytest.fixture(scope="session")
async def neo4j_connection(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Neo4jConnection]:
    """A real Neo4j that other runs and the workers of this one may share, so tests keep to groups of their own."""
    if uri := os.environ.get("NEO4J_TEST_URI"):
        yield Neo4jConnection(uri, os.environ.get("NEO4J_TEST_USER", "neo4j"), os.environ["NEO4J_TEST_PASSWORD"])
        return
    here = tmp_path_factory.getbasetemp()
    run = here.parent if "PYTEST_XDIST_WORKER" in os.environ else here
    local = private_neo4j(run / "neo4j")
    try:
        yield await asyncio.to_thread(start, local)
    finally:
        await asyncio.to_thread(local.stop)


@pytest.fixture(scope="session")
async def store(neo4j_connection: Neo4jConnection) -> AsyncIterator[GraphStore]:
    """A strict store (server notifications raise) on a migrated database with vectors of 512 dimensions."""
    store = await neo4j_connection.connect()
    try:
        await ensure_schema(store, DIMENSIONS)
        yield store
    finally:
        await store.close()


@pytest.fixture
def group_id() -> str:
    """A group no other test knows."""
    return f"test-{new_uuid()}"

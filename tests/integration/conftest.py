"""The whole service for integration tests."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from graph_schema.store import GraphStore
from service.config import parse_settings
from tests.support.database import Neo4jConnection

if TYPE_CHECKING:
    from service.runtime import Runtime


@pytest.fixture(scope="session")
async def runtime(
    neo4j_connection: Neo4jConnection, store: GraphStore, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[Runtime]:
    """Everything but the HTTP server itself, with one worker, on the tests' Neo4j (migrated by `store`)."""
    from service.runtime import open_runtime

    settings = parse_settings(
        neo4j_uri=neo4j_connection.uri,
        neo4j_user=neo4j_connection.user,
        neo4j_password=neo4j_connection.password,
        data_dir=Path(tmp_path_factory.mktemp("data")),
        token=None,
        workers=1,
    )
    async with open_runtime(settings) as running:
        yield running

"""The whole service for integration tests."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import TYPE_CHECKING

import pytest

from service.config import parse_settings

if TYPE_CHECKING:
    from service.runtime import Runtime


@pytest.fixture(scope="session")
async def runtime(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Runtime]:
    """Everything but the HTTP server itself, with one worker, on a Neo4j of its own.

    A database that other tests store turns in would have these read by this worker too.
    """
    from service.runtime import open_runtime

    settings = parse_settings(
        neo4j_uri=None, data_dir=tmp_path_factory.mktemp("data"), token=None, workers=1, neo4j_heap_mb=512
    )
    async with open_runtime(settings) as running:
        yield running

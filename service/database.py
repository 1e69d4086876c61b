"""Which Neo4j the service uses: the caller's own, or a local one started for it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from service.config import Settings
from service.errors import ConfigurationError, DatabaseUnavailable
from service.localdb import LocalNeo4j
from service.localdb.errors import LocalDatabaseError
from service.localdb.jars import Progress


@dataclass(frozen=True, slots=True)
class Database:
    """Where the graph is.

    Attributes:
        browser_url: of Neo4j Browser, None for a server that is not ours.
    """

    uri: str
    user: str
    password: str
    name: str
    browser_url: str | None = None


@asynccontextmanager
async def open_database(settings: Settings, progress: Progress | None = None) -> AsyncGenerator[Database]:
    """The database to use; a local server is started, or joined, and left when the context ends.

    Raises:
        ConfigurationError: NEO4J_URI is set without a password.
        DatabaseUnavailable: the local server cannot be installed or started; the message names the remedy.
    """
    if settings.neo4j_uri is not None:
        if settings.neo4j_password is None:
            raise ConfigurationError("NEO4J_PASSWORD is not set; set it to the password of the server at NEO4J_URI")
        password = settings.neo4j_password.get_secret_value()
        yield Database(settings.neo4j_uri, settings.neo4j_user, password, settings.neo4j_database)
        return
    local = LocalNeo4j(
        settings.data_dir,
        settings.cache_dir,
        heap_mb=settings.neo4j_heap_mb,
        pagecache_mb=settings.neo4j_pagecache_mb,
    )
    try:
        found = await asyncio.to_thread(local.start, progress=progress)
    except LocalDatabaseError as error:
        raise DatabaseUnavailable(str(error)) from error
    try:
        yield Database(found.uri, found.user, found.password, "neo4j", found.browser_url)
    finally:
        await asyncio.shield(asyncio.to_thread(local.stop))

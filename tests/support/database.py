"""Where tests find a real Neo4j."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from graph_schema.store import GraphStore
from service.config import parse_settings
from service.localdb import LocalNeo4j

DIMENSIONS = 512


@dataclass(frozen=True)
class Neo4jConnection:
    """Where a test database listens, and how to log in."""

    uri: str
    user: str
    password: str

    async def connect(self, *, strict: bool = True) -> GraphStore:
        """A store of its own on the database; the caller closes it."""
        return await GraphStore.connect(self.uri, self.user, self.password, strict=strict)


def private_neo4j(data_dir: Path) -> LocalNeo4j:
    """A Neo4j of our own with its data in `data_dir` and its jars in the user's cache."""
    return LocalNeo4j(data_dir, parse_settings().cache_dir, heap_mb=512, pagecache_mb=128)


def start(local: LocalNeo4j) -> Neo4jConnection:
    """Where it listens, once it answers."""
    here = local.start()
    return Neo4jConnection(here.uri, here.user, here.password)

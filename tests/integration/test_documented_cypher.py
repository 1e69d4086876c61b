"""The Cypher shown in the documentation is Cypher that this server takes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from neo4j import AsyncGraphDatabase

from graph_schema.store import GraphStore
from tests.support.database import Neo4jConnection

ROOT = Path(__file__).parents[2]
UNKNOWN = ("01N50", "01N51", "01N52")
"""Statuses for a label, a relationship type and a property that the database does not know."""
SNIPPETS = [
    pytest.param(content, id=f"{page.stem}-{number}")
    for page in sorted((ROOT / "docs").rglob("*.md"))
    for number, content in enumerate(
        re.findall(r"^ *```cypher\n(.*?)^ *```$", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    )
]


@pytest.mark.parametrize("query", SNIPPETS)
async def test_documented_query_can_be_planned(
    query: str, store: GraphStore, neo4j_connection: Neo4jConnection
) -> None:
    del store
    version, _, body = query.rpartition("CYPHER 25\n")
    auth = (neo4j_connection.user, neo4j_connection.password)
    async with AsyncGraphDatabase.driver(neo4j_connection.uri, auth=auth) as driver:
        result = await driver.execute_query(f"{version}CYPHER 25 EXPLAIN {body}")
    assert result.summary.plan is not None
    unknown = [note.status_description for note in result.summary.gql_status_objects if note.gql_status in UNKNOWN]
    assert unknown == []

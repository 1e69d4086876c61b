"""Every Cypher file, whoever wrote it, is planned by the real server and held to its header."""

from __future__ import annotations

import ast
import re
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from neo4j import AsyncDriver, AsyncGraphDatabase

from graph_schema.cypher import ROOT, Mode, NamedQuery, load_query, query_names, used_parameters
from graph_schema.store import GraphStore
from graph_schema.values import to_graph
from service.adapters.embedders.calibration import GENERIC, load_calibration
from service.jobs.decay import Decay
from service.jobs.job import Job
from service.jobs.registry import jobs_of
from tests.support.database import DIMENSIONS, Neo4jConnection

NAMES = query_names()
PACKAGES = ("service", "graph_schema", "extractors")
QUERY_TYPES = {Mode.READ: {"r"}, Mode.WRITE: {"w", "rw"}, Mode.SCHEMA: {"s"}}
SCANS = {"NodeByLabelScan", "UnionNodeByLabelsScan", "IntersectionNodeByLabelsScan", "DirectedRelationshipTypeScan",
         "UndirectedRelationshipTypeScan"}  # fmt: skip
FORBIDDEN = {"AllNodesScan", "DirectedAllRelationshipsScan", "UndirectedAllRelationshipsScan"}
ONE_ROW = {"Argument", "EmptyRow", "NodeUniqueIndexSeek", "NodeUniqueIndexSeek(Locking)"}
SAME_ROWS = {"Apply", "AntiSemiApply", "CacheProperties", "CartesianProduct", "Create", "Eager", "Filter", "LockNodes",
             "Merge", "LockingMerge", "Optional", "Projection", "RollUpApply", "SemiApply", "SetLabels",
             "SetNodePropertiesFromMap", "SetProperties", "SetProperty", "Sort"}  # fmt: skip
UNGROUPED = re.compile(r"(?:avg|collect|count|max|min|sum)\(")
DUMMIES: dict[str, Any] = {
    "STRING": "x",
    "INTEGER": DIMENSIONS,
    "FLOAT": 0.5,
    "BOOLEAN": True,
    "DATETIME": datetime(2026, 3, 1, tzinfo=UTC),
    "DATE": datetime(2026, 3, 1, tzinfo=UTC).date(),
    "DURATION": timedelta(seconds=1),
    "MAP": {"key": "x"},
    "VECTOR": [0.5] * DIMENSIONS,
    "ANY": "x",
}


def dummy(kind: str) -> Any:
    plain = kind.removesuffix("?")
    return [dummy(plain[5:-1])] if plain.startswith("LIST<") else DUMMIES[plain]


@dataclass(frozen=True)
class Explained:
    """How the server would run a query."""

    columns: list[str]
    products: list[str]
    query_type: str
    operators: set[str]
    notifications: list[str]


def operators(plan: dict[str, Any]) -> Iterator[str]:
    yield plan["operatorType"].partition("@")[0]
    for child in plan.get("children", []):
        yield from operators(child)


def seeks(plan: dict[str, Any]) -> Iterator[str]:
    """What each seek in an index looks for."""
    if "IndexSeek" in plan["operatorType"]:
        yield str(plan["args"].get("Details", ""))
    for child in plan.get("children", []):
        yield from seeks(child)


def has_one_row(plan: dict[str, Any]) -> bool:
    """Whether an operator gives at most one row for each that reaches it from outside, whatever the data."""
    name, details = plan["operatorType"].partition("@")[0], plan["args"].get("Details", "")
    if name in ONE_ROW or (name == "Limit" and details == "1"):
        return True
    if name == "EagerAggregation":
        return bool(UNGROUPED.match(details))
    return name in SAME_ROWS and all(has_one_row(child) for child in plan.get("children", []))


def products(plan: dict[str, Any]) -> Iterator[str]:
    """What each product of many rows with many is made of."""
    sides = plan.get("children", [])
    if plan["operatorType"].startswith("CartesianProduct") and not any(has_one_row(side) for side in sides):
        yield " × ".join(f"{side['operatorType']} {side['args'].get('Details', '')}" for side in sides)
    for side in sides:
        yield from products(side)


async def explain(driver: AsyncDriver, query: NamedQuery) -> Explained:
    params = query.arguments(to_graph(query, {name: dummy(kind) for name, kind in query.params.items()}))
    async with driver.session() as session:
        result = await session.run("EXPLAIN " + query.sent, params)
        columns = list(result.keys())
        summary = await result.consume()
    notes = [
        f"{note.gql_status} {note.status_description}" for note in summary.gql_status_objects if note.is_notification
    ]
    plan = summary.plan or {"operatorType": "SchemaChange", "args": {}}
    return Explained(columns, list(products(plan)), summary.query_type, set(operators(plan)), notes)


@pytest.fixture(scope="module")
async def driver(neo4j_connection: Neo4jConnection, store: GraphStore) -> AsyncIterator[AsyncDriver]:
    """A plain driver on the migrated database, because EXPLAIN is no named query."""
    auth = (neo4j_connection.user, neo4j_connection.password)
    async with AsyncGraphDatabase.driver(neo4j_connection.uri, auth=auth) as driver:
        yield driver


@pytest.fixture(scope="module")
def plans() -> dict[str, Explained]:
    return {}


@pytest.fixture
async def explained(request: pytest.FixtureRequest, driver: AsyncDriver, plans: dict[str, Explained]) -> Explained:
    name: str = request.getfixturevalue("name")
    if name not in plans:
        plans[name] = await explain(driver, load_query(name))
    return plans[name]


@pytest.mark.parametrize("name", NAMES)
class TestEveryQuery:
    def test_header_is_complete_and_parameters_are_those_used(self, name: str):
        query = load_query(name)

        assert query.purpose.endswith(".")
        assert set(query.params) == used_parameters(query.text)

    def test_server_has_nothing_to_remark(self, name: str, explained: Explained):
        assert explained.notifications == []

    def test_mode_is_that_of_the_plan(self, name: str, explained: Explained):
        assert explained.query_type in QUERY_TYPES[load_query(name).mode]

    def test_columns_are_those_declared(self, name: str, explained: Explained):
        assert explained.columns == list(load_query(name).returns)

    def test_plan_starts_from_an_index(self, name: str, explained: Explained):
        assert explained.operators.isdisjoint(FORBIDDEN)
        assert load_query(name).scan or (explained.operators.isdisjoint(SCANS) and explained.products == [])


def literals(path: Path) -> set[str]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)}


def test_every_query_is_used_and_every_named_query_exists():
    root = ROOT.parent
    used = set[str]().union(*(literals(path) for package in PACKAGES for path in (root / package).rglob("*.py")))
    used |= {
        name
        for job in jobs_of(Decay(), load_calibration(GENERIC))
        if isinstance(job, Job)
        for name in (job.plan, job.apply)
    }
    folders = {name.split("/")[0] for name in NAMES}

    assert [name for name in NAMES if name not in used] == []
    named = {
        text
        for text in used
        if text.count("/") == 1 and text[-1] != "/" and text.split("/")[0] in folders and " " not in text
    }
    assert sorted(named - set(NAMES)) == []


async def test_recall_seeks_no_neighbour_among_all_turns_of_a_group(driver: AsyncDriver):
    """An index over group and time would tempt the planner of an empty database to look there for neighbours."""
    query = load_query("read/recall")
    params = query.arguments(to_graph(query, {name: dummy(kind) for name, kind in query.params.items()}))
    async with driver.session() as session:
        summary = await (await session.run("EXPLAIN " + query.sent, params)).consume()
    assert summary.plan is not None
    tempted = [found for found in seeks(summary.plan) if "created_at" in found]
    assert tempted == []

"""Health and the page on the whole service."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import TYPE_CHECKING

import httpx
import pytest

from graph_schema.errors import GraphUnavailable

if TYPE_CHECKING:
    from service.runtime import Runtime


@pytest.fixture
async def http(runtime: Runtime) -> AsyncIterator[httpx.AsyncClient]:
    transport = httpx.ASGITransport(runtime.app)
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost:8420") as client:
        yield client


async def test_alive_and_ready(http: httpx.AsyncClient) -> None:
    assert (await http.get("/healthz")).json() == {"status": "ok"}
    response = await http.get("/readyz")
    assert (response.status_code, response.json()) == (200, {"ready": True, "missing": {}})


async def test_health_shows_every_part(http: httpx.AsyncClient) -> None:
    checks = (await http.get("/health")).json()["checks"]
    assert {"neo4j", "schema", "embedder", "ingestion"} <= set(checks)
    assert {checks[name]["status"] for name in ("neo4j", "schema", "embedder")} == {"ok"}
    assert checks["ingestion"]["workers_alive"] == checks["ingestion"]["workers_wanted"] >= 1
    assert {"pending", "failed", "oldest_pending_s"} <= set(checks["ingestion"])


async def test_not_ready_while_neo4j_does_not_answer(
    http: httpx.AsyncClient, runtime: Runtime, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def refuse(*_args: object, **_params: object) -> list[dict[str, object]]:
        raise GraphUnavailable("Neo4j does not answer: run everwhen db start")

    monkeypatch.setattr("graph_schema.store.GraphStore.read", refuse)
    response = await http.get("/readyz")
    assert response.status_code == 503
    assert "everwhen db start" in response.json()["missing"]["neo4j"]
    assert (await http.get("/healthz")).status_code == 200
    query = {"query": '{ recall(input: {groupIds: ["g"], query: "q"}) { __typename ... on Unavailable { part } } }'}
    answer = (await http.post("/graphql", json=query)).json()
    assert answer["data"]["recall"] == {"__typename": "Unavailable", "part": "DATABASE"}


async def test_the_page_is_served(http: httpx.AsyncClient) -> None:
    response = await http.get("/graphql", headers={"accept": "text/html"})
    assert response.status_code == 200
    assert response.headers["content-type"].startswith("text/html")

"""GraphQL over HTTP: media types, statuses, refusals, and who may ask."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest
from fake_memory import FakeMemory

from service.config import Settings
from service.web.app import build_app
from service.web.auth import is_loopback
from service.web.endpoint import GRAPHQL_TYPE, JSON_TYPE
from service.web.health import Check, Status

TOKEN = "s3cret-tökén"
INFO = {"query": "{ info { version } }"}
OK = {"data": {"info": {"version": "0.1.0"}}}


class Healthy:
    async def checks(self) -> dict[str, Check]:
        return {name: Check(Status.OK, "fine") for name in ("neo4j", "schema", "embedder", "ingestion")}


def client(
    memory: FakeMemory, token: str | None = None, host: str = "127.0.0.1:8420", **more: Any
) -> httpx.AsyncClient:
    app = build_app(memory, Settings(_env_file=None, token=token), Healthy(), **more)
    return httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url=f"http://{host}")


@pytest.fixture
async def http(memory: FakeMemory) -> AsyncIterator[httpx.AsyncClient]:
    async with client(memory) as opened:
        yield opened


def code(response: httpx.Response) -> str:
    (error,) = response.json()["errors"]
    assert error["message"]
    return error["extensions"]["code"]


async def test_post_answers_json(http: httpx.AsyncClient) -> None:
    response = await http.post("/graphql", json=INFO)
    assert response.status_code == 200
    assert response.headers["content-type"] == JSON_TYPE
    assert response.json() == OK


async def test_the_graphql_media_type_is_given_when_asked_for(http: httpx.AsyncClient) -> None:
    accept = {"accept": f"{GRAPHQL_TYPE}, {JSON_TYPE};q=0.9"}
    response = await http.post("/graphql", json=INFO, headers=accept)
    assert (response.status_code, response.headers["content-type"]) == (200, GRAPHQL_TYPE)
    response = await http.post("/graphql", json={"query": "{ nothing }"}, headers=accept)
    assert response.status_code == 400
    assert "data" not in response.json()


@pytest.mark.parametrize(
    "query",
    [
        "{ nothing }",
        "{",
        "mutation { remember(input: {}) { __typename } }",
        "subscription { memoryEvents }",
        "query A { info { version } } query B { info { version } }",
    ],
)
async def test_refused_requests_have_no_data(http: httpx.AsyncClient, memory: FakeMemory, query: str) -> None:
    response = await http.post("/graphql", json={"query": query})
    assert response.status_code == 200
    assert "data" not in response.json()
    assert response.json()["errors"][0]["extensions"]["code"] in {"INVALID_QUERY", "INVALID_INPUT"}
    assert memory.calls == []


async def test_one_of_several_operations_is_run_by_name(http: httpx.AsyncClient) -> None:
    both = 'query A { node(id: "x") { id } } query B { info { version } }'
    assert (await http.post("/graphql", json={"query": both, "operationName": "B"})).json() == OK


async def test_failed_execution_has_null_data(http: httpx.AsyncClient, memory: FakeMemory) -> None:
    memory.fails = RuntimeError("boom")
    response = await http.post("/graphql", json=INFO, headers={"accept": GRAPHQL_TYPE})
    assert response.status_code == 200
    assert response.json()["data"] is None
    assert code(response) == "INTERNAL"
    assert "boom" not in response.text


@pytest.mark.parametrize(
    ("body", "part"),
    [
        (b"", "not JSON"),
        (b"{", "not JSON"),
        (b'{"query": "\xff"}', "UTF-8"),
        (b'{"query": "{ info { version } }", "variables": {"x": NaN}}', "NaN"),
        (b'{"query": "{ info { version } }", "variables": {"x": Infinity}}', "Infinity"),
        (b'{"query": ' + b"[" * 100_000, "nested too deeply"),
        (b'{"variables": {"x": ' + b"9" * 5000 + b"}}", "not JSON"),
        (b"null", "must be an object"),
        (b'"{ info }"', "must be an object"),
        (b"[]", "Batching is not enabled"),
        (b"{}", "No GraphQL query"),
        (b'{"query": ""}', "No GraphQL query"),
        (b'{"query": 5}', "must be a string"),
        (b'{"query": "{ info { version } }", "variables": []}', "must be an object"),
        (b'{"query": "{ info { version } }", "operationName": "Other"}', "Other"),
        (b'{"query": "{ info { version } }", "operationName": 5}', "Unknown operation"),
    ],
)
async def test_malformed_bodies_are_refused(
    http: httpx.AsyncClient, memory: FakeMemory, body: bytes, part: str
) -> None:
    response = await http.post("/graphql", content=body, headers={"content-type": JSON_TYPE})
    assert response.status_code == 400
    assert code(response) == "INVALID_QUERY"
    assert part in response.json()["errors"][0]["message"]
    assert memory.calls == []


@pytest.mark.parametrize(
    "content_type",
    [
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        None,
        "text/plain; application/json",
    ],
)
async def test_only_json_is_taken(http: httpx.AsyncClient, memory: FakeMemory, content_type: str | None) -> None:
    headers = {} if content_type is None else {"content-type": content_type}
    response = await http.post("/graphql", content=json.dumps(INFO).encode(), headers=headers)
    assert response.status_code == 415
    assert JSON_TYPE in response.json()["errors"][0]["message"]
    assert memory.calls == []


async def test_a_charset_may_follow(http: httpx.AsyncClient) -> None:
    headers = {"content-type": "application/json; charset=utf-8"}
    assert (await http.post("/graphql", content=json.dumps(INFO), headers=headers)).json() == OK


@pytest.mark.parametrize("method", ["GET", "PUT", "DELETE", "OPTIONS"])
async def test_other_methods_are_refused(http: httpx.AsyncClient, memory: FakeMemory, method: str) -> None:
    response = await http.request(method, "/graphql", params=INFO)
    assert (response.status_code, response.headers["allow"]) == (405, "POST")
    assert "access-control-allow-origin" not in response.headers
    assert memory.calls == []


@pytest.mark.parametrize("streamed", [False, True])
async def test_long_bodies_are_refused(memory: FakeMemory, streamed: bool) -> None:
    async def chunks() -> AsyncIterator[bytes]:
        for _ in range(20):
            yield b" " * 100

    async with client(memory, max_body_bytes=1000) as http:
        content = chunks() if streamed else b" " * 1001
        response = await http.post("/graphql", content=content, headers={"content-type": JSON_TYPE})
        assert response.status_code == 413
        assert code(response) == "TOO_LARGE"
        assert "1000 bytes" in response.json()["errors"][0]["message"]
        padded = json.dumps(INFO).encode().ljust(1000)
        assert (await http.post("/graphql", content=padded, headers={"content-type": JSON_TYPE})).json() == OK
    assert [call[0] for call in memory.calls] == ["info"]


@pytest.mark.parametrize(
    "authorization",
    [None, "", "Bearer", "Bearer wrong", f"Basic {TOKEN}", TOKEN, f"Bearer {TOKEN}x", f"Bearer x{TOKEN}"],
)
async def test_a_token_is_needed(memory: FakeMemory, authorization: str | None) -> None:
    headers = {} if authorization is None else {"authorization": authorization.encode()}
    async with client(memory, TOKEN) as http:
        answers = (await http.post("/graphql", json=INFO, headers=headers), await http.get("/health", headers=headers))
        for response in answers:
            assert response.status_code == 401
            assert response.headers["www-authenticate"].startswith("Bearer")
            assert code(response) == "UNAUTHENTICATED"
    assert memory.calls == []


async def test_the_token_opens_everything_under_any_host(memory: FakeMemory) -> None:
    headers = {"authorization": f"bearer {TOKEN}".encode()}
    async with client(memory, TOKEN, "memory.example") as http:
        assert (await http.post("/graphql", json=INFO, headers=headers)).json() == OK
        assert (await http.get("/health", headers=headers)).status_code == 200


async def test_probes_and_the_page_need_no_token(memory: FakeMemory) -> None:
    async with client(memory, TOKEN, "memory.example") as http:
        assert (await http.get("/healthz")).status_code == 200
        assert (await http.get("/readyz")).status_code == 200
        assert (await http.get("/graphql", headers={"accept": "text/html"})).status_code == 200
        assert (await http.get("/graphiql/no-such-file")).status_code == 404


@pytest.mark.parametrize(
    "host", ["evil.example", "127.0.0.1.evil.example:8420", "10.0.0.5:8420", "localhost.evil.example"]
)
async def test_without_a_token_only_loopback_names_are_answered(memory: FakeMemory, host: str) -> None:
    async with client(memory, host=host) as http:
        for response in (await http.post("/graphql", json=INFO), await http.get("/health"), await http.get("/graphql")):
            assert response.status_code == 421
            assert code(response) == "MISDIRECTED"
        assert (await http.get("/healthz")).status_code == 200
    assert memory.calls == []


@pytest.mark.parametrize(
    ("host", "loopback"),
    [
        ("localhost", True),
        ("LOCALHOST:8420", True),
        ("127.0.0.1", True),
        ("127.1.2.3:1", True),
        ("[::1]", True),
        ("[::1]:8420", True),
        ("", False),
        ("evil", False),
        ("localhost:evil", False),
        ("[::2]", False),
        ("0.0.0.0:8420", False),
        ("localhost.", False),
        ("127.0.0.1@evil", False),
        ("[localhost]", False),
    ],
)
def test_loopback_hosts(host: str, loopback: bool) -> None:
    assert is_loopback(host) is loopback


async def test_the_root_leads_to_graphql(http: httpx.AsyncClient) -> None:
    response = await http.get("/")
    assert (response.status_code, response.headers["location"]) == (307, "/graphql")

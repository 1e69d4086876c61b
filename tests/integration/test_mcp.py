"""MCP over HTTP on the whole service: tools, resources, prompts, groups, both eras of the specification."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, Any

import httpx
import jsonschema
import pytest

from service.mcp.binding import GROUP_HEADER, SESSION_HEADER

if TYPE_CHECKING:
    from service.runtime import Runtime

pytestmark = pytest.mark.usefixtures("runtime")
MODERN = "2026-07-28"
ERAS = [None, "2025-06-18", "2025-11-25", MODERN]


class Caller:
    """Sends single requests to `/mcp` as a client of one era does."""

    def __init__(self, http: httpx.AsyncClient, group: str, era: str | None = None) -> None:
        self._http = http
        self.era = era
        self.headers = {GROUP_HEADER: group, "accept": "application/json, text/event-stream"}

    async def send(self, method: str, **params: Any) -> dict[str, Any]:
        headers = dict(self.headers)
        if self.era:
            headers["mcp-protocol-version"] = self.era
        if self.era == MODERN:
            headers["mcp-method"] = method
            if name := params.get("name", params.get("uri")):
                headers["mcp-name"] = name
            prefix = "io.modelcontextprotocol"
            params["_meta"] = {
                f"{prefix}/protocolVersion": MODERN,
                f"{prefix}/clientInfo": {"name": "test", "version": "1"},
                f"{prefix}/clientCapabilities": {},
            }
        body = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
        response = await self._http.post("/mcp", json=body, headers=headers)
        return response.json()

    async def result(self, method: str, **params: Any) -> dict[str, Any]:
        answer = await self.send(method, **params)
        assert "result" in answer, answer
        return answer["result"]

    async def call(self, name: str, **arguments: Any) -> dict[str, Any]:
        """The tool's answer, checked against its own output schema."""
        found = await self.result("tools/call", name=name, arguments=arguments)
        assert not found.get("isError"), found
        tools = {tool["name"]: tool for tool in (await self.result("tools/list"))["tools"]}
        jsonschema.validate(found["structuredContent"], tools[name]["outputSchema"])
        assert json.loads(found["content"][0]["text"]) == found["structuredContent"]
        return found["structuredContent"]

    async def refused(self, name: str, **arguments: Any) -> str:
        found = await self.result("tools/call", name=name, arguments=arguments)
        assert found["isError"], found
        return found["content"][0]["text"]


@pytest.fixture
async def http(runtime: Runtime) -> AsyncIterator[httpx.AsyncClient]:
    transport = httpx.ASGITransport(runtime.app)
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost:8420", timeout=60) as client:
        yield client


@pytest.fixture
def mcp(http: httpx.AsyncClient, group_id: str) -> Caller:
    return Caller(http, group_id)


@pytest.mark.parametrize("era", ERAS)
async def test_every_era_writes_and_finds(http: httpx.AsyncClient, group_id: str, era: str | None) -> None:
    mcp = Caller(http, group_id, era)
    written = await mcp.call("memory_write", content="Mara lives in Copenhagen.", actor="Mara", wait=True)
    assert (written["stored"], written["memories"][0]["state"]) == (1, "extracted")
    found = await mcp.call("memory_search", q="Where does Mara live?", topK="3")
    assert any("Copenhagen" in memory["text"] for memory in found["memories"])
    assert not found["nothing_relevant"]


async def test_curl_s_one_request_lists_the_tools(http: httpx.AsyncClient) -> None:
    body = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
    response = await http.post("/mcp", json=body, headers={"accept": "application/json"})
    assert {"memory_write", "memory_search"} <= {tool["name"] for tool in response.json()["result"]["tools"]}


async def test_a_batch_keeps_its_order_and_its_session(mcp: Caller) -> None:
    mcp.headers[SESSION_HEADER] = "talk"
    turns = [{"content": "Hello there, Ana here.", "time": "2026-01-01T10:00:00Z"}, {"text": "I moved to Lisbon."}]
    written = await mcp.call("memory_write", memories=json.dumps(turns))
    assert written["stored"] == 2
    (content,) = (await mcp.result("resources/read", uri="memory://session/talk"))["contents"]
    assert [turn["text"] for turn in json.loads(content["text"])["turns"]] == [
        "Hello there, Ana here.",
        "I moved to Lisbon.",
    ]
    prompt = await mcp.result("prompts/get", name="summarise", arguments={"session": "talk"})
    assert "I moved to Lisbon." in prompt["messages"][0]["content"]["text"]


async def test_facts_are_explained_and_shown_by_entity_and_profile(mcp: Caller) -> None:
    await mcp.call("memory_write", content="I live in Porto. I prefer tea.", actor="Ines", wait=True)
    found = await mcp.call("memory_search", query="Where does Ines live?", kinds="fact")
    fact = found["memories"][0]
    assert fact["evidence"][0]["quote"]
    why = await mcp.call("memory_explain", memory_id=fact["id"])
    assert why["lines"] and why["facts"][0]["id"] == fact["id"]
    (content,) = (await mcp.result("resources/read", uri="memory://entity/Ines"))["contents"]
    assert any("Porto" in item["text"] for item in json.loads(content["text"])["facts"])
    (content,) = (await mcp.result("resources/read", uri="memory://profile"))["contents"]
    assert any("tea" in item["text"] for item in json.loads(content["text"])["preference"])
    context = await mcp.call("memory_context", question="Where does Ines live?", max_tokens="800")
    assert "Porto" in context["text"] and context["tokens"] <= 800 and context["citations"]
    status = await mcp.call("memory_status")
    assert (status["episodes"], status["pending"], status["failed"]) == (1, 0, 0)
    prompt = await mcp.result("prompts/get", name="recall", arguments={"question": "Where does Ines live?"})
    assert "Porto" in prompt["messages"][0]["content"]["text"]


async def test_a_group_is_the_connection_s_and_no_argument(http: httpx.AsyncClient, group_id: str) -> None:
    mine, other = Caller(http, group_id), Caller(http, f"{group_id}-other")
    await mine.call("memory_write", content="The launch code is 7421.")
    assert (await mine.call("memory_search", query="launch code"))["memories"]
    assert (await other.call("memory_search", query="launch code"))["memories"] == []
    assert "no such argument" in await other.refused("memory_search", query="launch code", group=group_id)
    (memory,) = (await mine.call("memory_search", query="launch code", kinds=["episode"]))["memories"]
    assert "not known" in await other.refused("memory_explain", id=memory["id"])
    answer = await other.send("resources/read", uri="memory://entity/Nobody")
    assert answer["error"]["code"] == -32602


async def test_what_cannot_be_read_is_refused_with_the_remedy(mcp: Caller) -> None:
    assert "1 to 50" in await mcp.refused("memory_search", query="x", top_k=500)
    assert "query" in await mcp.refused("memory_search")
    assert "one of content and memories" in await mcp.refused("memory_write")
    assert "memories" in await mcp.refused("memory_write", memories=[{"content": "a"}] * 21)
    assert "time" in await mcp.refused("memory_write", content="x", time="teatime")
    assert (await mcp.send("tools/call", name="memory_wipe", arguments={}))["error"]["code"] == -32602
    assert (await mcp.send("prompts/get", name="nothing"))["error"]["code"] == -32602


async def test_a_long_session_is_summarised_and_its_turns_are_still_found(mcp: Caller) -> None:
    said = [f"On day {day} we painted room {day} of the mill green and ordered {day + 3} tins." for day in range(16)]
    await mcp.call("memory_write", memories=[{"content": text} for text in said], session_id="mill", wait=True)
    assert "x-everwhen-session" in await mcp.refused("memory_summarize", threshold_tokens=50)
    done = await mcp.call("memory_summarize", session="mill", threshold=50)
    assert done["compressed"] >= 5 and done["freed_tokens"] > 0 and done["operation"]
    assert all(len(each["content"]) <= 100 for each in done["summaries"])
    mcp.headers[SESSION_HEADER] = "mill"
    again = await mcp.call("memory_summarize", threshold_tokens=1_000_000)
    assert again == {"compressed": 0, "freed_tokens": 0, "summaries": []}

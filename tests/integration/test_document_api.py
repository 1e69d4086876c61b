"""Documents and corrections through GraphQL on the whole service."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, Any

import httpx
import pytest

if TYPE_CHECKING:
    from service.runtime import Runtime

DOCUMENT = """mutation($i: RememberDocumentInput!) { rememberDocument(input: $i) { __typename
  ... on RememberDocumentPayload { documentId title mediaType version stored revised removed unchanged timedOut
    chunks { id content state source sourceDescription role metadata } }
  ... on InvalidInput { field allowed message } ... on Problem { message } } }"""
FACTS = """query($g: [String!]!) { facts(filter: {groupIds: $g}) { edges { node { id text kind predicate value
  subject { name } evidence { quote place { documentId title headings start end page endPage version } } } } } }"""
SAID = """mutation($i: RememberInput!) { remember(input: $i) { ... on RememberPayload { episodes { state } }
  ... on Problem { message } } }"""
TEXT = "# Vault\n\n## Access\n\nVisitors must not enter the *vault* alone.\n"


@pytest.fixture
async def http(runtime: Runtime) -> AsyncIterator[httpx.AsyncClient]:
    transport = httpx.ASGITransport(runtime.app)
    async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1", timeout=60) as client:
        yield client


async def ask(http: httpx.AsyncClient, query: str, **variables: Any) -> dict[str, Any]:
    content = json.dumps({"query": query, "variables": variables})
    body = (await http.post("/graphql", content=content, headers={"content-type": "application/json"})).json()
    assert "errors" not in body, body
    return body["data"]


def given(group_id: str, content: str, **more: Any) -> dict[str, Any]:
    request = {"groupId": group_id, "documentId": "vault.md", "mediaType": "text/markdown", "content": content}
    return {**request, "waitFor": "EXTRACTED", "timeoutMs": 60_000, **more}


async def test_a_document_is_stored_read_and_explained(http: httpx.AsyncClient, group_id: str) -> None:
    done = (await ask(http, DOCUMENT, i=given(group_id, TEXT, metadata={"team": "sec"})))["rememberDocument"]
    assert (done["__typename"], done["title"], done["stored"], done["timedOut"]) == (
        "RememberDocumentPayload",
        "Vault",
        1,
        False,
    )
    (chunk,) = done["chunks"]
    assert (chunk["state"], chunk["source"], chunk["sourceDescription"]) == ("EXTRACTED", "document", "Vault › Access")
    assert chunk["metadata"]["team"] == "sec"
    (edge,) = (await ask(http, FACTS, g=[group_id]))["facts"]["edges"]
    fact = edge["node"]
    assert (fact["kind"], fact["subject"]["name"]) == ("CONSTRAINT", "Visitors")
    place = fact["evidence"][0]["place"]
    assert TEXT[place["start"] : place["end"]] == "Visitors must not enter the *vault* alone"
    assert (place["documentId"], place["headings"], place["page"]) == ("vault.md", ["Access"], None)
    explain = "query($g: [String!]!, $id: ID!) { explain(groupIds: $g, id: $id) { ... on ExplainPayload { lines } } }"
    lines = (await ask(http, explain, g=[group_id], id=fact["id"]))["explain"]["lines"]
    assert any("in the document “Vault”, Access, characters" in line for line in lines)


async def test_a_passage_is_found_by_its_heading(http: httpx.AsyncClient, group_id: str) -> None:
    await ask(http, DOCUMENT, i=given(group_id, "# Manual\n\n## Reactor shutdown\n\nPull the red lever slowly.\n"))
    query = (
        """query($i: RecallInput!) { recall(input: $i) { ... on RecallPayload { hits { episode { content } } } } }"""
    )
    hits = (await ask(http, query, i={"groupIds": [group_id], "query": "reactor shutdown"}))["recall"]["hits"]
    assert "Pull the red lever slowly." in [hit["episode"]["content"] for hit in hits if hit["episode"]]


async def test_what_a_caller_can_act_on_is_typed(http: httpx.AsyncClient, group_id: str) -> None:
    refused = (await ask(http, DOCUMENT, i=given(group_id, TEXT, mediaType="image/png")))["rememberDocument"]
    assert (refused["__typename"], refused["field"]) == ("InvalidInput", "mediaType")
    assert "text/markdown" in refused["allowed"]


@pytest.mark.parametrize(
    ("first", "correction", "bare", "old", "new"),
    [
        ("I live in Lisbon.", "No, that's wrong. I live in Porto.", "That's wrong.", "Lisbon", "Porto"),
        ("我住在上海。", "不对，我住在杭州，不是上海。", "不对。", "上海", "杭州"),
    ],
)
async def test_a_correction_supersedes_and_a_bare_objection_changes_nothing(
    http: httpx.AsyncClient, group_id: str, first: str, correction: str, bare: str, old: str, new: str
) -> None:
    async def said(text: str, day: int) -> None:
        turn = {"content": text, "actor": "Ana", "validAt": f"2026-01-0{day}T09:00:00Z"}
        request = {"groupId": group_id, "sessionId": "s", "episodes": [turn], "waitFor": "EXTRACTED"}
        await ask(http, SAID, i=request)

    async def believed() -> str:
        edges = (await ask(http, FACTS, g=[group_id]))["facts"]["edges"]
        return " ".join(edge["node"]["text"] for edge in edges)

    await said(first, 1)
    await said(bare, 2)
    assert old in await believed()
    await said(correction, 3)
    texts = await believed()
    assert new in texts
    assert not re.search(rf"(?<!no longer lives )in {old}|(?<!不再住)(?<!不)在{old}", texts)

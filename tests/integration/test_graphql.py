"""The GraphQL contract over HTTP on the whole service: real Neo4j, real extraction, real embedder."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import TYPE_CHECKING, Any

import httpx
import pytest

from graph_schema.ids import new_uuid

if TYPE_CHECKING:
    from service.runtime import Runtime

Ask = Callable[..., Awaitable[dict[str, Any]]]

REMEMBER = """mutation($i: RememberInput!) { remember(input: $i) { __typename
  ... on RememberPayload { stored duplicates timedOut episodes { id uuid externalId state content validAt seq } }
  ... on Problem { message } ... on InvalidInput { field allowed } ... on Conflict { field } } }"""
FACTS = """query($f: FactFilter!, $n: Int, $after: String) { facts(filter: $f, first: $n, after: $after) {
  edges { cursor node { id uuid text predicate pinned subject { id name } evidence { quote start end
    episode { id content } } versions { validAt createdAt expiredAt } } } pageInfo { hasNextPage endCursor } } }"""
EPISODES = """query($f: EpisodeFilter!, $n: Int, $after: String) { episodes(filter: $f, first: $n, after: $after) {
  edges { cursor node { uuid content } } pageInfo { hasNextPage hasPreviousPage endCursor } } }"""

RECALL = """query($i: RecallInput!) { recall(input: $i) {
  ... on RecallPayload { hits { text } } ... on Problem { message } } }"""


@pytest.fixture
async def http(runtime: Runtime) -> AsyncIterator[httpx.AsyncClient]:
    transport = httpx.ASGITransport(runtime.app)
    async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1", timeout=60) as client:
        yield client


async def post(http: httpx.AsyncClient, query: str, variables: dict[str, Any]) -> dict[str, Any]:
    body = json.dumps({"query": query, "variables": variables})  # ASCII, so that lone surrogates can be sent
    return (await http.post("/graphql", content=body, headers={"content-type": "application/json"})).json()


@pytest.fixture
def ask(http: httpx.AsyncClient) -> Ask:
    """Data of an operation that has no errors."""

    async def run(query: str, **variables: Any) -> dict[str, Any]:
        body = await post(http, query, variables)
        assert "errors" not in body, body
        return body["data"]

    return run


@pytest.fixture
def fail(http: httpx.AsyncClient) -> Ask:
    """The first error of an operation that has some."""

    async def run(query: str, **variables: Any) -> dict[str, Any]:
        return (await post(http, query, variables))["errors"][0]

    return run


async def remember(ask: Ask, group_id: str, *contents: str, **more: Any) -> dict[str, Any]:
    episodes = [{"content": content, "actor": "Ana", "validAt": "2024-05-01T09:30:00Z"} for content in contents]
    request = {"groupId": group_id, "sessionId": "s", "episodes": episodes} | more
    return (await ask(REMEMBER, i=request))["remember"]


async def read(ask: Ask, group_id: str) -> dict[str, Any]:
    """A group with two read turns, and its first fact."""
    done = await remember(ask, group_id, "I live in Lisbon.", "I work at Acme.", waitFor="EXTRACTED", timeoutMs=60_000)
    assert done["timedOut"] is False
    assert {episode["state"] for episode in done["episodes"]} == {"EXTRACTED"}
    edges = (await ask(FACTS, f={"groupIds": [group_id]}))["facts"]["edges"]
    assert edges, "nothing was read out of two plain statements"
    return edges[0]["node"]


async def texts(ask: Ask, group_id: str, **more: Any) -> set[str]:
    page = (await ask(FACTS, f={"groupIds": [group_id]} | more))["facts"]
    return {edge["node"]["text"] for edge in page["edges"]}


async def test_a_turn_becomes_a_fact_with_evidence(ask: Ask, group_id: str) -> None:
    fact = await read(ask, group_id)
    for evidence in fact["evidence"]:
        assert evidence["episode"]["content"][evidence["start"] : evidence["end"]] == evidence["quote"]
    assert fact["versions"][0]["validAt"] == "2024-05-01T09:30:00Z"
    assert fact["versions"][0]["expiredAt"] is None
    found = await ask(
        "query($ids: [ID!]!) { nodes(ids: $ids) { id __typename } }",
        ids=[fact["id"], fact["uuid"], fact["subject"]["id"], fact["evidence"][0]["episode"]["id"], new_uuid()],
    )
    assert [node and node["__typename"] for node in found["nodes"]] == ["Fact", "Fact", "Entity", "Episode", None]
    assert found["nodes"][1]["id"] == fact["id"]


async def test_recall_explain_and_history_answer_whole(ask: Ask, group_id: str) -> None:
    fact = await read(ask, group_id)
    data = await ask(
        """query($g: [String!]!, $id: ID!, $e: String!) {
          recall(input: {groupIds: $g, query: "Where does Ana live?"}) {
            ... on RecallPayload { recallId abstained hits { id kind status score text routes { route rank score } } }
            ... on Problem { message } }
          explain(groupIds: $g, id: $id) { ... on ExplainPayload { id lines fact { id } } }
          history(groupIds: $g, entity: $e) { ... on HistoryPayload { slots { predicate facts { id } } } }
          info(groupIds: $g) { version neo4jVersion episodesByState { state count } workers }
        }""",
        g=[group_id],
        id=fact["id"],
        e=fact["subject"]["id"],
    )
    assert "message" not in data["recall"], data["recall"]
    hits = data["recall"]["hits"]
    assert any("Lisbon" in hit["text"] for hit in hits)
    assert all(hit["routes"] for hit in hits)
    assert data["explain"]["id"] == fact["id"] == data["explain"]["fact"]["id"]
    assert data["explain"]["lines"]
    assert fact["id"] in {item["id"] for slot in data["history"]["slots"] for item in slot["facts"]}
    assert {"state": "EXTRACTED", "count": 2} in data["info"]["episodesByState"]
    projection = await ask("query($g: String!) { verifyProjection(groupId: $g) { ok differences } }", g=group_id)
    assert projection["verifyProjection"] == {"ok": True, "differences": []}


async def test_retract_and_undo(ask: Ask, group_id: str) -> None:
    fact = await read(ask, group_id)
    before = await texts(ask, group_id)
    retract = """mutation($g: String!, $f: ID!) { retractFact(input: {groupId: $g, fact: $f, reason: "a test"}) {
      ... on RetractFactPayload { operation { id kind actor reason undoable } } ... on Problem { message } } }"""
    operation = (await ask(retract, g=group_id, f=fact["id"]))["retractFact"]["operation"]
    assert (operation["actor"], operation["reason"], operation["undoable"]) == ("api", "a test", True)
    assert await texts(ask, group_id) == before - {fact["text"]}
    undo = """mutation($g: String!, $o: ID!) { undo(input: {groupId: $g, operation: $o, reason: "not so"}) {
      __typename ... on UndoPayload { operation { undoes } } ... on Problem { message } } }"""
    assert (await ask(undo, g=group_id, o=operation["id"]))["undo"]["operation"]["undoes"] == operation["id"]
    assert await texts(ask, group_id) == before
    log = await ask(
        "query($g: [String!]!) { operations(groupIds: $g) { edges { node { id undoneBy } } } }", g=[group_id]
    )
    undone = {edge["node"]["id"]: edge["node"]["undoneBy"] for edge in log["operations"]["edges"]}
    assert undone[operation["id"]] is not None


async def test_pin_and_undo(ask: Ask, group_id: str) -> None:
    fact = await read(ask, group_id)
    pin = """mutation($g: String!, $f: ID!) { pin(input: {groupId: $g, fact: $f, reason: "keep"}) {
      ... on PinPayload { operation { id } } } }"""
    operation = (await ask(pin, g=group_id, f=fact["uuid"]))["pin"]["operation"]
    pinned = "query($id: ID!) { node(id: $id) { ... on Fact { pinned } } }"
    assert (await ask(pinned, id=fact["id"]))["node"]["pinned"] is True
    undo = 'mutation($g: String!, $o: ID!) { undo(input: {groupId: $g, operation: $o, reason: "x"}) { __typename } }'
    assert (await ask(undo, g=group_id, o=operation["id"]))["undo"] == {"__typename": "UndoPayload"}
    assert (await ask(pinned, id=fact["id"]))["node"]["pinned"] is False


async def test_a_stored_turn_is_found_by_keyword_at_once(ask: Ask, group_id: str) -> None:
    word = f"zanzibar{new_uuid()[-8:]}"
    await remember(ask, group_id, f"The codeword is {word}.")
    data = await ask(
        RECALL,
        i={"groupIds": [group_id], "query": word, "kinds": ["EPISODE"]},
    )
    assert [word in hit["text"] for hit in data["recall"]["hits"]] == [True]


async def test_other_groups_are_not_shown(ask: Ask, group_id: str) -> None:
    await remember(ask, group_id, "The secret word is xylophone.")
    for other in (group_id + "x", group_id[:-1], group_id.upper(), f"{group_id} OR 1"):
        data = await ask(
            RECALL,
            i={"groupIds": [other], "query": "xylophone"},
        )
        assert data["recall"] == {"hits": []}
        assert (await ask(EPISODES, f={"groupIds": [other]}))["episodes"]["edges"] == []


async def test_pages_cover_everything_once(ask: Ask, group_id: str) -> None:
    done = await remember(ask, group_id, *(f"Note {number}." for number in range(7)))
    seen: list[str] = []
    after = None
    for expected in (3, 3, 1):
        page = (await ask(EPISODES, f={"groupIds": [group_id]}, n=3, after=after))["episodes"]
        assert len(page["edges"]) == expected
        assert page["pageInfo"]["hasPreviousPage"] is (after is not None)
        assert page["pageInfo"]["hasNextPage"] is (expected == 3)
        seen += [edge["node"]["uuid"] for edge in page["edges"]]
        after = page["pageInfo"]["endCursor"]
    assert seen == [episode["uuid"] for episode in done["episodes"]]


@pytest.mark.parametrize("first", [0, -1, 10**6])
@pytest.mark.parametrize("query", ["facts", "entities", "episodes"])
async def test_page_sizes_are_bounded(fail: Ask, group_id: str, query: str, first: int) -> None:
    error = await fail(
        f"query($g: [String!]!, $n: Int) {{ {query}(filter: {{groupIds: $g}}, first: $n)"
        " { pageInfo { endCursor } } }",
        g=[group_id],
        n=first,
    )
    assert error["extensions"]["code"] == "INVALID_INPUT"
    assert error["extensions"]["field"] == "first"
    assert "1 to 200" in error["message"]


async def test_a_foreign_cursor_is_refused(fail: Ask, group_id: str) -> None:
    for cursor in ("nonsense", "", "bm9uc2Vuc2U="):
        error = await fail(EPISODES, f={"groupIds": [group_id]}, after=cursor)
        assert error["extensions"]["code"] == "INVALID_INPUT"
        assert error["extensions"]["field"] == "after"


GOOD = {"content": "A good turn."}


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"episodes": [GOOD, {"content": ""}]}, "episodes[1].content"),
        ({"episodes": [GOOD, {"content": " \n"}]}, "episodes[1].content"),
        ({"episodes": [GOOD, {"content": "x" * 2**20}]}, "episodes[1].content"),
        ({"episodes": [GOOD, {"content": "a\x00b"}]}, "episodes[1].content"),
        ({"episodes": [GOOD, {"content": "a\ud800b"}]}, "episodes[1].content"),
        ({"episodes": [GOOD, GOOD | {"importance": 1.5}]}, "episodes[1].importance"),
        ({"episodes": [GOOD, GOOD | {"timeZone": "Mars/Olympus"}]}, "episodes[1].timeZone"),
        ({"episodes": [GOOD, GOOD | {"validAt": "9999-12-31T00:00:00Z"}]}, "episodes[1].validAt"),
        ({"episodes": []}, "episodes"),
        ({"timeoutMs": -1}, "timeoutMs"),
        ({"sessionId": ""}, "sessionId"),
    ],
)
async def test_bad_turns_are_typed_and_nothing_is_stored(
    ask: Ask, group_id: str, change: dict[str, Any], field: str
) -> None:
    request = {"groupId": group_id, "episodes": [GOOD]} | change
    answer = (await ask(REMEMBER, i=request))["remember"]
    assert answer["__typename"] == "InvalidInput"
    assert answer["field"] == field
    assert answer["allowed"] in answer["message"]
    assert (await ask(EPISODES, f={"groupIds": [group_id]}))["episodes"]["edges"] == []


@pytest.mark.parametrize(
    ("episode", "field"),
    [
        (GOOD | {"role": "robot"}, "role"),
        (GOOD | {"validAt": "2024-02-30T00:00:00Z"}, "validAt"),
        ({"content": 7}, "content"),
    ],
)
async def test_unreadable_turns_are_typed_and_nothing_is_stored(
    ask: Ask, fail: Ask, group_id: str, episode: dict[str, Any], field: str
) -> None:
    error = await fail(REMEMBER, i={"groupId": group_id, "episodes": [GOOD, episode]})
    assert error["extensions"]["code"] == "INVALID_INPUT"
    assert error["extensions"]["field"] == f"episodes[1].{field}"
    assert (await ask(EPISODES, f={"groupIds": [group_id]}))["episodes"]["edges"] == []


@pytest.mark.parametrize("limit", [0, -1, 10**6])
async def test_recall_limits_are_bounded(ask: Ask, group_id: str, limit: int) -> None:
    data = await ask(
        "query($i: RecallInput!) { recall(input: $i) { __typename ... on InvalidInput { field allowed } } }",
        i={"groupIds": [group_id], "query": "x", "limit": limit},
    )
    assert data["recall"]["__typename"] == "InvalidInput"
    assert data["recall"]["field"] == "limit"


async def test_unknown_ids_are_typed(ask: Ask, group_id: str) -> None:
    unknown = new_uuid()
    data = await ask(
        """mutation($g: String!, $id: ID!) {
          retractFact(input: {groupId: $g, fact: $id, reason: "r"}) { __typename ... on InvalidInput { field } }
          pin(input: {groupId: $g, fact: $id, reason: "r"}) { __typename ... on InvalidInput { field } }
          undo(input: {groupId: $g, operation: $id, reason: "r"}) { __typename ... on InvalidInput { field } }
        }""",
        g=group_id,
        id=unknown,
    )
    assert data == {
        "retractFact": {"__typename": "InvalidInput", "field": "fact"},
        "pin": {"__typename": "InvalidInput", "field": "fact"},
        "undo": {"__typename": "InvalidInput", "field": "operation"},
    }
    query = "query($g: [String!]!, $id: ID!) { explain(groupIds: $g, id: $id) { __typename } node(id: $id) { id } }"
    assert await ask(query, g=[group_id], id=unknown) == {"explain": {"__typename": "InvalidInput"}, "node": None}


async def test_the_same_request_and_the_same_id_store_once(ask: Ask, group_id: str) -> None:
    first = await remember(ask, group_id, "Once only.", requestId="r1")
    again = await remember(ask, group_id, "Once only.", requestId="r1")
    assert [e["id"] for e in again["episodes"]] == [e["id"] for e in first["episodes"]]
    assert len((await ask(EPISODES, f={"groupIds": [group_id]}))["episodes"]["edges"]) == 1
    other = await remember(ask, group_id, "Something else.", requestId="r1")
    assert (other["__typename"], other["field"]) == ("Conflict", "requestId")

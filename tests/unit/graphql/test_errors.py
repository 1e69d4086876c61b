"""What a caller can act on is typed and names the field; anything else is masked."""

from __future__ import annotations

import logging
from typing import Any

import pytest
from fake_memory import FakeMemory, uuid

from service import errors
from service.graphql import limits
from service.graphql.ids import global_id
from service.graphql.limits import MAX_ALIASES, MAX_DEPTH, MAX_TOKENS
from service.graphql.problems import caller_path

REMEMBER = (
    "mutation($i: RememberInput!) { remember(input: $i) { __typename ... on Problem { message }"
    " ... on InvalidInput { field allowed } ... on Conflict { field blockers } ... on Unavailable { part } } }"
)
ONE = {"groupId": "g", "episodes": [{"content": "x"}]}


@pytest.mark.parametrize(
    ("raised", "shown"),
    [
        (
            errors.InvalidInput("episodes[0].valid_at", "before year 1", "a date"),
            {
                "__typename": "InvalidInput",
                "message": "episodes[0].validAt: before year 1; allowed: a date",
                "field": "episodes[0].validAt",
                "allowed": "a date",
            },
        ),
        (
            errors.Conflict("request_id", "used with other content", (uuid(1),)),
            {
                "__typename": "Conflict",
                "message": "used with other content",
                "field": "requestId",
                "blockers": [uuid(1)],
            },
        ),
        (errors.DatabaseUnavailable("run"), {"__typename": "Unavailable", "message": "run", "part": "DATABASE"}),
        (errors.EmbedderUnavailable("load"), {"__typename": "Unavailable", "message": "load", "part": "EMBEDDER"}),
        (errors.SchemaMismatch("reembed"), {"__typename": "Unavailable", "message": "reembed", "part": "SCHEMA"}),
    ],
)
async def test_known_errors_are_union_members(
    ask: Any, memory: FakeMemory, raised: Exception, shown: dict[str, Any]
) -> None:
    memory.fails = raised
    assert (await ask(REMEMBER, i=ONE))["remember"] == shown


@pytest.mark.parametrize(
    "operation",
    [
        'query { recall(input: {groupIds: ["g"], query: "q"}) { __typename } }',
        'query { explain(groupIds: ["g"], id: "ID") { __typename } }',
        'query { history(groupIds: ["g"], entity: "Mara") { __typename } }',
        'mutation { undo(input: {groupId: "g", operation: "ID", reason: "r"}) { __typename } }',
        'mutation { retractFact(input: {groupId: "g", fact: "ID", reason: "r"}) { __typename } }',
        'mutation { pin(input: {groupId: "g", fact: "ID", reason: "r"}) { __typename } }',
        'mutation { retryEpisodes(input: {groupId: "g"}) { __typename } }',
    ],
)
async def test_every_union_has_the_problems(ask: Any, memory: FakeMemory, operation: str) -> None:
    for raised, name in (
        (errors.UnknownId("id", "x"), "InvalidInput"),
        (errors.Conflict("id", "blocked"), "Conflict"),
        (errors.DatabaseUnavailable("down"), "Unavailable"),
    ):
        memory.fails = raised
        (answer,) = (await ask(operation.replace("ID", uuid(4)))).values()
        assert answer == {"__typename": name}


@pytest.mark.parametrize("first", [0, -1, 10**6])
async def test_connections_raise_located_errors(fail: Any, first: int) -> None:
    (error,) = await fail(f'{{ operations(groupIds: ["g"], first: {first}) {{ pageInfo {{ endCursor }} }} }}')
    assert error["message"] == f"first: {first}; allowed: 1 to 200"
    assert error["path"] == ["operations"]
    assert error["extensions"] == {"code": "INVALID_INPUT", "field": "first", "allowed": "1 to 200"}


async def test_connections_name_conflicts_and_outages(fail: Any, memory: FakeMemory) -> None:
    query = '{ facts(filter: {groupIds: ["g"]}) { pageInfo { endCursor } } }'
    memory.fails = errors.DatabaseUnavailable("Neo4j is not reachable: run everwhen db start")
    (error,) = await fail(query)
    assert error["extensions"] == {"code": "UNAVAILABLE", "part": "DATABASE"}
    memory.fails = errors.Conflict("after", "cursor of another query")
    (error,) = await fail(query)
    assert error["extensions"] == {"code": "CONFLICT", "field": "after", "blockers": []}


@pytest.mark.parametrize("raised", [RuntimeError("password=hunter2"), errors.EverwhenError("secret path")])
async def test_anything_else_is_masked_and_logged(
    fail: Any, memory: FakeMemory, caplog: pytest.LogCaptureFixture, raised: Exception
) -> None:
    memory.fails = raised
    with caplog.at_level(logging.ERROR):
        (error,) = await fail(REMEMBER, i=ONE)
    reference = error["extensions"]["id"]
    assert error["message"] == f"internal error {reference}"
    assert error["extensions"]["code"] == "INTERNAL"
    assert str(raised) not in str(error)
    (record,) = caplog.records
    assert reference in record.getMessage()
    assert record.exc_info is not None
    assert record.exc_info[1] is raised


@pytest.mark.parametrize(
    ("episode", "field", "allowed"),
    [
        ({"content": "x", "role": "robot"}, "episodes[1].role", "USER, ASSISTANT, TOOL, SYSTEM"),
        ({"content": "x", "role": "user"}, "episodes[1].role", "USER, ASSISTANT, TOOL, SYSTEM"),
        ({"content": "x", "validAt": "2024-02-30T00:00:00Z"}, "episodes[1].validAt", "ISO 8601"),
        ({"content": "x", "validAt": "2024-01-01T00:00:00"}, "episodes[1].validAt", "offset"),
        ({"content": "x", "importance": "high"}, "episodes[1].importance", "a number"),
        ({"content": 5}, "episodes[1].content", "a text"),
        ({"content": None}, "episodes[1].content", "a text"),
        ({}, "episodes[1].content", "a text"),
        ({"content": "x", "contnt": "y"}, "episodes[1].contnt", "doNotExtract"),
        ({"content": "x", "participants": ["a", 1]}, "episodes[1].participants[1]", "a text"),
        ({"content": "x", "doNotExtract": "no"}, "episodes[1].doNotExtract", "true or false"),
        ("x", "episodes[1]", "an object with content"),
    ],
)
async def test_values_in_variables_are_explained(
    fail: Any, memory: FakeMemory, episode: Any, field: str, allowed: str
) -> None:
    (error,) = await fail(REMEMBER, i={"groupId": "g", "episodes": [{"content": "good"}, episode]})
    assert error["extensions"]["code"] == "INVALID_INPUT"
    assert error["extensions"]["field"] == field
    assert allowed in error["extensions"]["allowed"]
    assert error["message"].startswith(f"{field}: ")
    assert memory.calls == []


@pytest.mark.parametrize(
    ("literal", "field", "allowed"),
    [
        ('{content: "x", role: ROBOT}', "episodes[1].role", "USER, ASSISTANT, TOOL, SYSTEM"),
        ('{content: "x", validAt: "yesterday"}', "episodes[1].validAt", "ISO 8601"),
        ("{content: 3}", "episodes[1].content", "a text"),
        ("{}", "episodes[1].content", "a text"),
        ('{content: "x", importanc: 1}', "episodes[1].importanc", "importance"),
        ('{content: "x", participants: [3]}', "episodes[1].participants[0]", "a text"),
    ],
)
async def test_values_in_the_query_are_explained(
    fail: Any, memory: FakeMemory, literal: str, field: str, allowed: str
) -> None:
    episodes = f'[{{content: "a"}}, {literal}]'
    query = f'mutation {{ remember(input: {{groupId: "g", episodes: {episodes}}}) {{ __typename }} }}'
    (error,) = await fail(query)
    assert error["extensions"]["code"] == "INVALID_INPUT"
    assert error["extensions"]["field"] == field
    assert allowed in error["extensions"]["allowed"]
    assert error["locations"]
    assert memory.calls == []


@pytest.mark.parametrize(
    ("query", "field", "allowed"),
    [
        ("{ facts { pageInfo { endCursor } } }", "filter", "an object with groupIds"),
        ('{ facts(filter: {groupIds: ["g"]}, first: "x") { pageInfo { endCursor } } }', "first", "an integer"),
        ('{ facts(filter: {groupIds: ["g"]}, first: 99999999999) { pageInfo { endCursor } } }', "first", "2147483647"),
        ("{ facts(filter: {}) { pageInfo { endCursor } } }", "groupIds", "a list of String"),
        ("query($f: FactFilter!) { facts(filter: $f) { pageInfo { endCursor } } }", "f", "an object with groupIds"),
    ],
)
async def test_arguments_are_explained(fail: Any, query: str, field: str, allowed: str) -> None:
    (error,) = await fail(query)
    assert error["extensions"]["code"] == "INVALID_INPUT"
    assert error["extensions"]["field"] == field
    assert allowed in error["extensions"]["allowed"]


async def test_ids_of_the_wrong_type_are_typed(ask: Any, fail: Any, memory: FakeMemory) -> None:
    episode = global_id("Episode", uuid(1))
    data = await ask(
        'mutation($f: ID!) { retractFact(input: {groupId: "g", fact: $f, reason: "r"})'
        " { ... on InvalidInput { field message } } }",
        f=episode,
    )
    assert data["retractFact"]["field"] == "fact"
    assert "is the id of a Episode" in data["retractFact"]["message"]
    (error,) = await fail('{ node(id: "nonsense") { id } }')
    assert error["extensions"]["field"] == "id"
    (error,) = await fail("query($n: [ID!]!) { nodes(ids: $n) { id } }", n=[uuid(4), global_id("Operation", uuid(6))])
    assert error["extensions"]["field"] == "ids[1]"
    (error,) = await fail("query($n: [ID!]!) { nodes(ids: $n) { id } }", n=[uuid(n) for n in range(101)])
    assert error["extensions"] == {"code": "INVALID_INPUT", "field": "ids", "allowed": "at most 100 at once"}
    assert [call[0] for call in memory.calls] == ["node"]


@pytest.mark.parametrize(
    ("query", "part"),
    [
        ("{ info {", "Syntax Error"),
        ("{ nothing }", "Cannot query field 'nothing'"),
        ("{ info { " + "version " * MAX_TOKENS + "} }", "Send values as variables"),
        ("{ " + " ".join(f"a{n}: __typename" for n in range(MAX_ALIASES + 1)) + "}", f"Allowed: {MAX_ALIASES}"),
        ("{ a" * 1000, "nested too deeply"),
    ],
)
async def test_queries_are_bounded(fail: Any, memory: FakeMemory, query: str, part: str) -> None:
    found = await fail(query)
    assert part in found[0]["message"]
    assert {error["extensions"]["code"] for error in found} == {"INVALID_QUERY"}
    assert memory.calls == []


async def test_depth_is_bounded_but_real_queries_fit(ask: Any, fail: Any) -> None:
    deepest = (
        '{ explain(groupIds: ["g"], id: "ID") { ... on ExplainPayload { facts { evidence { episode { id } } } } }'
        ' facts(filter: {groupIds: ["g"]}) { edges { node { evidence { episode { id } } } } } }'
    )
    await ask(deepest.replace("ID", uuid(4)))
    nested = "{ __schema { types " + "{ fields { type { ofType " * 5 + "{ name }" + "} } }" * 5 + " } }"
    found = await fail("{ info " + "{ x " * (MAX_DEPTH + 1) + "}" * (MAX_DEPTH + 1) + " }")
    assert any(f"maximum operation depth of {MAX_DEPTH}" in error["message"] for error in found)
    found = await fail(nested)
    assert "introspection" in found[0]["message"].lower()


async def test_at_most_twenty_errors_come_back(fail: Any) -> None:
    found = await fail(REMEMBER, i={"groupId": "g", "episodes": [{"content": 1}] * 500})
    assert len(found) == 20


async def test_introspection_works(ask: Any) -> None:
    from graphql import get_introspection_query

    data = await ask(get_introspection_query())
    assert data["__schema"]["queryType"]["name"] == "Query"


@pytest.mark.parametrize(
    ("field", "path"),
    [
        ("group_ids", "groupIds"),
        ("episodes[3].valid_at", "episodes[3].validAt"),
        ("since", "from"),
        ("until", "to"),
        ("weights.vector", "weights.vector"),
        ("first", "first"),
    ],
)
def test_fields_are_spelled_as_callers_write_them(field: str, path: str) -> None:
    assert caller_path(field) == path


async def test_a_repeated_query_is_validated_once_and_a_long_one_is_not_kept(
    ask: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[str] = []
    rule = limits._RULES[0]
    original = rule.__init__

    def noting(self: Any, context: Any) -> None:
        seen.append(context.document.loc.source.body)
        original(self, context)

    monkeypatch.setattr(rule, "__init__", noting)
    short, long = "{ info { version embedder } }", "{ info { version workers } }" + " " * limits.MAX_CACHED_CHARS
    for query in (short, short, long, long):
        assert (await ask(query))["info"]["version"] == "0.1.0"
    assert seen == [short, long, long]

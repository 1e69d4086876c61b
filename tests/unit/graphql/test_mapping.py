"""What callers send reaches the facade whole, and what the facade answers reaches callers whole."""

from __future__ import annotations

import dataclasses
from datetime import UTC, datetime
from typing import Any

import pytest
from fake_memory import EPISODE, FACT, MARA, OPERATION, REVIEW, T0, VOCABULARY, FakeMemory, uuid
from graphql import GraphQLEnumType, GraphQLObjectType, get_named_type, is_leaf_type
from strawberry.utils.str_converters import to_camel_case

from graph_schema.model import EpisodeState, FactKind, Role
from service import contract as c
from service.contract_jobs import Verdict
from service.graphql.ids import global_id
from service.graphql.schema import schema

MOMENT = "2024-05-01T17:30:00+08:00"
UTC_MOMENT = datetime(2024, 5, 1, 9, 30, tzinfo=UTC)


def selection(type_name: str, depth: int = 4) -> str:
    """Every field of a type, down to `depth` levels of objects."""
    fields: list[str] = []
    named = schema.graphql.type_map[type_name]
    assert isinstance(named, GraphQLObjectType)
    for name, field in named.fields.items():
        inner = get_named_type(field.type)
        if is_leaf_type(inner):
            fields.append(name)
        elif depth and isinstance(inner, GraphQLObjectType):
            fields.append(f"{name} {selection(inner.name, depth - 1)}")
    return "{ __typename " + " ".join(fields) + " }"


async def test_remember_passes_everything(ask: Any, memory: FakeMemory) -> None:
    episode = {
        "content": "hi",
        "role": "TOOL",
        "actor": "a",
        "validAt": MOMENT,
        "externalId": "e",
        "source": "s",
        "sourceDescription": "d",
        "importance": 0.25,
        "metadata": {"a": [1]},
        "timeZone": "Asia/Shanghai",
        "participants": ["p"],
        "toolName": "t",
        "toolCallId": "tc",
        "toolArgs": {"q": None},
        "doNotExtract": True,
    }
    data = await ask(
        "mutation($i: RememberInput!) { remember(input: $i) { ... on RememberPayload "
        + selection("RememberPayload")
        + "}}",
        i={
            "groupId": "g",
            "sessionId": "s",
            "requestId": "r",
            "episodes": [episode, {"content": "yo"}],
            "waitFor": "EXTRACTED",
            "timeoutMs": 5,
        },
    )
    request = memory.calls[0][1]
    full = c.EpisodeInput(
        "hi",
        Role.TOOL,
        "a",
        UTC_MOMENT,
        "e",
        "s",
        "d",
        0.25,
        {"a": [1]},
        "Asia/Shanghai",
        ("p",),
        "t",
        "tc",
        {"q": None},
        True,
    )
    assert request == c.RememberInput("g", (full, c.EpisodeInput("yo")), "s", "r", c.WaitFor.EXTRACTED, 5)
    assert all(getattr(full, f.name) != getattr(c.EpisodeInput(""), f.name) for f in dataclasses.fields(full))
    assert data["remember"]["stored"] == 2
    assert data["remember"]["episodes"][0]["role"] == "TOOL"


async def test_null_means_the_default(ask: Any, memory: FakeMemory) -> None:
    await ask(
        'mutation { remember(input: {groupId: "g", waitFor: null, timeoutMs: null,'
        ' episodes: [{content: "x", role: null, participants: null, doNotExtract: null}]}) { __typename } }'
    )
    assert memory.calls[0][1] == c.RememberInput("g", (c.EpisodeInput("x"),))


async def test_recall_passes_everything(ask: Any, memory: FakeMemory) -> None:
    await ask(
        "query($i: RecallInput!) { recall(input: $i) { __typename } }",
        i={
            "groupIds": ["g", "h"],
            "query": "q",
            "context": ["before"],
            "limit": 7,
            "kinds": ["ENTITY"],
            "minScore": 0.5,
            "now": MOMENT,
            "asOf": MOMENT,
            "knownAt": MOMENT,
            "from": MOMENT,
            "to": MOMENT,
            "weights": {"vector": 1, "keyword": 2},
            "sessionIds": ["s"],
            "factKinds": ["EVENT"],
            "predicates": ["works_at"],
            "includeArchived": True,
            "tokenBudget": 99,
            "rerank": True,
        },
    )
    request = memory.calls[0][1]
    assert request == c.RecallInput(
        ("g", "h"),
        "q",
        ("before",),
        7,
        (c.MemoryKind.ENTITY,),
        0.5,
        UTC_MOMENT,
        UTC_MOMENT,
        UTC_MOMENT,
        UTC_MOMENT,
        UTC_MOMENT,
        c.RouteWeights(1.0, 2.0),
        ("s",),
        (FactKind.EVENT,),
        ("works_at",),
        True,
        99,
        True,
    )
    defaults = c.RecallInput(("g",), "")
    unset = [f.name for f in dataclasses.fields(request) if getattr(request, f.name) == getattr(defaults, f.name)]
    assert unset == []


async def test_recall_defaults_are_the_contracts(ask: Any, memory: FakeMemory) -> None:
    await ask('{ recall(input: {groupIds: ["g"], query: "q", weights: {}}) { __typename } }')
    assert memory.calls[0][1] == c.RecallInput(("g",), "q", weights=c.RouteWeights())


async def test_recall_answers_whole(ask: Any) -> None:
    data = await ask(
        '{ recall(input: {groupIds: ["g"], query: "q"}) { ... on RecallPayload ' + selection("RecallPayload", 5) + "}}"
    )
    payload = data["recall"]
    fact, episode, entity = payload["hits"]
    assert payload["recallId"] == global_id("Recall", uuid(10))
    assert fact["id"] == global_id("Fact", FACT.uuid) == fact["fact"]["id"]
    assert (fact["kind"], fact["status"], fact["collapsed"]) == ("FACT", "CURRENT", 1)
    assert fact["routes"] == [{"__typename": "RouteScore", "route": "keyword", "rank": 1, "raw": 7.5, "score": 1.0}]
    assert fact["fact"]["validAt"] == "2024-05-01T09:30:00Z"
    assert fact["fact"]["invalidAt"] is None
    assert fact["fact"]["subject"]["name"] == "Mara"
    assert fact["fact"]["object"]["summary"] == "A company."
    assert fact["fact"]["versions"][0] == {
        "__typename": "FactVersion",
        "id": global_id("FactVersion", uuid(5)),
        "validAt": None,
        "invalidAt": "2024-05-01T09:30:00Z",
        "precision": "MONTH",
        "createdAt": "2024-05-01T09:30:00Z",
        "expiredAt": None,
        "reason": "said so",
        "operation": global_id("Operation", uuid(6)),
    }
    assert fact["fact"]["evidence"][0]["quote"] == EPISODE.content[5:16]
    assert fact["fact"]["supersededBy"][0]["fact"] == global_id("Fact", uuid(7))
    assert episode["episode"]["metadata"] == {"k": [1, None, "ü"]}
    assert episode["episode"]["createdAt"] == "2024-05-01T09:30:00.000005Z"
    assert episode["episode"]["revises"] == global_id("Episode", uuid(9))
    assert entity["entity"]["aliases"] == ["M."]
    assert entity["fact"] is None


@pytest.mark.parametrize(
    ("gql", "view", "skipped"),
    [
        ("Episode", c.EpisodeView, set[str]()),
        ("Entity", c.EntityView, set[str]()),
        ("Fact", c.FactView, set[str]()),
        ("FactVersion", c.VersionView, {"uuid"}),
        ("Evidence", c.Evidence, set[str]()),
        ("Supersession", c.Supersession, set[str]()),
        ("Operation", c.OperationView, {"uuid"}),
        ("RecallHit", c.Hit, {"uuid"}),
        ("RouteScore", c.RouteScore, set[str]()),
    ],
)
def test_no_field_of_the_contract_is_lost(gql: str, view: type, skipped: set[str]) -> None:
    named = schema.graphql.type_map[gql]
    assert isinstance(named, GraphQLObjectType)
    ours = {f.name for f in dataclasses.fields(view)} - skipped
    assert {to_camel_case(name) for name in ours} <= set(named.fields)


@pytest.mark.parametrize("enum", [c.HitStatus, c.MemoryKind, c.WaitFor, Role, EpisodeState, FactKind])
def test_enums_are_upper_case_members(enum: Any) -> None:
    named = schema.graphql.type_map[enum.__name__]
    assert isinstance(named, GraphQLEnumType)
    assert list(named.values) == [member.name for member in enum]


async def test_facts_is_a_keyset_connection(ask: Any, memory: FakeMemory) -> None:
    data = await ask(
        'query($f: FactFilter!) { facts(filter: $f, first: 2, after: "c0") ' + selection("FactConnection", 5) + "}",
        f={
            "groupIds": ["g"],
            "text": "t",
            "entity": global_id("Entity", MARA.uuid),
            "predicates": ["p"],
            "kinds": ["FACT"],
            "sessionIds": ["s"],
            "asOf": MOMENT,
            "knownAt": MOMENT,
            "includeInvalid": True,
            "includeArchived": True,
        },
    )
    assert memory.calls == [
        (
            "facts",
            c.FactFilter(("g",), "t", MARA.uuid, ("p",), (FactKind.FACT,), ("s",), UTC_MOMENT, UTC_MOMENT, True, True),
            2,
            "c0",
        )
    ]
    page = data["facts"]
    assert [edge["cursor"] for edge in page["edges"]] == ["c1", "c2"]
    assert page["edges"][1]["node"]["value"] == "Acme"
    assert page["pageInfo"] == {
        "__typename": "PageInfo",
        "hasNextPage": True,
        "hasPreviousPage": True,
        "startCursor": "c1",
        "endCursor": "c2",
    }


async def test_the_other_connections(ask: Any, memory: FakeMemory) -> None:
    data = await ask(
        "query($e: EpisodeFilter!) {"
        ' entities(filter: {groupIds: ["g"], text: "m", types: ["PERSON"]}) { edges { node { id } } }'
        " episodes(filter: $e, first: null) { edges { node { id } } pageInfo { endCursor } }"
        ' operations(groupIds: ["g"], first: 9) { edges { node ' + selection("Operation") + " } } }",
        e={
            "groupIds": ["g"],
            "sessionIds": ["s"],
            "roles": ["USER"],
            "states": ["FAILED"],
            "from": MOMENT,
            "to": MOMENT,
        },
    )
    where = c.EpisodeFilter(("g",), ("s",), (Role.USER,), (EpisodeState.FAILED,), UTC_MOMENT, UTC_MOMENT)
    assert memory.calls == [
        ("entities", c.EntityFilter(("g",), "m", ("PERSON",)), 50, None),
        ("episodes", where, 50, None),
        ("operations", ("g",), 9, None),
    ]
    assert data["entities"]["edges"] == [{"node": {"id": global_id("Entity", MARA.uuid)}}]
    assert data["episodes"] == {"edges": [], "pageInfo": {"endCursor": None}}
    assert data["operations"]["edges"][0]["node"]["id"] == global_id("Operation", OPERATION.uuid)


async def test_explain_history_and_info(ask: Any, memory: FakeMemory) -> None:
    fact_id = global_id("Fact", FACT.uuid)
    data = await ask(
        "query($id: ID!) {"
        ' explain(groupIds: ["g"], id: $id) { ... on ExplainPayload ' + selection("ExplainPayload", 5) + "}"
        ' history(groupIds: ["g"], entity: "Mara", predicate: "works_at") { ... on HistoryPayload { slots { predicate'
        "   subject { name } facts { text } } } }"
        " info " + selection("Info") + ' verifyProjection(groupId: "g") { ok differences } }',
        id=fact_id,
    )
    assert memory.calls == [
        ("explain", ("g",), FACT.uuid),
        ("history", ("g",), "Mara", "works_at", None, None),
        ("info", ()),
        ("verify_projection", "g"),
    ]
    assert data["explain"]["id"] == fact_id
    assert data["explain"]["operations"][0]["kind"] == "retract"
    assert data["history"]["slots"][0]["facts"] == [{"text": FACT.text}]
    assert data["info"]["neo4jVersion"] == "2026.08.1"
    assert [(s["state"], s["count"]) for s in data["info"]["episodesByState"]] == [("FAILED", 1), ("PENDING", 1)]
    assert data["info"]["failed"][0]["id"] == global_id("Episode", uuid(8))
    assert data["verifyProjection"] == {"ok": False, "differences": ["fact a has no relationship"]}


async def test_mutations_on_facts_and_operations(ask: Any, memory: FakeMemory) -> None:
    data = await ask(
        "mutation($f: ID!, $o: ID!, $e: ID!) {"
        ' undo(input: {groupId: "g", operation: $o, reason: "r"}) { ... on UndoPayload { operation { kind undoes } } }'
        ' retractFact(input: {groupId: "g", fact: $f, actor: "tom", reason: "r"}) { __typename }'
        ' pin(input: {groupId: "g", fact: $f, reason: "r"}) { ... on PinPayload { operation { kind } } }'
        ' retryEpisodes(input: {groupId: "g", episodes: [$e]}) { ... on RetryEpisodesPayload { retried } }'
        ' reextract(input: {groupId: "g", episodes: [$e]}) { ... on ReextractPayload { queued } } }',
        f=global_id("Fact", FACT.uuid),
        o=OPERATION.uuid,
        e=global_id("Episode", EPISODE.uuid),
    )
    assert memory.calls == [
        ("undo", "g", OPERATION.uuid, "api", "r"),
        ("retract_fact", "g", FACT.uuid, "tom", "r"),
        ("pin", "g", FACT.uuid, True, "api", "r"),
        ("retry", "g", (EPISODE.uuid,)),
        ("reextract", "g", (EPISODE.uuid,), False),
    ]
    assert data["reextract"] == {"queued": 4}
    assert data["undo"]["operation"] == {"kind": "undo", "undoes": global_id("Operation", OPERATION.uuid)}
    assert data["retryEpisodes"] == {"retried": 3}


async def test_jobs_and_feedback(ask: Any, memory: FakeMemory) -> None:
    data = await ask(
        "mutation($f: ID!, $r: ID!) {"
        ' runJob(input: {name: "decay_importance", groupIds: ["g"], dryRun: true}) { ... on RunJobPayload { run {'
        " name state dryRun changed operations changes { label id before after why } } } }"
        ' feedback(input: {groupId: "g", hit: $f, verdict: WRONG, recall: $r}) {'
        " ... on FeedbackPayload { operation { kind } } } }",
        f=global_id("Fact", FACT.uuid),
        r=global_id("Recall", uuid(20)),
    )
    listed = await ask("{ jobs { name nextAt lastRun { changed } } jobRuns(first: 5) { id trigger } }")

    assert memory.calls[:2] == [
        ("run_job", "decay_importance", ("g",), True, "api"),
        ("feedback", "g", FACT.uuid, Verdict.WRONG, uuid(20), "api", "feedback"),
    ]
    assert data["runJob"]["run"]["changes"] == [
        {
            "label": "Fact",
            "id": global_id("Fact", FACT.uuid),
            "before": {"importance": 0.5},
            "after": {"importance": 0.45},
            "why": {"periods": 1, "since": T0.isoformat()},
        }
    ]
    assert data["runJob"]["run"]["operations"] == [global_id("Operation", uuid(6))]
    assert data["feedback"]["operation"] == {"kind": "feedback"}
    assert listed["jobs"][0]["lastRun"] == {"changed": 1}
    assert listed["jobRuns"] == [{"id": global_id("JobRun", uuid(12)), "trigger": "hand"}]


async def test_mutations_on_entities_and_reviews(ask: Any, memory: FakeMemory) -> None:
    payload = "{ operation { kind } entities { name mergedInto } }"
    data = await ask(
        "mutation($e: ID!, $o: ID!, $r: ID!) {"
        ' mergeEntities(input: {groupId: "g", entities: [$e, $o], into: $e, reason: "r"})'
        f" {{ ... on MergeEntitiesPayload {payload} }}"
        ' splitEntity(input: {groupId: "g", entity: $e, members: [$o], reason: "r"})'
        f" {{ ... on SplitEntityPayload {payload} }}"
        ' addAlias(input: {groupId: "g", entity: $e, name: "Mar", actor: "tom", reason: "r"})'
        f" {{ ... on AddAliasPayload {payload} }}"
        ' resolveReview(input: {groupId: "g", review: $r, decision: REJECT, reason: "r"})'
        f" {{ ... on ResolveReviewPayload {payload} }} }}",
        e=global_id("Entity", MARA.uuid),
        o=uuid(11),
        r=global_id("Review", REVIEW.uuid),
    )
    assert memory.calls == [
        ("merge_entities", "g", (MARA.uuid, uuid(11)), MARA.uuid, "api", "r"),
        ("split_entity", "g", MARA.uuid, c.Leaving((uuid(11),)), "api", "r"),
        ("add_alias", "g", MARA.uuid, "Mar", "tom", "r"),
        ("resolve_review", "g", REVIEW.uuid, c.ReviewDecision.REJECT, "api", "r"),
    ]
    assert [field["operation"]["kind"] for field in data.values()] == ["merge", "split", "alias", "reject"]
    shown = await ask(
        '{ reviews(groupIds: ["g"]) { edges { node { id score entity { name } other { mergedInto } } } } }'
    )
    assert shown["reviews"]["edges"][0]["node"] == {
        "id": global_id("Review", REVIEW.uuid),
        "score": 0.88,
        "entity": {"name": MARA.name},
        "other": {"mergedInto": global_id("Entity", MARA.uuid)},
    }


async def test_settings_of_a_group(ask: Any, memory: Any) -> None:
    parts = "{ lapseDays sourceTrust }"
    shown = await ask(f'{{ groupSettings(groupId: "g") {parts} }}')
    assert shown["groupSettings"] == {"lapseDays": 7.0, "sourceTrust": ["TOOL"]}
    data = await ask(
        'mutation { setGroupSettings(input: {groupId: "g", lapseDays: 2, reason: "r"})'
        f" {{ ... on SetGroupSettingsPayload {{ operation {{ kind }} settings {parts} }} }} }}"
    )
    assert data["setGroupSettings"]["settings"] == {"lapseDays": 2.0, "sourceTrust": []}
    assert memory.calls[1] == ("set_group_settings", "g", c.GroupSettings(2.0, ()), "api", "r")


async def test_a_vocabulary_is_shown_as_it_was_given(ask: Any, memory: Any) -> None:
    parts = (
        "{ entityTypes { name names } predicates { name cardinality temporal kind objectType valueType inverse"
        " symmetric phrases { en zh } wording { en zh } } }"
    )
    shown = (await ask(f'{{ vocabulary(groupId: "g") {parts} }}'))["vocabulary"]
    assert shown["entityTypes"] == [{"name": "medicine", "names": ["Veltrazol"]}]
    assert shown["predicates"][0]["cardinality"] == "SINGLE"
    given = {"groupId": "g", "reason": "r", **shown}
    data = await ask(
        "mutation($input: SetVocabularyInput!) { setVocabulary(input: $input)"
        f" {{ ... on SetVocabularyPayload {{ operation {{ kind }} vocabulary {parts} }} }} }}",
        input=given,
    )
    assert data["setVocabulary"]["vocabulary"] == shown
    assert memory.calls == [("vocabulary", "g"), ("set_vocabulary", "g", VOCABULARY, "api", "r")]


async def test_node_and_nodes(ask: Any) -> None:
    data = await ask(
        "query($fact: ID!, $wrong: ID!, $gone: ID!, $ids: [ID!]!) {"
        " node(id: $fact) { id __typename ... on Fact { text } }"
        " wrong: node(id: $wrong) { id } gone: node(id: $gone) { id }"
        " nodes(ids: $ids) { __typename } }",
        fact=global_id("Fact", FACT.uuid),
        wrong=global_id("Episode", FACT.uuid),
        gone=uuid(999),
        ids=[MARA.uuid, uuid(999), EPISODE.uuid],
    )
    assert data["node"] == {"id": global_id("Fact", FACT.uuid), "__typename": "Fact", "text": FACT.text}
    assert data["wrong"] is None
    assert data["gone"] is None
    assert data["nodes"] == [{"__typename": "Entity"}, None, {"__typename": "Episode"}]

"""The public indexes: tenants apart, scores untouched by it, both languages, seen at once, vectors filtered inside."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import numpy as np
import pytest

from graph_schema.ids import group_token, new_uuid
from graph_schema.store import GraphStore
from tests.support.database import DIMENSIONS
from tests.support.queries import made_query

CREATE = made_query(
    """UNWIND $texts AS text
    CREATE (e:Episode:Episodic {uuid: randomUUID(), group_id: $group_id, group_token: $token, search_text: text})
    CREATE (f:Fact {uuid: randomUUID(), fact_id: randomUUID(), group_id: $group_id, group_token: $token, text: text})
    CREATE (n:Entity {uuid: randomUUID(), entity_key: randomUUID(), group_id: $group_id, group_token: $token,
                      search_text: text})""",
    mode="write",
    params="texts LIST<STRING>, group_id STRING, token STRING",
    returns="none",
)
FIND = made_query(
    """CALL db.index.fulltext.awaitEventuallyConsistentIndexRefresh()
    UNWIND $queries AS query
    CALL db.index.fulltext.queryNodes($index, query, {limit: 50}) YIELD node, score
    RETURN query, node.group_id AS group_id, coalesce(node.search_text, node.text) AS text, score""",
    params="index STRING, queries LIST<STRING>",
    returns="query STRING, group_id STRING, text STRING, score FLOAT",
)
TEXTS = ["Ann loves hiking in the mountains", "我喜欢在北京吃烤鸭", "José Núñez bakes bread"]


@pytest.fixture
async def groups(store: GraphStore, group_id: str) -> AsyncIterator[tuple[str, str]]:
    """Two groups that hold the same texts, the name of one a prefix of the other's."""
    names = (group_id, f"{group_id}-2")
    for name in names:
        await store.execute(CREATE, {"texts": TEXTS, "group_id": name, "token": group_token(name)})
    yield names
    wipe = made_query(
        "UNWIND $names AS name MATCH (n:Episode|Fact|Entity|Recall) WHERE n.group_id = name DETACH DELETE n",
        mode="write", params="names LIST<STRING>", returns="none",
    )  # fmt: skip
    await store.execute(wipe, {"names": list(names)})


async def find(store: GraphStore, index: str, query: str) -> list[dict[str, Any]]:
    return (await find_each(store, index, query))[0]


async def find_each(store: GraphStore, index: str, *queries: str) -> list[list[dict[str, Any]]]:
    """The rows of each query, all read from one state of the index.

    Scores of two transactions cannot be compared: deleted nodes count in an inverse document
    frequency until Lucene merges their segment, which it does in the background at any time.
    """
    rows = await store.execute(FIND, {"index": index, "queries": list(queries)})
    return [[row for row in rows if row["query"] == query] for query in queries]


def within(group: str, field: str, words: str) -> str:
    """The form that docs/cypher.md gives for keyword searches."""
    return f"+group_token:{group_token(group)}^0 +({field}:({words}))"


@pytest.mark.parametrize(
    ("index", "field", "words", "text"),
    [
        ("episode_text_en", "search_text", "hike mountain", TEXTS[0]),
        ("fact_text_en", "text", "hike mountain", TEXTS[0]),
        ("episode_text_cjk", "search_text", "北京", TEXTS[1]),
        ("fact_text_cjk", "text", "烤鸭", TEXTS[1]),
        ("entity_name", "search_text", "jose nunez", TEXTS[2]),
        ("entity_name", "search_text", "北京", TEXTS[1]),
    ],
)
async def test_keywords_find_in_one_group_with_the_same_score(
    store: GraphStore, groups: tuple[str, str], index: str, field: str, words: str, text: str
):
    found, inside = await find_each(store, index, f"{field}:({words})", within(groups[0], field, words))
    everywhere = [row for row in found if row["group_id"] in groups]

    assert {row["group_id"] for row in everywhere} == set(groups)
    assert [(row["group_id"], row["text"]) for row in inside] == [(groups[0], text)]
    assert inside[0]["score"] == pytest.approx(everywhere[0]["score"], rel=1e-6)


async def test_group_alone_finds_nothing_of_another(store: GraphStore, groups: tuple[str, str]):
    rows = await find(store, "episode_text_en", f"+group_token:{group_token(groups[1])}^0")

    assert {row["group_id"] for row in rows} == {groups[1]}
    assert {row["score"] for row in rows} == {0.0}


async def test_text_is_found_as_soon_as_it_is_stored(store: GraphStore, groups: tuple[str, str]):
    for _ in range(10):
        word = f"w{new_uuid().replace('-', '')}"
        await store.execute(CREATE, {"texts": [word], "group_id": groups[0], "token": group_token(groups[0])})
        for index, field in (("episode_text_en", "search_text"), ("fact_text_cjk", "text")):
            assert len(await find(store, index, within(groups[0], field, word))) == 1


async def test_vector_search_stays_within_its_filters(store: GraphStore, group_id: str):
    rng = np.random.default_rng(7)
    rows = [
        {"group_id": f"{group_id}-{n % 3}", "kind": ("fact", "event")[n % 2], "embedding": rng.normal(size=DIMENSIONS)}
        for n in range(60)
    ]
    create = made_query(
        """UNWIND $rows AS row
        CREATE (f:Fact {uuid: randomUUID(), fact_id: randomUUID(), group_id: row.group_id, kind: row.kind})
        SET f.embedding = toFloatList(row.embedding)""",
        mode="write", params="rows LIST<MAP>", returns="none",
    )  # fmt: skip
    search = made_query(
        """MATCH (f:Fact)
        SEARCH f IN (VECTOR INDEX fact_embedding FOR $vector
                     WHERE f.group_id IN $groups AND f.kind = 'event' LIMIT 100) SCORE AS score
        RETURN f.group_id AS group_id, f.kind AS kind, score""",
        params="vector VECTOR, groups LIST<STRING>", returns="group_id STRING, kind STRING, score FLOAT",
    )  # fmt: skip
    wipe = made_query("MATCH (f:Fact) WHERE f.group_id IN $groups DETACH DELETE f", mode="write",
                      params="groups LIST<STRING>", returns="none")  # fmt: skip
    groups = [f"{group_id}-{n}" for n in range(3)]
    try:
        await store.execute(create, {"rows": rows})
        found = await store.execute(search, {"vector": rows[1]["embedding"], "groups": groups[:2]})
    finally:
        await store.execute(wipe, {"groups": groups})

    assert len(found) == 20
    assert {(row["group_id"], row["kind"]) for row in found} == {(group, "event") for group in groups[:2]}
    assert found[0]["score"] == pytest.approx(1.0, abs=1e-3)

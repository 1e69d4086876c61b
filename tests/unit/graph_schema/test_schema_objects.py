"""Indexes that differ from what we need are told apart from those that will do."""

from __future__ import annotations

from dataclasses import replace

import pytest

from graph_schema.errors import EmbeddingMismatch, IndexMismatch
from graph_schema.schema_objects import SchemaObject, check, declared, existing

UNIQUE = "CREATE CONSTRAINT a_key IF NOT EXISTS FOR (n:A) REQUIRE (n.group_id, n.key) IS UNIQUE"
RANGE = "CREATE INDEX a_slot IF NOT EXISTS FOR (n:A) ON (n.slot)"
LINK = "CREATE INDEX r_uuid IF NOT EXISTS FOR ()-[r:RELATES_TO]-() ON (r.uuid)"
FULL_TEXT = """CREATE FULLTEXT INDEX a_text IF NOT EXISTS FOR (n:A|B) ON EACH [n.token, n.text]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'cjk'}}"""
VECTOR = """// header
CYPHER 25
CREATE VECTOR INDEX a_vector IF NOT EXISTS FOR (n:A) ON n.embedding WITH [n.kind, n.at]
OPTIONS {indexConfig: {`vector.dimensions`: $dimensions, `vector.similarity_function`: 'cosine'}}"""


def only(statement: str, **params: int) -> SchemaObject:
    (item,) = declared([statement], params).values()
    return item


def test_statements_are_understood():
    assert only(UNIQUE) == SchemaObject("a_key", "RANGE", True, ("A",), ("group_id", "key"))
    assert only(RANGE) == SchemaObject("a_slot", "RANGE", False, ("A",), ("slot",))
    assert only(LINK) == SchemaObject("r_uuid", "RANGE", False, ("RELATES_TO",), ("uuid",))
    assert only(FULL_TEXT) == SchemaObject(
        "a_text", "FULLTEXT", False, ("A", "B"), ("token", "text"), {"fulltext.analyzer": "cjk"}
    )
    assert only(VECTOR, dimensions=8) == SchemaObject(
        "a_vector",
        "VECTOR",
        False,
        ("A",),
        ("embedding", "kind", "at"),
        {"vector.dimensions": 8, "vector.similarity_function": "cosine"},
    )


def test_dropped_objects_are_not_wanted():
    assert set(declared([UNIQUE, RANGE, "DROP INDEX a_slot IF EXISTS", "DROP CONSTRAINT a_key IF EXISTS", LINK])) == {
        "r_uuid"
    }


def test_rows_of_the_database_are_understood():
    row = {
        "name": "a_key", "type": "RANGE", "labels": ["A"], "properties": ["group_id", "key"],
        "config": {}, "constraint": "a_key",
    }  # fmt: skip

    assert existing([row]) == {"a_key": only(UNIQUE)}
    assert existing([{**row, "name": "lookup", "labels": None, "properties": None}])["lookup"].labels == ()


def found(*items: SchemaObject) -> dict[str, SchemaObject]:
    return {item.name: item for item in items}


@pytest.mark.parametrize("statement", [UNIQUE, RANGE, LINK, FULL_TEXT])
def test_same_definition_will_do(statement: str):
    check([only(statement)], found(only(statement)))


def test_server_defaults_and_order_of_vector_filters_do_not_matter():
    item = only(VECTOR, dimensions=8)
    server = replace(
        item,
        properties=("embedding", "at", "kind"),
        config={"vector.dimensions": 8, "vector.similarity_function": "COSINE", "vector.hnsw.m": 16},
    )

    check([item], found(server))


@pytest.mark.parametrize(
    "other",
    [
        replace(only(RANGE), labels=("B",)),
        replace(only(RANGE), properties=("slot", "at")),
        replace(only(RANGE), kind="TEXT"),
    ],
)
def test_other_definition_under_our_name_is_refused(other: SchemaObject):
    with pytest.raises(IndexMismatch, match=r"the database has .*, but Everwhen needs .*run `DROP INDEX a_slot`"):
        check([only(RANGE)], found(other))


def test_other_analyzer_is_refused():
    other = replace(only(FULL_TEXT), config={"fulltext.analyzer": "english"})

    with pytest.raises(IndexMismatch, match=r"fulltext\.analyzer english, but Everwhen needs .*analyzer cjk"):
        check([only(FULL_TEXT)], found(other))


def test_constraint_with_our_name_that_is_a_mere_index_is_refused():
    with pytest.raises(IndexMismatch, match="run `DROP INDEX a_key`"):
        check([only(UNIQUE)], found(replace(only(UNIQUE), unique=False)))


def test_equal_range_index_under_another_name_will_do():
    check([only(RANGE)], found(replace(only(RANGE), name="theirs")))
    check([only(RANGE)], found(replace(only(RANGE), name="theirs", unique=True)))


def test_public_index_under_another_name_is_refused():
    with pytest.raises(IndexMismatch, match=r"queries need it under the name a_text: run `DROP INDEX theirs`"):
        check([only(FULL_TEXT)], found(replace(only(FULL_TEXT), name="theirs")))


def test_missing_object_is_refused_with_its_rival_named():
    with pytest.raises(IndexMismatch, match=r"lacks range index a_slot .*create it again"):
        check([only(RANGE)], {})
    with pytest.raises(IndexMismatch, match=r"lacks unique constraint a_key .*run `DROP INDEX theirs`"):
        check([only(UNIQUE)], found(replace(only(UNIQUE), name="theirs", unique=False)))


def test_other_vector_length_names_the_embedder():
    with pytest.raises(EmbeddingMismatch, match="vectors of 4 dimensions, but the embedder's have 8: set EVERWHEN_EMB"):
        check([only(VECTOR, dimensions=8)], found(only(VECTOR, dimensions=4)))

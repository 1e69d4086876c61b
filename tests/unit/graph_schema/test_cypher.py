"""Headers and parameters of named queries are held to what the text says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from graph_schema.cypher import ROOT, Mode, load_query, migration_statement, parse_query, query_names, used_parameters
from graph_schema.errors import HeaderError, ParameterError, QueryNotFound

HEADER = {
    "purpose": "Find one turn.",
    "mode": "read",
    "params": "uuid STRING, limit INTEGER",
    "returns": "episode MAP",
    "timeout": "5s",
}
BODY = "CYPHER 25\nMATCH (e:Episode {uuid: $uuid}) RETURN e {.*} AS episode LIMIT $limit"


def query_text(body: str = BODY, **changes: str | None) -> str:
    header = {**HEADER, **changes}
    return "\n".join([*(f"// {key}: {value}" for key, value in header.items() if value is not None), body])


def test_header_becomes_the_contract():
    query = parse_query("read/one", query_text(timeout="1500ms", scan="few nodes"))

    assert (query.name, query.purpose, query.mode) == ("read/one", "Find one turn.", Mode.READ)
    assert query.params == {"uuid": "STRING", "limit": "INTEGER"}
    assert query.returns == {"episode": "MAP"}
    assert (query.timeout_s, query.scan) == (1.5, "few nodes")
    assert query.query.metadata == {"query": "read/one", "app": "everwhen"}
    assert query.query.timeout == 1.5
    assert query.query is query.query


def test_long_header_line_goes_on_when_indented():
    text = query_text().replace(", limit INTEGER", ",\n//   limit INTEGER\n// A remark of no meaning.")

    assert parse_query("read/one", text).params == {"uuid": "STRING", "limit": "INTEGER"}


@pytest.mark.parametrize("key", HEADER)
def test_missing_header_line_is_named(key: str):
    with pytest.raises(HeaderError, match=f"read/one: the header lacks `// {key}:"):
        parse_query("read/one", query_text(**{key: None}))


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"mode": "readwrite"}, "mode 'readwrite' is none of read, write, schema"),
        ({"timeout": "5"}, "timeout '5' is no duration"),
        ({"timeout": "0s"}, "timeout '0s' is no duration"),
        ({"params": "uuid STRING, limit"}, "params: 'limit' must be"),
        ({"params": "uuid STRING, limit INTEGER, uuid STRING"}, "params: 'uuid STRING' must be"),
        ({"params": "uuid TEXT, limit INTEGER"}, r"\$uuid has the unknown type TEXT"),
        ({"params": "uuid STRING"}, r"\$limit is used but not declared"),
        ({"params": "uuid STRING, limit INTEGER, extra MAP"}, r"extra is declared under `params:` but"),
        ({"params": "none"}, r"\$limit is used but not declared"),
        ({"body": BODY.removeprefix("CYPHER 25\n")}, "must start with `CYPHER 25`"),
        ({"body": "// purpose: Again.\n" + BODY}, "says `purpose:` twice"),
    ],
)
def test_wrong_header_is_refused(changes: dict[str, str], problem: str):
    with pytest.raises(HeaderError, match=problem):
        parse_query("read/one", query_text(**changes))


@pytest.mark.parametrize("kind", ["LIST<MAP>", "LIST<STRING>?", "DATETIME?", "LIST<LIST<FLOAT>>", "VECTOR", "ANY"])
def test_parameter_types(kind: str):
    query = parse_query("read/one", query_text("CYPHER 25 RETURN $x AS episode", params=f"x {kind}"))

    assert query.params == {"x": kind}


def test_only_real_parameters_count():
    text = """
    // a comment with $comment
    /* a block with $block
       over lines */
    MATCH (n {a: $a, b: '$single \\' $still', c: "$double \\" $still", `$quoted```: $`odd name`})
    WHERE n.price = '5$' AND n.x = $b1 + $_c // $trailing
    RETURN n
    """

    assert used_parameters(text) == {"a", "odd name", "b1", "_c"}


def test_call_with_the_wrong_parameters_names_them():
    query = parse_query("read/one", query_text())

    query.check(["limit", "uuid"])
    with pytest.raises(ParameterError) as caught:
        query.check(["uuid", "limits"])
    assert str(caught.value) == (
        "read/one: missing parameter $limit (INTEGER); unknown parameter $limits; it takes: uuid STRING, limit INTEGER"
    )
    assert caught.value.query == "read/one"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "read").mkdir()
    (tmp_path / "jobs").mkdir()
    (tmp_path / "migrations").mkdir()
    (tmp_path / "read" / "one.cypher").write_text(query_text(), encoding="utf-8")
    (tmp_path / "jobs" / "fade.plan.cypher").write_text(query_text(), encoding="utf-8")
    (tmp_path / "migrations" / "V0001__x.cypher").write_text("CREATE INDEX x;", encoding="utf-8")
    return tmp_path


def test_names_are_paths_and_migrations_are_no_queries(folder: Path):
    assert query_names(folder) == ["jobs/fade.plan", "read/one"]
    assert load_query("jobs/fade.plan", folder).name == "jobs/fade.plan"
    assert load_query("read/one", folder) is load_query("read/one", folder)


@pytest.mark.parametrize("name", ["write/one", "read/two", "../read/one", "/read/one", "read/one.cypher", ""])
def test_unknown_name_is_refused(folder: Path, name: str):
    with pytest.raises(QueryNotFound):
        load_query(name, folder)


def test_near_name_is_suggested(folder: Path):
    with pytest.raises(QueryNotFound, match=r"did you mean read/one\?"):
        load_query("write/one", folder)


def test_migration_statement_takes_no_parameters():
    assert migration_statement("V0001#1", "CREATE INDEX x", 60).mode is Mode.SCHEMA
    with pytest.raises(HeaderError, match=r"\$size"):
        migration_statement("V0001#1", "CREATE INDEX x OPTIONS {size: $size}", 60)


NAMES = {"params": "names LIST<STRING>", "returns": "name STRING"}


def test_parameters_are_read_from_one_map_so_that_their_sizes_need_no_plan_of_their_own():
    body = "CYPHER 25\nUNWIND $names AS name // not $this\nRETURN '$nor that' AS said, name, $`names` AS all"
    query = parse_query("read/x", query_text(body, **NAMES))
    assert query.sent.endswith(
        "UNWIND $p.`names` AS name // not $this\nRETURN '$nor that' AS said, name, $p.`names` AS all"
    )
    assert query.arguments({"names": []}) == {"p": {"names": []}}


def test_schema_statements_are_sent_as_they_stand():
    query = parse_query("schema/x", query_text("CYPHER 25\nRETURN $names AS name", **NAMES, mode="schema"))
    assert query.sent == query.text
    assert query.arguments({"names": []}) == {"names": []}


FULL_TEXT_CALL = re.compile(r"CALL db\.index\.fulltext\.(\w+)")


@pytest.mark.parametrize("name", [name for name in query_names() if "index.fulltext.query" in load_query(name).text])
def test_full_text_is_asked_only_after_waiting(name: str):
    calls = FULL_TEXT_CALL.findall(load_query(name).text)
    assert calls[0] == "awaitEventuallyConsistentIndexRefresh"


def test_every_full_text_index_follows_commits():
    text = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "migrations").glob("V*.cypher"))
    indexes = re.findall(r"CREATE FULLTEXT INDEX (\w+)[^;]*;", text)
    following = re.findall(r"CREATE FULLTEXT INDEX (\w+)[^;]*`fulltext\.eventually_consistent`: true[^;]*;", text)
    assert indexes and following == indexes

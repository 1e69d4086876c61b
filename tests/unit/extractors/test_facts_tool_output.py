import json
from datetime import UTC, datetime

import pytest

from extractors.candidates import Turn
from extractors.document import Document
from extractors.facts.component import FactComponent
from extractors.facts.tool_output import MAX_CLAIMS, MAX_ITEMS
from graph_schema.model import Role


def read(content: object, tool: str | None = None):
    text = content if isinstance(content, str) else json.dumps(content, ensure_ascii=False)
    document = Document(Turn(text, Role.TOOL, datetime(2026, 3, 1, tzinfo=UTC), tool_name=tool))
    FactComponent().process([document])
    return document.facts


def triples(facts):
    return {(f.subject.name, f.predicate, f.object.name if f.object else f.value) for f in facts}


def test_identifier_names_the_subject():
    facts = read({"order_id": "A-1043", "status": "shipped", "eta": "2026-03-02"})
    assert triples(facts) == {("order A-1043", "status", "shipped"), ("order A-1043", "eta", "2026-03-02")}


def test_bare_id_takes_its_noun_from_the_tool():
    assert triples(read({"id": 7, "status": "open"}, tool="get_tickets")) == {("ticket 7", "status", "open")}


def test_name_is_the_subject_and_nested_values_are_dotted():
    facts = read({"name": "web-1", "cpu": {"cores": 8, "load": {"avg1": 0.5}}, "healthy": True})
    assert triples(facts) == {
        ("web-1", "cpu.cores", "8"),
        ("web-1", "cpu.load.avg1", "0.5"),
        ("web-1", "healthy", "true"),
    }


def test_camel_case_keys_and_aliases():
    facts = read({"orderId": "B-1", "dueDate": "2026-04-01", "totalAmount": "12 EUR", "state": "paid"})
    assert triples(facts) == {
        ("order B-1", "due", "2026-04-01"),
        ("order B-1", "total_amount", "12 EUR"),
        ("order B-1", "status", "paid"),
    }


def test_each_element_of_a_list_is_its_own_subject():
    facts = read({"orders": [{"id": "1", "status": "new"}, {"id": "2", "status": "paid"}]})
    assert triples(facts) == {("order 1", "status", "new"), ("order 2", "status", "paid")}


def test_object_with_an_identity_is_linked():
    facts = read({"ticket_id": "T-9", "assignee": {"name": "Priya Rao", "email": "priya@example.org"}})
    assert triples(facts) == {
        ("ticket T-9", "assignee", "Priya Rao"),
        ("Priya Rao", "email", "priya@example.org"),
    }


def test_quote_holds_key_and_value():
    content = '{"order_id": "A-1", "status": "shipped"}'
    (fact,) = read(content)
    assert content[fact.start : fact.end] == '"status": "shipped'


@pytest.mark.parametrize(
    "content",
    [
        "done",
        "not json {",
        "[1, 2, 3]",
        "{}",
        '{"count": 3}',
        '{"id": "x", "note": null}',
        '{"id": "x", "token": "s3"}',
    ],
)
def test_nothing_to_say(content):
    assert read(content) == []


def test_lists_and_output_are_bounded():
    facts = read({"id": "x", "tags": [f"t{i}" for i in range(100)]})
    assert len(facts) == MAX_ITEMS
    many = read([{"id": str(i), **{f"k{j}": f"v{j}" for j in range(10)}} for i in range(20)])
    assert len(many) == MAX_CLAIMS


def test_deep_nesting_ends():
    content: object = {"id": "leaf", "v": 1}
    for _ in range(50):
        content = {"inner": content}
    assert read(content) == []


def test_long_values_are_left_to_the_turn():
    assert read({"id": "x", "body": "word " * 100}) == []


def test_json_from_a_user_is_not_a_statement():
    document = Document(Turn('{"id": "x", "status": "new"}', Role.USER, datetime(2026, 3, 1, tzinfo=UTC)))
    FactComponent().process([document])
    assert document.facts == []

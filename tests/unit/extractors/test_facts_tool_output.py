import json
from datetime import UTC, datetime

import pytest

from extractors.candidates import Turn
from extractors.document import Document
from extractors.facts.component import FactComponent
from extractors.facts.tool_output import MAX_CLAIMS, MAX_ITEMS
from graph_schema.model import FactKind, Role


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


def called(content: object, args: object, tool: str | None = None):
    text = content if isinstance(content, str) else json.dumps(content, ensure_ascii=False)
    turn = Turn(text, Role.TOOL, datetime(2026, 3, 1, tzinfo=UTC), tool_name=tool, tool_args=args)
    document = Document(turn)
    FactComponent().process([document])
    return document.facts


@pytest.mark.parametrize(
    ("content", "args", "tool", "expected"),
    [
        ({"status": "shipped"}, {"order_id": 7}, None, {("order 7", "status", "shipped")}),
        ({"status": "open"}, {"id": "T-9"}, "get_ticket", {("ticket T-9", "status", "open")}),
        (
            {"balance": "5 EUR", "limits": {"daily": 10}},
            {"accountId": "A1"},
            None,
            {("account A1", "balance", "5 EUR"), ("account A1", "limits.daily", "10")},
        ),
        ({"id": "B2", "status": "new"}, {"order_id": 7}, "get_order", {("order B2", "status", "new")}),
        ({"orders": [{"id": 1, "status": "new"}]}, {"customer_id": 3}, None, {("order 1", "status", "new")}),
        ({"temperature": 21}, {"page_number": 2}, "weather", set()),
        ({"temperature": 21}, {"city": "Paris"}, "weather", set()),
        ({}, {"order_id": 7, "status": "cancelled"}, "update_order", set()),
        ("done", {"order_id": 7, "status": "cancelled"}, "update_order", set()),
        ({"status": "ok"}, ["order_id"], None, set()),
    ],
)
def test_arguments_name_what_a_result_is_about_and_state_nothing(content, args, tool, expected):
    assert triples(called(content, args, tool)) == expected


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ({"status": 500, "id": "x", "message": "database is down"}, "database is down"),
        ({"error": {"code": 404, "message": "no such order"}, "order_id": 7}, "no such order"),
        ({"errors": [{"detail": "bad token"}]}, "bad token"),
        ({"ok": False, "reason": "rate limited", "name": "web-1"}, "rate limited"),
        ({"statusCode": 503}, "503"),
        ({"isError": True, "title": "Timed out"}, "Timed out"),
        ({"status": "error", "message": "disk full"}, "disk full"),
    ],
)
def test_a_failed_call_is_an_event_and_its_values_are_no_facts(content, message):
    (fact,) = read(content, tool="get_order")
    assert (fact.subject.name, fact.predicate, fact.value) == ("get_order", "failed_with", message)
    assert fact.kind is FactKind.EVENT
    assert fact.text.startswith(f"get_order failed with {message}")
    assert fact.occurs is not None
    assert read(content) == []


@pytest.mark.parametrize(
    "content",
    [
        {"order_id": 1, "error": None, "status": "shipped"},
        {"order_id": 1, "errors": [], "status": "shipped"},
        {"order_id": 1, "errors": 0, "success": True, "status": "shipped"},
        {"order_id": 1, "status": "shipped", "code": 404},
        {"order_id": 1, "status": "failed"},
    ],
)
def test_a_result_that_only_looks_like_a_failure_is_read(content):
    facts = read(content, tool="get_order")
    assert facts
    assert "failed_with" not in {fact.predicate for fact in facts}


def test_failed_elements_are_left_out():
    facts = read({"results": [{"id": 1, "status": "new"}, {"id": 2, "error": "gone", "status": "old"}]})
    assert triples(facts) == {("result 1", "status", "new")}


def test_numbers_stay_as_written():
    content = '{"item_id": "A", "price": 12.50, "weight": 1e3, "count": 100000000000000000001, "rate": NaN}'
    assert triples(read(content)) == {
        ("item A", "costs", "12.50"),
        ("item A", "weight", "1e3"),
        ("item A", "count", "100000000000000000001"),
    }


def test_huge_results_are_bounded():
    facts = read({"id": "x", **{f"k{n}": {"v": list(range(1000))} for n in range(2000)}})
    assert len(facts) == MAX_CLAIMS
    assert read("[" * 100_000) == []
    assert read('{"id": ' + "9" * 10_000 + "}") == []


def test_linked_elements_of_a_list_are_named_in_the_singular():
    facts = read({"name": "Shop", "orders": [{"id": 7, "status": "new"}]})
    assert triples(facts) == {("Shop", "orders", "order 7"), ("order 7", "status", "new")}

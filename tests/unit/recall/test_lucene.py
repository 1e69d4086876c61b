"""Queries that Lucene always accepts."""

from __future__ import annotations

from graph_schema.ids import group_token
from service.recall.lucene import MAX_TERMS, escape, grouped_query


def test_every_operator_is_escaped():
    special = '+-!(){}[]^"~*?:\\/&|<>= '
    assert escape(special) == "".join(f"\\{char}" for char in special)


def test_boolean_words_are_lower_cased():
    assert [escape(word) for word in ("AND", "OR", "NOT")] == ["and", "or", "not"]


def test_the_groups_are_required_and_weigh_nothing():
    query = str(grouped_query(["a", "b"], "text", {"rome": 1.0, "oslo": 0.3}))
    assert query == f"+group_token:({group_token('a')} {group_token('b')})^0 +text:(rome oslo^0.300)"


def test_without_terms_there_is_no_query():
    assert str(grouped_query(["a"], "text", {})) == ""


def test_the_heaviest_terms_are_kept():
    terms = {f"light{n}": 0.1 for n in range(MAX_TERMS)} | {f"heavy{n}": 1.0 for n in range(MAX_TERMS)}
    kept = [word for word, _ in grouped_query(["a"], "text", terms).terms]
    assert len(kept) == MAX_TERMS
    assert all(word.startswith("heavy") for word in kept)


def test_a_group_name_cannot_break_out():
    hostile = 'x) OR group_token:(* "'
    assert hostile not in str(grouped_query([hostile], "text", {"a": 1.0}))

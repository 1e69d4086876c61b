"""Arguments as models send them: what is coerced, and what is refused with the remedy."""

from __future__ import annotations

from typing import Any

import pytest

from service.errors import InvalidInput
from service.mcp.arguments import read_arguments
from service.mcp.compat import RetrieveMemoryArguments
from service.mcp.search import SearchArguments
from service.mcp.write import WriteArguments


@pytest.mark.parametrize(
    ("given", "field", "expected"),
    [
        ({"query": "x", "top_k": "3"}, "top_k", 3),
        ({"query": "x", "top_k": 3.0}, "top_k", 3),
        ({"query": "x", "min_score": "0.8"}, "min_score", 0.8),
        ({"query": "x", "include_archived": "true"}, "include_archived", True),
        ({"q": "x"}, "query", "x"),
        ({"Query": "x"}, "query", "x"),
        ({"search-query": "x"}, "query", "x"),
        ({"querry": "x"}, "query", "x"),
        ({"query": "x", "topK": 2}, "top_k", 2),
        ({"query": "x", "includeArchived": 1}, "include_archived", True),
        ({"query": "x", "kinds": '["fact"]'}, "kinds", ["fact"]),
        ({"query": "x", "kinds": "FACT"}, "kinds", ["fact"]),
        ({"query": "x", "kind": ["Fact", "episode"]}, "kinds", ["fact", "episode"]),
        ({"query": "x", "top_k": None}, "top_k", 5),
        ({"query": "x", "min_score": "null"}, "min_score", None),
        ({"query": "null"}, "query", "null"),
        ({"query": ["x"]}, "query", "x"),
        ({"arguments": {"query": "x"}}, "query", "x"),
        ({"params": '{"query": "x"}'}, "query", "x"),
    ],
)
def test_harmless_slips_are_coerced(given: dict[str, Any], field: str, expected: object) -> None:
    value = getattr(read_arguments(SearchArguments, given), field)
    assert (type(value), value) == (type(expected), expected)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({}, ("query", "missing")),
        ({"query": "x", "top_k": "many"}, ("top_k", "'many'", "1 to 50")),
        ({"query": "x", "top_k": 3.5}, ("top_k", "3.5")),
        ({"query": "x", "top_k": True, "k": 2}, ("top_k", "twice")),
        ({"query": {"text": "x"}}, ("query", "string")),
        ({"query": "x", "colour": "red"}, ("colour", "no such argument", "top_k")),
        ({"query": "x", "kinds": ["thought"]}, ("kinds[0]", "episode, fact, entity")),
        ({"query": "x", "min_score": "nan"}, ("min_score", "0 to 1")),
        ([], ("arguments", "not an object")),
    ],
)
def test_what_cannot_be_meant_is_refused_with_what_is_allowed(given: object, words: tuple[str, ...]) -> None:
    with pytest.raises(InvalidInput) as refused:
        read_arguments(SearchArguments, given)
    assert all(word in str(refused.value) for word in words), refused.value


def test_lists_of_objects_are_read_as_text_too() -> None:
    read = read_arguments(WriteArguments, {"batch": '[{"Text": "a", "role": "USER"}, "b"]'})
    assert read.memories is not None
    assert [(turn.content, turn.role) for turn in read.memories] == [("a", "user"), ("b", "user")]
    with pytest.raises(InvalidInput, match=r"memories\[1\].role: 'boss'.*user, assistant"):
        read_arguments(WriteArguments, {"memories": [{"content": "a"}, {"content": "b", "role": "boss"}]})
    with pytest.raises(InvalidInput, match=r"memories\[0\].mood: there is no such argument"):
        read_arguments(WriteArguments, {"memories": [{"content": "a", "mood": "good"}]})


def test_defaults_are_those_that_agents_were_taught() -> None:
    read = read_arguments(RetrieveMemoryArguments, {"query": "x"})
    assert (read.top_k, read.min_score) == (5, 0.7)

"""What every tool shows of itself."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import jsonschema
import pytest

from service.errors import InvalidInput
from service.mcp.binding import GROUP_HEADER, SESSION_HEADER, Binding
from service.mcp.profiles import tools_of
from service.mcp.schemas import KEPT
from service.mcp.tool import GROUP, AnyTool

ALL = tools_of("all")
ALONE = Binding("mine")
each_tool = pytest.mark.parametrize("tool", ALL, ids=[tool.name for tool in ALL])


def nodes(schema: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The schema and all those within it."""
    yield schema
    for child in (*schema.get("properties", {}).values(), *([schema["items"]] if "items" in schema else [])):
        yield from nodes(child)


@each_tool
def test_schemas_keep_to_what_every_provider_accepts(tool: AnyTool) -> None:
    shown = tool.described(Binding("mine", ("ours",)))
    assert re.fullmatch(r"[a-z_]{1,64}", tool.name)
    for schema in (shown.input_schema, shown.output_schema):
        assert schema is not None
        jsonschema.Draft202012Validator.check_schema(schema)
        assert schema["type"] == "object"
        for node in nodes(schema):
            assert node.keys() <= {*KEPT, "default"}
            assert isinstance(node["type"], str)
            assert all(re.fullmatch(r"[a-z_]{1,64}", name) for name in node.get("properties", {}))
            assert set(node.get("required", ())) <= set(node.get("properties", {}))
            assert all(isinstance(value, str) for value in node.get("enum", ()))


@each_tool
def test_every_argument_says_what_it_is(tool: AnyTool) -> None:
    schema = tool.described(ALONE).input_schema
    assert all(node.get("description") for node in schema["properties"].values())
    assert 40 <= len(tool.description) <= 1000


@each_tool
def test_annotations_say_what_the_tool_does(tool: AnyTool) -> None:
    hints = tool.described(ALONE).annotations
    assert hints is not None
    reads = tool.name in {
        "memory_search",
        "memory_context",
        "memory_explain",
        "memory_timeline",
        "memory_status",
        "retrieve_memory",
    }
    assert hints.read_only_hint is reads
    assert hints.destructive_hint is False
    assert hints.open_world_hint is False


def test_names_are_unique() -> None:
    assert len({tool.name for tool in ALL}) == len(ALL)
    assert {*tools_of("standard"), *tools_of("compat")} == set(ALL)


@each_tool
def test_a_group_is_an_argument_only_where_one_was_granted(tool: AnyTool) -> None:
    assert GROUP not in tool.described(ALONE).input_schema["properties"]
    granted = tool.described(Binding("mine", ("ours",))).input_schema["properties"][GROUP]
    assert granted["enum"] == ["mine", "ours"]


def test_only_granted_groups_may_be_chosen() -> None:
    binding = Binding("mine", ("ours",))
    assert (binding.choose(None), binding.choose("ours")) == ("mine", "ours")
    with pytest.raises(InvalidInput, match="mine, ours"):
        binding.choose("theirs")


def test_headers_bind_a_request_unless_the_key_has() -> None:
    headers = {GROUP_HEADER: "theirs", SESSION_HEADER: "talk"}
    assert ALONE.with_headers(headers) == Binding("theirs", session="talk")
    assert Binding("mine", settled=True).with_headers(headers) == Binding("mine", session="talk", settled=True)
    with pytest.raises(InvalidInput, match=GROUP_HEADER):
        ALONE.with_headers({GROUP_HEADER: " "})

"""JSON schemas that every provider's function calling accepts: no references, unions, formats or nulls."""

from __future__ import annotations

from typing import Any, Literal, cast

from pydantic import BaseModel

Schema = dict[str, Any]

KEPT = frozenset(
    {"type", "description", "enum", "items", "properties", "required", "minimum", "maximum", "minItems", "maxItems"}
)


def plain_schema(model: type[BaseModel], mode: Literal["validation", "serialization"] = "validation") -> Schema:
    """The model's schema in the common subset; what may be null may be left out instead."""
    full = model.model_json_schema(mode=mode)
    plain = _plain(full, cast("dict[str, Schema]", full.get("$defs", {})))
    if mode == "serialization":
        _leave_out_nulls(plain, full, cast("dict[str, Schema]", full.get("$defs", {})))
    plain.pop("description", None)
    plain.setdefault("properties", {})
    return plain


def _plain(node: Schema, definitions: dict[str, Schema]) -> Schema:
    node = _resolved(node, definitions)
    kept = {key: value for key, value in node.items() if key in KEPT}
    if "const" in node:
        kept["enum"] = [node["const"]]
    if "properties" in node:
        kept["properties"] = {name: _plain(child, definitions) for name, child in node["properties"].items()}
    if "items" in node:
        kept["items"] = _plain(node["items"], definitions)
    if node.get("default") is not None:
        kept["default"] = node["default"]
    return kept


def _resolved(node: Schema, definitions: dict[str, Schema]) -> Schema:
    """The node with its reference followed, and its one alternative to null in place of the choice."""
    if "$ref" in node:
        target = _resolved(definitions[node["$ref"].rpartition("/")[2]], definitions)
        return {**target, **{key: value for key, value in node.items() if key != "$ref"}}
    if "anyOf" in node:
        options = [option for option in node["anyOf"] if option.get("type") != "null"]
        if len(options) != 1:
            raise TypeError(f"a union of {len(options)} types has no plain schema: {node}")
        outer = {key: value for key, value in node.items() if key != "anyOf"}
        return {**_resolved(options[0], definitions), **outer}
    return node


def _leave_out_nulls(plain: Schema, node: Schema, definitions: dict[str, Schema]) -> None:
    """Answers are written without their nulls, so what may be null is not required."""
    node = _resolved(node, definitions)
    for name, child in node.get("properties", {}).items():
        if any(option.get("type") == "null" for option in child.get("anyOf", ())) and "required" in plain:
            plain["required"] = [item for item in plain["required"] if item != name]
        _leave_out_nulls(plain["properties"][name], child, definitions)
    if "items" in node:
        _leave_out_nulls(plain["items"], node["items"], definitions)

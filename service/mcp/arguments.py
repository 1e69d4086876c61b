"""Arguments as models send them, read into a tool's own: coerced where that is harmless, refused with the remedy."""

from __future__ import annotations

import difflib
import json
import re
from collections.abc import Mapping
from typing import Any, ClassVar, TypeVar, cast, get_args

from pydantic import BaseModel, ConfigDict, ValidationError

from service.errors import InvalidInput
from service.mcp.schemas import Schema, plain_schema

A = TypeVar("A", bound="Arguments")

_NEAR = 0.75
_NOTHING = {"null", "none", "undefined"}
_WRAPPERS = ("arguments", "args", "input", "parameters", "params")


class Arguments(BaseModel):
    """What a tool takes; field names are the public ones.

    Attributes:
        near: other names that models use, by field.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")
    near: ClassVar[Mapping[str, tuple[str, ...]]] = {}


def read_arguments(model: type[A], given: object) -> A:
    """The tool's arguments.

    Harmless to coerce are numbers, truth values and lists written as text, names in another case, in other words or
    misspelt, texts for a list of one, values in another letter case, and nulls for what has a default.

    Raises:
        InvalidInput: names the argument, what is wrong, and what is allowed.
    """
    schema = plain_schema(model)
    try:
        return model.model_validate(_read_object(model, schema, _unwrapped(given, schema), ""))
    except ValidationError as error:
        first = error.errors()[0]
        path = _path(first["loc"])
        raise InvalidInput(path, _problem(first), _allowed(schema, first["loc"])) from error


def _unwrapped(given: object, schema: Schema) -> object:
    if given is None:
        return {}
    if isinstance(given, dict):
        single = cast("dict[str, object]", given)
        if len(single) == 1 and (name := next(iter(single))) in _WRAPPERS and name not in schema["properties"]:
            return _unwrapped(single[name], schema)
    return cast("object", given)


def _read_object(model: type[Arguments], schema: Schema, given: object, path: str) -> dict[str, object]:
    given = _from_json(given, dict)
    if not isinstance(given, dict):
        names = ", ".join(schema["properties"])
        raise InvalidInput(path or "arguments", f"{_brief(given)} is not an object", f"an object with {names}")
    read: dict[str, object] = {}
    for name, value in cast("dict[str, object]", given).items():
        field = _field(model, schema, name, path)
        if field in read:
            raise InvalidInput(f"{path}{field}", f"it is given twice, once as {name}", "one of the two")
        value = _read_value(model, schema["properties"][field], field, value, f"{path}{field}")
        if value is not None:
            read[field] = value
    return read


def _field(model: type[Arguments], schema: Schema, name: str, path: str) -> str:
    known = tuple(schema["properties"])
    plain = _snake(name)
    for field in known:
        if plain == field or plain in model.near.get(field, ()):
            return field
    close = difflib.get_close_matches(plain, known, n=2, cutoff=_NEAR)
    if len(close) == 1:
        return close[0]
    raise InvalidInput(f"{path}{name}", "there is no such argument", ", ".join(known) or "no arguments")


def _read_value(model: type[Arguments], schema: Schema, field: str, value: object, path: str) -> object:
    kind = schema.get("type")
    if isinstance(value, str) and kind != "string" and value.strip().lower() in {"", *_NOTHING}:
        return None
    if kind == "array":
        return _read_list(model, schema, field, value, path)
    if kind == "object":
        return _from_json(value, dict)
    if isinstance(value, str) and "enum" in schema:
        return next((option for option in schema["enum"] if option.lower() == value.strip().lower()), value)
    if isinstance(value, str) and kind != "string":
        return value.strip()
    if isinstance(value, list) and len(cast("list[object]", value)) == 1:
        return cast("list[object]", value)[0]
    return cast("object", value)


def _read_list(model: type[Arguments], schema: Schema, field: str, value: object, path: str) -> object:
    value = _from_json(value, list)
    if value is None:
        return None
    items = cast("list[object]", value) if isinstance(value, list) else [value]
    inner = _model_of(model, field)
    if inner is None:
        return [_read_value(model, schema["items"], field, item, path) for item in items]
    return [
        _read_object(inner, schema["items"], {"content": item} if _is_text(item) else item, f"{path}[{index}].")
        for index, item in enumerate(items)
    ]


def _is_text(item: object) -> bool:
    return isinstance(item, str) and not item.lstrip().startswith("{")


def _model_of(model: type[Arguments], field: str) -> type[Arguments] | None:
    """The model of a list's items, None for a list of plain values."""
    pending: list[object] = [model.model_fields[field].annotation]
    while pending:
        part = pending.pop()
        if isinstance(part, type) and not get_args(part) and issubclass(part, Arguments):
            return part
        pending.extend(get_args(part))
    return None


def _from_json(value: object, wanted: type) -> object:
    if isinstance(value, str) and value.lstrip().startswith("[" if wanted is list else "{"):
        try:
            parsed: object = json.loads(value)
        except ValueError:
            return value
        return parsed if isinstance(parsed, wanted) else value
    return value


def _snake(name: str) -> str:
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name.strip()).replace("-", "_").replace(" ", "_").lower()


def _path(location: tuple[int | str, ...]) -> str:
    path = ""
    for step in location:
        path += f"[{step}]" if isinstance(step, int) else f".{step}" if path else step
    return path or "arguments"


def _problem(error: Any) -> str:
    if error["type"] == "missing":
        return "it is missing"
    message: str = error["msg"][:1].lower() + error["msg"][1:]
    return f"{_brief(error['input'])} does not fit: {message}"


def _allowed(schema: Schema, location: tuple[int | str, ...]) -> str:
    node = schema
    for step in location:
        node = node.get("items", {}) if isinstance(step, int) else node.get("properties", {}).get(step, {})
    if "enum" in node:
        return ", ".join(map(str, node["enum"]))
    words = [str(node.get("type", "what the tool's schema says"))]
    low, high = node.get("minimum", node.get("minItems")), node.get("maximum", node.get("maxItems"))
    if low is not None or high is not None:
        words.append(f"from {low}" if high is None else f"up to {high}" if low is None else f"from {low} to {high}")
    return " ".join(words) + (f" ({node['description']})" if "description" in node else "")


def _brief(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 80 else f"{text[:77]}…"

"""A model's answer to one of graphiti's prompts as graphiti wants it: whole, sound items and nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Any, cast, get_args

from pydantic import BaseModel, ValidationError

from extractors.llm.answers import flatten, without_thoughts
from extractors.llm.lenient_json import CutList, CutObject, find_values
from extractors.llm.outcome import LLMError, Reason
from extractors.llm.reading import MAX_ITEMS

_ENVELOPES = 3
"""How deep below an answer's top its list may lie (`{"result": {"edges": …}}`)."""
_DATES = ("valid_at", "invalid_at")
_YEARS = range(1000, 9000)
"""Years that stay representable in every time zone."""


class Unsuited(LLMError):
    """The model's text is no answer to graphiti's prompt; asked in another form it may give one."""


def sound_items(text: str, model: type[BaseModel]) -> tuple[dict[str, list[Any]], bool]:
    """The answer's items that fit the model, and whether it was written to its end.

    Args:
        text: as the model wrote it; thoughts, fences, an echo of the schema and text around the JSON are passed over.
        model: of graphiti's, with one list of items.

    Raises:
        Unsuited: nothing in the text is such an answer.
    """
    ((key, field),) = model.model_fields.items()
    (item_type,) = get_args(field.annotation)
    found: list[Any] | None = None
    whole = False
    for value in find_values(without_thoughts(text)):
        items = _items(value, key, item_type, _ENVELOPES)
        if items is not None and not (found and isinstance(value, CutObject | CutList)):
            found = items
            whole = not isinstance(value, CutObject | CutList)
    if found is None:
        message = f"the model wrote nothing that can be read as graphiti's {key}: try another model"
        raise Unsuited(Reason.UNREADABLE, message)
    return {key: list(_sound(found[:MAX_ITEMS], item_type))}, whole


def _items(value: object, key: str, item_type: type[BaseModel], depth: int) -> list[Any] | None:
    """The list under the key, or a bare list of items; None in a schema, in prose and in anything else."""
    if isinstance(value, list):
        listed = cast("list[Any]", value)
        return (
            listed if any(isinstance(item, dict) and item_type.model_fields.keys() & item for item in listed) else None
        )
    if not isinstance(value, dict):
        return None
    fields = cast("dict[str, object]", value)
    if isinstance(fields.get(key), list):
        return cast("list[Any]", fields[key])
    inner = (_items(part, key, item_type, depth - 1) for part in fields.values()) if depth else ()
    return next((items for items in inner if items is not None), None)


def _sound(items: list[Any], item_type: type[BaseModel]) -> Iterator[dict[str, Any]]:
    for item in items:
        if not isinstance(item, dict) or isinstance(item, CutObject):
            continue
        fields = {name: _plain(name, value, item_type) for name, value in cast("dict[str, Any]", item).items()}
        try:
            yield item_type.model_validate(fields).model_dump()
        except ValidationError:
            continue


def _plain(name: str, value: object, item_type: type[BaseModel]) -> object:
    """A nested value flattened where text is wanted, and a date that none is dropped."""
    if name in _DATES:
        return value if isinstance(value, str) and _is_date(value) else None
    field = item_type.model_fields.get(name)
    if field is not None and field.annotation is str:
        return next(iter(flatten(value)), "")
    return value


def _is_date(value: str) -> bool:
    try:
        return datetime.fromisoformat(value).year in _YEARS
    except ValueError:
        return False

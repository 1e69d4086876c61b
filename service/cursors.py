"""Opaque keyset cursors: where a page ended, bound to the filter it belongs to."""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Callable, Iterable
from typing import Any, TypeVar, cast

from graph_schema.ids import digest
from service.contract import Edge, Page
from service.errors import InvalidInput

T = TypeVar("T")
MAX_PAGE = 200


def fingerprint(kind: str, where: object) -> str:
    """Eight characters that stand for a list and its filter."""
    return digest((kind, repr(where)))[:8]


def encode(mark: str, key: Iterable[str | int]) -> str:
    """The cursor of an item.

    Args:
        mark: fingerprint of the list.
        key: the item's place in the order of the list.
    """
    return base64.urlsafe_b64encode(json.dumps([mark, *key]).encode()).decode().rstrip("=")


def decode(mark: str, cursor: str | None, types: tuple[type, ...]) -> list[Any] | None:
    """The key that `encode` was given, None for the start of the list.

    Raises:
        InvalidInput: it is not a cursor of this list with this filter.
    """
    if cursor is None:
        return None
    try:
        padded = cursor + "=" * (-len(cursor) % 4)
        found: Any = json.loads(base64.b64decode(padded, altchars=b"-_", validate=True))
    except (binascii.Error, ValueError) as error:
        raise _refused("is not a cursor") from error
    if not isinstance(found, list) or not found:
        raise _refused("is not a cursor")
    given, *key = cast(list[Any], found)
    if given != mark or [type(part) for part in key] != list(types):
        raise _refused("belongs to another list or filter")
    return key


def check_first(first: int) -> None:
    """Accepts the size of a page."""
    if not 1 <= first <= MAX_PAGE:
        raise InvalidInput("first", f"is {first}", f"1 to {MAX_PAGE}")


def page(mark: str, items: list[T], first: int, key: Callable[[T], Iterable[str | int]]) -> Page[T]:
    """A page of the first `first` items; one item more tells that there is a next page."""
    edges = tuple(Edge(item, encode(mark, key(item))) for item in items[:first])
    return Page(edges, len(items) > first)


def _refused(problem: str) -> InvalidInput:
    return InvalidInput("after", problem, "a cursor that the same list with the same filter returned, unchanged")

"""How a name or value of a gold set is compared with what was read."""

from __future__ import annotations

from graph_schema.ids import value_key

_ARTICLES = ("the ", "a ", "an ", "my ", "our ")


def plain(text: str) -> str:
    """The text folded, without an article or possessive before it."""
    key = value_key(text)
    for article in _ARTICLES:
        key = key.removeprefix(article)
    return key

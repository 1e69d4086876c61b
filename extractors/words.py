"""Word lists, written as running text."""

from __future__ import annotations


def words(text: str) -> frozenset[str]:
    """The white-space separated words of a text."""
    return frozenset(text.split())

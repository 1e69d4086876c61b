"""Queries made by tests, through the loader that the service's own go through."""

from __future__ import annotations

from graph_schema.cypher import NamedQuery, parse_query


def made_query(
    body: str, *, mode: str = "read", params: str = "none", returns: str = "value ANY", timeout: str = "10s"
) -> NamedQuery:
    """A query of the given text; `body` comes without header and language version."""
    header = {"purpose": "A test.", "mode": mode, "params": params, "returns": returns, "timeout": timeout}
    lines = [f"// {key}: {value}" for key, value in header.items()]
    return parse_query("test/made", "\n".join([*lines, "CYPHER 25", body]))

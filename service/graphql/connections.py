"""Keyset connections: opaque cursors come from the facade and go back to it unread."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

import strawberry
from strawberry.relay import PageInfo

from service import contract as c

N = TypeVar("N")
V = TypeVar("V")


@strawberry.type(description="An item and the cursor that continues after it.")
class Edge(Generic[N]):
    """An item and the cursor that continues after it."""

    node: N
    cursor: str


@strawberry.type(description="A page of items in a stable order.")
class Connection(Generic[N]):
    """A page of items in a stable order."""

    edges: list[Edge[N]]
    page_info: PageInfo


def connect(page: c.Page[V], after: str | None, present: Callable[[V], N]) -> Connection[N]:
    """The page as a connection, each item shown by `present`."""
    edges = [Edge(node=present(edge.node), cursor=edge.cursor) for edge in page.edges]
    info = PageInfo(
        has_next_page=page.has_next,
        has_previous_page=after is not None,
        start_cursor=edges[0].cursor if edges else None,
        end_cursor=edges[-1].cursor if edges else None,
    )
    return Connection(edges=edges, page_info=info)

"""Pairs of entities and of facts that wait for a decision."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from graph_schema.model import OPEN_START
from graph_schema.store import GraphStore
from service import cursors
from service.contract import Page, ReviewView
from service.ports import Clock
from service.reads.facts import Facts
from service.recall.scope import check_groups
from service.views import moment, review_view


class Reviews:
    """Reads reviews."""

    def __init__(self, store: GraphStore, clock: Clock, facts: Facts) -> None:
        self._store = store
        self._clock = clock
        self._facts = facts

    async def page(self, group_ids: tuple[str, ...], first: int, after: str | None) -> Page[ReviewView]:
        """A page of undecided pairs, oldest first.

        Raises:
            InvalidInput: the groups, `first` or `after` are not acceptable.
        """
        check_groups(group_ids)
        cursors.check_first(first)
        mark = cursors.fingerprint("reviews", group_ids)
        key = cursors.decode(mark, after, (str, str))
        rows = await self._store.read(
            "read/reviews_page",
            group_ids=list(group_ids),
            after_at=moment(key[0]) if key else OPEN_START,
            after_uuid=key[1] if key else "",
            most=first + 1,
        )
        found = await self._facts.by_uuid(_named(rows), self._clock.now(), evidence=3)
        facts = {fact.uuid: fact for fact in found}
        return cursors.page(mark, [review_view(row, facts) for row in rows], first, _place)


def _named(rows: Sequence[Mapping[str, Any]]) -> list[str]:
    return list(dict.fromkeys(uuid for row in rows for uuid in row["facts"]))


def _place(review: ReviewView) -> tuple[str, str]:
    return review.created_at.isoformat(), review.uuid

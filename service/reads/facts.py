"""Facts as they stand at a moment: lists of them, and single ones."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any

from graph_schema.model import OPEN_END, FactKind, Tier
from graph_schema.store import GraphStore
from service import cursors
from service.contract import Edge, FactFilter, FactView, Page
from service.errors import InvalidInput
from service.ports import Clock
from service.reads.entities import entities_named, knowledge
from service.recall.lucene import grouped_query
from service.recall.query import cjk_pairs, clip, content_words
from service.recall.scope import check_groups, check_times
from service.validation import check_id
from service.views import fact_view, moment

EVIDENCE = 20
"""Most pieces of evidence shown with a fact in a list; `explain` shows more."""
_SCAN = 10_000
_MAX_FILTERS = 100
_MAX_TEXT = 10_000


class Facts:
    """Reads facts."""

    def __init__(self, store: GraphStore, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    async def page(self, where: FactFilter, first: int, after: str | None) -> Page[FactView]:
        """A page of facts, newest validity first, all of it as of the moment of its first page.

        Raises:
            InvalidInput: the filter, `first` or `after` is not acceptable.
        """
        _check(where)
        cursors.check_first(first)
        mark = cursors.fingerprint("facts", where)
        key = cursors.decode(mark, after, (str, str, str))
        as_of = where.as_of or (moment(key[0]) if key else self._clock.now())
        rows = await self._rows(where, as_of.astimezone(UTC), key, first + 1)
        shown = await self.by_uuid([row["uuid"] for row in rows[:first]], as_of, where.known_at)
        places = {row["uuid"]: row["valid_at"] for row in rows}
        edges = tuple(
            Edge(fact, cursors.encode(mark, (as_of.isoformat(), places[fact.uuid].isoformat(), fact.uuid)))
            for fact in shown
        )
        return Page(edges, len(rows) > first)

    async def by_uuid(
        self, uuids: Iterable[str], at: datetime, known_at: datetime | None = None, evidence: int = EVIDENCE
    ) -> list[FactView]:
        """The facts with these uuids in this order, as they stand at (`at`, `known_at`); unknown ones are left out."""
        wanted = list(uuids)
        if not wanted:
            return []
        rows = await self._store.read(
            "read/facts_by_uuid",
            uuids=wanted,
            evidence=evidence,
            **knowledge(known_at),
        )
        return [fact_view(row, at, known_at) for row in rows]

    async def _rows(self, where: FactFilter, as_of: datetime, key: list[Any] | None, most: int) -> list[dict[str, Any]]:
        params: dict[str, Any] = {
            "group_ids": list(where.group_ids),
            "tiers": [Tier.HOT.value, Tier.COLD.value] if where.include_archived else [Tier.HOT.value],
            "kinds": [kind.value for kind in where.kinds or FactKind],
            "predicates": list(where.predicates),
            "session_ids": list(where.session_ids),
            "as_of": as_of,
            **knowledge(where.known_at),
            "include_invalid": where.include_invalid,
            "after_at": moment(key[1]) if key else OPEN_END,
            "after_uuid": key[2] if key else "",
            "most": most,
        }
        if where.text is None and where.entity is None:
            return await self._store.read("read/facts_page", **params)
        entities: list[str] = []
        if where.entity is not None:
            found = await entities_named(self._store, where.group_ids, where.entity, where.known_at)
            entities = [uuid for entity in found for uuid in (entity.uuid, *entity.members)]
            if not entities:
                return []
        queries = _text_queries(where)
        if queries is None:
            return []
        return await self._store.read("read/facts_page_among", **params, **queries, entities=entities, scan=_SCAN)


def _text_queries(where: FactFilter) -> dict[str, str] | None:
    """Full-text queries of the filter's text, both empty without text; None when the text has no word to look for."""
    if where.text is None:
        return {"query_en": "", "query_cjk": ""}
    text = clip(where.text, _MAX_TEXT)
    pairs = dict.fromkeys(cjk_pairs(text), 1.0)
    words = dict.fromkeys(content_words(text), 1.0)
    english = "" if pairs else str(grouped_query(where.group_ids, "text", words, archived=where.include_archived))
    cjk = (
        str(grouped_query(where.group_ids, "text", {**pairs, **words}, archived=where.include_archived))
        if pairs
        else ""
    )
    return {"query_en": english, "query_cjk": cjk} if english or cjk else None


def _check(where: FactFilter) -> None:
    check_groups(where.group_ids)
    check_times(asOf=where.as_of, knownAt=where.known_at)
    if where.entity is not None:
        check_id("entity", where.entity)
    if where.text is not None and not where.text.strip():
        raise InvalidInput("text", "is empty or blank", "words to look for, or null")
    for field, values in (("predicates", where.predicates), ("sessionIds", where.session_ids)):
        if len(values) > _MAX_FILTERS:
            raise InvalidInput(field, f"has {len(values)} entries", f"at most {_MAX_FILTERS}")

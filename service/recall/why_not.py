"""Where a recall lost something: the recall is run again by its own stages, and what it never saw is looked for."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from graph_schema.model import Tier
from graph_schema.store import GraphStore
from service.contract import MemoryKind, RecallInput
from service.contract_why import DirectRoute, RecallStage, WhyNot
from service.errors import UnknownId
from service.recall.candidates import ENTITY, KEYWORD, VECTOR, Candidate, route_scores
from service.recall.lucene import grouped_query
from service.recall.recall import Ranked, Recall
from service.recall.relevance import relevance
from service.recall.routes import Search, find, name_keys
from service.recall.why_not_words import lines_of
from service.tokens import estimate_tokens
from service.validation import check_id

DEEP = 1_600
"""How far the vector index is read for something that the recall did not come across."""
SCAN = 20_000
"""The same of the keyword index."""
_SCOPE = {
    MemoryKind.FACT: (
        *("group_ids", "tiers", "session_ids", "since", "until", "known_at", "believed_at", "fact_kinds", "predicates"),
        *("fact_since", "fact_until", "fact_after", "held_until", "held_after", "by_version"),
    ),
    MemoryKind.EPISODE: ("group_ids", "tiers", "session_ids", "since", "until", "turn_until", "known_at"),
}


@dataclass(frozen=True, slots=True)
class _Wanted:
    """What is looked for, in which recall."""

    uuid: str
    kind: MemoryKind
    search: Search
    ranked: Ranked


class WhyNots:
    """Says where recalls lose things."""

    def __init__(self, store: GraphStore, recall: Recall) -> None:
        """`recall` runs the stages; what is asked here is neither recorded nor counted."""
        self._store = store
        self._recall = recall

    async def of(self, request: RecallInput, uuid: str) -> WhyNot:
        """Where the recall loses a fact, turn or entity, or that it returns it.

        Raises:
            InvalidInput: the request or the id is not acceptable.
            UnknownId: the groups have no such fact, turn or entity.
            EmbedderUnavailable: the question cannot be embedded.
        """
        check_id("id", uuid)
        search = await self._recall.prepare(request)
        rows = await self._store.read("read/kind_of", uuid=uuid)
        if not rows or rows[0]["group_id"] not in request.group_ids:
            raise UnknownId("id", uuid)
        ranked = self._recall.rank(await find(self._store, search), search)
        wanted = _Wanted(uuid, MemoryKind(rows[0]["kind"]), search, ranked)
        seen = next((one for one in ranked.pool.everything() if one.uuid == uuid), None)
        why = await self._unseen(wanted) if seen is None else await self._seen(wanted, seen)
        return _worded(why, request)

    async def _unseen(self, wanted: _Wanted) -> WhyNot:
        outside, direct = await self._directly(wanted)
        if outside:
            stage = RecallStage.OUT_OF_SCOPE
        elif any(route.rank is not None or (route.route == ENTITY and route.score) for route in direct):
            stage = RecallStage.ROUTE_LIMIT
        else:
            stage = RecallStage.NO_ROUTE
        found = len(wanted.ranked.pool.everything())
        return WhyNot(wanted.uuid, wanted.kind, stage, (), outside=outside, direct=direct, candidates=found)

    async def _directly(self, wanted: _Wanted) -> tuple[tuple[str, ...], tuple[DirectRoute, ...]]:
        """The filters that leave it out, and the routes asked for it alone."""
        search = wanted.search
        kinds = () if wanted.kind in search.request.kinds else ("kinds",)
        if wanted.kind not in _SCOPE:
            return kinds, ()
        field, query = (
            ("text", "read/why_not_fact") if wanted.kind is MemoryKind.FACT else ("search_text", "read/why_not_episode")
        )
        (row,) = await self._store.read(query, uuid=wanted.uuid, **_params(wanted, field))
        outside = (*kinds, *(name for name, within in sorted(row["inside"].items()) if not within))
        return outside, _routes(row)

    async def _seen(self, wanted: _Wanted, seen: Candidate) -> WhyNot:
        """The stage after the routes at which it fell out."""
        search, ranked = wanted.search, wanted.ranked
        everything = sorted(ranked.pool.everything(), key=lambda one: (-one.score, one.uuid))
        likelihood = relevance(seen, search.question, search.calibration)
        least = search.request.min_score or 0.0
        kept = [c for c in ranked.candidates if relevance(c, search.question, search.calibration) >= least]
        best = kept[: search.request.limit]
        if seen.collapsed_into is not None:
            stage = RecallStage.COLLAPSED
        elif likelihood < least:
            stage = RecallStage.MIN_SCORE
        elif all(one.uuid != seen.uuid for one in best):
            stage = RecallStage.LIMIT
        else:
            hits = await self._recall.packed(best, ranked, search)
            stage = RecallStage.RETURNED if wanted.uuid in hits else RecallStage.TOKEN_BUDGET
        return WhyNot(
            id=wanted.uuid,
            kind=wanted.kind,
            stage=stage,
            lines=(),
            routes=route_scores(everything, [seen])[seen.uuid],
            rank=everything.index(seen) + 1,
            candidates=len(everything),
            score=round(seen.score, 6),
            relevance=round(likelihood, 6),
            collapsed_into=seen.collapsed_into,
            tokens=estimate_tokens(seen.text),
        )


def _params(wanted: _Wanted, field: str) -> dict[str, Any]:
    search = wanted.search
    question, groups = search.question, search.request.group_ids
    archived = Tier.COLD.value in search.scope.params["tiers"]
    cjk = {**question.cjk_terms, **question.terms} if question.cjk_terms else {}
    terms = {} if question.cjk_terms else question.terms
    return {
        **{name: search.scope.params[name] for name in _SCOPE[wanted.kind]},
        "vector": search.vector,
        "query_en": str(grouped_query(groups, field, terms, archived=archived)),
        "query_cjk": str(grouped_query(groups, field, cjk, archived=archived)),
        "name_keys": name_keys(groups, question),
        "deep": DEEP,
        "scan": SCAN,
    }


def _routes(row: dict[str, Any]) -> tuple[DirectRoute, ...]:
    named = row["named"] or None
    return (
        DirectRoute(VECTOR, row["vector_rank"], row["cosine"], DEEP),
        DirectRoute(KEYWORD, row["keyword_rank"], row["keyword"], SCAN),
        DirectRoute(ENTITY, None, None if named is None else float(named), 0),
    )


def _worded(why: WhyNot, request: RecallInput) -> WhyNot:
    return replace(why, lines=lines_of(why, request))

"""The one round trip of a recall, deeper each time while filters leave too little."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from itertools import product
from typing import Any

from graph_schema.model import Tier
from graph_schema.store import GraphStore
from service.contract import MemoryKind, RecallInput, RouteWeights
from service.ingest.known import name_key
from service.ports import Calibration, Vectors
from service.recall import words as w
from service.recall.candidates import Candidate, Pool, pool_of
from service.recall.lucene import grouped_query
from service.recall.query import Question
from service.recall.scope import Scope

_log = logging.getLogger(__name__)

OVERFETCH = 100
"""Least number of candidates asked of each index: of the true first 20, asking for 20 finds .81, for 100 finds .99."""
DEPTHS = ((1, 1), (4, 20), (16, 200))
"""How much deeper the vector and keyword indexes are read, step by step, while filters leave fewer hits than wanted."""
_REACH = 60
_SLACK = 10
_MAX_NAME_KEYS = 4_000
_SELF = "user"


@dataclass(frozen=True, slots=True)
class Search:
    """One question, ready to be looked up."""

    request: RecallInput
    question: Question
    scope: Scope
    weights: RouteWeights
    calibration: Calibration
    vector: Vectors | None


async def find(store: GraphStore, search: Search) -> Pool:
    """All candidates within the scope; searched deeper, in bounded steps, while filters leave fewer than the limit."""
    pool = await _find(store, search, DEPTHS[0])
    for depth in DEPTHS[1:]:
        if len(pool.everything()) >= search.request.limit or not pool.full or not search.scope.filtered:
            break
        pool = await _find(store, search, depth)
    return owned(pool, set(search.request.group_ids))


def owned(pool: Pool, groups: set[str]) -> Pool:
    """The pool without anything of another group; there should be none, so each is logged as an error."""

    def kept(candidates: list[Candidate]) -> list[Candidate]:
        strangers = [c for c in candidates if not _belongs(c, groups)]
        for stranger in strangers:
            _log.error("recall dropped %s %s of a group that was not asked for", stranger.kind, stranger.uuid)
        return [c for c in candidates if c not in strangers] if strangers else candidates

    pool.turns, pool.facts, pool.entities = kept(pool.turns), kept(pool.facts), kept(pool.entities)
    pool.episodes = {uuid: record for uuid, record in pool.episodes.items() if record["group_id"] in groups}
    return pool


def _belongs(candidate: Candidate, groups: set[str]) -> bool:
    row = candidate.row
    if candidate.kind is MemoryKind.FACT and row is not None:
        parts = [row["subject"], *([row["object"]] if row["object"] else [])]
        return candidate.group_id in groups and all(part["group_id"] in groups for part in parts)
    return candidate.group_id in groups


async def _find(store: GraphStore, search: Search, depth: tuple[int, int]) -> Pool:
    rows = await store.read("read/recall", **_params(search, depth))
    return pool_of(rows[0])


def _params(search: Search, depth: tuple[int, int]) -> dict[str, Any]:
    request, question, groups = search.request, search.question, search.request.group_ids
    wanted = max(OVERFETCH, 2 * request.limit)
    kinds = set(request.kinds)
    words = {word: 1.0 for word in question.words if len(word) > 2 and word not in w.STOP_WORDS}
    cjk_terms = {**question.cjk_terms, **question.terms} if question.cjk_terms else {}
    terms = {} if question.cjk_terms else question.terms
    archived = Tier.COLD.value in search.scope.params["tiers"]
    return {
        **search.scope.params,
        "vector": search.vector,
        "turn_query_en": grouped_query(groups, "search_text", terms, archived=archived).as_map(),
        "turn_query_cjk": grouped_query(groups, "search_text", cjk_terms, archived=archived).as_map(),
        "speakers": [{"name": name, "words": list(words)} for name, words in question.speakers.items()],
        "fact_query_en": str(grouped_query(groups, "text", terms, archived=archived)),
        "fact_query_cjk": str(grouped_query(groups, "text", cjk_terms, archived=archived)),
        "entity_query": str(grouped_query(groups, "search_text", words)),
        "name_keys": name_keys(groups, question),
        "words": sorted(words),
        "want_turns": MemoryKind.EPISODE in kinds,
        "want_facts": MemoryKind.FACT in kinds,
        "want_entities": MemoryKind.ENTITY in kinds,
        "weights": {name: float(getattr(search.weights, name)) for name in RouteWeights.__dataclass_fields__},
        "k": wanted * depth[0],
        "scan": wanted * depth[1],
        "reach": max(_REACH, request.limit),
        "rows": OVERFETCH + request.limit,
        "turn_views": request.limit + _SLACK,
        "fact_views": request.limit + _SLACK,
        "duplicate": (1.0 + search.calibration.duplicate) / 2.0,
    }


def name_keys(groups: tuple[str, ...], question: Question) -> list[str]:
    """The keys of names that the question may mean, and of the speaker's own where it is about themselves."""
    names = [*([_SELF] if question.first_person else []), *question.names]
    most = max(1, _MAX_NAME_KEYS // len(groups))
    return [name_key(group_id, name) for name, group_id in product(names[:most], groups)]

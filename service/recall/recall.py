"""Recall: from a question to the turns and facts that answer it, each with its routes, status and evidence."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import numpy as np

from graph_schema.ids import digest, new_uuid
from graph_schema.model import Tier
from graph_schema.store import GraphStore
from service.contract import FactView, Hit, HitStatus, MemoryKind, RecallInput, RecallResult, RouteScore, RouteWeights
from service.ports import Clock, Embedder, Vectors
from service.recall.candidates import Candidate, Pool, route_scores
from service.recall.collapse import collapse
from service.recall.fusion import fuse, ordered
from service.recall.packing import pack
from service.recall.query import CONTEXT_WEIGHT, Question, read_question
from service.recall.record import RecallRecord, Recorder
from service.recall.relevance import ABSTAIN_BELOW, relevance
from service.recall.routes import Search, find
from service.recall.scope import check_recall, scope_of
from service.tokens import estimate_tokens
from service.views import entity_view, episode_view, fact_view

_log = logging.getLogger(__name__)

SUPERSEDED_WEIGHT = 0.6
"""What a superseded fact's score is worth unless the question asks for the past."""


@dataclass(frozen=True, slots=True)
class Ranked:
    """Candidates in their final order without duplicates, and what a view of them needs."""

    candidates: list[Candidate]
    pool: Pool
    facts: Mapping[str, FactView]


class Recall:
    """Answers questions from the graph."""

    def __init__(self, store: GraphStore, embedder: Embedder, clock: Clock, recorder: Recorder) -> None:
        """The recorder keeps what was returned, beside the request path."""
        self._store = store
        self._embedder = embedder
        self._clock = clock
        self._recorder = recorder

    async def recall(self, request: RecallInput) -> RecallResult:
        """The best hits for the question, best first.

        Raises:
            InvalidInput: a field is not acceptable.
            EmbedderUnavailable: the question cannot be embedded.
        """
        started = time.perf_counter()
        search = await self.prepare(request)
        ranked = self.rank(await find(self._store, search), search)
        best, likelihood = _best(ranked.candidates, search)
        hits, tokens = pack(await self._hits(best, ranked), request.token_budget)
        result = RecallResult(
            recall_id=new_uuid(),
            hits=tuple(hits),
            tokens=tokens,
            abstained=likelihood < ABSTAIN_BELOW,
            took_ms=(time.perf_counter() - started) * 1e3,
        )
        self._recorder.submit(_record(request, result, self._clock.now()))
        return result

    async def prepare(self, request: RecallInput) -> Search:
        """The request as it is looked up; raises as `recall` does."""
        check_recall(request)
        now = request.now or self._clock.now()
        question = read_question(request.query, request.context)
        return Search(
            request,
            question,
            scope_of(request, now),
            request.weights or RouteWeights(),
            self._embedder.calibration,
            await self._embed(question),
        )

    async def packed(self, best: Sequence[Candidate], ranked: Ranked, search: Search) -> frozenset[str]:
        """Those of the best, by uuid, that fit into the token budget."""
        hits, _ = pack(await self._hits(best, ranked), search.request.token_budget)
        return frozenset(hit.uuid for hit in hits)

    async def warm(self) -> None:
        """Lets the server plan the query, which takes it seconds the first time; call once before serving."""
        request = RecallInput(("everwhen-warm-up",), "warm up", kinds=tuple(MemoryKind))
        question = read_question(request.query)
        scope = scope_of(request, self._clock.now())
        vector = await self._embed(question)
        await find(self._store, Search(request, question, scope, RouteWeights(), self._embedder.calibration, vector))

    async def _embed(self, question: Question) -> Vectors | None:
        """The question's direction, pulled a little towards its context; None when it has none."""
        texts = [question.text, question.context] if question.context else [question.text]
        vectors = await asyncio.gather(*(self._embedder.embed_query(text) for text in texts))
        joined = np.sum([vector * share for vector, share in zip(vectors, (1.0, CONTEXT_WEIGHT), strict=False)], axis=0)
        length = float(np.linalg.norm(joined))
        if not np.isfinite(length) or length < 1e-6:
            return None
        return (joined / length).astype(np.float32)

    def rank(self, pool: Pool, search: Search) -> Ranked:
        """The pool in its final order, duplicates collapsed."""
        request, at = search.request, search.scope.at
        fused = fuse(pool, search.question, search.weights, search.calibration)
        facts = {c.uuid: fact_view(_with_episodes(c, pool), at, request.known_at) for c in pool.facts}
        if not search.question.past:
            for candidate in pool.facts:
                if facts[candidate.uuid].status is HitStatus.SUPERSEDED:
                    candidate.score *= SUPERSEDED_WEIGHT
        return Ranked(collapse(ordered(fused), pool.alike), pool, facts)

    async def _hits(self, best: Sequence[Candidate], ranked: Ranked) -> list[Hit]:
        episodes = ranked.pool.episodes
        missing = [c.uuid for c in best if c.kind is MemoryKind.EPISODE and c.uuid not in episodes]
        if missing:
            rows = await self._store.read("read/episodes_by_uuid", uuids=missing)
            episodes = {**episodes, **{row["episode"]["uuid"]: row["episode"] for row in rows}}
        shown = [c for c in best if c.kind is not MemoryKind.EPISODE or c.uuid in episodes]
        routes = route_scores(ranked.pool.everything(), shown)
        return [_hit(c, ranked, episodes, routes[c.uuid]) for c in shown]


def _with_episodes(candidate: Candidate, pool: Pool) -> dict[str, Any]:
    """The fact's row with the turns of its evidence in place of their uuids."""
    row = candidate.row or {}
    evidence = [
        {**item, "episode": pool.episodes[item["uuid"]]} for item in row["evidence"] if item["uuid"] in pool.episodes
    ]
    return {**row, "evidence": evidence}


def _best(candidates: Sequence[Candidate], search: Search) -> tuple[list[Candidate], float]:
    """The first candidates that are relevant enough, up to the limit, and the likelihood of the likeliest of them."""
    request, least = search.request, search.request.min_score or 0.0
    best: list[Candidate] = []
    likeliest = 0.0
    for candidate in candidates:
        if len(best) == request.limit:
            break
        likelihood = relevance(candidate, search.question, search.calibration)
        if likelihood >= least:
            best.append(candidate)
            likeliest = max(likeliest, likelihood)
    return best, likeliest


def _hit(
    candidate: Candidate,
    ranked: Ranked,
    episodes: Mapping[str, Mapping[str, Any]],
    routes: tuple[RouteScore, ...],
) -> Hit:
    text, status = candidate.text, HitStatus.CURRENT
    episode = fact = entity = None
    if candidate.kind is MemoryKind.EPISODE:
        record = episodes[candidate.uuid]
        episode = episode_view(record)
        text = episode.content
        status = HitStatus.ARCHIVED if record["tier"] == Tier.COLD else HitStatus.CURRENT
    elif candidate.kind is MemoryKind.FACT:
        fact = ranked.facts[candidate.uuid]
        status = fact.status
    else:
        entity = entity_view(candidate.row or {})
    return Hit(
        uuid=candidate.uuid,
        kind=candidate.kind,
        status=status,
        score=round(candidate.score, 6),
        text=text,
        tokens=estimate_tokens(text),
        routes=routes,
        collapsed=candidate.collapsed,
        episode=episode,
        fact=fact,
        entity=entity,
    )


def _record(request: RecallInput, result: RecallResult, at: datetime) -> RecallRecord:
    return RecallRecord(
        uuid=result.recall_id,
        group_ids=request.group_ids,
        session_ids=request.session_ids,
        query_hash=digest(("query", request.query)),
        hits=tuple(hit.uuid for hit in result.hits),
        scores=tuple(hit.score for hit in result.hits),
        at=at,
        archived=tuple(hit.uuid for hit in result.hits if hit.status is HitStatus.ARCHIVED),
    )

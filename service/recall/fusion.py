"""Fuses the routes' scores into one; normalised scores, never ranks, so that a clear winner stays clear.

Weights were chosen on the development conversations of LoCoMo (see docs/recall.md).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from service.contract import RouteWeights
from service.ports import Calibration
from service.recall.candidates import ENTITY, EVIDENCE, KEYWORD, NEIGHBOUR, SESSION, SPEAKER, VECTOR, Candidate, Pool
from service.recall.query import Question

SPEAKER_WEIGHT = 0.25
SESSION_WEIGHT = 0.2
QUESTION_PENALTY = 0.1
"""A turn that asks seldom holds the answer."""
EVIDENCE_WEIGHT = 0.1
FACT_WEIGHT = 1.2
"""A fact is one sentence without neighbours: what a turn may gain from its neighbours, a fact gets for its density."""


def fuse(pool: Pool, question: Question, weights: RouteWeights, calibration: Calibration) -> list[Candidate]:
    """All candidates, scored, best first; ties by uuid.

    Args:
        pool: candidates with raw scores.
        question: as read; who it names lifts what they said.
        weights: of the routes.
        calibration: of the embedder; a cosine that means "unrelated" counts nothing.
    """
    everything = pool.everything()
    for group in (pool.turns, pool.facts, pool.entities):
        _normalise(group, everything, calibration)
    for candidate in everything:
        candidate.base = (
            weights.vector * candidate.scores.get(VECTOR, 0.0)
            + weights.keyword * candidate.scores.get(KEYWORD, 0.0)
            + weights.entity * candidate.scores.get(ENTITY, 0.0)
        )
    _neighbours(pool.turns, pool.links)
    _sessions(pool.turns)
    _speakers(pool.turns, question)
    _evidence([*pool.turns, *pool.facts])
    for candidate in everything:
        candidate.score = (
            candidate.base
            + weights.neighbour * candidate.scores.get(NEIGHBOUR, 0.0)
            + SESSION_WEIGHT * candidate.scores.get(SESSION, 0.0)
            + SPEAKER_WEIGHT * candidate.scores.get(SPEAKER, 0.0)
            + EVIDENCE_WEIGHT * candidate.scores.get(EVIDENCE, 0.0)
        )
    for turn in pool.turns:
        if turn.text.rstrip().endswith(("?", "？")):
            turn.score -= QUESTION_PENALTY
    for fact in pool.facts:
        fact.score *= FACT_WEIGHT
    return ordered(everything)


def ordered(candidates: Iterable[Candidate]) -> list[Candidate]:
    """Best first, ties by uuid."""
    return sorted(candidates, key=lambda c: (-c.score, c.uuid))


def _normalise(group: Sequence[Candidate], everything: Sequence[Candidate], calibration: Calibration) -> None:
    """Scores of 0 to 1: cosines against the best of all kinds, words and names against the best of their own kind.

    Where even the best cosine is less than `related`, that is what they are measured against.
    """
    best = max((c.raw.get(VECTOR, 0.0) for c in everything), default=0.0)
    _scale(group, VECTOR, 0.0, max(best, calibration.related))
    for route in (KEYWORD, ENTITY):
        _scale(group, route, 0.0, max((c.raw.get(route, 0.0) for c in group), default=0.0))


def _scale(group: Sequence[Candidate], route: str, low: float, high: float) -> None:
    if high <= low:
        return
    for candidate in group:
        raw = candidate.raw.get(route)
        if raw is not None and raw > low:
            candidate.scores[route] = min(1.0, (raw - low) / (high - low))


def _neighbours(turns: Sequence[Candidate], links: Iterable[tuple[str, str]]) -> None:
    """The better adjacent turn's own score: an answer often does not repeat the words it answers."""
    base = {turn.uuid: turn.base for turn in turns}
    best: dict[str, float] = {}
    for pair in links:
        for uuid, other in (pair, pair[::-1]):
            best[uuid] = max(best.get(uuid, 0.0), base.get(other, 0.0))
    for turn in turns:
        turn.scores[NEIGHBOUR] = best.get(turn.uuid, 0.0)


def _sessions(turns: Sequence[Candidate]) -> None:
    """The best own score in the turn's session: what a conversation is about shows in its best turn."""
    best: dict[tuple[str, str], float] = {}
    for turn in turns:
        if turn.session_id is not None:
            session = (turn.group_id, turn.session_id)
            best[session] = max(best.get(session, 0.0), turn.base)
    for turn in turns:
        turn.scores[SESSION] = best.get((turn.group_id, turn.session_id or ""), 0.0)


def _speakers(turns: Sequence[Candidate], question: Question) -> None:
    named = {actor: question.names_speaker(actor) for actor in {turn.actor for turn in turns}}
    for turn in turns:
        turn.scores[SPEAKER] = 1.0 if named[turn.actor] else 0.0


def _evidence(candidates: Sequence[Candidate]) -> None:
    """A good fact lifts the turns it rests on, and a good turn the facts read out of it."""
    base = {candidate.uuid: candidate.base for candidate in candidates}
    for candidate in candidates:
        candidate.scores[EVIDENCE] = max((base.get(uuid, 0.0) for uuid in candidate.lifted_by), default=0.0)

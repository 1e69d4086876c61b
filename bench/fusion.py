"""The fusion of recall on arrays, without a database: to compare embedders and weights in seconds.

A turn's own score is half keywords, half meaning, each as a share of the best for the question; a cosine counts from
what the embedder calls unrelated. To it come the better of the turns beside it, the better of those two away, the best
of its session, and two small signs: that the question names who speaks, and that the turn is itself a question.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from bench.bm25 import Bm25, character_bigrams, stemmed_words
from bench.corpus import Group
from bench.retrieval import indexed_text
from service.ports import Vectors

Scores = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]

_ASKING = """what when where who whom whose which why how did do does is are was were has have had would could should
    can will may might being been"""
ASKING = frozenset(_ASKING.split())
"""Words that make a question a question and say nothing of what it is about."""
_WORD = re.compile(r"\w+(?:['’]\w+)?")


@dataclass(frozen=True, slots=True)
class Weights:
    """What counts how much; `fetch` is how many of the best each route brings."""

    keyword: float = 0.5
    vector: float = 0.5
    neighbour: float = 0.4
    second: float = 0.2
    session: float = 0.4
    speaker: float = 0.3
    question: float = 0.15
    fetch: int = 100


class OfflineGroup:
    """The turns of a group as arrays, ready to be asked."""

    def __init__(self, group: Group, vectors: Vectors, unrelated: float = 0.0) -> None:
        """Indexes the group.

        Args:
            group: its records are in the order they were said.
            vectors: (n, dim), of the records' indexed texts, L2-normalised.
            unrelated: the cosine up to which the embedder says nothing.
        """
        tokenize = character_bigrams if group.language == "zh" else stemmed_words
        texts = [indexed_text(record) for record in group.records]
        sessions = [record.session for record in group.records]
        self._vectors = vectors
        self._unrelated = unrelated
        self._bm25 = Bm25(texts, tokenize)
        self._beside = np.array([left == right for left, right in pairwise(sessions)], dtype=bool)
        self._session = np.unique(np.array(sessions), return_inverse=True)[1]
        self._asks = np.array([record.text.rstrip().endswith(("?", "？")) for record in group.records])
        self._actors = [(record.actor or "").lower() for record in group.records]

    def scores(self, question: str, vector: Vectors, weights: Weights) -> Scores:
        """Score of each turn for a question with this vector; minus infinity where no route brings it."""
        named = self._named(question)
        words = [word for word in _WORD.findall(question) if word.lower() not in ASKING]
        told = [word for word in words if re.sub(r"['’]s$", "", word.lower()) not in named]
        keyword = self._bm25.scores(" ".join(told or words) or question)
        cosine = np.asarray(self._vectors @ vector, dtype=np.float64)
        brought = _best(keyword, weights.fetch) & (keyword > 0) | _best(cosine, weights.fetch)
        brought |= _beside(brought.astype(np.float64), self._beside, 1) > 0
        keyword = np.where(_best(keyword, weights.fetch), keyword, 0.0)
        own = weights.keyword * _by_best(keyword) + weights.vector * _by_best(np.maximum(cosine - self._unrelated, 0.0))
        own = np.where(brought, own, 0.0)
        speaks = np.array([bool(actor) and actor.split()[0] in named for actor in self._actors])
        total = (
            own
            + weights.neighbour * _beside(own, self._beside, 1)
            + weights.second * _beside(own, self._beside, 2)
            + weights.session * self._best_of_session(own)
            + weights.speaker * speaks
            - weights.question * self._asks
        )
        return np.where(brought, total, -np.inf)

    def _named(self, question: str) -> set[str]:
        words = {re.sub(r"['’]s$", "", word.lower()) for word in _WORD.findall(question)}
        return {actor.split()[0] for actor in self._actors if actor and actor.split()[0] in words}

    def _best_of_session(self, own: Scores) -> Scores:
        best = np.zeros(int(self._session.max()) + 1)
        np.maximum.at(best, self._session, own)
        return best[self._session]


def _by_best(values: Scores) -> Scores:
    return values / max(float(values.max()), 1e-9)


def _best(values: Scores, count: int) -> Flags:
    """Which values are among the `count` best."""
    if len(values) <= count:
        return np.ones(len(values), dtype=bool)
    return values >= np.partition(values, -count)[-count]


def _beside(values: Scores, beside: Flags, steps: int) -> Scores:
    """The greater value of the turns `steps` before and after within the session; 0 where there is none."""
    if len(values) <= steps:
        return np.zeros(len(values))
    joined = np.ones(len(values) - steps, dtype=bool)
    for step in range(steps):
        joined &= beside[step : len(beside) - steps + 1 + step]
    before, after = np.zeros(len(values)), np.zeros(len(values))
    before[steps:] = np.where(joined, values[:-steps], 0.0)
    after[:-steps] = np.where(joined, values[steps:], 0.0)
    return np.maximum(before, after)


def ranked(scores: Scores, keys: Sequence[str], limit: int) -> list[str]:
    """The keys of the turns that some route brought, best first."""
    order: list[int] = np.argsort(-scores, kind="stable")[:limit].tolist()
    return [keys[place] for place in order if np.isfinite(scores[place])]

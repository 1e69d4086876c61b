"""Retrieval metrics of one ranked list against its gold, and their means."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

CUTS = (5, 10, 20, 50)


@dataclass(frozen=True, slots=True)
class QuestionScore:
    """Metrics of one question.

    Attributes:
        recall, hit, all: by cut of `CUTS`: share of the gold found; any found; every one found.
        mrr: reciprocal rank of the first gold within the list, 0 if absent. ndcg: nDCG@10, binary gains.
    """

    category: str
    recall: tuple[float, ...]
    hit: tuple[float, ...]
    all: tuple[float, ...]
    mrr: float
    ndcg: float


def score_question(ranked: Sequence[str], gold: AbstractSet[str], category: str) -> QuestionScore:
    """Metrics of `ranked` (best first, no repeats) against a gold that is not empty."""
    found = [key in gold for key in ranked]
    within = [sum(found[:cut]) for cut in CUTS]
    gain = sum(1 / math.log2(rank + 2) for rank, good in enumerate(found[:10]) if good)
    ideal = sum(1 / math.log2(rank + 2) for rank in range(min(10, len(gold))))
    return QuestionScore(
        category=category,
        recall=tuple(count / len(gold) for count in within),
        hit=tuple(float(count > 0) for count in within),
        all=tuple(float(count == len(gold)) for count in within),
        mrr=next((1 / rank for rank, good in enumerate(found, start=1) if good), 0.0),
        ndcg=gain / ideal,
    )


def mean_score(scores: Iterable[QuestionScore], name: str) -> tuple[QuestionScore, int]:
    """The mean over questions, under the category `name`, and how many they were; zeros over none."""
    items = list(scores)
    count = len(items)
    divisor = max(count, 1)

    def mean(values: Iterable[tuple[float, ...]]) -> tuple[float, ...]:
        rows = list(values)
        return tuple(sum(row[place] for row in rows) / divisor for place in range(len(CUTS)))

    return (
        QuestionScore(
            category=name,
            recall=mean(item.recall for item in items),
            hit=mean(item.hit for item in items),
            all=mean(item.all for item in items),
            mrr=sum(item.mrr for item in items) / divisor,
            ndcg=sum(item.ndcg for item in items) / divisor,
        ),
        count,
    )

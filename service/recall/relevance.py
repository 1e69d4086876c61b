"""How likely a hit has to do with the question: a probability that means the same for every embedder."""

from __future__ import annotations

import math

from service.ports import Calibration
from service.recall.candidates import VECTOR, Candidate
from service.recall.query import Question, cjk_pairs, content_words

ABSTAIN_BELOW = 0.3
"""When even the best hit is less likely relevant than this, the recall abstains."""
DENSE_SLOPE = 1.36
WORD_SLOPE = 3.44
BIAS = -2.13
"""Fitted on LoCoMo's development questions with USE: evidence turns against others, half of them near misses."""
_WORDS_ONLY_SLOPE = 6.0


def relevance(candidate: Candidate, question: Question, calibration: Calibration) -> float:
    """The probability that the candidate has to do with the question.

    A logistic function of how far its cosine lies above `unrelated`, in units of `related - unrelated`, and of the
    share of the question's words that it has; by words alone where there is no vector. At `related` with half of the
    words it is about one half.
    """
    covered = coverage(candidate.text, question)
    cosine = candidate.raw.get(VECTOR)
    if cosine is None:
        return _logistic(_WORDS_ONLY_SLOPE * (covered - 0.5))
    margin = (cosine - calibration.unrelated) / max(calibration.related - calibration.unrelated, 1e-6)
    return _logistic(DENSE_SLOPE * math.log1p(max(margin, 0.0)) + WORD_SLOPE * covered + BIAS)


def coverage(text: str, question: Question) -> float:
    """Share of the question's terms, 0–1 by weight, that the text has in some form; 0 for a question without any."""
    wanted = {**{stem(term): weight for term, weight in question.terms.items()}, **question.cjk_terms}
    total = sum(wanted.values())
    if not total:
        return 0.0
    there = {stem(word) for word in content_words(text)} if question.terms else set[str]()
    if question.cjk_terms:
        there.update(cjk_pairs(text))
    return sum(weight for term, weight in wanted.items() if term in there) / total


def stem(word: str) -> str:
    """The word without its commonest English endings; a rough equal of the index's stemmer, for counting only."""
    word = word.removesuffix("'s")
    for ending in ("ing", "ed", "ies", "es", "s", "ly", "e", "y"):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return word.removesuffix(ending)
    return word


def _logistic(x: float) -> float:
    return 1.0 / (1.0 + math.exp(-x))

"""Calibrated relevance."""

from __future__ import annotations

import pytest

from service.contract import MemoryKind
from service.recall.candidates import Candidate
from service.recall.query import read_question
from service.recall.relevance import coverage, relevance
from service.testing import FixedThresholds

QUESTION = read_question("Which city does Ana live in?")


def judged(text: str, cosine: float | None) -> float:
    raw = {} if cosine is None else {"vector": cosine}
    return relevance(Candidate("a", MemoryKind.EPISODE, "g", text, raw), QUESTION, FixedThresholds())


def test_it_grows_with_the_cosine_and_with_the_words():
    assert judged("x", 0.1) < judged("x", 0.3) < judged("x", 0.6)
    assert judged("x", 0.3) < judged("Ana", 0.3) < judged("Ana lives in a city", 0.3)


def test_unrelated_is_unlikely_and_a_full_match_is_likely():
    assert judged("x", 0.1) < 0.3
    assert judged("Ana lives in the city of Rome", 0.6) > 0.8


def test_words_decide_where_there_is_no_vector():
    assert judged("x", None) < 0.1 < 0.8 < judged("Ana lives in this city", None)


@pytest.mark.parametrize("cosine", [-1.0, 0.0, 1.0, None])
def test_it_is_a_probability(cosine: float | None):
    assert 0.0 < judged("anything", cosine) < 1.0


def test_words_are_compared_by_their_stems():
    assert coverage("Ana lived in cities", read_question("Which city does Ana live in?")) == 1.0


def test_chinese_is_covered_by_pairs():
    assert coverage("张三住在北京", read_question("北京")) == 1.0
    assert coverage("张三住在上海", read_question("北京")) == 0.0

"""Metrics, BM25, the offline fusion and the tables: against values worked out by hand."""

from __future__ import annotations

import math
from datetime import UTC, datetime, timedelta

import numpy as np
import pytest

from bench.bm25 import Bm25, character_bigrams, plain_words, stemmed_words
from bench.corpus import Group, Question, Record
from bench.fusion import OfflineGroup, Weights, ranked
from bench.generated import turns
from bench.metrics import mean_score, score_question
from bench.report import HEADER, markdown, score_rows
from bench.retrieval import episode, indexed_text, top

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


def test_metrics_of_one_question() -> None:
    ranked_keys = ["x", "a", "y", "z", "w", "b", *"mnopq", "c"]
    score = score_question(ranked_keys, {"a", "b", "c", "gone"}, "k")
    assert score.recall == (0.25, 0.5, 0.75, 0.75)
    assert score.hit == (1, 1, 1, 1)
    assert score.all == (0, 0, 0, 0)
    assert score.mrr == 0.5
    ideal = sum(1 / math.log2(rank + 2) for rank in range(4))
    assert score.ndcg == pytest.approx((1 / math.log2(3) + 1 / math.log2(7)) / ideal)


def test_nothing_found_scores_nothing() -> None:
    score = score_question([], {"a"}, "k")
    assert (score.recall, score.mrr, score.ndcg) == ((0, 0, 0, 0), 0, 0)


def test_means_are_over_questions() -> None:
    scores = [score_question(["a"], {"a"}, "k"), score_question(["b"], {"a"}, "k")]
    mean, count = mean_score(scores, "all")
    assert (mean.category, count, mean.recall[0], mean.mrr) == ("all", 2, 0.5, 0.5)
    assert mean_score([], "none")[1] == 0


def test_bm25_by_hand() -> None:
    bm25 = Bm25(["red tea", "red red wine wine", "blue"], plain_words)
    idf = math.log(1 + (3 - 2 + 0.5) / 2.5)
    average = 7 / 3
    first = idf * 1 / (1 + 1.2 * (0.25 + 0.75 * 2 / average))
    second = idf * 2 / (2 + 1.2 * (0.25 + 0.75 * 4 / average))
    assert bm25.scores("RED") == pytest.approx([first, second, 0])
    assert bm25.scores("green").tolist() == [0, 0, 0]


def test_tokens() -> None:
    assert plain_words("Ada's 2nd_try!") == ["ada's", "2nd", "try"]
    assert stemmed_words("The cats' owner was running to Ada's house") == ["cat", "owner", "run", "ada", "hous"]
    assert character_bigrams("我爱成都 tea 火") == ["我爱", "爱成", "成都", "tea", "火"]


def record(key: str, text: str, actor: str = "Ada", session: str = "s1", minutes: int = 0) -> Record:
    return Record(key, text, actor, "USER", session, NOON + timedelta(minutes=minutes), "chat")


GROUP = Group(
    "g",
    "en",
    (
        record("0", "Which instrument do you play?", "Bo"),
        record("1", "For years it has been the cello."),
        record("2", "Lovely!", "Bo"),
        record("3", "The bus was late again.", session="s2"),
        record("4", "Bo plays the drums.", session="s3"),
    ),
    (Question("What instrument does Ada play?", frozenset({"1"}), "k"),),
    0,
    0,
)


def test_fusion_lets_the_answer_inherit_from_the_question_before_it() -> None:
    vectors = np.eye(5, dtype=np.float32)
    nothing = np.zeros(5, dtype=np.float32)
    offline = OfflineGroup(GROUP, vectors)
    keys = [item.key for item in GROUP.records]
    alone = ranked(offline.scores(GROUP.questions[0].text, nothing, Weights(1, 0, 0, 0, 0, 0, 0)), keys, 5)
    fused = ranked(offline.scores(GROUP.questions[0].text, nothing, Weights()), keys, 5)
    assert alone[0] == "0"
    assert fused[0] == "1"


def test_fusion_leaves_out_what_no_route_brings() -> None:
    offline = OfflineGroup(GROUP, np.eye(5, dtype=np.float32))
    scores = offline.scores("drums", np.array([0, 0, 0, 0, 1], dtype=np.float32), Weights(fetch=1))
    assert ranked(scores, ["0", "1", "2", "3", "4"], 5) == ["4"]


def test_top_leaves_out_zeros() -> None:
    assert top([0.0, 2.0, 1.0, 2.0], ["a", "b", "c", "d"]) == ["b", "d", "c"]


def test_a_record_as_sent_and_as_indexed() -> None:
    item = GROUP.records[1]
    assert episode(item)["validAt"] == "2026-03-01T12:00:00Z"
    assert episode(item)["externalId"] == "1"
    assert indexed_text(item) == "[2026-03-01] Ada: For years it has been the cello."


def test_tables_pool_the_headline_first() -> None:
    scores = {"ours": [score_question(["a"], {"a"}, "1"), score_question([], {"a"}, "5")]}
    rows = score_rows(scores, {"1"}, "headline")
    assert [row[:4] for row in rows] == [
        ("headline", "ours", "1", "1.000"),
        ("1", "ours", "1", "1.000"),
        ("5", "ours", "1", "0.000"),
    ]
    assert len(rows[0]) == len(HEADER)
    assert markdown(("a", "long"), [("x", "y")]) == "| a | long |\n|---|------|\n| x | y    |"


def test_generated_turns_are_the_same_for_a_seed_and_never_alike() -> None:
    assert turns(50, 1) == turns(50, 1) != turns(50, 2)
    assert len({turn.content for turn in turns(1000, 1)}) == 1000

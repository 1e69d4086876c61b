"""Reading a question."""

from __future__ import annotations

import pytest

from service.recall.query import MAX_CHARS, cjk_pairs, content_words, read_question


def test_function_and_question_words_are_left_out():
    assert set(read_question("Where did Ana move to, and why?").terms) == {"ana", "move"}


def test_a_question_of_function_words_only_keeps_them():
    assert set(read_question("What is it?").terms) == {"what", "is", "it"}


def test_operators_are_words():
    assert set(content_words("cats AND dogs NOT birds")) == {"cats", "dogs", "birds"}


def test_chinese_is_looked_up_by_pairs_of_characters():
    assert cjk_pairs("张三住在北京") == ["张三", "三住", "住在", "在北", "北京"]
    assert cjk_pairs("我") == ["我"]


def test_pairs_of_function_characters_are_left_out():
    assert "什么" not in read_question("他喜欢什么").cjk_terms
    assert "喜欢" in read_question("他喜欢什么").cjk_terms


@pytest.mark.parametrize("query", ["!!!", "…。？", "()[]{}^~*?:\\/"])
def test_punctuation_alone_has_no_terms(query: str):
    question = read_question(query)
    assert (question.terms, question.cjk_terms, question.names) == ({}, {}, ())


def test_an_emoji_is_a_term():
    assert set(read_question("🐱🎉").terms) == {"🐱", "🎉"}


def test_the_context_weighs_less_the_further_back_it_is():
    question = read_question("where?", ["we went to Oslo", "then to Rome"])
    assert question.terms["rome"] > question.terms["oslo"] > 0
    assert question.context == "we went to Oslo then to Rome"


def test_a_word_of_the_question_keeps_its_weight_when_the_context_has_it_too():
    assert read_question("Rome?", ["Rome is old"]).terms["rome"] == 1.0


def test_names_are_folded_word_groups_that_neither_begin_nor_end_with_a_function_word():
    names = read_question("Does José Núñez live in C++ land?").names
    assert {"jose nunez", "jose", "nunez", "c++", "c++ land"} <= set(names)
    assert not any(name.startswith(("does", "in ")) or name.endswith(" in") for name in names)


def test_chinese_names_are_found_without_spaces():
    assert "张三" in read_question("张三住在哪里").names


@pytest.mark.parametrize("query", ["Where did she live before?", "他以前住在哪里", "What did Ana used to play?"])
def test_the_past_is_noticed(query: str):
    assert read_question(query).past


@pytest.mark.parametrize("query", ["Where does she live?", "他住在哪里"])
def test_the_present_is_not_the_past(query: str):
    assert not read_question(query).past


@pytest.mark.parametrize(
    ("query", "first"), [("Where do I live?", True), ("我住在哪里", True), ("Where is Ana?", False)]
)
def test_the_first_person_is_noticed(query: str, first: bool):
    assert read_question(query).first_person is first


@pytest.mark.parametrize(
    ("query", "actor", "named"),
    [
        ("What did Ana say?", "Ana", True),
        ("What did ana's dog do?", "Ana Costa", True),
        ("What about Anatole?", "Ana", False),
        ("王芳说了什么", "王芳", True),
        ("Anything?", None, False),
    ],
)
def test_a_named_speaker_is_recognised(query: str, actor: str | None, named: bool):
    assert read_question(query).names_speaker(actor) is named


def test_a_speaker_stands_for_the_terms_of_the_name():
    speakers = read_question("What did Ana Costa's boss say?").speakers
    assert set(speakers["Ana"]) == {"ana", "ana's"}
    assert {"costa", "costa's"} <= set(speakers["Ana Costa"])
    assert "What" not in speakers


def test_of_a_very_long_question_beginning_and_end_are_read():
    question = read_question("alpha " + "filler " * 200_000 + "omega")
    assert {"alpha", "omega", "filler"} <= set(question.terms)
    assert len(question.text) <= MAX_CHARS


def test_a_word_without_end_is_cut():
    assert max(map(len, read_question("a" * 1_000_000).terms)) <= 255

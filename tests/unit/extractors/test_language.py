from __future__ import annotations

from datetime import UTC, datetime

import pytest

from extractors.candidates import Turn
from extractors.document import Document
from extractors.language import LanguageComponent, detect
from extractors.pipeline import Pipeline
from extractors.segment import SegmentComponent
from graph_schema.model import Role


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("I moved to Berlin last year", "en"),
        ("ok cool", "en"),
        ("Met Caroline downtown", "en"),
        ("Happy birthday Melanie", "en"),
        ("Meeting w/ Bob 3pm Tue", "en"),
        ("我在 OpenAI 工作", "zh"),
        ("東京大學", "zh"),
        ("我的邮箱是ana.silva@example.org。", "zh"),
        ("我的网站是https://example.org/blog。", "zh"),
        ("東京に行きました", "ja"),
        ("안녕하세요", "ko"),
        ("Привет, как дела", "ru"),
        ("Ich arbeite bei OpenAI in Berlin", "de"),
        ("Je suis à Paris depuis hier", "fr"),
        ("El perro come en la cocina", "es"),
        ("Ik woon in Utrecht", "nl"),
        ("😀😀", "und"),
        ("12345", "und"),
        ("https://example.com/some/path", "und"),
        ("", "und"),
    ],
)
def test_language(text: str, language: str):
    assert detect(text) == language


def read(content: str) -> Document:
    turn = Turn(content, Role.USER, datetime(2023, 6, 15, tzinfo=UTC))
    (document,) = Pipeline([LanguageComponent(), SegmentComponent()]).documents([turn])
    assert isinstance(document, Document)
    return document


def test_sentences_of_a_mixed_turn_have_their_own_languages():
    document = read("我昨天在北京。你好！This is an English sentence. 结束")
    assert [(document.text(s), s.language) for s in document.sentences] == [
        ("我昨天在北京。", "zh"),
        ("你好！", "zh"),
        ("This is an English sentence.", "en"),
        ("结束", "zh"),
    ]
    assert document.syntax is not None
    assert [token.text for token in document.words(document.sentences[0])][:2] == ["我", "昨天"]


def test_english_sentences_end_where_the_parser_says_and_at_line_ends():
    document = read("Hi 😀 there. I met Dr. Smith at 3 p.m. yesterday!\nWe had fun")
    texts = [document.text(sentence) for sentence in document.sentences]
    assert texts == ["Hi 😀 there.", "I met Dr. Smith at 3 p.m. yesterday!", "We had fun"]
    span = document.span(document.sentences[1])
    assert span is not None
    assert span.text == texts[1]


def test_json_is_seen_as_structured_and_not_parsed_as_prose():
    document = read('{"status": "shipped", "note": "the order is on its way to you"}')
    assert document.structured == {"status": "shipped", "note": "the order is on its way to you"}
    assert document.syntax is None


def test_words_have_offsets_and_parts_of_speech():
    document = read("😀张伟在腾讯上班")
    words = {token.text: token for token in document.tokens}
    assert words["张伟"].start == 1
    assert words["张伟"].pos == "nr"

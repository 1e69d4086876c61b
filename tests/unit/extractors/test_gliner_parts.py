"""What stands around a GLiNER model: windows, words apart, plausible names, settings. No model is needed."""

from __future__ import annotations

import re
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extractors.candidates import Turn
from extractors.document import Document
from extractors.mentions.gliner.engine import GlinerError, Span
from extractors.mentions.gliner.particles import without_particle
from extractors.mentions.gliner.plausible import is_plausible
from extractors.mentions.gliner.settings import LABELS, GlinerSettings, parse_labels, parse_thresholds
from extractors.mentions.gliner.view import view_of
from extractors.mentions.gliner.windows import apart, windows
from extractors.registry import build_pipeline
from graph_schema.model import Role


def read(content: str) -> Document:
    turn = Turn(content, Role.USER, datetime(2024, 5, 2, tzinfo=UTC))
    (document,) = build_pipeline(("language", "segments.plain")).documents([turn])
    assert isinstance(document, Document)
    return document


@given(st.integers(1, 300), st.integers(7, 60), st.integers(1, 3))
def test_every_name_is_whole_in_the_one_window_that_owns_it(length: int, most: int, margin: int):
    text = " ".join(f"w{number}" for number in range(length))
    parts = windows(text, most, margin)
    assert all(len(text[part.start : part.end].split()) <= most for part in parts)
    for match in re.finditer(rf"(?=((?:^|(?<= ))\S+(?: \S+){{{margin - 1}}}))", text):
        start, end = match.start(1), match.end(1)
        owners = [part for part in parts if part.first <= start < part.last]
        assert len(owners) == 1
        assert owners[0].start <= start
        assert end <= owners[0].end


def test_a_window_gives_its_own_spans_counted_in_the_text():
    first, second = windows("a b c d e f", 4, 1)[:2]
    name = Span(2, 3, "person", 0.9)
    assert [span.start for span in first.own([name])] == [2]
    assert [span.start for span in second.own([name])] == [second.start + 2]
    assert list(second.own([Span(0, 1, "person", 0.9)])) == []


@pytest.mark.parametrize("text", ["", "  \n "])
def test_no_word_no_window(text: str):
    assert windows(text, 10, 1) == []


def test_of_overlapping_spans_the_surest_stays_then_the_longest():
    spans = [Span(0, 5, "a", 0.7), Span(3, 9, "a", 0.9), Span(10, 12, "b", 0.6), Span(10, 14, "b", 0.6)]
    assert apart(spans) == [Span(3, 9, "a", 0.9), Span(10, 14, "b", 0.6)]


@pytest.mark.parametrize(
    ("content", "view"),
    [
        ("张伟在北京工作", "张伟 在 北京 工作"),
        ("東京に住んでいます", "東京 に 住 んでいます"),
        ("トヨタの田中さん", "トヨタ の 田中 さん"),
        ("Ana vive en Lima", "Ana vive en Lima"),
        ("😀 北京 好", "😀 北京 好"),
    ],
)
def test_words_stand_apart_and_lead_back_to_where_they_stood(content: str, view: str):
    made = view_of(read(content))
    assert made.text == view
    for match in re.finditer(r"\S+", view):
        start, end = made.place(match.start(), match.end())
        assert content[start:end] == match[0]


def test_a_span_within_a_word_grows_to_the_word_and_its_marks():
    content = "मैं दिल्ली में हूँ"
    start = content.index("दि")
    view = view_of(read(content))
    assert content[slice(*view.place(start, start + 1))] == "दिल्ली"
    assert content[slice(*view.place(start + 2, start + 3))] == "दिल्ली"


@pytest.mark.parametrize(
    ("text", "kind", "plausible"),
    [
        ("Lucía", "person", True),
        ("yo", "person", False),
        ("Ich", "person", False),
        ("彼女", "person", False),
        ("우리", "person", False),
        ("mi hermano", "person", False),
        ("hermano", "person", False),
        ("paella", "food", True),
        ("東京", "location", True),
        ("3M", "organization", True),
        ("iPhone", "product", True),
        ("...", "organization", False),
        ("X", "person", False),
        ("กรุงเทพ", "location", True),
        ("ฉันชื่อสมหญิงและอาศัยอยู่ที่กรุงเทพ", "person", False),
        ("A\nB", "person", False),
    ],
)
def test_what_can_be_a_name(text: str, kind: str, plausible: bool):
    assert is_plausible(text, kind) is plausible


@pytest.mark.parametrize(
    ("surface", "name"),
    [
        ("서울에", "서울"),
        ("서울에서", "서울"),
        ("민수가", "민수"),
        ("김민수는", "김민수"),
        ("삼성이", "삼성"),
        ("제주도", "제주도"),
        ("마을", "마을"),
        ("Google에서", "Google에서"),
        ("서울", "서울"),
    ],
)
def test_a_korean_particle_is_no_part_of_a_name(surface: str, name: str):
    assert without_particle(surface) == name


def test_labels_and_thresholds_are_read_from_their_settings():
    assert parse_labels("") == dict(LABELS)
    assert parse_labels("medicine, company = organization,") == {
        **LABELS,
        "medicine": "medicine",
        "company": "organization",
    }
    assert parse_thresholds("person=0.6, work=.8") == {"person": 0.6, "work": 0.8}
    settings = GlinerSettings("m", threshold=0.5, thresholds={"person": 0.6, "food": 0.4})
    assert (settings.least, settings.threshold_of("person"), settings.threshold_of("work")) == (0.4, 0.6, 0.5)


@pytest.mark.parametrize("said", ["=person", "city=Big Place", "x=1?"])
def test_a_malformed_label_is_refused(said: str):
    with pytest.raises(GlinerError, match="is no GLiNER label: write LABEL or LABEL=TYPE"):
        parse_labels(said)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: parse_thresholds("person"), "write TYPE=NUMBER"),
        (lambda: GlinerSettings(" "), "has no name"),
        (lambda: GlinerSettings("m", threshold=1.0), "threshold=1.0 is not between 0 and 1"),
        (lambda: GlinerSettings("m", thresholds={"person": 0.0}), "person=0.0 is not between"),
        (lambda: GlinerSettings("m", thresholds={"city": 0.6}), "no label stands for; types: person, organization"),
        (lambda: GlinerSettings("m", window_words=0), "at least one word"),
    ],
)
def test_settings_that_cannot_be_are_refused(make: object, message: str):
    with pytest.raises(GlinerError, match=message):
        make()  # type: ignore[operator]

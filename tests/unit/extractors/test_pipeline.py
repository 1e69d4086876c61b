from __future__ import annotations

import threading
from collections.abc import Sequence
from datetime import UTC, datetime

import pytest

from extractors.candidates import Extraction, Turn
from extractors.document import Document
from extractors.mentions.gliner.component import NAME as GLINER
from extractors.mentions.gliner.component import GlinerMentions
from extractors.pipeline import ExtractionError, Pipeline, PipelineError
from extractors.registry import COMPONENTS, EXTRACTORS, build_pipeline, default_pipeline, local_pipeline
from graph_schema.model import Role

NOW = datetime(2023, 6, 15, 12, tzinfo=UTC)


def turn(content: str, role: Role = Role.USER, **more: object) -> Turn:
    return Turn(content, role, NOW, **more)  # type: ignore[arg-type]


class Tongue:
    """Calls every turn English, and chokes on those that say so."""

    name = "tongue"
    version = "1"
    assigns = ("language",)
    requires = ()

    def process(self, documents: Sequence[Document]) -> None:
        for document in documents:
            if "choke" in document.content:
                raise RuntimeError("choked")
            document.language = "en"


class Needy(Tongue):
    name = "needy"
    assigns = ("mentions",)
    requires = ("syntax",)


class Odd(Tongue):
    name = "odd"
    assigns = ("weather",)


def test_requirement_that_nothing_assigns_is_refused_naming_what_there_is():
    with pytest.raises(PipelineError, match=r"needy requires syntax.*available there: language"):
        Pipeline([Tongue(), Needy()])


def test_unknown_attribute_is_refused_naming_the_known_ones():
    with pytest.raises(PipelineError, match=r"weather.*available: language, sentences"):
        Pipeline([Odd()])


def test_two_components_of_one_name_are_refused():
    with pytest.raises(PipelineError, match="tongue"):
        Pipeline([Tongue(), Tongue()])


def test_unknown_component_name_is_refused_naming_the_registry():
    with pytest.raises(PipelineError, match=r"no component is named glinner; available: language, segments"):
        build_pipeline(["language", "glinner"])


def test_every_registered_component_has_its_own_name():
    made = {name: GlinerMentions.name if name == GLINER else make().name for name, make in COMPONENTS.items()}
    assert made == {name: name for name in COMPONENTS}


def test_a_component_that_needs_a_model_says_so():
    with pytest.raises(PipelineError, match=r"mentions\.gliner needs a model"):
        local_pipeline(["gliner"])


def test_every_local_extractor_names_registered_components():
    assert {name for names in EXTRACTORS.values() for name in names} == set(COMPONENTS)


def test_an_unknown_local_extractor_is_refused_naming_those_there_are():
    with pytest.raises(PipelineError, match=r"no local extractor is named spcay; available: rules, spacy"):
        local_pipeline(["rules", "spcay"])


def test_rules_alone_are_a_pipeline_without_a_parse():
    rules = local_pipeline(["rules"])
    texts = ("我去年从北京搬到了上海。", "Mail ana@example.com on 7 May 2023, please.", "I moved to Oslo last year.")
    chinese, english, unparsed = rules.extract([turn(text) for text in texts])
    assert [fact.predicate for fact in chinese.facts]
    assert {mention.type for mention in english.mentions} == {"email"}
    assert [time.timex for time in english.times] == ["2023-05-07"]
    assert unparsed.facts == ()
    assert "spacy" not in " ".join(f"{c.name}@{c.version}" for c in rules.components)
    assert rules.version != default_pipeline().version


def test_the_default_reads_by_rules_and_parse():
    assert default_pipeline().version == local_pipeline(["spacy", "rules"]).version


def test_version_changes_with_the_components():
    whole, part = default_pipeline(), build_pipeline(["language", "segments"])
    assert whole.version == default_pipeline().version != part.version


def test_a_failing_turn_is_reported_alone_and_the_others_are_read():
    pipeline = Pipeline([Tongue()])
    with pytest.raises(ExtractionError) as caught:
        pipeline.extract([turn("one"), turn("choke on this"), turn("three")])
    assert list(caught.value.failures) == [1]
    assert str(caught.value.failures[1]) == "choked"
    read = caught.value.extractions
    assert [item.language if item else None for item in read] == ["en", None, "en"]


def test_no_turns_give_no_extractions():
    assert default_pipeline().extract([]) == []


@pytest.mark.parametrize(
    "content",
    [
        "",
        "   \n\t ",
        "\x00\x01\x02",
        "😀" * 300,
        "e\u0301" * 200,
        "{" * 3000,
        "\ud83d alone",
        "\u202eevil\u202c 2023-99-99 25:61",
        "99999999999999999999 years ago, in 12345678901234567890 days, 99999年前",
        "9999-12-31 and 0001-01-01 and the year 9998, next 9999 centuries",
    ],
)
def test_no_content_makes_it_fail(content: str):
    (extraction,) = default_pipeline().extract([turn(content)])
    assert isinstance(extraction, Extraction)


@pytest.mark.parametrize(
    ("content", "actor"),
    [
        ("😀😀 I met Dr. Smith at Stripe on 7 May 2023 👨‍👩‍👧 with Ana.", "Ana"),
        ("我昨天下午三点在北京😀见了张伟，\U00020bb7田屋很好吃。", None),
        ("Zoe\u0301 lives in Reykjavi\u0301k since last year.", "Zoe\u0301"),
        ("Email a.b@example.com or see https://example.com/x?y=1 — ticket ABC-12, `run_all()`.", None),
        ("Mixed: 我在 OpenAI 工作. We meet next Friday at 3pm. 明天见！", None),
    ],
)
def test_offsets_are_code_points_of_the_content(content: str, actor: str | None):
    (extraction,) = default_pipeline().extract([turn(content, actor=actor)])
    spans = [*extraction.mentions, *extraction.times]
    assert spans
    for span in spans:
        assert content[span.start : span.end] == span.text
    for fact in extraction.facts:
        assert 0 <= fact.start < fact.end <= len(content)


def test_batch_and_single_reading_agree():
    turns = [turn(text) for text in ("I moved to Oslo last year.", "我明天去上海。", "ok", "Priya works at OpenAI.")]
    pipeline = default_pipeline()
    assert pipeline.extract(turns) == [pipeline.extract([one])[0] for one in turns]


def test_threads_read_alike():
    pipeline = default_pipeline()
    turns = [turn(f"I met Priya at OpenAI on {day} May 2023. 我上周五在北京见了张伟。") for day in range(1, 9)]
    expected = pipeline.extract(turns)
    results: list[list[Extraction]] = []
    threads = [threading.Thread(target=lambda: results.append(pipeline.extract(turns))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=60)
    assert results == [expected] * 4

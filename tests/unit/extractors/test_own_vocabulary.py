"""Each extractor reads a group's turns by the group's own vocabulary, and no other group's."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

import pytest

from extractors.candidates import EntityRef, Extraction, FactCandidate, Turn
from extractors.llm.prompt import messages
from extractors.llm.schema import answer_schema
from extractors.llm.vocabulary import ENTITY_TYPES, Vocabulary
from extractors.mentions.gliner.component import GlinerMentions
from extractors.mentions.gliner.engine import Span
from extractors.mentions.gliner.settings import GlinerSettings
from extractors.merge import Strategy, merge
from extractors.registry import default_pipeline, local_pipeline
from graph_schema.model import FactKind, Modality, Polarity, Role
from graph_schema.vocabulary import NO_VOCABULARY, GroupVocabulary
from tests.support.vocabulary import vocabulary

AT = datetime(2024, 5, 1, tzinfo=UTC)
OWN = vocabulary()


@pytest.fixture(scope="module")
def pipeline() -> Any:
    return default_pipeline()


def turn(content: str, known: GroupVocabulary = OWN, actor: str = "Tom") -> Turn:
    return Turn(content, Role.USER, AT, actor=actor, vocabulary=known)


def claims(found: Extraction) -> list[tuple[str, str, str, str | None]]:
    return [
        (f.subject.name, f.predicate, f.object.name if f.object else f.value or "", f.object and f.object.type)
        for f in found.facts
    ]


@pytest.mark.parametrize(
    ("content", "expected", "text"),
    [
        ("I take Veltrazol.", ("Tom", "takes_medicine", "Veltrazol", "medicine"), "Tom uses Veltrazol as medicine"),
        ("Mara was prescribed veltrazol.", ("Mara", "takes_medicine", "Veltrazol", "medicine"), None),
        ("Ellen commands the Nostromo.", ("Ellen", "commands", "Nostromo", "starship"), "Ellen commands Nostromo"),
        ("The Nostromo is commanded by Ellen Ripley.", ("Ellen Ripley", "commands", "Nostromo", "starship"), None),
        ("Ellen commands the Sulaco.", ("Ellen", "commands", "Sulaco", "starship"), None),
        ("我在吃布洛芬。", ("Tom", "takes_medicine", "布洛芬", "medicine"), "Tom在用药物布洛芬"),
        ("小李指挥Nostromo。", ("小李", "commands", "Nostromo", "starship"), "小李指挥Nostromo"),
    ],
)
def test_rules_read_own_predicates_and_types(pipeline: Any, content: str, expected: tuple[str, ...], text: str | None):
    own, other = pipeline.extract([turn(content), turn(content, NO_VOCABULARY)])
    assert claims(own) == [expected]
    assert text is None or own.facts[0].text == text
    assert expected not in claims(other)
    assert own.extractor_version == f"{other.extractor_version}/{OWN.digest}"


@pytest.mark.parametrize(
    "content",
    ["Did you take Veltrazol?", "If I take Veltrazol, I sleep.", "你在吃布洛芬吗？"],
)
def test_own_predicates_are_no_more_gullible(pipeline: Any, content: str):
    assert claims(pipeline.extract([turn(content)])[0]) == []


def test_a_denial_and_an_end_are_told_apart_from_a_claim(pipeline: Any):
    denied, ended = pipeline.extract([turn("I do not take Veltrazol."), turn("I no longer take Veltrazol.")])
    assert [fact.polarity for found in (denied, ended) for fact in found.facts] == [Polarity.NEGATIVE] * 2
    assert "no longer" in ended.facts[0].text


def test_rules_alone_know_the_names_of_own_types():
    (found,) = local_pipeline(("rules",)).extract([turn("Veltrazol和布洛芬在Nostromo上。XVeltrazol")])
    names = [(m.text, m.type) for m in found.mentions if m.type in ("medicine", "starship")]
    assert names == [("Veltrazol", "medicine"), ("布洛芬", "medicine"), ("Nostromo", "starship")]


class Labelled:
    """An engine that takes the last word of each text for the first label asked for."""

    version, max_words, max_width, least_score = "1", 512, 12, 0.0

    def __init__(self) -> None:
        self.asked: list[tuple[tuple[str, ...], tuple[str, ...]]] = []

    def load(self) -> None:
        """There is nothing to load."""

    def find(self, texts: Sequence[str], labels: Sequence[str], threshold: float) -> list[list[Span]]:
        del threshold
        self.asked.append((tuple(texts), tuple(labels)))
        return [[Span(text.rindex(" ") + 1, len(text), labels[0], 0.9)] for text in texts]


def test_gliner_is_asked_for_own_types_in_their_group_only():
    engine = Labelled()
    made = GlinerMentions(engine, GlinerSettings("x", labels={"person": "person"}))
    turns = [turn("we fuelled the Sulaco"), turn("we fuelled the Sulaco", NO_VOCABULARY)]
    found = local_pipeline(("rules", "gliner"), {"mentions.gliner": lambda: made}).documents(turns)
    kinds = [[(m.text, m.type) for m in document.proposals["gliner"]] for document in found]  # type: ignore[union-attr]
    assert kinds == [[("Sulaco", "medicine")], [("Sulaco", "person")]]
    assert [labels for _, labels in engine.asked] == [("medicine", "starship", "person"), ("person",)]


def test_a_model_is_given_own_types_and_predicates():
    known = Vocabulary.of(OWN)
    assert known.entity_types == (*ENTITY_TYPES[:-1], "medicine", "starship", "thing")
    fact = answer_schema(known)["properties"]["turns"]["items"]["properties"]["facts"]["items"]["properties"]
    assert {"takes_medicine", "commands"} <= set(fact["predicate"]["enum"])
    assert "starship" in fact["object_type"]["enum"]
    assert "docked_with" in messages([], known, with_schema=False)[0]["content"]
    assert Vocabulary.of(NO_VOCABULARY) == Vocabulary()


@pytest.mark.parametrize(("known", "kept"), [(OWN, ["Nostromo"]), (NO_VOCABULARY, ["Nostromo", "Sulaco"])])
def test_of_two_values_of_an_own_single_predicate_the_surer_is_kept(known: GroupVocabulary, kept: list[str]):
    def reading(name: str, confidence: float) -> Extraction:
        who, ship = EntityRef("Ellen", "person"), EntityRef(name, "starship")
        kind, said = FactKind.FACT, Modality.ASSERTED
        fact = FactCandidate(
            who, "commands", ship, None, kind, Polarity.POSITIVE, said, None, None, confidence, 0, 9, "", name
        )
        return Extraction("en", facts=(fact,))

    readings = [reading("Sulaco", 0.6), reading("Nostromo", 0.9)]
    merged = merge(readings, Strategy.HIGHEST_CONFIDENCE, known.catalogue)
    assert sorted(fact.object.name for fact in merged.facts if fact.object) == kept

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from extractors.candidates import Mention, Turn
from extractors.mentions.names import canonical
from extractors.mentions.reconcile import reconcile
from extractors.registry import build_pipeline
from graph_schema.model import Role

PIPELINE = build_pipeline(
    ["language", "segments", "mentions.rules", "mentions.english", "mentions.chinese", "mentions.reconcile"]
)


def found(content: str, **more: object) -> dict[str, tuple[str, str]]:
    turn = Turn(content, Role.USER, datetime(2023, 6, 15, tzinfo=UTC), **more)  # type: ignore[arg-type]
    return {mention.text: (mention.type, mention.name) for mention in PIPELINE.extract([turn])[0].mentions}


@pytest.mark.parametrize(
    ("content", "surface", "kind"),
    [
        ("I work at Stripe now.", "Stripe", "organization"),
        ("My sister Priya works at OpenAI.", "OpenAI", "organization"),
        ("My sister Priya works at OpenAI.", "Priya", "person"),
        ("Bob joined Anthropic last month.", "Anthropic", "organization"),
        ("Hey Caroline, how are you?", "Caroline", "person"),
        ("I moved to Tbilisi with my husband.", "Tbilisi", "location"),
        ("My dog Rex is a golden retriever.", "Rex", "animal"),
        ("We went to Dr. Chen yesterday.", "Chen", "person"),
        ("She studies at Harvard University.", "Harvard University", "organization"),
    ],
)
def test_context_gives_the_type(content: str, surface: str, kind: str):
    assert found(content)[surface][0] == kind


def test_participants_and_speaker_are_persons_under_their_full_names():
    mentions = found("Stripe told Ana that Jordan likes it", actor="Ana Lopez", participants=("Jordan",))
    assert mentions["Ana"] == ("person", "Ana Lopez")
    assert mentions["Jordan"] == ("person", "Jordan")


def test_relatives_belong_to_the_speaker():
    assert found("My mother lives here.", actor="Ana")["My mother"] == ("person", "Ana's mother")
    assert "my sister" not in found("I met my sister Priya.")


@pytest.mark.parametrize("content", ["Wow! Thanks!", "LOL OMG", "Haha, awww", "See you on Monday in May", "ok"])
def test_exclamations_and_calendar_words_are_no_names(content: str):
    assert found(content) == {}


@pytest.mark.parametrize(
    ("surface", "name"),
    [
        ("the Grand Canyon", "Grand Canyon"),
        ("Melanie's", "Melanie"),
        ("Acme Inc.", "Acme Inc."),
        ("“Dune”", "Dune"),
        ("U.S.", "U.S."),
        ("my New   York", "New York"),
        ("the ", ""),
    ],
)
def test_canonical_name(surface: str, name: str):
    assert canonical(surface) == name


def test_the_surer_of_two_overlapping_mentions_stays_and_the_unsure_go():
    sure = Mention("New York", 0, 8, "location", "New York", 0.9, "a")
    long = Mention("New York Times", 0, 14, "organization", "New York Times", 0.7, "b")
    unsure = Mention("Foo", 20, 23, "person", "Foo", 0.3, "a")
    assert reconcile([long, sure, unsure]) == [sure]
    assert reconcile([long, sure, unsure], threshold=0.2) == [sure, unsure]

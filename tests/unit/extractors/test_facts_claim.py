from datetime import UTC, datetime

import pytest

from extractors.candidates import EntityRef, Reference, Turn
from extractors.document import Document
from extractors.facts.claim import MAX_VALUE, THRESHOLD, Claim, candidates
from extractors.facts.dates import chinese_date, english_date
from extractors.facts.english.conjugation import past, present
from extractors.facts.english.wording import english_wording
from extractors.facts.scene import scene_of
from graph_schema.model import OPEN_END, OPEN_START, Interval, Modality, Polarity, Precision, Role

SAID = datetime(2024, 3, 15, 12, tzinfo=UTC)
ANA = EntityRef("Ana", "person", Reference.SPEAKER)
MAY = Interval(datetime(2024, 5, 1, tzinfo=UTC), datetime(2024, 6, 1, tzinfo=UTC), Precision.MONTH)


def scene(role=Role.USER, actor="Ana", participants=()):
    return scene_of(Document(Turn("text", role, SAID, actor=actor, participants=participants)))


def made(*claims):
    return candidates(claims, scene(), english_wording, "test")


def claim(predicate, target, **more):
    return Claim(ANA, predicate, target, 0, 4, more.pop("confidence", 0.9), **more)


def entity(name, kind):
    return EntityRef(name, kind)


def brief(facts):
    return [(f.subject.name, f.predicate, f.object.name if f.object else f.value, str(f.polarity)) for f in facts]


@pytest.mark.parametrize(
    ("role", "actor", "participants", "speaker", "addressee"),
    [
        (Role.USER, None, (), "user", None),
        (Role.USER, "Ana", ("Ben",), "Ana", "Ben"),
        (Role.USER, "Ana", ("Ana", "Ben"), "Ana", "Ben"),
        (Role.USER, "Ana", ("Ben", "Cid"), "Ana", None),
        (Role.ASSISTANT, None, (), "assistant", "user"),
        (Role.ASSISTANT, None, ("Ana",), "assistant", "Ana"),
    ],
)
def test_who_speaks_to_whom(role, actor, participants, speaker, addressee):
    found = scene(role, actor, participants)
    assert (found.speaker.name, found.speaker.reference) == (speaker, Reference.SPEAKER)
    assert (found.addressee.name if found.addressee else None) == addressee


def test_weak_empty_long_and_reflexive_claims_are_dropped():
    assert made(claim("likes", "tea", confidence=THRESHOLD - 0.01)) == []
    assert made(claim("likes", "  ")) == []
    assert made(claim("likes", "x" * (MAX_VALUE + 1))) == []
    assert made(claim("sibling_of", entity("ana", "person"))) == []


def test_the_surer_of_two_equal_claims_is_kept():
    (fact,) = made(claim("likes", "tea", confidence=0.6), claim("likes", "Tea", confidence=0.8))
    assert fact.confidence == 0.8


def test_inverse_is_stored_in_one_direction_but_worded_as_said():
    (fact,) = made(claim("leads", entity("platform team", "organization")))
    assert (fact.subject.name, fact.predicate, fact.object.name) == ("platform team", "led_by", "Ana")
    assert fact.text == "Ana leads platform team"


def test_symmetric_claim_about_the_speaker_has_the_speaker_as_subject():
    tom = entity("Tom", "person")
    (fact,) = candidates([Claim(tom, "married_to", ANA, 0, 4, 0.9)], scene(), english_wording, "test")
    assert (fact.subject.name, fact.object.name) == ("Ana", "Tom")


def test_moving_begins_a_residence_from_its_date():
    facts = made(claim("moved_to", entity("Rome", "location"), occurs=MAY, past=True))
    assert [f.predicate for f in facts] == ["moved_to", "lives_in"]
    assert facts[1].valid == Interval(MAY.start, OPEN_END, Precision.MONTH)
    assert facts[1].occurs is None


def test_leaving_an_organisation_ends_the_job():
    facts = made(claim("left", entity("Acme", "organization"), occurs=MAY, past=True))
    assert brief(facts)[1] == ("Ana", "works_at", "Acme", "negative")
    assert facts[1].valid is not None and facts[1].valid.start == MAY.start
    assert facts[1].text == "Ana no longer works at Acme"


@pytest.mark.parametrize(
    "target",
    [entity("Paris", "location"), "job"],
)
def test_leaving_anything_else_ends_no_job(target):
    assert [f.predicate for f in made(claim("left", target, past=True))] == ["left"]


def test_nothing_follows_from_plans_and_denials():
    rome = entity("Rome", "location")
    assert len(made(claim("moved_to", rome, modality=Modality.PLANNED))) == 1
    assert len(made(claim("moved_to", rome, polarity=Polarity.NEGATIVE))) == 1


@pytest.mark.parametrize(
    ("made_claim", "text"),
    [
        (claim("lives_in", entity("Rome", "location")), "Ana lives in Rome"),
        (claim("lives_in", entity("Rome", "location"), past=True), "Ana lived in Rome"),
        (claim("likes", "tea", polarity=Polarity.NEGATIVE), "Ana does not like tea"),
        (claim("likes", "tea", polarity=Polarity.NEGATIVE, ended=True), "Ana no longer likes tea"),
        (claim("visited", entity("Japan", "location"), modality=Modality.PLANNED), "Ana plans to visit Japan"),
        (claim("works_as", "engineer"), "Ana works as an engineer"),
        (claim("favourite_food", "sushi"), "Ana's favourite food is sushi"),
        (claim("email", "a@b.org", attribute=True), "Ana's email is a@b.org"),
        (claim("has_age", "34 years old"), "Ana is 34 years old"),
        (claim("attended", "concert", past=True, occurs=MAY, spoken="a concert"), "Ana attended a concert in May 2024"),
    ],
)
def test_wording(made_claim, text):
    assert made(made_claim)[0].text == text


@pytest.mark.parametrize(
    ("verb", "third", "simple_past"),
    [
        ("go", "goes", "went"),
        ("watch", "watches", "watched"),
        ("study", "studies", "studied"),
        ("play", "plays", "played"),
        ("jog", "jogs", "jogged"),
        ("bake", "bakes", "baked"),
        ("fix", "fixes", "fixed"),
    ],
)
def test_verb_forms(verb, third, simple_past):
    assert present(verb, plural=False) == third
    assert past(verb, plural=False, negative=False) == simple_past


def test_dates_are_as_exact_as_they_were_said_and_local():
    late = datetime(2023, 5, 6, 22, tzinfo=UTC)
    assert english_date(Interval(late, precision=Precision.DAY), "Europe/Rome") == "on 7 May 2023"
    assert english_date(Interval(late, precision=Precision.YEAR), "UTC") == "in 2023"
    assert english_date(Interval(OPEN_START), "UTC") == ""
    assert chinese_date(Interval(late, precision=Precision.DAY), "Asia/Shanghai") == "2023年5月7日"

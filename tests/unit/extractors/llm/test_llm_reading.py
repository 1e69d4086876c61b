"""What is made of a model's items: only what stands in the turn, in the form that the rules give it."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from llm_items import SAID, answer, claims, entry, item, turn

from extractors.candidates import Extraction, Reference
from extractors.document import Document
from extractors.llm.answers import RawTurn
from extractors.llm.pieces import Piece
from extractors.llm.prompt import messages
from extractors.llm.reading import PieceReader
from extractors.llm.vocabulary import ENTITY_TYPES, Vocabulary
from extractors.pipeline import Pipeline
from graph_schema.model import FactKind, Interval, Modality, Polarity, Precision, Role
from graph_schema.predicates import read_catalogue
from tests.support.chat import completion, turns_sent


@pytest.fixture
def read(preparation: Pipeline):
    def run(content: str, *facts: dict[str, Any], mentions: Any = (), vocabulary: Any = None, **more: Any):
        (document,) = preparation.documents([turn(content, **more)])
        assert isinstance(document, Document)
        reader = PieceReader(Piece(0, document, 0, len(content)), vocabulary or Vocabulary())
        raw = RawTurn(list(mentions), list(facts))
        return Extraction(document.language, tuple(reader.mentions(raw)), (), tuple(reader.facts(raw)))

    return run


def test_a_fact_is_one_like_the_rules_give(read) -> None:
    content = "Hi! I love 🍵, and I live in Rome now."
    said = item("I live in Rome", predicate="lives_in", object="Rome", object_type="location", confidence=0.9)
    (fact,) = read(content, said).facts
    assert (fact.subject.name, fact.subject.reference) == ("Ana", Reference.SPEAKER)
    assert fact.object is not None
    assert (fact.object.name, fact.object.type) == ("Rome", "location")
    assert content[fact.object.start : fact.object.end] == "Rome"
    assert content[fact.start : fact.end] == "I live in Rome"
    assert (fact.kind, fact.polarity, fact.modality) == (FactKind.FACT, Polarity.POSITIVE, Modality.ASSERTED)
    assert (fact.extractor, fact.confidence, fact.text) == ("openai", 0.9, "Ana lives in Rome")


@pytest.mark.parametrize(
    "wrong",
    [
        {"quote": "I adore tea"},
        {"quote": ""},
        {"quote": "!!!"},
        {"quote": None},
        {"quote": 7},
        {"object": "coffee"},
        {"object": "te"},
        {"object": None},
        {"object": []},
        {"object": "茶"},
        {"subject": "Bob"},
        {"subject": "he"},
        {"subject": ""},
        {"subject": "ADDRESSEE"},
        {"predicate": "", "verb": ""},
        {"predicate": "other", "verb": None},
        {"predicate": "!!"},
        {"predicate": "is one of those who have always been very fond of"},
        {"modality": "asked"},
        {"modality": "hypothetical"},
        {"modality": "nonsense"},
        {"confidence": 0.2},
    ],
)
def test_what_is_not_in_the_turn_or_not_said_is_dropped(read, wrong: dict[str, Any]) -> None:
    assert read("I like tea, and so do you.", item("I like tea")).facts
    assert read("I like tea, and so do you.", item("I like tea") | wrong).facts == ()


@pytest.mark.parametrize(
    ("content", "quote"),
    [
        ("Do you know that I like tea?", "I like tea"),
        ("I like tea? Hardly.", "I like tea"),
        ("I like tea?", "I like tea?"),
        ("If I like tea tomorrow, I will say so.", "I like tea"),
        ("I wonder whether I like tea.", "I like tea"),
    ],
)
def test_nothing_is_asserted_from_a_question_or_a_condition(read, content: str, quote: str) -> None:
    assert read(content, item(quote)).facts == ()


@pytest.mark.parametrize("content", ["What a day! I like tea.", "Is it five? I like tea.", "I like tea. Do you?"])
def test_a_question_beside_it_does_not_spoil_a_statement(read, content: str) -> None:
    assert claims(read(content, item("I like tea"))) == {("Ana", "likes", "tea")}
    assert claims(read(content, item("I like tea."))) == {("Ana", "likes", "tea")}


@pytest.mark.parametrize(
    ("content", "name", "found"),
    [
        ("Tigran lives here", "Iran", False),
        ("We write C++ at work", "C", False),
        ("We write C++ at work", "C++", True),
        ("Room 1012 is free", "Room 101", False),
        ("Room 101 is free", "room 101", True),
        ("José went home", "José", True),
        ("She said “OpenAI” twice", '"OpenAI"', True),
        ("我在北京大学读书", "北京大学", True),
        ("ＯｐｅｎＡＩ is here", "OpenAI", True),
        ("New\n  York is big", "New York", True),
    ],
)
def test_names_stand_on_word_boundaries(read, content: str, name: str, found: bool) -> None:
    mentions = read(content, mentions=[{"text": name, "type": "organization"}]).mentions
    assert bool(mentions) is found
    assert all(content[m.start : m.end] == m.text for m in mentions)


def test_mentions_are_named_typed_and_apart(read) -> None:
    mentions = [
        {"text": "York", "type": "location"},
        {"text": "New York", "type": "location"},
        {"text": "my sister", "type": "person"},
        {"text": "Bob's", "type": "robot"},
        {"text": "a dog", "type": "animal"},
        {"text": "Paris", "type": "location"},
    ]
    found = read("Bob's a dog; my sister loves New York", mentions=mentions).mentions
    assert [(m.text, m.type, m.name) for m in found] == [
        ("Bob's", "thing", "Bob"),
        ("my sister", "person", "Ana's sister"),
        ("New York", "location", "New York"),
    ]
    assert {m.extractor for m in found} == {"openai"}


@pytest.mark.parametrize(
    ("given_", "stored"),
    [
        ({"predicate": "worksAt"}, "works_at"),
        ({"predicate": "Works At"}, "works_at"),
        ({"predicate": "other", "verb": "work at"}, "works_at"),
        ({"predicate": "worked at"}, "works_at"),
        ({"predicate": "在…工作", "verb": "work for"}, "works_at"),
        ({"predicate": "other", "verb": "audited"}, "audit"),
        ({"predicate": "favourite_employer"}, "favourite_employer"),
        ({"predicate": "x'}) DETACH DELETE n //"}, "x_detach_delete_n"),
    ],
)
def test_predicates_are_the_catalogues_or_normalised(read, given_: dict[str, Any], stored: str) -> None:
    said = item("I work at Acme", object="Acme", object_type="organization", **given_)
    assert [f.predicate for f in read("I work at Acme", said).facts] == [stored]


def test_chinese_stays_chinese(read) -> None:
    content = "我妈妈住在上海，我喜欢绿茶。"
    facts = [
        item("我妈妈住在上海", subject="我妈妈", predicate="住在", object="上海", object_type="location"),
        item("我喜欢绿茶", subject="我", object="绿茶", object_type="food"),
        item("我喜欢绿茶", subject="我", object="green tea", object_type="food"),
    ]
    found = read(content, *facts, actor="安娜")
    assert claims(found) == {("安娜的妈妈", "lives_in", "上海"), ("安娜", "likes", "绿茶")}
    assert {f.text for f in found.facts} == {"安娜的妈妈住在上海", "安娜喜欢绿茶"}
    gave = item(
        "我昨天资助了红十字会", predicate="other", verb="资助了", object="红十字会", time="昨天", time_role="at"
    )
    (fact,) = read("我昨天资助了红十字会。", gave, actor="安娜").facts
    assert (fact.predicate, fact.kind, fact.text) == ("资助", FactKind.EVENT, "安娜2024年3月14日资助红十字会")


def test_other_languages_are_quoted(read) -> None:
    said = item("J'habite à Lyon", predicate="lives_in", object="Lyon", object_type="location")
    content = "J'habite à Lyon depuis longtemps et je travaille souvent avec mes amis de la mairie."
    assert [f.text for f in read(content, said).facts] == ["Ana: J'habite à Lyon"]


@pytest.mark.parametrize(
    ("value", "objects"),
    [
        (["tea", "coffee"], {"tea", "coffee"}),
        ({"name": "tea", "kind": "drink"}, {"tea"}),
        ([{"value": "coffee"}, {"x": [{"text": "tea"}]}], {"coffee", "tea"}),
        ({"amount": 5, "unit": "cups"}, {"5 cups"}),
        (True, set()),
        ({}, set()),
    ],
)
def test_nested_values_are_flattened(read, value: Any, objects: set[str]) -> None:
    content = "I like tea and coffee, 5 cups a day"
    found = read(content, item("I like tea and coffee, 5 cups a day", object=value))
    assert {o for _, _, o in claims(found)} == objects


def test_times_are_told_by_our_grammar_and_a_plan_by_its_date(read) -> None:
    content = "I visited Rome yesterday and I visit Oslo tomorrow. I lived in Bonn until 2020."
    facts = [
        item("I visited Rome yesterday", predicate="visited", object="Rome", time="yesterday", time_role="at"),
        item("I visit Oslo tomorrow", predicate="visited", object="Oslo", time="tomorrow", time_role="at"),
        item("I lived in Bonn until 2020", predicate="lives_in", object="Bonn", time="until 2020", time_role="until"),
        item("I visited Rome yesterday", predicate="met", object="Rome", time="2024-03-14", time_role="at"),
    ]
    rome, oslo, bonn = (
        next(f for f in read(content, *facts).facts if f.object and f.object.name == name and f.predicate != "met")
        for name in ("Rome", "Oslo", "Bonn")
    )
    assert rome.occurs is not None
    assert (rome.occurs.start, rome.occurs.precision) == (datetime(2024, 3, 14, tzinfo=UTC), Precision.DAY)
    assert (rome.modality, oslo.modality) == (Modality.ASSERTED, Modality.PLANNED)
    assert bonn.valid is not None
    assert bonn.valid.end <= SAID
    (met,) = (f for f in read(content, *facts).facts if f.predicate == "met")
    assert met.occurs is None


@pytest.mark.parametrize(
    ("content", "said", "expected"),
    [
        (
            "I audited the books in May",
            {"predicate": "other", "verb": "audited", "object": "books", "time": "in May", "time_role": "at"},
            ("Ana audited books in May 2023", FactKind.EVENT, Modality.ASSERTED, "2023-05-01", "2023-06-01"),
        ),
        (
            "I have to pay the rent by Friday",
            {"predicate": "todo", "object": "pay the rent", "time": "by Friday", "time_role": "at"},
            ("Ana has to pay the rent", FactKind.TASK, Modality.PLANNED, "0001-01-01", "2024-03-22"),
        ),
        (
            "I will fix the roof on Sunday",
            {"predicate": "other", "verb": "fix", "object": "roof", "time": "on Sunday", "modality": "planned"},
            ("Ana plans to fix roof on 17 March 2024", FactKind.EVENT, Modality.PLANNED, "2024-03-17", "2024-03-18"),
        ),
    ],
)
def test_deeds_deadlines_and_plans_are_dated_as_the_rules_do(read, content: str, said: Any, expected: Any) -> None:
    (fact,) = read(content, item(content, **said)).facts
    assert fact.occurs is not None
    days = (fact.occurs.start.date().isoformat(), fact.occurs.end.date().isoformat())
    assert (fact.text, fact.kind, fact.modality, *days) == expected


def test_a_dated_state_holds_for_its_time_and_a_period_open_since(read) -> None:
    content = "I worked at Acme in 2019, and I live in Rome since 2021"
    old, now = read(
        content,
        item("I worked at Acme in 2019", predicate="works_at", object="Acme", time="in 2019", time_role="at"),
        item("I live in Rome since 2021", predicate="lives_in", object="Rome", time="since 2021", time_role="since"),
    ).facts
    assert old.valid == Interval(datetime(2019, 1, 1, tzinfo=UTC), datetime(2020, 1, 1, tzinfo=UTC), Precision.YEAR)
    assert now.valid == Interval(datetime(2021, 1, 1, tzinfo=UTC), precision=Precision.YEAR)
    assert (old.text, old.occurs) == ("Ana worked at Acme", None)


@pytest.mark.parametrize("verb", ["is", "have", "said"])
def test_a_verb_that_says_nothing_makes_no_fact(read, verb: str) -> None:
    assert read("I like tea", item("I like tea", predicate="other", verb=verb)).facts == ()


def test_what_follows_from_an_event_follows_here_too(read) -> None:
    said = item("I moved to Oslo", predicate="moved_to", object="Oslo", object_type="location")
    assert {p for _, p, _ in claims(read("I moved to Oslo", said))} == {"moved_to", "lives_in"}


def test_what_is_no_longer_so_is_denied(read) -> None:
    said = item("I no longer work at Acme", predicate="works_at", object="Acme", polarity="ended")
    (fact,) = read("I no longer work at Acme", said).facts
    assert (fact.polarity, fact.text) == (Polarity.NEGATIVE, "Ana no longer works at Acme")


@pytest.mark.parametrize(
    ("content", "said", "expected"),
    [
        ("I moved to the US", {"predicate": "lives_in", "object": "US", "object_type": "location"}, "US"),
        ("I bought a speaker", {"predicate": "bought", "object": "speaker"}, "speaker"),
        ("I like the user manual", {"object": "user manual"}, "user manual"),
    ],
)
def test_words_spelt_like_pronouns_are_words(read, content: str, said: dict[str, Any], expected: str) -> None:
    assert {o for _, _, o in claims(read(content, item(content, **said)))} == {expected}


def test_the_one_other_participant_is_you(read) -> None:
    said = item("you work at Acme", subject="ADDRESSEE", predicate="works_at", object="Acme")
    (fact,) = read("you work at Acme", said, participants=("Ana", "Bob")).facts
    assert (fact.subject.name, fact.subject.reference) == ("Bob", Reference.ADDRESSEE)
    assert read("you work at Acme", said, participants=("Ana", "Bob", "Eve")).facts == ()


def test_tools_and_systems_do_not_speak_for_the_user(read) -> None:
    said = item("I like tea")
    assert read("I like tea", said, role=Role.TOOL).facts == ()
    assert read("I like tea", said, role=Role.SYSTEM).facts == ()


def test_a_groups_own_vocabulary_is_followed(read) -> None:
    catalogue = read_catalogue(
        '[moors_at]\ncardinality = "single"\ntemporal = "state"\nkind = "fact"\n'
        'object_type = "berth"\nen = ["moor at"]\n'
    )
    own = Vocabulary(catalogue, (*ENTITY_TYPES, "berth"))
    said = item("we moor at Quay 9", predicate="other", verb="moor at", object="Quay 9", object_type="berth")
    (fact,) = read("we moor at Quay 9", said, vocabulary=own).facts
    assert (fact.predicate, fact.object and fact.object.type) == ("moors_at", "berth")
    assert own.digest != Vocabulary().digest


junk = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from(("tea", "I like tea")),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(("name", "value", "x")), inner, max_size=3)
    ),
    max_leaves=6,
)


@settings(max_examples=60, deadline=None)
@given(changed=st.dictionaries(st.sampled_from(sorted(item(""))), junk, max_size=4), content=st.text(max_size=30))
def test_whatever_an_item_holds_a_fact_quotes_its_turn(
    preparation: Pipeline, changed: dict[str, Any], content: str
) -> None:
    text = f"{content} I like tea. {content}"
    (document,) = preparation.documents([turn(text)])
    assert isinstance(document, Document)
    reader = PieceReader(Piece(0, document, 0, len(text)), Vocabulary())
    raw = RawTurn([{"text": changed.get("quote"), "type": changed.get("object_type")}], [item("I like tea") | changed])
    for mention in reader.mentions(raw):
        assert text[mention.start : mention.end] == mention.text
    for fact in reader.facts(raw):
        assert 0 <= fact.start < fact.end <= len(text)
        assert "".join(c for c in (fact.object.name if fact.object else fact.value or "") if c.isalnum()) in "".join(
            c for c in text if c.isalnum()
        )


async def test_offsets_count_code_points_of_a_whole_long_turn(served) -> None:
    content = "".join(f"Line {n} 🙂 about nothing at all.\n" for n in range(60)) + "I like tea."

    def reply(body: dict[str, Any], _: int):
        sent = turns_sent(body)
        return completion(answer(*(entry(t["turn"], item("I like tea")) for t in sent)))

    async with served(reply, batch_chars=400) as (extractor, endpoint):
        (found,) = await extractor.extract([turn(content)])
    assert len(endpoint.requests) > 3
    (fact,) = found.facts
    assert content[fact.start : fact.end] == "I like tea"


def test_a_passage_of_a_document_states_nothing_of_its_writer_and_no_rule_as_a_fact(read) -> None:
    content = "I live in Rome. My sister Maria works at Acme. Mara lives in Oslo. The client must use TLS."
    said = [
        item("I live in Rome", predicate="lives_in", object="Rome", object_type="location"),
        item("Mara lives in Oslo", subject="Mara", predicate="lives_in", object="Oslo", object_type="location"),
        item("The client must use TLS", subject="The client", predicate="uses", object="TLS", object_type="product"),
    ]
    found = read(content, *said, mentions=[{"text": "My sister", "type": "person"}], document=True)
    assert claims(found) == {("Mara", "lives_in", "Oslo")}
    assert found.mentions == ()
    spoken = read(content, *said, mentions=[{"text": "My sister", "type": "person"}])
    assert ("Ana", "lives_in", "Rome") in claims(spoken)
    assert len(spoken.mentions) == 1


def test_a_model_is_told_that_a_passage_has_no_speaker(preparation: Pipeline) -> None:
    made = preparation.documents([turn("Mara lives in Oslo.", document=True, topic="Staff"), turn("I live in Rome.")])
    pieces = [Piece(n, document, 0, 5) for n, document in enumerate(made) if isinstance(document, Document)]
    passage, spoken = json.loads(messages(pieces, Vocabulary(), with_schema=False)[1]["content"])["turns"]
    assert passage["document"] == "Staff"
    assert not {"speaker", "role"} & set(passage)
    assert spoken["speaker"] == "Ana"

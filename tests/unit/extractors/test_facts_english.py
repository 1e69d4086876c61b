from datetime import UTC, datetime

import pytest

from extractors.candidates import Reference, Turn
from extractors.registry import default_pipeline
from graph_schema.model import OPEN_START, FactKind, Modality, Polarity, Role

SAID = datetime(2024, 3, 15, 12, tzinfo=UTC)


@pytest.fixture(scope="module")
def fact_pipeline():
    return default_pipeline()


@pytest.fixture
def read(fact_pipeline):
    def run(content, **more):
        turn = Turn(content, more.pop("role", Role.USER), SAID, actor=more.pop("actor", "Ana"), **more)
        return fact_pipeline.extract([turn])[0].facts

    return run


def brief(facts):
    return {(f.subject.name, f.predicate, f.object.name if f.object else f.value) for f in facts}


@pytest.mark.parametrize(
    "content",
    [
        "Do you live in Rome?",
        "Where does your sister work?",
        "Is Bob married to Lisa?",
        "If I move to Berlin, I will sell my car.",
        "I would move to Berlin for the right job.",
        "I might buy a house.",
        "Maybe Bob works at Google.",
        "I wish I lived in Rome.",
        "I don't think Bob lives in Oslo.",
        "I think Bob lives in Oslo.",
        "I wonder whether Maria works at Siemens.",
        "Unless Bob moves to Paris, we stay.",
        "You should visit Japan.",
        "Thanks! That means a lot.",
        "Hey Mel, good to see you!",
        "It was great.",
        "Never mind.",
        "I hope you like it.",
        "He lives in Rome.",
        "They moved to Rome.",
        "The colours blend nicely.",
        "",
        "!!!",
        "🙂",
    ],
)
def test_nothing_is_read_from(read, content):
    assert [f for f in read(content) if f.modality is Modality.ASSERTED] == []


def test_speaker_is_a_reference_and_the_user_without_actor(read):
    (fact,) = read("I live in Rome.", actor=None)
    assert (fact.subject.name, fact.subject.reference) == ("user", Reference.SPEAKER)
    assert fact.text == "user lives in Rome"


def test_quote_covers_the_statement(read):
    content = "Well, hello! I live in Rome, and Bob works at Google."
    quotes = {f.predicate: content[f.start : f.end] for f in read(content)}
    assert quotes["lives_in"].startswith("I live in Rome")
    assert quotes["works_at"].startswith("Bob works at Google")


def test_relative_is_never_the_speaker(read):
    facts = read("My sister lives in Munich and my mother's brother works at Bosch.")
    assert ("Ana's sister", "lives_in", "Munich") in brief(facts)
    assert not any(f.subject.reference is Reference.SPEAKER for f in facts)


def test_former_relation_is_not_stated(read):
    assert not any(f.predicate == "married_to" for f in read("My ex-husband Tom lives in Oslo."))


def test_pronoun_is_left_where_two_people_fit(read):
    facts = read("Bob met Carl. He lives in Rome.")
    assert not any(f.predicate == "lives_in" for f in facts)


def test_reported_speech_is_about_the_reporter(read):
    assert ("Maria", "lives_in", "Lisbon") in brief(read("Maria told me that she lives in Lisbon."))


def test_used_to_ends_at_the_turn_and_denies_the_present(read):
    facts = read("I used to live in Paris.")
    past = next(f for f in facts if f.polarity is Polarity.POSITIVE)
    assert past.valid is not None
    assert (past.valid.start, past.valid.end) == (OPEN_START, SAID)
    assert any(f.polarity is Polarity.NEGATIVE and f.predicate == "lives_in" for f in facts)


def test_stopping_denies(read):
    (fact,) = [f for f in read("I stopped drinking coffee.") if f.predicate == "eats"]
    assert fact.polarity is Polarity.NEGATIVE


def test_plan_is_planned_with_its_date(read):
    (fact,) = read("I'm going to move to Berlin in May.")
    assert (fact.predicate, fact.modality) == ("moved_to", Modality.PLANNED)
    assert fact.occurs is not None and fact.occurs.start.month == 5
    assert fact.valid is None


def test_since_bounds_the_state(read):
    (fact,) = read("I've lived in Rome since 2019.")
    assert fact.valid is not None and fact.valid.start.year == 2019


def test_decision_keeps_what_was_rejected(read):
    (fact,) = read("The team decided to use PostgreSQL instead of MongoDB.")
    assert (fact.kind, fact.value) == (FactKind.DECISION, "use PostgreSQL instead of MongoDB")


def test_task_and_constraint(read):
    (task,) = read("Remind me to renew the passport tomorrow.")
    assert (task.kind, task.value, task.modality) == (FactKind.TASK, "renew the passport", Modality.PLANNED)
    (rule,) = read("Never deploy on Fridays.")
    assert (rule.kind, rule.value) == (FactKind.CONSTRAINT, "Never deploy on Fridays")


def test_advice_between_people_is_no_rule_or_task(read):
    assert read("Never give up! Don't forget to take breaks.", participants=("Ben",)) == ()


def test_assistant_is_believed_on_what_it_did_only(read):
    facts = read("I've booked your flight to Oslo. You like jazz. I love jazz.", role=Role.ASSISTANT, actor=None)
    assert brief(facts) == {("assistant", "book", "flight to Oslo")}


def test_system_turn_states_nothing(read):
    assert read("The user lives in Rome. I work at Acme.", role=Role.SYSTEM) == ()


def test_coordination_gives_several(read):
    facts = read("Tom and I play the violin and the cello.")
    assert brief(facts) == {(who, "plays", what) for who in ("Tom", "Ana") for what in ("violin", "cello")}


def test_dated_deed_without_a_predicate_is_kept_in_its_words(read):
    facts = read("Last Saturday I had a picnic with my cousin.")
    (fact,) = [f for f in facts if f.predicate == "did"]
    assert fact.value == "had a picnic with Ana's cousin"
    assert fact.occurs is not None and fact.kind is FactKind.EVENT


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ("Luna is a golden retriever. My cat Tom is five years old.", ("Tom", "has_age", "five")),
        ("My boss is Helen Park.", ("Ana", "has_manager", "Helen Park")),
        ("I can't stand olives.", ("Ana", "dislikes", "olives")),
        ("My name is Anastasia. Call me Annie.", ("Ana", "nickname", "Annie")),
        ("My wife Carla is a dentist.", ("Carla", "works_as", "dentist")),
        ("The launch was moved to 3 May 2024.", ("launch", "scheduled_for", "3 May 2024")),
        ("I watched a movie called Inception.", ("Ana", "watched", "Inception")),
    ],
)
def test_states(read, content, expected):
    found = brief(read(content))
    assert expected in found


def test_first_person_in_many_conversations_is_stable(read):
    one = {f.subject for f in read("I live in Rome.")}
    two = {f.subject for f in read("I work at Acme.")}
    assert one == two


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ("The budget of the warehouse project is 40,000 EUR.", {("warehouse project", "budget", "40,000 EUR")}),
        ("The deadline for the migration is June 1.", {("migration", "due", "June 1")}),
        ("The priority of this bug is high.", {("bug", "priority", "high")}),
    ],
)
def test_property_belongs_to_what_it_is_of(read, content, expected):
    assert brief(read(content)) == expected


def test_identifier_with_hyphens_stays_whole(read):
    assert brief(read("We use tune-11-0.")) == {("Ana", "uses", "tune-11-0")}


def test_denied_state_is_negative(read):
    (fact,) = read("I'm not married.")
    assert (fact.predicate, fact.polarity) == ("marital_status", Polarity.NEGATIVE)


def test_number_of_a_document_is_no_telephone(read):
    assert brief(read("My passport number is X1234567.")) == {("Ana", "passport_number", "X1234567")}


def test_name_of_a_relative_in_the_passive(read):
    assert brief(read("My wife is called Sofia.")) == {("Ana", "married_to", "Sofia")}


def test_place_after_the_object_belongs_to_the_verb(read):
    facts = brief(read("My daughter studies physics at Oxford University."))
    assert facts == {
        ("Ana's daughter", "studies", "physics"),
        ("Ana's daughter", "studies_at", "Oxford University"),
    }


def test_prohibition_is_a_constraint_but_comfort_is_not(read):
    (rule,) = read("Don't use tabs in this repository.")
    assert rule.kind is FactKind.CONSTRAINT
    assert read("Don't worry about it.") == ()


@pytest.mark.parametrize("name", ["Rita", "Ines", "Petra"])
def test_unknown_first_word_is_a_person_where_it_acts_like_one(read, name):
    assert (name, "speaks", "Danish") in brief(read(f"{name} speaks Danish."))


def test_common_first_word_is_nobody(read):
    assert read("We need help. Dinner was great. Coffee is ready.") == ()

import pytest

from graph_schema.model import FactKind
from graph_schema.predicates import LANGUAGES, Cardinality, Temporal, ValueType, load_catalogue, read_catalogue

ENTRY = 'cardinality = "multi"\ntemporal = "state"\nkind = "fact"\n'


def test_shipped_catalogue_is_bilingual_and_sizeable():
    catalogue = load_catalogue()
    assert len(catalogue) >= 130
    for language in LANGUAGES:
        assert len(catalogue.synonyms(language)) >= 200
    assert {entry.kind for entry in catalogue} == set(FactKind) - {FactKind.PATTERN}


@pytest.mark.parametrize(
    ("name", "cardinality", "temporal", "kind"),
    [
        ("lives_in", Cardinality.SINGLE, Temporal.STATE, FactKind.FACT),
        ("works_at", Cardinality.SINGLE, Temporal.STATE, FactKind.FACT),
        ("likes", Cardinality.MULTI, Temporal.STATE, FactKind.PREFERENCE),
        ("moved_to", Cardinality.MULTI, Temporal.EVENT, FactKind.EVENT),
        ("decided", Cardinality.MULTI, Temporal.EVENT, FactKind.DECISION),
    ],
)
def test_meaning_of_core_predicates(name, cardinality, temporal, kind):
    entry = load_catalogue().get(name)
    assert (entry.cardinality, entry.temporal, entry.kind) == (cardinality, temporal, kind)


def test_unlisted_predicate_gets_the_cautious_default():
    catalogue = load_catalogue()
    entry = catalogue.get("juggle")
    assert "juggle" not in catalogue
    assert (entry.name, entry.cardinality, entry.object_type) == ("juggle", Cardinality.MULTI, None)


def test_family_answers_for_its_members():
    catalogue = load_catalogue()
    entry = catalogue.get("favourite_food")
    assert "favourite_food" in catalogue
    assert (entry.name, entry.cardinality, entry.kind) == (
        "favourite_food",
        Cardinality.SINGLE,
        FactKind.PREFERENCE,
    )


@pytest.mark.parametrize(
    ("language", "phrase", "name"),
    [("en", "live in", "lives_in"), ("en", "be allergic to", "allergic_to"), ("zh", "住在", "lives_in")],
)
def test_synonyms_lead_to_their_predicate(language, phrase, name):
    assert load_catalogue().by_synonym(language, phrase) == name


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("salary", ValueType.MONEY),
        ("email", ValueType.EMAIL),
        ("website", ValueType.URL),
        ("order_number", ValueType.IDENTIFIER),
        ("height", ValueType.QUANTITY),
        ("likes", ValueType.TEXT),
        ("juggle", ValueType.TEXT),
    ],
)
def test_literal_objects_have_a_type(name, kind):
    assert load_catalogue().get(name).value_type is kind


def test_unlisted_phrase_leads_nowhere():
    assert load_catalogue().by_synonym("en", "defenestrate") is None
    assert load_catalogue().by_synonym("fr", "live in") is None


@pytest.mark.parametrize(
    ("name", "stored", "flipped"),
    [
        ("leads", "led_by", True),
        ("led_by", "led_by", False),
        ("employs", "works_at", True),
        ("child_of", "parent_of", True),
        ("parent_of", "parent_of", False),
        ("likes", "likes", False),
    ],
)
def test_inverse_pairs_are_stored_in_one_direction(name, stored, flipped):
    assert load_catalogue().canonical(name) == (stored, flipped)


def test_inverses_and_symmetry_of_the_shipped_catalogue():
    catalogue = load_catalogue()
    for entry in catalogue:
        if entry.inverse:
            assert catalogue.get(entry.inverse).inverse == entry.name
            assert not entry.symmetric


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (f"[Likes]\n{ENTRY}", r"\[Likes\]: names are snake_case"),
        ("likes = 3", r"\[likes\]: write it as a table"),
        (f"[likes]\n{ENTRY}colour = 1", r"\[likes\]: unknown key 'colour'; allowed are cardinality"),
        (
            '[likes]\ntemporal = "state"\nkind = "fact"',
            r"\[likes\]: cardinality must be one of single, multi, not None",
        ),
        (f"[likes]\n{ENTRY}".replace("multi", "many"), r"\[likes\]: cardinality must be one of .* not 'many'"),
        (f"[likes]\n{ENTRY}".replace('"fact"', '"feeling"'), r"\[likes\]: kind must be one of .* not 'feeling'"),
        (f"[likes]\n{ENTRY}object_type = ''", r"\[likes\]: object_type must be a non-empty string"),
        (f"[likes]\n{ENTRY}value_type = 'cash'", r"\[likes\]: value_type must be one of text, number, .* not 'cash'"),
        (f"[likes]\n{ENTRY}symmetric = 1", r"\[likes\]: symmetric must be true or false, not 1"),
        (f"[likes]\n{ENTRY}en = 'like'", r"\[likes\]: en must be a list"),
        (f"[likes]\n{ENTRY}zh = [' 喜欢']", r"\[likes\]: zh must be a list of trimmed"),
        (
            f"[likes]\n{ENTRY}inverse = 'liked_by'",
            r"\[likes\]: inverse 'liked_by' must be listed with inverse = 'likes'",
        ),
        (
            f"[a]\n{ENTRY}inverse = 'b'\nsymmetric = true\n[b]\n{ENTRY}inverse = 'a'",
            r"\[a\]: a symmetric predicate is its own inverse",
        ),
        (
            f"[a]\n{ENTRY}en = ['like']\n[b]\n{ENTRY}en = ['like']",
            r"\[b\]: en synonym 'like' is also in \[a\]",
        ),
    ],
)
def test_malformed_catalogue_names_the_entry(text, message):
    with pytest.raises(ValueError, match=message):
        read_catalogue(text)


def test_the_same_word_may_serve_two_languages():
    catalogue = read_catalogue(f"[a]\n{ENTRY}en = ['x']\n[b]\n{ENTRY}zh = ['x']")
    assert (catalogue.by_synonym("en", "x"), catalogue.by_synonym("zh", "x")) == ("a", "b")

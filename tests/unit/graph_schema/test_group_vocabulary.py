"""A group's own vocabulary: read, stored, checked against the shipped one."""

import pytest

from graph_schema.predicates import Cardinality, load_catalogue
from graph_schema.vocabulary import NO_VOCABULARY, GroupVocabulary, VocabularyError, read_vocabulary, stored_vocabulary
from graph_schema.vocabulary_checks import check_vocabulary
from tests.support.vocabulary import TOML, vocabulary

STATE = 'cardinality = "multi"\ntemporal = "state"\nkind = "fact"\n'


def test_own_predicates_stand_beside_the_shipped_ones():
    own = vocabulary()
    check_vocabulary(own)
    assert own.catalogue.get("commands").cardinality is Cardinality.SINGLE
    assert own.catalogue.canonical("commanded_by") == ("commands", True)
    assert own.catalogue.by_synonym("zh", "服用") == "takes_medicine"
    assert own.catalogue.get("works_at") == load_catalogue().get("works_at")
    assert "commands" not in load_catalogue()
    assert len(own.catalogue) == len(load_catalogue()) + 5


def test_what_is_stored_is_what_was_given():
    own = vocabulary()
    again = stored_vocabulary(own.text)
    assert again == own
    assert again.digest == own.digest != ""
    assert stored_vocabulary(own.text) is again
    assert stored_vocabulary(None) is stored_vocabulary("") is NO_VOCABULARY
    assert own.versioned("v") == f"v/{own.digest}"
    assert NO_VOCABULARY.versioned("v") == "v"


def test_any_change_is_another_version():
    texts = {
        TOML,
        TOML.replace("布洛芬", "阿司匹林"),
        TOML.replace('cardinality = "single"', 'cardinality = "multi"'),
        TOML.replace('"dock with"', '"dock at"'),
        TOML.replace("use {o}", "swallow {o}"),
    }
    assert len({vocabulary(text).digest for text in texts}) == len(texts) == 5


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ("[types.person]", "types.person", "every group has this type"),
        ("[types.Medicine]", "types.Medicine", "snake_case"),
        ('[types.medicine]\nnames = ["!"]', "types.medicine.names", "is no name"),
        ('[types.a]\nnames = ["Rex"]\n[types.b]\nnames = ["rex"]', "types.b.names", "also in types.a"),
        (f"[predicates.works_at]\n{STATE}", "predicates.works_at", "the shipped catalogue has it"),
        (f"[predicates.favourite_tea]\n{STATE}", "predicates.favourite_tea", "the shipped catalogue has it"),
        (f"[predicates.other]\n{STATE}", "predicates.other", "no name of a predicate"),
        (f'[predicates.a]\n{STATE}object_type = "ship"', "predicates.a.object_type", "no entity type"),
        (f'[predicates.a]\n{STATE}object_type = "event"\nvalue_type = "date"', "predicates.a.value_type", "one of"),
        (f"[predicates.a]\n{STATE}symmetric = true", "predicates.a", "an object_type"),
        (f'[predicates.a]\n{STATE}en = ["live in"]', "predicates.a.en", "already states lives_in"),
        (f'[predicates.a]\n{STATE}en = ["Commands"]', "predicates.a.en", "lower case"),
        (f'[predicates.a]\n{STATE}zh = ["吃"]', "predicates.a.zh", "two to six"),
        (f'[predicates.a]\n{STATE}en_wording = "sail"', "predicates.a.en_wording", "{o}"),
        (f'[predicates.a]\n{STATE}en = ["go"]\n[predicates.b]\n{STATE}en = ["go"]', "predicates", "is also in"),
        (f'[predicates.a]\n{STATE}object_type = "event"\ninverse = "parent_of"', "predicates", "must be listed"),
        (f"[predicates.a]\n{STATE.replace('multi', 'many')}", "predicates", "cardinality must be one of"),
        (f'[predicates.a]\n{STATE}value_type = "colour"', "predicates", "value_type must be one of"),
        (f"[predicates.a]\n{STATE}colour = 1", "predicates", "unknown key"),
        ("[verbs.a]", "verbs", "types and predicates"),
        ("types = 3", "types", "is no table"),
        ("[types.a]\nwords = []", "types.a", "is malformed"),
        ("[types.a]\nnames = [1]", "types.a.names", "no list of names"),
    ],
)
def test_what_cannot_be_used_is_refused_by_its_place(text: str, place: str, message: str):
    with pytest.raises(VocabularyError) as refused:
        check_vocabulary(vocabulary(text))
    assert refused.value.place == place
    assert message in str(refused.value)


def test_size_is_limited_and_names_are_listed_once():
    many = read_vocabulary({"types": {f"type_{number}": {} for number in range(51)}})
    with pytest.raises(VocabularyError, match="at most 50"):
        check_vocabulary(many)
    one = vocabulary().entity_types[0]
    with pytest.raises(VocabularyError, match="listed twice"):
        check_vocabulary(GroupVocabulary((one, one)))

"""Objects of claims: an entity or a literal, and whether it is one that the predicate can take."""

from __future__ import annotations

import re
from dataclasses import replace

from spacy.tokens import Token

from extractors.candidates import EntityRef
from extractors.facts.english import lexicon as lx
from extractors.facts.english import nouns, vocabulary
from extractors.facts.english.people import People
from extractors.facts.scene import Scene
from extractors.words import words
from graph_schema.model import Role

_DWELLINGS = words(
    """
    apartment house flat city town village country suburb suburbs area neighborhood neighbourhood countryside dorm
    cabin farm condo studio state province
    """
)
_EMPLOYERS = words(
    """
    company hospital school bank university startup firm agency clinic restaurant cafe store shop museum library
    lab studio hotel bakery bookstore bookshop shelter nonprofit charity factory supermarket office gym
    kindergarten pharmacy ministry
    """
)
_PLACES = words(
    """
    museum beach park gallery zoo lake mountains mountain island castle national aquarium city town country canyon
    temple village farm vineyard waterfall cave market market volcano desert forest
    """
)
_TELLING = frozenset(
    {
        "lives_in", "born_in", "moved_to", "works_at", "married_to", "married", "partner_of", "engaged_to", "divorced",
        "broke_up_with", "friend_of", "roommate_of", "neighbour_of", "has_manager", "relative_of",
    }
)  # fmt: skip
_TASTES = frozenset({"likes", "loves", "enjoyed", "dislikes", "prefers", "wants", "needs"})
_QUOTED = re.compile(r"\s*[\"“](?P<name>[^\"”']{2,60})[\"”']")
_RESIDENCES = frozenset({"lives_in", "moved_to", "from", "born_in", "located_in"})
_LED = vocabulary.ORGANISATIONS | {"project", "group", "division", "effort", "program"}
_VACUOUS = frozenset({"game", "project", "thing", "music", "role", "part"})
_ANY_READING = frozenset({"news", "newspaper", "book", "tv", "television", "movie", "film", "show", "email", "message"})
"""What one reads or watches without anything in particular being meant."""
_KINDS = {
    "works_at": ("organization", _EMPLOYERS),
    "visited": ("location", _PLACES),
    "attended": ("event", vocabulary.HAPPENINGS),
    "left": ("organization", frozenset({"job", "company", "team", "band", "army", "position"})),
    "founded": (
        "organization",
        vocabulary.ORGANISATIONS | {"business", "studio", "charity", "nonprofit", "brand", "bakery"},
    ),
}
"""Type of a predicate's object, and the nouns that stand for such an object without naming it."""
_MONEY = re.compile(r"\d")
_PLACE_TYPES = frozenset({"location"})
_PERSONS = words(
    """
    met married married_to divorced partner_of friend_of broke_up_with colleague_of engaged_to roommate_of has_manager
    relative_of manager_of neighbour_of
    """
)


def object_of(head: Token, predicate: str, scene: Scene, people: People) -> EntityRef | str | None:
    """The object as the predicate takes it, None where it does not.

    An entity where a mention of the pipeline covers it, where it names a relative, or where it is a proper name and the
    predicate takes entities; else the literal as said.
    """
    if head.lower_ in ("me", "us", "you", "him", "her"):
        who = people.resolve(head)
        return who.entity if who else None
    if nouns.is_empty(head) and not head.text[0].isupper():
        return None
    if _is_anothers(head, scene) or (predicate in _TASTES and _is_at_hand(head, scene)):
        return None
    called = _called(head, predicate, scene) or _quoted(head, scene)
    if called is not None:
        return called
    entity = _retyped(_entity(head, predicate, scene, people), predicate, scene)
    if not _fits(predicate, head, entity, scene):
        return None
    if entity:
        return entity
    found = nouns.phrase(head, scene, placed=False)
    if found is None or not _is_content(found.text) or nouns.points_elsewhere(_inner(head, scene)):
        return None
    if scene.catalogue.canonical(predicate)[1]:
        kind = "organization" if head.lemma_.lower() in vocabulary.ORGANISATIONS else "thing"
        return EntityRef(found.text, kind, start=found.start, end=found.end)
    return found.text


def _retyped(entity: EntityRef | None, predicate: str, scene: Scene) -> EntityRef | None:
    """A predicate that takes one type only is better evidence of it than a name's looks."""
    telling = predicate in _TELLING or scene.is_own(predicate)
    if entity is None or not telling or entity.reference is not entity.reference.NAMED:
        return entity
    return replace(entity, type=scene.catalogue.get(predicate).object_type or entity.type)


def _is_anothers(head: Token, scene: Scene) -> bool:
    if not nouns.belongs_to_another(head) or nouns.is_relation(head) or nouns.is_pet(head):
        return False
    return scene.turn.role is not Role.ASSISTANT


def _is_at_hand(head: Token, scene: Scene) -> bool:
    """Whether "the", "this" or "that" points at something seen, not at a kind of thing ("I love the colours")."""
    first = head
    while first.dep_ == "conj" and first.head.pos_ in ("NOUN", "PROPN"):
        first = first.head
    pointing = {c.lower_ for c in first.children if c.dep_ == "det"} & {"the", "this", "that", "these", "those"}
    if not pointing or nouns.named(head, scene) is not None:
        return False
    return pointing != {"the"} or head.lower_ not in lx.GENERIC


def _called(head: Token, predicate: str, scene: Scene) -> EntityRef | str | None:
    """The name in "a game called X"."""
    for child in head.children:
        if child.dep_ != "acl" or child.lower_ not in ("called", "named", "titled"):
            continue
        quoted = _QUOTED.match(scene.content, child.idx + len(child))
        if quoted:
            return quoted["name"]
        name = next((c for c in child.children if c.dep_ in ("oprd", "attr", "dobj") and c.text[0].isupper()), None)
        if name is not None and not nouns.is_pet(head):
            return (
                nouns.named(name, scene)
                or nouns.proper(name, scene, scene.catalogue.get(predicate).object_type or "thing")
                or name.text
            )
    return None


def _quoted(head: Token, scene: Scene) -> str | None:
    """The title that the phrase begins with in quotation marks."""
    start = head.left_edge.idx
    title = _QUOTED.match(scene.content, max(0, start - 1)) or _QUOTED.match(scene.content, start)
    return title["name"] if title and title.end() >= head.idx else None


def _inner(head: Token, scene: Scene) -> list[Token]:
    """The phrase's words without its own determiners."""
    return [t for t in nouns.tokens_of(head, scene) if not (t.dep_ in ("det", "predet", "poss") and t.head == head)]


def _is_content(text: str) -> bool:
    return any(char.isalnum() for char in text)


def _entity(head: Token, predicate: str, scene: Scene, people: People) -> EntityRef | None:
    if nouns.kin_and_name(head) or (
        nouns.owner_token(head) is not None and (nouns.is_relation(head) or nouns.is_pet(head))
    ):
        who = people.noun(head)
        return who.entity if who else None
    if predicate in _RESIDENCES and head.lemma_.lower() in _DWELLINGS:
        place = nouns.place_of(head)
        if place is not None:
            return _entity(place, predicate, scene, people)
    wanted = scene.catalogue.get(predicate).object_type
    mention = nouns.named(head, scene)
    if mention:
        phrase = nouns.phrase(head, scene)
        whole = nouns.proper(head, scene, mention.type)
        if whole and len(whole.name) > len(mention.name) and mention.name in whole.name:
            return whole
        covers = phrase is None or len(mention.name) * 2 >= len(phrase.text)
        return mention if covers else None
    return nouns.proper(head, scene, wanted) if wanted else None


def _fits(predicate: str, head: Token, entity: EntityRef | None, scene: Scene) -> bool:
    lemma = head.lemma_.lower()
    kind = entity.type if entity else None
    capital = head.text[:1].isupper()
    if predicate in _RESIDENCES:
        dwelling = lemma in _DWELLINGS and _is_described(head, scene)
        return kind in _PLACE_TYPES or (kind not in ("person", "animal") and (capital or dwelling))
    if predicate in _PERSONS:
        return kind == "person" or (capital and kind is None)
    if predicate in _KINDS:
        wanted, nouns_of_kind = _KINDS[predicate]
        return kind == wanted or capital or lemma in nouns_of_kind or (predicate == "visited" and kind is not None)
    if predicate == "led_by":
        return kind == "person" or (capital and kind != "location")
    if predicate == "leads":
        return kind == "organization" or lemma in _LED
    return _fits_literal(predicate, head, entity, scene)


def _fits_literal(predicate: str, head: Token, entity: EntityRef | None, scene: Scene) -> bool:
    named = entity is not None or head.text[:1].isupper()
    if predicate == "has_age":
        return head.pos_ == "NUM" or head.text.isdigit()
    if predicate == "speaks":
        return head.text[:1].isupper()
    if predicate in ("costs", "amount"):
        counted = head.ent_type_ in ("MONEY", "CARDINAL") or head.pos_ in ("NUM", "SYM", "NOUN")
        return bool(_MONEY.search(head.sent.text)) and counted
    if predicate == "uses":
        return named or head.lemma_.lower() not in lx.EMPTY_OBJECTS
    if predicate == "works_as":
        return head.pos_ in ("NOUN", "PROPN")
    if predicate == "decided":
        return named
    if predicate in ("read", "watched") and head.lemma_.lower() in _ANY_READING:
        return entity is not None or _is_described(head, scene)
    if predicate in ("plays", "works_on"):
        return entity is not None or head.lemma_.lower() not in _VACUOUS or _is_described(head, scene)
    return True


def _is_described(head: Token, scene: Scene) -> bool:
    found = nouns.phrase(head, scene)
    return found is not None and " " in found.text


def is_trade(head: Token) -> bool:
    """Whether the noun names a job."""
    lemma = head.lemma_.lower()
    return head.pos_ in ("NOUN", "PROPN") and (lemma in vocabulary.TRADES or lemma.split("-")[-1] in vocabulary.TRADES)

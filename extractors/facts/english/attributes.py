"""Claims about what belongs to someone: "my email is …", "Bob's favourite colour is …", "my sister is Maria"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from spacy.tokens import Token

from extractors.candidates import EntityRef
from extractors.facts.claim import Claim
from extractors.facts.english import lexicon as lx
from extractors.facts.english import nouns, vocabulary
from extractors.facts.english.clauses import Clause
from extractors.facts.english.evidence import evidence
from extractors.facts.english.people import People, Who
from extractors.facts.english.relations import relation_claims, statement
from extractors.facts.english.syntax import conjuncts
from extractors.facts.scene import Scene

_EMAIL = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
_PHONE = re.compile(r"\+?\d[\d\s().-]{4,}\d")
_FAVOURITES = frozenset({"favorite", "favourite", "fave", "fav"})
_SPELLING = {"color": "colour", "flavor": "flavour"}
_NAMING = frozenset({"oprd", "attr", "dobj", "dative"})
_OF_THINGS = frozenset(
    {
        "due",
        "budget",
        "status",
        "costs",
        "version",
        "priority",
        "amount",
        "balance",
        "quantity",
        "led_by",
        "assignee",
        "owner",
    }
)
_WORDED = frozenset({"status", "priority", "led_by", "assignee", "owner"})
"""Properties whose value holds no digit."""
_NUMBERED = frozenset({"number", "id", "code"})
_DATED = frozenset({"due", "birthday"})
_MANAGED = frozenset({"password", "package", "file", "window", "task", "download", "content", "memory"})
"""What programs manage: a password manager is nobody."""
_PEOPLE_ROLES = frozenset({"doctor", "dentist", "therapist", "teacher", "coach", "owner", "led_by", "assignee"})
_VERBAL = frozenset({"goal", "works_as", "from", "likes", "loves", "speaks"})
"""Predicates that a noun names ("my job is …") but a verb words better."""


class Attributes:
    """Reads the clauses of one turn whose subject is someone's property or relative."""

    def __init__(self, scene: Scene, people: People) -> None:
        self._scene = scene
        self._people = people

    def claims(self, clause: Clause, subject: Token) -> Iterator[Claim]:
        """What is said of a property or relative: "my email is …", "my sister is Maria", "the budget is …"."""
        owner_word = nouns.owner_token(subject)
        label = _label(subject)
        favourite = any(child.lower_ in _FAVOURITES for child in subject.children)
        predicate = (
            _favourite(label, subject) if favourite else vocabulary.ATTRIBUTES.get(label) or _general(label, subject)
        )
        if owner_word is None:
            yield from self._project(clause, subject, predicate)
            return
        if (
            predicate == "has_name"
            and owner_word.pos_ != "PRON"
            and (nouns.is_relation(owner_word) or nouns.is_pet(owner_word))
        ):
            yield from self._name_of_kin(clause, owner_word)
            return
        who = self._people.owner(owner_word)
        if who is None:
            return
        if predicate is None:
            yield from self._relation(clause, subject, who)
            return
        for value in self._values(clause, predicate):
            entity = self._value_entity(value, predicate)
            yield statement(
                clause,
                who,
                predicate,
                entity,
                0.9,
                attribute=predicate not in _VERBAL,
            )

    def _project(self, clause: Clause, subject: Token, predicate: str | None) -> Iterator[Claim]:
        """Properties of what is talked about: "the launch deadline is 30 April", "the budget of the move is 50 EUR"."""
        if predicate not in _OF_THINGS or not any(c.lower_ in ("the", "this") for c in subject.children):
            return
        who = self._bearer(subject)
        if who is None and predicate == "budget":
            who = Who(self._scene.speaker, 0.85)
        if who is None:
            return
        for value in self._values(clause, predicate):
            if any(char.isdigit() for char in value.text) or predicate in _WORDED:
                yield statement(clause, who, predicate, self._value_entity(value, predicate), 0.9)

    def _bearer(self, subject: Token) -> Who | None:
        """What has the property: "launch" in "the launch deadline", "the deadline of the launch"."""
        of = next((c for c in subject.children if c.dep_ == "prep" and c.lower_ in ("of", "for")), None)
        head = next((c for c in of.children if c.dep_ == "pobj"), None) if of is not None else None
        if head is None:
            head = next((c for c in reversed(list(subject.children)) if c.dep_ in ("compound", "nmod")), None)
        if head is None or nouns.is_empty(head):
            return None
        if nouns.owner_token(head) is not None:
            return self._people.noun(head)
        entity = nouns.named(head, self._scene)
        found = nouns.phrase(head, self._scene)
        if entity is None and found is not None:
            entity = EntityRef(found.text, "thing", start=found.start, end=found.end)
        return Who(entity, 0.85) if entity else None

    def settled(self, clause: Clause, subject: Token) -> Iterator[Claim]:
        """The status that a participle gives: "the status of OPS-4 is resolved"."""
        if subject.lower_ in ("status", "state") and any(c.lower_ == "the" for c in subject.children):
            who = self._bearer(subject)
            if who is not None:
                yield statement(clause, who, "status", clause.verb.text, 0.9)

    def called(self, clause: Clause, subject: Token) -> Iterator[Claim]:
        """The name in "my wife is called Sofia", "our project is named Orion"."""
        name = next((c for c in clause.verb.children if c.i > clause.verb.i and c.dep_ in _NAMING), None)
        owner_word = nouns.owner_token(subject)
        if name is None or owner_word is None or not name.text[:1].isupper():
            return
        value = nouns.phrase(name, self._scene)
        owner = self._people.owner(owner_word)
        if value is None or owner is None:
            return
        if nouns.is_relation(subject) or nouns.is_pet(subject):
            kind = "animal" if nouns.is_pet(subject) else "person"
            named = EntityRef(value.text, kind, start=value.start, end=value.end)
            yield from relation_claims(subject, owner, named, evidence(clause))
            return
        who = self._people.noun(subject)
        if who is not None:
            yield statement(clause, who, "named", value.text, 0.9)

    def _name_of_kin(self, clause: Clause, kin: Token) -> Iterator[Claim]:
        owner_word = nouns.owner_token(kin)
        who = self._people.owner(owner_word) if owner_word is not None else None
        value = next(iter(self._values(clause, "has_name")), None)
        if who is None or value is None or not value.text[:1].isupper():
            return
        kind = "animal" if nouns.is_pet(kin) else "person"
        named = EntityRef(value.text, kind, start=value.start, end=value.end)
        yield from relation_claims(kin, who, named, evidence(clause))

    def _relation(self, clause: Clause, subject: Token, who: Who) -> Iterator[Claim]:
        """Who a relative is: "my best friend is Bob", "our new manager is Helen Park"."""
        tool = any(c.dep_ == "compound" and c.lower_ in _MANAGED for c in subject.children)
        if tool or not (nouns.is_relation(subject) or nouns.is_pet(subject)):
            return
        for target in self._names(clause):
            yield from relation_claims(subject, who, target, evidence(clause))

    def _names(self, clause: Clause) -> Iterator[EntityRef]:
        for child in clause.verb.children:
            if child.dep_ in ("attr", "oprd") and child.pos_ == "PROPN" and nouns.owner_token(child) is None:
                for head in conjuncts(child):
                    found = nouns.named(head, self._scene) or nouns.proper(head, self._scene, "person")
                    if found:
                        yield replace(found, type="person")

    def _values(self, clause: Clause, predicate: str) -> Iterator[nouns.Phrase]:
        """What stands after the verb, as one literal or one for each coordinated part."""
        after = clause.verb.idx + len(clause.verb)
        stop = clause.verb.sent.end_char
        pattern = _EMAIL if predicate == "email" else _PHONE if predicate == "phone" else None
        if pattern:
            found = pattern.search(self._scene.content, after, stop)
            if found:
                yield nouns.Phrase(found[0], found.start(), found.end())
            return
        if predicate in _DATED:
            yield from (
                nouns.Phrase(t.text, t.start, t.end)
                for t in self._scene.document.times_in(clause.verb.idx, clause.verb.sent.end_char)[:1]
            )
            return
        for child in clause.verb.children:
            if (
                child.i > clause.verb.i
                and (child.dep_ in ("attr", "acomp", "oprd") or nouns.is_identifier(child))
                and child.lower_ not in lx.EMPTY_OBJECTS
                and (predicate not in _VERBAL or child.pos_ in ("NOUN", "PROPN"))
            ):
                for head in (
                    conjuncts(child)
                    if predicate in ("likes", "loves", "speaks") or predicate.startswith("favourite_")
                    else [child]
                ):
                    found = nouns.phrase(head, self._scene)
                    if found:
                        yield found
            elif child.dep_ == "xcomp" and predicate == "goal":
                tokens = [t for t in child.subtree if t.i >= child.i]
                found = nouns.joined(tokens, self._scene)
                if found and not nouns.points_elsewhere(tokens):
                    yield found

    def _value_entity(self, value: nouns.Phrase, predicate: str) -> EntityRef | str:
        wanted = self._scene.catalogue.get(predicate).object_type
        mention = self._scene.mention_at(value.start, value.end)
        if (
            mention
            and (wanted or predicate in _PEOPLE_ROLES or predicate.startswith("favourite_"))
            and mention.end - mention.start >= len(value.text) - 2
        ):
            return EntityRef(mention.name, mention.type, start=mention.start, end=mention.end)
        return value.text


def _label(noun: Token) -> str:
    parts = [
        c.lower_
        for c in noun.children
        if c.dep_ in ("compound", "nmod", "amod") and c.lower_ not in _FAVOURITES | {"new"}
    ]
    return " ".join([*parts, noun.lower_])


def _general(label: str, noun: Token) -> str | None:
    """The property of the bare noun; a passport number is one of its own and no telephone's."""
    if noun.lower_ in _NUMBERED and " " in label:
        return "_".join(label.replace("-", " ").split())
    return vocabulary.ATTRIBUTES.get(noun.lemma_.lower())


def _favourite(label: str, noun: Token) -> str:
    singular = [*label.replace("-", " ").split()[:-1], noun.lemma_.lower()]
    words = [_SPELLING.get(word, word) for word in singular]
    return "favourite_" + "_".join(words)

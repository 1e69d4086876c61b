"""Claims from "to be": who someone is, what belongs to them, how old they are, when something is due."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from spacy.tokens import Token

from extractors.candidates import EntityRef
from extractors.facts.claim import Claim
from extractors.facts.english import nouns, vocabulary
from extractors.facts.english.attributes import Attributes
from extractors.facts.english.clauses import Clause, Tense
from extractors.facts.english.dating import Dating
from extractors.facts.english.evidence import evidence
from extractors.facts.english.objects import is_trade
from extractors.facts.english.people import People, Who
from extractors.facts.english.relations import relation_claims, statement
from extractors.facts.english.stance import is_alternative
from extractors.facts.english.syntax import conjuncts
from extractors.facts.english.timing import timed
from extractors.facts.scene import Scene

_HEADING = frozenset({"head", "lead", "leader", "captain", "manager"})
_LED = vocabulary.ORGANISATIONS | {"project", "group", "division", "department", "program", "programme"}
_AGE = re.compile(
    r"\d{1,3}|"
    + "|".join(
        ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen"]
    )
)


class Copula:
    """Reads the clauses of one turn whose verb is "to be"."""

    def __init__(self, scene: Scene, people: People) -> None:
        self._scene = scene
        self._people = people
        self._attributes = Attributes(scene, people)

    def claims(self, clause: Clause, when: Dating) -> Iterator[Claim]:
        """The claims of one clause, whoever its subject is."""
        found = list(self._claims(clause))
        for claim in found:
            yield from timed(claim, clause, _undated(claim, when), self._scene)

    def names(self, clause: Clause, when: Dating) -> Iterator[Claim]:
        """Who or what is "called" or "named" so: "my wife is called Sofia", "our project is named Orion"."""
        if not clause.passive or clause.negated:
            return
        read = self._attributes.called if clause.verb.lemma_ in ("call", "name") else self._attributes.settled
        for subject in clause.subjects:
            for claim in read(clause, subject):
                yield from timed(claim, clause, when, self._scene)

    def _claims(self, clause: Clause) -> Iterator[Claim]:
        for subject in clause.subjects:
            attribute = list(self._attributes.claims(clause, subject))
            if attribute:
                yield from attribute
                continue
            who = self._people.resolve(subject, clause.reporter)
            if who is not None:
                yield from self._identity(clause, who)
                yield from self._adjective(clause, who)
                yield from self._age(clause, who)
                yield from self._appointed(clause, who)

    def _identity(self, clause: Clause, who: Who) -> Iterator[Claim]:
        """Who or what someone is: "I'm a nurse", "Bob is my brother", "Luna is a golden retriever"."""
        for child in clause.verb.children:
            if child.dep_ != "attr" or child.i < clause.verb.i:
                continue
            owner_word = nouns.owner_token(child)
            if owner_word is not None:
                owner = self._people.owner(owner_word)
                if (
                    owner
                    and (nouns.is_relation(child) or nouns.is_pet(child))
                    and who.entity.name != owner.entity.name
                    and not clause.negated
                ):
                    yield from relation_claims(
                        child, Who(owner.entity, min(who.sureness, owner.sureness)), who.entity, evidence(clause)
                    )
                continue
            for head in conjuncts(child):
                yield from self._class(clause, who, head)

    def _class(self, clause: Clause, who: Who, head: Token) -> Iterator[Claim]:
        if not clause.negated and is_alternative(head):
            return
        lemma = head.lemma_.lower()
        phrase = nouns.joined(
            [t for t in nouns.tokens_of(head, self._scene) if t.dep_ != "det" and not _under_preposition(t, head)],
            self._scene,
        )
        article = any(c.dep_ == "det" and c.lower_ in ("a", "an") for c in head.children) or _is_office(head)
        if phrase is None or (
            not article and lemma not in _HEADING and head.head == clause.verb and who.entity.type != "person"
        ):
            return
        if is_trade(head) and (article or head.dep_ == "conj"):
            yield statement(clause, who, "works_as", phrase.text, 0.95)
            yield from self._trade_places(clause, who, head)
        elif lemma in _HEADING and (led := _led(head, self._scene)) is not None:
            yield statement(clause, who, "leads", led, 0.95)
        elif lemma in vocabulary.DIETS and article:
            yield statement(clause, who, "has_diet", lemma, 0.95)
        elif article and (who.entity.type == "animal" or lemma in vocabulary.PERSON_NOUNS):
            yield statement(clause, who, "is_a", phrase.text, 0.85)

    def _trade_places(self, clause: Clause, who: Who, head: Token) -> Iterator[Claim]:
        places = {"from": "from", "at": "studies_at" if head.lemma_ == "student" else "works_at"}
        for child in head.children:
            if child.dep_ == "prep" and child.lower_ in places:
                for target in (t for c in child.children if c.dep_ == "pobj" for t in conjuncts(c)):
                    entity = nouns.named(target, self._scene) or nouns.proper(target, self._scene, "organization")
                    if entity:
                        yield statement(clause, who, places[child.lower_], entity, 0.95)

    def _adjective(self, clause: Clause, who: Who) -> Iterator[Claim]:
        if who.entity.type not in ("person", "animal"):
            return
        for child in clause.verb.children:
            if (
                child.dep_ not in ("acomp", "attr")
                or child.i < clause.verb.i
                or child.pos_ not in ("ADJ", "NOUN", "VERB", "PROPN")
            ):
                continue
            word = child.lower_
            bare = not any(
                c.dep_ in ("det", "amod") or (c.dep_ == "prep" and not nouns.holds_time(c, self._scene))
                for c in child.children
            )
            if word in vocabulary.DIETS and bare:
                yield statement(clause, who, "has_diet", word, 0.95)
            elif word in vocabulary.MARITAL and bare:
                yield statement(clause, who, "marital_status", word, 0.85)
            elif word in vocabulary.CONDITIONS and bare:
                yield statement(clause, who, "has_condition", word, 0.9, phrase="be {o}")
            elif child.ent_type_ == "NORP" and bare and child.text[0].isupper():
                yield statement(clause, who, "nationality", child.text, 0.85)

    def _age(self, clause: Clause, who: Who) -> Iterator[Claim]:
        """How old someone is: "I'm 34", "Rex is five years old"."""
        if who.entity.type not in ("person", "animal"):
            return
        for child in clause.verb.children:
            if child.i < clause.verb.i or child.dep_ not in ("attr", "acomp", "npadvmod"):
                continue
            words = [] if any(c.dep_ == "ccomp" for c in child.children) else list(child.subtree)
            number = next((t for t in words if _AGE.fullmatch(t.lower_)), None)
            old = any(t.lower_ == "old" for t in words)
            alone = (
                number is not None
                and number == child
                and len(words) == 1
                and clause.tense is Tense.PRESENT
                and number.text.isdigit()
            )
            if (
                number is not None
                and (old or alone)
                and not any(t.lower_ in ("than", "months", "weeks", "days") for t in words)
            ):
                yield statement(clause, who, "has_age", number.text, 0.9)

    def _appointed(self, clause: Clause, who: Who) -> Iterator[Claim]:
        """When something takes place or is due: "the meeting is on Monday at 3 pm", "the report is due on Friday"."""
        if who.entity.type in ("person", "animal", "organization", "location"):
            return
        times = [
            t
            for t in self._scene.document.times_in(clause.verb.idx, clause.verb.sent.end_char)
            if t.interval is not None
        ]
        if not times:
            return
        due = any(child.lower_ == "due" for child in clause.verb.children)
        happening = any(
            subject.lemma_.lower() in vocabulary.HAPPENINGS | vocabulary.APPOINTMENTS for subject in clause.subjects
        )
        adjectives = [
            c
            for c in clause.verb.children
            if c.dep_ in ("acomp", "attr") and c.lower_ != "due" and not nouns.is_time(c, self._scene)
        ]
        if adjectives or not (due or happening):
            return
        value = self._scene.content[times[0].start : times[-1].end]
        claim = statement(clause, who, "due" if due else "scheduled_for", value, 0.9)
        yield replace(claim, occurs=times[0].interval)


def _led(head: Token, scene: Scene) -> EntityRef | None:
    """What somebody is the head of."""
    of = next((c for c in head.children if c.dep_ == "prep" and c.lower_ == "of"), None)
    target = next((c for c in of.children if c.dep_ == "pobj"), None) if of is not None else None
    found = nouns.phrase(target, scene) if target is not None else None
    if target is None or found is None or target.lemma_.lower() not in _LED:
        return None
    return EntityRef(found.text, "organization", start=found.start, end=found.end)


def _is_office(head: Token) -> bool:
    """Whether "the" names a post and no one known: "I'm the head chef"."""
    the = any(c.dep_ == "det" and c.lower_ == "the" for c in head.children)
    return the and is_trade(head) and any(c.dep_ in ("compound", "amod") for c in head.children)


def _undated(claim: Claim, when: Dating) -> Dating:
    """The clause's time, but where the time is the value itself and dates nothing."""
    return Dating() if claim.predicate in ("due", "birthday", "scheduled_for", "budget") else when


def _under_preposition(token: Token, head: Token) -> bool:
    while token != head:
        if token.dep_ == "prep" and token.lower_ != "of":
            return True
        token = token.head
    return False

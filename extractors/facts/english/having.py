"""Claims from "to have": relatives, pets, conditions, belongings and appointments."""

from __future__ import annotations

from collections.abc import Iterator

from spacy.tokens import Token

from extractors.candidates import EntityRef
from extractors.facts.claim import Claim
from extractors.facts.english import nouns, vocabulary
from extractors.facts.english.clauses import Clause, Tense
from extractors.facts.english.dating import Dating
from extractors.facts.english.evidence import evidence
from extractors.facts.english.people import Who
from extractors.facts.english.relations import relation_claims
from extractors.facts.english.syntax import conjuncts
from extractors.facts.english.timing import timed
from extractors.facts.scene import Scene
from graph_schema.model import Interval, Modality, Polarity


def having_claims(clause: Clause, who: Who, when: Dating, scene: Scene) -> Iterator[Claim]:
    """The claims of "X has Y", "X got Y" for the things that are worth knowing."""
    for child in clause.verb.children:
        if child.dep_ == "dobj":
            for head in conjuncts(child):
                yield from _one(clause, who, when, head, scene)


def _one(clause: Clause, who: Who, when: Dating, head: Token, scene: Scene) -> Iterator[Claim]:
    named = name_given(head, scene)
    yield from _listed(clause, who, head, scene)
    species = _species(head)
    if species is not None and not clause.negated:
        animal = nouns.named(head, scene) or EntityRef(head.text, "animal", start=head.idx, end=head.idx + len(head))
        yield from relation_claims(species, who, animal, evidence(clause))
        return
    if named and (nouns.is_relation(head) or nouns.is_pet(head)) and not clause.negated:
        yield from relation_claims(head, who, named, evidence(clause))
        return
    found = nouns.phrase(head, scene)
    predicate = _predicate(head)
    if found is None or predicate is None or any(c.lower_ == "no" for c in head.children):
        return
    if nouns.points_elsewhere([t for t in nouns.tokens_of(head, scene) if t.dep_ != "det"]):
        return
    start, end = evidence(clause)
    base = Claim(
        subject=who.entity,
        predicate=predicate,
        object=found.text,
        start=start,
        end=end,
        confidence=clause.confidence * who.sureness * 0.9,
        polarity=Polarity.NEGATIVE if clause.negated else Polarity.POSITIVE,
        ended=clause.ended,
        phrase="have {a}" if predicate in ("owns", "has_pet", "parent_of", "sibling_of") else None,
    )
    if predicate == "has_appointment":
        yield from _appointment(base, clause, when, scene)
        return
    gained = clause.verb.lemma_ == "get"
    yield from timed(base, clause, when if gained else Dating(valid=when.valid), scene, begins=gained)


def _listed(clause: Clause, who: Who, head: Token, scene: Scene) -> Iterator[Claim]:
    """The relatives that "two kids, Anu and Rein" names one by one."""
    if clause.negated or not nouns.is_relation(head):
        return
    for apposition in (c for c in head.children if c.dep_ == "appos" and c.pos_ == "PROPN"):
        for name in conjuncts(apposition):
            entity = nouns.named(name, scene) or nouns.proper(name, scene, "person")
            if entity is not None:
                yield from relation_claims(head, who, entity, evidence(clause))


def _species(head: Token) -> Token | None:
    """The animal in "a parrot called Biscuit" where the parser takes the name for the object."""
    if head.pos_ != "PROPN" or not any(c.lower_ in ("called", "named") for c in head.children):
        return None
    return next((t for t in head.subtree if t.i < head.i and nouns.is_pet(t)), None)


def name_given(head: Token, scene: Scene) -> EntityRef | None:
    """The name in "a dog named Luna"."""
    for child in head.children:
        if (child.dep_ in ("acl", "relcl") and child.lemma_ in ("name", "call")) or child.lower_ in ("named", "called"):
            for name in child.children:
                if name.dep_ in ("oprd", "attr", "dobj") and name.text[0].isupper():
                    return nouns.named(name, scene) or EntityRef(
                        name.text, "animal", start=name.idx, end=name.idx + len(name)
                    )
    return None


def _predicate(head: Token) -> str | None:
    lemma = head.lemma_.lower()
    if nouns.is_pet(head):
        return "has_pet"
    if nouns.is_relation(head) and nouns.relation_of(head) in ("parent_of", "sibling_of"):
        return nouns.relation_of(head)
    if vocabulary.CONDITION_NOUNS & {lemma, head.lower_}:
        return "has_condition"
    if lemma in vocabulary.APPOINTMENTS:
        return "has_appointment"
    return "owns" if lemma in vocabulary.POSSESSIONS else None


def _appointment(claim: Claim, clause: Clause, when: Dating, scene: Scene) -> Iterator[Claim]:
    """An appointment counts with its date; without one it is talk."""
    occurs = when.occurs
    if occurs is None or clause.negated:
        return
    if occurs.end > scene.turn.valid_at and clause.tense is not Tense.PAST:
        yield _with(claim, occurs, Modality.PLANNED, past=False)
    elif clause.tense is Tense.PAST:
        yield _with(claim, occurs, Modality.ASSERTED, past=True)


def _with(claim: Claim, occurs: Interval, modality: Modality, *, past: bool) -> Claim:
    return Claim(
        claim.subject,
        claim.predicate,
        claim.object,
        claim.start,
        claim.end,
        claim.confidence,
        modality=modality,
        occurs=occurs,
        valid=Interval(occurs.start, precision=occurs.precision) if past else None,
        past=past,
        phrase="have {a}",
    )

"""Claims about persons and pets by their relation to an owner, and the shape that statements with "to be" share."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from spacy.tokens import Token

from extractors.candidates import EntityRef
from extractors.facts.claim import Claim
from extractors.facts.english import nouns
from extractors.facts.english.clauses import Clause
from extractors.facts.english.evidence import evidence
from extractors.facts.english.people import Who
from graph_schema.model import Polarity


def relation_claims(noun: Token, owner: Who, named: EntityRef, where: tuple[int, int]) -> Iterator[Claim]:
    """The relation that "my sister Maria" or "my dog Rex" presupposes, and what the pet is."""
    start, end = where
    if nouns.is_pet(noun):
        animal = replace(named, type="animal")
        yield Claim(owner.entity, "has_pet", animal, start, end, 0.85 * owner.sureness)
        yield Claim(animal, "is_a", noun.lemma_.lower(), start, end, 0.8 * owner.sureness)
        return
    predicate = nouns.relation_of(noun)
    if predicate:
        yield Claim(owner.entity, predicate, replace(named, type="person"), start, end, 0.85 * owner.sureness)


def statement(
    clause: Clause,
    who: Who,
    predicate: str,
    target: EntityRef | str,
    sureness: float,
    *,
    attribute: bool = False,
    phrase: str | None = None,
) -> Claim:
    """A claim that a clause states of someone, with the clause as its evidence."""
    start, end = evidence(clause)
    return Claim(
        subject=who.entity,
        predicate=predicate,
        object=target,
        start=start,
        end=end,
        confidence=min(0.95, clause.confidence + 0.05) * who.sureness * sureness,
        polarity=Polarity.NEGATIVE if clause.negated else Polarity.POSITIVE,
        ended=clause.ended,
        attribute=attribute,
        phrase=phrase,
    )

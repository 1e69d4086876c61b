"""What a verb says of its subject: phrase keys that the catalogue may list, with the heads of their objects."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from spacy.tokens import Token

from extractors.facts.english.clauses import is_misread_noun
from extractors.facts.english.nouns import is_identifier, is_misread_adverb, is_time
from extractors.facts.english.syntax import conjuncts
from extractors.facts.scene import Scene

_TAKING_NOUNS = frozenset({"allergic", "addicted", "engaged", "married", "intolerant", "immune"})
"""Adjectives whose "to" is a preposition."""


@dataclass(frozen=True, slots=True)
class Complement:
    """One object of a verb.

    Attributes:
        key: normalised verb phrase: lemma, particle, preposition ("sign up for", "be allergic to").
        head: head of the object's noun phrase.
        through_noun: the key holds a noun or adjective of its own ("get a job at").
    """

    key: str
    head: Token
    through_noun: bool = False


def complements(verb: Token, scene: Scene, *, passive: bool) -> Iterator[Complement]:
    """The objects of a verb, time expressions left out, most specific keys first."""
    base = _base(verb, passive=passive)
    particle = next((c.lower_ for c in verb.children if c.dep_ == "prt"), None)
    stem = f"{base} {particle}" if particle else base
    for child in verb.children:
        if child.dep_ in ("dobj", "attr", "oprd"):
            yield from _through_noun(stem, child, scene)
        if child.dep_ == "dobj":
            # "studies physics at Oxford": the parser hangs the place on the object
            yield from (replace(found, through_noun=True) for found in _through_prepositions(stem, child, scene))
        if child.dep_ == "acomp":
            yield from _through_prepositions(f"{stem} {child.lower_}", child, scene)
            yield from _misread_infinitive(f"{stem} {child.lower_} to", child)
    for child in verb.children:
        if child.dep_ in ("prep", "agent"):
            yield from _preposition(stem, child, scene)
        elif child.dep_ == "advmod" and child.i > verb.i:
            yield from _through_prepositions(f"{stem} {child.lower_}", child, scene)
    direct = [child for child in verb.children if child.dep_ in ("dobj", "dative") and _is_nominal(child)]
    for child in direct or _misread(verb, scene):
        yield from (Complement(stem, head) for head in conjuncts(child) if not is_time(head, scene) or head in direct)


def _is_nominal(token: Token) -> bool:
    nominal = token.pos_ in ("NOUN", "PROPN", "PRON", "NUM", "X", "SYM") or token.text[:1].isupper()
    return nominal or is_identifier(token)


def _misread(verb: Token, scene: Scene) -> list[Token]:
    """A rare noun right after the verb that the parser took for something else ("I hate cilantro")."""
    if verb.i + 1 >= len(verb.doc):
        return []
    after = verb.nbor()
    if after.dep_ == "xcomp" and after.head == verb and is_misread_noun(after):
        return [after]
    odd = after.dep_ in ("punct", "advmod", "npadvmod", "dep", "acomp", "amod") and after.pos_ in (
        "ADJ",
        "NOUN",
        "PROPN",
        "X",
    )
    odd = odd or is_misread_adverb(after)
    return [after] if after.head == verb and odd and after.is_alpha and not is_time(after, scene) else []


def _misread_infinitive(key: str, adjective: Token) -> Iterator[Complement]:
    """A rare noun after "to" that the parser took for an infinitive: "allergic to shellfish"."""
    if adjective.lower_ not in _TAKING_NOUNS:
        return
    for child in adjective.children:
        if child.dep_ == "xcomp" and child.tag_ == "VB" and child.i == adjective.i + 2:
            yield Complement(key, child)


def _base(verb: Token, *, passive: bool) -> str:
    if not passive:
        return verb.lemma_.lower()
    helper = next((c.lemma_ for c in verb.children if c.dep_ == "auxpass"), "be")
    return f"{'get' if helper == 'get' else 'be'} {verb.lower_}"


def _through_noun(stem: str, noun: Token, scene: Scene) -> Iterator[Complement]:
    """Objects behind a noun of the phrase: "get a job at X", "be a fan of X", "have lunch with X"."""
    yield from (replace(found, through_noun=True) for found in _with_noun(stem, noun, scene))


def _with_noun(stem: str, noun: Token, scene: Scene) -> Iterator[Complement]:
    article = next((c for c in noun.children if c.dep_ == "det" and c.lower_ in ("a", "an", "the")), None)
    label = f"{'an' if article.lower_ == 'an' else 'a'} {noun.lower_}" if article is not None else noun.lower_
    yield from _through_prepositions(f"{stem} {label}", noun, scene)
    for sibling in noun.head.children:
        if sibling.dep_ == "prep" and sibling.i > noun.i:
            yield from _preposition(f"{stem} {label}", sibling, scene)


def _through_prepositions(stem: str, token: Token, scene: Scene) -> Iterator[Complement]:
    for child in token.children:
        if child.dep_ == "prep":
            yield from _preposition(stem, child, scene)


def _preposition(stem: str, preposition: Token, scene: Scene) -> Iterator[Complement]:
    key = f"{stem} {preposition.lower_}"
    for child in preposition.children:
        if child.dep_ == "pobj":
            for head in conjuncts(child):
                if not is_time(head, scene) and _is_nominal(head):
                    yield Complement(key, head)
                    # "as a data analyst at Acme": the parser hangs the second preposition on the first noun
                    yield from _chained(stem, preposition, head, scene)
        elif child.dep_ in ("prep", "pcomp") and child.pos_ == "ADP":
            yield from _preposition(key, child, scene)


def _chained(stem: str, preposition: Token, noun: Token, scene: Scene) -> Iterator[Complement]:
    if preposition.lower_ not in ("as", "on", "with"):
        return
    for child in noun.children:
        if child.dep_ == "prep" and child.lower_ in ("at", "for", "in"):
            for pobj in (c for c in child.children if c.dep_ == "pobj"):
                yield from (
                    Complement(f"{stem} {child.lower_}", head) for head in conjuncts(pobj) if not is_time(head, scene)
                )

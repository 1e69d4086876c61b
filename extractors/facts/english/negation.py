"""Whether a verb is denied, and whether the denial ends what held before."""

from __future__ import annotations

from spacy.tokens import Token


def negation(verb: Token, auxiliaries: list[Token]) -> tuple[bool, bool]:
    """Whether the clause of a finite verb is negated, and whether it says "no longer"."""
    words = list(verb.children)
    if verb.dep_ == "conj" and auxiliaries and auxiliaries[0].head != verb:
        words.extend(verb.head.children)
    before = [word for word in words if word.i < verb.i or _follows_be(word, verb)]
    negated = any(word.dep_ == "neg" or word.lower_ in ("never", "hardly", "rarely") for word in before)
    longer = [word for word in words if word.lower_ in ("anymore", "longer")]
    if not longer:
        return negated, False
    no = any(child.lower_ in ("no", "not") for word in longer for child in (word, *word.children))
    ended = negated or no or any(word.lower_ == "no" for word in words)
    return ended, ended


def _follows_be(word: Token, verb: Token) -> bool:
    """Whether the negation stands where that of "to be" does: "I'm not married"."""
    return verb.lemma_ == "be" and word.dep_ == "neg" and word.head == verb and word.i <= verb.i + 2

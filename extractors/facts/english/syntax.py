"""Subjects, auxiliaries and coordinated parts of a verb or noun in a parse."""

from __future__ import annotations

from spacy.tokens import Token

SUBJECTS = frozenset({"nsubj", "nsubjpass"})


def conjuncts(token: Token) -> list[Token]:
    """The token and what is coordinated with it, in order."""
    found = [token]
    for child in token.children:
        nominal = child.pos_ in ("NOUN", "PROPN", "PRON", "NUM", "X") or child.text[:1].isupper()
        rare = child.tag_ == "VB" and child.i == child.head.right_edge.i and child.nbor(-1).dep_ == "cc"
        nominal = nominal or (rare and token.pos_ == "NOUN" and not any(True for _ in child.children))
        if child.dep_ == "conj" and (nominal or child.pos_ == token.pos_ != "VERB"):
            found.extend(conjuncts(child))
    return found


def auxiliaries(verb: Token) -> list[Token]:
    """The verb's auxiliaries; a coordinated verb without its own shares those of the first."""
    own = [child for child in verb.children if child.dep_ in ("aux", "auxpass")]
    shares = verb.dep_ == "conj" and not own and not own_subjects(verb) and verb.tag_ not in ("VBD", "VBZ")
    return auxiliaries(verb.head) if shares else own


def own_subjects(verb: Token) -> list[Token]:
    """Heads of the subjects that the verb itself has."""
    own = [child for child in verb.children if child.dep_ in SUBJECTS]
    if own:
        return own
    helpers = [child for child in verb.children if child.dep_ in ("aux", "auxpass")]
    # "the status of BILL-77 is closed": the parser may hang the subject on the auxiliary
    return [child for helper in helpers for child in helper.children if child.dep_ in SUBJECTS]


def subjects_of(verb: Token) -> list[Token]:
    """Heads of the verb's subject, one for each coordinated part; a coordinated verb shares that of the first."""
    own = own_subjects(verb)
    if own:
        # "the status of ticket OPS-4 is …": the parser takes the number for a second subject
        split = len(own) == 2 and own[0].right_edge.i + 1 == own[1].left_edge.i
        return [part for subject in (own[:1] if split else own[-1:]) for part in conjuncts(subject)]
    return subjects_of(verb.head) if verb.dep_ == "conj" and verb.head.pos_ in ("VERB", "AUX") else []

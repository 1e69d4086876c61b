"""A sentence as stated clauses: who, which verb, when, and whether it was affirmed, denied or planned."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum

from spacy.tokens import Span, Token

from extractors.facts.english import lexicon as lx
from extractors.facts.english.negation import negation
from extractors.facts.english.stance import FINITE, WILL, is_question, standing
from extractors.facts.english.syntax import auxiliaries, subjects_of
from graph_schema.model import Modality

_CLAUSAL = frozenset({"ROOT", "conj", "ccomp", "relcl", "advcl", "parataxis"})


class Tense(StrEnum):
    """When the verb places its clause."""

    PAST = "past"
    PRESENT = "present"
    PERFECT = "perfect"
    PROGRESSIVE = "progressive"


@dataclass
class Clause:
    """One clause that states something.

    Attributes:
        verb: carries the content: "live" in "I used to live in Rome".
        matrix: the finite verb that heads it: "used".
        subjects: heads of the subject, one for each coordinated part; empty when it was left out.
        ended: said to hold no longer.
        former: "used to".
        begun: "started to".
        able: "can".
        swallowed: phrase key that takes the rest of the clause as its literal ("want" in "I want to swim"), else None.
        reporter: head of the subject of "X said that …".
    """

    verb: Token
    matrix: Token
    subjects: list[Token]
    tense: Tense
    passive: bool
    negated: bool = False
    ended: bool = False
    former: bool = False
    begun: bool = False
    able: bool = False
    modality: Modality = Modality.ASSERTED
    confidence: float = 0.85
    swallowed: str | None = None
    reporter: Token | None = None
    chain: list[Token] = field(default_factory=list[Token])


def clauses(sentence: Span) -> Iterator[Clause]:
    """The stated clauses of one declarative sentence, in order of their verbs."""
    if is_question(sentence):
        return
    for token in sentence:
        if token.pos_ in ("VERB", "AUX") and token.dep_ in _CLAUSAL:
            clause = _read(token)
            if clause is not None:
                yield clause


def _read(verb: Token) -> Clause | None:
    if not _is_finite(verb):
        return None
    confidence, reporter = standing(verb)
    if confidence <= 0:
        return None
    auxes = auxiliaries(verb)
    if any(aux.lower_ in lx.UNCERTAIN_MODALS or aux.lemma_ in lx.UNCERTAIN_MODALS for aux in auxes):
        return _wish(verb, auxes)
    subjects = subjects_of(verb)
    clause = Clause(
        verb, verb, subjects, _tense(verb, auxes), _is_passive(verb), confidence=confidence, reporter=reporter
    )
    clause.chain = [verb]
    if any(aux.lower_ in WILL for aux in auxes):
        clause.modality = Modality.PLANNED
    clause.able = any(aux.lower_ in ("can", "ca", "cannot") for aux in auxes)
    clause.negated, clause.ended = negation(verb, auxes)
    return clause if _unfold(clause) else None


def _is_finite(verb: Token) -> bool:
    auxes = auxiliaries(verb)
    if verb.tag_ in FINITE:
        return True
    if any(aux.tag_ in FINITE or aux.lower_ in WILL for aux in auxes):
        return True
    # the tagger often takes a plain present ("we plan", "I live") for the base form
    return verb.tag_ == "VB" and bool(subjects_of(verb)) and not any(aux.tag_ == "TO" for aux in auxes)


def _wish(verb: Token, auxes: list[Token]) -> Clause | None:
    """The wish in "I would love to see Rome"; any other "would" states nothing."""
    modal = any(aux.lower_ in ("would", "'d", "’d") for aux in auxes)
    if not modal or verb.lemma_ not in ("like", "love") or any(c.dep_ == "neg" for c in verb.children):
        return None
    target = next((c for c in verb.children if c.dep_ in ("xcomp", "dobj")), None)
    if target is None or any(aux.lemma_ == "have" for aux in auxes):
        return None
    clause = Clause(target, verb, subjects_of(verb), Tense.PRESENT, passive=False, confidence=0.75, swallowed="want")
    clause.chain = [verb]
    return clause


def _tense(verb: Token, auxes: list[Token]) -> Tense:
    lemmas = {aux.lemma_ for aux in auxes}
    if "have" in lemmas and verb.tag_ in ("VBN", "VBD"):
        return Tense.PERFECT
    if verb.tag_ == "VBG" and "be" in lemmas:
        if "have" in lemmas:
            return Tense.PERFECT
        return Tense.PROGRESSIVE if not any(aux.tag_ == "VBD" for aux in auxes) else Tense.PAST
    if verb.tag_ == "VBD" or any(aux.tag_ == "VBD" for aux in auxes):
        return Tense.PAST
    if verb.tag_ == "VBN" and not auxes:
        return Tense.PAST
    return Tense.PRESENT


def _is_passive(verb: Token) -> bool:
    return any(child.dep_ == "auxpass" for child in verb.children) or (
        verb.tag_ == "VBN" and any(aux.dep_ == "auxpass" for aux in auxiliaries(verb))
    )


def _unfold(clause: Clause) -> bool:
    """Walks from the finite verb to the one with the content; False where the chain states nothing."""
    while True:
        verb = clause.verb
        step = next((c for c in verb.children if c.dep_ == "xcomp" and c.pos_ in ("VERB", "AUX")), None)
        step = None if step is not None and is_misread_noun(step) else step
        if step is None or verb.lemma_ == "be":
            return True
        lemma = verb.lemma_.lower()
        if lemma == "go" and step.tag_ == "VBG":
            return True
        if lemma == "use" and clause.tense is Tense.PAST:
            clause.former = True
        elif lemma in lx.INTENDING:
            if clause.tense is Tense.PAST or (lemma == "go" and clause.tense is not Tense.PROGRESSIVE):
                return False
            clause.modality = Modality.PLANNED
        elif lemma in lx.BEGINNING:
            clause.begun = True
        elif lemma in lx.STOPPING:
            clause.ended, clause.negated = True, not clause.negated
        elif lemma not in lx.CONTINUING:
            return _swallow(clause, step, lemma)
        clause.verb = step
        clause.chain.append(step)
        clause.passive = _is_passive(step)


def is_misread_noun(step: Token) -> bool:
    """Whether a rare noun was taken for a bare infinitive: "I avoid gluten"."""
    bare = step.tag_ == "VB" and not any(True for _ in step.children) and step.i == step.head.i + 1
    return bare and step.head.lemma_ not in lx.BARE_INFINITIVE


def _swallow(clause: Clause, step: Token, lemma: str) -> bool:
    known = lx.WANTING | lx.LIKING | {"need", "have", "decide", "learn"}
    past_wish = clause.tense is Tense.PAST and lemma in lx.WANTING | {"need", "have"}
    if lemma not in known or past_wish or (lemma == "have" and not any(c.tag_ == "TO" for c in step.children)):
        return False
    clause.swallowed = "want" if lemma in ("wish", "hope") else lemma
    clause.verb = step
    return True

"""A sentence as stated clauses: who, which verb, when, and whether it was affirmed, denied or planned.

What a clause may not be read from is decided here: questions, conditions, guesses, wishes and things unlikely.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum

from spacy.tokens import Span, Token

from extractors.facts.english import lexicon as lx
from extractors.facts.english.negation import negation
from graph_schema.model import Modality

_SUBJECTS = frozenset({"nsubj", "nsubjpass"})
_CLAUSAL = frozenset({"ROOT", "conj", "ccomp", "relcl", "advcl", "parataxis"})
_FINITE = frozenset({"VBD", "VBP", "VBZ", "MD"})
_WILL = frozenset({"will", "'ll", "wo", "’ll", "gon", "gonna"})
_LIGHT = frozenset(
    {"glad", "happy", "excited", "sure", "proud", "thrilled", "sad", "sorry", "grateful", "aware", "lucky"}
)


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


def is_question(sentence: Span) -> bool:
    """Whether the sentence asks, by its mark or by its inverted order."""
    text = sentence.text.rstrip(" \"'”’)")
    if text.endswith(("?", "？")):
        return True
    words = [token for token in sentence if not token.is_punct and not token.is_space]
    if len(words) < 2:
        return False
    first, second = words[0], words[1]
    inverted = first.tag_ in _FINITE and first.pos_ == "AUX" and second.dep_ in _SUBJECTS
    return inverted or (first.tag_ in ("WP", "WRB", "WDT", "WP$") and second.pos_ == "AUX")


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
    shares = verb.dep_ == "conj" and not own and not _own_subjects(verb) and verb.tag_ not in ("VBD", "VBZ")
    return auxiliaries(verb.head) if shares else own


def _own_subjects(verb: Token) -> list[Token]:
    return [child for child in verb.children if child.dep_ in _SUBJECTS]


def _read(verb: Token) -> Clause | None:
    if not _is_finite(verb):
        return None
    confidence, reporter = _standing(verb)
    if confidence <= 0:
        return None
    auxes = auxiliaries(verb)
    if any(aux.lower_ in lx.UNCERTAIN_MODALS or aux.lemma_ in lx.UNCERTAIN_MODALS for aux in auxes):
        return _wish(verb, auxes)
    subjects = _subjects(verb)
    clause = Clause(
        verb, verb, subjects, _tense(verb, auxes), _is_passive(verb), confidence=confidence, reporter=reporter
    )
    clause.chain = [verb]
    if any(aux.lower_ in _WILL for aux in auxes):
        clause.modality = Modality.PLANNED
    clause.able = any(aux.lower_ in ("can", "ca", "cannot") for aux in auxes)
    clause.negated, clause.ended = negation(verb, auxes)
    return clause if _unfold(clause) else None


def _is_finite(verb: Token) -> bool:
    auxes = auxiliaries(verb)
    if verb.tag_ in _FINITE:
        return True
    if any(aux.tag_ in _FINITE or aux.lower_ in _WILL for aux in auxes):
        return True
    # the tagger often takes a plain present ("we plan", "I live") for the base form
    return verb.tag_ == "VB" and bool(_subjects(verb)) and not any(aux.tag_ == "TO" for aux in auxes)


def _subjects(verb: Token) -> list[Token]:
    own = _own_subjects(verb)
    if own:
        # "the status of ticket OPS-4 is …": the parser takes the number for a second subject
        split = len(own) == 2 and own[0].right_edge.i + 1 == own[1].left_edge.i
        return [part for subject in (own[:1] if split else own[-1:]) for part in conjuncts(subject)]
    return _subjects(verb.head) if verb.dep_ == "conj" and verb.head.pos_ in ("VERB", "AUX") else []


def _standing(verb: Token) -> tuple[float, Token | None]:
    """How far the clause is stated: 0 when it is not; and who is said to have said it."""
    confidence, reporter, current = 0.85, None, verb
    while True:
        if _hedged(current):
            return 0.0, None
        if current.dep_ == "ROOT":
            return confidence, reporter
        if current.dep_ == "advcl" and not _states(current):
            return 0.0, None
        if current.dep_ in ("csubj", "pcomp", "acl", "xcomp"):
            return 0.0, None
        head = current.head
        if current.dep_ == "ccomp" and _runs_on(current):
            current = head
            continue
        if current.dep_ == "ccomp":
            verdict = _reported(head)
            if verdict is None:
                return 0.0, None
            confidence = min(confidence, verdict)
            reporter = reporter or next(iter(_subjects(head)), None)
        current = head


def _runs_on(verb: Token) -> bool:
    """Whether a clause before its head only shares a sentence with it: "Bob left Rome; now he lives in Milan"."""
    between = verb.doc[verb.i : verb.head.i] if verb.i < verb.head.i else ()
    cut = any(token.text in (";", ",", "-", "–", "—") for token in between)
    marked = any(child.dep_ == "mark" for child in verb.children)
    return cut and not marked and verb.head.lemma_ not in lx.HEDGES and bool(_own_subjects(verb))


def _hedged(verb: Token) -> bool:
    for child in verb.children:
        if child.dep_ == "advcl" and any(mark.lower_ in lx.CONDITIONAL_MARKS for mark in child.children):
            return True
        if child.dep_ == "advmod" and child.lower_ in lx.UNCERTAIN_ADVERBS:
            return True
        if child.dep_ in ("mark", "advmod") and child.lower_ in lx.CONDITIONAL_MARKS | {"how", "why"}:
            return True
        if child.dep_ == "intj" and child.lower_ in lx.UNCERTAIN_ADVERBS:
            return True
    return False


def _states(verb: Token) -> bool:
    marks = [child.lower_ for child in verb.children if child.dep_ in ("mark", "advmod")]
    return any(mark in lx.STATING_MARKS for mark in marks) and "when" not in marks


def _reported(head: Token) -> float | None:
    """Confidence in what a matrix verb takes as its complement, None when it does not state it."""
    if head.pos_ not in ("VERB", "AUX"):
        return 0.75 if head.lower_ in _LIGHT else None
    if any(child.dep_ == "neg" for child in head.children):
        return None
    if head.lemma_ == "be" and any(c.dep_ == "acomp" and c.lower_ in _LIGHT for c in head.children):
        return 0.75
    if head.lemma_ in lx.REPORTING and not any(a.lower_ in _WILL | lx.UNCERTAIN_MODALS for a in auxiliaries(head)):
        return 0.75
    return None


def _wish(verb: Token, auxes: list[Token]) -> Clause | None:
    """The wish in "I would love to see Rome"; any other "would" states nothing."""
    modal = any(aux.lower_ in ("would", "'d", "’d") for aux in auxes)
    if not modal or verb.lemma_ not in ("like", "love") or any(c.dep_ == "neg" for c in verb.children):
        return None
    target = next((c for c in verb.children if c.dep_ in ("xcomp", "dobj")), None)
    if target is None or any(aux.lemma_ == "have" for aux in auxes):
        return None
    clause = Clause(target, verb, _subjects(verb), Tense.PRESENT, passive=False, confidence=0.75, swallowed="want")
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

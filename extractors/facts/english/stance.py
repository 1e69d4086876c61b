"""Which English clauses state something: not questions, conditions, guesses, hearsay, alternatives and stories."""

from __future__ import annotations

import re

from spacy.tokens import Span, Token

from extractors.facts.english import lexicon as lx
from extractors.facts.english.syntax import SUBJECTS, auxiliaries, own_subjects, subjects_of

WILL = frozenset({"will", "'ll", "wo", "’ll", "gon", "gonna"})
FINITE = frozenset({"VBD", "VBP", "VBZ", "MD"})
_LIGHT = frozenset(
    {"glad", "happy", "excited", "sure", "proud", "thrilled", "sad", "sorry", "grateful", "aware", "lucky"}
)
_ANYBODY = frozenset(
    {
        "someone",
        "somebody",
        "they",
        "people",
        "everyone",
        "everybody",
        "who",
        "nobody",
        "none",
        "one",
        "rumour",
        "rumor",
    }
)
"""Who is said to have said it where nobody answers for it."""
_INVENTED = frozenset(
    {
        "movie",
        "film",
        "book",
        "novel",
        "story",
        "game",
        "show",
        "series",
        "dream",
        "play",
        "comic",
        "episode",
        "fantasy",
    }
)
_AUXILIARY = r"(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would|should|am)"
_TAG = re.compile(
    rf"(?:,\s*(?:right|correct|no|huh|eh|true|innit|{_AUXILIARY}(?:n['’]?t)?\s+(?:i|you|he|she|it|we|they|there)|"
    rf"(?:ain|wo|ca)['’]?n?['’]?t\s+(?:i|you|he|she|it|we|they))|"
    rf"\bor (?:not|what)|,?\s+or {_AUXILIARY}\s+(?:i|you|he|she|it|we|they)\b.*)$",
    re.I,
)
"""What turns a statement into a question at its end: "…, isn't he", "…, right"."""
_FRAME = re.compile(
    r"(?:(?:and|but|so|well|oh),? )*(?:(?:they|people|some) say|i (?:just |always |also |really )?(?:thought|wonder|"
    r"hope|doubt|guess|assumed?|imagine|suppose|bet|wish)|i(?:['’]m| am) not (?:sure|certain)|it (?:may|might) be|"
    r"suppose|imagine|pretend|assum(?:e|ing)|supposing|rumou?r has it|apparently|allegedly|supposedly|probably|"
    r"(?:it(?:['’]s| is| was) )?a (?:lie|myth|joke|rumou?r) that|(?:even|as) if|in (?:my|a|his|her) dreams?|"
    r"(?:nobody|no one|someone|somebody) (?:says?|said|believes?|believed|thinks|thought))\b(?! to\b)",
    re.I,
)
"""Openings that put what follows in doubt, however it is parsed."""
_TAKEN_BACK = re.compile(r"[,;–—-]\s*(?:(?:i['’]m|i am) )?(?:just|only) (?:kidding|joking)\W*$|,\s*not\W*$", re.I)
"""An end by which a sentence takes itself back: "…, just kidding"."""
_FRAMED_WORDS = 40
_STOP = re.compile(r"[.!?…\n]\s")
_PARTING = re.compile(r"[;,:—–-]|\b(?:but|so|because|since)\b")


def is_question(sentence: Span) -> bool:
    """Whether the sentence asks, by its mark or by its inverted order, or takes back what it says."""
    text = sentence.text.rstrip(" \"'”’)")
    if text.endswith(("?", "？")):
        return True
    if _TAG.search(text.rstrip(" .!")) or _TAKEN_BACK.search(text):
        return True
    words = [token for token in sentence if not token.is_punct and not token.is_space and token.dep_ != "neg"]
    if len(words) < 2:
        return False
    first, second = words[0], words[1]
    inverted = first.tag_ in FINITE and first.pos_ == "AUX" and second.dep_ in SUBJECTS
    return inverted or (first.tag_ in ("WP", "WRB", "WDT", "WP$") and second.pos_ == "AUX")


def standing(verb: Token) -> tuple[float, Token | None]:
    """How far the clause is stated: 0 when it is not; and who is said to have said it."""
    if _is_framed(verb):
        return 0.0, None
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
        if current.dep_ == "ccomp" and (_runs_on(current) or _is_set_apart(current)):
            current = head
            continue
        if current.dep_ == "ccomp":
            verdict = _reported(head)
            if verdict is None:
                return 0.0, None
            confidence = min(confidence, verdict)
            reporter = reporter or next(iter(subjects_of(head)), None)
        current = head


def _is_framed(verb: Token) -> bool:
    """Whether nothing parts the verb from an opening that puts its sentence in doubt: "I thought Bob lived …"."""
    # the parser cuts "I thought my brother" from "and I moved": take what stands after the last full stop
    near = verb.doc[max(0, verb.i - _FRAMED_WORDS) : verb.i + 1].text
    before = _STOP.split(near)[-1].lstrip(" \"'“‘(-")
    frame = _FRAME.match(before)
    return frame is not None and _PARTING.search(before, frame.end()) is None


def is_stated(token: Token) -> bool:
    """Whether the clause that a word stands in states something."""
    while token.head != token and not (token.pos_ in ("VERB", "AUX") and token.dep_ not in ("aux", "auxpass")):
        token = token.head
    return standing(token)[0] > 0


def _runs_on(verb: Token) -> bool:
    """Whether a clause before its head only shares a sentence with it: "Bob left Rome; now he lives in Milan"."""
    between = verb.doc[verb.i : verb.head.i] if verb.i < verb.head.i else ()
    cut = any(token.text in (";", ",", "-", "–", "—") for token in between)
    marked = any(child.dep_ == "mark" for child in verb.children)
    return cut and not marked and verb.head.lemma_ not in lx.HEDGES and bool(own_subjects(verb))


def _is_set_apart(verb: Token) -> bool:
    """Whether a colon sets the clause apart from one that takes none: "I mistyped it: my birthday is 14 March"."""
    head = verb.head
    between = verb.doc[head.i : verb.left_edge.i] if head.i < verb.left_edge.i else ()
    return any(token.text == ":" for token in between) and head.lemma_ not in lx.HEDGES | lx.REPORTING


def is_alternative(token: Token) -> bool:
    """Whether the token is one of several of which only one is meant: "Rome or Milan"."""
    if token.dep_ == "pobj" and is_alternative(token.head):
        return True
    while token.dep_ == "conj":
        token = token.head
    parts = [token]
    for part in parts:
        parts.extend(child for child in part.children if child.dep_ == "conj")
    return any(c.dep_ in ("cc", "preconj") and c.lower_ in ("or", "either") for part in parts for c in part.children)


def _hedged(verb: Token) -> bool:
    if any(child.dep_ == "preconj" and child.lower_ == "either" for child in verb.children):
        return True
    if _is_either(verb) or _is_invented(verb):
        return True
    if verb.lemma_ in ("suppose", "imagine", "pretend", "assume", "say") and not own_subjects(verb):
        return verb.dep_ == "ROOT"
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


def _is_either(verb: Token) -> bool:
    """Whether the verb's clause is one of two of which only one holds; a denial holds of both."""
    first = verb.head if verb.dep_ == "conj" else verb
    joined = any(c.dep_ == "cc" and c.lower_ == "or" for c in first.children)
    verbal = any(c.dep_ == "conj" and c.pos_ in ("VERB", "AUX") for c in first.children)
    return joined and verbal and not any(c.dep_ == "neg" for c in first.children)


def _is_invented(verb: Token) -> bool:
    """Whether the sentence opens with a story that it retells: "In the movie, Bob …"."""
    for child in verb.children:
        if child.dep_ == "prep" and child.lower_ == "in" and child.is_sent_start:
            return any(c.dep_ == "pobj" and c.lemma_.lower() in _INVENTED for c in child.children)
    return False


def _states(verb: Token) -> bool:
    marks = [child.lower_ for child in verb.children if child.dep_ in ("mark", "advmod")]
    openers = [child for child in verb.children if child.dep_ in ("mark", "advmod") and child.lower_ == "as"]
    measured = any(mark.i and mark.nbor(-1).lower_ in ("soon", "long", "far") for mark in openers)
    likened = "as" in marks and "though" in marks
    return any(mark in lx.STATING_MARKS for mark in marks) and "when" not in marks and not measured and not likened


def _reported(head: Token) -> float | None:
    """Confidence in what a matrix verb takes as its complement, None when it does not state it."""
    if head.pos_ not in ("VERB", "AUX"):
        denied = any(child.dep_ == "neg" for child in head.head.children)
        return 0.75 if head.lower_ in _LIGHT and not denied else None
    if any(child.dep_ == "neg" for child in head.children):
        return None
    if head.lemma_ == "be" and any(c.dep_ == "acomp" and c.lower_ in _LIGHT for c in head.children):
        return 0.75
    if not _answered_for(head):
        return None
    if head.lemma_ == "turn" and any(c.dep_ == "prt" and c.lower_ == "out" for c in head.children):
        return 0.8
    if head.lemma_ in lx.REPORTING and not any(a.lower_ in WILL | lx.UNCERTAIN_MODALS for a in auxiliaries(head)):
        return 0.75
    return None


def _answered_for(head: Token) -> bool:
    """Whether somebody in particular says it, from what he knows himself: not "they say", "I heard", "say I …"."""
    sayers = subjects_of(head)
    if any(sayer.lower_ in _ANYBODY or sayer.lemma_.lower() in _ANYBODY for sayer in sayers):
        return False
    if head.lemma_ == "hear":
        return False
    return bool(sayers) or head.lemma_ != "say"

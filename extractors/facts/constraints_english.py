"""Rules in English sentences by their parse: modals, and "is required to" and the like."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from spacy.tokens import Span, Token

from extractors.document import Document
from extractors.facts.rule import Rule

_STRICT = frozenset(("must", "shall"))
_SOFT = frozenset(("should", "ought"))
_REQUIRED = frozenset(("required", "obliged", "obligated"))
_FORBIDDEN = frozenset(("forbidden", "prohibited"))
_ALLOWED = frozenset(("allowed", "permitted"))
_SUBJECTS = frozenset(("nsubj", "nsubjpass"))
_ASIDE = frozenset(("advcl", "relcl", "acl", "csubj", "csubjpass", "pcomp"))
_REMARKS = frozenset(("note", "mention", "remember", "say", "point", "stress", "emphasize", "add", "kid", "joke"))
_HEARSAY = frozenset(("say", "claim", "think", "believe", "hear", "guess", "suppose", "assume", "argue", "wonder"))
_NUMBER = re.compile(
    r"\A\s*(?:[-*•]\s+)?(?:(?:[A-Z]{1,8}[-_ ]?\d[\w.-]*|\d+(?:\.\d+)*|\(?[a-z0-9]{1,3}\))[.:)\]]*\s+)?"
)
_ARTICLE = re.compile(r"(?:the|a|an|each|every|all|any|no|its|their|his|her)\s+(?:of\s+(?:the\s+)?)?", re.IGNORECASE)
_TAIL = re.compile(r"[\s,;:.!–—\"'”’-]*(?:\b(?:and|or|but)\b)?[\s,;:.!–—\"'”’-]*\Z")
_THAT = re.compile(r"\bthat\s*\Z", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Modal:
    """A modal phrase: its first and last token, and the verb that carries the subject."""

    first: Token
    last: Token
    verb: Token
    strict: bool
    words: str | None = None


def english_rules(document: Document) -> Iterator[Rule]:
    """The rules of the English sentences, in order; "it" and "they" are the subject of the sentence before."""
    before: tuple[str, bool] | None = None
    for sentence in document.in_language("en"):
        span = document.span(sentence)
        text = document.text(sentence)
        if span is None or text.rstrip().endswith("?"):
            before = None
            continue
        modals = [modal for token in span if (modal := _modal(token)) is not None and _states(modal)]
        named = _main_subject(span.root)
        for index in range(len(modals)):
            rule = _rule(span, modals, index, before)
            before = _main_subject(modals[index].verb) or before
            if rule.end > modals[index].last.idx + len(modals[index].last):
                yield rule
        before = named


def _modal(token: Token) -> _Modal | None:
    word = token.lower_
    if word in _STRICT | _SOFT | {"may"} and token.dep_ in ("aux", "auxpass"):
        return _of_aux(token)
    if word in _REQUIRED | _FORBIDDEN | _ALLOWED and any(c.dep_ == "auxpass" for c in token.children):
        return _of_passive(token)
    return None


def _of_aux(token: Token) -> _Modal | None:
    verb = token.head
    negation = next((c for c in verb.children if c.dep_ == "neg" and c.i == token.i + 1), None)
    last = negation or token
    none = any(d.lower_ in ("no", "neither") for s in _own_subjects(verb) for d in s.children if d.dep_ == "det")
    if token.lower_ == "may":
        return _Modal(token, last, verb, True, "must not" if none else None) if negation or none else None
    words = "must not" if none and not negation else None
    return _Modal(token, last, verb, token.lower_ in _STRICT, words)


def _of_passive(token: Token) -> _Modal | None:
    goal = next((c for c in token.children if c.dep_ in ("xcomp", "ccomp", "prep", "advcl")), None)
    be = next(c for c in token.children if c.dep_ == "auxpass")
    negated = any(c.dep_ == "neg" for c in token.children)
    none = any(d.lower_ == "no" for s in _own_subjects(token) for d in s.children if d.dep_ == "det")
    if goal is None or be.lower_ not in ("is", "are") or any(c.dep_ == "aux" for c in token.children):
        return None
    if token.lower_ in _ALLOWED:
        return _Modal(be, token, token, True, "must not" if none else None) if negated or none else None
    return None if negated or none else _Modal(be, token, token, True)


def _states(modal: _Modal) -> bool:
    """Whether it lays down a rule: not "must have been" or "we must", nor within a relative clause or a condition."""
    verb = modal.verb
    if any(subject.lower_ in ("i", "we") for subject in _own_subjects(verb)):
        return False
    perfect = verb.tag_ == "VBN" and any(c.dep_ == "aux" and c.lower_ in ("have", "'ve") for c in verb.children)
    if perfect or (verb.lemma_.lower() in _REMARKS and not _named(verb)):
        return False
    node = verb
    while node.dep_ == "conj" and node.head.i != node.i:
        node = node.head
    asked = any(c.tag_ in ("WP", "WRB", "WDT") for c in verb.children)
    inverted = any(s.i > modal.first.i for s in _own_subjects(verb) if s.lower_ != "there")
    hearsay = node.dep_ in ("ccomp", "parataxis") and node.head.lemma_.lower() in _HEARSAY
    aside = node.dep_ in _ASIDE and not _after_label(node)
    return not (aside or asked or inverted or hearsay)


def _after_label(verb: Token) -> bool:
    """Whether a colon parts a clause from the label before it ("REQ-12: Passwords shall …"), whatever the parse."""
    label = verb.head
    return label.i < verb.i and any(token.lower_ == ":" for token in verb.doc[label.i : verb.left_edge.i + 1])


def _named(verb: Token) -> bool:
    return any(subject.pos_ in ("NOUN", "PROPN") for subject in _own_subjects(verb))


def _own_subjects(verb: Token) -> list[Token]:
    return [child for child in verb.children if child.dep_ in _SUBJECTS]


def _subject(verb: Token) -> Token | None:
    """The verb's subject, or that of the verb it is joined to."""
    node = verb
    while True:
        own = _own_subjects(node)
        if own or node.dep_ != "conj" or node.head.i == node.i:
            return own[0] if own else None
        node = node.head


def _rule(span: Span, modals: Sequence[_Modal], index: int, before: tuple[str, bool] | None) -> Rule:
    content, modal = span.doc.text, modals[index]
    subject = _subject(modal.verb)
    end = _begin(modals[index + 1]) if index + 1 < len(modals) else span.end_char
    start = modal.first.idx
    after = modal.last.idx + len(modal.last)
    body = _TAIL.sub("", content[after : max(end, after)])
    words = modal.words or content[start:after]
    left = subject.left_edge.idx if subject is not None and subject.i < modal.first.i else start
    own = all(earlier.first.idx > left for earlier in modals[:index])
    condition = _condition(span, left) if own else ""
    text = " ".join(f"{words} {body}".split()) + (f" ({condition})" if condition else "")
    return Rule(_name(subject, before), text, min(left, start), after + len(body), modal.strict)


def _begin(modal: _Modal) -> int:
    own = [s.left_edge.idx for s in _own_subjects(modal.verb) if s.i < modal.first.i]
    return min([modal.first.idx, *own])


def _condition(span: Span, left: int) -> str:
    """What stands before the subject at `left`, when it limits the rule."""
    before = [token for token in span if token.idx < left]
    if any(token.dep_ == "expl" for token in before):
        return ""
    lead = span.doc.text[span.start_char : max(left, span.start_char)]
    rest = " ".join(_NUMBER.sub("", lead, count=1).split()).rstrip(" ,:")
    if not rest or _THAT.search(rest) or not re.search(r"[A-Za-z]{2}", rest):
        return ""
    return rest[0].lower() + rest[1:] if rest[1:2].islower() or rest[1:2] == " " else rest


def _name(subject: Token | None, before: tuple[str, bool] | None) -> str | None:
    if subject is None or subject.pos_ not in ("NOUN", "PROPN", "PRON"):
        return None
    if subject.pos_ == "PRON":
        plural = subject.lower_ == "they"
        return before[0] if before and subject.lower_ in ("it", "they") and before[1] == plural else None
    return _phrase(subject)


def _phrase(subject: Token) -> str:
    """The noun phrase without article and number, and without what follows it as a clause."""
    kept = [token for token in subject.subtree if not _is_aside(token, subject)]
    first, last = kept[0], kept[-1]
    text = subject.doc.text[first.idx : last.idx + len(last)].partition(",")[0].strip()
    text = _NUMBER.sub("", text, count=1)
    return " ".join(_ARTICLE.sub("", text, count=1).split())


def _is_aside(token: Token, subject: Token) -> bool:
    """Whether a token belongs to a clause within the phrase of `subject`."""
    return any(node.dep_ in _ASIDE for node in (token, *token.ancestors) if subject.is_ancestor(node))


def _main_subject(verb: Token) -> tuple[str, bool] | None:
    """The named subject of a verb and whether it is plural."""
    for subject in _own_subjects(verb):
        if subject.pos_ in ("NOUN", "PROPN"):
            return _phrase(subject), subject.tag_ in ("NNS", "NNPS")
    return None

"""What the words around an English name say about its type."""

from __future__ import annotations

import re

from spacy.tokens import Span, Token

from extractors.mentions.names import EVENT_ENDS, KINSHIP, LOCATION_ENDS, ORGANIZATION_ENDS, PETS, TITLES
from extractors.spacy_model import is_listed
from extractors.words import words

_EMPLOYING = words("""
    work intern job join employ hire start consult volunteer engineer role position interview apply freelance
""")
_DWELLING = words("""
    live move relocate reside settle born grow raise visit travel fly drive arrive trip stay
""")
_PERSONAL = words("""
    say tell ask think feel love like hate hope want know laugh cry smile marry date meet call text invite
    thank miss hug help believe remember forget agree decide tease joke propose celebrate graduate retire
    promise complain remind visit introduce
""")
_PERSONAL_OBJECT = words("""
    meet marry call text invite thank miss hug tell ask date visit introduce remind help
""")
_HUMAN = words("""
    be have get go come take live work play speak study learn read write paint cook eat drink prefer enjoy dislike
    move quit resign lead run manage own sell buy break engage divorce turn need practise practice train adopt
    teach report head supervise sleep smoke wear drive ride travel fly major date attend start finish win lose
""")
_ACTING = _PERSONAL | _HUMAN
_CAMEL = re.compile(r"[A-Z]?[a-z]+[A-Z][A-Za-z]*$|[A-Z]{2,}[a-z]+[A-Z]?[a-z]*$")
_GREETINGS = words("hey hi hello dear thanks bye congrats congratulations")
_NAMED = words("called named")

Judgement = tuple[str, float]
"""Entity type and the confidence of the cue."""


def judge(span: Span) -> Judgement | None:
    """The type that the strongest cue gives, None without a cue."""
    return _by_form(span) or _by_neighbours(span) or _by_governor(span)


def is_opening_name(token: Token) -> bool:
    """Whether a capitalised first word that is no common word does what persons do: "Ines has three children"."""
    if (
        token.pos_ not in ("PROPN", "NOUN")
        or not token.is_title
        or not token.is_alpha
        or token.dep_ not in ("nsubj", "nsubjpass")
        or len(token) < 2
    ):
        return False
    acts = token.head.lemma_.lower() in _ACTING
    return acts and not any(True for _ in token.lefts) and not is_listed(token)


def _by_form(span: Span) -> Judgement | None:
    words = [token.lower_.rstrip(".") for token in span if not token.is_punct]
    if not words:
        return None
    if len(words) > 1 and words[0] in TITLES:
        return "person", 0.9
    if len(words) > 1:
        for kind, ends in (("organization", ORGANIZATION_ENDS), ("event", EVENT_ENDS), ("location", LOCATION_ENDS)):
            if words[-1] in ends or (kind == "organization" and words[0] in ("university", "bank", "ministry")):
                return kind, 0.85
    return None


def _by_neighbours(span: Span) -> Judgement | None:
    before = span.doc[span.start - 1] if span.start else None
    if before is None:
        return None
    if before.lower_ in _GREETINGS and _single_word(span) and span.label_ in ("", "PERSON", "ORG", "GPE"):
        return "person", 0.8
    if before.lower_.rstrip(".") in TITLES:
        return "person", 0.9
    if before.lower_ in KINSHIP:
        return "person", 0.9
    if before.lower_ in PETS:
        return "animal", 0.9
    if before.lower_ in _NAMED and before.i:
        return _named_thing(before)
    return None


def _named_thing(named: Token) -> Judgement | None:
    """The type of what `called` or `named` introduces: `a dog named Rex`, `my sister called Ana`."""
    for token in reversed(named.doc[max(0, named.i - 3) : named.i]):
        if token.lemma_.lower() in PETS:
            return "animal", 0.9
        if token.lemma_.lower() in KINSHIP or token.lower_ in ("friend", "guy", "girl", "woman", "man", "colleague"):
            return "person", 0.9
    return None


def _by_governor(span: Span) -> Judgement | None:
    root = span.root
    head = root.head
    if root.dep_ == "pobj":
        return _by_preposition(span, head)
    if root.dep_ == "nsubj" and head.lemma_.lower() in _PERSONAL and _single_word(span) and not _brand_like(span):
        return "person", 0.8
    if (
        root.dep_ in ("dobj", "obj", "dative")
        and head.lemma_.lower() in _PERSONAL_OBJECT
        and _single_word(span)
        and not _brand_like(span)
    ):
        return ("person", 0.75) if head.lemma_.lower() != "visit" else None
    if head.lemma_.lower() == "join" and root.dep_ in ("dobj", "obj") and span.label_ != "PERSON":
        return "organization", 0.8
    return None


def _by_preposition(span: Span, preposition: Token) -> Judgement | None:
    governor = preposition.head
    lemma = governor.lemma_.lower()
    word = preposition.lower_
    if lemma in _EMPLOYING and (word == "at" or (word in ("for", "with") and span.label_ != "PERSON")):
        return "organization", 0.85
    if word == "at" and _brand_like(span):
        return "organization", 0.8
    if lemma in _DWELLING and word in ("in", "to", "from") and span.label_ not in ("PERSON", "EVENT", "WORK_OF_ART"):
        return "location", 0.75
    return None


def _single_word(span: Span) -> bool:
    return len(span) == 1 and span.text.isalpha() and span.text.istitle()


def _brand_like(span: Span) -> bool:
    return bool(_CAMEL.match(span.text)) or span.text.isupper()

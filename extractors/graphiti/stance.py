"""Whether the words of a turn state what graphiti says they do.

It tells denials, plans and guesses from facts in prose only: what the turn and its prose differ on is left out.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from extractors.document import Document
from extractors.llm.locate import Span
from extractors.spacy_model import parse

_DENIED = re.compile(r"\b(?:not|never|no|nor|neither|none|nobody|without|hardly|cannot)\b|n['’]t\b|[不没未]", re.I)
_ENDED = re.compile(r"\bno longer\b|\bany ?more\b|\bused to\b|\bformer(?:ly)?\b|\bpreviously\b|不再|曾经|以前", re.I)
_UNSURE = re.compile(
    r"\b(?:(?-i:may)|might|maybe|perhaps|possibly|probably|would|could|should|wish(?:es)?|hop(?:e|es|ing)|think|thinks|"
    r"thinking|consider(?:s|ing)?|guess|doubt)\b|也许|可能|或许|大概|希望|觉得|应该|考虑",
    re.I,
)
_AHEAD = re.compile(
    r"\b(?:will|shall|going to|gonna|plan(?:s|ning)? (?:to|on)|intends? to|wants? to|about to|tomorrow)\b|['’]ll\b|"
    r"将|会|打算|计划|准备|[想要]去|明天|明年|下[个]?[周月]",
    re.I,
)
_BETWEEN_CLAUSES = re.compile(
    r"[,;:，；：、]|\b(?:but|though|although|because|while|whereas)\b|但是?|不过|因为|而", re.I
)
_NEGATED_NAME = re.compile(
    r"(?:(?:DO|DOES|DID|IS|ARE|WAS|HAS|HAVE|CAN|WILL)_?)?(?:NOT|N'?T|NEVER)_(?=.)|NO_LONGER_(?=.)", re.I
)
_FORMER_NAME = re.compile(r"(?:FORMERLY|PREVIOUSLY|USED_TO|NO_LONGER)_(?=.)", re.I)
_PAST_TAGS = frozenset({"VBD"})
_VERBS = frozenset({"VERB", "AUX"})


@dataclass(frozen=True, slots=True)
class Stance:
    """How a claim is meant, in the words of the schema of extractors.llm.

    Attributes:
        past: told in the past tense.
    """

    polarity: str
    modality: str
    past: bool


def bare_relation(name: str) -> str:
    """The relation's name without its negation or tense ("DOES_NOT_LIKE", "FORMERLY_LIVED_IN")."""
    return _FORMER_NAME.sub("", _NEGATED_NAME.sub("", name, count=1), count=1)


def clause_around(document: Document, sentence: Span, place: Span) -> Span:
    """The part of the sentence between commas and the like that holds the place."""
    breaks = [match.span() for match in _BETWEEN_CLAUSES.finditer(document.content, *sentence)]
    start = max((end for _, end in breaks if end <= place[0]), default=sentence[0])
    end = min((begin for begin, _ in breaks if begin >= place[1]), default=sentence[1])
    return start, end


def stance_of(document: Document, sentence: Span, clause: Span, fact: str, relation: str) -> Stance | None:
    """How the claim is meant; None where the turn denies or doubts what graphiti asserts, or the other way round.

    Args:
        document: of the turn.
        sentence: of the evidence.
        clause: the part of it that states the claim.
        fact: graphiti's sentence.
        relation: graphiti's name of the relation.
    """
    said, whole = document.content[slice(*clause)], document.content[slice(*sentence)]
    ended = bool(_ENDED.search(whole)) and bool(_ENDED.search(fact) or _FORMER_NAME.match(relation))
    denied = bool(_DENIED.search(fact)) or _NEGATED_NAME.match(relation) is not None
    if _UNSURE.search(whole) or _UNSURE.search(fact):
        return None
    if not ended and (_ENDED.search(said) or bool(_DENIED.search(whole if denied else said)) is not denied):
        return None
    ahead = _AHEAD.search(said) is not None
    polarity = "ended" if ended else "negative" if denied else "positive"
    return Stance(polarity, "planned" if ahead else "asserted", _is_past(said, document, sentence[0]))


def says(document: Document, sentence: Span, predicate: str) -> bool:
    """Whether the sentence has the verb of an unlisted predicate, so that none is made up or translated."""
    said = document.content[slice(*sentence)]
    if not predicate.isascii():
        return predicate in said
    (parsed,) = parse([said])
    return predicate.split("_")[0] in {token.lemma_.lower() for token in parsed if token.pos_ in _VERBS}


def _is_past(clause: str, document: Document, start: int) -> bool:
    """Whether an English clause is in the past tense, by its first verb."""
    if not any(one.start == start for one in document.in_language("en")):
        return False
    (parsed,) = parse([clause])
    finite = next((token for token in parsed if token.pos_ in _VERBS), None)
    return finite is not None and finite.tag_ in _PAST_TAGS

"""What a turn says, as a key: equal for two turns that say the same of the same values, and for no others."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from itertools import pairwise
from typing import Any

from extractors.candidates import EntityRef, Extraction, FactCandidate, Reference, TimeMention
from extractors.words import words
from graph_schema.ids import digest, identity_key, value_key
from graph_schema.predicates import load_catalogue
from service.documents.source import DOCUMENT
from service.gates.tokens import NEGATIONS, is_number, stem, tokens

_COMPARED = 20_000
"""Code points of a turn that are compared word by word; the rest has to be equal."""

_SECOND_PERSON = re.compile(r"\b(?:you|your|yours|yourself)\b|[你您]", re.IGNORECASE)
_OF_CLAIMS = words("""
    am is are was were be been being have has had do does did 's in at on to from of with for by that this there
    i me my mine myself you your yours we us our he him his she her they them their it its name
    我 你 您 咱 的 在 于 是 叫 和 与
""")
"""Words that a claim has taken account of wherever it was read."""


def gist(episode: dict[str, Any], content: str, extraction: Extraction) -> str | None:
    """Key of what the turn says; None when it says nothing.

    Who speaks, every number, name and denial, resolved times and the claims take part. Other words have to be the same
    and in the same order, but for those that a claim accounts for: "I live in Rome" and "I'm living in Rome" are one.

    Args:
        episode: properties of the turn's node.
        content: of the turn, as extractors read it.
        extraction: what they found.
    """
    left = _left(content[:_COMPARED], extraction)
    claims = sorted(_claim(fact) for fact in extraction.facts)
    times = sorted(_time(time) for time in extraction.times if _is_resolved(time))
    if not (left or claims or times):
        return None
    heard: list[str] = episode["participants"] if _SECOND_PERSON.search(content) else []
    speaker: list[str] = [episode.get(name) or "" for name in ("role", "actor", "tool_name")]
    document = "document" if episode.get("source") == DOCUMENT else ""
    who = [*speaker, document, *sorted(heard), "asks" if content.rstrip().endswith(("?", "？")) else "says"]
    parts = ["gist", *who, "claims", *claims, "times", *times, "words", *left, content[_COMPARED:]]
    return digest(parts)


def _left(content: str, extraction: Extraction) -> list[str]:
    """The words that neither a resolved time nor a claim accounts for, in order."""
    times = [(time.start, time.end) for time in extraction.times if _is_resolved(time)]
    facts = [(fact.start, fact.end, _accounted(fact)) for fact in extraction.facts]
    bounds = {0, len(content), *(b for span in times for b in span), *(b for fact in facts for b in fact[:2])}
    edges = sorted(bound for bound in bounds if bound <= len(content))
    left: list[str] = []
    for start, end in pairwise(edges):
        if any(a <= start and end <= b for a, b in times):
            continue
        known = frozenset[str]().union(*(words for a, b, words in facts if a <= start and end <= b))
        left += [token for token in tokens(content[start:end]) if not known or not _is_known(token, known)]
    return left


def _is_known(token: str, known: frozenset[str]) -> bool:
    return stem(token) in known or (token in _OF_CLAIMS and token not in NEGATIONS)


def _accounted(fact: FactCandidate) -> frozenset[str]:
    """Stems of the words that a claim stands for: its entities, its value and the phrases of its predicate."""
    texts = [fact.subject.name, fact.object.name if fact.object else fact.value or ""]
    said = {stem(token) for text in texts for token in tokens(text)}
    negated = NEGATIONS if fact.polarity.value == "negative" else frozenset[str]()
    return frozenset(said) | _phrases(fact.predicate) | negated


@lru_cache(maxsize=1024)
def _phrases(predicate: str) -> frozenset[str]:
    synonyms = load_catalogue().get(predicate).synonyms
    phrases: Iterable[str] = (predicate.replace("_", " "), *(p for found in synonyms.values() for p in found))
    return frozenset(stem(token) for phrase in phrases for token in tokens(phrase) if not is_number(token))


def _claim(fact: FactCandidate) -> str:
    value = _named(fact.object) if fact.object is not None else value_key(fact.value or "")
    return "|".join((_named(fact.subject), fact.predicate, value, fact.polarity.value, fact.modality.value))


def _named(reference: EntityRef) -> str:
    known = reference.reference is not Reference.NAMED
    return f"{reference.reference.value}:{'' if known else identity_key(reference.name)}"


def _is_resolved(time: TimeMention) -> bool:
    return time.interval is not None or bool(time.timex)


def _time(time: TimeMention) -> str:
    if time.interval is None:
        return time.timex
    return f"{time.interval.start.isoformat()}/{time.interval.end.isoformat()}/{time.interval.precision.value}"

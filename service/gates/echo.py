"""Claims that repeat what was recalled shortly before: an answer out of the memory is no new evidence for it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from extractors.candidates import FactCandidate
from graph_schema.model import Role
from service.gates.tokens import is_number, negated, stem, tokens
from service.recall.words import CJK_STOP, STOP_WORDS

ECHOING = frozenset({Role.ASSISTANT, Role.TOOL, Role.SYSTEM})
"""Who repeats what was recalled; what users repeat, they say."""

_PARTS = re.compile(r"(?<=[.!?])\s+|[。！？；，\n]+")
_COVERED = 0.75
_PLAIN = (STOP_WORDS | CJK_STOP) - {"不", "没"}


@dataclass(frozen=True, slots=True)
class Memory:
    """A sentence that was recalled.

    Attributes:
        said: stems of its words and of its speaker's name.
        denies: whether it denies something.
    """

    said: frozenset[str]
    denies: bool


def memories(texts: Iterable[str]) -> list[Memory]:
    """Recalled texts, sentence by sentence; a turn's text begins with `speaker: `."""
    found: dict[Memory, None] = {}
    for text in texts:
        speaker, _, said = text.rpartition(": ") if text.find(": ") < 80 else ("", "", text)
        name = {stem(token) for token in tokens(speaker)}
        for part in _PARTS.split(said):
            words = tokens(part)
            if words:
                found[Memory(frozenset(name | {stem(word) for word in words}), negated(words))] = None
    return list(found)


def echoed(facts: Sequence[FactCandidate], content: str, recalled: Sequence[Memory]) -> list[FactCandidate]:
    """The claims that say nothing but what one recalled sentence said: its object, its numbers, its denial."""
    return [fact for fact in facts if any(_repeats(fact, content, memory) for memory in recalled)]


def _repeats(fact: FactCandidate, content: str, memory: Memory) -> bool:
    value = _content_words(fact.object.name if fact.object else fact.value or "")
    denies = fact.polarity.value == "negative"
    if not value or not value <= memory.said or denies != memory.denies:
        return False
    return any(_covered(text, memory) for text in (content[fact.start : fact.end], fact.text))


def _covered(text: str, memory: Memory) -> bool:
    words = _content_words(text)
    known = words & memory.said
    return bool(words) and len(known) >= _COVERED * len(words) and not any(map(is_number, words - known))


def _content_words(text: str) -> frozenset[str]:
    return frozenset(stem(token) for token in tokens(text) if token not in _PLAIN)

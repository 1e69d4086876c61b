"""A summary of a long turn: its most informative sentences, word for word, in their order."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from extractors.candidates import Extraction
from service.gates.tokens import is_number, tokens
from service.tokens import estimate_tokens

_BREAK = re.compile(r"(?<=[。！？!?；])[”’」』）)]*|\n+|(?<=[.])(?=\s)")
_SHARE = 0.25
_MOST_TOKENS = 150
_FACT, _MENTION, _TIME, _NUMBER, _FIRST = 3.0, 1.0, 1.0, 0.5, 1.5
_SHORTEST = 3


@dataclass(frozen=True, slots=True)
class _Sentence:
    place: int
    text: str
    tokens: int
    worth: float


def summary(content: str, extraction: Extraction, threshold: int) -> str | None:
    """Sentences of at most a quarter of the turn and 150 tokens; None for a turn that is short or no prose.

    Args:
        content: of the turn.
        extraction: what was found in it; sentences with claims, names and times say most.
        threshold: estimated tokens a turn must exceed; 0 writes none.
    """
    size = estimate_tokens(content)
    if not threshold or size <= threshold or content.lstrip()[:1] in ("{", "["):
        return None
    budget = min(int(size * _SHARE), _MOST_TOKENS)
    chosen: list[_Sentence] = []
    for sentence in sorted(_sentences(content, extraction), key=lambda s: (-s.worth, s.place)):
        if sentence.tokens <= budget:
            chosen.append(sentence)
            budget -= sentence.tokens
    chosen.sort(key=lambda s: s.place)
    text = _joined([sentence.text for sentence in chosen])
    return text if text and len(text) < len(content) else None


def _sentences(content: str, extraction: Extraction) -> list[_Sentence]:
    found: list[_Sentence] = []
    said: set[str] = set()
    start = 0
    for end in [*(match.end() for match in _BREAK.finditer(content)), len(content)]:
        text = content[start:end].strip()
        words = tokens(text)
        if len(words) >= _SHORTEST and text not in said:
            said.add(text)
            worth = _worth(start, end, words, extraction) + (_FIRST if not found else 0.0)
            size = estimate_tokens(text) + 1
            found.append(_Sentence(len(found), text, size, worth / (8 + size)))
        start = end
    return found


def _worth(start: int, end: int, words: Sequence[str], extraction: Extraction) -> float:
    facts = sum(start <= fact.start < end for fact in extraction.facts)
    names = len({mention.name for mention in extraction.mentions if start <= mention.start < end})
    times = sum(start <= time.start < end for time in extraction.times)
    numbers = sum(map(is_number, words))
    return 0.1 + _FACT * facts + _MENTION * names + _TIME * times + _NUMBER * numbers


def _joined(sentences: Sequence[str]) -> str:
    """One text; no space after a Chinese full stop."""
    text = ""
    for sentence in sentences:
        text += sentence if not text or text[-1] in "。！？；" else f" {sentence}"
    return text

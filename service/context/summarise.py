"""Summaries without a model: the claims of a group of turns, and its sentences with numbers, in their own words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from graph_schema.model import EpisodeState, FactKind, Role
from service.context.safe import one_line
from service.context.state import pending_turns
from service.contract import EpisodeView
from service.gates.tokens import stem, tokens
from service.recall.words import CJK_STOP, STOP_WORDS

FEWEST, MOST = 5, 8
"""Turns in a group."""
LAST = 3
"""Turns at the end of a session that are never compressed."""
JOINT = "; "
_RANK = {FactKind.CONSTRAINT: 0, FactKind.DECISION: 1, FactKind.TASK: 2}
_NUMBER, _OTHER = 3, 4
_DIGIT = re.compile(r"\d")
_SENTENCE = re.compile(r"[^.!?。！？\n]+(?:[.](?=\d)[^.!?。！？\n]+)*[.!?。！？]?")
_PLAIN = STOP_WORDS | CJK_STOP


@dataclass(frozen=True, slots=True)
class Claim:
    """Something read out of a turn, and where it stands there."""

    text: str
    kind: FactKind
    start: int
    end: int


def compressible(turns: Sequence[EpisodeView]) -> list[EpisodeView]:
    """Turns that may be compressed: read, not among the last, not pinned in their metadata, no call without answer."""
    kept = {turn.uuid for turn in (*turns[-LAST:], *pending_turns(turns))}
    return [t for t in turns if t.uuid not in kept and t.state is not EpisodeState.PENDING and not _pinned(t)]


def _pinned(turn: EpisodeView) -> bool:
    return isinstance(turn.metadata, dict) and turn.metadata.get("pinned") is True  # pyright: ignore[reportUnknownMemberType]


def groups(turns: Sequence[EpisodeView]) -> Iterable[Sequence[EpisodeView]]:
    """Groups of 5 to 8 turns, each cut where the words before and after have least in common; no group of a rest."""
    start = 0
    while len(turns) - start >= FEWEST:
        ends = range(start + FEWEST, min(start + MOST, len(turns)) + 1)
        end = min(ends, key=lambda end: (_common(turns[end - 2 : end], turns[end : end + 2]), -end))
        yield turns[start:end]
        start = end


def _common(before: Sequence[EpisodeView], after: Sequence[EpisodeView]) -> float:
    left, right = _words(before), _words(after)
    return len(left & right) / max(1, min(len(left), len(right)))


def _words(turns: Iterable[EpisodeView]) -> frozenset[str]:
    return frozenset(stem(word) for turn in turns for word in tokens(turn.content[:2_000]) if word not in _PLAIN)


def summary(turns: Sequence[EpisodeView], claims: Mapping[str, Sequence[Claim]], longest: int) -> str:
    """At most `longest` characters, and no more than the turns have: constraints, decisions, tasks, numbers, the rest.

    Args:
        turns: a group, oldest first.
        claims: what was read out of each, by its uuid.
        longest: code points.
    """
    longest = min(longest, sum(len(one_line(turn.content)) for turn in turns))
    found = [said for turn in turns for said in _said(turn, claims.get(turn.uuid, ()))]
    text = chosen(found, longest)
    if text:
        return text
    return one_line(max(turns, key=lambda turn: turn.importance).content)[:longest].rstrip()


def _said(turn: EpisodeView, claims: Sequence[Claim]) -> Iterable[tuple[int, str]]:
    yield from ((rank, text) for rank, text, _ in said(turn.role, turn.content, claims))


def said(role: Role, content: str, claims: Sequence[Claim]) -> Iterable[tuple[int, str, int | None]]:
    """What a turn has to say in a summary: its claims, and a user's sentences with numbers that no claim covers.

    Yields:
        Rank, the lower the more worth; text; and the place of the claim it is, None for a sentence.
    """
    for place, claim in enumerate(claims):
        rank = _RANK.get(claim.kind, _NUMBER if _DIGIT.search(claim.text) else _OTHER)
        yield rank, one_line(claim.text), place
    if role is not Role.USER:
        return
    for match in _SENTENCE.finditer(content[:20_000]):
        covered = any(claim.start < match.end() and claim.end > match.start() for claim in claims)
        if not covered and _DIGIT.search(match[0]):
            yield _NUMBER, one_line(match[0]).rstrip(".。"), None


def chosen(found: Sequence[tuple[int, str]], longest: int) -> str:
    """The lowest ranks that fit, the latest of a rank first, told in the order given."""
    return JOINT.join(found[place][1] for place in chosen_places(found, longest))


def chosen_places(found: Sequence[tuple[int, str]], longest: int) -> list[int]:
    """Which of them `chosen` takes, in the order given; no text twice."""
    order = sorted(range(len(found)), key=lambda place: (found[place][0], -place))
    kept: dict[int, str] = {}
    left = longest
    for place in order:
        text = found[place][1]
        if text and text not in kept.values() and len(text) + (len(JOINT) if kept else 0) <= left:
            left -= len(text) + (len(JOINT) if kept else 0)
            kept[place] = text
    return sorted(kept)


def joined(contents: Sequence[str], longest: int) -> str:
    """One summary of summaries: their parts with numbers first, the latest of them first."""
    parts = [part for content in contents for part in content.split(JOINT)]
    return chosen([(0 if _DIGIT.search(part) else 1, part) for part in parts], longest) or contents[-1][:longest]

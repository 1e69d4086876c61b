"""Which of the known entities a name means: one, perhaps one, or none; where two could be meant, none."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass

from service.identity.blocks import EXACT_ONLY, crowds
from service.identity.match import AUTO, PERSON, REVIEW, UNKNOWN, Match, Stage
from service.identity.names import Name, parse
from service.identity.persons import compare_persons, contradicts, fuller
from service.identity.things import compare_things

_MARGIN = 0.04
"""How much surer the best candidate must be than the next."""

NEAR = 0.35
"""How near a turn must be to those that named one of several whom its name fits equally, to mean that one."""

NEARER = 0.2
"""How much nearer it must be to them than to those of any other."""

ALIKE = 0.65
"""How near it must be where the names alone leave the decision to a person."""

_LIFTED = frozenset({Stage.SURNAME, Stage.INITIAL, Stage.ADDRESS, Stage.FUZZY})
_LIFTED_FROM = 0.85
"""What context may make sure: neither given names that differ by a letter nor generations, as in one family."""

Nearness = Callable[[Hashable], float]
"""How near a mention's turn is to those that named a candidate, 0–1; see `Contexts.nearness`."""

_UNTYPED = 0.9
"""Share of the score that is left where only one of two differing names is known to be a person's."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """An entity that could be meant.

    Attributes:
        id: what the caller knows it by.
        kind: its type.
        names: what it is called for certain; comparing any of them may find it.
        aliases: what it was taken to be called; these only exclude it.
        one: what all that were merged into one have in common; its own id where it is None.
    """

    id: Hashable
    kind: str
    names: tuple[str, ...]
    aliases: tuple[str, ...] = ()
    one: Hashable = None

    @property
    def whole(self) -> Hashable:
        """What it is a part of, or itself."""
        return self.id if self.one is None else self.one


@dataclass(frozen=True, slots=True)
class Decision:
    """What was decided about a name.

    Attributes:
        same: id of the entity it means; None when it means none that is known.
        maybe: ids of entities that it may mean and a person should decide about.
        stage: the stage that decided; of the first of `maybe` where there is any.
        score: its score, 0–1.
        fuller: the name says more than the entity's own, which it should replace.
        rivals: ids of those between whom only context could decide.
    """

    same: Hashable | None
    stage: Stage
    score: float
    maybe: tuple[Hashable, ...] = ()
    fuller: bool = False
    rivals: tuple[Hashable, ...] = ()


@dataclass(frozen=True, slots=True)
class _Found:
    candidate: Candidate
    name: Name
    match: Match


def compare(a: Name, kind_a: str, b: Name, kind_b: str) -> Match | None:
    """By which stage two names may be one entity's; None for different types, and for what guards keep apart."""
    kinds = frozenset({kind_a, kind_b})
    if not a.words or not b.words or a.relational or b.relational:
        return None
    if kinds & EXACT_ONLY or (len(kinds) > 1 and UNKNOWN not in kinds):
        return None
    if PERSON not in kinds:
        both_chinese = kinds == frozenset({UNKNOWN}) and a.chinese is not None and b.chinese is not None
        return compare_persons(a, b) if both_chinese else compare_things(a, b, kinds)
    match = compare_persons(a, b)
    if match is None or len(kinds) == 1 or match.stage in (Stage.TITLE, Stage.ADDRESS):
        return match
    return Match(match.stage, round(match.score * _UNTYPED, 3), match.partial)


def decide(
    name: Name, kind: str, candidates: Sequence[Candidate], crowded: frozenset[str], near: Nearness | None = None
) -> Decision:
    """Which candidate a name means, if it is not one of their own names letter for letter.

    Args:
        name: as mentioned.
        kind: its type, `thing` when unknown.
        candidates: entities found under the name's block keys, in any order.
        crowded: those of the keys under which there are too many entities to tell.
        near: how near what is said is to what was said of each; None decides by names alone.
    """
    found = [f for f in (_best(name, kind, c) for c in candidates) if f is not None and f.match.score >= REVIEW]
    found.sort(key=lambda f: (-f.match.score, f.name.folded, str(f.candidate.id)))
    found = _surest_of_each(found)
    sure = [f for f in found if f.match.score >= AUTO]
    if not sure:
        return _lifted(found, near) or _unsure(found)
    best = sure[0]
    rivals = [f for f in sure if best.match.score - f.match.score < _MARGIN]
    if len(rivals) > 1:
        return _nearest(name, rivals, near) or _ambiguous(name, sure, rivals)
    if _contested(name, best, candidates, crowded):
        return _ambiguous(name, sure, ())
    return Decision(
        best.candidate.id, best.match.stage, best.match.score, fuller=says_more(name, best.name, best.match)
    )


def _ambiguous(name: Name, sure: Sequence[_Found], rivals: Sequence[_Found]) -> Decision:
    between = tuple(f.candidate.id for f in rivals)
    return Decision(None, Stage.AMBIGUOUS, sure[0].match.score, maybe=_shorter(name, sure), rivals=between)


def _nearest(name: Name, rivals: Sequence[_Found], near: Nearness | None) -> Decision | None:
    """The one of those whom a part of a name fits equally whose turns are clearly nearer than the others'."""
    if near is None or any(says_more(name, f.name, f.match) for f in rivals):
        return None
    nearest = sorted(((near(f.candidate.id), str(f.candidate.id), f) for f in rivals), reverse=True)
    (first, _, best), (second, _, _) = nearest[:2]
    if first < NEAR or first - second < NEARER:
        return None
    return _in_context(best, first)


def _lifted(found: Sequence[_Found], near: Nearness | None) -> Decision | None:
    """The only one whom a name nearly fits, where what is said is much like what was said of it."""
    if near is None or len(found) != 1:
        return None
    match, first = found[0].match, near(found[0].candidate.id)
    if match.stage not in _LIFTED or match.score < _LIFTED_FROM or first < ALIKE:
        return None
    return _in_context(found[0], first)


def _in_context(found: _Found, near: float) -> Decision:
    return Decision(found.candidate.id, Stage.CONTEXT, round(AUTO + (1.0 - AUTO) * near, 3))


def says_more(name: Name, than: Name, match: Match) -> bool:
    """Whether a name should replace another as what the entity is called; independent of which came first."""
    if match.stage in (Stage.ACRONYM, Stage.LEGAL_FORM):
        return len(name.core) > len(than.core) or (name.core == than.core and len(name.folded) > len(than.folded))
    if match.stage in (Stage.FUZZY, Stage.ALIAS):
        return False
    return fuller(name, than)


def _surest_of_each(found: Sequence[_Found]) -> list[_Found]:
    """Of those that were merged into one, only the surest, which comes first."""
    kept: dict[Hashable, _Found] = {}
    for one in found:
        kept.setdefault(one.candidate.whole, one)
    return list(kept.values())


def _shorter(name: Name, sure: Sequence[_Found]) -> tuple[Hashable, ...]:
    """Of several that a fuller name could belong to, those whose names are all a part of it: 小张 and 张总 of 张伟."""
    if not all(says_more(name, f.name, f.match) for f in sure):
        return ()
    return tuple(f.candidate.id for f in sure)


def _unsure(found: Sequence[_Found]) -> Decision:
    if not found:
        return Decision(None, Stage.NEW, 0.0)
    best = found[0].match
    maybe = tuple(dict.fromkeys(f.candidate.id for f in found))
    return Decision(None, best.stage, best.score, maybe=maybe, rivals=maybe[:1] if len(maybe) == 1 else ())


def _best(name: Name, kind: str, candidate: Candidate) -> _Found | None:
    """The surest match with what the candidate is called; none when a known alias of it speaks against it."""
    if any(contradicts(name, parse(alias)) for alias in candidate.aliases):
        return None
    parsed = [parse(called) for called in candidate.names]
    found = [
        _Found(candidate, n, m)
        for n in parsed
        if (m := compare(name, kind, n, candidate.kind)) is not None
        and not _belied(name, kind, n, m, candidate.kind, parsed)
    ]
    return max(found, key=lambda f: (f.match.score, f.name.folded), default=None)


def _belied(name: Name, kind: str, short: Name, match: Match, own: str, names: Sequence[Name]) -> bool:
    """Whether a fuller name of the same entity speaks against it: Jonas Berg is not the Jonas who is a Lindqvist."""
    fuller_ones = [other for other in names if fuller(other, short)] if match.partial else []
    return any(compare(name, kind, other, own) is None for other in fuller_ones)


def _contested(name: Name, best: _Found, candidates: Sequence[Candidate], crowded: frozenset[str]) -> bool:
    """Whether a partial name could be another's: too many share it, or the known short name fits a third as well."""
    if not best.match.partial:
        return False
    if crowds(best.match.stage, crowded):
        return True
    if not says_more(name, best.name, best.match):
        return False
    others = [(c.kind, parse(called)) for c in candidates if c.whole != best.candidate.whole for called in c.names]
    rivals = (compare(other, kind, best.name, best.candidate.kind) for kind, other in others)
    return any(rival is not None and rival.score >= AUTO for rival in rivals)

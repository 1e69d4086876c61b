"""Whether two names of anything but persons may be one thing's."""

from __future__ import annotations

from rapidfuzz.distance import OSA

from service.identity import tables
from service.identity.edits import slip
from service.identity.match import ORGANIZATION, UNKNOWN, Match, Stage
from service.identity.names import Name

COMPANIES = frozenset({ORGANIZATION, UNKNOWN})
SPELT = 8
"""Fewest letters of a name in which one wrong letter may be a slip."""

_LIKE = 0.85
_MOST_EDITS = 2


def compare_things(a: Name, b: Name, kinds: frozenset[str]) -> Match | None:
    """By which stage two names may be one thing's; None when they are not.

    Args:
        a: one name.
        b: the other.
        kinds: the types of both.
    """
    canonical = tables.canonical_names()
    if a.folded in canonical and canonical[a.folded] == canonical.get(b.folded):
        return Match(Stage.ALIAS, 0.97)
    if a.marks != b.marks:
        return None
    if a.words == b.words:
        return _same_words(a, b, kinds)
    return _acronym(a, b) or _acronym(b, a) or _spelling(a, b)


def _same_words(a: Name, b: Name, kinds: frozenset[str]) -> Match | None:
    if a.title or b.title or a.generation or b.generation:
        return None
    if a.legal == b.legal:
        return Match(Stage.ALIAS, 0.97)
    if not kinds <= COMPANIES or ORGANIZATION not in kinds:
        return None
    return Match(Stage.LEGAL_FORM, 0.85 if a.legal and b.legal else 0.95)


def _acronym(a: Name, b: Name) -> Match | None:
    if not a.acronym or b.acronym or a.compact not in b.initials():
        return None
    return Match(Stage.ACRONYM, 0.92 if len(a.compact) > 2 else 0.85, partial=True)


def _spelling(a: Name, b: Name) -> Match | None:
    x, y = a.compact, b.compact
    if len(a.words) != len(b.words) or min(len(x), len(y)) < SPELT or x[0] != y[0]:
        return None
    edits = OSA.distance(x, y, score_cutoff=_MOST_EDITS)
    score = 1 - edits / max(len(x), len(y))
    if edits > _MOST_EDITS or score < _LIKE:
        return None
    if slip(x, y):
        return Match(Stage.FUZZY, 0.92)
    return Match(Stage.FUZZY, round(min(score, 0.89), 3))

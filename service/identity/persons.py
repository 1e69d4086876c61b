"""Whether two names of persons may be one person's."""

from __future__ import annotations

from rapidfuzz.distance import OSA

from service.identity import tables
from service.identity.chinese import ChineseName
from service.identity.match import AUTO, Match, Stage
from service.identity.names import Name

_SPELT = 6
"""Fewest letters of a word in which one wrong letter may be a slip."""


def compare_persons(a: Name, b: Name) -> Match | None:
    """By which stage two names of persons may be one person's; None when they are not, whatever else is known."""
    if contradicts(a, b):
        return None
    if a.chinese is not None and b.chinese is not None:
        return _chinese(a.chinese, b.chinese)
    if a.chinese is not None or b.chinese is not None or _has_digits(a) or _has_digits(b):
        return None
    if a.words == b.words:
        return _same_words(a, b)
    short, full = (a, b) if len(a.words) <= len(b.words) else (b, a)
    if len(full.words) == 1:
        return _single(short.core, full.core)
    return _part(short, full) if len(short.words) == 1 else _full(short, full)


def contradicts(a: Name, b: Name) -> bool:
    """Whether the forms of address exclude one another: Mr and Mrs, 先生 and 女士, 小张 and 老张, Jr and Sr."""
    sexes = {name.sex or (name.chinese.sex if name.chinese else "") for name in (a, b)} - {""}
    prefixes = {name.chinese.prefix for name in (a, b) if name.chinese} - {""}
    generations = {name.generation for name in (a, b)} - {""}
    return any(len(said) > 1 for said in (sexes, prefixes, generations))


def fuller(name: Name, than: Name) -> bool:
    """Whether the first says more of a person's name than the second; of two, never both."""
    return _fullness(name) > _fullness(than)


def _fullness(name: Name) -> tuple[int, int, int, int]:
    if name.chinese is not None:
        return (2 if name.chinese.full else 1, 1, 0 if name.chinese.title else 1, 0)
    known_short = bool(name.words) and len(tables.formals(name.words[0])) > 1
    return (len(name.words), 0 if known_short else 1, 0 if name.title else 1, len(name.core))


def related(a: str, b: str) -> bool:
    """Whether one given name is a short form of the other."""
    return a in tables.formals(b) or b in tables.formals(a)


def _same_words(a: Name, b: Name) -> Match:
    if a.generation != b.generation:
        return Match(Stage.TITLE, 0.85)
    return Match(Stage.TITLE, 0.95)


def _single(a: str, b: str) -> Match | None:
    if related(a, b):
        return Match(Stage.NICKNAME, AUTO, partial=True)
    if min(len(a), len(b)) > _SPELT and a[0] == b[0] and OSA.distance(a, b, score_cutoff=1) == 1:
        return Match(Stage.FUZZY, 0.82, partial=True)
    return None


def _part(short: Name, full: Name) -> Match | None:
    said, given, surname = short.core, full.words[0], full.words[-1]
    if said == given:
        return Match(Stage.GIVEN_NAME, 0.95, partial=True)
    if related(said, given):
        return Match(Stage.NICKNAME, AUTO, partial=True)
    if said == surname:
        academic = bool(short.title) and not short.sex
        return Match(Stage.SURNAME, AUTO if academic else 0.85, partial=True)
    return None


def _full(a: Name, b: Name) -> Match | None:
    given, surname = (a.words[0], b.words[0]), (a.words[-1], b.words[-1])
    if surname[0] != surname[1]:
        spelt = min(map(len, surname)) >= _SPELT and OSA.distance(*surname, score_cutoff=1) == 1
        return Match(Stage.FUZZY, 0.88) if spelt and given[0] == given[1] and a.words[1:-1] == b.words[1:-1] else None
    if not _middles_agree(a.words[1:-1], b.words[1:-1]):
        return None
    if a.generation != b.generation:
        return Match(Stage.TITLE, 0.85) if given[0] == given[1] else None
    if given[0] == given[1]:
        return Match(Stage.MIDDLE_NAME, 0.92, partial=True)
    return _given(*given)


def _given(a: str, b: str) -> Match | None:
    if related(a, b):
        return Match(Stage.NICKNAME, 0.95)
    if a in tables.listed_formals(b) or b in tables.listed_formals(a):
        return Match(Stage.NICKNAME, AUTO)
    if tables.formals(a) & tables.formals(b):
        return Match(Stage.NICKNAME, 0.86)
    if a[0] == b[0] and min(len(a), len(b)) == 1:
        return Match(Stage.INITIAL, 0.88, partial=True)
    if a[0] == b[0] and min(len(a), len(b)) >= _SPELT and OSA.distance(a, b, score_cutoff=1) == 1:
        return Match(Stage.FUZZY, 0.82)
    return None


def _middles_agree(a: tuple[str, ...], b: tuple[str, ...]) -> bool:
    """Whether one lacks a middle name, or each is the other's initial."""
    if not a or not b:
        return True
    return len(a) == len(b) and all(
        x == y or (x[0] == y[0] and min(len(x), len(y)) == 1) for x, y in zip(a, b, strict=True)
    )


def _chinese(a: ChineseName, b: ChineseName) -> Match | None:
    if a.full and b.full:
        return Match(Stage.TITLE, 0.95) if (a.surname, a.given) == (b.surname, b.given) else None
    short, full = (a, b) if b.full else (b, a)
    if not full.full:
        return None
    if short.addressed:
        return Match(Stage.ADDRESS, AUTO, partial=True) if short.surname == full.surname else None
    return Match(Stage.GIVEN_NAME, 0.92, partial=True) if short.given == full.given else None


def _has_digits(name: Name) -> bool:
    return any(char.isdigit() for char in name.folded)

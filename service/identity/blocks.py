"""The keys under which a name is looked up, so that only names that could match are ever compared."""

from __future__ import annotations

from collections.abc import Iterator

from service.identity import tables
from service.identity.match import PERSON, UNKNOWN, Stage
from service.identity.names import Name
from service.identity.things import SPELT

EXACT_ONLY = frozenset({"agent", "tool"})
"""Types whose entities are known by their exact names only."""

_END = 4

_BLOCK_OF = {
    Stage.GIVEN_NAME: "given:",
    Stage.NICKNAME: "given:",
    Stage.SURNAME: "surname:",
    Stage.ADDRESS: "surname:",
    Stage.INITIAL: "surname:",
    Stage.ACRONYM: "acronym:",
}


def block_keys(name: Name, kind: str, *, lookup: bool = False) -> tuple[str, ...]:
    """The keys a name is kept under, sorted.

    Args:
        name: the name.
        kind: its type.
        lookup: the keys it is looked for under instead; more of them where the type is unknown.
    """
    if name.relational or kind in EXACT_ONLY or not name.words:
        return ()
    keys: set[str] = set()
    if kind == PERSON or (kind == UNKNOWN and (lookup or name.chinese is not None)):
        keys.update(_person_keys(name))
    if kind == PERSON and lookup:
        keys.add(f"core:{name.core}")
    if kind != PERSON:
        keys.update(_thing_keys(name))
        if kind != UNKNOWN or lookup:
            keys.update(_likeness_keys(name))
    return tuple(sorted(keys))


def crowds(stage: Stage, crowded: frozenset[str]) -> bool:
    """Whether too many entities share the keys by which a stage finds the one meant, so that no single one can be."""
    prefix = _BLOCK_OF.get(stage)
    return prefix is not None and any(key.startswith(prefix) for key in crowded)


def _person_keys(name: Name) -> Iterator[str]:
    chinese = name.chinese
    if chinese is not None:
        if chinese.surname:
            yield f"surname:{chinese.surname}"
        if chinese.full:
            yield f"full:{chinese.given}|{chinese.surname}"
        if len(chinese.given) > 1:
            yield f"given:{chinese.given}"
        return
    given, surname = name.words[0], name.words[-1]
    formals = tables.formals(given)
    if not (name.title and len(name.words) == 1):
        yield from (f"given:{formal}" for formal in formals)
    yield f"surname:{surname}"
    if len(name.words) > 1:
        yield from (f"full:{formal}|{surname}" for formal in formals | tables.listed_formals(given))


def _thing_keys(name: Name) -> Iterator[str]:
    canonical = tables.canonical_names().get(name.folded)
    if canonical is not None:
        yield f"alias:{canonical}"
    yield f"core:{name.core}"
    if name.acronym:
        yield f"acronym:{name.compact}"


def _likeness_keys(name: Name) -> Iterator[str]:
    """What a name may be abbreviated to, and its two ends, of which one wrong letter spoils at most one."""
    if not name.acronym and len(name.words) > 1:
        yield from (f"acronym:{letters}" for letters in name.initials())
    if len(name.compact) >= SPELT and name.compact.isascii():
        yield f"head:{name.compact[:_END]}"
        yield f"tail:{name.compact[-_END:]}"

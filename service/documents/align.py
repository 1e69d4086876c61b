"""Which stored chunk each chunk of a document's new text continues, so that only what changed is stored again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from graph_schema.ids import digest

Key = tuple[str, str]
"""What makes two chunks the same: their description (title and headings) and their text."""


@dataclass(frozen=True, slots=True)
class Alignment:
    """The outcome, by positions in the sequences given.

    Attributes:
        continues: for each new chunk the stored one that it is, or that it takes the place of; None where it is new.
        removed: stored chunks with no successor.
    """

    continues: tuple[int | None, ...]
    removed: tuple[int, ...]


def align(stored: Sequence[Key], new: Sequence[Key]) -> Alignment:
    """Pairs equal chunks in order, equal ones that moved, then in order what changed between the same neighbours."""
    pairs: dict[int, int] = {}
    gaps: list[tuple[list[int], list[int]]] = []
    for tag, i1, i2, j1, j2 in SequenceMatcher(None, stored, new, autojunk=False).get_opcodes():
        if tag == "equal":
            pairs.update(zip(range(j1, j2), range(i1, i2), strict=True))
        else:
            gaps.append((list(range(i1, i2)), list(range(j1, j2))))
    free: dict[Key, list[int]] = {}
    for old, _ in gaps:
        for index in old:
            free.setdefault(stored[index], []).append(index)
    for _, fresh in gaps:
        for index in fresh:
            if free.get(new[index]):
                pairs[index] = free[new[index]].pop(0)
    taken = set(pairs.values())
    for old, fresh in gaps:
        left = [index for index in old if index not in taken]
        pairs.update(zip((index for index in fresh if index not in pairs), left, strict=False))
    kept = set(pairs.values())
    return Alignment(
        tuple(pairs.get(index) for index in range(len(new))),
        tuple(index for index in range(len(stored)) if index not in kept),
    )


def new_id(document_id: str, key: Key, taken: set[str]) -> str:
    """An external id `<document>#<digest>` for a chunk that is new, not among those taken."""
    name = f"{document_id}#{digest(('chunk', *key))[:12]}"
    number, free = 1, name
    while free in taken:
        number += 1
        free = f"{name}-{number}"
    return free

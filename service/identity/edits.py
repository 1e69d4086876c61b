"""How far two spellings are apart, and whether the difference looks like a slip of the hand."""

from __future__ import annotations


def distance(a: str, b: str, most: int) -> int:
    """Edits between two strings: insertion, deletion, substitution, swap of neighbours; `most` + 1 when there are more.

    Optimal string alignment.
    """
    if abs(len(a) - len(b)) > most:
        return most + 1
    before: list[int] = []
    last = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        row = [i]
        for j, y in enumerate(b, 1):
            cost = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (x != y))
            if i > 1 and j > 1 and x == b[j - 2] and a[i - 2] == y:
                cost = min(cost, before[j - 2] + 1)
            row.append(cost)
        if min(row) > most and min(last) > most:
            return most + 1
        before, last = last, row
    return min(last[-1], most + 1)


def slip(a: str, b: str) -> bool:
    """Whether one is the other with two neighbours swapped, or with a letter doubled or a double letter made single."""
    if len(a) == len(b):
        differing = [i for i, (x, y) in enumerate(zip(a, b, strict=True)) if x != y]
        return (
            len(differing) == 2
            and differing[1] == differing[0] + 1
            and a[differing[0]] == b[differing[1]]
            and a[differing[1]] == b[differing[0]]
        )
    long, short = (a, b) if len(a) > len(b) else (b, a)
    doubled = [i for i in range(1, len(long)) if long[i] == long[i - 1]]
    return any(long[:i] + long[i + 1 :] == short for i in doubled)

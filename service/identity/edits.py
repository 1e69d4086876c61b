"""Whether the difference of two spellings looks like a slip of the hand."""

from __future__ import annotations


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

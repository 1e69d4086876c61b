"""Fits hits into a token budget."""

from __future__ import annotations

from collections.abc import Iterable

from service.contract import Hit


def pack(hits: Iterable[Hit], budget: int | None) -> tuple[list[Hit], int]:
    """The hits that fit, in order, and their tokens; one that is too long for what is left gives way to later ones.

    Args:
        hits: best first, each with its estimated tokens (see `service.tokens.estimate_tokens`).
        budget: most tokens allowed together; None keeps every hit.
    """
    packed: list[Hit] = []
    used = 0
    for hit in hits:
        if budget is None or used + hit.tokens <= budget:
            packed.append(hit)
            used += hit.tokens
    return packed, used

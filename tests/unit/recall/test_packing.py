"""The token budget."""

from __future__ import annotations

from service.contract import Hit, HitStatus, MemoryKind
from service.recall.packing import pack


def hit(name: str, tokens: int) -> Hit:
    return Hit(name, MemoryKind.EPISODE, HitStatus.CURRENT, 1.0, name, tokens, ())


def test_without_a_budget_everything_is_kept():
    hits = [hit("a", 10), hit("b", 20)]
    assert pack(hits, None) == (hits, 30)


def test_what_is_too_long_gives_way_to_what_fits():
    hits = [hit("a", 5), hit("b", 20), hit("c", 4)]
    packed, used = pack(hits, 10)
    assert [h.uuid for h in packed] == ["a", "c"]
    assert used == 9


def test_a_budget_smaller_than_every_hit_gives_nothing():
    assert pack([hit("a", 5)], 4) == ([], 0)

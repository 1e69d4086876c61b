"""The distance between spellings, against a definition that is plain and slow."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rapidfuzz.distance import OSA

from service.identity.edits import slip

_WORDS = st.text(alphabet="abc", max_size=7)


def plain(a: str, b: str) -> int:
    @cache
    def cost(i: int, j: int) -> int:
        if not i or not j:
            return i + j
        best = min(cost(i - 1, j) + 1, cost(i, j - 1) + 1, cost(i - 1, j - 1) + (a[i - 1] != b[j - 1]))
        if i > 1 and j > 1 and a[i - 1] == b[j - 2] and a[i - 2] == b[j - 1]:
            best = min(best, cost(i - 2, j - 2) + 1)
        return best

    return cost(len(a), len(b))


@given(_WORDS, _WORDS, st.integers(0, 4))
def test_the_librarys_distance_is_that_of_the_definition_up_to_a_bound(a: str, b: str, most: int) -> None:
    assert OSA.distance(a, b, score_cutoff=most) == min(plain(a, b), most + 1)


@given(_WORDS, _WORDS)
def test_a_slip_is_one_edit(a: str, b: str) -> None:
    if slip(a, b):
        assert plain(a, b) == 1


@pytest.mark.parametrize(
    ("a", "b", "slipped"),
    [
        ("accommodation", "acommodation", True),
        ("foundation", "fuondation", True),
        ("microsoft", "microsft", False),
        ("maria", "mario", False),
        ("same", "same", False),
        ("book", "boook", True),
    ],
)
def test_swapped_and_doubled_letters_are_slips(a: str, b: str, slipped: bool) -> None:
    assert slip(a, b) is slip(b, a) is slipped

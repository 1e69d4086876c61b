"""Keyset cursors."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service import cursors
from service.contract import EntityFilter
from service.errors import InvalidInput

MARK = cursors.fingerprint("entities", EntityFilter(("g",)))


@given(st.text(), st.integers())
def test_a_key_comes_back_as_it_was(name: str, number: int):
    assert cursors.decode(MARK, cursors.encode(MARK, (name, number)), (str, int)) == [name, number]


def test_no_cursor_is_the_start():
    assert cursors.decode(MARK, None, (str,)) is None


@pytest.mark.parametrize("cursor", ["", "x", "!!!", "e30", "W10", "é", "a" * 10_000])
def test_what_is_no_cursor_is_refused(cursor: str):
    with pytest.raises(InvalidInput, match="after"):
        cursors.decode(MARK, cursor, (str,))


def test_a_cursor_belongs_to_its_filter():
    other = cursors.fingerprint("entities", EntityFilter(("h",)))
    with pytest.raises(InvalidInput, match="another list or filter"):
        cursors.decode(other, cursors.encode(MARK, ("a",)), (str,))


def test_a_cursor_with_other_parts_is_refused():
    with pytest.raises(InvalidInput, match="another list"):
        cursors.decode(MARK, cursors.encode(MARK, (1,)), (str,))


@pytest.mark.parametrize("first", [0, -1, 201, 1_000_000])
def test_the_size_of_a_page_is_bounded(first: int):
    with pytest.raises(InvalidInput, match="first"):
        cursors.check_first(first)


def test_one_item_more_tells_of_a_next_page():
    page = cursors.page(MARK, ["a", "b", "c"], 2, lambda item: (item,))
    assert [edge.node for edge in page.edges] == ["a", "b"]
    assert page.has_next
    assert not cursors.page(MARK, ["a", "b"], 2, lambda item: (item,)).has_next

"""Whatever a document holds, each chunk's places quote the original."""

from __future__ import annotations

import json
import re

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from service.documents.media import parse
from service.documents.parsed import Parsed
from service.documents.place import About, chunk_metadata, place_of
from service.documents.split import Chunk, split
from service.documents.suffixes import MediaType
from service.errors import InvalidInput

MOST = 200
TEXT = st.text(
    st.one_of(st.sampled_from(" \n\t.*_`#<>&|[]()!\\-1a한中é😀\u0301\u200d\r~"), st.characters(codec="utf-8")),
    max_size=160,
)
PIECES = [
    "The gateway must retry.",
    "系统必须加密。",
    "&",
    "&amp;",
    "**x**",
    "`c`",
    "<b>",
    "</b>",
    "\n\n\r\n",
    "-",
    "#",
]
WORDS = st.lists(st.sampled_from([*PIECES, "|", "👩‍👧", "e\u0301"]), max_size=80)
DOCUMENT = st.one_of(TEXT, WORDS.map(" ".join), WORDS.map("\n".join))
VALUE = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False, allow_infinity=False), TEXT),
    lambda inner: st.one_of(st.lists(inner, max_size=6), st.dictionaries(TEXT, inner, max_size=6)),
    max_leaves=40,
)


def chunks_of(kind: MediaType, source: str) -> tuple[Parsed, tuple[Chunk, ...]]:
    parsed = parse(kind, source, MOST, 1_000_000)
    return parsed, split(parsed, MOST)


def check(kind: MediaType, source: str) -> None:
    parsed, chunks = chunks_of(kind, source)
    assert parsed.original == source
    for number, chunk in enumerate(chunks, 1):
        metadata = {"document": chunk_metadata(About("d", None, kind, "v"), parsed, chunk, number, len(chunks))}
        for run in metadata["document"]["runs"]:
            at, origin, length = run
            assert source[origin : origin + length] == chunk.text[at : at + length] and length > 0
            place = place_of(metadata, at, at + length)
            assert place is not None and (place.start, place.end) == (origin, origin + length)
        whole = place_of(metadata, 0, len(chunk.text))
        assert whole is not None and 0 <= whole.start <= whole.end <= len(source)
        for start in range(0, len(chunk.text), 7):
            place = place_of(metadata, start, min(start + 3, len(chunk.text)))
            assert place is not None and whole.start <= place.start <= place.end <= whole.end
        assert chunk.text.strip() and not re.search(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff]", chunk.text)


@pytest.mark.parametrize("kind", [MediaType.MARKDOWN, MediaType.HTML, MediaType.PLAIN])
@given(source=DOCUMENT)
@settings(max_examples=40, deadline=None)
@example(source="- - x\n  1. 1\n> a\n> b")
@example(source="[a](b)b **b** `b` b\\*b&amp;b")
@example(source="| a | a |\n|--|--|\n| a\\|a | a |")
@example(source="\tcode\n\n  \ttab")
@example(source="&notit;&#0;&#x110000;&amp;amp; \r\n<p>\r\nx<table>y<tr><td>z")
def test_text(kind: MediaType, source: str) -> None:
    check(kind, source)


@given(value=VALUE, indent=st.sampled_from([None, 1]), ascii_only=st.booleans())
@settings(max_examples=40, deadline=None)
def test_json(value: object, indent: int | None, ascii_only: bool) -> None:
    source = json.dumps(value, indent=indent, ensure_ascii=ascii_only)
    check(MediaType.JSON, source)
    for chunk in chunks_of(MediaType.JSON, source)[1]:
        if chunk.text[:1] in "{[":
            json.loads(chunk.text.replace("\x7f", " "))


@given(source=TEXT)
@settings(max_examples=25, deadline=None)
def test_anything_as_json_is_read_or_refused(source: str) -> None:
    try:
        expected = json.loads(source, parse_constant=lambda name: pytest.fail(name))
    except (ValueError, RecursionError, pytest.fail.Exception):
        with pytest.raises(InvalidInput):
            chunks_of(MediaType.JSON, source)
    else:
        assert expected is not None or source.strip() == "null"
        check(MediaType.JSON, source)


@pytest.mark.parametrize("kind", [MediaType.MARKDOWN, MediaType.HTML, MediaType.PLAIN])
@given(words=WORDS)
@settings(max_examples=25, deadline=None)
def test_chunks_are_no_longer_than_allowed(kind: MediaType, words: list[str]) -> None:
    assert all(len(chunk.text) <= MOST for chunk in chunks_of(kind, " ".join(words * 5))[1])

"""What each parser reads out of a document, and what it refuses."""

from __future__ import annotations

import io
import json
import time

import pytest
from pypdf import PdfWriter

from service.documents.html import parse_html
from service.documents.json_scan import MAX_DEPTH
from service.documents.markdown import parse_markdown
from service.documents.media import decoded, media_type, parse
from service.documents.parsed import Parsed
from service.documents.plain import unwrapped
from service.documents.split import split
from service.documents.suffixes import MediaType, media_type_of
from service.errors import InvalidInput
from tests.support.pdf import pdf


def sections(parsed: Parsed) -> list[tuple[tuple[str, ...], str]]:
    return [(section.headings, section.body.text) for section in parsed.sections]


def test_markdown() -> None:
    source = (
        "---\ntitle: 'The Plan'\n---\n# Part A\n\nOne **bold** `x = 1` [link](http://e.org/a) &amp; more,\n"
        "wrapped.\n\n- first\n- second\n\n## Inner\n\n| h | k |\n|---|---|\n| a | b |\n\n```py\ncode()\n```\n"
        "<!-- gone --><div>raw &lt;</div>\n\n# Part B\n第一行\n第二行\n"
    )
    parsed = parse_markdown(source)
    assert parsed.title == "The Plan"
    assert sections(parsed) == [
        (("Part A",), "One bold x = 1 link & more, wrapped.\n\nfirst\nsecond"),
        (("Part A", "Inner"), "h | k\na | b\n\ncode()\n\nraw <"),
        (("Part B",), "第一行第二行"),
    ]


def test_the_first_heading_is_the_title_and_not_repeated_above_each_section() -> None:
    parsed = parse_markdown("# T\nx\n## S\ny\n")
    assert parsed.title == "T"
    assert sections(parsed) == [((), "x"), (("S",), "y")]


def test_html() -> None:
    source = (
        "<!doctype html><head><title>T &amp; U</title><style>p{}</style></head><body><nav>Menu</nav>"
        "<h1>T &amp; U</h1><p>Caf&eacute;  &lt;b&gt;\n one<br>two<script>evil()</script></p><h2>S</h2>"
        "<ul><li>a<li>b</ul><table><tr><th>h<td>k</tr><tr><td>1<td>2</tr></table><pre>x\n  y</pre>"
        "<div hidden>no</div><p aria-hidden=true>no</p>"
    )
    parsed = parse_html(source)
    assert parsed.title == "T & U"
    assert sections(parsed) == [((), "Café <b> one\ntwo"), (("S",), "a\nb\n\nh | k\n1 | 2\n\nx\n  y")]


def test_wrapped_lines_are_put_together() -> None:
    text = (
        "Title\n\nThe gateway must respond within\n200 ms and must not lose any well-\nknown message.\nNext one.\n"
        "- item one\n- item two\n\n系统必须在两百毫秒之内完成全部请求的\n处理，并且不得丢失。\n"
    )
    assert unwrapped(text).text == (
        "Title\n\nThe gateway must respond within 200 ms and must not lose any well-known message.\nNext one.\n"
        "- item one\n- item two\n\n系统必须在两百毫秒之内完成全部请求的处理，并且不得丢失。\n"
    )


def test_json_pieces_are_json_under_their_keys() -> None:
    orders = [{"id": number, "status": "paid", "note": "x" * 40} for number in range(9)]
    source = json.dumps({"title": "Shop", "orders": orders, "about": "Sentence. " * 60}, indent=2)
    parsed = parse(MediaType.JSON, source, 300, 10**6)
    assert parsed.title == "Shop"
    chunks = split(parsed, 300)
    read = [json.loads(chunk.text) for chunk in chunks if chunk.text.startswith("{")]
    assert [order for piece in read for order in piece.get("orders", [])] == orders
    assert {chunk.headings for chunk in chunks} == {(), ("orders",), ("about",)}
    assert "".join(chunk.text for chunk in chunks if chunk.headings == ("about",)).count("Sentence.") == 60


def test_pdf_pages() -> None:
    parsed = parse(MediaType.PDF, pdf("The server must log errors.", "Second page here."), 1200, 10**6)
    assert parsed.pages == (0, len("The server must log errors.") + 1)
    assert parsed.sections[0].body.text == "The server must log errors.\nSecond page here."


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b"not a pdf", "cannot be read as PDF"),
        (pdf("x")[:-200], "cannot be read as PDF"),
        (pdf(), "has no text"),
    ],
)
def test_bad_pdfs_are_refused(data: bytes, problem: str) -> None:
    with pytest.raises(InvalidInput, match=problem):
        parse(MediaType.PDF, data, 1200, 10**6)


def test_an_encrypted_pdf_is_refused() -> None:
    writer = PdfWriter(clone_from=io.BytesIO(pdf("secret")))
    writer.encrypt("password", algorithm="RC4-128")
    out = io.BytesIO()
    writer.write(out)
    with pytest.raises(InvalidInput, match="encrypted"):
        parse(MediaType.PDF, out.getvalue(), 1200, 10**6)


def test_a_pdf_with_too_much_text_is_refused() -> None:
    with pytest.raises(InvalidInput, match="too much text"):
        parse(MediaType.PDF, pdf("word " * 50), 1200, 100)


@pytest.mark.parametrize(
    "source",
    ["", "{", '{"a": 1,}', "[1 2]", "NaN", "[1]x", '"\\x"', "'a'", "[" * (MAX_DEPTH + 2) + "]" * (MAX_DEPTH + 2), "01"],
)
def test_bad_json_is_refused_with_its_place(source: str) -> None:
    with pytest.raises(InvalidInput, match="at character"):
        parse(MediaType.JSON, source, 1200, 10**6)


@pytest.mark.parametrize(
    ("kind", "piece"),
    [
        (MediaType.MARKDOWN, "["),
        (MediaType.MARKDOWN, "*a "),
        (MediaType.MARKDOWN, "> "),
        (MediaType.MARKDOWN, "`"),
        (MediaType.MARKDOWN, "]"),
        (MediaType.MARKDOWN, "- a\n"),
        (MediaType.MARKDOWN, "|a"),
        (MediaType.MARKDOWN, "&amp;"),
        (MediaType.HTML, "<!--"),
        (MediaType.HTML, "<div>"),
        (MediaType.HTML, "<p><b>"),
        (MediaType.HTML, "&"),
        (MediaType.HTML, "<a "),
        (MediaType.HTML, "&lt;"),
        (MediaType.PLAIN, "a\n"),
        (MediaType.PLAIN, "\u0301"),
        (MediaType.JSON, "[[],"),
        (MediaType.JSON, '"\\u0061'),
    ],
)
def test_hostile_input_ends_soon(kind: MediaType, piece: str) -> None:
    began = time.monotonic()
    source = piece * (40_000 // len(piece))
    try:
        chunks = split(parse(kind, source, 1200, 10**6), 1200)
    except InvalidInput:
        assert kind is MediaType.JSON
    else:
        assert all(len(chunk.text) <= 1200 for chunk in chunks)
    assert time.monotonic() - began < 20


def test_media_types() -> None:
    assert media_type("Text/HTML; charset=utf-8") is MediaType.HTML
    assert media_type_of("a/b/README.MD") is MediaType.MARKDOWN
    assert media_type_of("x.docx") is None
    with pytest.raises(InvalidInput, match="text/markdown"):
        media_type("application/msword")


def test_text_is_utf_8() -> None:
    assert decoded("\ufeffÜber".encode(), "content") == "Über"
    with pytest.raises(InvalidInput, match="not UTF-8 at byte 0"):
        decoded("Über".encode("latin-1"), "content")

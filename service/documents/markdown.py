"""Markdown to text: headings, paragraphs, items, rows and code, without the markup."""

from __future__ import annotations

import re
from functools import lru_cache

from markdown_it import MarkdownIt
from markdown_it.token import Token

from service.documents.html import text_of
from service.documents.inline import inline_text, parser
from service.documents.mapped import Builder, Mapped
from service.documents.parsed import Outline, Parsed, one_line, without_controls

_LINE = re.compile(r"([^\r\n]*)(\r\n|\r|\n|\Z)")
_FRONT = re.compile(r"\A---[ \t]*\r?\n(.*?)^(?:---|\.\.\.)[ \t]*$", re.DOTALL | re.MULTILINE)
_TITLE = re.compile(r"^title:[ \t]*(\S.*?)[ \t]*$", re.MULTILINE)


def parse_markdown(source: str) -> Parsed:
    """Sections by headings; the title is the front matter's, else the first heading of level one."""
    front = _FRONT.match(source)
    named = _TITLE.search(front[1]) if front else None
    outline = Outline(title=one_line(named[1].strip("\"'")) or None if named else None)
    blank = re.sub(r"[^\r\n]", " ", front[0]) if front else ""
    reader = _Reader(source, outline)
    for token in _parser().parse(blank + source[len(blank) :]):
        reader.step(token)
    return outline.parsed(source)


@lru_cache(maxsize=1)
def _parser() -> MarkdownIt:
    return parser()


class _Reader:
    def __init__(self, source: str, outline: Outline) -> None:
        self._lines = [(match.start(), match[1]) for match in _LINE.finditer(source)]
        self._outline = outline
        self._heading = 0
        self._separator = "\n\n"
        self._row: Builder | None = None
        self._cell = (-1, 0)

    def step(self, token: Token) -> None:
        """Takes one block token in."""
        if token.type == "heading_open":
            self._heading = int(token.tag[1])
        elif token.type == "heading_close":
            self._heading = 0
        elif token.type == "inline":
            self._inline(token)
        elif token.type in ("fence", "code_block"):
            first = (token.map or [0])[0] + (1 if token.type == "fence" else 0)
            self._add(self._placed(token.content.rstrip("\n"), first))
        elif token.type == "html_block":
            placed = self._placed(token.content.rstrip("\n"), (token.map or [0])[0])
            self._add(text_of(placed.text).through(placed))
        elif token.type == "tr_open":
            self._row = Builder()
        elif token.type == "tr_close" and self._row is not None:
            row, self._row = self._row.build(), None
            self._add(row)
            self._separator = "\n"
        elif token.type in ("bullet_list_close", "ordered_list_close", "table_close") and token.level == 0:
            self._separator = "\n\n"
        elif token.type == "list_item_close":
            self._separator = "\n"

    def _inline(self, token: Token) -> None:
        first = (token.map or [0])[0]
        if self._row is not None:
            self._add_cell(token, first)
            return
        text = inline_text(token).through(self._placed(token.content, first))
        if self._heading:
            self._outline.heading(self._heading, text.text)
            self._separator = "\n\n"
        else:
            self._add(text)

    def _add(self, text: Mapped) -> None:
        if text.text.strip():
            self._outline.block(text, self._separator)
            self._separator = "\n\n"

    def _add_cell(self, token: Token, line: int) -> None:
        start, text = self._lines[line]
        after = self._cell[1] if self._cell[0] == line else 0
        at = text.find(token.content, after)
        placed = Builder()
        if at >= 0:
            placed.verbatim(token.content, start + at)
            self._cell = (line, at + len(token.content))
        else:
            placed.replaced(token.content, start + after, start + len(text))
        if self._row is not None:
            if len(self._row):
                self._row.inserted(" | ")
            self._row.joined(inline_text(token).through(placed.build()))

    def _placed(self, content: str, first: int) -> Mapped:
        """Content of a block with the place of each of its lines, which lost their indentation and markers."""
        builder = Builder()
        for offset, line in enumerate(content.split("\n")):
            if offset:
                builder.inserted("\n")
            if first + offset < len(self._lines):
                _line(builder, line, *self._lines[first + offset])
            else:
                builder.inserted(line)
        return builder.build()


def _line(builder: Builder, line: str, start: int, raw: str) -> None:
    for candidate in (line, line.rstrip(), line.strip()):
        at = len(raw) - len(candidate) if raw.endswith(candidate) else -1
        if at < 0 and raw.rstrip().endswith(candidate):
            at = len(raw.rstrip()) - len(candidate)
        if at < 0:
            at = raw.find(candidate, _marker(raw))
        if at >= 0:
            lead = line.find(candidate)
            builder.replaced(line[:lead], start + at, start + at)
            builder.verbatim(without_controls(candidate), start + at)
            builder.replaced(line[lead + len(candidate) :], start + at + len(candidate), start + at + len(candidate))
            return
    builder.replaced(without_controls(line), start, start + len(raw))


def _marker(raw: str) -> int:
    """Where the text of a heading may begin."""
    return len(raw) - len(raw.lstrip(" \t#"))

"""Inline Markdown with the place of each of its tokens, which markdown-it-py leaves out."""

from __future__ import annotations

from markdown_it import MarkdownIt
from markdown_it.parser_inline import ParserInline
from markdown_it.rules_inline.state_inline import StateInline
from markdown_it.token import Token

from service.documents.mapped import Builder, Mapped
from service.documents.parsed import without_controls
from service.documents.plain import join

PLACE = "place"
"""Key of a token's meta: the range of the inline content it was read from."""


class PlacedInline(ParserInline):
    """The inline parser; each token it makes says where it was read."""

    def tokenize(self, state: StateInline) -> None:
        """Makes tokens as its base does, and notes before and after each rule where it stands."""
        rules = self.ruler.getRules("")
        end, deepest = state.posMax, state.md.options["maxNesting"]
        pending: int | None = None
        while state.pos < end:
            at, count = state.pos, len(state.tokens)
            matched = state.level < deepest and any(rule(state, False) for rule in rules)
            if not matched:
                state.append_pending(state.src[state.pos])
                state.pos += 1
            made = state.tokens[count:]
            _place(made, pending, at, state.pos)
            pending = None if made else at if pending is None else pending
        if state.pending:
            _place([state.pushPending()], pending, end, end)


def _place(tokens: list[Token], pending: int | None, start: int, end: int) -> None:
    for index, token in enumerate(tokens):
        if PLACE in token.meta:
            continue
        flushed = index == 0 and pending is not None and token.type == "text"
        token.meta[PLACE] = (pending, pending + len(token.content)) if flushed and pending is not None else (start, end)


def parser() -> MarkdownIt:
    """CommonMark with tables and strikethrough, tokens placed and never merged."""
    made = MarkdownIt()
    made.inline = PlacedInline()
    made.configure("commonmark").enable(["table", "strikethrough"])
    made.inline.ruler2.disable("fragments_join")
    made.core.ruler.disable("text_join")
    return made


def inline_text(token: Token) -> Mapped:
    """The text of an inline token without its markup, mapped to the token's content."""
    source, builder = token.content, Builder()
    for child in token.children or ():
        start, end = child.meta.get(PLACE, (0, 0))
        if child.type == "text" and source[start : start + len(child.content)] == child.content:
            builder.verbatim(without_controls(child.content), start)
        elif child.type in ("text", "text_special", "image"):
            builder.replaced(without_controls(child.content), start, end)
        elif child.type == "code_inline":
            _code(builder, child, source[start:end], start)
        elif child.type == "softbreak":
            builder.replaced(join(builder.last, source[end : end + 1]), start, end)
        elif child.type == "hardbreak":
            builder.replaced("\n", start, end)
    return builder.build()


def _code(builder: Builder, child: Token, raw: str, start: int) -> None:
    text = without_controls(child.content)
    at = raw.replace("\n", " ").find(child.content, len(child.markup))
    if at >= 0:
        builder.verbatim(text, start + at)
    else:
        builder.replaced(text, start, start + len(raw))

"""HTML to text: what a reader sees, without scripts, styles and navigation, entities decoded."""

from __future__ import annotations

import html as entities
import re
from collections.abc import Iterator
from html.entities import html5

from justhtml import Element, JustHTML, Text

from service.documents.mapped import Builder, Mapped
from service.documents.parsed import Outline, Parsed, one_line, without_controls
from service.documents.plain import join

_UNSEEN = frozenset(
    (
        *(
            "script",
            "style",
            "noscript",
            "template",
            "svg",
            "math",
            "nav",
            "head",
            "iframe",
            "object",
            "embed",
            "audio",
        ),
        *("video", "canvas", "select", "datalist", "textarea", "button", "dialog"),
    )
)
_INLINE = frozenset(
    (
        *(
            "a",
            "abbr",
            "acronym",
            "b",
            "bdi",
            "bdo",
            "big",
            "cite",
            "code",
            "data",
            "del",
            "dfn",
            "em",
            "font",
            "i",
            "ins",
        ),
        *(
            "kbd",
            "label",
            "mark",
            "q",
            "rp",
            "rt",
            "ruby",
            "s",
            "samp",
            "small",
            "span",
            "strike",
            "strong",
            "sub",
            "sup",
        ),
        *("time", "tt", "u", "var", "wbr", "img", "input", "output", "meter", "progress", "picture"),
    )
)
_CELLS = frozenset(("td", "th"))
_LINES = frozenset(("li", "tr", "dt", "dd", "option", "br"))
_HEADINGS = frozenset(f"h{level}" for level in range(1, 7))
_ENTITY = re.compile(r"&(?:#[xX]?[0-9a-fA-F]+|[a-zA-Z][a-zA-Z0-9]*);?")
_LONGEST_ENTITY = 40
_SPACE = " \t\r\n\f"

Step = tuple[Element | Text, bool]


def parse_html(source: str) -> Parsed:
    """Sections by the headings h1 to h6; the title is that of the head, else the first h1."""
    document = JustHTML(source, sanitize=False, track_node_locations=True)
    outline = Outline(title=_title(document))
    reader = _Reader(source, outline)
    for node, entering in _walk(document.root):
        reader.step(node, entering)
    reader.end_block("\n\n")
    return outline.parsed(source)


def _walk(root: object) -> Iterator[Step]:
    """Each node when it is entered and when it is left, in document order, without recursion."""
    stack: list[tuple[object, bool]] = [(root, True)]
    while stack:
        node, entering = stack.pop()
        if isinstance(node, Text | Element):
            yield node, entering
        if not entering or (isinstance(node, Element) and _unseen(node)):
            continue
        stack.append((node, False))
        children: list[object] = list(getattr(node, "children", None) or ())
        stack.extend((child, True) for child in reversed(children))


def _unseen(node: Element) -> bool:
    attributes = node.attrs or {}
    return node.name in _UNSEEN or "hidden" in attributes or attributes.get("aria-hidden") == "true"


def _title(document: JustHTML) -> str | None:
    found = document.query_one("head > title")
    text = "".join(str(child.data) for child in found.children or () if isinstance(child, Text)) if found else ""
    return one_line(text) or None


class _Reader:
    """Gathers text into blocks, white space collapsed as a browser does."""

    def __init__(self, source: str, outline: Outline) -> None:
        self._source = source
        self._outline = outline
        self._block = Builder()
        self._space: tuple[int, int] | None = None
        self._separator = "\n\n"
        self._heading = 0
        self._pre = 0

    def step(self, node: Element | Text, entering: bool) -> None:
        """Takes one node in."""
        if isinstance(node, Text):
            if entering:
                self._text(node)
            return
        name = str(node.name)
        if name == "pre":
            self._pre += 1 if entering else -1
        if name in _HEADINGS:
            self.end_block("\n\n")
            self._heading = int(name[1]) if entering else 0
        elif name in _CELLS:
            if entering and len(self._block):
                self._space = None
                self._block.inserted(" | ")
        elif name in _LINES:
            self.end_block("\n")
        elif name not in _INLINE:
            self.end_block("\n\n")

    def end_block(self, separator: str) -> None:
        """Ends the paragraph, item or row; the next one stands apart by `separator` or what was asked before."""
        block = self._block.build()
        self._block, self._space = Builder(), None
        if self._heading:
            if block.text.strip():
                self._outline.heading(self._heading, block.text)
                self._separator = "\n\n"
        elif block.text.strip():
            self._outline.block(block, self._separator)
            self._separator = separator
        elif len(separator) > len(self._separator):
            self._separator = separator

    def _text(self, node: Text) -> None:
        for character, start, end in _aligned(str(node.data or ""), node.origin_offset or 0, self._source):
            if character in _SPACE and not self._pre:
                self._space = (self._space[0] if self._space else start, end)
                continue
            if self._space is not None and len(self._block):
                newline = "\n" in self._source[slice(*self._space)]
                gap = join(self._block.last, character) if newline and self._block.last != "-" else " "
                self._block.replaced(gap, *self._space)
            self._space = None
            self._block.replaced(without_controls(character), start, end)


def _aligned(text: str, at: int, source: str) -> Iterator[tuple[str, int, int]]:
    """Each character with its range in the source; what cannot be followed stands at the place where it was lost."""
    done = 0
    while done < len(text):
        raw = source[at : at + 1]
        entity = _ENTITY.match(source, at, at + _LONGEST_ENTITY) if raw == "&" else None
        value, length = (_decoded(entity[0]) if entity else None) or ("", 0)
        if value and text.startswith(value, done):
            yield from ((character, at, at + length) for character in value)
            done, at = done + len(value), at + length
        elif raw == text[done]:
            yield raw, at, at + 1
            done, at = done + 1, at + 1
        elif raw == "\r" and text[done] == "\n":
            stop = at + (2 if source[at + 1 : at + 2] == "\n" else 1)
            yield "\n", at, stop
            done, at = done + 1, stop
        elif raw == "\0":
            at += 1
        else:
            yield text[done], at, at
            done += 1


def _decoded(raw: str) -> tuple[str, int] | None:
    """What an entity at the beginning of `raw` stands for, and its length there; None where it is none."""
    if raw[1] == "#":
        return entities.unescape(raw), len(raw)
    for stop in range(len(raw), 1, -1):
        if (value := html5.get(raw[1:stop])) is not None:
            return value, stop
    return None


def text_of(source: str) -> Mapped:
    """The seen text of a piece of HTML as one block."""
    builder = Builder()
    for section in parse_html(source).sections:
        if len(builder):
            builder.inserted("\n\n")
        builder.joined(section.body)
    return builder.build()

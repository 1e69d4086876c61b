"""A parsed document: its sections under their headings."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

from service.documents.mapped import Builder, Mapped

MAX_HEADING = 200
"""Longest heading kept, in characters."""
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
_SPACES = re.compile(r"\s+")


@dataclass(frozen=True, slots=True)
class Section:
    """Text under one heading.

    Attributes:
        headings: from the outermost to the section's own.
        body: blocks apart by an empty line; one line is one paragraph, item or row.
        whole: the body is to stay one chunk (a piece of JSON).
    """

    headings: tuple[str, ...]
    body: Mapped
    whole: bool = False


@dataclass(frozen=True, slots=True)
class Parsed:
    """What a parser makes of a document.

    Attributes:
        original: the text that offsets count in; of a PDF, its pages' text one after the other.
        title: as the document gives it, None when it does not.
        sections: in order, none of them blank.
        pages: where in `original` each page begins; empty for documents without pages.
    """

    original: str
    title: str | None
    sections: tuple[Section, ...]
    pages: tuple[int, ...] = ()


@dataclass(slots=True)
class Outline:
    """Collects blocks under headings in reading order."""

    title: str | None = None
    sections: list[Section] = field(default_factory=list[Section])
    _path: list[tuple[int, str]] = field(default_factory=list[tuple[int, str]])
    _body: Builder = field(default_factory=Builder)

    def heading(self, level: int, text: str) -> None:
        """Ends the section before, and begins one under a heading of `level` (1 is the outermost)."""
        self.flush()
        name = one_line(text)
        while self._path and self._path[-1][0] >= level:
            self._path.pop()
        if name:
            self._path.append((level, name))
            if self.title is None and level == 1:
                self.title = name

    def block(self, text: Mapped, separator: str = "\n\n") -> None:
        """Adds a paragraph, set apart from what is before it."""
        text = text.stripped()
        if not text.text:
            return
        if len(self._body):
            self._body.replaced(separator, text.starts[0], text.starts[0])
        self._body.joined(text)

    def flush(self) -> None:
        """Ends the section."""
        body = self._body.build().stripped()
        if body.text:
            self.sections.append(Section(tuple(name for _, name in self._path), body))
        self._body = Builder()

    def parsed(self, original: str) -> Parsed:
        """All of it; a heading that repeats the title is not repeated above each section."""
        self.flush()
        title = self.title
        sections = tuple(
            replace(section, headings=section.headings[1:]) if section.headings[:1] == (title,) else section
            for section in self.sections
        )
        return Parsed(original, title, sections)


def one_line(text: str) -> str:
    """A heading as one line without control characters, at most `MAX_HEADING` long."""
    line = _SPACES.sub(" ", without_controls(text)).strip()
    return line if len(line) <= MAX_HEADING else line[: MAX_HEADING - 1].rstrip() + "…"


def without_controls(text: str) -> str:
    """The text with a space for each control character but tab and line ends; as long as before."""
    return _CONTROL.sub(" ", text)

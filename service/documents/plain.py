"""Plain text: lines that were wrapped to a width are put together again."""

from __future__ import annotations

import re

from service.documents.mapped import Builder, Mapped
from service.documents.parsed import Parsed, Section, without_controls

_LINE = re.compile(r"([^\r\n]*)(\r\n|\r|\n|\Z)")
_FINISHED = re.compile(r"[.!?:;。！？：；…][\"')”’」』）]*\Z")
_ITEM = re.compile(
    r"(?:[-*+•·–]\s|\(?\d{1,3}[.)、]|\(?[a-zA-Z][.)]\s|[（(][一二三四五六七八九十\d]+[)）]|[一二三四五六七八九十]+、|第.{1,4}[章节条])"
)
_HAN = re.compile(r"[\u3000-\u9fff\uf900-\ufaff\uff00-\uffef]")
_LEAST_WIDTH = 20
_MOST_WIDTH = 200
_FULL = 0.6


def parse_plain(source: str) -> Parsed:
    """One section of the whole text, with no title."""
    body = unwrapped(source).stripped()
    return Parsed(source, None, (Section((), body),) if body.text else ())


def unwrapped(source: str) -> Mapped:
    """The text with one line for each paragraph, item or heading, mapped to `source`.

    A line end is taken for wrapping where the line is about as long as most of the long ones, does not finish a
    sentence, and what follows goes on in lower case, with a number or in Chinese and begins no item. A hyphen at such a
    line end stays, because it may belong to the word.
    """
    lines = [match for match in _LINE.finditer(source) if match[0]]
    full = _FULL * _width([match[1].strip() for match in lines])
    builder, joined = Builder(), False
    for index, match in enumerate(lines):
        line = match[1]
        following = lines[index + 1][1].strip() if index + 1 < len(lines) else ""
        joins = _columns(line.strip()) >= full and _continues(line.strip(), following)
        skipped = len(line) - len(line.lstrip()) if joined else 0
        kept = line[skipped:].rstrip()
        builder.verbatim(without_controls(kept), match.start() + skipped)
        if match[2]:
            gap = (match.start() + skipped + len(kept), match.end())
            builder.replaced(join(line.rstrip(), following) if joins else "\n", *gap)
        joined = joins
    return builder.build()


def join(before: str, after: str) -> str:
    """What stands for a line end in a paragraph: nothing between Chinese characters or after a hyphen."""
    # A hyphen there may belong to the word, so it stays, and the word is put together.
    close = before[-1:] == "-" or (_HAN.match(before[-1:]) and _HAN.match(after[:1]))
    return "" if close else " "


def _columns(line: str) -> int:
    """How wide a line is set: a Chinese character takes two columns."""
    return len(line) + len(_HAN.findall(line))


def _width(lines: list[str]) -> float:
    found = sorted(_columns(line) for line in lines if line)
    return min(max(found[int(len(found) * 0.9)], _LEAST_WIDTH), _MOST_WIDTH) if found else _LEAST_WIDTH


def _continues(line: str, following: str) -> bool:
    if not line or not following or _FINISHED.search(line) or _ITEM.match(following):
        return False
    return following[0].islower() or following[0].isdigit() or bool(_HAN.match(following))

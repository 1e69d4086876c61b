"""Remembered text made harmless: what could not be seen, or could turn what is seen round, is taken out."""

from __future__ import annotations

import unicodedata
from html import escape

from service.tokens import estimate_tokens

_KEPT = frozenset("\n\t\u200c\u200d")
_BREAKS = str.maketrans({"\r": "\n", "\u2028": "\n", "\u2029": "\n", "\x0b": "\n", "\x0c": "\n", "\x85": "\n"})
_HEAD = 0.7
_CHARS = 3.5


def clean(text: str) -> str:
    """The text without control, format and bidirectional characters, private and unassigned ones; breaks are LF."""
    broken = text.replace("\r\n", "\n").translate(_BREAKS)
    return "".join(char for char in broken if char in _KEPT or unicodedata.category(char)[0] != "C").strip()


def one_line(text: str) -> str:
    """The clean text on one line."""
    return " ".join(clean(text).split())


def clip(text: str, most: int) -> str:
    """The text in at most `most` estimated tokens: its beginning and end, and how much is missing between them."""
    size = estimate_tokens(text)
    if size <= most:
        return text
    share = max(0, most - 12) / size
    while share > 0:
        kept = int(len(text) * share)
        head, tail = int(kept * _HEAD), kept - int(kept * _HEAD)
        short = f"{text[:head]} [… {size - most} tokens left out …] {text[len(text) - tail :]}"
        if estimate_tokens(short) <= most:
            return short
        share = share * 0.9 - 0.001
    return text[: int(most * 1.8)]


def xml(text: str) -> str:
    """Text that can stand in an XML element or attribute and closes neither."""
    return escape(text, quote=True)


def fenced(text: str) -> str:
    """A Markdown code block that nothing in the text can end."""
    longest = run = 0
    for char in text:
        run = run + 1 if char == "`" else 0
        longest = max(longest, run)
    fence = "`" * max(3, longest + 1)
    return f"{fence}text\n{text}\n{fence}"

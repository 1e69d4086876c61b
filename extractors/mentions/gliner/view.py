"""A text as GLiNER reads it: its words apart also where the script does not part them."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from extractors.document import Document

_SCRIPTS = (
    re.compile(r"[\u3041-\u309f]"),
    re.compile(r"[\u30a1-\u30fa\u30fc-\u30ff\uff66-\uff9f]"),
    re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff々]"),
)
_UNPARTED = re.compile(r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]")
"""Thai, Lao, Burmese and Khmer, whose words are neither written apart nor told apart here."""


@dataclass(frozen=True, slots=True)
class View:
    """A text with its words apart.

    Attributes:
        origin: for each character, and for the end, where it stands in the content.
    """

    text: str
    origin: tuple[int, ...]

    def place(self, start: int, end: int) -> tuple[int, int]:
        """Where the whole words of `text[start:end]` stand in the content."""
        while start > 0 and _within_word(self.text, start):
            start -= 1
        while end < len(self.text) and _within_word(self.text, end):
            end += 1
        return self.origin[start], self.origin[end - 1] + 1


def view_of(document: Document) -> View:
    """The content with spaces between Chinese words, and in Japanese where the script changes."""
    content = document.content
    cuts = {token.start for token in document.tokens if not token.text.isspace()}
    if document.language == "ja":
        cuts |= {at for at in range(1, len(content)) if _script(content[at - 1]) != _script(content[at])}
    text: list[str] = []
    origin: list[int] = []
    for at, char in enumerate(content):
        if at in cuts and at > 0 and not content[at - 1].isspace():
            text.append(" ")
            origin.append(at)
        text.append(char)
        origin.append(at)
    return View("".join(text), (*origin, len(content)))


def is_unparted(text: str) -> bool:
    """Whether it is in a script whose words cannot be told apart here, so that it may be more than one name."""
    return _UNPARTED.search(text) is not None


def _script(char: str) -> int:
    return next((index for index, pattern in enumerate(_SCRIPTS) if pattern.match(char)), -1)


def _within_word(text: str, at: int) -> bool:
    """Whether a word, its combining marks included, goes on across this place."""
    return _is_word(text[at]) and _is_word(text[at - 1])


def _is_word(char: str) -> bool:
    return char.isalnum() or unicodedata.category(char).startswith("M")

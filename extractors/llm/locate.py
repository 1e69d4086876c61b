"""Where the words that a model copied stand in the text: offsets are found here and never taken from the answer."""

from __future__ import annotations

import unicodedata

from extractors.mentions.names import trimmed

Span = tuple[int, int]

_ALIKE = str.maketrans("‘’‚‛“”„‟′″´`‐‑‒–—―−", "''''\"\"\"\"'\"''-------")
_INVISIBLE = frozenset("\u200b\u200c\u200d\u2060\ufeff\u00ad\ufe0f")
_UNSPACED = ((0x0E00, 0x10A0), (0x1100, 0x1200), (0x1780, 0x1E00), (0x2000, 0x110000))
"""Blocks of scripts whose words stand without spaces, or take endings (Thai to Myanmar, Hangul, Khmer, CJK …)."""
_PART_OF_NAME = "+#"
"""What may follow the last letter of a name and makes it another ("C" is not "C++")."""


class SearchedText:
    """A stretch `content[start:end]` in which words are found in spite of case, width, spaces and quote marks."""

    def __init__(self, content: str, start: int = 0, end: int | None = None) -> None:
        self._content = content
        self._offsets: list[int] = []
        folded: list[str] = []
        for offset in range(start, len(content) if end is None else end):
            for char in _fold(content[offset]):
                if char != " " or (folded and folded[-1] != " "):
                    folded.append(char)
                    self._offsets.append(offset)
        self._folded = "".join(folded)

    def find(self, words: str, within: Span | None = None) -> Span | None:
        """The first place of the words on word boundaries, as code-point offsets of the content; None for nowhere.

        Args:
            words: as the model copied them.
            within: a stretch to look in first, before all of the text.
        """
        for needle in dict.fromkeys((words, words[slice(*trimmed(words))])):
            folded = " ".join("".join(_fold(char) for char in needle).split())
            if any(char.isalnum() for char in folded):
                found = self._places(folded)
                if found:
                    return next((place for place in found if within and _inside(place, within)), found[0])
        return None

    def _places(self, needle: str) -> list[Span]:
        places: list[Span] = []
        at = self._folded.find(needle)
        while at >= 0:
            start, end = self._offsets[at], self._offsets[at + len(needle) - 1] + 1
            if self._whole(start, end) and self._aligned(at, at + len(needle)):
                places.append((start, end))
            at = self._folded.find(needle, at + 1)
        return places

    def _aligned(self, at: int, end: int) -> bool:
        """Whether the place begins and ends between two characters of the content (not within a ligature)."""
        offsets = self._offsets
        return (at == 0 or offsets[at - 1] != offsets[at]) and (end == len(offsets) or offsets[end] != offsets[end - 1])

    def _whole(self, start: int, end: int) -> bool:
        before, after = self._content[start - 1 : start], self._content[end : end + 1]
        if after in _PART_OF_NAME and after and _is_spaced(self._content[end - 1]):
            return False
        return not (_is_spaced(before) and _is_spaced(self._content[start])) and not (
            _is_spaced(after) and _is_spaced(self._content[end - 1])
        )


def _inside(place: Span, within: Span) -> bool:
    return within[0] <= place[0] and place[1] <= within[1]


def _fold(char: str) -> str:
    if char in _INVISIBLE:
        return ""
    folded = unicodedata.normalize("NFKC", char.translate(_ALIKE)).casefold()
    return " " if folded.isspace() else folded


def _is_spaced(char: str) -> bool:
    """Whether the character is a letter or digit of a script that puts spaces between words."""
    if not char or not (char.isalnum() or unicodedata.combining(char)):
        return False
    return not any(first <= ord(char) < last for first, last in _UNSPACED)

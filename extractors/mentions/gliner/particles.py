"""Korean particles, which are written onto a name and are no part of it."""

from __future__ import annotations

import re

_AFTER_ANY = ("에서", "에게", "께서", "한테", "부터", "까지", "에", "의")
_AFTER_CONSONANT = ("이랑", "으로", "은", "을", "이", "과")
_AFTER_VOWEL = ("랑", "는", "를", "가", "와")
_HANGUL_END = re.compile(r"[가-힣]{2,}$")
_FINALS = 28
_FIRST = ord("가")


def without_particle(text: str) -> str:
    """The name without the particle at its end; whole where what is left would be no name of two syllables."""
    for particle in sorted((*_AFTER_ANY, *_AFTER_CONSONANT, *_AFTER_VOWEL), key=len, reverse=True):
        name = text.removesuffix(particle)
        if name == text or not _HANGUL_END.search(name):
            continue
        closed = (ord(name[-1]) - _FIRST) % _FINALS != 0
        if particle in _AFTER_ANY or (particle in _AFTER_CONSONANT) is closed:
            return name
    return text

"""A name as mentioned, folded and taken apart once."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from graph_schema.ids import identity_key
from service.identity import tables
from service.identity.chinese import ChineseName, chinese_name
from service.identity.guards import marks, relational

_TITLES = {
    "mr": "male", "mister": "male", "sir": "male", "mrs": "female", "ms": "female", "miss": "female", "madam": "female",
    "dr": "", "doctor": "", "prof": "", "professor": "",
}  # fmt: skip
_GENERATIONS = frozenset(["jr", "junior", "sr", "senior", "ii", "iii", "iv"])
_FORMS = "inc incorporated corp corporation co company ltd limited llc llp plc gmbh ag sa spa bv nv oy ab pty"
_LEGAL = frozenset(_FORMS.split())
_SMALL = frozenset(["of", "the", "and", "for", "in", "on", "at", "a", "an", "de", "la", "du", "des", "to"])
_ACRONYM = re.compile(r"(?:[A-Z]\.?){2,6}")
_FEWEST_INITIALS = 2
_MOST_INITIALS = 6


@dataclass(frozen=True, slots=True)
class Name:
    """What resolution compares.

    Attributes:
        surface: as mentioned.
        folded: identity key, traditional characters simplified.
        words: of the folded name without title, generation, article and legal form.
        title: courtesy or academic title in front, folded, or empty.
        sex: male or female where the title says so, else empty.
        generation: Jr, Sr, II …, folded, or empty.
        legal: legal form behind a company's name, folded, or empty.
        acronym: the name is written as an acronym.
        relational: it points at somebody by a relation, or by whose it is.
        marks: numbers and the like, see `guards.marks`.
        chinese: parts of a Chinese personal name.
    """

    surface: str
    folded: str
    words: tuple[str, ...]
    title: str
    sex: str
    generation: str
    legal: str
    acronym: bool
    relational: bool
    marks: tuple[str, ...]
    chinese: ChineseName | None

    @property
    def core(self) -> str:
        """The name without title, article and legal form."""
        return " ".join(self.words)

    @property
    def compact(self) -> str:
        """The core without spaces."""
        return "".join(self.words)

    def initials(self) -> frozenset[str]:
        """Its acronyms, with and without small words; empty for a name too short to have one."""
        every = [word[0] for word in self.words]
        large = [word[0] for word in self.words if word not in _SMALL]
        found = {"".join(letters) for letters in (every, large)}
        return frozenset(i for i in found if _FEWEST_INITIALS <= len(i) <= _MOST_INITIALS and i.isalpha())


def script_key(name: str) -> str:
    """The identity key with traditional characters simplified, so that 張偉 equals 张伟."""
    return identity_key(name).translate(tables.simplified())


@lru_cache(maxsize=8192)
def parse(surface: str) -> Name:
    """The parts of a name."""
    folded = script_key(surface)
    acronym = bool(_ACRONYM.fullmatch(surface.strip()))
    words = [folded.replace(" ", "")] if acronym else folded.split()
    title = words.pop(0) if len(words) > 1 and words[0] in _TITLES else ""
    generation = words.pop() if len(words) > 2 and words[-1] in _GENERATIONS else ""
    if len(words) > 1 and words[0] == "the":
        words.pop(0)
    legal: list[str] = []
    while len(words) > 1 and words[-1] in _LEGAL:
        legal.insert(0, words.pop())
    chinese = chinese_name(folded)
    titled = chinese is not None and bool(chinese.title) and bool(chinese.surname)
    return Name(
        surface=surface.strip(),
        folded=folded,
        words=tuple(words),
        title=title,
        sex=_TITLES.get(title, ""),
        generation=generation,
        legal=" ".join(legal),
        acronym=acronym,
        relational=relational(surface, chinese_title=titled),
        marks=() if acronym else marks(folded),
        chinese=chinese,
    )

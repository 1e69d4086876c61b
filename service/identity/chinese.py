"""A Chinese personal name taken apart: surname, given name, and how the person is addressed."""

from __future__ import annotations

import re
from dataclasses import dataclass

from service.identity import tables

_HAN = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff]+")
_LONGEST = 9


@dataclass(frozen=True, slots=True)
class ChineseName:
    """A person's name in Chinese characters.

    Attributes:
        surname: empty where only the given name is said (晓明).
        given: empty where only the surname is said (小张, 张老师).
        prefix: 小, 老, 阿, 大 or empty.
        sex: male or female where the form of address says so, else empty.
        title: the form of address behind the name, or empty.
    """

    surname: str
    given: str
    prefix: str = ""
    title: str = ""
    sex: str = ""

    @property
    def full(self) -> bool:
        """Whether both surname and given name are said."""
        return bool(self.surname and self.given)

    @property
    def addressed(self) -> bool:
        """Whether it is a surname with a form of address only."""
        return bool(self.surname and not self.given)


def chinese_name(folded: str) -> ChineseName | None:
    """The parts of a folded name in simplified characters; None when it does not look like a person's."""
    if not _HAN.fullmatch(folded) or not 2 <= len(folded) <= _LONGEST:
        return None
    if len(folded) == 2 and folded[0] in tables.prefixes() and folded[1] in tables.prefixed_surnames():
        return ChineseName(folded[1], "", prefix=folded[0])
    for title, sex in tables.titles().items():
        if folded.endswith(title) and len(folded) > len(title):
            parts = _bare(folded[: -len(title)], alone=True)
            if parts is not None:
                return ChineseName(*parts, title=title, sex=sex)
    if folded in tables.titles():
        return None
    parts = _bare(folded, alone=False)
    if parts is not None:
        return ChineseName(*parts)
    if len(folded) == 2 and folded[0] not in tables.surnames():
        return ChineseName("", folded)
    return None


def _bare(text: str, *, alone: bool) -> tuple[str, str] | None:
    """(surname, given) of a name without its title; a surname alone only before a title."""
    for size in (2, 1):
        surname, given = text[:size], text[size:]
        if surname in tables.surnames() and len(surname) == size and (1 <= len(given) <= 2 or (alone and not given)):
            return surname, given
    return None

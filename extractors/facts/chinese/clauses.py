"""Chinese sentences as clauses: who, what is said of them, and whether it was affirmed, denied or planned."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from extractors.candidates import EntityRef, TimeMention
from extractors.document import Sentence
from extractors.facts.chinese import lexicon as lx
from extractors.facts.chinese.stance import stated
from extractors.facts.scene import Scene

_CUT = re.compile(r"[，,；;。！!？?\n：:]+")
_KEPT_COLON = re.compile(r"(?:待办|邮箱|电话|地址|生日|手机号|预算)\s*[：:]\s*$")


@dataclass(frozen=True, slots=True)
class Piece:
    """A clause's text, `content[start:end]`."""

    text: str
    start: int
    end: int


def pieces(sentence: Sentence, scene: Scene) -> list[Piece]:
    """The clauses of a sentence by its punctuation that state something."""
    found = list(_split(scene.document.text(sentence), sentence.start))
    if not found:
        return []
    after = re.match(r"[^\w]*", scene.content[found[-1].end : sentence.end + 1])
    stances = stated([piece.text for piece in found], after[0] if after else "")
    return [piece for piece, holds in zip(found, stances, strict=True) if holds]


def _split(text: str, offset: int) -> Iterator[Piece]:
    begin = 0
    for cut in _CUT.finditer(text):
        if cut[0] in ("：", ":") and _KEPT_COLON.search(text[begin : cut.end()]):
            continue
        inside_number = (
            cut[0] in (",", ":")
            and cut.start() > 0
            and text[cut.start() - 1].isdigit()
            and text[cut.end() : cut.end() + 1].isdigit()
        )
        if inside_number or text.startswith("//", cut.end()):
            continue
        yield from _piece(text, begin, cut.start(), offset)
        begin = cut.end()
    yield from _piece(text, begin, len(text), offset)


def _piece(text: str, begin: int, end: int, offset: int) -> Iterator[Piece]:
    raw = text[begin:end]
    left = len(raw) - len(raw.lstrip(" \t“\"'‘「"))
    stripped = raw.strip(" \t“”\"'‘’「」~～…")
    if stripped:
        yield Piece(stripped, offset + begin + left, offset + begin + left + len(stripped))


@dataclass(frozen=True, slots=True)
class Stripped:
    """A clause without its opening connectives and times: what remains, and where that begins."""

    text: str
    start: int
    times: tuple[TimeMention, ...]


def without_opening(piece: Piece, scene: Scene) -> Stripped:
    """Drops connectives and time expressions in front; the times of the whole clause are kept."""
    times = tuple(scene.document.times_in(piece.start, piece.end))
    at = piece.start
    while True:
        rest = scene.content[at : piece.end]
        leading = lx.LEADING.match(rest)
        time = next((t for t in times if t.start == at), None)
        if time is not None:
            at = time.end
        elif leading and leading.end() and not _is_word(at, leading.end(), scene):
            at += leading.end()
        elif rest[:1] in (" ", "在", "，") and any(t.start == at + 1 for t in times):
            at += 1
        else:
            return Stripped(rest, at, times)


def _is_word(at: int, length: int, scene: Scene) -> bool:
    """Whether the connective is only the beginning of a longer word or name."""
    token = next((t for t in scene.document.tokens if t.start == at), None)
    return token is not None and token.end > at + length


@dataclass(frozen=True, slots=True)
class Named:
    """An entity found at the beginning of a text, and how much of the text names it.

    Attributes:
        kin: the relation noun it was named by, if any.
        owner: whose relative it is, if any.
    """

    entity: EntityRef
    length: int
    sureness: float
    kin: str | None = None
    owner: EntityRef | None = None

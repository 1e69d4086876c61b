"""Objects of Chinese claims: what is left after the verb, as entities or literals."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from extractors.candidates import EntityRef
from extractors.facts.chinese import lexicon as lx
from extractors.facts.claim import MAX_VALUE
from extractors.facts.scene import Scene
from extractors.words import words

_JOINT = re.compile(r"、|以及|和(?!平|谐|气|尚)|跟|与|及")
_SPLITTING = words(
    """
    likes loves dislikes speaks plays uses allergic_to eats has_pet visited bought met practises studies prefers
    learned avoids
    """
)
_PURPOSE = re.compile(
    r"(?:旅游|旅行|出差|度假|玩儿?|看病|开会|参观|探亲|读书|留学|上班|吃饭|购物|散步|爬山|滑雪|看展|逛街|看海|拍照|露营|过年|看演唱会|办事|面试).{0,6}$"
)
_EMPTY = words(
    """
    它 他 她 这 那 这个 那个 这些 那些 一下 东西 事情 事 什么 一点 一些 很多 自己 人 大家 别人
    这样 那样 这里 那里 起来 下去 出来 了 的 过 着 家 多
    """
)
_PARTICLES = re.compile(r"(?:了(?!解)|过(?![敏年])|着|[ ：:])*")
_APPOSITION = re.compile(r"(?<=[A-Za-z0-9])\s*(?:这个|这款|这套|这种)[\u4e00-\u9fff]{1,6}$")
_MAX = 30


@dataclass(frozen=True, slots=True)
class Rest:
    """The text of an object, `content[start:end]`."""

    text: str
    start: int
    end: int


def rest_of(start: int, end: int, scene: Scene) -> Rest | None:
    """What stands between two offsets, without particles and trailing times; None where nothing is left."""
    text = scene.content[start:end]
    particles = _PARTICLES.match(text)
    start += particles.end() if particles else 0
    quoted = scene.content[start:end]
    start += len(quoted) - len(quoted.lstrip("“\"'「 "))
    text = lx.TRAILING.sub("", scene.content[start:end].strip("“”\"'‘’「」 "))
    short = len(text) <= (MAX_VALUE if text.isascii() else _MAX)
    return Rest(text, start, start + len(text)) if text and text not in _EMPTY and short else None


def objects(rest: Rest, predicate: str, scene: Scene) -> Iterator[EntityRef | str]:
    """The objects that a rest names, coordinated ones apart where the predicate takes many."""
    for part in _parts(rest, predicate):
        found = _object(part, predicate, scene)
        if found is not None:
            yield found


def _parts(rest: Rest, predicate: str) -> Iterator[Rest]:
    if predicate not in _SPLITTING or _JOINT.match(rest.text):
        yield rest
        return
    begin = 0
    for cut in [*_JOINT.finditer(rest.text), None]:
        stop = cut.start() if cut else len(rest.text)
        piece = rest.text[begin:stop].strip()
        if piece:
            offset = rest.start + begin
            yield Rest(piece, offset, offset + len(piece))
        begin = cut.end() if cut else stop


def _object(part: Rest, predicate: str, scene: Scene) -> EntityRef | str | None:
    numeral = lx.NUMERAL.match(part.text)
    if (
        numeral
        and numeral.end() < len(part.text)
        and predicate not in ("costs", "budget", "has_age", "goal", "wants", "due", "todo")
    ):
        part = Rest(part.text[numeral.end() :], part.start + numeral.end(), part.end)
    apposition = _APPOSITION.search(part.text)
    if apposition:
        part = Rest(part.text[: apposition.start()], part.start, part.start + apposition.start())
    entity = _entity(part, predicate, scene)
    if entity is not None:
        return entity
    text = _PURPOSE.sub("", part.text) if predicate in ("visited", "moved_to", "lives_in") else part.text
    text = lx.TRAILING.sub("", text)
    if not text or text in _EMPTY or not any(char.isalnum() for char in text):
        return None
    return _typed(Rest(text, part.start, part.start + len(text)), predicate, scene)


def _entity(part: Rest, predicate: str, scene: Scene) -> EntityRef | None:
    wanted = scene.catalogue.get(predicate).object_type
    place = predicate in ("visited", "moved_to", "lives_in", "works_at", "studies_at", "located_in", "from")
    inside = scene.document.mentions_in(part.start, part.end)
    if part.text in lx.PETS:
        return None
    for mention in inside:
        sure = wanted and predicate != "uses" and mention.type in ("person", "organization", "location")
        whole = mention.end - mention.start >= len(part.text) * (0.6 if sure else 1.0)
        opens = mention.start == part.start and place and mention.type in ("location", "organization")
        opens = opens and not scene.content.startswith("的", mention.end)
        if whole or (opens and wanted):
            return EntityRef(mention.name, mention.type, start=mention.start, end=mention.end)
    return None


def _typed(part: Rest, predicate: str, scene: Scene) -> EntityRef | str | None:
    """A short object of a predicate that takes places or organisations is one, also where no mention says so."""
    wanted = scene.catalogue.get(predicate).object_type
    short = len(part.text) <= 8 and "的" not in part.text
    if (
        predicate in ("lives_in", "moved_to", "works_at", "studies_at", "graduated_from", "from", "born_in", "visited")
        and not short
    ):
        return None
    if predicate in ("works_at", "studies_at", "graduated_from") and wanted and short:
        return EntityRef(part.text, wanted, start=part.start, end=part.end)
    if predicate in ("lives_in", "moved_to", "from", "born_in") and short and wanted:
        return EntityRef(part.text, wanted, start=part.start, end=part.end)
    if predicate in ("met", "married", "married_to") and not part.text.isascii() and len(part.text) > 4:
        return None
    return part.text

"""What a Chinese clause says of its subject, by shapes and by the catalogue's verbs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from extractors.candidates import EntityRef
from extractors.facts.chinese import lexicon as lx
from extractors.facts.chinese import patterns
from extractors.facts.chinese.fitness import is_whole, is_wish, may_be_subject, takes
from extractors.facts.chinese.having import having
from extractors.facts.chinese.middle import Dating, Middle, dating, middle
from extractors.facts.chinese.objects import Rest, objects, rest_of
from extractors.facts.chinese.saying import Saying
from extractors.facts.chinese.structures import structures
from extractors.facts.chinese.timing import DONE, since, timed
from extractors.facts.claim import LONGEST_OCCURRENCE, Claim
from extractors.facts.scene import Scene
from extractors.words import words
from graph_schema.model import Modality, Polarity, Precision

_LONGEST_VERB = 6
_DENIED = re.compile(r"(?:已经|早就|现在)?(?:不再|不怎么|没那么|不)$")
_FOR = re.compile(r"(?<=[\u4e00-\u9fffA-Za-z]{2})(?:来|管理|管|办公|记账|做|写|画|剪|处理|开会|聊天).{1,8}$")
"""What something is used for: 用滴答清单管待办."""
_SWALLOWING = {"decided", "goal", "wants", "plans"}
_COMMON = words(
    """
    打 玩 拉 踢 练 用 带 学 去 买 吃 喝 叫 弹 养 吹 住
    """
)
"""Verbs of one character, which a name or a longer word may begin with: they must stand as words."""
_STATIVE = re.compile(r"算|一边|才|就|都|是|有|觉得|感觉|很|太|真|挺|在|能|可以|说|问|看到|听到|发现|知道|想")
_TURNED = re.compile(r"[把被让使]")
_HABITS = frozenset({"eats", "plays", "practises"})
"""What one does for a habit; done once it says nothing that lasts."""
_STRESSED = re.compile(r"是(?:在|从|于|和|跟|去年|今年|前年|上个?月|上周|昨天|\d{1,4}年|\d{1,2}月)")
_DUTY = re.compile(
    r"必须(?!是|有)(?:得|要)?|需要(?=去|把|给|在|向|提交|完成|交|续|办|写|准备|预约|联系|打电话|还|参加|更新|修|检查|缴|付)"
)


def sayings(saying: Saying, scene: Scene) -> Iterator[Claim]:
    """The claims of one clause after its subject."""
    saying = _uncleft(saying, scene)
    before = middle(saying.at, saying.end, scene)
    when = dating(saying.piece.start, saying.end, saying.times, scene)
    said = replace(saying, at=before.at)
    if before.wanted:
        yield from () if before.former else _wish(said, before, scene)
        return
    found = (
        list(_shaped(said, scene))
        or list(_age(said, scene))
        or list(having(said, before, scene))
        or list(_owed(said, before, scene))
        or list(_verb(said, before, scene))
    )
    if not found:
        yield from _deed(said, before, when, scene)
    for claim in (claim for claim in found if _may_be_said(claim, scene)):
        yield from timed(claim, before, when, said, scene)


def _may_be_said(claim: Claim, scene: Scene) -> bool:
    return scene.is_own(claim.predicate) or may_be_subject(claim.subject, claim.predicate)


def _uncleft(saying: Saying, scene: Scene) -> Saying:
    """The clause without 是…的, which only stresses when or where: 我是在大连出生的."""
    text = saying.text(scene)
    if text.startswith("是") and text.endswith("的") and _STRESSED.match(text):
        return replace(saying, at=saying.at + 1, end=saying.end - 1)
    return saying


def _wish(said: Saying, before: Middle, scene: Scene) -> Iterator[Claim]:
    rest = rest_of(said.at, said.end, scene)
    if rest is not None and rest.start == said.at and is_wish(rest.text):
        polarity = Polarity.NEGATIVE if before.negated else Polarity.POSITIVE
        yield replace(said.claim("wants", rest.text, 0.8), polarity=polarity)


def _deed(said: Saying, before: Middle, when: Dating, scene: Scene) -> Iterator[Claim]:
    """What someone did on a day or plans to do, in the words of the clause, where no predicate says it better."""
    rest = rest_of(said.at, said.end, scene)
    if rest is None or rest.start != said.at or before.negated or before.former:
        return
    text = _untimed(rest, scene)
    if said.subject.entity.type != "person" or not is_whole(text) or _STATIVE.match(text):
        return
    if _says_more(text, scene):
        return
    if when.occurs is not None and when.occurs.end - when.occurs.start > LONGEST_OCCURRENCE:
        return
    future = when.occurs is not None and when.occurs.start > scene.turn.valid_at
    intends = any(word in ("打算", "计划") for word in before.words)
    if intends or (before.planned and future):
        claim = said.claim("plans", text, 0.7)
        yield replace(claim, modality=Modality.PLANNED, occurs=when.occurs)
    elif when.occurs is not None and not future and not before.planned and DONE.search(said.text(scene)):
        claim = said.claim("did", text, 0.7)
        yield replace(claim, occurs=when.occurs, valid=since(when), past=True)


def _says_more(text: str, scene: Scene) -> bool:
    """Whether a deed turns on a verb that the catalogue lists, so that its words alone would say it badly."""
    listed = scene.catalogue.synonyms("zh")
    places = [(at, length) for length in (2, 3, 4) for at in range(len(text) - length + 1)]
    return _TURNED.search(text) is not None or any(text[at : at + length] in listed for at, length in places)


def _untimed(rest: Rest, scene: Scene) -> str:
    text = rest.text
    for time in reversed(scene.document.times_in(rest.start, rest.end)):
        text = text[: time.start - rest.start] + text[time.end - rest.start :]
    return lx.TRAILING.sub("", text)


def _shaped(said: Saying, scene: Scene) -> Iterator[Claim]:
    text = lx.TRAILING.sub("", said.text(scene))
    move = patterns.MOVE.match(text)
    if move:
        yield from _move(said, move, scene)
        return
    compound = list(structures(said, text, scene))
    if compound:
        yield from compound
        return
    for shape in patterns.shapes(text):
        if shape.predicate in ("located_in", "costs", "led_by", "assignee") and said.subject.entity.type in (
            "person",
            "animal",
        ):
            continue
        rest = rest_of(said.at + shape.start, said.at + shape.end, scene)
        for target in objects(rest, shape.predicate, scene) if rest else ():
            if shape.predicate == "located_in" and not takes(shape.predicate, target, ""):
                continue
            target, denied = _employer(target, shape.predicate), False
            if shape.predicate == "allergic_to":
                target, denied = _undenied(target)
            placed = isinstance(target, EntityRef) and target.type == "location"
            if placed and shape.predicate == "studies_at":
                continue
            name = "works_in" if placed and shape.predicate == "works_at" else shape.predicate
            claim = said.claim(name, target, 0.88)
            yield replace(claim, polarity=Polarity.NEGATIVE, ended=True) if denied else claim
        return


def _employer(target: EntityRef | str, predicate: str) -> EntityRef | str:
    """A place that one works at or quits is an organisation: 在海洋馆工作, 从书店辞职."""
    if isinstance(target, str) or target.type != "location":
        return target
    employs = predicate == "left" or (predicate == "works_at" and lx.WORKPLACES.search(target.name) is not None)
    return replace(target, type="organization") if employs else target


def _undenied(target: EntityRef | str) -> tuple[EntityRef | str, bool]:
    """The object without the denial that stands behind it, and whether there was one: 对芒果不再过敏."""
    name = target if isinstance(target, str) else target.name
    bare = _DENIED.sub("", name)
    if bare == name or not bare:
        return target, False
    return (bare if isinstance(target, str) else replace(target, name=bare)), True


def _move(said: Saying, match: re.Match[str], scene: Scene) -> Iterator[Claim]:
    rest = rest_of(said.at + match.start("o"), said.at + match.end("o"), scene)
    for target in objects(rest, "moved_to", scene) if rest else ():
        yield said.claim("moved_to", target, 0.9)
    if match["old"]:
        old = rest_of(said.at + match.start("old"), said.at + match.end("old"), scene)
        for target in objects(old, "lives_in", scene) if old else ():
            yield replace(said.claim("lives_in", target, 0.85), past=True)


def _age(said: Saying, scene: Scene) -> Iterator[Claim]:
    match = patterns.AGE.match(said.text(scene))
    if match is None:
        match = patterns.AGE.match(scene.content[said.piece.start : said.end].removeprefix(said.subject.entity.name))
    if match and said.subject.entity.type in ("person", "animal"):
        yield said.claim("has_age", f"{match['o']}岁", 0.9)


def _owed(said: Saying, before: Middle, scene: Scene) -> Iterator[Claim]:
    """What someone has to do: 我周五之前必须续签护照."""
    text = said.text(scene)
    duty = _DUTY.match(text)
    if before.negated or said.subject.entity.type != "person" or (duty is None and before.words[-1:] != ["得"]):
        return
    rest = rest_of(said.at + (duty.end() if duty else 0), said.end, scene)
    body = _untimed(rest, scene) if rest else ""
    if is_whole(body) and not _STATIVE.match(body):
        yield replace(said.claim("todo", body, 0.8), modality=Modality.PLANNED)


def _verb(said: Saying, before: Middle, scene: Scene) -> Iterator[Claim]:
    text = said.text(scene)
    found = _listed(text, said.at, scene)
    if found is None:
        return
    verb, predicate = found
    if predicate in _HABITS and text[len(verb) :][:1] in ("了", "过") and not before.negated:
        return
    cleft = text.startswith("的是", len(verb))
    rest = rest_of(said.at + len(verb) + 2 * cleft, said.end, scene)
    if rest is None or predicate == "has_name" or rest.text.startswith("的") or not _is_counted(rest, predicate, scene):
        return
    born = next((t for t in scene.document.times_in(rest.start, rest.end) if t.start == rest.start), None)
    if predicate == "born_in" and born is not None and born.end >= rest.end:
        if born.interval is not None and born.interval.precision is Precision.DAY:
            yield said.claim("birthday", born.text, 0.88)
        return
    rest = _without_times(rest, predicate, scene)
    if predicate == "decided" and rest.text.startswith(("不了", "不下", "权", "性", "要不要")):
        return
    if predicate == "decided" and verb.startswith(("决定", "最终决定")):
        yield said.claim(predicate, rest.text, 0.85)
        return
    if predicate in ("leads", "works_on") and verb == "负责":
        predicate = "leads" if rest.text.endswith(lx.ORGANISATIONS) or rest.text.endswith("项目") else "works_on"
    if predicate == "uses":
        rest = rest_of(rest.start, rest.start + len(_FOR.sub("", rest.text)), scene) or rest
    if verb == "住" and not any(m.type == "location" for m in scene.document.mentions_in(rest.start, rest.end)):
        return
    for target in objects(rest, predicate, scene):
        if takes(predicate, target, "" if before.negated and predicate == "uses" else verb):
            yield replace(said.claim(predicate, _team(predicate, target), 0.85), phrase=_TASTES.get(verb))


_TASTES = {"爱吃": "爱吃", "爱喝": "爱喝", "爱看": "爱看", "爱听": "爱听"}


def _team(predicate: str, target: EntityRef | str) -> EntityRef | str:
    return EntityRef(target, "organization") if predicate == "leads" and isinstance(target, str) else target


def _is_counted(rest: Rest, predicate: str, scene: Scene) -> bool:
    """A need is kept for a countable or named thing, and a taste for a kind of thing, not for what is at hand."""
    if predicate == "needs":
        return lx.NUMERAL.match(rest.text) is not None or bool(scene.document.mentions_in(rest.start, rest.end))
    return predicate not in ("likes", "loves", "dislikes") or not rest.text.startswith(("这", "那"))


def _listed(text: str, at: int, scene: Scene) -> tuple[str, str] | None:
    """The longest catalogue verb that the text begins with, on word boundaries where it is short."""
    for length in range(min(_LONGEST_VERB, len(text)), 0, -1):
        verb = text[:length]
        predicate = scene.catalogue.by_synonym("zh", verb)
        if predicate is None:
            continue
        if length == 1 and (verb not in _COMMON or not _stands_alone(at, scene)):
            return None
        return verb, predicate
    return None


def _stands_alone(at: int, scene: Scene) -> bool:
    """Whether a word of one character, or one with its aspect particle, begins at the offset."""
    token = next((t for t in scene.document.tokens if t.start == at), None)
    if token is None:
        return any(
            t.end == at + 1 and len(t.text) == 2 and t.text[0] in "不没我你他她也都还" for t in scene.document.tokens
        )
    ends = (
        not any(t.start == token.end for t in scene.document.tokens)
        or scene.content[token.end : token.end + 1] in "，,。！了、和 "
    )
    return len(token.text) == 1 or token.text[1] in "了过着" or ends


def _without_times(rest: Rest, predicate: str, scene: Scene) -> Rest:
    """Times at the edges of an object date the clause and are no part of it."""
    if predicate in ("scheduled_for", "due", "birthday", "eta"):
        return rest
    start, end = rest.start, rest.end
    for time in scene.document.times_in(start, end):
        if time.start == start and time.end < end:
            start = time.end
        elif time.end == end and time.start > start:
            end = time.start
    if scene.content[start : start + 1] == "的":
        start += 1
    return rest_of(start, end, scene) or rest

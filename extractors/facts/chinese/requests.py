"""Tasks and constraints that a Chinese user asks for: 提醒我…, 周五不得上线."""

from __future__ import annotations

import re
from collections.abc import Iterator

from extractors.facts.chinese import lexicon as lx
from extractors.facts.chinese.clauses import Piece
from extractors.facts.claim import Claim
from extractors.facts.scene import Scene
from graph_schema.model import Modality, Role

_REMINDER = re.compile(
    r"^(?:请|麻烦|记得)*(?:提醒我(?:要|去)?|别忘了|不要忘了|别让我忘了|待办(?:事项)?[：:]?|记得要?)(?P<o>.+)$"
)
_RULE = re.compile(
    r"^(?:请)?(?:不要|别)(?=在|把|用|给|对|向|直接|自动|使用|修改|删除|提交|部署|上线|泄露|推送|发)|永远不要|永远别|绝不能|绝对不能|千万不要|千万别|(?<![舍值恨巴由怪顾])不得(?![不劲了已])|不能超过|不可以超过|禁止|严禁|切勿|一律(?!师)|不允许|"
    r"(?<=..)必须(?!推荐|说|承认|是|有|得|要|马上)"
)
_PLEA = re.compile(r"请|帮忙|麻烦|拜托|啊$|呀$|吧$")
_BY_SOMEONE = re.compile(r"^(?:我|你|您|他|她|我们)(?!们的|的)")


def requests(piece: Piece, scene: Scene) -> Iterator[Claim]:
    """The task or constraint that one clause of a user states."""
    if scene.turn.role is not Role.USER:
        return
    reminder = _REMINDER.match(piece.text)
    if reminder and (scene.addressee is None or "提醒我" in piece.text):
        yield from _task(piece, reminder.start("o"), scene)
    elif scene.addressee is None and _RULE.search(piece.text) and not _is_talk(piece.text):
        text = lx.TRAILING.sub("", piece.text)
        if len(text) >= 5:
            yield Claim(scene.speaker, "has_constraint", text, piece.start, piece.end, 0.8)


def _is_talk(text: str) -> bool:
    """Whether a request or a statement about a person only sounds like a rule."""
    hedged = lx.UNCERTAIN.match(text) or lx.OPINION.match(text)
    return hedged is not None or _PLEA.search(text) is not None or _BY_SOMEONE.match(text) is not None


def _task(piece: Piece, offset: int, scene: Scene) -> Iterator[Claim]:
    start = piece.start + offset
    times = scene.document.times_in(start, piece.end)
    body = piece.text[offset:]
    for time in sorted(times, key=lambda t: t.start, reverse=True):
        body = body[: time.start - start] + body[time.end - start :]
    body = lx.TRAILING.sub("", body.strip(" ，,要去"))
    occurs = next((t.interval for t in times if t.interval), None)
    if len(body) >= 2:
        yield Claim(scene.speaker, "todo", body, piece.start, piece.end, 0.9, modality=Modality.PLANNED, occurs=occurs)

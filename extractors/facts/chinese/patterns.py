"""Shapes of Chinese predicates that are more than a verb and its object: 在X工作, 对X过敏, 和X结婚."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_PLACE = r"(?P<o>[^，。,的]{1,20}?)"
_SHAPES: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("works_at", re.compile(rf"在{_PLACE}(?:工作|上班|任职|就职|实习|当差|供职)")),
    ("studies_at", re.compile(rf"在{_PLACE}(?:读书|上学|念书|学习|读大学|上大学|读研|读博|攻读|留学|就读)")),
    ("born_in", re.compile(rf"(?:在{_PLACE}出生|是在{_PLACE.replace('?P<o>', '')}出生)")),
    ("from", re.compile(rf"在{_PLACE}长大")),
    ("from", re.compile(rf"是{_PLACE}人$")),
    ("lives_in", re.compile(rf"在{_PLACE}(?:住|居住|生活|定居)")),
    ("located_in", re.compile(r"(?:总部)?(?:在|位于|设在)(?P<o>[^，。,的]{2,12})$")),
    ("allergic_to", re.compile(r"对(?P<o>[^，。,]{1,12}?)(?:严重|有点|有些|也|都|很|非常)?过敏")),
    ("likes", re.compile(r"对(?P<o>[^，。,]{1,12}?)(?:很|非常|特别|比较|也)?感兴趣")),
    ("married", re.compile(r"(?:和|跟|与)(?P<o>[^，。,]{1,8}?)(?:结婚|领证|结了婚)")),
    ("divorced", re.compile(r"(?:和|跟|与)(?P<o>[^，。,]{1,8}?)离(?:了)?婚")),
    ("broke_up_with", re.compile(r"(?:和|跟|与)(?P<o>[^，。,]{1,8}?)分(?:了)?手")),
    ("engaged_to", re.compile(r"(?:和|跟|与)(?P<o>[^，。,]{1,8}?)订(?:了)?婚")),
    ("met", re.compile(r"(?:和|跟|与)(?P<o>[^，。,]{1,8}?)(?:见面|见了面|吃饭|吃了饭|聚餐|约会|喝咖啡|见了一面)")),
    ("roommate_of", re.compile(r"(?:和|跟|与)(?P<o>[^，。,]{1,8}?)(?:一起住|同住|合租|住在一起)")),
    ("partner_of", re.compile(r"(?:和|跟|与)(?P<o>[^，。,]{1,8}?)(?:在一起|谈恋爱|在交往)")),
    ("graduated_from", re.compile(r"(?:是)?从(?P<o>[^，。,]{2,12}?)毕业")),
    ("left", re.compile(r"从(?P<o>[^，。,]{1,12}?)(?:离职|辞职|跳槽)")),
)
MOVE = re.compile(
    r"(?:从(?P<old>[^，。,到搬]{1,8}))?(?:搬家?到了?|搬去了?|搬来了?|搬回了?|移居到?了?|移民到?了?)(?P<o>[^，。,]{1,10})"
)
AGE = re.compile(r"(?:今年|已经|快|刚|刚满|满|现在|有)*(?P<o>\d{1,3}|[一二三四五六七八九十百两]{1,4})岁")
HAVE = re.compile(r"有(?:了)?(?P<count>[一两二三四五六七八九十几\d])?(?P<unit>个|只|条|位)?(?P<o>[^，。,]{1,8})")


@dataclass(frozen=True, slots=True)
class Shape:
    """A predicate and where its object stands in the text."""

    predicate: str
    start: int
    end: int
    stop: int


def shapes(text: str) -> Iterator[Shape]:
    """The shapes that the text begins with; offsets count from its beginning."""
    for predicate, pattern in _SHAPES:
        match = pattern.match(text)
        if match and match["o"]:
            yield Shape(predicate, match.start("o"), match.end("o"), match.end())

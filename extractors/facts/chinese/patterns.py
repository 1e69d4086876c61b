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
    ("located_in", re.compile(r"(?:的?总部)?(?:在|位于|设在)(?P<o>[^，。,的]{2,12})$")),
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
    ("retired_from", re.compile(r"从(?P<o>[^，。,]{1,12}?)退休")),
    ("led_by", re.compile(r"(?:由|归)(?P<o>[^，。,]{1,6}?)(?:负责|管(?!理)|带领|领导|主管|管理|主持|牵头)")),
    (
        "assignee",
        re.compile(
            r"(?:已经?)?(?:被)?(?:重新)?(?:分配|指派|移交|转交|改派|转派|交|派|转|分)给了?(?P<o>[^，。,]{1,8}?)(?:负责|处理|跟进|来做|接手)?了?$"
        ),
    ),
    ("works_at", re.compile(r"被(?P<o>[^，。,]{1,12}?)(?:录用|聘用|雇用|雇佣)")),
    ("studies_at", re.compile(r"被(?P<o>[^，。,]{1,12}?)录取")),
    ("costs", re.compile(r"花了(?P<o>\d[^，。,]{1,10})$")),
    ("has_manager", re.compile(r"(?:直接)?向(?P<o>[^，。,]{2,6}?)汇报")),
    ("left", re.compile(r"从(?P<o>[^，。,]{1,12}?)(?:离职|辞职|跳槽|辞了职|离了职|被裁|毕业离开)")),
    ("left", re.compile(r"被(?P<o>[^，。,]{2,12}?)(?:裁员|裁掉|裁|开除|解雇|辞退)了?$")),
    ("left", re.compile(r"辞(?:掉|去)?了?(?P<o>[^，。,的]{2,12})的(?:工作|职务|职位)了?$")),
)
MOVE = re.compile(
    r"(?:从(?P<old>[^，。,到搬]{1,8}))?(?:搬家?到的是|搬去的是|搬家?到了?|搬去了?|搬来了?|搬回了?|移居到?了?|移民到?了?)(?P<o>[^，。,]{1,10})"
)
MOVED_OUT = re.compile(r"(?:搬离了?|搬出了?)(?P<o>[^，。,]{2,10})$|从(?P<from>[^，。,]{2,10}?)(?:搬走|搬出来|搬离)了?$")
DROPPED = re.compile(r"(?:停用|弃用|卸载|放弃使用)了?(?P<o>[^，。,]{2,16})$")
POST = re.compile(r"在(?P<o>[^，。,的]{2,16}?)(?:当|做|担任|任)(?P<job>[^，。,]{2,16})$")
COURSE = re.compile(
    r"在(?P<o>[^，。,的]{1,12}?(?:大学|学院|学校|中学|高中))(?:学|读|念|主修|攻读)(?!习|书|研|博|高中|大学)(?P<what>[^，。,了]{1,8})$"
)
BOND = re.compile(
    r"(?:和|跟|与)(?P<o>[^，。,是]{1,6}?)(?:都)?是(?:很好的|最好的|多年的|好|老|大学|高中)*(?P<kin>朋友|闺蜜|同事|邻居|室友|舍友|夫妻|情侣)$"
)
BONDS = {
    "朋友": "friend_of",
    "闺蜜": "friend_of",
    "同事": "colleague_of",
    "邻居": "neighbour_of",
    "室友": "roommate_of",
    "舍友": "roommate_of",
    "夫妻": "married_to",
    "情侣": "partner_of",
}
MEMBER = re.compile(
    r"是(?P<o>[^，。,的是]{2,12}?)的(?:一名|一个|一位)?(?P<job>学生|研究生|博士生|本科生|员工|职员|[^，。,的]{1,8})$"
)
DISPOSAL = re.compile(
    r"把(?P<o>[^，。,]{1,16}?)(?P<verb>换成了?|改成了?|弄丢了?|丢了?|卖掉?了?|弄坏了?|摔坏了?|读完了?|看完了?|写完了?|做完了?)(?P<new>[^，。,了]{1,16})?了?$"
)
STATE = re.compile(
    r"(?:现在|目前|刚刚|刚|终于|总算|都|也)*(?:(?:已经|已|被)+|(?=[^了]+了))(?:被)?(?P<done>解决|关闭|完成|修复|合并|上线|取消|搞定|驳回|通过|发布|处理完|部署)(?:掉|好)?[了啦]?$"
    r"|(?:现在|目前)?(?:还)?(?:(?P<no>不再|不)是?|是|处于)?(?P<s>处理中|进行中|待处理|待定|阻塞|挂起|打开|审核中|测试中|开发中|重新打开)(?:的)?(?:状态)?[了啦]?$"
)
EXPIRY = re.compile(r"(?:就|要|将)*(?:截止|到期|交稿|要交)$")
AGE = re.compile(r"(?:今年|已经|快|刚|刚满|满|现在|有)*(?P<o>\d{1,3}|[一二三四五六七八九十百两]{1,4})岁")
HAVE = re.compile(
    r"有(?:了)?(?P<count>[一两二三四五六七八九十几\d])?(?P<unit>个|只|条|位|辆|台|套|把|架|部|间|栋|家|艘|块)?(?P<o>[^，。,]{1,8})"
)


TOPIC = re.compile(
    r"(?P<topic>(?![我你他她它这那])[\u4e00-\u9fffA-Za-z0-9]{1,8}?)(?P<who>我们|我)(?:从来|一直|真的|也|都|很|非常|特别|挺|最)*(?P<no>不|没)?(?:太|怎么|再|大)?"
    r"(?P<verb>喜欢|爱吃|爱喝|讨厌|受不了|吃|喝|用|看过|读过|去过)了?$"
)


def is_mutual(text: str) -> bool:
    """Whether 和X opens a predicate that two have together: 和X结婚."""
    return BOND.match(text) is not None or any(shape.start == 1 for shape in shapes(text))


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

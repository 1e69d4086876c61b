"""Whether a Chinese predicate can take an object: what one plays, wins, needs or uses."""

from __future__ import annotations

import re

from extractors.candidates import EntityRef
from extractors.facts.chinese import lexicon as lx

_POINTING = re.compile(r"[我你您他她它]|怎么|一下|这个|那个|这些|那些|看看|的话|自己")
_NOT_NOUN = re.compile(
    r"^(?:只|都|也|就|再|先|把|被|让|得|还|又|去|来|给|从|向|往|没|很|太|更|最|能|会|要|到|完|起|出|上|下|过来|回|按|像|跟|为|好$)"
)
_MEASURE = re.compile(
    r"^[几一两三四五六七八九十百\d]+(?:周|天|年|个月|次|口|点|小时|分钟|遍|款|种|家|个|本|部|位|种试)$"
)
_TASTES = frozenset({"likes", "loves", "dislikes", "prefers", "avoids", "goal", "wants", "decided", "todo", "learned"})
_OF_THINGS = lx.OF_THINGS | {"assignee", "located_in", "scheduled_for", "eta", "uses", "includes"}
_ONLY_OF_THINGS = frozenset({"deployed_to", "runs_on", "depends_on", "required_by", "compatible_with"})
_LITERAL = frozenset({"scheduled_for", "due", "birthday", "address", "eta", "costs", "amount"})
_LONGEST = 16
_PLAYED = {
    "打": re.compile(r"(?:[\u4e00-\u9fff]{1,2}球|高尔夫|麻将|扑克|牌|游戏|鼓|架子鼓|太极拳?|拳击|拳|王者荣耀)$"),
    "弹": re.compile(r"(?:钢琴|吉他|琵琶|古筝|琴|贝斯|尤克里里)$"),
    "拉": re.compile(r"(?:小提琴|大提琴|二胡|手风琴|琴)$"),
    "吹": re.compile(r"(?:笛子?|长笛|箫|口琴|萨克斯|唢呐|葫芦丝|小号|单簧管|陶笛|笙)$"),
    "踢": re.compile(r"(?:足球|毽子|球)$"),
}
_FOUNDED = re.compile(
    r"(?:店|公司|厂|餐厅|餐馆|饭馆|咖啡馆|酒吧|工作室|诊所|学校|培训班|农场|民宿|酒店|事务所|书吧|茶馆|健身房|超市)$"
)
_HEARD = re.compile(r"(?:讲座|音乐会|演唱会|课|课程|报告|演讲|报告会|讲课|相声|歌剧|分享会)$")
_GENERIC = frozenset(["书", "报", "报纸", "电视", "电影", "手机", "视频", "小说", "新闻", "剧"])
"""What one reads or watches without anything in particular being meant."""
_PRIZES = re.compile(
    r"(?:奖|冠军|亚军|季军|第[一二三四五六七八九十\d]+名?|证书?|金牌|银牌|铜牌|分|学位|名次|奖学金|驾照|执照|offer|资格)$",
    re.I,
)
_WISHES = re.compile(
    r"(?:学(?!会了)|去(?!问|听|说)|买|当|成为|换|考(?!虑)|养|搬|开一?家|参加|减|戒|申请|加入|拥有|找(?:一份)?工作|要(?:一|两)?(?:个|只|辆)?|"
    r"生(?:孩子|二胎|娃)|移民|读|回(?:老家|国)|辞职|结婚|创业|退休|旅游|健身|跑|写|练|做一?[名个])"
)
_ACTION = re.compile(r"^(?:再|先|商场|银行|根据|进行|把|你|您|他|去|来|帮)")


def may_be_subject(subject: EntityRef, predicate: str) -> bool:
    """Whether a thing can do or be what the predicate says; persons and animals can be anything."""
    if predicate in _ONLY_OF_THINGS:
        return subject.type not in ("person", "animal")
    return subject.type not in ("thing", "product", "work", "event", "food") or predicate in _OF_THINGS


def takes(predicate: str, target: EntityRef | str, verb: str) -> bool:
    """Whether the object is one that the predicate, stated by this verb, can have."""
    name = target if isinstance(target, str) else target.name
    if predicate == "located_in":
        return not isinstance(target, str) and target.type == "location"
    if isinstance(target, str) and not _is_nominal(predicate, name):
        return False
    if predicate == "plays":
        return verb[-1] not in _PLAYED or _PLAYED[verb[-1]].search(name) is not None
    if predicate in ("met", "manager_of", "married", "divorced", "partner_of"):
        return (not isinstance(target, str) and target.type == "person") or predicate == "married"
    if predicate == "works_as":
        return lx.TRADE.match(name) is not None
    if predicate == "has_pet":
        return not isinstance(target, str) or name.endswith(lx.PETS)
    if predicate == "has_age":
        return "岁" in name
    if predicate == "visited" and verb.startswith("去"):
        return not isinstance(target, str)
    if predicate == "costs":
        return any(char.isdigit() for char in name)
    if predicate == "founded" and verb == "开了":
        return _FOUNDED.search(name) is not None
    if predicate == "attended" and verb == "听了":
        return _HEARD.search(name) is not None
    if predicate in ("read", "watched"):
        return name not in _GENERIC
    if predicate == "won":
        return _PRIZES.search(name) is not None
    if predicate == "uses" and verb == "用":
        return not isinstance(target, str) or name.isascii()
    return predicate != "needs" or (len(name) <= 8 and not _ACTION.match(name))


def is_wish(text: str) -> bool:
    """Whether what is wished for is worth keeping beyond the conversation."""
    return len(text) >= 2 and "就" not in text and _WISHES.match(text) is not None and not _POINTING.search(text)


def is_whole(text: str) -> bool:
    """Whether the words can be understood without their conversation."""
    return 2 <= len(text) <= 24 and not _POINTING.search(text)


def _is_nominal(predicate: str, name: str) -> bool:
    if _POINTING.search(name) or _MEASURE.match(name):
        return False
    if predicate in _TASTES:
        return len(name) <= 24 and not re.match(r"只|都|也|就|再|先|把|被|让|得|还|又", name)
    return len(name) <= _LONGEST and (predicate in _LITERAL or not _NOT_NOUN.match(name))

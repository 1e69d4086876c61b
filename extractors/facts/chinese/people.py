"""Who a Chinese clause is about: the speakers, named entities, relatives, and 他/她 where a rule is safe."""

from __future__ import annotations

import re
from dataclasses import replace

from extractors.candidates import EntityRef
from extractors.facts.chinese import lexicon as lx
from extractors.facts.chinese.clauses import Named
from extractors.facts.scene import Scene

_FIRST = re.compile(r"(?:我们|咱们|俺|本人|我)(?!国|校|司|店|家(?!住)|方|厂|院|手|脚|头|心|爸|妈)")
_OWN_KIN = re.compile(rf"(?:我们|咱们|我|咱)(?:的|家)?(?P<kin>{lx.KIN_PATTERN})(?![们子亲])")
_OWN_PET = re.compile(rf"(?:我们|咱们|我|咱)(?:的|家)(?:的)?(?P<pet>{lx.PET_PATTERN})")
_OF_KIN = re.compile(rf"的(?P<kin>{lx.KIN_PATTERN})")
_THEIR_KIN = re.compile(rf"[他她]的?(?P<kin>{lx.KIN_PATTERN})(?![们子亲])")
_BELONGING = re.compile(
    r"(?:我们|咱们|我)的?(?!希望|觉得|认为|以为|知道|听说|记得|要求|建议|估计|猜)(?P<thing>[\u4e00-\u9fffA-Za-z0-9]{2,8}?)"
    r"(?=花了|售价|要价|定在|定于|改到|推迟到|提前到|安排在|\d{1,2}月\d{1,2}[日号](?:截止|到期))"
)
_PET_NAME = re.compile(
    r"(?![叫是今已很最喜爱会去上昨就也都不没有在每])[\u4e00-\u9fff]{2,3}?(?=是|今年|已经|很|最|喜欢|爱|会|去年|上周|昨天|前天|才|刚)"
)
_KIND = re.compile(r"项目组|项目|团队|小组|部门|服务器|数据库|航班|合同")
_SECOND = re.compile(r"(?:你|您)(?!们)")
_THIRD = re.compile(r"(?P<who>他|她)(?!们|的)")
_THING = re.compile(
    r"(?:这个|那个|该|本)?(?P<thing>(?:(?![的在是了我你他她它刚跟和与把给对让被也都就从到])[\u4e00-\u9fffA-Za-z0-9]){0,6}?"
    rf"(?:{lx.THINGS})(?:[A-Z]+-[0-9][A-Za-z0-9-]*|#[0-9]+)?)"
)
_SURNAMES = (
    "赵钱孙李周吴郑王冯陈褚卫蒋沈韩杨朱秦尤许何吕施张孔曹严华金魏陶姜戚谢邹喻柏窦章云苏潘葛范彭郎鲁韦昌马苗凤花方俞任袁柳"
    "唐罗薛伍余顾孟黄和穆萧尹姚邵汪毛米贝明臧计伏成戴宋茅庞熊纪舒屈项祝董梁杜阮蓝闵席季麻强贾路娄江童颜郭梅盛林刁钟徐邱骆高夏蔡田樊胡凌霍虞万柯"
    "管卢莫房丁邓洪包左石崔吉龚程邢裴陆翁荀甄曲封储靳段焦牛车侯全班宁仇甘武符刘景詹龙叶白温庄柴阎连习艾古易廖耿匡文聂曾游关肖小阿老"
)
_UNLISTED = re.compile(
    rf"(?P<who>[{_SURNAMES}][\u4e00-\u9fff]{{1,2}}?)(?=住在|在[^，。在]{{2,10}}(?:工作|上班|读书)|喜欢|毕业于|对[^，。]{{1,8}}过敏|会说|现在)"
)
_NAME_AFTER_KIN = re.compile(rf"[{_SURNAMES}][\u4e00-\u9fff]{{1,2}}(?=[\u4e00-\u9fff])")


class ChinesePeople:
    """Resolves subjects within one turn; remembers whose relative a name stands for."""

    def __init__(self, scene: Scene) -> None:
        self._scene = scene
        self._same: dict[str, str] = {}

    @property
    def speaker_name(self) -> str:
        """The speaker as part of another's name: 安娜的妹妹."""
        return self._scene.turn.actor or "我"

    def same(self, kin_name: str, name: str) -> None:
        """Records that 安娜的老公 is 李强."""
        self._same[kin_name] = name

    def known(self, named: Named | None) -> Named | None:
        """The same by the name that was given: 何俊 for 安娜的男朋友 once it is said that he is called so."""
        name = self._same.get(named.entity.name) if named else None
        return replace(named, entity=EntityRef(name, named.entity.type)) if named and name else named

    def at(self, start: int, end: int, reporter: Named | None = None) -> Named | None:
        """The entity that the text between two offsets begins with."""
        text = self._scene.content[start:end]
        return (
            self._kin(text, start)
            or self._their_kin(text, start, reporter)
            or self._belonging(text, start)
            or self._pet(text, start)
            or self._owned(text, start, end)
            or self._first(text)
            or self._second(text)
            or self._pronoun(text, start, reporter)
            or self._titled(text, start)
            or self._mention(start)
            or self._thing(text, start)
            or self._unlisted(text, start)
        )

    def kin_of(self, owner: Named, text: str, start: int) -> Named | None:
        """张伟(的)女朋友: a relative of someone named."""
        match = _OF_KIN.match(text)
        if match is None:
            return None
        following = self._name_at(start + owner.length + match.end(), text[match.end() :])
        if following:
            entity, length = following
            return Named(entity, match.end() + length, owner.sureness, match["kin"], owner.entity)
        name = f"{owner.entity.name}的{match['kin']}"
        entity = EntityRef(name, "person", start=start, end=start + match.end())
        return Named(entity, match.end(), owner.sureness, match["kin"], owner.entity)

    def _kin(self, text: str, start: int) -> Named | None:
        match = _OWN_KIN.match(text)
        if match is None:
            return None
        following = self._name_at(start + match.end(), text[match.end() :])
        if following:
            entity, length = following
            self.same(f"{self.speaker_name}的{match['kin']}", entity.name)
            return Named(entity, match.end() + length, 1.0, match["kin"], self._scene.speaker)
        name = f"{self.speaker_name}的{match['kin']}"
        known = self._same.get(name)
        entity = EntityRef(known or name, "person", start=start, end=start + match.end())
        return Named(entity, match.end(), 1.0, match["kin"], self._scene.speaker)

    def _their_kin(self, text: str, start: int, reporter: Named | None) -> Named | None:
        """她妹妹, where it is safe to say who 她 is."""
        match = _THEIR_KIN.match(text)
        owner = self._pronoun(text[0], start, reporter) if match else None
        if match is None or owner is None:
            return None
        entity = EntityRef(f"{owner.entity.name}的{match['kin']}", "person", start=start, end=start + match.end())
        return Named(entity, match.end(), owner.sureness, match["kin"], owner.entity)

    def _belonging(self, text: str, start: int) -> Named | None:
        """我的笔记本电脑, before what only things do."""
        match = _BELONGING.match(text)
        if match is None or match["thing"] in lx.ATTRIBUTES or re.fullmatch(lx.KIN_PATTERN, match["thing"]):
            return None
        entity = EntityRef(f"{self.speaker_name}的{match['thing']}", "thing", start=start, end=start + match.end())
        return Named(entity, match.end(), 0.9)

    def _pet(self, text: str, start: int) -> Named | None:
        match = _OWN_PET.match(text)
        if match is None:
            return None
        following = self._name_at(start + match.end(), text[match.end() :])
        called = _PET_NAME.match(text, match.end())
        if following is None and called:
            begin = start + match.end()
            following = EntityRef(called[0], "animal", start=begin, end=begin + len(called[0])), len(called[0])
        entity = EntityRef(f"{self.speaker_name}的{match['pet']}", "animal", start=start, end=start + match.end())
        length = match.end()
        if following:
            entity = EntityRef(following[0].name, "animal", start=following[0].start, end=following[0].end)
            length += following[1]
        return Named(entity, length, 1.0, match["pet"], self._scene.speaker)

    def _name_at(self, start: int, text: str) -> tuple[EntityRef, int] | None:
        """A name right after a relation noun: by mention, or by a surname and the words that follow."""
        for mention in self._scene.document.mentions:
            if mention.start == start and mention.text not in lx.ATTRIBUTES and mention.type in ("person", "animal"):
                return EntityRef(mention.name, "person", start=mention.start, end=mention.end), mention.end - start
        token = next((t for t in self._scene.document.tokens if t.start == start), None)
        if token is None or not 2 <= len(token.text) <= 3 or token.text[0] not in _SURNAMES:
            return None
        if _NAME_AFTER_KIN.match(text) and self._scene.catalogue.by_synonym("zh", token.text) is None:
            return EntityRef(token.text, "person", start=start, end=token.end), len(token.text)
        return None

    def _owned(self, text: str, start: int, end: int) -> Named | None:
        """张伟的女朋友, where 张伟 is a mention."""
        owner = self._mention(start)
        if owner is None or owner.entity.type != "person":
            return None
        kin = self.kin_of(owner, text[owner.length :], start)
        return Named(kin.entity, owner.length + kin.length, kin.sureness, kin.kin, owner.entity) if kin else None

    def _first(self, text: str) -> Named | None:
        match = _FIRST.match(text)
        if match is None:
            return None
        return Named(self._scene.speaker, match.end(), 0.92 if match[0].endswith("们") else 1.0)

    def _second(self, text: str) -> Named | None:
        match = _SECOND.match(text)
        if match is None or self._scene.addressee is None:
            return None
        return Named(self._scene.addressee, match.end(), 0.7)

    def _pronoun(self, text: str, start: int, reporter: Named | None) -> Named | None:
        match = _THIRD.match(text)
        if match is None:
            return None
        if reporter is not None:
            return Named(reporter.entity, match.end(), reporter.sureness * 0.9)
        named = {
            self._same.get(m.name, m.name): m
            for m in self._scene.document.mentions
            if m.type == "person" and m.end <= start
        }
        wrong = lx.MALE if match["who"] == "她" else lx.FEMALE
        fitting = [name for name, m in named.items() if not any(m.name.endswith(kin) for kin in wrong)]
        fitting = [name for name in fitting if name != self._scene.speaker.name]
        if len(fitting) != 1:
            return None
        return Named(EntityRef(fitting[0], "person"), match.end(), 0.85)

    def _mention(self, start: int) -> Named | None:
        listed = self._scene.catalogue.synonyms("zh")
        if any(self._scene.content[start : start + length] in listed for length in (2, 3)):
            return None
        for mention in self._scene.document.mentions:
            if (
                mention.start == start
                and mention.text not in lx.ATTRIBUTES
                and mention.type
                in ("person", "organization", "product", "animal", "location", "event", "work", "ticket")
            ):
                entity = EntityRef(mention.name, mention.type, start=mention.start, end=mention.end)
                return Named(entity, mention.end - mention.start, 0.95)
        return None

    def _titled(self, text: str, start: int) -> Named | None:
        """A named project, team or the like: 阿特拉斯项目."""
        mention = next((m for m in self._scene.document.mentions if m.start == start), None)
        noun = _KIND.match(text, mention.end - start) if mention else None
        if mention is None or noun is None:
            return None
        kind = "organization" if noun[0] in lx.ORGANISATIONS else "thing"
        return Named(EntityRef(text[: noun.end()], kind, start=start, end=start + noun.end()), noun.end(), 0.9)

    def _unlisted(self, text: str, start: int) -> Named | None:
        """A name that the word list takes with its verb for one word: 花朝|住在嘉兴."""
        match = _UNLISTED.match(text)
        token = next((t for t in self._scene.document.tokens if t.start == start), None)
        if match is None or token is None or token.end == start + match.end():
            return None
        entity = EntityRef(match["who"], "person", start=start, end=start + match.end())
        return Named(entity, match.end(), 0.8)

    def _thing(self, text: str, start: int) -> Named | None:
        match = _THING.match(text)
        if match is None or match["thing"][0] in "的在是了我你他她":
            return None
        kind = "organization" if match["thing"].endswith(lx.ORGANISATIONS) else "thing"
        return Named(
            EntityRef(match["thing"], kind, start=start + match.start("thing"), end=start + match.end()),
            match.end(),
            0.8,
        )

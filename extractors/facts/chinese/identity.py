"""Who someone is in Chinese: 我的邮箱是…, 张伟是我的上司, 我老公叫李强, 我是一名工程师."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from extractors.candidates import EntityRef
from extractors.facts.chinese import lexicon as lx
from extractors.facts.chinese.clauses import Named, Piece
from extractors.facts.chinese.middle import dating, ended_before, middle
from extractors.facts.chinese.objects import Rest, objects, rest_of
from extractors.facts.chinese.people import ChinesePeople
from extractors.facts.chinese.saying import Saying
from extractors.facts.chinese.timing import is_coming, plan
from extractors.facts.claim import Claim
from extractors.facts.scene import Scene
from graph_schema.model import Interval, Polarity
from graph_schema.predicates import Temporal

_ATTRIBUTE = "|".join(sorted(lx.ATTRIBUTES, key=len, reverse=True))
_BECOMING = "改成|换成|改为|换为|变更为|更新为|变成|涨到|降到|升到|调到|调整为|增加到|减少到|推迟到|提前到|延期到"
_OF = re.compile(
    rf"(?:的)?(?:新|现在的)?(?:[A-Za-z]{{1,12}})?(?P<a>{_ATTRIBUTE})(?:现在)?(?P<no>不)?(?:从[^，。]{{1,12}})?"
    rf"(?:是|为|叫|：|:|(?:{_BECOMING})了?)(?P<o>.+)$"
)
_OWN = re.compile(rf"(?P<a>{_ATTRIBUTE})(?:是|：|:)(?P<o>.+)$")
_FAVOURITE = re.compile(r"(?:现在|目前|如今|一直|从小)?(?P<s>最喜欢|最爱|最喜爱)的(?P<a>[^是，。]{1,5}?)是(?P<o>.+)$")
_IS_KIN = re.compile(rf"是(?P<owner>我们|我|咱)?(?:的|家)?(?:新来的|新|现在的)?(?P<kin>{lx.KIN_PATTERN})$")
_CALLED = re.compile(r"(?:的?名字)?(?:叫做|名叫|叫|名字是|是)(?P<o>[\u4e00-\u9fffA-Za-z·. ]{1,20})$")
_JOB = re.compile(r"(?P<no>不)?是(?:一名|一个|一位|个|名|位)?(?P<o>[^，。的]{1,16})$")
_BARE = frozenset({"email", "phone", "birthday", "has_age", "has_blood_type", "works_as", "goal", "likes", "speaks"})
"""Properties that need no owner right after a clause about the speaker: 我的邮箱是…，电话是…."""
_BEARER = re.compile(
    rf"(?:这个|该|本)?(?P<s>[^的是为，。我你他她它]{{1,14}})的(?P<a>{_ATTRIBUTE})(?:现在|目前)?(?:从[^，。]{{1,12}})?"
    rf"(?:是|为|：|:|(?:{_BECOMING})了?)(?P<o>.+)$"
)
_LASTING = frozenset({"has_name", "is_a", "sibling_of", "parent_of", "child_of"})
"""What someone is and does not become."""
_DIET = re.compile(r"(?:只|一直|常年|平时)*(?:吃素|是素食者|是素食主义者|是纯素食者)$")


_MARITAL = re.compile(
    r"(?:现在|目前|如今|已经|终于|刚|还|依然|一直|也|都)*(?P<no>不再)?(?:还)?(?:是)?(?:(?P<s>单身|已婚|未婚|离异)(?:状态|人士|狗)?|结(?:了)?婚)了?$"
)
_NO_DIET = re.compile(r"(?:已经|早就)?不(?:再)?吃素了?$")


class Identity:
    """Reads the clauses of one turn that say who or what someone is."""

    def __init__(self, scene: Scene, people: ChinesePeople) -> None:
        self._scene = scene
        self._people = people

    def attributes(
        self, start: int, end: int, named: Named | None, before: Named | None, piece: Piece
    ) -> Iterator[Claim]:
        """X的邮箱是Y; a bare 邮箱是Y after a clause about the speaker is the speaker's."""
        base = start + (named.length if named else 0)
        text = self._scene.content[base:end]
        bearer = list(self._borne(start, end, piece))
        if bearer:
            yield from bearer
            return
        favourite = _FAVOURITE.match(text) if named else None
        if named is not None and favourite:
            yield from self._favourite(named, favourite, base, piece)
            return
        match = (_OF if named else _OWN).match(text)
        if match is None:
            return
        predicate = lx.ATTRIBUTES[match["a"]]
        about_speaker = before is not None and before.entity == self._scene.speaker
        if named is None and (predicate not in _BARE or not about_speaker):
            return
        subject = named or Named(self._scene.speaker, 0, 0.85)
        rest = rest_of(base + match.start("o"), base + match.end("o"), self._scene)
        if rest is not None and predicate == "has_name" and subject.kin in lx.KIN and subject.owner is not None:
            claim = Claim(subject.owner, lx.KIN[subject.kin], "", piece.start, piece.end, 0.88 * subject.sureness)
            yield replace(claim, object=EntityRef(rest.text, "person", start=rest.start, end=rest.end))
        elif rest is not None:
            yield from self._property(subject, predicate, rest, match, piece)

    def _borne(self, start: int, end: int, piece: Piece) -> Iterator[Claim]:
        """A property of whatever is named before 的: 仓库项目的预算是4万欧元."""
        match = _BEARER.match(self._scene.content[start:end])
        if match is None or lx.ATTRIBUTES[match["a"]] not in lx.OF_THINGS:
            return
        at = (start + match.start("s"), start + match.end("s"))
        mention = next(iter(self._scene.document.mentions_in(*at)), None)
        entity = EntityRef(match["s"], "thing", start=at[0], end=at[1])
        if mention is not None and mention.type in ("ticket", "organization", "product", "work", "person"):
            entity = EntityRef(mention.name, mention.type, start=mention.start, end=mention.end)
        rest = rest_of(start + match.start("o"), start + match.end("o"), self._scene)
        if rest is not None:
            subject = Named(entity, match.end("s"), 0.9)
            yield from self._property(subject, lx.ATTRIBUTES[match["a"]], rest, match, piece)

    def _property(
        self, subject: Named, predicate: str, rest: Rest, match: re.Match[str], piece: Piece
    ) -> Iterator[Claim]:
        negated = match.groupdict().get("no")
        for target in objects(rest, predicate, self._scene):
            if predicate == "works_as" and not lx.TRADE.match(_name(target)):
                continue
            yield Claim(
                subject.entity,
                predicate,
                target if predicate != "works_as" else _name(target),
                piece.start,
                piece.end,
                0.88 * subject.sureness,
                polarity=Polarity.NEGATIVE if negated else Polarity.POSITIVE,
                attribute=predicate not in ("works_as", "likes", "from", "speaks", "studies", "led_by"),
            )

    def _favourite(self, named: Named, match: re.Match[str], base: int, piece: Piece) -> Iterator[Claim]:
        label = lx.FAVOURITES.get(match["a"])
        rest = rest_of(base + match.start("o"), base + match.end("o"), self._scene)
        if rest is None:
            return
        predicate = f"favourite_{label}" if label else "loves"
        for target in objects(rest, predicate, self._scene):
            yield Claim(
                named.entity,
                predicate,
                target,
                piece.start,
                piece.end,
                0.88 * named.sureness,
                phrase=f"最喜欢的{match['a']}是",
            )

    def identities(self, saying: Saying) -> Iterator[Claim]:
        """X是我的上司, 我老公叫李强, 我以前是工程师, 我吃素, 叫咪咪."""
        before = middle(saying.at, saying.end, self._scene)
        if before.negated or before.wanted or before.planned:
            yield from self._identities(saying)
            return
        when = dating(saying.piece.start, saying.end, saying.times, self._scene)
        for claim in self._identities(replace(saying, at=before.at)):
            if claim.predicate not in _LASTING and is_coming(when, "", self._scene):
                yield plan(claim, when, self._scene)
            elif before.former and self._scene.catalogue.get(claim.predicate).temporal is Temporal.STATE:
                yield replace(claim, valid=ended_before(when, Interval(self._scene.turn.valid_at)), past=True)
            else:
                yield replace(claim, valid=when.valid)

    def _identities(self, saying: Saying) -> Iterator[Claim]:
        text = saying.text(self._scene)
        kin = _IS_KIN.match(text)
        if kin:
            yield from self._is_kin(saying, kin)
            return
        called = _CALLED.match(text)
        if called and (not text.startswith("是") or saying.subject.kin):
            named = list(self._called(saying, called))
            yield from named
            if named or not text.startswith("是"):
                return
        if _DIET.match(lx.TRAILING.sub("", text)):
            yield saying.claim("has_diet", "素食", 0.9)
        single = _MARITAL.match(text)
        if single and saying.subject.entity.type == "person":
            state = single["s"] or "已婚"
            claim = saying.claim("marital_status", state, 0.88)
            yield replace(claim, polarity=Polarity.NEGATIVE, ended=True) if single["no"] else claim
        if _NO_DIET.match(text):
            yield replace(saying.claim("has_diet", "素食", 0.85), polarity=Polarity.NEGATIVE, ended=True)
        job = _JOB.match(text)
        if job and saying.subject.entity.type in ("person", "animal"):
            yield from self._job(saying, job)

    def _is_kin(self, saying: Saying, match: re.Match[str]) -> Iterator[Claim]:
        """The owner is the speaker; 他是老板 without an owner says a trade at most."""
        subject = saying.subject.entity
        if match["owner"] is None or subject.reference is subject.reference.SPEAKER:
            return
        claim = saying.claim(lx.KIN[match["kin"]], replace(subject, type="person"), 0.9)
        yield replace(claim, subject=self._scene.speaker)

    def _called(self, saying: Saying, match: re.Match[str]) -> Iterator[Claim]:
        name = lx.TRAILING.sub("", match["o"].strip())
        subject = saying.subject
        kin = subject.kin
        if not name or len(name) > 12 or "我" in name:
            return
        at = saying.at + match.start("o")
        if kin in lx.PETS and match[0].startswith("是") and name in lx.PETS:
            yield saying.claim("is_a", name, 0.88)
        elif kin and kin.startswith("养"):
            yield from _pet(saying, EntityRef(name, "animal", start=at, end=at + len(name)), subject.entity, kin[1:])
        elif kin in lx.PETS and subject.owner is not None:
            yield from _pet(saying, EntityRef(name, "animal", start=at, end=at + len(name)), subject.owner, str(kin))
        elif (
            kin
            and subject.owner is not None
            and subject.entity.name.endswith(kin)
            and self._is_name(at, name, match[0])
        ):
            self._people.same(subject.entity.name, name)
            claim = saying.claim(lx.KIN[kin], EntityRef(name, "person", start=at, end=at + len(name)), 0.9)
            yield replace(claim, subject=subject.owner)
        elif (
            match[0].startswith(("叫", "名叫", "名字", "的名字"))
            and kin is None
            and subject.entity.type == "person"
            and len(name) <= 6
        ):
            yield saying.claim("has_name", name, 0.88)

    def _is_name(self, at: int, name: str, text: str) -> bool:
        """After 是 only a mention counts as a name: 我爸爸是医生 names nobody."""
        if not text.startswith("是"):
            return len(name) <= 6
        if re.fullmatch(r"[小阿][\u4e00-\u9fff]", name):
            return True
        return any(
            m.start == at and m.type == "person" and m.end >= at + len(name) - 1 for m in self._scene.document.mentions
        )

    def _job(self, saying: Saying, match: re.Match[str]) -> Iterator[Claim]:
        job = lx.TRAILING.sub("", match["o"])
        if lx.TRADE.match(job) and not any(char in job for char in "我你他她"):
            claim = saying.claim("works_as", job, 0.9)
            yield replace(claim, polarity=Polarity.NEGATIVE if match["no"] else Polarity.POSITIVE)


def _name(target: EntityRef | str) -> str:
    return target if isinstance(target, str) else target.name


def _pet(saying: Saying, animal: EntityRef, owner: EntityRef, species: str) -> Iterator[Claim]:
    yield replace(saying.claim("has_pet", animal, 0.9), subject=owner)
    yield replace(saying.claim("is_a", species, 0.85), subject=animal)


def relation(subject: Named, speaker: EntityRef, piece: Piece) -> Iterator[Claim]:
    """What 我同事刘洋 or 我的狗旺财 presupposes, where a name was given."""
    if (
        subject.kin is None
        or subject.owner is None
        or subject.entity.start is None
        or subject.entity.name.endswith(subject.kin)
    ):
        return
    if subject.kin in lx.KIN:
        yield Claim(subject.owner, lx.KIN[subject.kin], subject.entity, piece.start, piece.end, 0.85)
    elif subject.kin in lx.PETS:
        yield Claim(subject.owner, "has_pet", subject.entity, piece.start, piece.end, 0.85)
        yield Claim(subject.entity, "is_a", subject.kin, piece.start, piece.end, 0.8)

"""Chinese predicates of two parts: 在X当Y, 在大学学Y, 把X换成Y, 和X是朋友, X截止."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from extractors.candidates import EntityRef
from extractors.facts.chinese import lexicon as lx
from extractors.facts.chinese import patterns
from extractors.facts.chinese.objects import objects, rest_of
from extractors.facts.chinese.saying import Saying
from extractors.facts.claim import Claim
from extractors.facts.scene import Scene
from graph_schema.model import Polarity


def structures(said: Saying, text: str, scene: Scene) -> Iterator[Claim]:
    """The claims of a clause that has one of these shapes; nothing of any other."""
    if said.subject.entity.type == "person":
        yield from _post(said, text, scene)
        yield from _course(said, text, scene)
        yield from _member(said, text, scene)
        yield from _bond(said, text, scene)
        yield from _disposal(said, text, scene)
        yield from _given_up(said, text, scene)
    else:
        yield from _state(said, scene)
    if said.subject.entity.type != "person" and patterns.EXPIRY.match(text) and said.times:
        yield said.claim("due", said.times[0].text, 0.85)


def _state(said: Saying, scene: Scene) -> Iterator[Claim]:
    """The state of a ticket: PAY-31已经解决了, PAY-31不再阻塞了."""
    whole = scene.content[said.piece.start : said.end]
    match = patterns.STATE.match(whole.partition(said.subject.entity.name)[2].strip())
    if match is None or said.subject.entity.type not in ("ticket", "thing"):
        return
    if match["no"]:
        yield replace(said.claim("status", match["s"], 0.85), polarity=Polarity.NEGATIVE, ended=True)
    elif match["done"]:
        yield said.claim("status", f"已{match['done']}", 0.88)
    elif match["s"]:
        yield said.claim("status", match["s"], 0.85)


def _post(said: Saying, text: str, scene: Scene) -> Iterator[Claim]:
    match = patterns.POST.match(text)
    if match is None or not lx.TRADE.match(match["job"]):
        return
    yield from _taken(said, "works_at", match.span("o"), scene)
    numeral = lx.NUMERAL.match(match["job"])
    yield said.claim("works_as", match["job"][numeral.end() if numeral else 0 :], 0.88)


def _course(said: Saying, text: str, scene: Scene) -> Iterator[Claim]:
    match = patterns.COURSE.match(text)
    if match is not None:
        yield from _taken(said, "studies_at", match.span("o"), scene)
        yield said.claim("studies", match["what"], 0.85)


def _member(said: Saying, text: str, scene: Scene) -> Iterator[Claim]:
    """我是南开大学的学生: where someone studies or works, and as what."""
    match = patterns.MEMBER.match(text)
    if match is None:
        return
    start, end = said.at + match.start("o"), said.at + match.end("o")
    within = scene.document.mentions_in(start, end)
    place = next((m for m in within if m.start == start and m.type == "organization"), None)
    if match["job"] in ("负责人", "队长", "组长", "带头人", "领队") and lx.LED.search(match["o"]):
        yield said.claim("leads", EntityRef(match["o"], "organization", start=start, end=end), 0.85)
        return
    if place is not None and match["job"] in ("成员", "会员", "队员", "社员", "团员", "一员"):
        yield said.claim("member_of", EntityRef(place.name, "organization", start=place.start, end=place.end), 0.88)
        return
    studies = match["job"].endswith(("学生", "研究生", "博士生", "本科生"))
    if place is None or not (studies or match["job"] in ("员工", "职员") or lx.TRADE.match(match["job"])):
        return
    entity = EntityRef(place.name, "organization", start=place.start, end=place.end)
    yield said.claim("studies_at" if studies else "works_at", entity, 0.88)
    if lx.TRADE.match(match["job"]):
        yield said.claim("works_as", match["job"], 0.85)


def _bond(said: Saying, text: str, scene: Scene) -> Iterator[Claim]:
    """我和李娜是好朋友: the other is a person whom the clause names."""
    match = patterns.BOND.match(text)
    if match is None:
        return
    for target in _others(said, match.span("o"), scene):
        yield said.claim(patterns.BONDS[match["kin"]], target, 0.88)


def _others(said: Saying, span: tuple[int, int], scene: Scene) -> Iterator[EntityRef]:
    start, end = said.at + span[0], said.at + span[1]
    for mention in scene.document.mentions_in(start, end):
        if mention.start == start and mention.end == end:
            yield EntityRef(mention.name, "person", start=start, end=end)


def _disposal(said: Saying, text: str, scene: Scene) -> Iterator[Claim]:
    """把X弄丢了 is a loss of X; 把X换成Y ends the use of X and begins that of Y."""
    match = patterns.DISPOSAL.match(text)
    if match is None:
        return
    verb = match["verb"].rstrip("了")
    if verb in ("换成", "改成"):
        if match["new"]:
            yield from _taken(said, "uses", match.span("new"), scene)
            for claim in _taken(said, "uses", match.span("o"), scene):
                yield replace(claim, polarity=Polarity.NEGATIVE, ended=True)
        return
    listed = scene.catalogue.by_synonym("zh", f"{verb}了") or scene.catalogue.by_synonym("zh", verb)
    if listed is not None and not match["new"]:
        yield from _taken(said, listed, match.span("o"), scene)


def _given_up(said: Saying, text: str, scene: Scene) -> Iterator[Claim]:
    """The end of living in a place, or of using a thing: 搬离青岛, 停用了Jenkins."""
    for predicate, pattern in (("lives_in", patterns.MOVED_OUT), ("uses", patterns.DROPPED)):
        match = pattern.match(text)
        group = next((name for name, found in match.groupdict().items() if found), None) if match else None
        if match is not None and group is not None:
            for claim in _taken(said, predicate, match.span(group), scene):
                yield replace(claim, polarity=Polarity.NEGATIVE, ended=True)


def _taken(said: Saying, predicate: str, span: tuple[int, int], scene: Scene) -> Iterator[Claim]:
    rest = rest_of(said.at + span[0], said.at + span[1], scene)
    for target in objects(rest, predicate, scene) if rest else ():
        yield said.claim(predicate, target, 0.88)

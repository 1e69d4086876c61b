"""What stands between a Chinese subject and its verb: negation, plans, aspect, time."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from extractors.candidates import TimeMention
from extractors.facts.chinese.patterns import shapes
from extractors.facts.scene import Scene
from graph_schema.model import OPEN_END, OPEN_START, Interval, Precision

_ENDED = re.compile(r"不再|再也不|已经不|早就不|不会再")
_NEGATED = re.compile(r"从来没有|从来没|从没|并没有|没有|没|从来不|从不|并不|不太|不怎么|不大|不|未曾|未")
_PLANNED = re.compile(r"打算|计划|准备|将要|将会|即将|将|马上要|马上|就要|快要|会|要|得(?![出到了知奖分益意罪失病])")
_WANTED = re.compile(r"很想要|很想|特别想|一直想|想要|想|希望能|希望|渴望")
_FORMER = re.compile(r"以前|从前|过去|之前|曾经|原来|原先|曾")
_BEGUN = re.compile(r"开始")
_PLAIN = re.compile(
    r"还是|有时候|正式|这就|今后|以后|现在|目前|如今|一直|已经|早就|正在|正|也|还|都|就|又|才|却|经常|常常|常|总是|平时|平常|刚刚|刚|最近|终于|真的|真|特别|非常|很|超级|超|挺|比较|"
    r"最终|一起|自己|其实|确实|主要|每天|每周|偶尔|有时|仍然|依然|后来|当时|只|全家|亲自|顺利|成功|又|便|独自"
)
_ABILITY = re.compile(r"会(?:说|讲|弹|打|拉)")
_SINCE = re.compile(r"(?:自从|自|从)$")
_UNTIL = re.compile(r"(?:直到|到|至)$")
_AFTER = re.compile(r"(?:以来|开始|起|就)")
_BEFORE = re.compile(r"之前|以前")


@dataclass
class Middle:
    """What the words before the verb say.

    Attributes:
        at: offset of the verb.
        wanted: the clause is about a wish.
    """

    at: int
    negated: bool = False
    ended: bool = False
    planned: bool = False
    wanted: bool = False
    former: bool = False
    begun: bool = False
    words: list[str] = field(default_factory=list[str])


def middle(start: int, end: int, scene: Scene) -> Middle:
    """Reads adverbs, negation, modals and times until something else begins."""
    found = Middle(start)
    listed = scene.catalogue.synonyms("zh")
    while found.at < end:
        time = next((t for t in scene.document.times if t.start == found.at), None)
        text = scene.content[found.at : end]
        if time is not None:
            found.at = min(time.end, end)
        elif text.startswith("在") and (place := _place(found.at, end, scene, listed)):
            found.at = place
        elif _is_listed(text, listed) or (not _step(found, text) and not _linking(found, text, scene)):
            return found
    return found


def _place(at: int, end: int, scene: Scene, listed: object) -> int | None:
    """Where the verb begins after 在 and the name of a place, unless the place is what the clause states."""
    place = next((m for m in scene.document.mentions if m.start == at + 1 and m.type == "location"), None)
    if (
        place is None
        or place.end >= end
        or any(shape.predicate != "located_in" for shape in shapes(scene.content[at:end]))
    ):
        return None
    rest = scene.content[place.end : end]
    return place.end if any(rest[:length] in listed for length in (5, 4, 3, 2)) else None  # type: ignore[operator]


def _is_listed(text: str, listed: object) -> bool:
    """A catalogue verb that begins with a word of this module ("想去", "会说") is a verb."""
    return any(text[:length] in listed and length >= 3 for length in (5, 4, 3)) or bool(_ABILITY.match(text))  # type: ignore[operator]


def _step(found: Middle, text: str) -> bool:
    for pattern, mark in (
        (_ENDED, "ended"),
        (_FORMER, "former"),
        (_WANTED, "wanted"),
        (_PLAIN, ""),
        (_NEGATED, "negated"),
        (_BEGUN, "begun"),
        (_PLANNED, "planned"),
    ):
        match = pattern.match(text)
        if match is None:
            continue
        if mark == "planned" and found.wanted:
            return False
        if mark == "wanted" and text.startswith("想起"):
            return False
        found.at += match.end()
        found.words.append(match[0])
        if mark:
            setattr(found, mark, True)
        if mark == "ended":
            found.negated = True
        return True
    return False


def _linking(found: Middle, text: str, scene: Scene) -> bool:
    """从 and 自 before a time, 到 between two times, 以来 after one."""
    follows = any(t.start == found.at + 1 for t in scene.document.times)
    if text[:1] in "从自到至在于" and follows:
        found.at += 1
        return True
    if text[:2] in ("自从", "直到") and any(t.start == found.at + 2 for t in scene.document.times):
        found.at += 2
        return True
    if any(t.end == found.at for t in scene.document.times):
        after = re.match(r"以来|开始|起就|起|为止|的时候|时|就|里|末|的", text)
        if after:
            found.at += after.end()
            return True
    return False


@dataclass(frozen=True, slots=True)
class Dating:
    """When a clause holds or happens."""

    occurs: Interval | None = None
    valid: Interval | None = None


def dating(start: int, end: int, times: tuple[TimeMention, ...], scene: Scene) -> Dating:
    """The time that the clause gives itself: bounds after 从 and 到, else its date."""
    occurs: Interval | None = None
    since: Interval | None = None
    until: Interval | None = None
    for time in (t for t in times if start <= t.start < end):
        if time.interval is None:
            continue
        before = scene.content[max(start, time.start - 2) : time.start]
        after = scene.content[time.end : time.end + 2]
        inner = time.text
        if _SINCE.search(before) or _AFTER.match(after) or inner.startswith(("自", "从")):
            since = time.interval
        elif _UNTIL.search(before) or inner.startswith("直到"):
            until = time.interval
        elif _BEFORE.match(after) and OPEN_START < time.interval.start <= scene.turn.valid_at:
            until = Interval(OPEN_START, time.interval.start, time.interval.precision)
        elif time.interval.start == OPEN_START and time.interval.end <= scene.turn.valid_at:
            until = time.interval
        else:
            occurs = occurs or time.interval
    if since is None:
        return Dating(occurs, _until(until, scene) if until is not None else None)
    if until is None:
        return Dating(
            occurs,
            since if since.end != OPEN_END and _is_range(times) else Interval(since.start, OPEN_END, since.precision),
        )
    return Dating(occurs, Interval(since.start, until.end, since.precision) if since.start < until.end else None)


def _until(bound: Interval, scene: Scene) -> Interval:
    """What holds to the end of a time of which no beginning is said: up to it if it is past, else from now."""
    past = bound.end <= scene.turn.valid_at
    return Interval(OPEN_START if past else scene.turn.valid_at, bound.end)


def _is_range(times: tuple[TimeMention, ...]) -> bool:
    return len(times) == 1 and ("到" in times[0].text or "至" in times[0].text)


def ended_before(when: Dating, turn_at: Interval) -> Interval:
    """The stretch of a former state: as dated, else up to the turn."""
    given = when.valid or when.occurs
    if given is not None and given.end <= turn_at.start:
        return given
    start = given.start if given is not None and given.start < turn_at.start else OPEN_START
    return Interval(start, turn_at.start, given.precision if given else Precision.TURN)

"""Finds Chinese time expressions: ranges and open ends over the readers of points; lunar dates by jionlp-time."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import datetime

from extractors.document import Document, Sentence
from extractors.time import calendar, chinese_library
from extractors.time.chinese_clock import ClockReader
from extractors.time.chinese_dates import Read, longest
from extractors.time.chinese_words import fold
from extractors.time.common import Direction, Found, Reading, Span, midnight, wall

_OPENING = re.compile(r"(?:从|自从|自|由|在)?\s*")
_TO = re.compile(r"\s*(?:到|至|直到|-|~|—)+\s*")
_AND = re.compile(r"\s*(?:和|与|跟|及)\s*")
_BETWEEN = re.compile(r"\s*(?:之间|间|期间|的期间)")
_UNTIL = re.compile(r"\s*(?:或|及|以及|和)?(?:之前|以前|前(?!后|往)|更早)")
_AFTER = re.compile(r"\s*(?P<or>或|及|以及|和)?(?:之后|以后|后(?!面|来|天|年)|更晚)")
_SINCE = re.compile(r"\s*(?:以来|开始|起(?!来|床|飞|点))")
_UP_TO = re.compile(r"(?:截止到|截至到|截止|截至|直到|到)\s*")
_LUNAR = re.compile(
    r"(?:农历|阴历|旧历)\s*(?:(?:\d{4}|[零〇一二三四五六七八九]{4}|今|去|明)年)?(?:闰?(?:正|腊|冬|[一二三四五六七八九十]{1,2})月)?(?:初[一二三四五六七八九十]|[一二三]?十[一二三四五六七八九]?|廿[一二三四五六七八九])?"
    r"|(?:(?:\d{4}|[零〇一二三四五六七八九]{4}|今|去|明)年)?闰?(?:正|腊|冬|[一二三四五六七八九十]{1,2})月(?:初[一二三四五六七八九十]|廿[一二三四五六七八九])"
)
_TITLE = re.compile(r"《[^《》]*》")
_TRIGGERS = frozenset(
    "0123456789零〇一二三四五六七八九十百两半几廿今昨明前后去来大上下本这当周星礼第二近过未接最还从自在由截直到每春夏秋冬元情妇劳儿国教圣平万光双跨清端七中重除母父感立凌清早晨傍黄晚夜深白现此目正午零年月十农阴旧翌次植愚建青三五六Qq康雍乾嘉道咸同宣民昭令贞神开洪永崇顺拂晌公"
)


class RangeReader(ClockReader):
    """Every Chinese time expression."""

    def expression(self, at: int) -> Read:
        """The longest time expression that starts at a place."""
        return longest(
            (
                self.repeated(at),
                self.lunar(at),
                self.range(at),
                self.open_ended(at),
                self.expression_point(at),
                self.duration(at),
            )
        )

    def lunar(self, at: int) -> Read:
        """农历十月初一, 正月初五: by the library."""
        match = _LUNAR.match(self.text, at)
        reading = chinese_library.parse(match[0], self.now) if match and len(match[0]) > 2 else None
        return (reading, match.end()) if reading and match else None

    def range(self, at: int) -> Read:
        """从昨天下午两点到明天四点, 2015年和2018年之间, 1995 - 1997年."""
        opening = _OPENING.match(self.text, at)
        start = opening.end() if opening else at
        left = self.expression_point(start) or self._bare_number(start)
        if not left:
            return None
        joint = _TO.match(self.text, left[1]) or _AND.match(self.text, left[1])
        if not joint:
            return None
        right = self.expression_point(joint.end())
        if not right or not right[0].options:
            return None
        closing = _BETWEEN.match(self.text, right[1])
        if _AND.match(self.text, left[1]) and not closing:
            return None
        if _UNTIL.match(self.text, right[1]) and not closing and self.text[joint.start() : joint.end()] != "-":
            return None
        reading = self._spanned(*self._alike(left[0], right[0]))
        return (reading, closing.end() if closing else right[1]) if reading else None

    def _bare_number(self, at: int) -> Read:
        """A number whose unit only the second one says: `1995 - 1997年`, `3到5月`."""
        match = re.compile(r"\d{1,4}|[一二三四五六七八九十]{1,3}").match(self.text, at)
        joint = _TO.match(self.text, match.end()) if match else None
        if not match or not joint:
            return None
        unit = re.compile(r"(?:\d{1,4}|[一二三四五六七八九十]{1,3})(?P<unit>年|月|日|号|点)").match(
            self.text, joint.end()
        )
        if not unit:
            return None
        inner = RangeReader(match[0] + unit["unit"], self.now).expression_point(0)
        return (inner[0], match.end()) if inner and inner[1] == len(match[0]) + 1 else None

    def _alike(self, left: Reading, right: Reading) -> tuple[Reading, Reading]:
        """Each side with what only the other says: the year, the month, the day, the half of the day."""
        if left.type == "date" and right.timex.startswith("XXXX-XX-"):
            day = int(right.timex[-2:])
            starts = [span.start for span in left.options if span.start]
            same = [span for s in starts if (span := calendar.day(s.year, s.month, day))]
            return left, Reading("date", tuple(same))
        if left.type in ("date", "datetime") and right.type == "time" and left.options:
            spans = [_on_day(time, day) for day in left.options for time in right.options[:1]]
            return left, Reading("datetime", tuple(spans))
        if left.type == right.type == "time" and left.options[0].start and right.options[0].start:
            first, second = left.options[0].start, right.options[0].start
            if second <= first and second.hour < 12:
                return Reading("time", left.options[:1]), right.mapped(_half_day_on)
            return Reading("time", left.options[:1]), Reading("time", right.options[:1])
        return left, right

    def _spanned(self, left: Reading, right: Reading) -> Reading | None:
        if not left.options:
            return None
        kinds = {left.type, right.type}
        timed = kinds & {"datetime", "datetimerange"}
        type_ = "timerange" if kinds <= {"time", "timerange"} else "datetimerange" if timed else "daterange"
        spans: list[Span] = []
        for start in left.options:
            if len(left.options) > 1 and len(right.options) == 1:
                begun = [
                    s
                    for s in _near(start, right.options[0])
                    if s.start and right.options[0].start and s.start < right.options[0].start
                ]
                start = begun[-1] if begun else start
            first = start.end if left.edge == "end" else start.start
            ends = [
                e
                for option in right.options
                for e in (_near(option, start) if len(right.options) > 1 or _same_month(left, right) else [option])
            ]
            later = sorted(
                e.end if right.edge == "end" and e.end else e.start
                for e in ends
                if e.start and first and e.start > first
            )
            if first and later:
                last = (
                    midnight(later[0])
                    if right.timex == "PRESENT_REF" and not timed - {"datetime"} and left.type != "datetime"
                    else later[0]
                )
                spans.append(Span(first, last, start.precision))
        unique = tuple(dict.fromkeys(spans))
        return Reading(type_, unique) if unique else None

    def open_ended(self, at: int) -> Read:
        """2018年以前, 自2018年以来, 截止到2018年, 2010年1月10日或之前, 下午三点之前."""
        up_to = _UP_TO.match(self.text, at)
        if up_to and self.text[at : up_to.end()].startswith(("截", "直到")):
            inner = self.expression_point(up_to.end())
            if inner and inner[0].options:
                return self._open(inner[0], "before"), inner[1]
        opening = _OPENING.match(self.text, at)
        inner = self.expression_point(opening.end() if opening else at)
        if not inner or not inner[0].options or inner[0].timex == "PRESENT_REF":
            return None
        for pattern, kind in ((_SINCE, "since"), (_UNTIL, "before"), (_AFTER, "after")):
            match = pattern.match(self.text, inner[1])
            if match:
                kind = "since" if kind == "after" and match["or"] else kind
                return self._open(inner[0], kind), match.end()
        return None

    def _open(self, inner: Reading, kind: str) -> Reading:
        type_ = {
            "time": "timerange",
            "timerange": "timerange",
            "datetime": "datetimerange",
            "datetimerange": "datetimerange",
        }.get(inner.type, "daterange")

        def change(span: Span) -> Span:
            if kind == "before":
                return Span(None, span.end if inner.edge == "end" else span.start, span.precision)
            if kind == "since" or inner.type in ("date", "datetime", "time"):
                return Span(span.start, None, span.precision)
            return Span(span.end, None, span.precision)

        return inner.mapped(change, type_)


def _same_month(left: Reading, right: Reading) -> bool:
    return left.type == right.type == "date" and right.timex.startswith("XXXX-")


def _near(span: Span, other: Span) -> list[Span]:
    """A span as it falls in the months and years around another."""
    if span.start is None or span.end is None or other.start is None:
        return [span]
    moved = [span]
    for years in (-1, 0, 1):
        months = (other.start.year + years - span.start.year) * 12
        moved.append(
            replace(span, start=calendar.add_months(span.start, months), end=calendar.add_months(span.end, months))
        )
    return sorted(moved, key=lambda s: s.start or other.start or wall(1))


def _on_day(time: Span, day: Span) -> Span:
    assert time.start is not None and time.end is not None and day.start is not None
    start = midnight(day.start) + (time.start - midnight(time.start))
    if start <= day.start and start + calendar.DAY / 2 > day.start:
        start += calendar.DAY / 2
    return Span(start, start + (time.end - time.start), time.precision)


def _half_day_on(span: Span) -> Span:
    assert span.start is not None and span.end is not None
    return Span(span.start + calendar.DAY / 2, span.end + calendar.DAY / 2, span.precision)


def find(text: str, start: int, end: int, now: datetime) -> list[Found]:
    """The time expressions of `text[start:end]` in order, `now` being the speaker's wall clock."""
    reader = RangeReader(_TITLE.sub(lambda match: "·" * len(match[0]), fold(text[start:end])), now)
    found: list[Found] = []
    at = 0
    while at < len(reader.text):
        within = at > 0 and reader.text[at].isdecimal() and reader.text[at - 1].isdecimal()
        read = _read(reader, at) if reader.text[at] in _TRIGGERS and not within else None
        if read is None or read[1] <= at:
            at += 1
            continue
        found.append(Found(start + at, start + read[1], read[0]))
        at = read[1]
    return found


def _read(reader: RangeReader, at: int) -> Read:
    """The expression at a place; dates beyond the calendar are none."""
    try:
        return reader.expression(at)
    except (OverflowError, ValueError):
        return None


_PAST = re.compile(r"[了过]|已经|曾|刚|以前|当时|的时候")
_FUTURE = re.compile(r"[要会将]|打算|准备|计划|想|即将|一起|吧")


def direction(document: Document, sentence: Sentence, at: int) -> Direction:
    """Which way an open date points: back where the clause speaks of what is done, else to what is coming."""
    text = document.content
    clause_start = max((text.rfind(mark, sentence.start, at) for mark in "，,；;"), default=-1) + 1
    ends = [end for mark in "，,；;" if (end := text.find(mark, at, sentence.end)) >= 0]
    clause = text[max(clause_start, sentence.start) : min(ends, default=sentence.end)]
    if _FUTURE.search(clause):
        return Direction.COMING
    return Direction.PAST if _PAST.search(clause) else Direction.COMING

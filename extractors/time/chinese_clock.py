"""Reads Chinese times of day and joins them with dates: 明天下午5:00, 今晨5点, 昨晚, 8天20时."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import timedelta

from extractors.time import calendar
from extractors.time.chinese_dates import Read, longest
from extractors.time.chinese_periods import DateReader
from extractors.time.chinese_words import (
    NUMBER,
    PART,
    PARTS_OF_DAY,
    SHORT_DAYS,
    UNIT,
    UNIT_WORDS,
    counts_years,
    number,
    weekday,
)
from extractors.time.common import Clock, Reading, Span, midnight
from extractors.time.english_words import UNIT_CODES
from graph_schema.model import Precision

_CN = "零〇一二三四五六七八九十两"
_CLOCK = re.compile(
    rf"(?P<h>\d{{1,2}}|[{_CN}]{{1,3}})\s*(?:点(?![儿子评赞击心名菜]|建议|意见|要求|原因|理由|注意|体会|内容|感受)钟?|时(?![间候代刻期常而装尚差光]))整?(?:(?P<half>半)|(?P<quarter>[一三])刻"
    rf"|(?:过|零)?(?P<m>[0-5]?\d|[{_CN}]{{1,3}})分(?!钟|之)|(?P<m2>[0-5]\d|[二三四五]?十[{_CN[2:11]}]?|零[{_CN[2:11]}])(?![\d个天年月日号点]))?(?:(?P<s>[0-5]?\d|[{_CN}]{{1,3}})秒)?"
)
_DIGITAL = re.compile(
    r"(?<![\d:.])(?P<h>[01]?\d|2[0-4]):(?P<m>[0-5]\d)(?::(?P<s>[0-5]\d))?(?![\d:])\s*(?P<half>[AaPp]\.?[Mm])?"
)
_NOON = re.compile(r"(?P<name>正午|中午|零点|午夜)(?!\d|[一二三四五六七八九十两])")
_PART = re.compile(rf"的?\s*(?:{PART})|(?<=[号日天])[早晚](?!餐|饭|会|已|就|点)")
_SHORT = re.compile(r"(?P<day>[今昨明当前])(?P<part>晨|早|晚|夜)(?!餐|饭|会|已)")
_GLUE = re.compile(r"[的\s,，在]*")
_EACH = re.compile(
    rf"每(?:一)?(?P<gap>隔)?(?:(?P<n>{NUMBER})\s*)?(?:个)?(?:(?:周|星期|礼拜)(?P<day>[一二三四五六日天末])(?!次)|(?P<part>{PART})|(?P<unit>{UNIT}|晚))"
)
_MONTHLY = re.compile(r"每(?:个)?月(?P<day>\d{1,2}|[一二三]?十?[一二三四五六七八九])[日号]")
_LENGTH = re.compile(rf"(?P<n>{NUMBER})\s*(?P<ge>个)?(?P<mid>半)?\s*(?P<unit>{UNIT})(?P<plus>半)?")
_JOINT = re.compile(r"[又零和]?")


class ClockReader(DateReader):
    """Times of day, durations and repetitions."""

    def clock(self, at: int) -> tuple[Clock, int] | None:
        """九点, 17点55分23秒, 五点一刻, 2:00pm."""
        digital = _DIGITAL.match(self.text, at)
        if digital:
            return self._digital(digital), digital.end()
        match = _CLOCK.match(self.text, at)
        if match and number(match["h"]) <= 24:
            minute = 30 if match["half"] else {"一": 15, "三": 45}[match["quarter"]] if match["quarter"] else 0
            spoken = match["m"] or match["m2"]
            minute = int(number(spoken)) if spoken else minute
            hour, second = int(number(match["h"])), int(number(match["s"])) if match["s"] else 0
            if minute > 59 or second > 59:
                return None
            exact = spoken or match["half"] or match["quarter"]
            precision = Precision.SECOND if match["s"] else Precision.MINUTE if exact else Precision.HOUR
            return Clock(hour, minute, second, precision, hour > 12 or hour == 0), match.end()
        noon = _NOON.match(self.text, at)
        if noon and noon["name"] in ("零点", "正午"):
            return Clock(0 if noon["name"] == "零点" else 12, fixed=True), noon.end()
        return None

    def _digital(self, match: re.Match[str]) -> Clock:
        hour, minute, second = int(match["h"]), int(match["m"]), int(match["s"] or 0)
        clock = Clock(
            hour, minute, second, Precision.SECOND if match["s"] else Precision.MINUTE, hour > 12 or hour == 0
        )
        if match["half"]:
            late = match["half"][0] in "pP"
            clock = replace(clock, hour=hour % 12 + (12 if late else 0), fixed=True)
        return clock

    def part(self, at: int) -> tuple[tuple[str, int, int], int] | None:
        """上午, 晚上: its TIMEX code, first and last hour."""
        match = _PART.match(self.text, at)
        if not match:
            return None
        return PARTS_OF_DAY[match[0].lstrip("的 ")], match.end()

    def point(self, at: int) -> Read:
        """A date, a part of the day and a time of day, as many as follow each other."""
        short = _SHORT.match(self.text, at)
        if short:
            day = Reading("date", (calendar.period("day", self.now, SHORT_DAYS[short["day"]]),))
            part = PARTS_OF_DAY["早上" if short["part"] in "晨早" else "晚上"]
            return self._with_clock(day, part, short.end())
        day = self.date(at)
        if day and day[0].type != "date":
            return day
        after = day[1] if day else at
        glued = _GLUE.match(self.text, after)
        start = glued.end() if day and glued else after
        part = self.part(after) or self.part(start)
        reached = part[1] if part else start
        return self._with_clock(day[0] if day else None, part[0] if part else None, reached, after)

    def _with_clock(
        self, day: Reading | None, part: tuple[str, int, int] | None, at: int, fallback: int | None = None
    ) -> Read:
        clock = self.clock(at)
        if clock is None:
            if part is None:
                return (day, fallback if fallback is not None else at) if day else None
            read = day or Reading("date", (calendar.period("day", self.now),))
            timex = f"{day.timex}T{part[0]}" if day else f"T{part[0]}"
            return read.mapped(
                lambda s: _part_on(s, part),
                "datetimerange" if day else "timerange",
                timex if not day or day.timex else "",
            ), at
        moment = _placed(clock[0], part) if part else self._settled(clock[0], day)
        if day:
            return day.mapped(lambda s: _at(s, moment), "datetime"), clock[1]
        today = _at(calendar.period("day", self.now), moment)
        options = (today,) if today.start and today.start >= self.now else (today, _next_day(today))
        return Reading("time", options), clock[1]

    def _settled(self, clock: Clock, day: Reading | None) -> Clock:
        if clock.fixed or clock.hour >= 12 or day is not None:
            return clock
        passed = clock.on(self.now) <= self.now < clock.later_half().on(self.now)
        return clock.later_half() if passed else clock

    def now_word(self, at: int) -> Read:
        """现在, 此刻."""
        match = re.compile(r"现在|此刻|目前|当下").match(self.text, at)
        if not match:
            return None
        return Reading(
            "datetime", (Span(self.now, self.now + timedelta(seconds=1), Precision.SECOND),), "PRESENT_REF"
        ), match.end()

    def repeated(self, at: int) -> Read:
        """每天, 每周一, 每两周, 每天早上七点, 每月5号."""
        monthly = _MONTHLY.match(self.text, at)
        if monthly:
            return Reading("set", (), f"XXXX-XX-{int(number(monthly['day'])):02}"), monthly.end()
        match = _EACH.match(self.text, at)
        if not match:
            return None
        if match["day"]:
            code = "P1WE" if match["day"] == "末" else f"XXXX-WXX-{weekday(match['day']) + 1}"
        elif match["part"]:
            code = f"T{PARTS_OF_DAY[match['part']][0]}"
        elif match["unit"] == "晚":
            code = "TNI"
        else:
            amount = (number(match["n"]) if match["n"] else 1) + (1 if match["gap"] else 0)
            code = duration_code([(amount, UNIT_WORDS[match["unit"]])])
        after = match.end()
        part = self.part(after)
        clock = self.clock(part[1] if part else after)
        if clock:
            moment = _placed(clock[0], part[0]) if part else clock[0]
            return Reading("set", (), f"{'' if code == 'P1D' else code}T{moment.hour:02}:{moment.minute:02}"), clock[1]
        return Reading("set", (), f"{'' if code == 'P1D' else code}T{part[0][0]}" if part else code), part[
            1
        ] if part else after

    def duration(self, at: int) -> Read:
        """三年半, 8天20时, 半个月, 一个钟头."""
        parts: list[tuple[float, str]] = []
        end = at
        while match := _LENGTH.match(self.text, _joint(self.text, end) if parts else at):
            unit = UNIT_WORDS[match["unit"]]
            if (
                (match["unit"] == "月" and not match["ge"])
                or match["unit"] == "日"
                or (match["unit"] == "年" and not counts_years(match["n"]))
            ):
                break
            amount = number(match["n"]) + (0.5 if match["mid"] or match["plus"] else 0)
            parts.append((amount * 15, "minute") if unit == "quarter hour" else (amount, unit))
            end = match.end()
        if not parts or (at and self.text[at - 1] in "第.0123456789这那"):
            return None
        hours = re.compile(rf"[又零]?(?P<n>{NUMBER})\s*(?:个)?时(?![间候代])").match(self.text, end)
        if hours and parts[-1][1] == "day":
            parts.append((number(hours["n"]), "hour"))
            end = hours.end()
        return Reading("duration", (), duration_code(parts)), end

    def expression_point(self, at: int) -> Read:
        """A point or the moment of speaking."""
        return longest((self.now_word(at), self.point(at)))


def _joint(text: str, at: int) -> int:
    match = _JOINT.match(text, at)
    return match.end() if match else at


def duration_code(parts: list[tuple[float, str]]) -> str:
    """The TIMEX3 value of a duration, `P8DT20H`."""
    dates = times = ""
    order = [
        "century",
        "decade",
        "year",
        "quarter",
        "month",
        "week",
        "weekend",
        "business day",
        "day",
        "hour",
        "minute",
        "second",
    ]
    for amount, unit in sorted(parts, key=lambda part: order.index(part[1])):
        code = UNIT_CODES[unit]
        shown = f"{amount:g}{code.removeprefix('T')}"
        if code.startswith("T"):
            times += shown
        else:
            dates += shown
    return f"P{dates}{'T' + times if times else ''}"


def _placed(clock: Clock, part: tuple[str, int, int]) -> Clock:
    """The clock within a part of the day: 下午五点 is 17:00, 晚上十二点 midnight, 凌晨两点 two."""
    code, first, _ = part
    if clock.fixed or clock.hour > 12:
        return clock
    if code == "NI" and clock.hour == 12:
        return replace(clock, hour=24, fixed=True)
    if code == "NI" and clock.hour < 5:
        return replace(clock, hour=clock.hour + 24, fixed=True)
    if code == "DA" and clock.hour == 12:
        return replace(clock, hour=0, fixed=True)
    if first >= 12 or (code == "MI" and clock.hour < 4):
        return clock.later_half()
    return replace(clock, fixed=True)


def _part_on(day: Span, part: tuple[str, int, int]) -> Span:
    assert day.start is not None
    start = midnight(day.start)
    return Span(start + timedelta(hours=part[1]), start + timedelta(hours=part[2]), Precision.PART_OF_DAY)


def _at(day: Span, clock: Clock) -> Span:
    assert day.start is not None
    start = clock.on(day.start)
    width = {Precision.HOUR: timedelta(hours=1), Precision.MINUTE: timedelta(minutes=1)}.get(
        clock.precision, timedelta(seconds=1)
    )
    return Span(start, start + width, clock.precision)


def _next_day(span: Span) -> Span:
    assert span.start is not None and span.end is not None
    return Span(span.start + calendar.DAY, span.end + calendar.DAY, span.precision)

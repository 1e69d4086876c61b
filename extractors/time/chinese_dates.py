"""Reads Chinese dates and periods: 2023年5月7日, 上周五, 去年夏天, 前两个月, 明年第九个月, 年底."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta

from extractors.time import calendar
from extractors.time.calendar import DAY
from extractors.time.chinese_words import (
    DAYS,
    DIGITS,
    REIGNS,
    YEARS,
    number,
    weekday,
)
from extractors.time.common import Reading, Span, midnight

Read = tuple[Reading, int] | None
"""A reading and where it ends."""

_CN = "一二三四五六七八九十"
_YEAR = re.compile(
    rf"(?:(?:公元)?(?P<full>(?:19|20|1\d|2\d)\d\d|[{DIGITS}]{{4}})\s*年(?!代)|(?P<short>\d\d|[{DIGITS}]{{2}})年(?!代|前|后|以前|之前|级)"
    rf"|(?P<relative>{'|'.join(sorted(YEARS, key=len, reverse=True))})|(?P<reign>{'|'.join(REIGNS)})"
    rf"(?P<count>元|\d{{1,2}}|[{_CN}]{{1,3}})年)"
)
_BARE_YEAR = re.compile(r"(?:19|20)\d\d(?![\d.年:/]|-\d|个|元|人|米|块)")
_MONTH = re.compile(rf"的?\s*(?P<month>1[0-2]|0?[1-9]|十[一二]?|[{_CN[:9]}]|正|腊)月(?:份)?")
_NEAR_MONTH = re.compile(r"(?P<near>上上个?|下下个?|上个?|下个?|本|这个?|当|上一个|下一个)月(?:份)?(?!份)")
_DAY = re.compile(
    rf"\s*(?:(?P<day>3[01]|[12]\d|0?[1-9]|三十一?|二?十[{_CN[:9]}]?|[{_CN[:9]}])\s*[日号](?!线|楼|院|馆|店|机)|(?P<lunar>初[{_CN}]|廿[{_CN[:9]}]))"
)
_NUMERIC = re.compile(
    r"(?P<y>\d{4})[-/.](?P<m>\d{1,2})[-/.](?P<d>\d{1,2})(?!\d)|(?P<m2>\d{1,2})/(?P<d2>\d{1,2})(?:/(?P<y2>\d{4}))?(?![\d/])|(?P<y3>\d{2})-(?P<m3>\d{1,2})-(?P<d3>\d{1,2})(?![\d-])"
)
_WEEKDAY = re.compile(
    r"(?P<near>上上|下下|上|下|本|这|这一|上一|下一)?(?:个)?(?:周|星期|礼拜)(?P<day>[一二三四五六日天1-7末])(?![年月日号天个期\d小])"
)


class CalendarReader:
    """Dates and periods in folded Chinese text, seen from a wall-clock time."""

    def __init__(self, text: str, now: datetime) -> None:
        self.text = text
        self.now = now

    def within(self, outer: Reading, after: int) -> Read:
        """What follows a period and narrows it; nothing does here."""
        return outer, after

    def numeric(self, at: int) -> Read:
        """2010-01-29, 2010.01.29, 12/1, 12-11-10."""
        match = _NUMERIC.match(self.text, at)
        if not match:
            return None
        if match["m2"] and not match["y2"]:
            spans = self.yearly(lambda year: calendar.day(year, int(match["m2"]), int(match["d2"])))
            return (Reading("date", spans), match.end()) if spans else None
        year = int(match["y"] or match["y2"] or 0) or 2000 + int(match["y3"])
        month, day = int(match["m"] or match["m2"] or match["m3"]), int(match["d"] or match["d2"] or match["d3"])
        span = calendar.day(year, month, day)
        return (Reading("date", (span,)), match.end()) if span else None

    def year(self, at: int) -> tuple[int, int] | None:
        """A year in digits, numerals or words, or of a reign."""
        match = _YEAR.match(self.text, at)
        if not match or (at and self.text[at - 1] == "马"):
            return None
        if match["relative"]:
            return self.now.year + YEARS[match["relative"]], match.end()
        if match["reign"]:
            count = 1 if match["count"] == "元" else int(number(match["count"]))
            return REIGNS[match["reign"]] + count - 1, match.end()
        if match["full"]:
            return int(number(match["full"])), match.end()
        short = int(number(match["short"]))
        if 10 <= short < 50 and not _MONTH.match(self.text, match.end()):
            return None
        century = self.now.year // 100 * 100
        return (century + short if century + short <= self.now.year + 20 else century - 100 + short), match.end()

    def calendar_date(self, at: int) -> Read:
        """Year, month and day, each of which may be missing but in the middle: 2018年, 5月7日, 本月十日, 29日."""
        year = self.year(at)
        after = year[1] if year else at
        near = _NEAR_MONTH.match(self.text, after) if not year else None
        month = _MONTH.match(self.text, after) if not near else None
        if near:
            period = calendar.period("month", self.now, offset(near["near"]))
            return self._in_month([period], near.end(), fixed=True)
        if month:
            number_ = {"正": 1, "腊": 12}.get(month["month"]) or int(number(month["month"]))
            if not year and _MONTH.match(self.text, at) and self.text[at] == "的":
                return None
            spans = (
                [calendar.month(year[0], number_)] if year else list(self.yearly(lambda y: calendar.month(y, number_)))
            )
            return self._in_month(spans, month.end(), fixed=bool(year), number_=number_)
        if year:
            return self.within(Reading("daterange", (calendar.year(year[0]),)), year[1])
        return self._day_alone(at) or self._bare_year(at)

    def _bare_year(self, at: int) -> Read:
        match = _BARE_YEAR.match(self.text, at)
        if not match or (
            at and ((self.text[at - 1].isalnum() and self.text[at - 1].isascii()) or self.text[at - 1] in "-.")
        ):
            return None
        return Reading("daterange", (calendar.year(int(match[0])),)), match.end()

    def _in_month(self, months: list[Span], after: int, fixed: bool, number_: int = 0) -> Read:
        day = _DAY.match(self.text, after)
        if day:
            value = (
                int(number(day["day"]))
                if day["day"]
                else int(number(day["lunar"].replace("初", "").replace("廿", "二十")))
            )
            if fixed or not number_:
                spans = [s for m in months if m.start and (s := calendar.day(m.start.year, m.start.month, value))]
            else:
                spans = list(self.yearly(lambda y: calendar.day(y, number_, value)))
            return (
                (
                    Reading("date", tuple(spans), "" if fixed else f"XXXX-{number_:02}-{value:02}"),
                    self._named_weekday(day.end()),
                )
                if spans
                else None
            )
        return self.within(Reading("daterange", tuple(months), "" if fixed else f"XXXX-{number_:02}"), after)

    def _named_weekday(self, at: int) -> int:
        match = re.compile(r"[，,（(\s]*(?:周|星期|礼拜)[一二三四五六日天][)）]?").match(self.text, at)
        return match.end() if match else at

    def _day_alone(self, at: int) -> Read:
        day = _DAY.match(self.text, at)
        if not day or not day["day"] or "号" in day[0] or (at and self.text[at - 1] in _CN + "0123456789第"):
            return None
        value = int(number(day["day"]))
        first = midnight(self.now).replace(day=1)
        months = [calendar.add_months(first, k) for k in (-2, -1, 0, 1, 2)]
        return Reading(
            "date", tuple(s for m in months if (s := calendar.day(m.year, m.month, value))), f"XXXX-XX-{value:02}"
        ), self._named_weekday(day.end())

    def relative_day(self, at: int) -> Read:
        """Yesterday, the day after tomorrow."""
        for length in (3, 2):
            offset = DAYS.get(self.text[at : at + length])
            if offset is not None:
                return Reading("date", (calendar.period("day", self.now, offset),)), at + length
        return None

    def weekday_name(self, at: int) -> Read:
        """周五, 上周五, 下下个星期二, 本周末."""
        match = _WEEKDAY.match(self.text, at)
        if not match or (at and self.text[at - 1] == "每"):
            return None
        near, name = match["near"], match["day"]
        weeks = [offset(near)] if near else [-2, -1, 0, 1, 2]
        if name == "末":
            weeks = weeks if near else [0]
            return Reading("daterange", tuple(calendar.period("weekend", self.now, w) for w in weeks)), match.end()
        monday = midnight(self.now) - DAY * self.now.weekday()
        days = tuple(calendar.period("day", monday + timedelta(weeks=w) + DAY * weekday(name)) for w in weeks)
        return Reading("date", days, "" if near else f"XXXX-WXX-{weekday(name) + 1}"), match.end()

    def yearly(self, make: Callable[[int], Span | None]) -> tuple[Span, ...]:
        """Last year's, this year's and next year's; further years where those have none."""
        spans: list[Span] = []
        for distance in (1, 4, 8):
            spans = [s for y in range(self.now.year - distance, self.now.year + distance + 1) if (s := make(y))]
            if spans:
                break
        return tuple(spans)


def longest(reads: Iterable[Read]) -> Read:
    """The reading that reaches farthest."""
    return max((read for read in reads if read), key=lambda read: read[1], default=None)


def offset(near: str) -> int:
    """How many periods from this one 上, 下下 and the like point."""
    if near.startswith(("上上", "下下")):
        return -2 if near[0] == "上" else 2
    return -1 if near[0] == "上" else 1 if near[0] == "下" else 0

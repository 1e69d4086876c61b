"""Reads Chinese periods: 下个月, 去年夏天, 前两个月, 明年第九个月, 九十年代, 年底, 今年春节."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from functools import partial

from extractors.time import calendar, chinese_library, slices
from extractors.time.calendar import DAY, PERIODS
from extractors.time.chinese_dates import CalendarReader, Read, longest, offset
from extractors.time.chinese_words import (
    EVES,
    FIXED_FEASTS,
    LIBRARY_FEASTS,
    NUMBER,
    SEASONS,
    UNIT,
    UNIT_WORDS,
    counts_years,
    number,
    weekday,
)
from extractors.time.common import Reading, Span, midnight, wall
from graph_schema.model import Precision

_CN = "一二三四五六七八九十"
_LAST_DAY = re.compile(r"的?最后一天")
_PERIOD = re.compile(
    r"(?P<near>上上|下下|上|下|本|这|当|上一|下一|这一)(?:个)?(?P<unit>周|星期|礼拜|月|季度|年|世纪)(?![一二三四五六日天末初])"
)
_WEEKEND = re.compile(r"周末")
_QUARTER = re.compile(r"的?(?:第?(?P<n>[一二三四1-4])季度|(?P<q>[Qq][1-4]))")
_HALF = re.compile(r"的?(?P<half>上|下|前|后)(?P<one>个)?半(?P<unit>年|月)")
_SEASON = re.compile(r"的?(?P<season>[春夏秋冬])(?:天|季)")
_DECADE = re.compile(rf"(?:(?P<century>二十|20|十九|19|二十一|21|上个?)世纪)?(?P<tens>[{_CN[:9]}]十|\d0)年代")
_CENTURY = re.compile(rf"(?P<n>\d{{1,2}}|[{_CN}]{{1,3}})世纪(?!\d|[{_CN}])")
_NTH = re.compile(
    rf"的?\s*(?:第(?P<n>{NUMBER})|(?P<edge>最[后後]|前|头|后)\s*(?P<many>{NUMBER})?)\s*个?\s*(?P<unit>周|星期|礼拜|天|月)(?P<day>[一二三四五六日天])?"
)
_EDGE = re.compile(r"的?(?P<edge>初期|末期|中旬|上旬|下旬|初|底|末|中(?!国|学|心|间|午|秋|文|餐)|月初|月底|月末|月中)")
_UNIT_EDGE = re.compile(r"(?P<unit>年|月)(?P<edge>初|底|末|中(?!国|学|心|间|午|秋|文))")
_COUNTED = re.compile(
    rf"(?P<n>{NUMBER})(?P<half>半)?\s*(?P<ge>个)?(?P<and>半)?\s*(?P<unit>{UNIT})(?P<plus>半)?\s*(?P<dir>之前|以前|前(?!天|年|面|的|往)|之后|以后|后(?!天|年|面|来)|内|之内|以内)"
)
_AROUND = re.compile(
    rf"(?P<dir>过去|最近|近|之前|前|未来|接下来|今后|之后|后|还剩|还有|接着)(?:的)?\s*(?P<n>{NUMBER})\s*(?P<ge>个)?\s*(?P<unit>{UNIT})(?!后|前|之)"
)
_BACK = ("之前", "以前", "前", "过去", "最近", "近")


class DateReader(CalendarReader):
    """Every Chinese date and period."""

    def date(self, at: int) -> Read:
        """The longest date or period that starts at a place."""
        reads: tuple[Callable[[int], Read], ...] = (
            self.numeric,
            self.calendar_date,
            self.relative_day,
            self.weekday_name,
            self.near_period,
            self.feast,
            self.ages,
            self.counted,
            self.around,
            self.unit_edge,
        )
        return longest(read(at) for read in reads)

    def within(self, outer: Reading, after: int) -> Read:
        """A quarter, season, half, n-th piece or edge of the period just read."""
        spans = outer.options
        yearly = len(spans) == 1 and spans[0].precision is Precision.YEAR and spans[0].start is not None
        for pattern in (_QUARTER, _SEASON) if yearly else ():
            match = pattern.match(self.text, after)
            if match and spans[0].start:
                return self.within(Reading("daterange", (self._part_of_year(match, spans[0].start.year),)), match.end())
        half = _HALF.match(self.text, after)
        if half and ((half["unit"] == "年") == yearly):
            return Reading("daterange", tuple(_half(span, half["half"] in "上前") for span in spans)), half.end()
        if yearly:
            feast = self.feast(
                after + 1 if self.text[after : after + 1] == "的" else after, (spans[0].start or self.now).year
            )
            if feast:
                return feast
        last = _LAST_DAY.match(self.text, after)
        if last:
            return Reading("date", tuple(Span(s.end - DAY, s.end, Precision.DAY) for s in spans if s.end)), last.end()
        nth = self._nth(spans, after)
        if nth:
            return nth
        edge = _EDGE.match(self.text, after)
        if edge:
            return Reading(
                "daterange",
                tuple(_edge(span, edge["edge"]) for span in spans),
                edge="end" if edge["edge"][-1] in "底末" else "",
            ), edge.end()
        return outer, after

    def _part_of_year(self, match: re.Match[str], year: int) -> Span:
        if "season" in match.groupdict() and match["season"]:
            return calendar.season(year, SEASONS[match["season"]])
        count = int(match["q"][1]) if match["q"] else int(number(match["n"]))
        begin = calendar.month(year, count * 3 - 2).start
        assert begin is not None
        return Span(begin, calendar.add_months(begin, 3), Precision.QUARTER)

    def _nth(self, spans: tuple[Span, ...], after: int) -> Read:
        match = _NTH.match(self.text, after)
        if not match or (match["edge"] and not match["many"] and match["edge"] not in ("最后", "最後")):
            return None
        unit = {"天": "day", "月": "month"}.get(match["unit"], "week")
        count = int(number(match["many"])) if match["many"] else 1
        results: list[Span] = []
        for span in spans:
            day = match["day"]
            pieces = calendar.weekdays_of(span, weekday(day)) if day else slices.pieces(span, unit)
            first = (
                int(number(match["n"])) - 1
                if match["n"]
                else 0
                if match["edge"] in ("前", "头")
                else len(pieces) - count
            )
            chosen = pieces[first : first + count] if first >= 0 else []
            if chosen:
                results.append(Span(chosen[0].start, chosen[-1].end, chosen[0].precision))
        single = count == 1 and (unit == "day" or match["day"])
        return (Reading("date" if single else "daterange", tuple(results)), match.end()) if results else None

    def near_period(self, at: int) -> Read:
        """上周, 下个月, 本季度, 上半年, 周末."""
        half = _HALF.match(self.text, at)
        if half and self.text[at] != "的":
            whole = calendar.period("year" if half["unit"] == "年" else "month", self.now)
            if half["one"] and half["unit"] == "年":
                return Reading(
                    "daterange", (calendar.period("half", self.now, -1 if half["half"] in "上前" else 1),)
                ), half.end()
            return Reading("daterange", (_half(whole, half["half"] in "上前"),)), half.end()
        match = _PERIOD.match(self.text, at)
        if match:
            unit = {"周": "week", "星期": "week", "礼拜": "week"}.get(match["unit"]) or UNIT_WORDS[match["unit"]]
            return self.within(
                Reading("daterange", (calendar.period(unit, self.now, offset(match["near"])),)), match.end()
            )
        weekend = _WEEKEND.match(self.text, at)
        if weekend and not (at and self.text[at - 1] == "每"):
            return Reading("daterange", (calendar.period("weekend", self.now),)), weekend.end()
        for pattern in (_QUARTER, _SEASON):
            match = pattern.match(self.text, at)
            if match and self.text[at] != "的":
                parts = [self._part_of_year(match, year) for year in range(self.now.year - 1, self.now.year + 2)]
                return Reading("daterange", tuple(parts)), match.end()
        return None

    def ages(self, at: int) -> Read:
        """九十年代, 20世纪80年代, 15世纪."""
        match = _DECADE.match(self.text, at)
        if match:
            tens = int(number(match["tens"]))
            century = match["century"]
            hundreds = 1800 if century in ("十九", "19") else 2000 if century in ("二十一", "21") else 1900
            if not century and tens < 30:
                hundreds = 2000
            return Reading("daterange", (calendar.period("decade", wall(hundreds + tens)),)), match.end()
        match = _CENTURY.match(self.text, at)
        if match and 1 <= number(match["n"]) <= 90:
            return Reading(
                "daterange", (calendar.period("century", wall(max(1, (int(number(match["n"])) - 1) * 100))),)
            ), match.end()
        return None

    def feast(self, at: int, year: int | None = None) -> Read:
        """国庆节, 今年春节, 中秋."""
        for length in (6, 5, 4, 3, 2):
            name = self.text[at : at + length]
            if name in FIXED_FEASTS and not (
                name in ("十一", "五一", "六一")
                and self.text[at + 2 : at + 3] in tuple("月个号日点年天岁楼人元块" + _CN)
            ):
                make = partial(_fixed, FIXED_FEASTS[name])
            elif name in LIBRARY_FEASTS:
                make = partial(_moon, name)
            else:
                continue
            spans = tuple(s for s in [make(year)] if s) if year else self.yearly(make)
            return (Reading("date", spans), at + length) if spans else None
        return None

    def counted(self, at: int) -> Read:
        """三天前, 半年前, 10分钟之后, 两周内."""
        match = _COUNTED.match(self.text, at)
        if (
            not match
            or (match["unit"] == "月" and not match["ge"])
            or (match["unit"] == "日" and not match["dir"].startswith(("之", "以")))
        ):
            return None
        if match["unit"] == "年" and not counts_years(match["n"]):
            return None
        amount = number(match["n"]) + (
            0.5 if match["and"] or match["plus"] or (match["half"] and match["n"] != "半") else 0
        )
        return self._moved(amount, UNIT_WORDS[match["unit"]], match["dir"], match.end())

    def _moved(self, amount: float, unit: str, direction: str, after: int) -> Read:
        unit, amount = ("minute", amount * 15) if unit == "quarter hour" else (unit, amount)
        sign = -1 if direction in _BACK else 1
        moment = calendar.shift(self.now, unit, sign * amount)
        timed = unit in calendar.TIMED
        if direction.endswith("内"):
            base = self.now if timed else midnight(self.now)
            end = moment if timed else midnight(moment)
            return Reading(
                "datetimerange" if timed else "daterange",
                (Span(base, end, Precision.MINUTE if timed else Precision.DAY),),
            ), after
        if timed:
            return Reading("datetime", (Span(moment, moment + timedelta(minutes=1), calendar.MOMENT[unit]),)), after
        day = calendar.period("day", moment)
        return Reading("date", (Span(day.start, day.end, PERIODS.get(unit, Precision.DAY)),)), after

    def around(self, at: int) -> Read:
        """过去三个月, 前1周, 后1年, 未来五天, 还剩5分钟."""
        match = _AROUND.match(self.text, at)
        if not match or (match["unit"] == "月" and not match["ge"]) or match["n"] in ("几", "数"):
            return None
        unit, sign = UNIT_WORDS[match["unit"]], -1 if match["dir"] in _BACK else 1
        if unit == "quarter hour":
            return None
        timed = unit in calendar.TIMED
        if match["dir"] in ("还剩", "还有") and not timed:
            return None
        base = self.now if timed else midnight(self.now) + (DAY if sign > 0 else 0 * DAY)
        other = calendar.shift(base, unit, sign * number(match["n"]))
        span = Span(min(base, other), max(base, other), Precision.MINUTE if timed else Precision.DAY)
        return Reading("datetimerange" if timed else "daterange", (span,)), match.end()

    def unit_edge(self, at: int) -> Read:
        """年底, 月初."""
        match = _UNIT_EDGE.match(self.text, at)
        if not match or (at and self.text[at - 1] in _CN + "0123456789个每半"):
            return None
        whole = calendar.period("year" if match["unit"] == "年" else "month", self.now)
        return Reading("daterange", (_edge(whole, match["edge"]),)), match.end()


def _fixed(day: tuple[int, int], year: int) -> Span | None:
    return calendar.day(year, *day)


def _moon(name: str, year: int) -> Span | None:
    span = chinese_library.feast(LIBRARY_FEASTS[name], year)
    if span and span.start and name in EVES:
        return Span(span.start - DAY, span.start, Precision.DAY)
    return span


def _half(span: Span, first: bool) -> Span:
    assert span.start is not None and span.end is not None
    if span.precision is Precision.YEAR:
        middle = calendar.add_months(span.start, 6)
        return Span(span.start, middle, Precision.QUARTER) if first else Span(middle, span.end, Precision.QUARTER)
    middle = span.start + DAY * 15
    return Span(span.start, middle, Precision.WEEK) if first else Span(middle, span.end, Precision.WEEK)


def _edge(span: Span, name: str) -> Span:
    """The beginning, middle or end: of a month its thirds, of a year its outer quarters or middle half."""
    start, end = span.start, span.end
    assert start is not None and end is not None
    if end - start > DAY * 40:
        first, last = {"初": (0, 3), "中": (3, 9)}.get(name.replace("期", "")[-1], (9, 12))
        months = round((end - start) / DAY / 30.4)
        return Span(
            calendar.add_months(start, months * first // 12),
            calendar.add_months(start, months * last // 12),
            Precision.QUARTER,
        )
    if name in ("中旬", "中", "月中"):
        return Span(start + DAY * 10, start + DAY * 20, Precision.WEEK)
    if name in ("上旬", "初", "初期", "月初"):
        return Span(start, start + DAY * 10, Precision.WEEK)
    return Span(start + DAY * 20, end, Precision.WEEK)

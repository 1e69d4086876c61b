from __future__ import annotations

from datetime import UTC, datetime

import pytest

from extractors.candidates import TimeMention, Turn
from extractors.document import Document
from extractors.pipeline import Pipeline
from extractors.segment import SegmentComponent
from extractors.time.component import TimeComponent
from graph_schema.model import OPEN_END, OPEN_START, Role

NOW = datetime(2023, 6, 15, 12, tzinfo=UTC)
"""A Thursday."""


class Chinese:
    """Says that every turn is Chinese, for expressions too short to tell."""

    name = "language"
    version = "1"
    assigns = ("language",)
    requires = ()

    def process(self, documents: list[Document]) -> None:
        for document in documents:
            document.language = "zh"


PIPELINE = Pipeline([Chinese(), SegmentComponent(), TimeComponent()])


def times(content: str, now: datetime = NOW, zone: str = "UTC") -> tuple[TimeMention, ...]:
    return PIPELINE.extract([Turn(content, Role.USER, now, zone)])[0].times


def only(content: str, now: datetime = NOW, zone: str = "UTC") -> TimeMention:
    (mention,) = times(content, now, zone)
    assert content[mention.start : mention.end] == mention.text
    return mention


def span(content: str) -> tuple[str, str]:
    interval = only(content).interval
    assert interval is not None
    return f"{interval.start:%Y-%m-%d %H:%M}", f"{interval.end:%Y-%m-%d %H:%M}"


@pytest.mark.parametrize(
    ("content", "first", "last"),
    [
        ("我前天去了", "2023-06-13", "2023-06-14"),
        ("上周五见的", "2023-06-09", "2023-06-10"),
        ("我們上上個週三見了", "2023-05-31", "2023-06-01"),
        ("去年夏天去过", "2022-06-01", "2022-09-01"),
        ("两周前搬的家", "2023-06-01", "2023-06-02"),
        ("下个月出发", "2023-07-01", "2023-08-01"),
        ("今年春节回家了", "2023-01-22", "2023-01-23"),
        ("去年除夕", "2022-01-31", "2022-02-01"),
        ("2022年5月7日结婚", "2022-05-07", "2022-05-08"),
        ("二零一六年搬来", "2016-01-01", "2017-01-01"),
        ("上个月底交的", "2023-05-21", "2023-06-01"),
        ("本周末爬山", "2023-06-17", "2023-06-19"),
        ("半年前辞职了", "2022-12-15", "2022-12-16"),
        ("前年三月", "2021-03-01", "2021-04-01"),
        ("明年第九个月", "2024-09-01", "2024-10-01"),
        ("2021年的第二周", "2021-01-11", "2021-01-18"),
        ("从2016年一月十日到十二日", "2016-01-10", "2016-01-12"),
        ("1995 - 1997年的收入", "1995-01-01", "1997-01-01"),
        ("2017年上半年", "2017-01-01", "2017-07-01"),
        ("九十年代的歌", "1990-01-01", "2000-01-01"),
        ("农历2015年十月初一", "2015-11-12", "2015-11-13"),
        ("康熙三年五月", "1664-05-01", "1664-06-01"),
        ("过去三个月", "2023-03-15", "2023-06-15"),
        ("国庆节去玩", "2023-10-01", "2023-10-02"),
    ],
)
def test_dates_and_periods(content: str, first: str, last: str):
    assert span(content) == (f"{first} 00:00", f"{last} 00:00")


@pytest.mark.parametrize(
    ("content", "start", "end"),
    [
        ("昨天下午三点见面", "2023-06-14 15:00", "2023-06-14 16:00"),
        ("明天早上八点半出发", "2023-06-16 08:30", "2023-06-16 08:31"),
        ("今晨5点", "2023-06-15 05:00", "2023-06-15 06:00"),
        ("明天上午", "2023-06-16 08:00", "2023-06-16 12:00"),
        ("从昨天下午两点到明天四点", "2023-06-14 14:00", "2023-06-16 04:00"),
        ("下午五点一刻到六点", "2023-06-15 17:15", "2023-06-15 18:00"),
        ("10分钟之前", "2023-06-15 11:50", "2023-06-15 11:51"),
        ("昨晚十二点睡的", "2023-06-15 00:00", "2023-06-15 01:00"),
    ],
)
def test_times_of_day(content: str, start: str, end: str):
    assert span(content) == (start, end)


def test_a_weekday_points_where_the_clause_does():
    assert span("周五我见了她")[0] == "2023-06-09 00:00"
    assert span("周五我要见她")[0] == "2023-06-16 00:00"


def test_open_sides():
    before, since, until = only("2018年以前"), only("自2018年以来"), only("截止到2018年")
    assert before.interval and since.interval and until.interval
    assert (before.interval.start, before.interval.end.year) == (OPEN_START, 2018)
    assert (since.interval.start.year, since.interval.end) == (2018, OPEN_END)
    assert until.interval == before.interval


@pytest.mark.parametrize(
    ("content", "type_", "timex"),
    [
        ("每周一开会", "set", "XXXX-WXX-1"),
        ("每天早上七点跑步", "set", "T07:00"),
        ("每两周一次", "set", "P2W"),
        ("三年半过去了", "duration", "P3.5Y"),
        ("还剩8天20时", "duration", "P8DT20H"),
    ],
)
def test_sets_and_durations_have_no_interval(content: str, type_: str, timex: str):
    mention = only(content)
    assert (mention.type, mention.timex, mention.interval) == (type_, timex, None)


@pytest.mark.parametrize(
    "content", ["最近很忙", "我看了《明日之后》", "电话是888-000-9999", "他18周岁", "坐4号线", "三点建议", "这两个年份"]
)
def test_vague_words_titles_and_other_numbers_give_nothing(content: str):
    assert times(content) == ()


def test_days_are_counted_in_the_speakers_zone():
    interval = only("昨天到的", datetime(2023, 6, 15, 20, tzinfo=UTC), "Asia/Shanghai").interval
    assert interval is not None
    assert interval.start == datetime(2023, 6, 14, 16, tzinfo=UTC)

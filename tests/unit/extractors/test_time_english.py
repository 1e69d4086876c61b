from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from extractors.candidates import TimeMention, Turn
from extractors.registry import build_pipeline
from graph_schema.model import OPEN_END, OPEN_START, Precision, Role

PIPELINE = build_pipeline(["language", "segments", "times"])
NOW = datetime(2023, 6, 15, 12, tzinfo=UTC)
"""A Thursday."""


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
        ("I went there yesterday.", "2023-06-14", "2023-06-15"),
        ("We met the day before yesterday.", "2023-06-13", "2023-06-14"),
        ("She called last Tuesday.", "2023-06-06", "2023-06-07"),
        ("I left two weeks ago.", "2023-06-01", "2023-06-02"),
        ("It happened on the Sunday before 25 May 2023.", "2023-05-21", "2023-05-22"),
        ("It happened the week before 9 June 2023.", "2023-06-02", "2023-06-09"),
        ("I moved there last year.", "2022-01-01", "2023-01-01"),
        ("We camped last summer.", "2022-06-01", "2022-09-01"),
        ("We hiked last weekend.", "2023-06-10", "2023-06-12"),
        ("I was born on 7 May 1990.", "1990-05-07", "1990-05-08"),
        ("We leave next month.", "2023-07-01", "2023-08-01"),
        ("Sales rose in Q3 2022.", "2022-07-01", "2022-10-01"),
        ("It was the first week of August 2022.", "2022-08-01", "2022-08-08"),
        ("They lived here from 2014 to 2018.", "2014-01-01", "2018-01-01"),
        ("I am away from 2 July to 10 July.", "2023-07-02", "2023-07-10"),
        ("I worked there in the 1990s.", "1990-01-01", "2000-01-01"),
        ("The party is on Halloween.", "2023-10-31", "2023-11-01"),
        ("We meet on the 22nd.", "2023-06-22", "2023-06-23"),
        ("The trip is in late July.", "2023-07-16", "2023-08-01"),
        ("We worked on it for the last 3 months.", "2023-03-15", "2023-06-15"),
        ("Thanksgiving 2023 was fun.", "2023-11-23", "2023-11-24"),
        ("We wed on Easter 2018.", "2018-04-01", "2018-04-02"),
        ("He was born in nineteen ninety six.", "1996-01-01", "1997-01-01"),
    ],
)
def test_dates_and_periods(content: str, first: str, last: str):
    assert span(content) == (f"{first} 00:00", f"{last} 00:00")


@pytest.mark.parametrize(
    ("content", "start", "end"),
    [
        ("Let's meet tomorrow at 3pm.", "2023-06-16 15:00", "2023-06-16 16:00"),
        ("The call is on Monday 11-4.", "2023-06-19 11:00", "2023-06-19 16:00"),
        ("I will call in two hours.", "2023-06-15 14:00", "2023-06-15 14:01"),
        ("See you tonight!", "2023-06-15 20:00", "2023-06-16 00:00"),
        ("I was out last night between 7 and 9:30.", "2023-06-14 19:00", "2023-06-14 21:30"),
        ("It starts at half past seven in the evening.", "2023-06-15 19:30", "2023-06-15 19:31"),
        ("We meet on Wednesday evening next week.", "2023-06-21 16:00", "2023-06-21 20:00"),
        ("I will be out December 12th at 4 - 6:30 pm.", "2023-12-12 16:00", "2023-12-12 18:30"),
    ],
)
def test_times_of_day(content: str, start: str, end: str):
    assert span(content) == (start, end)


def test_a_weekday_points_where_the_verb_does():
    assert span("I met her on Friday.")[0] == "2023-06-09 00:00"
    assert span("I will meet her on Friday.")[0] == "2023-06-16 00:00"
    assert span("Lunch on Friday?")[0] == "2023-06-16 00:00"


def test_a_month_points_where_the_verb_does():
    assert span("We got married in March.")[0] == "2023-03-01 00:00"
    assert span("We will get married in March.")[0] == "2024-03-01 00:00"


def test_open_sides():
    before, since, after = (
        only("He left before 2018."),
        only("I live here since August 2020."),
        only("Call me after 2019."),
    )
    assert before.interval and since.interval and after.interval
    assert (before.interval.start, before.interval.end.year) == (OPEN_START, 2018)
    assert (since.interval.start.month, since.interval.end) == (8, OPEN_END)
    assert (after.interval.start, after.interval.end) == (datetime(2020, 1, 1, tzinfo=UTC), OPEN_END)


@pytest.mark.parametrize(
    ("content", "type_", "timex"),
    [
        ("I swim every Monday at 4pm.", "set", "XXXX-WXX-1T16"),
        ("I run each day.", "set", "P1D"),
        ("We meet weekly.", "set", "P1W"),
        ("It lasted 3 hours 30 minutes.", "duration", "PT3H30M"),
        ("I stayed for a week.", "duration", "P1W"),
    ],
)
def test_sets_and_durations_have_no_interval(content: str, type_: str, timex: str):
    mention = only(content)
    assert (mention.type, mention.timex, mention.interval) == (type_, timex, None)


@pytest.mark.parametrize(
    "content",
    [
        "I recently saw her.",
        "You may or may not march.",
        "Good morning Paul!",
        "This screen has a 4:3 aspect ratio.",
        "Call me at (206) 555-1212.",
        "There are two to four people in the room.",
        "We love summer traditions.",
        "What a great night it is",
        "I have 10 stars and 2000 pieces of toys.",
        "I like record number 2012.",
        "She lives in room 2031.",
        "Please look at ticket 1999 again.",
        "Twice a day.",
    ],
)
def test_vague_words_and_other_numbers_give_nothing(content: str):
    assert times(content) == ()


@pytest.mark.parametrize(
    ("content", "precision"),
    [
        ("four years ago", Precision.YEAR),
        ("two weeks ago", Precision.WEEK),
        ("in 2020", Precision.YEAR),
        ("tomorrow at 3pm", Precision.HOUR),
        ("tomorrow at 3:15pm", Precision.MINUTE),
        ("tomorrow morning", Precision.PART_OF_DAY),
    ],
)
def test_precision_is_as_said(content: str, precision: Precision):
    assert only(f"It was {content}.").precision is precision


def test_days_are_counted_in_the_speakers_zone():
    late = datetime(2023, 6, 15, 20, tzinfo=UTC)
    shanghai, honolulu = (
        only("I saw it yesterday.", late, "Asia/Shanghai"),
        only("I saw it yesterday.", late, "Pacific/Honolulu"),
    )
    assert shanghai.interval and honolulu.interval
    assert shanghai.interval.start == datetime(2023, 6, 14, 16, tzinfo=UTC)
    assert honolulu.interval.start == datetime(2023, 6, 14, 10, tzinfo=UTC)


def test_a_day_is_as_long_as_the_zone_makes_it():
    interval = only("It was on 26 March 2023.", NOW, "Europe/Berlin").interval
    assert interval is not None
    assert interval.end - interval.start == timedelta(hours=23)


def test_an_unknown_zone_counts_as_utc():
    assert only("I saw it yesterday.", NOW, "Mars/Olympus").interval == only("I saw it yesterday.").interval

"""English words of time: their meanings, and the numbers written in words."""

from __future__ import annotations

import re
from dataclasses import dataclass

from extractors.words import words

_MONTH_NAMES = (
    ("january", "jan"),
    ("february", "feb"),
    ("march", "mar"),
    ("april", "apr"),
    ("may",),
    ("june", "jun"),
    ("july", "jul"),
    ("august", "aug"),
    ("september", "sep", "sept"),
    ("october", "oct"),
    ("november", "nov"),
    ("december", "dec"),
)
MONTHS = {name: number for number, names in enumerate(_MONTH_NAMES, 1) for name in names}
_WEEKDAY_NAMES = (
    ("monday", "mon"),
    ("tuesday", "tue", "tues"),
    ("wednesday", "wed", "weds"),
    ("thursday", "thu", "thur", "thurs"),
    ("friday", "fri"),
    ("saturday", "sat"),
    ("sunday", "sun"),
)
WEEKDAYS = {name: number for number, names in enumerate(_WEEKDAY_NAMES) for name in names}
WEEKDAY_PLURALS = {f"{names[0]}s": number for number, names in enumerate(_WEEKDAY_NAMES)}
EVERYDAY_WORDS = words("may march mar sat sun wed second dec jan")
"""Names that are common words or names too: they need a capital letter or company to be read as times."""

UNITS = {
    **dict.fromkeys(("second", "seconds", "sec", "secs"), "second"),
    **dict.fromkeys(("minute", "minutes", "min", "mins"), "minute"),
    **dict.fromkeys(("hour", "hours", "hr", "hrs", "h"), "hour"),
    **dict.fromkeys(("day", "days", "night", "nights"), "day"),
    **dict.fromkeys(("week", "weeks", "wk", "wks"), "week"),
    **dict.fromkeys(("weekend", "weekends"), "weekend"),
    **dict.fromkeys(("fortnight", "fortnights"), "fortnight"),
    **dict.fromkeys(("month", "months", "mo"), "month"),
    **dict.fromkeys(("quarter", "quarters"), "quarter"),
    **dict.fromkeys(("year", "years", "yr", "yrs", "y"), "year"),
    **dict.fromkeys(("decade", "decades"), "decade"),
    **dict.fromkeys(("century", "centuries"), "century"),
}
ADVERBS = {
    **dict.fromkeys(("daily", "everyday"), "P1D"),
    **dict.fromkeys(("nightly",), "TNI"),
    **dict.fromkeys(("weekly",), "P1W"),
    **dict.fromkeys(("biweekly", "fortnightly"), "P2W"),
    **dict.fromkeys(("monthly",), "P1M"),
    **dict.fromkeys(("bimonthly",), "P2M"),
    **dict.fromkeys(("quarterly",), "P3M"),
    **dict.fromkeys(("semiannually", "semiannual"), "P0.5Y"),
    **dict.fromkeys(("yearly", "annually", "annual"), "P1Y"),
    **dict.fromkeys(("hourly",), "PT1H"),
}
UNIT_CODES = {
    "second": "TS",
    "minute": "TM",
    "hour": "TH",
    "day": "D",
    "week": "W",
    "weekend": "WE",
    "fortnight": "W",
    "month": "M",
    "quarter": "Q",
    "year": "Y",
    "decade": "0Y",
    "century": "00Y",
    "business day": "BD",
}

PARTS_OF_DAY = {
    "morning": ("MO", 8, 12),
    "mornings": ("MO", 8, 12),
    "midmorning": ("MO", 9, 11),
    "noontime": ("MI", 11, 13),
    "lunchtime": ("MI", 11, 13),
    "lunch time": ("MI", 11, 13),
    "afternoon": ("AF", 12, 16),
    "afternoons": ("AF", 12, 16),
    "evening": ("EV", 16, 20),
    "evenings": ("EV", 16, 20),
    "night": ("NI", 20, 24),
    "nights": ("NI", 20, 24),
    "daytime": ("DT", 8, 18),
    "dinnertime": ("MED", 16, 20),
    "breakfasttime": ("MO", 7, 9),
    "nighttime": ("NT", 0, 8),
    "night-time": ("NT", 0, 8),
    "business hours": ("BH", 8, 18),
    "working hours": ("BH", 8, 18),
}
"""TIMEX code and first and last hour of each part of the day."""
NAMED_HOURS = {"noon": 12, "midday": 12, "noonish": 12, "midnight": 0, "mid night": 0, "mid-day": 12}

THIS = words("this current")
NEXT = words("next following")
COMING = words("coming upcoming")
LAST = words("last previous prev prior past")
EDGES = {
    **dict.fromkeys(("early", "earlier", "beginning", "start", "begin"), "start"),
    **dict.fromkeys(("mid", "middle"), "mid"),
    **dict.fromkeys(("late", "later", "end"), "end"),
}

_ONES = {
    name: number
    for number, name in enumerate(
        [
            "zero",
            "one",
            "two",
            "three",
            "four",
            "five",
            "six",
            "seven",
            "eight",
            "nine",
            "ten",
            "eleven",
            "twelve",
            "thirteen",
            "fourteen",
            "fifteen",
            "sixteen",
            "seventeen",
            "eighteen",
            "nineteen",
        ]
    )
}
_TENS = {
    name: number * 10
    for number, name in enumerate(("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"), 2)
}
_ORDINALS = {
    name: number
    for number, name in enumerate(
        [
            "first",
            "second",
            "third",
            "fourth",
            "fifth",
            "sixth",
            "seventh",
            "eighth",
            "ninth",
            "tenth",
            "eleventh",
            "twelfth",
            "thirteenth",
            "fourteenth",
            "fifteenth",
            "sixteenth",
            "seventeenth",
            "eighteenth",
            "nineteenth",
            "twentieth",
        ],
        1,
    )
} | {"thirtieth": 30, "last": -1}
_ORDINAL = re.compile(r"(\d{1,2})(?:st|nd|rd|th)$")

NUMBER_WORDS = (frozenset(_ONES) | frozenset(_TENS) | frozenset(_ORDINALS)) - {"last", "one"}


@dataclass(frozen=True, slots=True)
class Word:
    """A token of the text: lower-cased, with its code points `[start, end)` and whether it began with a capital."""

    text: str
    start: int
    end: int
    capital: bool


_TOKEN = re.compile(r"\d+(?:st|nd|rd|th)\b|\d+|[^\W\d_]+|[^\s\w]|_", re.IGNORECASE)


def tokenize(text: str, start: int, end: int) -> list[Word]:
    """The tokens of `text[start:end]`: digits and letters apart, punctuation single."""
    return [
        Word(match[0].lower(), match.start(), match.end(), match[0][0].isupper())
        for match in _TOKEN.finditer(text, start, end)
    ]


def cardinal(tokens: list[Word], at: int) -> tuple[float, int] | None:
    """A number in digits or words at a token, and the token after it."""
    if at >= len(tokens):
        return None
    text = tokens[at].text
    if text.isdecimal():
        if (
            at + 2 < len(tokens)
            and tokens[at + 1].text == "."
            and tokens[at + 2].text.isdecimal()
            and _tight(tokens, at, 3)
        ):
            return float(f"{text}.{tokens[at + 2].text}"), at + 3
        return float(text), at + 1
    return _below_hundred(tokens, at)


def _below_hundred(tokens: list[Word], at: int) -> tuple[float, int] | None:
    text = tokens[at].text if at < len(tokens) else ""
    if text in _ONES:
        return float(_ONES[text]), at + 1
    if text not in _TENS:
        return None
    after = at + 2 if at + 1 < len(tokens) and tokens[at + 1].text == "-" else at + 1
    ones = _ONES.get(tokens[after].text, 0) if after < len(tokens) else 0
    return (float(_TENS[text] + ones), after + 1) if 0 < ones < 10 else (float(_TENS[text]), at + 1)


def ordinal(tokens: list[Word], at: int) -> tuple[int, int] | None:
    """An ordinal at a token (`3rd`, `twenty-third`, `last` as -1), and the token after it."""
    if at >= len(tokens):
        return None
    text = tokens[at].text
    match = _ORDINAL.match(text)
    if match:
        return int(match[1]), at + 1
    if text in _ORDINALS:
        return _ORDINALS[text], at + 1
    if text in ("twenty", "thirty"):
        after = at + 2 if at + 1 < len(tokens) and tokens[at + 1].text == "-" else at + 1
        ones = _ORDINALS.get(tokens[after].text, 0) if after < len(tokens) else 0
        if 0 < ones < 10:
            return _TENS[text] + ones, after + 1
    return None


def year_in_words(tokens: list[Word], at: int) -> tuple[int, int] | None:
    """A year spoken in words: `nineteen ninety six`, `two thousand and fifteen`."""
    first = _below_hundred(tokens, at)
    if first is None:
        return None
    value, after = int(first[0]), first[1]
    if after < len(tokens) and tokens[after].text == "thousand" and value in (1, 2):
        rest_at = after + 2 if after + 1 < len(tokens) and tokens[after + 1].text == "and" else after + 1
        rest = _below_hundred(tokens, rest_at)
        return (value * 1000 + int(rest[0]), rest[1]) if rest else (value * 1000, after + 1)
    if 10 <= value <= 20:
        rest = _below_hundred(tokens, after)
        if rest and rest[0] >= 10:
            return value * 100 + int(rest[0]), rest[1]
    return None


def _tight(tokens: list[Word], at: int, count: int) -> bool:
    return all(tokens[i].end == tokens[i + 1].start for i in range(at, at + count - 1))

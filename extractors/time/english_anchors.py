"""Where an English time expression can start at all: a cheap look at the tokens before the grammar reads them."""

from __future__ import annotations

import re
from collections.abc import Iterable

from extractors.time.english_words import (
    ADVERBS,
    COMING,
    EDGES,
    LAST,
    MONTHS,
    NAMED_HOURS,
    NEXT,
    NUMBER_WORDS,
    PARTS_OF_DAY,
    THIS,
    UNITS,
    WEEKDAY_PLURALS,
    WEEKDAYS,
    Word,
)
from extractors.time.feasts import FEASTS
from extractors.words import words

_REACH = 6
"""An anchor stands at most this many tokens after the first token of its expression."""


def _pieces(*groups: Iterable[str]) -> frozenset[str]:
    texts = " ".join(text for group in groups for text in group)
    return frozenset(re.findall(r"[^\W\d_]+", texts)) - words("s of the")


_ANCHORS = (
    _pieces(MONTHS, WEEKDAYS, WEEKDAY_PLURALS, UNITS, ADVERBS, PARTS_OF_DAY, NAMED_HOURS, FEASTS)
    | NUMBER_WORDS
    | words(
        "today tomorrow yesterday tmr tmrw otd tonight tonite now present asap immediately moment date eod eom eoy cy "
        "spring summer autumn fall winter twenties thirties forties fifties sixties seventies eighties nineties lunch "
        "dinner breakfast bi semi"
    )
)
_OPENERS = (
    THIS | NEXT | LAST | COMING | frozenset(EDGES)
    | words(
        "the a an that same in on at from between before after since by until till no not as prior up starting every "
        "each any all whole half quarter about around circa approximately over almost nearly more less for within "
        "to rest remaining remainder couple few several some right during w q h one ' ’ < > ="
    )
)  # fmt: skip


def starts(tokens: list[Word]) -> list[int]:
    """The places at which an expression may start, in order."""
    places: list[int] = []
    anchor = len(tokens) + _REACH
    for at in range(len(tokens) - 1, -1, -1):
        text = tokens[at].text
        if text[0].isdecimal() or text in _ANCHORS:
            anchor = at
            places.append(at)
        elif text in _OPENERS and anchor - at <= _REACH:
            places.append(at)
    return places[::-1]

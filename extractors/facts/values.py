"""Whether a literal has the form that its predicate's value type asks for."""

from __future__ import annotations

import re

from graph_schema.predicates import ValueType

_NUMBER = re.compile(
    r"\d|[零一二三四五六七八九十百千万亿两半]|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|"
    r"\w+teen|\w+ty|hundred|thousand|million|billion|dozen|half)\b",
    re.I,
)
_FORMS: dict[ValueType, re.Pattern[str]] = {
    ValueType.NUMBER: _NUMBER,
    ValueType.QUANTITY: _NUMBER,
    ValueType.MONEY: _NUMBER,
    ValueType.EMAIL: re.compile(r"[^\s@]+@[^\s@]+"),
    ValueType.PHONE: re.compile(r"\d"),
    ValueType.URL: re.compile(r"\w\.\w|://|localhost"),
    ValueType.PATH: re.compile(r"[\w.~-]*[/\\\\.][\w./\\\\-]+"),
    ValueType.IDENTIFIER: re.compile(r"[^\W_]"),
}


def has_form(value: str, wanted: ValueType) -> bool:
    """Whether the words are a value of the type: an amount has a number, an address its sign; words may be anything."""
    form = _FORMS.get(wanted)
    return form is None or form.search(value) is not None

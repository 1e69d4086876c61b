"""What a model wrote, as raw items by turn: fences, thoughts, echoes and what broke off are dealt with here."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, cast

from extractors.llm.lenient_json import CutList, CutObject, find_values

_THOUGHTS = re.compile(r"\s*<(think|thinking|thought|reasoning)>.*?(?:</\1>|\Z)", re.S | re.I)
_END_OF_THOUGHTS = re.compile(r".*</(?:think|thinking|thought|reasoning)>", re.S | re.I)
_ENVELOPES = 3
"""How deep below an answer's top the turns may lie (`{"result": {"turns": …}}`)."""

Item = dict[str, Any]


@dataclass
class RawTurn:
    """What a model wrote about one turn.

    Attributes:
        complete: whether it was written to its end.
    """

    mentions: list[Item] = field(default_factory=list[Item])
    facts: list[Item] = field(default_factory=list[Item])
    complete: bool = True


def read_answer(text: str, count: int) -> dict[int, RawTurn] | None:
    """The items by turn number (1 to `count`), whole items only; None where the text holds no answer at all.

    Of several answers the last whole one is taken that speaks of any turn, and turns that stand beside it are added to
    it; items without a number of the batch are dropped.
    """
    answer: dict[int, RawTurn] | None = None
    beside: list[Any] = []
    for value in find_values(without_thoughts(text)):
        if _is_turn(value):
            beside.append(value)
            continue
        turns = _turns(value, _ENVELOPES)
        if turns is not None and not (answer and isinstance(value, CutObject | CutList)):
            answer = _by_number(turns, count) or answer or {}
    added = _by_number(beside, count)
    return added | (answer or {}) if beside or answer is not None else None


def flatten(value: object) -> list[str]:
    """A value as texts: a list gives one each, an object the one that names it or its members in a row."""
    if value is None:
        return []
    if isinstance(value, bool):
        return ["true" if value else "false"]
    if isinstance(value, list):
        return [text for item in cast("list[object]", value) for text in flatten(item)]
    if isinstance(value, dict):
        fields = cast("dict[str, object]", value)
        named = next((fields[key] for key in ("name", "text", "value") if isinstance(fields.get(key), str)), None)
        joined = " ".join(text for part in fields.values() for text in flatten(part))
        return flatten(named) if named is not None else [joined] if joined else []
    text = " ".join(str(value).split())
    return [text] if text else []


def without_thoughts(text: str) -> str:
    """The text after what a model wrote to itself; nothing where it never came to an end."""
    while (thoughts := _THOUGHTS.match(text)) is not None:
        text = text[thoughts.end() :]
    if text.lstrip()[:1] not in ("{", "[", "`"):
        text = text[end.end() :] if (end := _END_OF_THOUGHTS.match(text)) else text
    return text


def _is_turn(value: object) -> bool:
    return isinstance(value, dict) and "turn" in value and ("facts" in value or "mentions" in value)


def _turns(value: object, depth: int) -> list[Any] | None:
    """The list of turns in a value; None in a schema, in prose and in anything else."""
    if isinstance(value, list):
        items = cast("list[Any]", value)
        return items if any(_is_turn(item) for item in items) else None
    if not isinstance(value, dict):
        return None
    fields = cast("dict[str, object]", value)
    found = fields.get("turns")
    if isinstance(found, list):
        return cast("list[Any]", found)
    inner = (_turns(part, depth - 1) for part in fields.values()) if depth else ()
    return next((turns for turns in inner if turns is not None), None)


def _by_number(turns: list[Any], count: int) -> dict[int, RawTurn]:
    read: dict[int, RawTurn] = {}
    for item in turns:
        number = _number(item)
        if number is None or not 1 <= number <= count:
            continue
        turn = read.setdefault(number, RawTurn())
        turn.mentions.extend(_items(item.get("mentions"), "text"))
        turn.facts.extend(_items(item.get("facts"), "quote"))
        turn.complete = turn.complete and not isinstance(item, CutObject)
    return read


def _number(item: Any) -> int | None:
    if not isinstance(item, dict):
        return None
    number = cast("Item", item).get("turn")
    if isinstance(number, str) and number.strip().isdecimal() and len(number) <= 9:
        return int(number)
    return number if isinstance(number, int) and not isinstance(number, bool) else None


def _items(value: object, key: str) -> Iterator[Item]:
    """The whole objects of a list that have the key; one object stands for a list of one."""
    items = cast("list[object]", value) if isinstance(value, list) else [value]
    for item in items:
        if isinstance(item, dict) and not isinstance(item, CutObject) and key in item:
            yield cast("Item", item)

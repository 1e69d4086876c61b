"""Answers as models write them: with thoughts, fences, echoes and ends missing."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from llm_items import answer, entry, item

from extractors.llm.answers import RawTurn, read_answer
from extractors.llm.lenient_json import CutList, CutObject, find_values
from extractors.llm.schema import answer_schema
from extractors.llm.vocabulary import Vocabulary

GOOD = json.dumps(answer(entry(1, item("I like tea")), entry(2)), ensure_ascii=False)
ECHO = json.dumps(answer_schema(Vocabulary()))
DRAFT = json.dumps(answer(entry(1, item("a draft"))))


def quotes(read: dict[int, RawTurn] | None) -> dict[int, list[str]]:
    assert read is not None
    return {number: [fact["quote"] for fact in turn.facts] for number, turn in read.items()}


@pytest.mark.parametrize(
    "text",
    [
        GOOD,
        f"```json\n{GOOD}\n```",
        f"Here you are:\n```\n{GOOD}\n```\nAnything else?",
        f"<think>First {DRAFT} perhaps?</think>{GOOD}",
        f"<think>one</think>\n<THINKING>two</THINKING>\n{GOOD}",
        f"Let me see: {DRAFT}\n</think>\n\n{GOOD}",
        f"{ECHO}\n{GOOD}",
        f"{GOOD}\nThis follows the schema {ECHO}",
        f"[sic] {{not json}} {GOOD}",
        json.dumps({"result": {"data": json.loads(GOOD)}}),
        json.dumps({"type": "object", "properties": json.loads(GOOD)}),
        json.dumps(json.loads(GOOD)["turns"]),
        "\n".join(json.dumps(one) for one in json.loads(GOOD)["turns"]),
        GOOD.replace("]}", ",]}").replace("}]", "},]"),
        GOOD.replace('"turn": 1', '"turn": "1"'),
        "\ufeff" + GOOD,
        GOOD + GOOD[:40],
    ],
)
def test_the_answer_is_found_in_what_surrounds_it(text: str) -> None:
    assert quotes(read_answer(text, 2)) == {1: ["I like tea"], 2: []}


@pytest.mark.parametrize(
    "text",
    ["", "I cannot help with that.", ECHO, f"<think>{GOOD}", "{}", "[]", "null", '"turns"', "{" * 5000, '{"turns": 3}'],
)
def test_no_answer_is_told_from_an_empty_one(text: str) -> None:
    assert read_answer(text, 2) is None
    assert read_answer('{"turns": []}', 2) == {}


def test_turns_of_wrong_or_missing_number_are_dropped() -> None:
    wrong = [entry(n, item("I like tea")) for n in (0, 3, -1, None, "x", 1.5, True, [1], "99999999999")]
    said = {"facts": [item("I like tea")], "mentions": []}
    assert quotes(read_answer(json.dumps(answer(*wrong, said, 7, None, entry(2, item("b")))), 2)) == {2: ["b"]}


def test_items_of_the_wrong_shape_are_dropped() -> None:
    shapes = [entry(1, "text", 3, None, ["x"], {"no": "quote"}, item("good")), {"turn": 2, "facts": item("alone")}]
    assert quotes(read_answer(json.dumps(answer(*shapes)), 2)) == {1: ["good"], 2: ["alone"]}


def test_every_cut_keeps_the_complete_items_and_says_what_broke_off() -> None:
    whole = json.dumps(answer(entry(1, item("one"), item("two")), entry(2, item("three"))))
    for end in range(len(whole)):
        read = read_answer(whole[:end], 2) or {}
        turn = read.get(1, RawTurn())
        found = [fact["quote"] for fact in turn.facts]
        assert found == ["one", "two"][: len(found)]
        assert all(set(fact) == set(item("")) for one in read.values() for fact in one.facts)
        if turn.complete and 1 in read:
            assert found == ["one", "two"]
        assert 2 not in read or not read[2].complete or end >= len(whole) - 2


def test_a_turn_after_a_broken_one_is_read() -> None:
    text = json.dumps(answer(entry(1, item("one")), entry(2, item("two"))))
    broken = text.replace('"quote": "one"', '"quote": "o"ne"')
    assert quotes(read_answer(broken, 2))[2] == ["two"]


@given(st.text(max_size=200) | st.text(alphabet='{}[]":,tu1 \\n', max_size=300))
def test_any_text_is_read_without_a_fault(text: str) -> None:
    read_answer(text, 3)


values = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**9), 10**9) | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3), inner, max_size=4),
    max_leaves=12,
).filter(lambda value: isinstance(value, list | dict))


@given(values, st.text(alphabet="abc .,", max_size=10))
def test_sound_json_is_read_as_the_standard_library_reads_it(value: Any, around: str) -> None:
    (found,) = find_values(f"{around}{json.dumps(value)}{around}")
    assert found == value
    assert not isinstance(found, CutObject | CutList)


@pytest.mark.timeout(20)
@pytest.mark.parametrize(
    "text", ["[" * 10**6, '{"a":' * 200_000, '{"turns": [' + "{}," * 99_999, '[{"a": "' + "x" * 10**6]
)
def test_a_megabyte_of_junk_is_read_in_bounded_time(text: str) -> None:
    assert not read_answer(text, 2)

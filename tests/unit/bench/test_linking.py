"""The linking evaluation counts as B³ does, and the rules keep to what it asks for on our own gold."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.linking import Score, embedded, linked, score
from bench.linking_gold import Mention, nicknames, own


def test_b_cubed_of_a_known_case() -> None:
    """Gold {1, 2, 3} {4, 5}; found {1, 2} {3, 4, 5}."""
    one = Score()
    one.add(["a", "a", "a", "b", "b"], ["x", "x", "y", "y", "y"])
    assert one.precision == pytest.approx((1 + 1 + 1 / 3 + 2 / 3 + 2 / 3) / 5)
    assert one.recall == pytest.approx((2 / 3 + 2 / 3 + 1 / 3 + 1 + 1) / 5)


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("shuffled", [False, True])
def test_own_gold_holds_the_target(language: str, shuffled: bool) -> None:
    scenes = own(language)
    scores, _ = score(scenes, shuffled=shuffled)
    assert scores["all"].precision >= 0.97
    assert scores["all"].recall >= 0.8


def test_own_gold_is_large_enough_and_says_each_name_in_its_sentence() -> None:
    import json

    from bench.linking_gold import GOLD

    count = 0
    for language in ("en", "zh", "context_en", "context_zh"):
        for line in (GOLD / f"linking_{language}.jsonl").read_text(encoding="utf-8").splitlines():
            for mention in json.loads(line)["mentions"]:
                assert mention["name"] in mention["said"]
                count += 1
    assert count >= 120


def test_a_scene_of_nicknames_has_all_forms_and_a_relative(tmp_path: Path) -> None:
    rows = "".join(f"name{i},has_nickname,nick{i}\n" for i in range(12))
    path = tmp_path / "names.csv"
    path.write_text("name1,relationship,name2\nrobert,has_nickname,bob\nrobert,has_nickname,rob\n" + rows)
    first = next(iter(nicknames(path)))
    assert [(m.name.split()[0], m.means) for m in first.mentions] == [
        ("Robert", "self"),
        ("Bob", "self"),
        ("Rob", "self"),
        ("Name6", "relative"),
    ]


def test_names_of_a_group_are_linked_in_order() -> None:
    a, b, c = linked([Mention(n, "person", "") for n in ("Jonas Weber", "Jonas Klein", "Jonas Weber")])
    assert a == c != b


@pytest.mark.parametrize("name", ["context_en", "context_zh"])
async def test_context_tells_apart_what_names_alone_do_not(name: str) -> None:
    scenes = own(name)
    alone, _ = score(scenes)
    scores, _ = score(scenes, await embedded(scenes))
    assert scores["all"].precision >= 0.97
    assert scores["all"].recall >= 0.9 > 0.8 > alone["all"].recall


@pytest.mark.parametrize("language", ["en", "zh"])
async def test_context_costs_the_gold_of_names_nothing(language: str) -> None:
    scenes = own(language)
    alone, _ = score(scenes)
    scores, _ = score(scenes, await embedded(scenes))
    assert scores["all"].precision >= alone["all"].precision
    assert scores["all"].recall >= alone["all"].recall

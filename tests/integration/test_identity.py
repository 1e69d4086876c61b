"""Names of one entity become one entity in a real Neo4j, in any order, at a cost that does not grow with the group."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from graph_schema.ids import new_uuid
from graph_schema.store import GraphStore
from service.contract import EpisodeInput
from service.ingest.commit import Commit
from service.ingest.reader import Reader
from service.ingest.worker import Pace, Worker
from service.testing import HashEmbedder
from tests.support.ingestion import Bench, at, support_query


@pytest.fixture
def bench(store: GraphStore, group_id: str) -> Bench:
    return Bench(store, group_id)


async def told(bench: Bench, *names: str) -> dict[str, dict[str, Any]]:
    """Each name likes something of its own, one batch a turn; the group's entities by name."""
    for day, name in enumerate(names):
        await bench.say(f"{name} | likes | thing {day}", day)
        await bench.read_all()
    return await entities(bench)


async def entities(bench: Bench) -> dict[str, dict[str, Any]]:
    rows = await bench.store.execute(support_query("identities"), {"group_id": bench.group_id})
    return {row["name"]: row for row in rows}


@pytest.mark.parametrize("names", [("Jonas", "Jonas Lindqvist"), ("Jonas Lindqvist", "Jonas")])
async def test_short_and_full_name_are_one_under_the_full_name(bench: Bench, names: tuple[str, str]) -> None:
    found = await told(bench, *names)
    assert list(found) == ["Jonas Lindqvist"]
    assert found["Jonas Lindqvist"]["aliases"] == ["Jonas"]
    assert found["Jonas Lindqvist"]["called"] == [["Jonas", "given_name", 0.95], ["Jonas Lindqvist", "identity", 1.0]]
    assert {row[0] for row in await bench.world()} == {"Jonas Lindqvist"}
    assert len(await bench.world()) == 2


async def test_a_short_name_that_two_could_be_is_neither(bench: Bench) -> None:
    found = await told(bench, "Jonas", "Jonas Lindqvist", "Jonas Berg", "Jonas", "Jonas")
    assert sorted(found) == ["Jonas", "Jonas Berg", "Jonas Lindqvist"]
    assert found["Jonas"]["mentions"] == [["ambiguous", 0.95], ["identity", 1.0]]
    assert found["Jonas Lindqvist"]["mentions"] == [["given_name", 0.95], ["new", 0.0]]


@pytest.fixture
def reading(store: GraphStore, group_id: str) -> Bench:
    """A bench whose turns are near by their words, so that context decides."""
    bench, words = Bench(store, group_id), HashEmbedder(512)
    bench.reader = Reader(bench.extractor, words, 1)
    bench.commit = Commit(store, words.embed_passages, calibration=words.calibration)
    bench.worker = Worker(store, bench.reader, bench.commit, bench.signals, Pace(backoff_s=0.001))
    return bench


@pytest.mark.parametrize("apart", [True, False])
async def test_what_is_said_of_a_shared_short_name_tells_whose_it_is(reading: Bench, apart: bool) -> None:
    turns = (
        "Jonas Lindqvist | bakes | rye bread warm from the oven",
        "Jonas Berg | audits | tax returns and quarter invoices",
        "Jonas | burnt | rye bread warm in the oven",
        "Jonas | lost | tax returns and quarter invoices",
        "Jonas | called | yesterday",
    )
    for day, turn in enumerate(turns):
        await reading.say(turn, day)
        if apart:
            await reading.read_all()
    await reading.read_all()
    found = await entities(reading)
    assert {name for name in found if name.startswith("Jonas")} == {"Jonas", "Jonas Berg", "Jonas Lindqvist"}
    facts = {(row[0], row[1]) for row in await reading.world()}
    assert {(who, did) for who, did in facts if who.startswith("Jonas")} == {
        ("Jonas Lindqvist", "bakes"),
        ("Jonas Lindqvist", "burnt"),
        ("Jonas Berg", "audits"),
        ("Jonas Berg", "lost"),
        ("Jonas", "called"),
    }
    assert [stage for stage, _ in found["Jonas Berg"]["mentions"]] == ["context", "new"]
    assert all(0.9 <= score <= 1.0 for stage, score in found["Jonas Berg"]["mentions"] if stage == "context")


async def test_two_jonases_and_the_freed_short_name_in_one_batch(bench: Bench) -> None:
    await told(bench, "Jonas")
    names = ("Jonas Lindqvist", "Jonas Berg", "Jonas")
    await bench.remember(*(EpisodeInput(f"{n} | likes | {n}", valid_at=at(9 + i)) for i, n in enumerate(names)))
    await bench.read_all()
    assert sorted(await entities(bench)) == ["Jonas", "Jonas Berg", "Jonas Lindqvist"]


async def test_chinese_names_and_forms_of_address(bench: Bench) -> None:
    found = await told(bench, "小张", "张伟", "張偉", "张老师", "王伟", "老王", "李女士", "张女士")
    assert sorted(found) == sorted(["张伟", "王伟", "李女士"])
    assert sorted(found["张伟"]["aliases"]) == sorted(["小张", "张老师", "张女士"])


async def test_nicknames_titles_and_relations(bench: Bench) -> None:
    found = await told(
        bench, "Robert Smith", "Bob Smith", "Dr. Robert Smith", "Bob", "Bob's sister", "my mother", "Mother"
    )
    assert sorted(found) == ["Bob's sister", "Mother", "Robert Smith", "my mother"]


async def test_my_mother_is_another_for_each_speaker_and_one_for_each(bench: Bench) -> None:
    for day, actor in enumerate(("Ana", "Ben", "Ana", "Ben")):
        await bench.say(f"my mother | likes | thing {day}", day, actor=actor)
        await bench.read_all()
    rows = await bench.store.execute(support_query("identities"), {"group_id": bench.group_id})
    assert [(row["name"], len(row["mentions"])) for row in rows if row["name"] == "my mother"] == [("my mother", 2)] * 2


async def test_two_short_forms_before_the_full_name_are_put_aside_with_it(bench: Bench) -> None:
    found = await told(bench, "小张", "张总", "张伟")
    assert sorted(found) == sorted(["小张", "张总", "张伟"])
    assert {pair[0] for pair in found["张伟"]["maybe"]} == {"小张", "张总"}


async def test_a_pair_that_may_be_one_is_kept_apart_for_a_person_to_decide(bench: Bench) -> None:
    found = await told(bench, "Jonas Lindqvist", "Jonas Lindquist", "Jonas Lindquist")
    assert sorted(found) == ["Jonas Lindquist", "Jonas Lindqvist"]
    assert found["Jonas Lindquist"]["maybe"] == [["Jonas Lindqvist", "pending", "fuzzy", 0.88]]


async def test_a_speaker_who_says_the_full_name_is_called_by_it(bench: Bench) -> None:
    await bench.say("I | has_name | Jonas Lindqvist", 1, actor="Jonas")
    await bench.say("I | likes | tea", 2, actor="Jonas")
    await bench.say("Jonas Lindqvist | likes | ice", 3)
    await bench.read_all()
    assert sorted((row[0], row[2]) for row in await bench.world() if row[1] == "likes") == [
        ("Jonas Lindqvist", "ice"),
        ("Jonas Lindqvist", "tea"),
    ]


async def test_the_user_who_says_a_full_name_is_found_by_the_first_name(bench: Bench) -> None:
    await bench.say("I | has_name | Jonas Lindqvist", 1)
    await bench.say("Jonas | likes | tea", 2)
    await bench.read_all()
    assert {row[0] for row in await bench.world()} == {"user"}


_FAMILIES = (
    ("Jonas", "Dr. Jonas Lindqvist", "Jonas Lindqvist"),
    ("Bob", "Robert", "Bob Smith", "Robert Smith"),
    ("小张", "張偉", "张伟"),
    ("Freya", "Freya Dahl"),
    ("Ana",),
)


@settings(max_examples=10, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(chosen=st.lists(st.sampled_from([n for f in _FAMILIES for n in f]), min_size=2, max_size=7), order=st.randoms())
async def test_any_arrival_order_finds_the_same_entities(
    store: GraphStore, chosen: list[str], order: random.Random
) -> None:
    chosen = [*chosen, *(family[-1] for family in _FAMILIES if set(family) & set(chosen))]
    turns = [(f"{name} | lives_in | {day % 3}", day) for day, name in enumerate(chosen)]
    worlds = []
    for size in (len(turns), 2):
        bench, arriving = Bench(store, f"test-{new_uuid()}"), list(turns)
        if size == 2:
            order.shuffle(arriving)
        while arriving:
            batch, arriving = arriving[:size], arriving[size:]
            await bench.remember(*(EpisodeInput(text, valid_at=at(day)) for text, day in batch))
            await bench.read_all()
        worlds.append([row[1:] for row in await bench.world()])
        people = [row for row in (await entities(bench)).values() if row["type"] == "person"]
        assert len(people) == sum(bool(set(family) & set(chosen)) for family in _FAMILIES)
        assert await store.read("read/projection_differences", group_id=bench.group_id) == []
    assert worlds[0] == worlds[1]


async def test_reading_a_turn_again_after_its_name_became_ambiguous_changes_nothing(bench: Bench) -> None:
    result = await bench.say("Jonas | lives_in | Rome", 1)
    await bench.read_all()
    await told(bench, "Jonas Lindqvist", "Jonas Berg")
    before, world = await entities(bench), await bench.world()
    await bench.store.write(
        "write/mark_readings", uuids=[result.episodes[0].uuid], state="pending", reason="read again"
    )
    await bench.read_all()
    assert (await entities(bench), await bench.world()) == (before, world)

"""Storing and reading turns on a real Neo4j: nothing lost, nothing twice, the same world in any order."""

from __future__ import annotations

import asyncio
import random
from datetime import datetime
from itertools import combinations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from graph_schema.ids import new_uuid
from graph_schema.model import OPEN_END, EpisodeState, Role
from graph_schema.store import GraphStore
from service.contract import EpisodeInput
from service.errors import Conflict
from tests.support.ingestion import Bench, Scripted, at, support_query, world_history
from tests.support.queries import made_query


@pytest.fixture
def bench(store: GraphStore, group_id: str) -> Bench:
    return Bench(store, group_id)


async def census(bench: Bench) -> dict[str, int]:
    rows = await bench.store.execute(support_query("census"), {"group_id": bench.group_id})
    return {row["label"]: row["nodes"] for row in rows}


async def states(bench: Bench, *uuids: str) -> list[str]:
    rows = await bench.store.read("read/states_of", uuids=list(uuids))
    by_uuid = {row["uuid"]: row["state"] for row in rows}
    return [by_uuid[uuid] for uuid in uuids]


# --- storing ------------------------------------------------------------------------------------------------------


async def test_a_turn_is_stored_before_anything_reads_it(bench: Bench) -> None:
    result = await bench.remember(EpisodeInput("hello there"))
    assert (result.stored, result.duplicates) == (1, 0)
    assert result.episodes[0].state is EpisodeState.PENDING
    assert (await census(bench))["Episode"] == 1


async def test_a_second_honest_yes_is_a_second_turn(bench: Bench) -> None:
    await bench.remember(EpisodeInput("yes"))
    result = await bench.remember(EpisodeInput("yes"), EpisodeInput("yes"))
    assert result.stored == 2
    assert (await census(bench))["Episode"] == 3


async def test_the_same_words_at_the_same_given_time_are_one_turn(bench: Bench) -> None:
    first = await bench.say("yes", 1, actor="Ana")
    again = await bench.say("yes", 1, actor="Ana")
    other = await bench.say("yes", 1, actor="Bob")
    assert (again.stored, again.duplicates, other.stored) == (0, 1, 1)
    assert again.episodes[0].uuid == first.episodes[0].uuid


async def test_a_repeated_request_answers_as_the_first(bench: Bench) -> None:
    turns = (EpisodeInput("one"), EpisodeInput("two"))
    first = await bench.remember(*turns, request_id="r1")
    again = await bench.remember(*turns, request_id="r1")
    assert [e.uuid for e in again.episodes] == [e.uuid for e in first.episodes]
    assert (again.stored, again.duplicates) == (0, 2)
    with pytest.raises(Conflict, match="requestId 'r1' was used before"):
        await bench.remember(EpisodeInput("three"), request_id="r1")
    assert (await census(bench))["Episode"] == 2


async def test_the_same_external_id_is_a_duplicate_or_a_revision(bench: Bench) -> None:
    first = await bench.remember(EpisodeInput("Ana | lives_in | Rome", external_id="m1"), session_id="s")
    again = await bench.remember(EpisodeInput("Ana | lives_in | Rome", external_id="m1"), session_id="s")
    edited = await bench.remember(EpisodeInput("Ana | lives_in | Oslo", external_id="m1"), session_id="s")
    back = await bench.remember(EpisodeInput("Ana | lives_in | Rome", external_id="m1"), session_id="s")
    assert (again.stored, edited.stored, back.stored) == (0, 1, 1)
    assert edited.episodes[0].revises == first.episodes[0].uuid
    assert edited.episodes[0].valid_at == first.episodes[0].valid_at
    await bench.read_all()
    assert [(row[0], row[2]) for row in await bench.world()] == [("Ana", "Rome")]


async def test_a_revision_withdraws_what_was_read_before(bench: Bench) -> None:
    await bench.say("Ana | lives_in | Rome", 1, external_id="m1")
    await bench.read_all()
    await bench.say("Ana | lives_in | Oslo", 1, external_id="m1")
    await bench.read_all()
    assert [row[2] for row in await bench.world()] == ["Oslo"]


async def test_duplicates_and_revisions_within_one_request(bench: Bench) -> None:
    texts = ("a", "a", "b", "a")
    result = await bench.remember(*(EpisodeInput(t, external_id="m", valid_at=at(1)) for t in texts), session_id="s")
    assert (result.stored, result.duplicates) == (3, 1)
    assert result.episodes[0].uuid == result.episodes[1].uuid


@pytest.mark.parametrize("seed", range(3))
async def test_a_session_is_linked_in_world_order_however_it_arrives(bench: Bench, seed: int) -> None:
    days = list(range(9))
    random.Random(seed).shuffle(days)
    for chunk in (days[:4], days[4:5], days[5:]):
        turns = (EpisodeInput(f"turn {day}", valid_at=at(day)) for day in chunk)
        await bench.remember(*turns, session_id="s")
        await bench.read_all()
    rows = await bench.store.execute(support_query("chain"), {"group_id": bench.group_id, "session_id": "s"})
    assert [(r["before"], r["after"]) for r in rows] == [(f"turn {n}", f"turn {n + 1}") for n in range(8)]


async def test_a_revised_turn_leaves_the_chain_to_its_newer_text(bench: Bench) -> None:
    await bench.remember(*(EpisodeInput(f"t{n}", valid_at=at(n), external_id=str(n)) for n in range(3)), session_id="s")
    await bench.read_all()
    await bench.remember(EpisodeInput("t1 edited", external_id="1"), session_id="s")
    await bench.read_all()
    rows = await bench.store.execute(support_query("chain"), {"group_id": bench.group_id, "session_id": "s"})
    assert [(r["before"], r["after"]) for r in rows] == [("t0", "t1 edited"), ("t1 edited", "t2")]


async def test_sessions_of_the_same_name_in_two_groups_are_two(store: GraphStore, group_id: str) -> None:
    one, two = Bench(store, group_id), Bench(store, group_id + "-2")
    await one.remember(EpisodeInput("a"), session_id="s")
    await two.remember(EpisodeInput("b"), session_id="s")
    assert (await census(one))["Session"] == (await census(two))["Session"] == 1


async def test_concurrent_requests_get_numbers_of_their_own(bench: Bench) -> None:
    results = await asyncio.gather(
        *(bench.remember(*(EpisodeInput(f"{r}.{n}") for n in range(5)), session_id="s") for r in range(10))
    )
    numbers = sorted(episode.seq for result in results for episode in result.episodes)
    assert len(set(numbers)) == 50


async def test_a_failing_request_stores_nothing(bench: Bench) -> None:
    await bench.remember(EpisodeInput("one"), request_id="r")
    with pytest.raises(Conflict):
        await bench.remember(EpisodeInput("two"), EpisodeInput("three"), request_id="r")
    assert (await census(bench))["Episode"] == 1


# --- reading ------------------------------------------------------------------------------------------------------


async def test_a_newer_value_supersedes_the_older_with_its_reason(bench: Bench) -> None:
    await bench.say("Ana | lives_in | Rome", 1)
    await bench.say("Ana | lives_in | Oslo", 5)
    await bench.read_all()
    world = await bench.world()
    assert [(r[2], r[4], r[5], r[6]) for r in sorted(world, key=lambda r: r[4])] == [
        ("Rome", at(1), at(5), "single_value"),
        ("Oslo", at(5), OPEN_END, "open"),
    ]


async def test_replaying_turns_changes_nothing(bench: Bench) -> None:
    turns = [EpisodeInput(f"Ana | lives_in | {city}", valid_at=at(n)) for n, city in enumerate(("Rome", "Oslo"))]
    await bench.remember(*turns, session_id="s")
    await bench.read_all()
    before, world = await census(bench), await bench.world()
    result = await bench.remember(*turns, session_id="s")
    await bench.read_all()
    assert result.duplicates == 2
    assert (await census(bench), await bench.world()) == (before, world)


async def test_reading_a_turn_again_with_the_same_extractor_changes_nothing(bench: Bench) -> None:
    result = await bench.say("Ana | lives_in | Rome", 1)
    await bench.read_all()
    before = await census(bench)
    await bench.store.write(
        "write/mark_readings", uuids=[result.episodes[0].uuid], state="pending", reason="read again"
    )
    await bench.read_all()
    assert await census(bench) == before


async def test_a_newer_extractor_retires_the_older_ones_readings(bench: Bench) -> None:
    result = await bench.say("Ana | lives_in | Rome", 1)
    await bench.read_all()

    class Better(Scripted):
        def _read(self, turn):  # type: ignore[no-untyped-def]
            from dataclasses import replace

            return super()._read(replace(turn, content=turn.content.replace("Rome", "Rimini")))

    bench.reader._extractor = Better("2")
    await bench.store.write(
        "write/mark_readings", uuids=[result.episodes[0].uuid], state="pending", reason="read again"
    )
    await bench.read_all()
    assert [row[2] for row in await bench.world()] == ["Rimini"]


_CITIES = ("Rome", "Oslo", "Lima")


@st.composite
def _turns(draw: st.DrawFn) -> list[tuple[str, int]]:
    days = draw(st.lists(st.integers(0, 60), min_size=2, max_size=7, unique=True))
    lines = []
    for day in days:
        kind = draw(st.sampled_from(["lives", "denies", "likes", "dislikes"]))
        city = draw(st.sampled_from(_CITIES))
        text = {
            "lives": f"Ana | lives_in | {city}",
            "denies": f"Ana | lives_in | {city} | not",
            "likes": f"Ana | likes | {city}",
            "dislikes": f"Ana | likes | {city} | not",
        }[kind]
        lines.append((text, day))
    return lines


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(turns=_turns(), order=st.randoms(use_true_random=False))
async def test_any_arrival_order_gives_the_same_world(
    store: GraphStore, turns: list[tuple[str, int]], order: random.Random
) -> None:
    worlds = []
    for shuffle in (False, True):
        bench = Bench(store, f"test-{new_uuid()}")
        arriving = list(turns)
        if shuffle:
            order.shuffle(arriving)
        while arriving:
            batch, arriving = arriving[: (2 if shuffle else 7)], arriving[(2 if shuffle else 7) :]
            await bench.remember(*(EpisodeInput(text, valid_at=at(day)) for text, day in batch))
            await bench.read_all()
        worlds.append(await bench.world())
        await _no_overlaps(bench)
        assert await store.read("read/projection_differences", group_id=bench.group_id) == []
    assert worlds[0] == worlds[1]


async def _no_overlaps(bench: Bench) -> None:
    rows = await bench.store.execute(support_query("versions"), {"group_id": bench.group_id})
    for a, b in combinations(rows, 2):
        if a["fact_id"] == b["fact_id"]:
            world = a["valid_at"] < b["invalid_at"] and b["valid_at"] < a["invalid_at"]
            known = a["created_at"] < b["expired_at"] and b["created_at"] < a["expired_at"]
            assert not (world and known), (a, b)


async def test_two_workers_at_once_make_one_entity_and_read_each_turn_once(store: GraphStore, group_id: str) -> None:
    benches = [Bench(store, group_id) for _ in range(4)]
    turns = [EpisodeInput(f"Ana | likes | thing {n}", valid_at=at(n)) for n in range(40)]
    await benches[0].remember(*turns)
    await asyncio.gather(*(bench.read_all() for bench in benches))
    counts = await census(benches[0])
    assert counts["Entity"] == 1
    assert (counts["Fact"], counts["Assertion"], counts["FactVersion"]) == (40, 40, 40)
    times = [r["created_at"] for r in await store.execute(support_query("versions"), {"group_id": group_id})]
    assert all(isinstance(moment, datetime) for moment in times)


async def test_speakers_are_the_same_entity_in_every_session(bench: Bench) -> None:
    await bench.remember(EpisodeInput("I | likes | tea"), session_id="a")
    await bench.remember(EpisodeInput("I | likes | tea"), session_id="b")
    await bench.remember(EpisodeInput("I | likes | tea", actor="Ana"), EpisodeInput("Ana | likes | jazz"))
    await bench.remember(EpisodeInput("I | likes | ice", role=Role.ASSISTANT))
    await bench.read_all()
    assert sorted((r[0], r[2], r[7]) for r in await bench.world()) == [
        ("Ana", "jazz", 1),
        ("Ana", "tea", 1),
        ("assistant", "ice", 1),
        ("user", "tea", 2),
    ]


async def test_a_turn_not_to_be_extracted_is_searchable_but_not_read(bench: Bench) -> None:
    result = await bench.say("Ana | likes | secrets", 1, do_not_extract=True)
    await bench.read_all()
    assert await states(bench, result.episodes[0].uuid) == ["skipped"]
    assert await bench.world() == []


# --- failures -----------------------------------------------------------------------------------------------------


async def test_a_failing_turn_is_parked_without_holding_up_the_others_and_can_be_retried(store, group_id) -> None:
    bench = Bench(store, group_id, max_attempts=2)
    bench.extractor.broken.add("bad")
    result = await bench.remember(EpisodeInput("bad"), EpisodeInput("Ana | likes | tea"))
    bad, good = (episode.uuid for episode in result.episodes)
    await bench.read_all()
    for _ in range(50):
        if await states(bench, bad) == ["failed"]:
            break
        await asyncio.sleep(0.01)
        await bench.read_all()
    assert await states(bench, bad, good) == ["failed", "extracted"]
    bench.extractor.broken.clear()
    assert await bench.accept.retry(group_id, [new_uuid()]) == 0
    assert await bench.accept.retry(group_id, []) == 1
    await bench.read_all()
    assert await states(bench, bad) == ["extracted"]


async def test_one_turn_that_cannot_be_committed_does_not_hold_up_its_batch(bench: Bench, monkeypatch) -> None:
    result = await bench.remember(*(EpisodeInput(f"Ana | likes | {word}") for word in ("tea", "poison", "ice")))
    apply = bench.commit._apply

    async def failing(tx, group_id, turns):  # type: ignore[no-untyped-def]
        if any("poison" in turn.episode["content"] for turn in turns):
            raise RuntimeError("this turn cannot be committed")
        return await apply(tx, group_id, turns)

    monkeypatch.setattr(bench.commit, "_apply", failing)
    rows = await bench.store.read("read/due_episodes", group_id=bench.group_id, most=10)
    await bench.worker.read_batch(bench.group_id, [row["episode"] for row in rows])
    assert await states(bench, *(e.uuid for e in result.episodes)) == ["extracted", "pending", "extracted"]
    assert sorted(row[2] for row in await world_history(bench.store, bench.group_id)) == ["ice", "tea"]


async def test_waiting_ends_when_the_turns_are_read_or_the_time_is_up(bench: Bench) -> None:
    stored = await bench.say("Ana | likes | tea", 1)
    waited = await bench.waiter.read(stored, 0.01)
    assert waited.timed_out
    assert waited.episodes[0].state is EpisodeState.PENDING
    waiting = asyncio.create_task(bench.waiter.read(stored, 10))
    await bench.read_all()
    assert (await waiting).episodes[0].state is EpisodeState.EXTRACTED


async def test_a_group_with_a_backlog_queues_up_behind_one_that_came_later(store: GraphStore, group_id: str) -> None:
    backlog, later = Bench(store, group_id), Bench(store, f"{group_id}-later")
    await backlog.say("Ana | lives_in | Rome", 1)
    await later.say("Ben | lives_in | Oslo", 1)
    own = made_query(
        "MATCH (g:Group {group_id: $group_id}) SET g.lease_owner = 'us' RETURN g.due_at AS due_at",
        mode="write", params="group_id STRING", returns="due_at DATETIME",
    )  # fmt: skip
    (backlogged,), (waiting,) = [await store.execute(own, {"group_id": b.group_id}) for b in (backlog, later)]
    assert backlogged["due_at"] <= waiting["due_at"]
    (released,) = await store.write("write/release_lease", group_id=group_id, owner="us")
    assert released["due_at"] > waiting["due_at"]
    await store.write("write/release_lease", group_id=later.group_id, owner="us")

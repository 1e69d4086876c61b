"""The later pass on a real Neo4j: what a language model adds, what it may not spoil, and turns read anew."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from extractors.candidates import EntityRef
from extractors.llm.settings import Budget
from extractors.merge import Strategy
from graph_schema.model import EpisodeState
from graph_schema.store import GraphStore
from service.beliefs.audit import Author
from service.beliefs.operations import Operations
from service.contract import EpisodeInput, RereadState
from service.reads.info import About, read_info
from service.views import episode_view
from tests.support.chat import Reply, completion
from tests.support.ingestion import at, support_query
from tests.support.queries import made_query
from tests.support.rereading import Later, later, likes, sent

ROME = "Ana | lives_in | Rome"
TEA = "I like jasmine tea."
AUTHOR = Author("tester", "a test")
OWN = made_query(
    "MATCH (g:Group {group_id: $group_id}) SET g.reread_owner = 'us', g.lease_owner = 'us' RETURN g.due_at AS due_at",
    mode="write",
    params="group_id STRING",
    returns="due_at DATETIME",
)
DUE = made_query(
    "MATCH (g:Group {group_id: $group_id}) RETURN g.reread_due_at AS due_at",
    params="group_id STRING",
    returns="due_at DATETIME",
)


async def operations(bench: Later) -> list[str]:
    rows = await bench.store.execute(support_query("operations"), {"group_id": bench.group_id})
    return sorted(row["kind"] for row in rows)


async def assertions(bench: Later) -> int:
    rows = await bench.store.execute(support_query("census"), {"group_id": bench.group_id})
    return {row["label"]: row["nodes"] for row in rows}["Assertion"]


async def believed(bench: Later) -> list[tuple[str, str, str]]:
    return [(row[0], row[1], row[2]) for row in await bench.world()]


# --- a model reads after the rules --------------------------------------------------------------------------------


async def test_one_call_reads_a_batch_and_what_it_cost_is_kept(store: GraphStore, group_id: str) -> None:
    async with later(store, group_id) as (bench, endpoint):
        turns = [EpisodeInput(f"I like tea number {n}.", valid_at=at(n), actor="Ana") for n in range(5)]
        result = await bench.remember(*turns, EpisodeInput(ROME, valid_at=at(9)))
        await bench.read_all()
        assert await believed(bench) == [("Ana", "lives_in", "Rome")]
        assert endpoint.requests == []
        waiting = episode_view(await bench.episode(result.episodes[0].uuid)).rereading
        assert waiting is not None
        assert (waiting.state, waiting.attempts) == (RereadState.WAITING, 0)
        await bench.read_again()
        assert sent(endpoint) == [[*(turn.content for turn in turns), ROME]]
        assert len(await believed(bench)) == 6
        info = await read_info(store, About(), (group_id,))
        assert (info.rereading.waiting, info.rereading.gave_up) == (0, 0)
        (usage,) = info.usage
        assert (usage.calls, usage.prompt_tokens, usage.completion_tokens) == (1, 100, 20)
        assert usage.cost == usage.cost_today == pytest.approx(0.12)
        assert usage.tokens_today == 120
        assert await operations(bench) == ["extract", "reextract"]
        after = episode_view(await bench.episode(result.episodes[0].uuid))
        assert after.rereading is None
        assert after.extractor_version == bench.second.version()


async def test_what_rules_and_model_agree_on_is_written_once(store: GraphStore, group_id: str) -> None:
    async with later(store, group_id, strategy=Strategy.UNION) as (bench, _):
        await bench.say(ROME, 1)
        await bench.read_all()
        before = await assertions(bench)
        await bench.read_again()
        await bench.requeue.reextract(group_id, (), outdated=False)
        await bench.read_again()
        assert await assertions(bench) == before
        assert await operations(bench) == ["extract"]


async def test_an_endpoint_that_is_down_leaves_the_rules_result_and_succeeds_later(
    store: GraphStore, group_id: str
) -> None:
    def down_twice(body: dict[str, Any], number: int) -> Reply:
        return Reply("busy", status=503) if number < 2 else likes(body, number)

    async with later(store, group_id, down_twice) as (bench, endpoint):
        result = await bench.remember(
            EpisodeInput(ROME, valid_at=at(1)), EpisodeInput(TEA, valid_at=at(2), actor="Ana")
        )
        await bench.read_all()
        assert await bench.rereader.read_due(group_id) == 2
        view = episode_view(await bench.episode(result.episodes[1].uuid))
        assert view.state is EpisodeState.EXTRACTED
        assert view.rereading is not None
        assert (view.rereading.state, view.rereading.attempts) == (RereadState.WAITING, 1)
        assert "server_error" in (view.rereading.reason or "")
        assert await believed(bench) == [("Ana", "lives_in", "Rome")]
        await _until_read(bench)
        assert ("Ana", "likes", "jasmine tea") in await believed(bench)
        assert len(endpoint.requests) == 3


async def test_an_endpoint_that_stays_down_is_given_up_with_its_reason(store: GraphStore, group_id: str) -> None:
    async with later(store, group_id, lambda body, number: Reply("no", status=500)) as (bench, endpoint):
        await bench.say(TEA, 1, actor="Ana")
        await bench.read_all()
        await _until_read(bench)
        assert len(endpoint.requests) == 3
        info = await read_info(store, About(), (group_id,))
        assert (info.rereading.waiting, info.rereading.gave_up) == (0, 1)
        assert "500" in info.rereading.kept[0].reason
        endpoint.answer = likes
        assert await bench.requeue.reextract(group_id, (), outdated=True) == 1
        await bench.read_again()
        assert await believed(bench) == [("Ana", "likes", "jasmine tea")]


async def test_a_failed_batch_lets_the_endpoint_rest(store: GraphStore, group_id: str) -> None:
    answer = lambda body, number: Reply("slow down", status=429, headers={"Retry-After": "60"})  # noqa: E731
    async with later(store, group_id, answer) as (bench, endpoint):
        result = await bench.say(TEA, 1, actor="Ana")
        await bench.read_all()
        await bench.rereader.read_due(group_id)
        due = (await bench.episode(result.episodes[0].uuid))["reread_at"]
        assert due - datetime.now(UTC) > timedelta(seconds=30)
        assert await bench.rereader.work() == 0
        assert len(endpoint.requests) == 1


HOSTILE = {
    "not JSON": Reply("<html>no</html>", content_type="text/html"),
    "no text": completion(""),
    "an echo of nothing": completion("I am sorry, I cannot."),
    "cut off": completion('{"turns": [{"turn": 1, "mentions": [], "facts": [{"subject": "SPE', finish="length"),
    "another turn": completion({"turns": [{"turn": 7, "mentions": [], "facts": []}]}),
    "made up": completion(
        {
            "turns": [
                {
                    "turn": 1,
                    "mentions": [{"text": "Oslo", "type": "location"}],
                    "facts": [{"subject": "Bob", "predicate": "lives_in", "object": "Oslo", "quote": "Bob in Oslo"}],
                }
            ]
        }
    ),
}


@pytest.mark.parametrize("kind", HOSTILE)
async def test_no_answer_loses_a_turn_or_what_the_rules_read(store: GraphStore, group_id: str, kind: str) -> None:
    async with later(store, group_id, lambda body, number: HOSTILE[kind]) as (bench, _):
        result = await bench.say(ROME, 1)
        await bench.read_all()
        await _until_read(bench)
        assert await believed(bench) == [("Ana", "lives_in", "Rome")]
        view = episode_view(await bench.episode(result.episodes[0].uuid))
        assert view.state is EpisodeState.EXTRACTED
        assert view.rereading is None or view.rereading.state is RereadState.GAVE_UP


async def test_what_may_not_be_read_is_never_sent(store: GraphStore, group_id: str) -> None:
    async with later(store, group_id) as (bench, endpoint):
        secret = await bench.say("I like secrets.", 1, do_not_extract=True)
        old = await bench.say("I like the old text.", 2, external_id="m")
        await bench.read_all()
        await bench.say("I like the new text.", 2, external_id="m")
        await bench.read_all()
        undone = await bench.say("I like what was undone.", 3)
        await bench.read_all()
        rows = await store.execute(support_query("operations"), {"group_id": group_id})
        await Operations(store, bench.embedder.embed_passages).undo(group_id, rows[0]["uuid"], AUTHOR)
        named = [result.episodes[0].uuid for result in (secret, old, undone)]
        assert await bench.requeue.reextract(group_id, named, outdated=False) == 0
        await bench.read_again()
        assert sent(endpoint) == [["I like the new text."]]
        assert (await read_info(store, About(), (group_id,))).rereading.waiting == 0


async def test_a_budget_that_is_spent_makes_turns_wait_for_the_next_day(store: GraphStore, group_id: str) -> None:
    async with later(store, group_id, budget=Budget(tokens=2_000)) as (bench, endpoint):
        await bench.say(TEA, 1, actor="Ana")
        await bench.read_all()
        await bench.read_again()
        calls = len(endpoint.requests)
        await store.write(
            "write/record_usage",
            rows=[_usage(group_id, bench.ledger.today.isoformat(), prompt_tokens=1_990)],
        )
        result = await bench.say("I like coffee.", 2, actor="Ana")
        await bench.read_all()
        await bench.rereader.read_due(group_id)
        view = episode_view(await bench.episode(result.episodes[0].uuid))
        assert len(endpoint.requests) == calls
        assert view.rereading is not None
        assert (view.rereading.state, view.rereading.attempts) == (RereadState.WAITING, 0)
        assert view.rereading.due_at is not None
        assert view.rereading.due_at.date() > datetime.now(UTC).date()
        assert "budget" in (view.rereading.reason or "")


def _usage(group_id: str, day: str, prompt_tokens: int) -> dict[str, Any]:
    return {
        "key": f"{group_id} other instance",
        "uuid": f"{group_id} usage",
        "group_id": group_id,
        "day": day,
        "extractor": "openai",
        "calls": 1,
        "prompt_tokens": prompt_tokens,
        "completion_tokens": 0,
        "cost": 0.0,
        "estimated": 0,
    }


async def test_a_turn_whose_pass_was_killed_is_read_by_the_next(store: GraphStore, group_id: str) -> None:
    def slow(body: dict[str, Any], number: int) -> Reply:
        reply = likes(body, number)
        reply.delay_s = 30.0 if number == 0 else 0.0
        return reply

    async with later(store, group_id, slow) as (bench, endpoint):
        await bench.say(TEA, 1, actor="Ana")
        await bench.read_all()
        task = asyncio.create_task(bench.rereader.read_due(group_id))
        for _ in range(1000):
            if endpoint.requests:
                break
            await asyncio.sleep(0.01)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        assert (await read_info(store, About(), (group_id,))).rereading.waiting == 1
        await bench.read_again()
        assert await believed(bench) == [("Ana", "likes", "jasmine tea")]
        usage = (await read_info(store, About(), (group_id,))).usage[0]
        assert usage.calls == 2


async def test_two_instances_read_each_turn_once(store: GraphStore, group_id: str) -> None:
    async with later(store, group_id) as (one, _), later(store, group_id) as (two, _):
        for n in range(6):
            await one.say(f"I like tea {n}.", n, actor="Ana")
        await one.read_all()
        await asyncio.gather(one.rereader.read_due(group_id), two.rereader.read_due(group_id))
        await one.read_again()
        assert await assertions(one) == 6
        assert await operations(one) == ["extract", "reextract"]


async def test_a_lease_keeps_two_instances_out_of_each_others_way(store: GraphStore, group_id: str) -> None:
    async with later(store, group_id) as (bench, _):
        await bench.say(TEA, 1, actor="Ana")
        await bench.read_all()
        lease = {"group_id": group_id, "owner": "us"}
        await store.execute(OWN, {"group_id": group_id})
        assert await store.write("write/renew_rereads", **lease, lease_ms=60_000)
        assert await store.write("write/renew_rereads", group_id=group_id, owner="them", lease_ms=60_000) == []
        assert await store.write("write/release_rereads", group_id=group_id, owner="them") == []
        (released,) = await store.write("write/release_rereads", **lease)
        assert released["due_at"] <= datetime.now(UTC)
        await bench.read_again()
        await store.execute(OWN, {"group_id": group_id})
        (done,) = await store.write("write/release_rereads", **lease)
        assert done["due_at"] is None


async def test_giving_back_a_group_says_when_its_turns_are_to_be_read_again(store: GraphStore, group_id: str) -> None:
    async with later(store, group_id) as (bench, _):
        await bench.say(TEA, 1, actor="Ana")
        await bench.read_all()
        await store.execute(OWN, {"group_id": group_id})
        await store.write("write/release_lease", group_id=group_id, owner="us")
        rows = await store.execute(DUE, {"group_id": group_id})
        assert rows[0]["due_at"] <= datetime.now(UTC)


# --- reading anew -------------------------------------------------------------------------------------------------


async def test_a_newer_extractor_retires_what_the_older_read(store: GraphStore, group_id: str) -> None:
    bench = Later(store, group_id)
    await bench.say(ROME, 1)
    await bench.read_all()
    assert await bench.requeue.reextract(group_id, (), outdated=True) == 0
    _reads_oslo(bench)
    assert await bench.requeue.reextract(group_id, (), outdated=True) == 1
    await bench.read_again()
    assert await believed(bench) == [("Ana", "lives_in", "Oslo")]
    assert await bench.requeue.reextract(group_id, (), outdated=True) == 0
    assert await assertions(bench) == 2


async def test_the_older_reading_comes_back_with_its_extractor(store: GraphStore, group_id: str) -> None:
    bench = Later(store, group_id)
    await bench.say(ROME, 1)
    await bench.read_all()
    before = await bench.world()
    reads = bench.extractor._read
    for _ in range(2):
        _reads_oslo(bench)
        await bench.requeue.reextract(group_id, (), outdated=False)
        await bench.read_again()
        bench.extractor._read = reads  # type: ignore[method-assign]
        await bench.requeue.reextract(group_id, (), outdated=False)
        await bench.read_again()
        assert [row[:3] for row in await bench.world()] == [row[:3] for row in before]
    assert await assertions(bench) == 2


async def test_reading_anew_twice_changes_nothing(store: GraphStore, group_id: str) -> None:
    bench = Later(store, group_id)
    for n, text in enumerate([ROME, "Ana | likes | tea", "I | likes | coffee", "Ana | lives_in | Oslo"]):
        await bench.say(text, n, actor="Bob")
    await bench.read_all()
    before, count = await bench.world(), await assertions(bench)
    for _ in range(2):
        assert await bench.requeue.reextract(group_id, (), outdated=False) == 4
        assert await bench.requeue.reextract(group_id, (), outdated=False) == 4
        await bench.read_again()
    assert await bench.world() == before
    assert await assertions(bench) == count
    assert await operations(bench) == ["extract"]


async def test_what_somebody_retracted_does_not_come_back_by_reading_anew(store: GraphStore, group_id: str) -> None:
    async with later(store, group_id) as (bench, _):
        await bench.say(TEA, 1, actor="Ana")
        await bench.read_all()
        await bench.read_again()
        (fact,) = await store.execute(support_query("facts"), {"group_id": group_id})
        await Operations(store, bench.embedder.embed_passages).retract(group_id, fact["uuid"], AUTHOR)
        await bench.requeue.reextract(group_id, (), outdated=False)
        await bench.read_again()
        assert await bench.world() == []


async def test_reading_anew_can_be_undone(store: GraphStore, group_id: str) -> None:
    bench = Later(store, group_id)
    await bench.say(ROME, 1)
    await bench.read_all()
    _reads_oslo(bench)
    await bench.requeue.reextract(group_id, (), outdated=False)
    await bench.read_again()
    rows = await store.execute(support_query("operations"), {"group_id": group_id})
    (operation,) = [row["uuid"] for row in rows if row["kind"] == "reextract"]
    await Operations(store, bench.embedder.embed_passages).undo(group_id, operation, AUTHOR)
    assert await believed(bench) == [("Ana", "lives_in", "Rome")]


async def test_a_turn_that_cannot_be_read_anew_keeps_its_reading(store: GraphStore, group_id: str) -> None:
    bench = Later(store, group_id)
    await bench.say(ROME, 1)
    await bench.say("Ana | likes | tea", 2)
    await bench.read_all()
    bench.extractor.broken.add(ROME)
    await bench.requeue.reextract(group_id, (), outdated=False)
    await _until_read(bench)
    assert len(await believed(bench)) == 2
    info = await read_info(store, About(), (group_id,))
    assert [kept.attempts for kept in info.rereading.kept] == [3]


async def test_pages_of_a_large_group_are_all_marked(
    store: GraphStore, group_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("service.ingest.requeue._PAGE", 2)
    bench = Later(store, group_id)
    await bench.remember(*(EpisodeInput(f"Ana | likes | tea {n}", valid_at=at(n)) for n in range(5)))
    await bench.read_all()
    assert await bench.requeue.reextract(group_id, (), outdated=False) == 5
    assert await bench.requeue.reextract("nobody " + group_id, (), outdated=False) == 0


def _reads_oslo(bench: Later) -> None:
    """A newer version of the extractor, which reads Oslo where the older read Rome."""
    reads = bench.extractor._read

    def newer(turn: Any) -> Any:
        found = reads(turn)
        facts = tuple(_moved(fact) for fact in found.facts)
        return type(found)(found.language, found.mentions, found.times, facts, "2")

    def _moved(fact: Any) -> Any:
        return replace(fact, object=EntityRef("Oslo", "location"), text=fact.text.replace("Rome", "Oslo"))

    bench.extractor._read = newer  # type: ignore[method-assign]
    bench.extractor.version = "2"
    object.__setattr__(bench.second, "local_version", "2")


async def _until_read(bench: Later) -> None:
    """Reads again until nothing waits, through the pauses between tries."""
    async with asyncio.timeout(20):
        while (await read_info(bench.store, About(), (bench.group_id,))).rereading.waiting:
            await bench.rereader.read_due(bench.group_id)
            await asyncio.sleep(0.01)

"""Recall on a real Neo4j: what is found, how it is ranked and labelled, and what never comes back."""

from __future__ import annotations

import logging
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from graph_schema.ids import group_token, new_uuid
from graph_schema.store import GraphStore
from service.contract import EpisodeInput, HitStatus, MemoryKind, RecallInput, RouteWeights
from service.errors import InvalidInput
from service.recall import routes
from service.recall.candidates import Candidate, Pool
from service.recall.record import RecallRecord, Recorder
from service.recall.routes import owned
from tests.support.ingestion import at, support_query
from tests.support.queries import made_query
from tests.support.recalling import ENTITIES, EPISODES, FACTS, RecallBench, by_text


@pytest.fixture
def bench(store: GraphStore, group_id: str) -> RecallBench:
    return RecallBench(store, group_id)


# --- what is found ------------------------------------------------------------------------------------------------


async def test_a_turn_is_found_by_word_before_it_is_read(bench: RecallBench) -> None:
    await bench.remember(EpisodeInput("the harbour master keeps a parrot"))
    (hit,) = (await bench.recall("parrots", kinds=EPISODES)).hits
    assert hit.text == "the harbour master keeps a parrot"
    assert [score.route for score in hit.routes] == ["keyword"]


async def test_a_read_turn_is_found_by_word_and_vector_with_its_view(bench: RecallBench) -> None:
    await bench.told(("the harbour master keeps a parrot", 1), actor="Ana")
    result = await bench.recall("who keeps a parrot", kinds=EPISODES)
    (hit,) = result.hits
    routes = {score.route: score for score in hit.routes}
    assert {"keyword", "vector"} <= routes.keys()
    assert routes["vector"].rank == 1
    assert 0 < routes["vector"].raw <= 1
    assert hit.episode is not None
    assert (hit.episode.actor, hit.episode.valid_at, hit.status) == ("Ana", at(1), HitStatus.CURRENT)
    assert result.tokens == hit.tokens > 0
    assert not result.abstained


async def test_a_fact_comes_with_subject_object_versions_and_quoted_evidence(bench: RecallBench) -> None:
    await bench.told(("Ana | lives_in | Rome", 1))
    (hit,) = (await bench.recall("Ana lives Rome", kinds=FACTS)).hits
    fact = hit.fact
    assert fact is not None
    assert (fact.subject.name, fact.object and fact.object.name) == ("Ana", "Rome")
    assert (fact.valid_at, fact.invalid_at, fact.expired_at) == (at(1), None, None)
    (evidence,) = fact.evidence
    assert evidence.episode.content[evidence.start : evidence.end] == evidence.quote == "Ana | lives_in | Rome"
    assert len(fact.versions) == 1


async def test_an_entity_named_in_the_question_brings_its_facts_and_turns(bench: RecallBench) -> None:
    await bench.told(("José Núñez | likes | chess", 1), ("the weather is fine", 2))
    result = await bench.recall("and what about jose nunez", kinds=(*EPISODES, *FACTS))
    named = [hit for hit in result.hits if "entity" in {score.route for score in hit.routes}]
    assert {hit.kind for hit in named} == {MemoryKind.EPISODE, MemoryKind.FACT}


async def test_entities_are_hits_when_asked_for(bench: RecallBench) -> None:
    await bench.told(("Ana | lives_in | Rome", 1), ("Bob | lives_in | Oslo", 1))
    hits = (await bench.recall("Who is Ana?", kinds=ENTITIES)).hits
    assert hits[0].entity is not None
    assert hits[0].entity.name == "Ana"
    assert all(hit.kind is MemoryKind.ENTITY for hit in hits)


async def test_chinese_is_found_by_pairs_of_characters(bench: RecallBench) -> None:
    await bench.told(("张三养了一只猫", 1), ("李四在弹钢琴", 2))
    hits = (await bench.recall("谁养猫？张三养了什么", kinds=EPISODES)).hits
    assert hits[0].text == "张三养了一只猫"
    assert "keyword" in {score.route for score in hits[0].routes}


async def test_the_next_turn_answers_where_its_own_words_do_not(bench: RecallBench) -> None:
    await bench.told(("which instrument do you play", 1), ("violin since childhood", 2), ("nice weather here", 90))
    texts = await bench.texts("which instrument", kinds=EPISODES, limit=2)
    assert texts == ["which instrument do you play", "violin since childhood"]


async def test_context_leads_a_question_that_does_not_say_what_it_is_about(bench: RecallBench) -> None:
    await bench.told(("the violin is in the attic", 1), ("the bicycle is in the cellar", 2), session=None)
    context = ("we talked about the bicycle",)
    assert (await bench.texts("where is it", context=context, kinds=EPISODES))[0] == "the bicycle is in the cellar"


async def test_limit_budget_and_order_are_kept(bench: RecallBench) -> None:
    await bench.told(*[(f"parrot number {n} sings", n) for n in range(12)], session=None)
    everything = await bench.recall("parrot sings", kinds=EPISODES, limit=100)
    assert [h.score for h in everything.hits] == sorted((h.score for h in everything.hits), reverse=True)
    assert len((await bench.recall("parrot sings", kinds=EPISODES, limit=3)).hits) == 3
    one = everything.hits[0].tokens
    packed = await bench.recall("parrot sings", kinds=EPISODES, limit=100, token_budget=2 * one)
    assert packed.tokens <= 2 * one
    assert len(packed.hits) == 2
    again = await bench.recall("parrot sings", kinds=EPISODES, limit=100)
    assert [h.uuid for h in again.hits] == [h.uuid for h in everything.hits]


async def test_a_hundred_hits_all_have_their_views(bench: RecallBench) -> None:
    await bench.remember(*[EpisodeInput(f"parrot {n} sings", valid_at=at(n)) for n in range(150)], session_id="s")
    await bench.read_all()
    hits = (await bench.recall("parrot sings", kinds=EPISODES, limit=100)).hits
    assert len(hits) == 100
    assert all(hit.episode and hit.episode.content == hit.text for hit in hits)


async def test_the_same_words_again_are_counted_and_not_listed(bench: RecallBench) -> None:
    await bench.told(("the parrot sings", 1), ("The parrot sings!", 2), ("the parrot sleeps", 3), actor="Ana")
    hits = by_text(await bench.recall("parrot", kinds=EPISODES))
    assert len(hits) == 2
    assert sum(hit.collapsed for hit in hits.values()) == 1


async def test_another_value_is_never_a_duplicate(bench: RecallBench) -> None:
    await bench.told(("Ana | owns | Room 101", 1), ("Ana | owns | Room 102", 2))
    result = await bench.recall("which room does Ana own", kinds=FACTS)
    assert {hit.text for hit in result.hits} == {"Ana owns Room 101", "Ana owns Room 102"}


@pytest.mark.parametrize(
    "query",
    [
        "!!! ??? ...",
        "😀🎉",
        "a AND (b OR NOT",
        'x" OR group_token:* ^~\\',
        "[* TO *] && || + - ! { }",
        "word " * 200_000,
        " ".join(f"term{n}" for n in range(5_000)),
        "的",
    ],
    ids=["punctuation", "emoji", "boolean", "breakout", "ranges", "megabyte", "terms", "particle"],
)
async def test_any_text_is_a_question(bench: RecallBench, query: str) -> None:
    await bench.told(("word and term1 😀", 1))
    result = await bench.recall(query)
    assert len(result.hits) <= 5


async def test_nothing_relevant_is_said_so(bench: RecallBench) -> None:
    await bench.told(("the parrot sings", 1))
    assert (await bench.recall("quarterly tax declaration deadlines")).abstained
    assert (await bench.recall("anything", group_ids=(f"empty-{new_uuid()}",))).hits == ()
    strict = await bench.recall("quarterly tax declaration deadlines", min_score=0.5)
    assert strict.hits == ()
    assert (await bench.recall("the parrot sings", min_score=0.5)).hits


# --- time ---------------------------------------------------------------------------------------------------------


async def test_a_superseded_fact_is_labelled_and_ranks_below_unless_the_past_is_asked_for(bench: RecallBench) -> None:
    await bench.told(("Ana | lives_in | Paris", 1), ("Ana | lives_in | Rome", 100))
    hits = (await bench.recall("Ana lives in", kinds=FACTS)).hits
    assert [(hit.text, hit.status) for hit in hits] == [
        ("Ana lives_in Rome", HitStatus.CURRENT),
        ("Ana lives_in Paris", HitStatus.SUPERSEDED),
    ]
    (by,) = hits[1].fact.superseded_by if hits[1].fact else ()
    assert by.text == "Ana lives_in Rome"
    assert by.reason
    now = {hit.text: hit.score for hit in hits}
    past = {hit.text: hit.score for hit in (await bench.recall("Ana lives in before", kinds=FACTS)).hits}
    assert past["Ana lives_in Paris"] > now["Ana lives_in Paris"]


async def test_as_of_answers_with_what_held_then_and_nothing_said_later(bench: RecallBench) -> None:
    await bench.told(("Ana | lives_in | Paris", 1), ("Ana | lives_in | Rome", 100))
    for day, city in ((50, "Paris"), (150, "Rome")):
        result = await bench.recall("where does Ana live in", as_of=at(day), limit=20)
        assert [hit.text for hit in result.hits if hit.kind is MemoryKind.FACT] == [f"Ana lives_in {city}"]
        assert all(hit.episode.valid_at <= at(day) for hit in result.hits if hit.episode)
        assert all(hit.status is HitStatus.CURRENT for hit in result.hits)


async def test_known_at_answers_with_what_was_believed_then(bench: RecallBench, store: GraphStore) -> None:
    await bench.told(("Ana | lives_in | Rome", 1))
    before = (await bench.recall("Ana lives in", kinds=FACTS)).hits[0].fact
    assert before is not None
    await bench.told(("Ana | lives_in | Paris", 0))
    known = before.created_at
    (then,) = (await bench.recall("Ana lives in", kinds=FACTS, known_at=known)).hits
    assert (then.text, then.status) == ("Ana lives_in Rome", HitStatus.CURRENT)
    assert len((await bench.recall("Ana lives in", kinds=FACTS)).hits) == 2
    earlier = known - timedelta(seconds=1)
    assert (await bench.recall("Ana lives in", kinds=(*FACTS, *EPISODES), known_at=earlier)).hits == ()


async def test_since_and_until_bound_when_it_was_said(bench: RecallBench) -> None:
    await bench.told(("parrot one", 1), ("parrot two", 2), ("parrot three", 3), session=None)
    assert set(await bench.texts("parrot", kinds=EPISODES, since=at(2), until=at(3))) == {"parrot two"}
    assert set(await bench.texts("parrot", kinds=EPISODES, since=at(2))) == {"parrot two", "parrot three"}


async def test_a_plan_is_planned_and_due_from_its_date(bench: RecallBench, store: GraphStore) -> None:
    await bench.told(("Ana | visited | Oslo | plan", 1))
    assert (await bench.recall("Ana visited Oslo", kinds=FACTS)).hits[0].status is HitStatus.PLANNED
    dated = made_query(
        "MATCH (f:Fact {group_id: $group_id}) SET f.occurs_from = $at RETURN count(f) AS value",
        mode="write",
        params="group_id STRING, at DATETIME",
    )
    await store.execute(dated, {"group_id": bench.group_id, "at": at(10)})
    for day, status in ((9, HitStatus.PLANNED), (10, HitStatus.DUE)):
        assert (await bench.recall("Ana visited Oslo", kinds=FACTS, now=at(day))).hits[0].status is status


async def test_archived_turns_come_only_when_asked_for(bench: RecallBench) -> None:
    await bench.remember(EpisodeInput("the parrot sings", external_id="m1", valid_at=at(1)))
    await bench.remember(EpisodeInput("the parrot whistles", external_id="m1", valid_at=at(1)))
    await bench.read_all()
    assert await bench.texts("parrot", kinds=EPISODES) == ["the parrot whistles"]
    hits = by_text(await bench.recall("parrot", kinds=EPISODES, include_archived=True))
    assert hits["the parrot sings"].status is HitStatus.ARCHIVED
    assert hits["the parrot whistles"].status is HitStatus.CURRENT


async def test_one_current_fact_is_found_among_ten_thousand_superseded(
    bench: RecallBench, store: GraphStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    await bench.told(("Ana | lives_in | harbour town", 200))
    (current,) = (await bench.recall("Ana lives", kinds=FACTS)).hits
    assert current.fact is not None
    made = await store.execute(
        support_query("superseded"),
        {
            "group_id": bench.group_id,
            "group_token": group_token(bench.group_id),
            "subject": current.fact.subject.uuid,
            "count": 10_000,
            "from": at(1),
            "to": at(200),
        },
    )
    assert made[0]["made"] == 10_000
    only_words = RouteWeights(vector=0.0, entity=0.0)
    result = await bench.recall("lives in harbour town", kinds=FACTS, as_of=at(300), weights=only_words)
    assert [hit.text for hit in result.hits] == [current.text]
    assert [hit.status for hit in result.hits] == [HitStatus.CURRENT]
    monkeypatch.setattr(routes, "DEPTHS", routes.DEPTHS[:1])
    shallow = await bench.recall("lives in harbour town", kinds=FACTS, as_of=at(300), weights=only_words)
    assert "keyword" not in {score.route for hit in shallow.hits for score in hit.routes}


# --- filters and tenancy ------------------------------------------------------------------------------------------


async def test_sessions_kinds_and_predicates_filter(bench: RecallBench) -> None:
    await bench.told(("Ana | lives_in | Rome", 1), session="one")
    await bench.told(("Ana | likes | Rome", 2), session="two")
    assert await bench.texts("Ana Rome", kinds=FACTS, session_ids=("two",)) == ["Ana likes Rome"]
    assert await bench.texts("Ana Rome", kinds=EPISODES, session_ids=("one",)) == ["Ana | lives_in | Rome"]
    assert await bench.texts("Ana Rome", kinds=FACTS, predicates=("lives_in",)) == ["Ana lives_in Rome"]
    assert await bench.texts("Ana Rome", kinds=(MemoryKind.SUMMARY,)) == []


async def test_groups_made_to_provoke_it_never_see_one_another(store: GraphStore) -> None:
    stem = f"leak-{new_uuid()}"
    endings = ("", "0", " x", '" OR "', ")*", "\u0430", "a", f" OR {stem}a")
    names = [f"{stem}{ending}" for ending in endings]
    benches = [RecallBench(store, name) for name in names]
    for number, bench in enumerate(benches):
        await bench.told((f"Ana | lives_in | Rome number {number}", 1), ("the parrot sings", 2))
    for bench in benches:
        for query in ("Ana lives in Rome", "parrot", f'"{stem}" OR group_token:*', group_token(names[0])):
            result = await bench.recall(query, kinds=tuple(MemoryKind), limit=100)
            owners = {
                (hit.episode or hit.fact or hit.entity).group_id  # type: ignore[union-attr]
                for hit in result.hits
            }
            assert owners <= {bench.group_id}
    both = await benches[0].recall("Ana lives in Rome", kinds=FACTS, group_ids=(names[0], names[1]))
    assert {hit.fact.group_id for hit in both.hits if hit.fact} == {names[0], names[1]}


def test_what_slipped_through_the_indexes_is_dropped_and_logged(caplog: pytest.LogCaptureFixture) -> None:
    mine = Candidate("a", MemoryKind.EPISODE, "mine", "x", {})
    theirs = Candidate("b", MemoryKind.EPISODE, "theirs", "x", {})
    row: dict[str, Any] = {"subject": {"group_id": "theirs"}, "object": None}
    mixed = Candidate("c", MemoryKind.FACT, "mine", "x", {}, row=row)
    pool = Pool([mine, theirs], [mixed], [], [], [], {"b": {"group_id": "theirs"}}, {}, full=False)
    with caplog.at_level(logging.ERROR):
        clean = owned(pool, {"mine"})
    assert (clean.turns, clean.facts, clean.episodes) == ([mine], [], {})
    assert len(caplog.records) == 2


async def test_no_group_is_never_every_group(bench: RecallBench) -> None:
    with pytest.raises(InvalidInput, match="groupIds"):
        await bench.recall("anything", group_ids=())


# --- the record ---------------------------------------------------------------------------------------------------


async def test_what_was_recalled_is_recorded_beside_the_answer(bench: RecallBench, store: GraphStore) -> None:
    await bench.told(("Ana | lives_in | Rome", 1))
    bench.recorder.start()
    results = [await bench.recall("Ana lives in Rome", kinds=FACTS, session_ids=("s",)) for _ in range(3)]
    await bench.recorder.close()
    rows = await store.execute(
        made_query(
            "MATCH (r:Recall {group_id: $group_id}) RETURN r {.*} AS recall ORDER BY r.uuid",
            params="group_id STRING",
            returns="recall MAP",
        ),
        {"group_id": bench.group_id},
    )
    records = [row["recall"] for row in rows]
    assert sorted(record["uuid"] for record in records) == sorted(result.recall_id for result in results)
    assert records[0]["hits"] == [hit.uuid for hit in results[0].hits]
    assert records[0]["session_ids"] == ["s"]
    assert "Rome" not in str(records)
    (fact,) = await store.execute(support_query("facts"), {"group_id": bench.group_id})
    assert fact["fact"]["access_count"] == 3
    assert fact["fact"]["last_accessed_at"] == at(1000)


async def test_a_full_recorder_drops_and_says_so(store: GraphStore, caplog: pytest.LogCaptureFixture) -> None:
    recorder = Recorder(store, capacity=1)
    record = RecallRecord("u", ("g",), (), "h", (), (), at(1))
    recorder.submit(record)
    with caplog.at_level(logging.WARNING):
        recorder.submit(replace(record, uuid="v"))
    assert recorder.dropped == 1
    assert "not kept" in caplog.text


async def test_warming_up_needs_no_group(bench: RecallBench) -> None:
    await bench.recaller.warm()
    request = RecallInput((bench.group_id,), "anything")
    assert (await bench.recaller.recall(request)).hits == ()

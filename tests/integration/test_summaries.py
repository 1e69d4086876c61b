"""Summaries of entities: of what holds now, sentence by sentence with their facts, refreshed and undone exactly."""

from __future__ import annotations

import json

import pytest

from graph_schema.store import GraphStore
from service.context.sessions import Sessions
from service.contract import EntityFilter, EpisodeInput
from service.errors import Conflict
from tests.integration.test_belief_jobs import Thinking
from tests.integration.test_jobs import ME
from tests.support.ingestion import at

JOB = "refresh_summaries"


class Known(Thinking):
    day = 100.0

    async def summary(self, name: str) -> str | None:
        found = (await self.reads.entities(EntityFilter((self.group_id,), text=name))).edges
        return next(edge.node.summary for edge in found if edge.node.name == name)

    async def sources(self) -> dict[int, str]:
        """The texts that the sentences of believed summaries rest on."""
        rows = [json.loads(line) for line in await self.export()]
        texts = {row["place"][0]: row["properties"]["text"] for row in rows if row["kind"] == "Fact"}
        held = {row["place"][0] for row in rows
                if row["kind"] == "Summary" and row["properties"]["expired_at"].startswith("9999")}  # fmt: skip
        return {row["properties"]["sentence"]: texts[row["place"][1]] for row in rows
                if row["kind"] == "SUMMARISES" and row["place"][0] in held}  # fmt: skip


@pytest.fixture
async def kept(store: GraphStore, group_id: str) -> Known:
    kept = Known(store, group_id)
    ana = ("lives_in | Rome", "lives_in | Oslo", "likes | tea", "likes | figs")
    await kept.tell(*(f"Ana | {said}" for said in ana), "Bo | likes | tea")
    return kept


async def test_a_summary_says_what_holds_and_each_sentence_has_its_fact(kept: Known) -> None:
    before = await kept.export()
    done = await kept.checked(JOB)
    summary = await kept.summary("Ana")
    assert summary is not None
    assert set(summary.rstrip(".").split(". ")) == {"Ana lives_in Oslo", "Ana likes tea", "Ana likes figs"}
    assert await kept.summary("Bo") is None
    assert [text for _, text in sorted((await kept.sources()).items())] == summary.rstrip(".").split(". ")
    await kept.undo(done)
    assert await kept.export() == before


async def test_a_session_is_rolled_up_as_it_goes_on(kept: Known) -> None:
    async def say(*turns: str) -> None:
        for turn in turns:
            kept.day += 1
            await kept.bench.remember(EpisodeInput(turn, valid_at=at(kept.day)), session_id="s")
        await kept.bench.read_all()

    async def roll_up() -> tuple[str, int]:
        sessions = Sessions(kept.store, kept.reads, kept.bench.embedder.embed_passages, kept.clock)
        view = (await sessions.get(kept.group_id, "s")).roll_up
        assert view is not None and (await sessions.get(kept.group_id, "s")).summaries == ()
        return view.content, view.turns

    await kept.checked(JOB)
    await say("Cy | likes | rye", "Cy | owns | a kite", "It cost me 40 euros.", "Well, yes.", "Cy | owns | a boat")
    assert await kept.checked(JOB) != [] and await kept.summary("Cy") is not None
    await say("Cy | lives_in | Rome")
    await kept.checked(JOB)
    content, turns = await roll_up()
    assert turns == 6 and "It cost me 40 euros" in content and "Cy owns a kite" in content

    await say("Cy | owns | 3 hats")
    grown = await kept.export()
    second = await kept.checked(JOB)
    assert (await roll_up())[1] == 7 and "Cy owns 3 hats" in (await roll_up())[0]
    await kept.undo(second)
    assert await kept.export() == grown
    await kept.operations.retract(kept.group_id, await kept.fact("Cy owns a kite"), ME)
    await kept.checked(JOB)
    content, turns = await roll_up()
    assert turns == 7 and "kite" not in content


async def test_only_what_changed_is_refreshed_and_nothing_survives_its_evidence(kept: Known) -> None:
    first = await kept.checked(JOB)
    for turn in ("Ana | lives_in | Bonn", "Ana | likes | figs", "Bo | likes | jam", "Bo | likes | rye"):
        await kept.bench.say(turn, 50)
    await kept.bench.read_all()
    between = await kept.export()
    second = await kept.checked(JOB)
    assert "Bonn" in (await kept.summary("Ana") or "") and "rye" in (await kept.summary("Bo") or "")
    with pytest.raises(Conflict, match=second[0]):
        await kept.operations.undo(kept.group_id, first[0], ME)
    await kept.undo(second)
    assert await kept.export() == between

    for text in ("Ana likes tea", "Ana likes figs"):
        await kept.operations.retract(kept.group_id, await kept.fact(text), ME)
    await kept.checked(JOB)
    assert await kept.summary("Ana") is None

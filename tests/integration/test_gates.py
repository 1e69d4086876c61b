"""The write gates on a real Neo4j with the real extractors and embedder: decided, recorded, the same in any order."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from itertools import permutations
from typing import Any

import pytest

from extractors.pipeline import Pipeline
from extractors.registry import default_pipeline
from graph_schema.ids import new_uuid
from graph_schema.model import EpisodeState, FactKind, Role
from graph_schema.store import GraphStore
from service.adapters.embedders.factory import ClosableEmbedder, build_embedder
from service.clock import SystemClock
from service.config import parse_settings
from service.contract import EpisodeFilter, EpisodeView, FactFilter, FactView
from service.gates.decision import Gate, GateOutcome
from service.gates.gates import Gates
from service.gates.policy import Policy
from service.ingest.commit import Commit
from service.ingest.reader import Reader
from service.ingest.worker import Pace, Worker
from service.reads.info import About
from service.reads.reads import Reads
from service.recall.record import RecallRecord, Recorder
from tests.support.ingestion import Bench, at

NOW = at(400)
_ACTORS = {Role.USER: "Ana", Role.ASSISTANT: "Mia"}


@pytest.fixture(scope="module")
async def embedder() -> AsyncIterator[ClosableEmbedder]:
    made = await asyncio.to_thread(build_embedder, parse_settings(embedder="use"))
    yield made
    await made.aclose()


@lru_cache(maxsize=1)
def pipeline() -> Pipeline:
    return default_pipeline()


class Gated(Bench):
    """The bench with the real pipeline, embedder and gates."""

    def __init__(
        self, store: GraphStore, group_id: str, embedder: ClosableEmbedder, policy: Policy | None = None
    ) -> None:
        super().__init__(store, group_id)
        self.reader = Reader(pipeline(), embedder, 1)
        gates = Gates(policy or Policy(), embedder.embed_passages, embedder.calibration.duplicate)
        self.commit = Commit(store, embedder.embed_passages, None, gates)
        self.worker = Worker(store, self.reader, self.commit, self.signals, Pace())
        self.reads = Reads(store, SystemClock(), About())

    async def tell(self, *turns: tuple[str, float] | tuple[str, float, Role]) -> None:
        """Stores turns of Ana, or of an assistant or tool, and reads them."""
        for content, day, *role in turns:
            who = role[0] if role else Role.USER
            await self.say(
                content,
                day,
                role=who,
                actor=_ACTORS.get(who),
                participants=("Ana",) if who is Role.ASSISTANT else (),
            )
        await self.read_all()

    async def turns(self) -> list[EpisodeView]:
        page = await self.reads.episodes(EpisodeFilter((self.group_id,)))
        return [edge.node for edge in page.edges]

    async def facts(self) -> dict[str, FactView]:
        page = await self.reads.facts(FactFilter((self.group_id,), as_of=NOW))
        return {edge.node.text: edge.node for edge in page.edges}

    async def recalled(self, *uuids: str) -> None:
        """As if these had been recalled just now."""
        recorder = Recorder(self.store)
        recorder.start()
        scores = tuple(1.0 for _ in uuids)
        recorder.submit(RecallRecord(new_uuid(), (self.group_id,), (), "0" * 32, uuids, scores, datetime.now(UTC)))
        await recorder.close()

    async def outcome(self) -> Any:
        """Everything that must not depend on the order of arrival."""
        turns = await self.turns()
        names = {turn.uuid: turn.content for turn in turns}
        told = [
            (t.content, t.valid_at, t.state, t.importance, t.mention_count, names.get(t.duplicate_of or ""))
            for t in turns
        ]
        decisions = [[(d.gate, d.outcome) for d in t.decisions] for t in turns]
        facts = [(f.text, f.mention_count, f.importance, f.expires_at) for _, f in sorted((await self.facts()).items())]
        return told, decisions, facts, await self.world()


@pytest.fixture
def bench(store: GraphStore, group_id: str, embedder: ClosableEmbedder) -> Gated:
    return Gated(store, group_id, embedder)


def gates(turn: EpisodeView) -> dict[Gate, GateOutcome]:
    return {decision.gate: decision.outcome for decision in turn.decisions}


# --- duplicates ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("first", "again"),
    [
        ("I live in Rome.", "I live in Rome!"),
        ("My ticket is 4711.", "my ticket is 4711"),
        ("The weather in Lisbon is lovely", "the weather in  Lisbon is lovely!!"),
        ("I moved to Lisbon in 2020.", "In 2020 I moved to Lisbon."),
        ("I live in Rome.", "I'm living in Rome."),
        ("我住在上海。", "我住在上海！"),
        ("服务器坏了", "服务器坏了。"),
    ],
)
async def test_a_repetition_is_counted_and_gives_its_evidence(bench: Gated, first: str, again: str) -> None:
    await bench.tell((first, 1), (again, 2))
    root, repeated = await bench.turns()
    assert repeated.duplicate_of == root.uuid
    assert (root.mention_count, root.duplicate_of, repeated.mention_count) == (2, None, 1)
    assert gates(repeated)[Gate.DUPLICATE] is GateOutcome.MERGED
    assert repeated.state is EpisodeState.EXTRACTED
    for fact in (await bench.facts()).values():
        assert fact.mention_count == 2
        assert {item.episode.uuid for item in fact.evidence} == {root.uuid, repeated.uuid}


@pytest.mark.parametrize(
    ("first", "other"),
    [
        ("My ticket is 4711.", "My ticket is 4712."),
        ("I like tea.", "I don't like tea."),
        ("I like tea.", "I like coffee."),
        ("The server is up.", "The server is down."),
        ("The deploy is broken.", "Is the deploy broken?"),
        ("I went to the dentist yesterday.", "I went to the dentist yesterday. "),
        ("Bob met Ana at the office.", "Ana met Bob at the office."),
        ("The rent is €900.", "The rent is $900."),
        ("It is -5 degrees.", "It is 5 degrees."),
        ("I will move to Oslo.", "I might move to Oslo."),
        ("The build passed. 👍", "The build passed. 👎"),
        ("I use C++.", "I use C#."),
        ("房间是101", "房间是102"),
        ("我喜欢茶", "我不喜欢茶"),
        ("服务器好了", "服务器坏了"),
        ("会议是3点", "会议是4点"),
    ],
)
async def test_another_value_is_never_a_repetition(bench: Gated, first: str, other: str) -> None:
    await bench.tell((first, 1), (other, 5))
    assert [turn.duplicate_of for turn in await bench.turns()] == [None, None]


async def test_another_speaker_repeats_nobody(bench: Gated) -> None:
    await bench.say("I live in Rome.", 1, actor="Ana")
    await bench.say("I live in Rome.", 2, actor="Bob")
    await bench.read_all()
    assert [turn.duplicate_of for turn in await bench.turns()] == [None, None]
    assert set(await bench.facts()) == {"Ana lives in Rome", "Bob lives in Rome"}


async def test_another_group_is_never_looked_at(bench: Gated, store: GraphStore, embedder: ClosableEmbedder) -> None:
    other = Gated(store, f"{bench.group_id}-other", embedder)
    await bench.tell(("I live in Rome.", 1))
    await other.tell(("I live in Rome.", 2))
    assert [turn.duplicate_of for turn in await other.turns()] == [None]


SAID = (
    ("I live in Rome.", 3.0),
    ("I live in Rome", 1.0),
    ("I live in Rome!", 2.0),
    ("I like tea.", 2.5),
    ("ok", 2.6),
)


@pytest.mark.parametrize("order", list(permutations(range(4)))[::5])
async def test_any_order_of_arrival_gives_the_same_outcome(
    store: GraphStore, embedder: ClosableEmbedder, group_id: str, order: tuple[int, ...]
) -> None:
    expected, got = Gated(store, f"{group_id}-a", embedder), Gated(store, f"{group_id}-b", embedder)
    await expected.tell(*SAID)
    for index in order:
        await got.tell(SAID[index])
    await got.tell(SAID[4])
    assert await got.outcome() == await expected.outcome()
    (root, *_) = await got.turns()
    assert (root.content, root.mention_count) == ("I live in Rome", 3)


async def test_when_the_repeated_text_is_revised_the_next_one_stands_for_the_others(bench: Gated) -> None:
    await bench.say("I live in Rome.", 1, actor="Ana", external_id="m1")
    await bench.tell(("I live in Rome!", 2), ("I live in Rome", 3))
    await bench.say("I live in Oslo.", 1, actor="Ana", external_id="m1")
    await bench.read_all()
    _, _, second, third = sorted(await bench.turns(), key=lambda turn: (turn.valid_at, turn.seq))
    assert (second.duplicate_of, second.mention_count) == (None, 2)
    assert third.duplicate_of == second.uuid


# --- echo ---------------------------------------------------------------------------------------------------------


async def test_what_an_assistant_repeats_from_a_recall_is_no_evidence(bench: Gated) -> None:
    await bench.tell(("I live in Rome.", 1))
    before = await bench.facts()
    await bench.recalled(*(fact.uuid for fact in before.values()))
    await bench.tell(
        ("As far as I know, you live in Rome.", 2, Role.ASSISTANT), ("You live in Rome.", 2.1, Role.ASSISTANT)
    )
    after = await bench.facts()
    assert after["Ana lives in Rome"].mention_count == before["Ana lives in Rome"].mention_count == 1
    echo = (await bench.turns())[-1]
    assert (echo.state, gates(echo)[Gate.ECHO]) == (EpisodeState.SKIPPED, GateOutcome.SKIPPED)
    assert echo.state_reason == "it repeats what was recalled shortly before"


async def test_a_recalled_turn_is_recognised_too_and_what_is_new_is_kept(bench: Gated) -> None:
    await bench.tell(("我住在上海。", 1))
    (turn,) = await bench.turns()
    await bench.recalled(turn.uuid)
    await bench.tell(("你住在上海。你在腾讯工作。", 2, Role.ASSISTANT))
    facts = await bench.facts()
    assert {text: fact.mention_count for text, fact in facts.items() if "上海" in text} == {"Ana住在上海": 1}
    assert any("腾讯" in text for text in facts)
    assert gates((await bench.turns())[-1])[Gate.ECHO] is GateOutcome.PARTLY


@pytest.mark.parametrize("content", ["You live in Oslo.", "You don't live in Rome."])
async def test_another_value_or_a_denial_is_no_echo(bench: Gated, content: str) -> None:
    await bench.tell(("I live in Rome.", 1))
    await bench.recalled(*(fact.uuid for fact in (await bench.facts()).values()))
    await bench.tell((content, 2, Role.ASSISTANT))
    assert Gate.ECHO not in gates((await bench.turns())[-1])


async def test_what_a_user_repeats_is_evidence(bench: Gated) -> None:
    await bench.tell(("I live in Rome.", 1))
    await bench.recalled(*(fact.uuid for fact in (await bench.facts()).values()))
    await bench.tell(("As I said, I live in Rome.", 2))
    assert (await bench.facts())["Ana lives in Rome"].mention_count == 2


async def test_without_a_recall_an_assistant_that_agrees_is_evidence(bench: Gated) -> None:
    await bench.tell(("I live in Rome.", 1), ("You live in Rome.", 2, Role.ASSISTANT))
    assert (await bench.facts())["Ana lives in Rome"].mention_count == 2


# --- low information and requests ---------------------------------------------------------------------------------


@pytest.mark.parametrize("content", ["Hi Ana!", "yes", "好的，谢谢！", "👍"])
async def test_chit_chat_is_kept_and_not_read(bench: Gated, content: str) -> None:
    await bench.tell((content, 1))
    (turn,) = await bench.turns()
    assert (turn.state, turn.importance) == (EpisodeState.SKIPPED, 0.2)
    assert gates(turn)[Gate.LOW_INFORMATION] is GateOutcome.SKIPPED
    assert turn.state_reason is not None and turn.state_reason.startswith("nothing to remember: ")


async def test_a_request_to_remember_is_read_as_said_plainly_and_weighs_more(bench: Gated) -> None:
    await bench.tell(("Remember that I live in Rome.", 1), ("别忘了我喜欢喝茶", 2))
    rome, tea = await bench.turns()
    facts = await bench.facts()
    assert facts["Ana lives in Rome"].importance == rome.importance == tea.importance == 0.9
    assert not any(fact.kind is FactKind.TASK for fact in facts.values())
    (evidence,) = facts["Ana lives in Rome"].evidence
    assert rome.content[evidence.start : evidence.end] == evidence.quote == "I live in Rome"


async def test_nothing_is_asserted_from_what_is_to_be_forgotten_or_not_stored(bench: Gated) -> None:
    await bench.tell(
        ("Forget that I live in Rome.", 1),
        ("Please forget my old address. I live in Oslo.", 2),
        ("I work at Acme. Don't store this.", 3),
        ("我在腾讯工作，不要记这个", 4),
    )
    assert set(await bench.facts()) == {"Ana lives in Oslo"}
    forget, partly, private, chinese = await bench.turns()
    assert (forget.state, forget.state_reason) == (
        EpisodeState.SKIPPED,
        "the user asks to forget: that I live in Rome",
    )
    assert (partly.state, gates(partly)[Gate.REQUEST]) == (EpisodeState.EXTRACTED, GateOutcome.PARTLY)
    assert {private.state, chinese.state} == {EpisodeState.SKIPPED}


# --- tags ---------------------------------------------------------------------------------------------------------


async def test_expiry_follows_the_kind_and_what_the_turn_says_wins(bench: Gated) -> None:
    await bench.tell(
        ("I like tea.", 1), ("I have a meeting with Bob tomorrow at 15:00.", 1.1), ("I went to the gym yesterday.", 1.2)
    )
    ends = {fact.kind: fact.expires_at for fact in (await bench.facts()).values() if "meeting" not in fact.text}
    assert ends == {FactKind.PREFERENCE: None, FactKind.EVENT: at(1.2) + timedelta(days=90)}
    (meeting,) = [fact for text, fact in (await bench.facts()).items() if "meeting" in text]
    assert meeting.expires_at is not None
    assert at(2) + timedelta(hours=15) <= meeting.expires_at <= at(2) + timedelta(hours=16)
    assert Gate.EXPIRY in gates((await bench.turns())[1])


async def test_ttl_is_a_setting_and_saying_it_again_renews_it(
    store: GraphStore, group_id: str, embedder: ClosableEmbedder
) -> None:
    bench = Gated(store, group_id, embedder, Policy(ttl_days={FactKind.PREFERENCE: 10}))
    await bench.tell(("I like tea.", 5), ("I like tea", 1))
    assert (await bench.facts())["Ana likes tea"].expires_at == at(15)


async def test_a_callers_importance_wins(bench: Gated) -> None:
    await bench.say("Remember that I live in Rome.", 1, actor="Ana", importance=0.3)
    await bench.say('{"status": "shipped"}', 2, role=Role.TOOL, tool_name="orders")
    await bench.say("Always answer in French.", 3, actor="Ana")
    await bench.read_all()
    assert [turn.importance for turn in await bench.turns()] == [0.3, 0.8, 0.9]


async def test_a_long_turn_gets_a_shorter_summary_in_its_own_words(bench: Gated) -> None:
    filler = "It was a day like any other and nothing much went on there. " * 40
    await bench.tell((f"{filler}I moved to Lisbon on 3 May 2023 with Bob Miller. {filler}", 1))
    (turn,) = await bench.turns()
    assert turn.summary is not None
    assert "I moved to Lisbon on 3 May 2023 with Bob Miller." in turn.summary
    assert len(turn.summary) < len(turn.content) / 4
    assert Gate.SUMMARY in gates(turn)


async def test_an_assistant_adds_but_does_not_change_what_the_user_said(bench: Gated) -> None:
    await bench.tell(("You live in Oslo.", 0.5, Role.ASSISTANT))
    assert set(await bench.facts()) == {"Ana lives in Oslo"}
    await bench.tell(("I live in Rome.", 1), ("You live in Paris.", 2, Role.ASSISTANT))
    assert set(await bench.facts()) == {"Ana lives in Rome"}
    assert gates((await bench.turns())[-1])[Gate.AUTHORITY] is GateOutcome.LIMITED


async def test_who_may_change_what_is_a_setting(store: GraphStore, group_id: str, embedder: ClosableEmbedder) -> None:
    bench = Gated(store, group_id, embedder, Policy(may_update={}))
    await bench.tell(("I live in Rome.", 1), ("You live in Paris.", 2, Role.ASSISTANT))
    assert set(await bench.facts()) == {"Ana lives in Paris"}


async def test_info_counts_what_the_gates_stopped(bench: Gated) -> None:
    await bench.say("I live in Oslo.", 1, do_not_extract=True)
    await bench.tell(("hello", 1), ("I live in Rome.", 2), ("I live in Rome!", 3), ("Forget my name.", 4))
    info = await bench.reads.info((bench.group_id,))
    assert info.gated == {"caller": 1, "request": 1, "echo": 0, "low_information": 1, "duplicate": 1}
    everything = await bench.reads.info(())
    assert all(everything.gated[gate] >= count for gate, count in info.gated.items())

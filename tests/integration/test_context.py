"""Sessions and contexts on a real Neo4j, read by the real pipeline."""

from __future__ import annotations

import json
from datetime import datetime
from typing import Any

import pytest

from extractors.registry import default_pipeline
from graph_schema.model import Role
from graph_schema.store import GraphStore
from service.beliefs.audit import Author
from service.beliefs.operations import Operations
from service.context.compress import Compressor
from service.context.context import Contexts
from service.context.model import ContextFormat, ContextInput, ContextPart, ContextResult, TaskEdit, TaskPart, TaskState
from service.context.sessions import Sessions
from service.contract import EpisodeInput
from service.errors import Conflict, InvalidInput, UnknownId
from service.ingest.reader import Reader
from service.ingest.worker import Pace, Worker
from service.testing import HashEmbedder
from tests.support.ingestion import at, support_query
from tests.support.recalling import RecallBench

ME = Author("tester", "because")
TALK = (
    ("The budget must not exceed 42,000 euros.", Role.USER),
    ("Noted.", Role.ASSISTANT),
    ("We decided to use Postgres 17 for the ledger.", Role.USER),
    ("TODO: write the rollback script.", Role.USER),
    ("I need to renew the certificate.", Role.USER),
    ("Which of the two first?", Role.ASSISTANT),
    ("The rollback script is done.", Role.USER),
)


@pytest.fixture(scope="module")
def pipeline() -> Any:
    return default_pipeline()


class Desk(RecallBench):
    """A bench whose sessions can be looked at and put into contexts."""

    def __init__(self, store: GraphStore, group_id: str, pipeline: Any) -> None:
        super().__init__(store, group_id)
        words = HashEmbedder(512)
        self.reader = Reader(pipeline, words, 1)
        self.worker = Worker(store, self.reader, self.commit, self.signals, Pace())
        self.sessions = Sessions(store, self.reads, words.embed_passages, self.clock)
        self.contexts = Contexts(self.sessions, self.recaller, self.reads, self.clock)
        self.compressor = Compressor(store, self.sessions, words.embed_passages)
        self.operations = Operations(store, words.embed_passages)

    async def talk(self, *turns: tuple[str, Role], start: float = 1, session: str = "s", **fields: Any) -> None:
        made = [
            EpisodeInput(text, role, "Ana" if role is Role.USER else None, at(start + n / 100), **fields)
            for n, (text, role) in enumerate(turns)
        ]
        await self.remember(*made, session_id=session)
        await self.read_all()

    async def context(self, **fields: Any) -> ContextResult:
        return await self.contexts.assemble(ContextInput(self.group_id, **{"session_id": "s", **fields}))

    async def state(self) -> TaskState:
        return (await self.sessions.get(self.group_id, "s")).state

    async def exported(self) -> Any:
        rows = await self.store.execute(support_query("export"), {"group_id": self.group_id})
        return [row for row in rows if "Operation" not in str(row)]


@pytest.fixture
async def desk(store: GraphStore, group_id: str, pipeline: Any) -> Desk:
    made = Desk(store, group_id, pipeline)
    await made.talk(*TALK)
    return made


def texts(state: TaskState, part: TaskPart) -> list[str]:
    return [item.text for item in state.items if item.part is part]


async def test_a_task_stands_where_its_turns_say(desk: Desk) -> None:
    view = await desk.sessions.get(desk.group_id, "s")
    assert (view.turns, len(view.active)) == (7, 7)
    assert view.tokens == view.active_tokens == sum(turn.token_count for turn in view.active)
    assert texts(view.state, TaskPart.CONSTRAINT)[0].endswith("The budget must not exceed 42,000 euros")
    assert "Postgres 17" in texts(view.state, TaskPart.DECISION)[0]
    assert ["certificate" in text for text in texts(view.state, TaskPart.OPEN_TASK)] == [True]
    assert ["rollback" in text for text in texts(view.state, TaskPart.COMPLETED_STEP)] == [True]


async def test_a_task_is_edited_and_the_edit_undone_exactly(desk: Desk) -> None:
    before = await desk.state()
    (task,) = [item.id for item in before.items if item.part is TaskPart.OPEN_TASK]
    change = TaskEdit("Ship the ledger", ((TaskPart.CONSTRAINT, "No deploys on Friday"),), complete=(task,))
    done = await desk.sessions.edit(desk.group_id, "s", change, ME)
    assert texts(done.session.state, TaskPart.GOAL) == ["Ship the ledger"]
    assert "No deploys on Friday" in texts(done.session.state, TaskPart.CONSTRAINT)
    assert len(texts(done.session.state, TaskPart.COMPLETED_STEP)) == 2
    second = await desk.sessions.edit(desk.group_id, "s", TaskEdit(remove=(task,)), ME)
    assert len(texts(second.session.state, TaskPart.COMPLETED_STEP)) == 1
    undone = await desk.operations.undo(desk.group_id, second.operation.uuid, ME)
    assert await desk.state() == done.session.state
    await desk.operations.undo(desk.group_id, undone.uuid, ME)
    assert await desk.state() == second.session.state
    await desk.operations.undo(desk.group_id, second.operation.uuid, ME)
    await desk.operations.undo(desk.group_id, done.operation.uuid, ME)
    assert await desk.state() == before


async def test_edits_that_name_nothing_or_change_nothing_are_refused(desk: Desk) -> None:
    constraint = next(item.id for item in (await desk.state()).items if item.part is TaskPart.CONSTRAINT)
    for change, wrong in (
        (TaskEdit(complete=("nothing",)), UnknownId),
        (TaskEdit(complete=(constraint,)), InvalidInput),
        (TaskEdit(), InvalidInput),
        (TaskEdit(add=((TaskPart.DECISION, " "),)), InvalidInput),
    ):
        with pytest.raises(wrong):
            await desk.sessions.edit(desk.group_id, "s", change, ME)
    with pytest.raises(UnknownId):
        await desk.sessions.get(desk.group_id, "never")


async def test_a_tool_call_is_pending_until_its_answer_comes(desk: Desk) -> None:
    call: dict[str, Any] = {"tool_call_id": "c1", "tool_name": "run", "tool_args": {"command": "make"}}
    await desk.talk(("Running it.", Role.ASSISTANT), start=2, **call)
    (pending,) = (await desk.state()).tool_calls
    assert (pending.id, pending.name, pending.arguments) == ("c1", "run", {"command": "make"})
    assert 'tool="run" call="c1"' in (await desk.context()).text
    await desk.talk(("All 12 tests passed.", Role.TOOL), start=3, tool_call_id="c1", tool_name="run")
    state = await desk.state()
    assert state.tool_calls == () and [result.text for result in state.step_results] == ["All 12 tests passed."]


async def test_a_context_holds_turns_state_and_memories_within_its_budget(desk: Desk) -> None:
    await desk.talk(("Joe's badge number is 7731.", Role.USER), start=0.5, session="other")
    found = await desk.context(query="What is Joe's badge number?", system_prompt="Be kind.", token_budget=900)
    assert found.text.startswith("Be kind.\n\n<working_memory")
    assert all(word in found.text for word in ("42,000", "Postgres 17", "certificate", "7731"))
    assert found.text.index("rollback script is done") < found.text.index("<task_state>")
    assert found.tokens <= 900
    parts = {count.part: count for count in found.parts}
    assert (parts[ContextPart.DIALOGUE].items, parts[ContextPart.DIALOGUE].left_out) == (3, 4)
    cited = [item for item in found.citations if "7731" in item.text]
    assert cited and all(f'id="{item.citation}"' in found.text for item in cited)
    small = await desk.context(query="What is Joe's badge number?", token_budget=260)
    assert small.tokens <= 260 and sum(count.left_out for count in small.parts) > 4
    whole = await desk.context(earlier_turns=True, format=ContextFormat.JSON)
    assert [turn["text"] for turn in json.loads(whole.text)["recent_dialogue"]] == [text for text, _ in TALK]


async def test_a_user_who_wants_it_short_gets_less(desk: Desk) -> None:
    await desk.talk(
        *((f"The {word} lamp costs {n} euros.", Role.USER) for n, word in enumerate(["red", "blue", "green"]))
    )
    ask: dict[str, Any] = {"query": "What does a lamp cost?", "turns": 0, "limit": 5, "top_k": 5}

    async def memories() -> int:
        found = await desk.context(**ask)
        return next(count.items for count in found.parts if count.part is ContextPart.MEMORIES)

    before = await memories()
    await desk.talk(("I like short answers.", Role.USER), start=4)
    assert before > 2 and await memories() == 2


async def test_what_no_longer_holds_and_what_is_shown_anyway_is_no_memory(desk: Desk) -> None:
    await desk.talk(("I live in Rome.", Role.USER), ("I live in Oslo now.", Role.USER), start=5, session="other")
    found = await desk.context(query="Where does Ana live?", limit=10, top_k=10, now=at(9))
    facts = [item.text for item in found.citations if item.kind == "fact"]
    assert any("Oslo" in text for text in facts) and not any("Rome" in text for text in facts)
    assert len({item.uuid for item in found.citations}) == len(found.citations)


async def test_nothing_to_ask_and_nobody_there(desk: Desk) -> None:
    with pytest.raises(InvalidInput, match="query"):
        await desk.contexts.assemble(ContextInput(desk.group_id))
    empty = await desk.contexts.assemble(
        ContextInput(desk.group_id, session_id="new", now=datetime.fromisoformat("2026-01-01T00:00:00Z"))
    )
    assert sum(count.items for count in empty.parts) == 0 and "2026-01-01T00:00" in empty.text


async def test_compressing_keeps_what_matters_in_sight_and_is_undone_exactly(desk: Desk) -> None:
    filler = [(f"The lamp number {n} in the hall is green and it is on.", Role.ASSISTANT) for n in range(30)]
    await desk.talk(("Pinned words stay.", Role.USER), start=1.5, metadata={"pinned": True})
    await desk.talk(("Calling.", Role.ASSISTANT), start=1.6, tool_call_id="c9", tool_name="run", tool_args={})
    await desk.talk(*filler[:15], ("The timeout is now 45 seconds, not 30.", Role.USER), *filler[15:], start=2)
    before, state = await desk.exported(), await desk.state()
    long = await desk.sessions.get(desk.group_id, "s")
    done = await desk.compressor.compress(desk.group_id, "s", 100, 100, ME)
    assert done.operation is not None and done.operation.undoable
    assert done.freed_tokens == long.active_tokens - done.session.active_tokens > 100
    assert done.compressed == len(long.active) - len(done.session.active) > 20
    for each in done.summaries:
        assert 5 <= each.turns <= 8 and 0 < len(each.content) <= 100
    kept = [turn.content for turn in done.session.active]
    assert kept[-3:] == [turn.content for turn in long.active[-3:]]
    assert {"Pinned words stay.", "Calling."} <= set(kept)
    assert [item.text for item in done.session.state.items if item.from_fact] == [
        item.text for item in state.items if item.from_fact
    ]
    found = await desk.context(query="What is left?", token_budget=2_000)
    assert all(word in found.text for word in ("42,000", "Postgres 17", "certificate", "45 seconds"))
    recalled = await desk.context(query="Which lamp number 3 is in the hall?", turns=0)
    assert any(item.kind == "episode" and "lamp number" in item.text for item in recalled.citations)
    again = await desk.compressor.compress(desk.group_id, "s", 10_000, 100, ME)
    assert (again.operation, again.compressed, again.freed_tokens, again.summaries) == (None, 0, 0, ())
    await desk.operations.undo(desk.group_id, done.operation.uuid, ME)
    assert sorted(map(str, await desk.exported())) == sorted(map(str, before))
    assert await desk.sessions.get(desk.group_id, "s") == long


async def test_summaries_are_summed_up_and_undone_the_latest_first(desk: Desk) -> None:
    for part in range(2):
        turns = [(f"Box {part}-{n} weighs {n} kilos.", Role.USER) for n in range(90)]
        await desk.talk(*turns, start=10 + part)
    first = await desk.compressor.compress(desk.group_id, "s", 1_000, 60, ME)
    second = await desk.compressor.compress(desk.group_id, "s", 100, 60, ME)
    assert first.operation is not None and second.operation is not None
    assert max(each.level for each in second.summaries) == 2
    assert sum(each.turns for each in second.session.summaries) == first.compressed + second.compressed
    with pytest.raises(Conflict, match=second.operation.uuid):
        await desk.operations.undo(desk.group_id, first.operation.uuid, ME)
    undone = await desk.operations.undo(desk.group_id, second.operation.uuid, ME)
    assert await desk.sessions.get(desk.group_id, "s") == first.session
    with pytest.raises(Conflict, match="compress the session again"):
        await desk.operations.undo(desk.group_id, undone.uuid, ME)

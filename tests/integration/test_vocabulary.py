"""A group's own vocabulary on a real Neo4j: followed by running workers, by the timeline, and undone exactly."""

from __future__ import annotations

from typing import Any

import pytest

from extractors.registry import default_pipeline
from graph_schema.ids import new_uuid
from graph_schema.store import GraphStore
from graph_schema.vocabulary import NO_VOCABULARY
from service.beliefs.audit import Author
from service.beliefs.operations import Operations
from service.beliefs.vocabulary import Vocabularies
from service.errors import Conflict, InvalidInput
from service.ingest.reader import Reader
from service.ingest.reread import Reread
from service.ingest.rereader import Rereader, RereadPace
from service.ingest.second import SecondReader
from service.ingest.worker import Pace, Worker
from tests.support.chat import Reply, completion
from tests.support.ingestion import Bench
from tests.support.rereading import Later, later
from tests.support.vocabulary import TOML, vocabulary

ME = Author("tester", "because")
OWN = vocabulary()


@pytest.fixture(scope="module")
def pipeline() -> Any:
    return default_pipeline()


class Crew(Later):
    """A bench that reads with the real pipeline, and changes its group's vocabulary."""

    def __init__(self, store: GraphStore, group_id: str, pipeline: Any) -> None:
        super().__init__(store, group_id)
        self.reader = Reader(pipeline, self.embedder, 1)  # type: ignore[arg-type]
        self.worker = Worker(store, self.reader, self.commit, self.signals, Pace())
        self.second = SecondReader(self.reader, pipeline.version, None, self.second.strategy)
        self.rereader = Rereader(store, self.second, Reread(store, self.commit), None, RereadPace(gather_s=0.0))
        self.requeue._second = self.second
        self.vocabularies = Vocabularies(store, self.embedder.embed_passages)
        self.operations = Operations(store, self.embedder.embed_passages)

    async def tell(self, content: str, day: float) -> None:
        await self.say(content, day, actor="Tom")
        await self.read_all()

    async def believed(self) -> list[tuple[str, str, str, str]]:
        """Subject, predicate, object and whether it is still open."""
        return sorted((row[0], row[1], row[2], row[6]) for row in await self.world())


@pytest.fixture
def crew(store: GraphStore, group_id: str, pipeline: Any) -> Crew:
    return Crew(store, group_id, pipeline)


async def test_workers_follow_it_at_once_and_other_groups_do_not(crew: Crew, store: GraphStore, pipeline: Any) -> None:
    other = Crew(store, new_uuid(), pipeline)
    await crew.vocabularies.change(crew.group_id, OWN, ME)
    for bench in (crew, other):
        await bench.tell("Ellen commands the Nostromo.", 1)
    assert await crew.believed() == [("Ellen", "commands", "Nostromo", "open")]
    assert await other.believed() == []
    assert await crew.vocabularies.read(crew.group_id) == OWN
    assert await other.vocabularies.read(other.group_id) is NO_VOCABULARY


async def test_the_timeline_follows_its_cardinality_and_inverses(crew: Crew) -> None:
    await crew.vocabularies.change(crew.group_id, OWN, ME)
    await crew.tell("Ellen commands the Nostromo.", 1)
    await crew.tell("The Nostromo is commanded by Ellen.", 2)
    await crew.tell("Ellen commands the Sulaco.", 3)
    await crew.tell("I take Veltrazol.", 4)
    rows = await crew.believed()
    assert [row[:3] for row in rows if row[3] == "open"] == [
        ("Ellen", "commands", "Sulaco"),
        ("Tom", "takes_medicine", "Veltrazol"),
    ]
    assert [row[:3] for row in rows if row[3] != "open"] == [("Ellen", "commands", "Nostromo")]


async def test_earlier_turns_are_read_by_it_when_they_are_read_again(crew: Crew) -> None:
    await crew.tell("Ellen commands the Nostromo.", 1)
    await crew.tell("Ellen commands the Sulaco.", 2)
    assert await crew.believed() == []
    assert await crew.requeue.reextract(crew.group_id, (), outdated=True) == 0
    await crew.vocabularies.change(crew.group_id, OWN, ME)
    assert await crew.requeue.reextract(crew.group_id, (), outdated=True) == 2
    await crew.read_again()
    assert [row[2] for row in await crew.believed() if row[3] == "open"] == ["Sulaco"]
    assert await crew.requeue.reextract(crew.group_id, (), outdated=True) == 0
    many = vocabulary(TOML.replace('cardinality = "single"', 'cardinality = "multi"'))
    await crew.vocabularies.change(crew.group_id, many, ME)
    assert await crew.requeue.reextract(crew.group_id, (), outdated=True) == 2
    await crew.read_again()
    assert [row[2] for row in await crew.believed() if row[3] == "open"] == ["Nostromo", "Sulaco"]
    assert await crew.store.read("read/projection_differences", group_id=crew.group_id) == []


async def test_undo_puts_it_back_exactly_and_later_changes_come_first(crew: Crew) -> None:
    group = crew.group_id
    first = (await crew.vocabularies.change(group, OWN, ME)).operation
    fewer = vocabulary("[types.ship]")
    second = (await crew.vocabularies.change(group, fewer, ME)).operation
    assert (first.kind, first.undoable) == ("vocabulary", True)
    with pytest.raises(Conflict, match=second.uuid):
        await crew.operations.undo(group, first.uuid, ME)
    undone = await crew.operations.undo(group, second.uuid, ME)
    assert await crew.vocabularies.read(group) == OWN
    await crew.operations.undo(group, undone.uuid, ME)
    assert await crew.vocabularies.read(group) == fewer
    await crew.operations.undo(group, second.uuid, ME)
    await crew.operations.undo(group, first.uuid, ME)
    assert await crew.vocabularies.read(group) is NO_VOCABULARY


async def test_what_cannot_be_used_changes_nothing(crew: Crew) -> None:
    with pytest.raises(InvalidInput, match="every group has this type") as refused:
        await crew.vocabularies.change(crew.group_id, vocabulary("[types.person]"), ME)
    assert refused.value.field == "vocabulary.types.person"
    await crew.vocabularies.change(crew.group_id, OWN, ME)
    with pytest.raises(Conflict, match="already"):
        await crew.vocabularies.change(crew.group_id, OWN, ME)
    assert await crew.vocabularies.read(crew.group_id) == OWN


async def test_a_model_is_asked_by_it_and_what_it_answers_is_believed_by_it(store: GraphStore, group_id: str) -> None:
    def commands(body: dict[str, Any], number: int) -> Reply:
        ship = "Nostromo" if number == 0 else "Sulaco"
        fact = {
            **{"subject": "Ellen", "subject_type": "person", "predicate": "commands", "verb": None, "object": ship},
            **{"object_type": "starship", "polarity": "positive", "modality": "asserted", "time": None},
            **{"time_role": "none", "quote": f"Ellen took the {ship} out", "confidence": 0.9},
        }
        return completion({"turns": [{"turn": 1, "mentions": [], "facts": [fact]}]})

    async with later(store, group_id, commands) as (bench, endpoint):
        await Vocabularies(store, bench.embedder.embed_passages).change(group_id, OWN, ME)
        for day, ship in enumerate(("Nostromo", "Sulaco"), 1):
            await bench.say(f"Ellen took the {ship} out.", day, actor="Tom")
            await bench.read_all()
            await bench.read_again()
        assert "takes_medicine" in str(endpoint.requests[0])
        rows = await bench.world()
        assert [(row[1], row[2]) for row in rows if row[6] == "open"] == [("commands", "Sulaco")]
        assert len(rows) == 2


async def test_a_bench_without_turns_keeps_its_group_when_the_first_comes(store: GraphStore, group_id: str) -> None:
    bench = Bench(store, group_id)
    await Vocabularies(store, bench.embedder.embed_passages).change(group_id, OWN, ME)
    result = await bench.say("Ana | badge | 7", 1)
    assert result.episodes[0].seq == 0
    await bench.say("Ana | badge | 8", 2)
    await bench.read_all()
    assert [(row[2], row[6]) for row in await bench.world() if row[6] == "open"] == [("8", "open")]

"""Recall of merged entities: by either name, with the facts of both, and apart for an earlier time of knowledge."""

from __future__ import annotations

from graph_schema.store import GraphStore
from service.beliefs.audit import Author
from service.beliefs.identity import IdentityOperations
from service.beliefs.operations import Operations
from service.clock import SystemClock
from tests.support.ingestion import support_query
from tests.support.recalling import ENTITIES, FACTS, RecallBench

ME = Author("tester", "they are one")


async def test_recall_by_either_name_before_and_after_a_merge_and_its_undoing(store: GraphStore, group_id: str) -> None:
    bench = RecallBench(store, group_id)
    await bench.told(("Wei | likes | oolong tea", 1), ("David | likes | chess problems", 2), ("Mo | likes | rain", 3))
    uuids = {}
    for name in ("Wei", "David"):
        rows = await store.execute(support_query("entity_uuid"), {"group_id": group_id, "name": name})
        uuids[name] = rows[0]["uuid"]
    before = SystemClock().now()
    identity = IdentityOperations(store, bench.commit._embed)  # pyright: ignore[reportPrivateUsage]
    merged = await identity.merge(group_id, list(uuids.values()), uuids["Wei"], ME)

    facts = await bench.recall("What does David like?", kinds=FACTS, limit=5)
    about = {hit.fact.subject.name: hit.fact.value for hit in facts.hits if hit.fact}
    assert {hit.fact.value for hit in facts.hits if hit.fact and hit.fact.subject.name == "Wei"} == {
        "oolong tea",
        "chess problems",
    }
    assert "David" not in about
    found = await bench.recall("David", kinds=ENTITIES, limit=5)
    assert found.hits[0].uuid == uuids["Wei"]
    assert uuids["David"] not in {hit.uuid for hit in found.hits}

    then = await bench.recall("What does David like?", kinds=FACTS, limit=5, known_at=before)
    assert {(h.fact.subject.name, h.fact.value) for h in then.hits if h.fact} >= {("David", "chess problems")}
    assert ("Wei", "chess problems") not in {(h.fact.subject.name, h.fact.value) for h in then.hits if h.fact}

    operations = Operations(store, bench.commit._embed)  # pyright: ignore[reportPrivateUsage]
    await operations.undo(group_id, merged.uuid, ME)
    again = await bench.recall("What does David like?", kinds=FACTS, limit=5)
    assert ("David", "chess problems") in {(h.fact.subject.name, h.fact.value) for h in again.hits if h.fact}
    named = await bench.recall("David", kinds=ENTITIES, limit=5)
    assert uuids["David"] in {hit.uuid for hit in named.hits}

"""Documents on a real Neo4j, read by the real pipeline: chunks, revisions, removals, evidence in the original."""

from __future__ import annotations

import base64
from datetime import UTC, datetime
from typing import Any

import pytest

from extractors.registry import default_pipeline
from graph_schema.model import EpisodeState, Role
from graph_schema.store import GraphStore
from service.clock import SystemClock
from service.config import parse_settings
from service.contract import DocumentInput, DocumentResult, EpisodeInput, FactFilter, FactView
from service.documents.remember import Documents
from service.documents.store import ChunkStore
from service.errors import InvalidInput
from service.ingest.reader import Reader
from service.ingest.worker import Pace, Worker
from service.reads.reads import Reads
from tests.support.ingestion import Bench
from tests.support.pdf import pdf

AT = datetime(2026, 3, 1, tzinfo=UTC)
SPEC = """# Payment service

Scope of *this* document.

## Latency

The gateway must respond within **2.5 seconds**.

## Storage

Records must be kept for 7 years. Passwords must not be stored in plain text.

## 安全

管理员应每90天轮换一次密钥。
"""


@pytest.fixture(scope="module")
def pipeline() -> Any:
    return default_pipeline()


class Library:
    """Imports documents into one group and reads them."""

    def __init__(self, store: GraphStore, group_id: str, pipeline: Any) -> None:
        self.bench = Bench(store, group_id)
        self.bench.reader = Reader(pipeline, self.bench.embedder, 1)  # type: ignore[arg-type]
        self.bench.worker = Worker(store, self.bench.reader, self.bench.commit, self.bench.signals, Pace())
        self.group_id, self.clock = group_id, SystemClock()
        self.settings = parse_settings(document_chunk_chars=200, max_document_bytes=100_000, max_batch=3)
        bench = self.bench
        self.documents = Documents(ChunkStore(store), bench.accept, bench.waiter, self.settings, self.clock)
        self.reads = Reads(store, self.clock)

    async def put(self, content: str | None, media_type: str = "text/markdown", **more: Any) -> DocumentResult:
        fields = {"document_id": "spec", "media_type": media_type, "content": content, "valid_at": AT} | more
        result = await self.documents.remember(DocumentInput(self.group_id, **fields))
        await self.bench.read_all()
        return result

    async def facts(self) -> dict[str, FactView]:
        page = await self.reads.facts(FactFilter((self.group_id,)), 200)
        return {edge.node.text: edge.node for edge in page.edges}


@pytest.fixture
def library(store: GraphStore, group_id: str, pipeline: Any) -> Library:
    return Library(store, group_id, pipeline)


def counts(result: DocumentResult) -> tuple[int, int, int, int]:
    return result.stored, result.revised, result.removed, result.unchanged


async def test_a_requirements_document_is_digested_with_places_in_the_original(library: Library) -> None:
    result = await library.put(SPEC)
    assert (result.title, counts(result)) == ("Payment service", (4, 0, 0, 0))
    assert [chunk.source_description for chunk in result.chunks] == [
        "Payment service",
        "Payment service › Latency",
        "Payment service › Storage",
        "Payment service › 安全",
    ]
    facts = await library.facts()
    assert set(facts) >= {
        "gateway must respond within 2.5 seconds",
        "Records must be kept for 7 years",
        "Passwords must not be stored in plain text",
        "管理员应每90天轮换一次密钥",
    }
    fact = facts["gateway must respond within 2.5 seconds"]
    (evidence,) = fact.evidence
    assert evidence.episode.content[evidence.start : evidence.end] == evidence.quote
    assert evidence.place is not None
    assert SPEC[evidence.place.start : evidence.place.end] == "The gateway must respond within **2.5 seconds"
    explained = await library.reads.explain((library.group_id,), fact.uuid)
    place = f"characters {evidence.place.start} to {evidence.place.end}"
    assert any(f"“Payment service”, Latency, {place}" in line for line in explained.lines)


async def test_importing_again_stores_nothing_twice(library: Library) -> None:
    first = await library.put(SPEC)
    again = await library.put(SPEC, valid_at=None)
    assert counts(again) == (0, 0, 0, 4)
    assert [chunk.uuid for chunk in again.chunks] == [chunk.uuid for chunk in first.chunks]


async def test_only_what_changed_is_revised_and_places_follow(library: Library) -> None:
    first = await library.put(SPEC)
    changed = "<!-- new -->\n\n" + SPEC.replace("7 years", "10 years")
    second = await library.put(changed)
    assert counts(second) == (0, 1, 0, 3)
    assert [a.uuid == b.uuid for a, b in zip(first.chunks, second.chunks, strict=True)] == [True, True, False, True]
    assert second.chunks[2].external_id == first.chunks[2].external_id
    assert second.chunks[2].revises == first.chunks[2].uuid
    facts = await library.facts()
    assert "Records must be kept for 10 years" in facts
    assert "Records must be kept for 7 years" not in facts
    assert "Passwords must not be stored in plain text" in facts
    (evidence,) = facts["gateway must respond within 2.5 seconds"].evidence
    assert evidence.place is not None and evidence.place.version == second.version
    assert changed[evidence.place.start : evidence.place.end] == "The gateway must respond within **2.5 seconds"


async def test_a_removed_passage_takes_its_facts_along_and_may_come_back(library: Library) -> None:
    await library.put(SPEC)
    without = SPEC.replace(SPEC[SPEC.index("## Storage") : SPEC.index("## 安全")], "")
    assert counts(await library.put(without)) == (0, 0, 1, 3)
    facts = await library.facts()
    assert "Records must be kept for 7 years" not in facts
    assert "gateway must respond within 2.5 seconds" in facts
    assert counts(await library.put(without)) == (0, 0, 0, 3)
    assert counts(await library.put(SPEC)) == (0, 1, 0, 3)
    assert "Records must be kept for 7 years" in await library.facts()


async def test_documents_do_not_touch_each_other(library: Library) -> None:
    await library.put(SPEC, document_id="a")
    assert counts(await library.put("# Other\n\nThe client must retry.", document_id="a#b")) == (1, 0, 0, 0)
    assert counts(await library.put(SPEC, document_id="a")) == (0, 0, 0, 4)


async def test_pages_of_a_pdf(library: Library) -> None:
    data = base64.b64encode(pdf("Introduction.", "The server must log errors.")).decode()
    await library.put(None, "application/pdf", content_base64=data)
    (evidence,) = (await library.facts())["server must log errors"].evidence
    assert evidence.place is not None
    assert (evidence.place.page, evidence.place.end_page) == (2, 2)
    assert (evidence.place.start, evidence.place.end) == (0, len("The server must log errors"))


async def test_a_json_document_is_read_as_a_tools_result(library: Library) -> None:
    source = '{"title": "Shop", "orders": [{"id": 7, "status": "shipped", "total": 12.50}]}'
    await library.put(source, "application/json")
    facts = await library.facts()
    fact = next(one for one in facts.values() if one.predicate == "status")
    assert (fact.subject.name, fact.value) == ("order 7", "shipped")
    (evidence,) = fact.evidence
    assert evidence.place is not None
    assert source[evidence.place.start : evidence.place.end] == evidence.quote


async def test_nobody_speaks_in_a_document(library: Library) -> None:
    await library.put("I live in Rome. You must confirm your address. 我住在上海。", "text/plain", title="Note")
    assert not [fact for fact in (await library.facts()).values() if fact.predicate == "lives_in"]


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"media_type": "application/msword"}, "mediaType"),
        ({"content": None}, "content"),
        ({"content_base64": "eA=="}, "content"),
        ({"content": "  \n"}, "content"),
        ({"content": "x" * 100_001}, "content"),
        ({"content": "\ud800"}, "content"),
        ({"content": None, "content_base64": "not base64!"}, "contentBase64"),
        ({"content": None, "content_base64": "/////w=="}, "content"),
        ({"media_type": "application/pdf"}, "content"),
        ({"media_type": "application/pdf", "content": None, "content_base64": "eA=="}, "content"),
        ({"media_type": "application/json", "content": "[" * 1000}, "content"),
        ({"document_id": "x" * 201}, "documentId"),
        ({"metadata": [1]}, "metadata"),
        ({"metadata": {"document": 1}}, "metadata"),
        ({"time_zone": "Mars/Base"}, "episodes[0].timeZone"),
    ],
)
async def test_what_cannot_be_read_is_refused(library: Library, fields: dict[str, Any], field: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        await library.put(**{"content": "Text.", **fields})
    assert refused.value.field == field


async def test_metadata_of_a_callers_own_is_no_place(library: Library) -> None:
    bench = library.bench
    for number, forged in enumerate(({"id": "d", "start": "x", "runs": 3}, {"id": 1}, [], {"id": "d", "runs": [[1]]})):
        content = f"The server must log {number} errors."
        await bench.remember(EpisodeInput(content, valid_at=AT, source="document", metadata={"document": forged}))
    await bench.read_all()
    facts = await library.facts()
    assert facts
    assert all(evidence.place is None for fact in facts.values() for evidence in fact.evidence)


async def test_a_result_is_about_what_its_call_asked_for(library: Library) -> None:
    bench = library.bench
    call = EpisodeInput(
        "Looking it up.",
        valid_at=AT,
        tool_name="get_order",
        tool_call_id="c1",
        tool_args={"order_id": 7, "force": True},
    )
    answer = EpisodeInput('{"status": "shipped"}', valid_at=AT, tool_call_id="c1", role=Role.TOOL)
    stranger = EpisodeInput('{"status": "lost"}', valid_at=AT, tool_call_id="c2", role=Role.TOOL)
    stored = await bench.remember(call, answer, stranger, session_id="s")
    await bench.read_all()
    rows = await bench.store.read("read/states_of", uuids=[episode.uuid for episode in stored.episodes])
    assert EpisodeState.FAILED.value not in {row["state"] for row in rows}
    facts = await library.facts()
    assert {(fact.subject.name, fact.predicate, fact.value) for fact in facts.values()} == {
        ("order 7", "status", "shipped")
    }

"""From the facade's answers to payloads."""

from __future__ import annotations

from dataclasses import asdict

from graph_schema.model import EpisodeState
from service import contract as c
from service.graphql import answers as g
from service.graphql import present
from service.graphql.ids import TypeName, global_id
from service.graphql.upkeep import strength

TYPES: dict[c.MemoryKind, TypeName] = {
    c.MemoryKind.EPISODE: "Episode",
    c.MemoryKind.FACT: "Fact",
    c.MemoryKind.ENTITY: "Entity",
    c.MemoryKind.SUMMARY: "Summary",
}


def remembered(result: c.RememberResult) -> g.RememberPayload:
    """Payload of remember."""
    return g.RememberPayload(
        episodes=[present.episode(view) for view in result.episodes],
        stored=result.stored,
        duplicates=result.duplicates,
        timed_out=result.timed_out,
    )


def document_remembered(result: c.DocumentResult) -> g.RememberDocumentPayload:
    """Payload of rememberDocument."""
    return g.RememberDocumentPayload(
        document_id=result.document_id,
        title=result.title,
        media_type=result.media_type,
        version=result.version,
        chunks=[present.episode(view) for view in result.chunks],
        stored=result.stored,
        revised=result.revised,
        removed=result.removed,
        unchanged=result.unchanged,
        timed_out=result.timed_out,
    )


def recalled(result: c.RecallResult) -> g.RecallPayload:
    """Payload of recall."""
    return g.RecallPayload(
        recall_id=global_id("Recall", result.recall_id),
        hits=[_hit(hit) for hit in result.hits],
        tokens=result.tokens,
        abstained=result.abstained,
        took_ms=result.took_ms,
    )


def _hit(hit: c.Hit) -> g.RecallHit:
    return g.RecallHit(
        id=global_id(TYPES[hit.kind], hit.uuid),
        kind=hit.kind,
        status=hit.status,
        score=hit.score,
        text=hit.text,
        tokens=hit.tokens,
        routes=[g.RouteScore(route=r.route, rank=r.rank, raw=r.raw, score=r.score) for r in hit.routes],
        collapsed=hit.collapsed,
        episode=None if hit.episode is None else present.episode(hit.episode),
        fact=None if hit.fact is None else present.fact(hit.fact),
        entity=None if hit.entity is None else present.entity(hit.entity),
        summary=None,
    )


def explained(result: c.Explanation) -> g.ExplainPayload:
    """Payload of explain."""
    return g.ExplainPayload(
        id=global_id(TYPES[result.kind], result.id),
        kind=result.kind,
        lines=list(result.lines),
        fact=None if result.fact is None else present.fact(result.fact),
        entity=None if result.entity is None else present.entity(result.entity),
        episode=None if result.episode is None else present.episode(result.episode),
        facts=[present.fact(view) for view in result.facts],
        operations=[present.operation(view) for view in result.operations],
        strength=strength(result.strength),
    )


def histories(result: tuple[c.SlotHistory, ...]) -> g.HistoryPayload:
    """Payload of history."""
    return g.HistoryPayload(
        slots=[
            g.SlotHistory(
                subject=present.entity(slot.subject),
                predicate=slot.predicate,
                facts=[present.fact(view) for view in slot.facts],
            )
            for slot in result
        ]
    )


def service_info(info: c.Info) -> g.ServiceInfo:
    """State of the service."""
    return g.ServiceInfo(
        version=info.version,
        neo4j_version=info.neo4j_version,
        schema_version=info.schema_version,
        embedder=info.embedder,
        dimensions=info.dimensions,
        extractors=list(info.extractors),
        workers=info.workers,
        counts=[g.Count(name=name, count=count) for name, count in sorted(info.counts.items())],
        episodes_by_state=[
            g.StateCount(state=EpisodeState(state), count=count)
            for state, count in sorted(info.episodes_by_state.items())
        ],
        episodes_by_gate=[g.GateCount(gate=c.Gate(gate), count=count) for gate, count in info.gated.items()],
        oldest_pending_seconds=info.oldest_pending_s,
        failed=_failed(info.failed),
        rereading=g.RereadingInfo(
            waiting=info.rereading.waiting, gave_up=info.rereading.gave_up, kept=_failed(info.rereading.kept)
        ),
        model_usage=[g.ModelUsage(**asdict(usage)) for usage in info.usage],
    )


def _failed(episodes: tuple[c.FailedEpisode, ...]) -> list[g.FailedEpisode]:
    return [
        g.FailedEpisode(
            id=global_id("Episode", item.uuid), group_id=item.group_id, attempts=item.attempts, reason=item.reason
        )
        for item in episodes
    ]

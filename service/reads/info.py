"""What the service is made of, how much it holds and how far reading has come."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from graph_schema.model import EpisodeState
from graph_schema.store import GraphStore
from service.contract import FailedEpisode, Info, ModelUsage, RereadingInfo
from service.gates.decision import STOPPING, Gate
from service.recall.scope import check_groups

_MOST_FAILED = 100


@dataclass(frozen=True, slots=True)
class About:
    """What the running service knows of itself.

    Attributes:
        extractors: name and version of each.
        workers: how many ingestion workers this process runs.
    """

    extractors: tuple[str, ...] = ()
    workers: int = 0


async def read_info(store: GraphStore, about: About, group_ids: tuple[str, ...]) -> Info:
    """The state of the service, with counts of the given groups, or of everything when none is given.

    Raises:
        InvalidInput: the groups are not acceptable.
    """
    if group_ids:
        check_groups(group_ids)
        states = [state.value for state in EpisodeState]
        rows = await store.read("read/info", group_ids=list(group_ids), states=states, most=_MOST_FAILED)
    else:
        rows = await store.read("read/info_all", most=_MOST_FAILED)
    (graph,) = await store.read("read/about")
    rereading, gated = await _rereading(store, group_ids), await _gated(store, group_ids)
    server = {**graph, "neo4j_version": store.server.removeprefix("Neo4j/")}
    return _info({**rows[0], **rereading, **gated}, server, about)


async def _rereading(store: GraphStore, group_ids: tuple[str, ...]) -> dict[str, Any]:
    day = datetime.now(UTC).date().isoformat()
    if group_ids:
        rows = await store.read("read/rereading", group_ids=list(group_ids), day=day, most=_MOST_FAILED)
    else:
        rows = await store.read("read/rereading_all", day=day, most=_MOST_FAILED)
    return rows[0]


async def _gated(store: GraphStore, group_ids: tuple[str, ...]) -> dict[str, Any]:
    if group_ids:
        gates = [gate.value for gate in STOPPING]
        rows = await store.read("read/gated", group_ids=list(group_ids), gates=gates)
    else:
        rows = await store.read("read/gated_all")
    return rows[0]


def _info(row: dict[str, Any], server: dict[str, Any], about: About) -> Info:
    return Info(
        version=_version(),
        neo4j_version=server["neo4j_version"],
        schema_version=server["schema_version"] or "none",
        embedder=server["embedding_model"] or "none",
        dimensions=server["dimensions"] or 0,
        extractors=about.extractors,
        counts=dict(row["counts"]),
        episodes_by_state=_by_state(row["states"]),
        oldest_pending_s=row["oldest_pending_s"],
        failed=_failed(row["failed"]),
        workers=about.workers,
        gated=_by_gate(row["gated"]),
        rereading=RereadingInfo(row["waiting"], row["gave_up"], _failed(row["kept"])),
        usage=tuple(ModelUsage(**usage) for usage in row["usage"]),
    )


def _failed(rows: list[dict[str, Any]]) -> tuple[FailedEpisode, ...]:
    return tuple(FailedEpisode(row["uuid"], row["group_id"], row["attempts"], row["reason"] or "") for row in rows)


def _by_state(rows: list[dict[str, Any]]) -> dict[str, int]:
    """Turns by state; a state without turns counts 0."""
    return {state.value: sum(row["turns"] for row in rows if row["state"] == state) for state in EpisodeState}


def _by_gate(rows: list[dict[str, Any]]) -> dict[str, int]:
    """Turns by the gate that stopped them or found them a repetition; 0 for a gate that did not."""
    gates = (*STOPPING, Gate.DUPLICATE)
    return {gate.value: sum(row["turns"] for row in rows if row["gate"] == gate) for gate in gates}


def _version() -> str:
    try:
        return version("everwhen")
    except PackageNotFoundError:
        return "unknown"

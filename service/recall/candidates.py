"""What one round trip found, as candidates with the raw score of each route."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from service.contract import MemoryKind, RouteScore

VECTOR, KEYWORD, ENTITY, NEIGHBOUR = "vector", "keyword", "entity", "neighbour"
EVIDENCE, SPEAKER, SESSION = "evidence", "speaker", "session"

Record = Mapping[str, Any]


@dataclass(slots=True)
class Candidate:
    """Something that may answer the question.

    Attributes:
        text: what it says, for collapsing and coverage; at most 2 000 code points of a turn.
        raw: raw score by route: cosine (vector), BM25 (keyword), rarity of the names (entity).
        scores: normalised score by route, filled by fusion.
        duplicate_of: uuid of the turn that this one repeats.
        row: the fact's or entity's record; None for a turn, whose record may come later.
        collapsed_into: uuid of the candidate that it counts as a repetition of.
        lifted_by: uuids of facts that rest on this turn, or of turns that this fact rests on.
    """

    uuid: str
    kind: MemoryKind
    group_id: str
    text: str
    raw: dict[str, float]
    session_id: str | None = None
    actor: str | None = None
    duplicate_of: str | None = None
    row: Record | None = None
    lifted_by: tuple[str, ...] = ()
    scores: dict[str, float] = field(default_factory=dict[str, float])
    base: float = 0.0
    score: float = 0.0
    collapsed: int = 0
    collapsed_into: str | None = None


@dataclass(slots=True)
class Pool:
    """Everything that one round trip brought.

    Attributes:
        links: pairs of uuids of turns that follow one another.
        episodes: full records of the most promising turns and of the evidence, by uuid.
        entities: full records of entities, by uuid.
        alike: pairs of uuids of facts that say the same value of the same subject with nearly the same vector.
    full: whether a route reached its limit, so that a deeper search may find more.
    """

    turns: list[Candidate]
    facts: list[Candidate]
    entities: list[Candidate]
    links: list[tuple[str, str]]
    alike: list[tuple[str, str]]
    episodes: dict[str, Record]
    entity_records: dict[str, Record]
    full: bool

    def everything(self) -> list[Candidate]:
        """Turns, facts and entities."""
        return [*self.turns, *self.facts, *self.entities]


def pool_of(row: Record) -> Pool:
    """The pool from the one row of `read/recall`."""
    entity_records = {record["uuid"]: record for record in row["entities"]}
    facts = [_fact(found, entity_records) for found in row["facts"]]
    resting: dict[str, list[str]] = {}
    for fact in facts:
        for turn in fact.lifted_by:
            resting.setdefault(turn, []).append(fact.uuid)
    return Pool(
        turns=[_turn(found, resting) for found in row["turns"]],
        facts=facts,
        entities=[_entity(found, entity_records) for found in row["entity_hits"]],
        links=[(one, other) for one, other in row["links"]],
        alike=[(one, other) for one, other in row["alike"]],
        episodes={record["uuid"]: record for record in row["episodes"]},
        entity_records=entity_records,
        full=row["full"],
    )


def route_scores(pool: Iterable[Candidate], wanted: Iterable[Candidate]) -> dict[str, tuple[RouteScore, ...]]:
    """How each route saw each of the wanted candidates, by uuid; ranks count within the pool, ties by uuid."""
    everything = list(pool)
    told: dict[str, list[RouteScore]] = {candidate.uuid: [] for candidate in wanted}
    for route in (VECTOR, KEYWORD, ENTITY, NEIGHBOUR, SESSION, SPEAKER, EVIDENCE):
        seen = [c for c in everything if c.scores.get(route, 0.0) > 0.0]
        seen.sort(key=lambda c: (-c.scores[route], c.uuid))
        for rank, candidate in enumerate(seen, 1):
            if candidate.uuid in told:
                raw = candidate.raw.get(route, candidate.scores[route])
                told[candidate.uuid].append(RouteScore(route, rank, raw, candidate.scores[route]))
    return {uuid: tuple(scores) for uuid, scores in told.items()}


def _raw(vector: float | None, keyword: float, entity: float) -> dict[str, float]:
    """Raw scores by route; Neo4j gives (1 + cosine) / 2."""
    raw = {KEYWORD: keyword, ENTITY: entity}
    return raw if vector is None else {VECTOR: 2.0 * vector - 1.0, **raw}


def _turn(found: list[Any], resting: Mapping[str, list[str]]) -> Candidate:
    uuid, group_id, session_id, actor, text, vector, keyword, entity, duplicate_of = found
    return Candidate(
        uuid=uuid,
        kind=MemoryKind.EPISODE,
        group_id=group_id,
        text=text,
        raw=_raw(vector, keyword, entity),
        session_id=session_id,
        actor=actor,
        duplicate_of=duplicate_of or None,
        lifted_by=tuple(resting.get(uuid, ())),
    )


def _fact(found: Record, entities: Mapping[str, Record]) -> Candidate:
    fact: Record = found["fact"]
    row = {**found, "subject": entities[found["subject"]], "object": entities.get(found["object"] or "")}
    return Candidate(
        uuid=fact["uuid"],
        kind=MemoryKind.FACT,
        group_id=fact["group_id"],
        text=fact["text"],
        raw=_raw(found["v"], found["k"], found["e"]),
        row=row,
        lifted_by=tuple(evidence["uuid"] for evidence in found["evidence"]),
    )


def _entity(found: Record, entities: Mapping[str, Record]) -> Candidate:
    record = entities[found["uuid"]]
    return Candidate(
        uuid=record["uuid"],
        kind=MemoryKind.ENTITY,
        group_id=record["group_id"],
        text=record["name"],
        raw=_raw(found["v"], 0.0, found["s"]),
        row=record,
    )

"""Where a recall lost something, in GraphQL."""

from __future__ import annotations

import strawberry

from service import contract_why as w
from service.contract_why import RecallStage
from service.graphql.answers import RouteScore
from service.graphql.define import output, register
from service.graphql.enums import MemoryKind
from service.graphql.ids import global_id
from service.graphql.payloads import TYPES

register(RecallStage)


@output
class DirectRoute:
    """How a route sees something when asked for it alone."""

    route: str
    rank: int | None = strawberry.field(description="From 1; null where it is not among the first `depth`.")
    score: float | None = strawberry.field(description="Cosine, BM25, or names of the question that it is about.")
    depth: int


@output
class WhyNotPayload:
    """Where a recall lost something: in words, one line each, and as data."""

    id: strawberry.ID
    kind: MemoryKind
    stage: RecallStage
    lines: list[str]
    outside: list[str] = strawberry.field(description="Fields of the request that leave it out.")
    direct: list[DirectRoute] = strawberry.field(description="Only where the recall did not come across it.")
    routes: list[RouteScore] = strawberry.field(description="Only where the recall came across it.")
    rank: int | None = strawberry.field(description="Among all that the recall came across, before anything is cut.")
    candidates: int = strawberry.field(description="How many these were.")
    score: float | None
    relevance: float | None = strawberry.field(description="The probability that `minScore` is compared with.")
    collapsed_into: strawberry.ID | None = strawberry.field(description="What it counts as a repetition of.")
    tokens: int | None


def why_not_shown(why: w.WhyNot) -> WhyNotPayload:
    """Payload of whyNot."""
    kind = TYPES[why.kind]
    return WhyNotPayload(
        id=global_id(kind, why.id),
        kind=why.kind,
        stage=why.stage,
        lines=list(why.lines),
        outside=list(why.outside),
        direct=[DirectRoute(route=r.route, rank=r.rank, score=r.score, depth=r.depth) for r in why.direct],
        routes=[RouteScore(route=r.route, rank=r.rank, raw=r.raw, score=r.score) for r in why.routes],
        rank=why.rank,
        candidates=why.candidates,
        score=why.score,
        relevance=why.relevance,
        collapsed_into=None if why.collapsed_into is None else global_id(kind, why.collapsed_into),
        tokens=why.tokens,
    )

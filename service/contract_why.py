"""Where a recall lost something: the request and answer of `whyNot`."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from service.contract import MemoryKind, RouteScore


class RecallStage(StrEnum):
    """The stage of a recall at which something fell out; `returned` where it did not."""

    RETURNED = "returned"
    OUT_OF_SCOPE = "out_of_scope"
    NO_ROUTE = "no_route"
    ROUTE_LIMIT = "route_limit"
    COLLAPSED = "collapsed"
    MIN_SCORE = "min_score"
    LIMIT = "limit"
    TOKEN_BUDGET = "token_budget"


@dataclass(frozen=True, slots=True)
class DirectRoute:
    """How a route sees something when asked for it alone.

    Attributes:
        rank: from 1, within the scope; None where the route does not have it among the first `depth`.
        score: cosine, BM25, or how many names in the question it is about; None with nothing to compare.
        depth: how far the route was read for this.
    """

    route: str
    rank: int | None
    score: float | None
    depth: int


@dataclass(frozen=True, slots=True)
class WhyNot:
    """Where a recall lost something, in words (one line each) and as data.

    Attributes:
        outside: filters of the request that leave it out, by the field's name.
        direct: the routes asked directly; only where the recall did not come across it.
        routes: as in a hit; only where the recall came across it.
        rank: its place from 1 among all that the recall came across, before anything is cut.
        candidates: how many these were.
        score: fused. relevance: probability that `minScore` is compared with.
        collapsed_into: uuid of what it counts as a repetition of.
        tokens: its estimated tokens.
    """

    id: str
    kind: MemoryKind
    stage: RecallStage
    lines: tuple[str, ...]
    outside: tuple[str, ...] = ()
    direct: tuple[DirectRoute, ...] = ()
    routes: tuple[RouteScore, ...] = ()
    rank: int | None = None
    candidates: int = 0
    score: float | None = None
    relevance: float | None = None
    collapsed_into: str | None = None
    tokens: int | None = None

"""What a recall may see: checked input, filters and the bounds they set in the graph."""

from __future__ import annotations

import math
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from graph_schema.model import OPEN_END, OPEN_START, FactKind, Tier
from service.contract import RecallInput, RouteWeights
from service.errors import InvalidInput
from service.validation import check_id, check_range, check_time

MAX_GROUPS = 50
MAX_LIMIT = 100
MAX_QUERY_CHARS = 2_000_000
_MAX_FILTERS = 100
_INSTANT = timedelta(microseconds=1)
_STILL_BELIEVED = OPEN_END - timedelta(days=1)


def check_groups(group_ids: tuple[str, ...]) -> None:
    """Accepts 1 to 50 groups; none is never taken for all."""
    if not 1 <= len(group_ids) <= MAX_GROUPS:
        raise InvalidInput("groupIds", f"names {len(group_ids)} groups", f"1 to {MAX_GROUPS} groups")
    for index, group_id in enumerate(group_ids):
        check_id(f"groupIds[{index}]", group_id)


def check_times(**times: datetime | None) -> None:
    """Accepts aware times by field name."""
    for field, value in times.items():
        check_time(field, value)


def check_recall(request: RecallInput) -> None:
    """Accepts a request to recall, or raises InvalidInput naming the field and what is allowed."""
    check_groups(request.group_ids)
    _check_query(request.query)
    check_range("limit", request.limit, 1, MAX_LIMIT)
    if request.min_score is not None:
        check_range("minScore", request.min_score, 0, 1)
    if request.token_budget is not None:
        check_range("tokenBudget", request.token_budget, 1, 1_000_000)
    if not request.kinds:
        raise InvalidInput("kinds", "is empty", "one or more of EPISODE, FACT, ENTITY, SUMMARY")
    if request.rerank:
        raise InvalidInput("rerank", "no reranker is set up", "false or null")
    check_times(now=request.now, asOf=request.as_of, knownAt=request.known_at, since=request.since, until=request.until)
    if request.since and request.until and request.since >= request.until:
        raise InvalidInput("until", "is not later than since", "a time after since")
    if request.weights is not None:
        _check_weights(request.weights)
    for field, values in (("sessionIds", request.session_ids), ("predicates", request.predicates)):
        if len(values) > _MAX_FILTERS:
            raise InvalidInput(field, f"has {len(values)} entries", f"at most {_MAX_FILTERS}")
        for index, value in enumerate(values):
            check_id(f"{field}[{index}]", value)


def _check_query(query: str) -> None:
    allowed = f"1 to {MAX_QUERY_CHARS} characters, not blank"
    if not query.strip():
        raise InvalidInput("query", "is empty or blank", allowed)
    if len(query) > MAX_QUERY_CHARS:
        raise InvalidInput("query", f"has {len(query)} characters", allowed)


def _check_weights(weights: RouteWeights) -> None:
    for name in RouteWeights.__dataclass_fields__:
        value = float(getattr(weights, name))
        if not (math.isfinite(value) and 0 <= value <= 10):
            raise InvalidInput(f"weights.{name}", f"is {value}", "0 to 10")
    if weights.vector == weights.keyword == weights.entity == 0:
        raise InvalidInput("weights", "give no route any weight", "vector, keyword or entity above 0")


@dataclass(frozen=True, slots=True)
class Scope:
    """The filters of one recall as bounds; each interval is half open.

    Attributes:
        at: world time that the status of a hit is told for.
        params: the parameters of `read/recall` that filter.
        filtered: whether anything is filtered that the indexes cannot filter themselves.
    """

    at: datetime
    params: dict[str, Any]
    filtered: bool


def scope_of(request: RecallInput, now: datetime) -> Scope:
    """The scope of a checked request; `now` is the reader's clock.

    The envelope on a fact prunes by world time only while belief is asked for as it is now; the versions decide.
    """
    since, until = request.since or OPEN_START, request.until or OPEN_END
    held = request.as_of
    by_envelope = request.known_at is None
    turn_until = min(until, held + _INSTANT) if held else until
    params: dict[str, Any] = {
        "group_ids": list(dict.fromkeys(request.group_ids)),
        "tiers": [Tier.HOT.value, Tier.COLD.value] if request.include_archived else [Tier.HOT.value],
        "session_ids": list(request.session_ids),
        "since": since,
        "until": until,
        "turn_until": turn_until,
        "known_at": request.known_at or OPEN_END,
        "believed_at": request.known_at or _STILL_BELIEVED,
        "fact_kinds": [kind.value for kind in request.fact_kinds or FactKind],
        "predicates": list(request.predicates),
        "fact_since": since if by_envelope else OPEN_START,
        "fact_until": turn_until if by_envelope else OPEN_END,
        "fact_after": held if held and by_envelope else OPEN_START,
        "held_until": held or OPEN_END,
        "held_after": held or OPEN_START,
        "by_version": held is not None or request.known_at is not None,
    }
    times = (request.as_of, request.known_at, request.since, request.until)
    filtered = any(times) or bool(request.session_ids or request.predicates or request.fact_kinds)
    return Scope((held or now).astimezone(UTC), params, filtered)

"""Where a recall lost something, in plain words."""

from __future__ import annotations

from service.contract import RecallInput
from service.contract_why import DirectRoute, RecallStage, WhyNot

_OUTSIDE = {
    "groupIds": "it belongs to another group",
    "includeArchived": "it is archived; includeArchived finds it",
    "factKinds": "its kind is not among factKinds",
    "predicates": "its predicate is not among predicates",
    "knownAt": "it was not believed at knownAt (now, where none is given)",
    "asOf": "it did not hold at asOf",
    "time": "it does not lie between from and to",
    "sessionIds": "it was not said in one of sessionIds",
    "kinds": "kinds does not ask for things of its kind",
}


def lines_of(why: WhyNot, request: RecallInput) -> tuple[str, ...]:
    """What happened to it, then how each route saw it."""
    return (_headline(why, request), *(_direct(route) for route in why.direct), *_met(why))


def _headline(why: WhyNot, request: RecallInput) -> str:
    match why.stage:
        case RecallStage.RETURNED:
            return "It is among the hits."
        case RecallStage.OUT_OF_SCOPE:
            reasons = "; ".join(_OUTSIDE[name] for name in why.outside)
            return f"The request leaves it out: {reasons}."
        case RecallStage.NO_ROUTE:
            return "No route finds it: neither its meaning nor its words nor its names are near enough to the question."
        case RecallStage.ROUTE_LIMIT:
            return "A route finds it, too far down to be looked at."
        case RecallStage.COLLAPSED:
            return f"It says what {why.collapsed_into} says, which came before it; that hit counts it."
        case RecallStage.MIN_SCORE:
            return f"It is relevant with probability {why.relevance:.2f}, under the minScore of {request.min_score}."
        case RecallStage.LIMIT:
            return f"It came {why.rank} of {why.candidates}, and the limit is {request.limit}."
        case RecallStage.TOKEN_BUDGET:
            return f"It has about {why.tokens} tokens, which did not fit into the budget of {request.token_budget}."


def _direct(route: DirectRoute) -> str:
    score = "nothing to compare" if route.score is None else f"{route.score:.3f}"
    if route.depth == 0:
        return f"Asked directly, the {route.route} route: {score}."
    place = f"rank {route.rank}" if route.rank is not None else f"not among the first {route.depth}"
    return f"Asked directly, the {route.route} route: {score}, {place}."


def _met(why: WhyNot) -> list[str]:
    if why.rank is None:
        return []
    seen = [f"The {r.route} route had it at rank {r.rank}, score {r.score:.3f} (raw {r.raw:.3f})." for r in why.routes]
    return [f"Score {why.score:.3f}, place {why.rank} of {why.candidates}, relevance {why.relevance:.2f}.", *seen]

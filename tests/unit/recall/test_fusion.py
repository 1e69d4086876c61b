"""Fusing scores."""

from __future__ import annotations

from service.contract import MemoryKind, RouteWeights
from service.recall.candidates import Candidate, Pool, route_scores
from service.recall.fusion import fuse
from service.recall.query import read_question
from service.testing import FixedThresholds

QUESTION = read_question("Where does Ana work?")


def turn(uuid: str, vector: float = 0.0, keyword: float = 0.0, **fields: object) -> Candidate:
    raw = {"vector": vector, "keyword": keyword, "entity": 0.0}
    return Candidate(uuid, MemoryKind.EPISODE, "g", str(fields.pop("text", uuid)), raw, **fields)  # type: ignore[arg-type]


def fact(uuid: str, vector: float, *turns: str) -> Candidate:
    raw = {"vector": vector, "keyword": 0.0, "entity": 0.0}
    return Candidate(uuid, MemoryKind.FACT, "g", uuid, raw, lifted_by=turns)


def pool(*turns: Candidate, facts: tuple[Candidate, ...] = (), links: tuple[tuple[str, str], ...] = ()) -> Pool:
    return Pool(list(turns), list(facts), [], list(links), [], {}, {}, full=False)


def order(found: Pool, weights: RouteWeights | None = None) -> list[str]:
    return [c.uuid for c in fuse(found, QUESTION, weights or RouteWeights(), FixedThresholds())]


def test_scores_count_and_not_ranks():
    # b is second on both routes by a hair, c is far behind
    found = pool(turn("a", 0.9, 1.0), turn("b", 0.89, 9.9), turn("c", 0.1, 10.0))
    assert order(found) == ["b", "c", "a"]


def test_ties_are_broken_by_uuid():
    assert order(pool(turn("z", 0.5), turn("a", 0.5), turn("m", 0.5))) == ["a", "m", "z"]


def test_the_neighbour_of_a_good_turn_is_lifted():
    found = pool(turn("hit", 0.9, 5.0), turn("next", 0.2), turn("far", 0.25), links=(("hit", "next"),))
    assert order(found) == ["hit", "next", "far"]
    assert order(found, RouteWeights(neighbour=0.0)) == ["hit", "far", "next"]


def test_what_the_named_speaker_said_is_lifted():
    assert order(pool(turn("a", 0.5, actor="Bob"), turn("b", 0.45, actor="Ana"))) == ["b", "a"]


def test_the_session_of_a_good_turn_is_lifted():
    found = pool(turn("hit", 0.9, session_id="s"), turn("a", 0.3, session_id="t"), turn("b", 0.29, session_id="s"))
    assert order(found) == ["hit", "b", "a"]


def test_a_turn_that_asks_gives_way_to_one_that_tells():
    assert order(pool(turn("a", 0.5, text="Where to?"), turn("b", 0.48, text="To Rome."))) == ["b", "a"]


def test_a_fact_lifts_the_turn_it_rests_on():
    silent = pool(turn("a", 0.3), turn("b", 0.29))
    assert order(silent) == ["a", "b"]
    lifted = pool(turn("a", 0.3), turn("b", 0.29, lifted_by=("f",)), facts=(fact("f", 0.9, "b"),))
    assert order(lifted) == ["f", "b", "a"]


def test_a_weight_of_zero_silences_its_route():
    found = pool(turn("a", 0.9, 0.0), turn("b", 0.1, 9.0))
    assert order(found, RouteWeights(vector=0.0, neighbour=0.0)) == ["b", "a"]
    assert order(found, RouteWeights(keyword=0.0, neighbour=0.0)) == ["a", "b"]


def test_weak_cosines_are_not_blown_up_to_full_score():
    found = pool(turn("a", 0.05), turn("b", 0.04))
    fuse(found, QUESTION, RouteWeights(), FixedThresholds())
    assert max(c.scores["vector"] for c in found.turns) < 0.2


def test_routes_tell_rank_raw_and_normalised_score():
    found = pool(turn("a", 0.8, 4.0), turn("b", 0.4, 8.0))
    fused = fuse(found, QUESTION, RouteWeights(), FixedThresholds())
    routes = route_scores(fused, found.turns[1:])
    assert routes.keys() == {"b"}
    told = {score.route: (score.rank, score.raw, score.score) for score in routes["b"]}
    assert told["keyword"] == (1, 8.0, 1.0)
    assert told["vector"] == (2, 0.4, 0.5)
    assert "entity" not in told

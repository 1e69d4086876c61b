"""`kill -9` between acknowledgement and extraction: no acknowledged turn is lost, nothing is there twice."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from service.localdb import LocalNeo4j
from tests.support.database import private_neo4j
from tests.support.service import ServiceProcess

MOMENTS = 20
BATCHES = 20
FIRST_S = 60.0
READ_S = 300.0
GROUP = "killed"

REMEMBER = """
mutation($input: RememberInput!) {
  remember(input: $input) {
    __typename
    ... on RememberPayload { stored duplicates episodes { id externalId content state } }
    ... on InvalidInput { field message }
  }
}
"""
EPISODES = """
query($after: String) {
  episodes(filter: {groupIds: ["killed"]}, first: 200, after: $after) {
    edges { node { externalId content state } }
    pageInfo { hasNextPage endCursor }
  }
}
"""
FACTS = """
query($after: String) {
  facts(filter: {groupIds: ["killed"], predicates: ["likes"]}, first: 200, after: $after) {
    edges { node { value mentionCount evidence { quote episode { externalId } } object { name } } }
    pageInfo { hasNextPage endCursor }
  }
}
"""


@pytest.fixture
def local(tmp_path: Path) -> Iterator[LocalNeo4j]:
    """The Neo4j that outlives the killed services; ended here, whoever started it."""
    local = private_neo4j(tmp_path)
    yield local
    local.shut_down(force=True)


def _turn(moment: int, number: int) -> dict[str, Any]:
    """A turn that states one fact of its own."""
    content = f"I like record number {moment * 1000 + number}."
    return {"content": content, "actor": "Ana", "externalId": f"{moment}/{number}"}


def _send(service: ServiceProcess, moment: int, acknowledged: list[str], begun: threading.Event) -> None:
    """Sends batches of turns until the service is gone; what it acknowledged is noted, and `begun` set by the first."""
    for batch in range(BATCHES):
        turns = [_turn(moment, batch * 3 + n) for n in range(3)]
        try:
            answer = service.ask(REMEMBER, input={"groupId": GROUP, "sessionId": "s", "episodes": turns})
        except (httpx.HTTPError, KeyError):
            return
        acknowledged.extend(episode["externalId"] for episode in answer["remember"]["episodes"])
        begun.set()


def _all(service: ServiceProcess, query: str, field: str) -> list[dict[str, Any]]:
    nodes: list[dict[str, Any]] = []
    after = None
    while True:
        page = service.ask(query, after=after)[field]
        nodes += [edge["node"] for edge in page["edges"]]
        if not page["pageInfo"]["hasNextPage"]:
            return nodes
        after = page["pageInfo"]["endCursor"]


@pytest.mark.e2e
@pytest.mark.timeout(600)
def test_killing_the_service_at_random_moments_loses_and_doubles_nothing(tmp_path: Path, local: LocalNeo4j) -> None:
    chance = random.Random(20261130)
    service = ServiceProcess(tmp_path, EVERWHEN_LEASE_S="1")
    acknowledged: list[str] = []
    for moment in range(MOMENTS):
        service.start()
        begun = threading.Event()
        sender = threading.Thread(target=_send, args=(service, moment, acknowledged, begun))
        sender.start()
        assert begun.wait(FIRST_S), "nothing was acknowledged"
        time.sleep(chance.uniform(0.0, 0.8))
        service.kill()
        sender.join(60)
        assert not sender.is_alive()
    service.start()
    states = service.wait_until_read(GROUP, READ_S)
    episodes, facts = _all(service, EPISODES, "episodes"), _all(service, FACTS, "facts")
    assert service.stop() == 0

    stored = [episode["externalId"] for episode in episodes]
    assert len({turn.partition("/")[0] for turn in acknowledged}) == MOMENTS
    assert set(acknowledged) <= set(stored)
    assert len(stored) == len(set(stored))
    assert states == {"EXTRACTED": len(stored)}
    assert sorted(e["episode"]["externalId"] for fact in facts for e in fact["evidence"]) == sorted(stored)
    assert all(fact["mentionCount"] == 1 for fact in facts)

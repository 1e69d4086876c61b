"""A strict caller of Everwhen's public GraphQL API: every answer is the one asked for, or an error."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import httpx

REMEMBER = """
mutation ($input: RememberInput!) {
  remember(input: $input) {
    __typename
    ... on RememberPayload { stored duplicates episodes { uuid } }
    ... on InvalidInput { field message }
    ... on Conflict { message }
    ... on Unavailable { message }
  }
}"""
RECALL = """
query ($input: RecallInput!) {
  recall(input: $input) {
    __typename
    ... on RecallPayload { abstained tookMs hits { kind score text routes { route } episode { externalId } } }
    ... on InvalidInput { field message }
    ... on Conflict { message }
    ... on Unavailable { message }
  }
}"""
INFO = """
query ($groups: [String!]) {
  info(groupIds: $groups) {
    version neo4jVersion embedder dimensions extractors episodesByState { state count } oldestPendingSeconds
  }
}"""
FACTS = """
query ($filter: FactFilter!) {
  facts(filter: $filter, first: 200) {
    edges { node { polarity modality value subject { name } object { name } } }
    pageInfo { hasNextPage }
  }
}"""
TIMEOUT_S = 120.0


class ApiError(Exception):
    """The service answered with something else than what was asked for."""


@dataclass(frozen=True, slots=True)
class Recalled:
    """Hits of one recall, best first, and the seconds from request to answer as the caller sees them."""

    hits: tuple[dict[str, Any], ...]
    seconds: float
    abstained: bool


class Client:
    """The API at one address."""

    def __init__(self, url: str, token: str | None = None) -> None:
        """A client of the service at `url` (without /graphql)."""
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        self.url = url
        self._http = httpx.Client(base_url=url, headers=headers, timeout=TIMEOUT_S)

    def close(self) -> None:
        """Closes the connections."""
        self._http.close()

    def remember(
        self,
        group: str,
        session: str | None,
        episodes: Sequence[dict[str, Any]],
        *,
        again: bool = False,
        **more: Any,
    ) -> float:
        """Seconds until the turns were acknowledged; with `again`, turns stored before count as stored.

        Raises:
            ApiError: not acknowledged, or not every turn stored.
        """
        variables = {"groupId": group, "sessionId": session, "episodes": list(episodes), **more}
        began = time.perf_counter()
        payload = self._ask(REMEMBER, {"input": variables})["remember"]
        seconds = time.perf_counter() - began
        if payload["__typename"] != "RememberPayload" or payload["stored"] + (
            payload["duplicates"] if again else 0
        ) != len(episodes):
            raise ApiError(f"remember({group}, {session}, {len(episodes)} turns): {payload}")
        return seconds

    def remember_one(self, group: str, content: str) -> str:
        """The uuid of a turn that is stored and not read.

        Raises:
            ApiError: not stored.
        """
        turn = {"content": content, "doNotExtract": True}
        payload = self._ask(REMEMBER, {"input": {"groupId": group, "episodes": [turn]}})["remember"]
        if payload["__typename"] != "RememberPayload":
            raise ApiError(f"remember({group}, {content!r}): {payload}")
        return str(payload["episodes"][0]["uuid"])

    def recall(self, group: str, query: str, **more: Any) -> Recalled:
        """The hits for a question; `more` are further fields of RecallInput.

        Raises:
            ApiError: refused.
        """
        began = time.perf_counter()
        payload = self._ask(RECALL, {"input": {"groupIds": [group], "query": query, **more}})["recall"]
        seconds = time.perf_counter() - began
        if payload["__typename"] != "RecallPayload":
            raise ApiError(f"recall({group}, {query!r}): {payload}")
        return Recalled(tuple(payload["hits"]), seconds, payload["abstained"])

    def facts(self, group: str, predicate: str, as_of: str, known_at: datetime | None) -> list[dict[str, Any]]:
        """The facts of a predicate that hold at `as_of`, as believed at `known_at` or at present.

        Raises:
            ApiError: refused, or more than one page.
        """
        given = {"groupIds": [group], "predicates": [predicate], "asOf": as_of}
        if known_at is not None:
            given["knownAt"] = iso(known_at)
        page = self._ask(FACTS, {"filter": given})["facts"]
        if page["pageInfo"]["hasNextPage"]:
            raise ApiError(f"facts({group}, {predicate}): more than one page")
        return [edge["node"] for edge in page["edges"]]

    def info(self, *groups: str) -> dict[str, Any]:
        """State of the service, with the turns of these groups by state."""
        answer: dict[str, Any] = self._ask(INFO, {"groups": list(groups) or None})["info"]
        return answer

    def wait_extracted(self, groups: Sequence[str], seconds: float) -> dict[str, int]:
        """Turns by state once none of them is pending.

        Raises:
            ApiError: some still are after `seconds`.
        """
        end = time.monotonic() + seconds
        while True:
            states = {str(item["state"]): int(item["count"]) for item in self.info(*groups)["episodesByState"]}
            if not states.get("PENDING"):
                return states
            if time.monotonic() > end:
                raise ApiError(f"turns are still unread after {seconds:.0f} s: {states}; raise --wait")
            time.sleep(0.5)

    def _ask(self, query: str, variables: dict[str, Any]) -> dict[str, Any]:
        response = self._http.post("/graphql", json={"query": query, "variables": variables})
        if not response.is_success:
            raise ApiError(f"HTTP {response.status_code}: {response.text[:500]}")
        answer: dict[str, Any] = response.json()
        if answer.get("errors"):
            raise ApiError(str(answer["errors"])[:1000])
        data: dict[str, Any] = answer["data"]
        return data


def iso(moment: datetime) -> str:
    """An aware time as the API takes it."""
    return moment.isoformat().replace("+00:00", "Z")

"""An agent loop: before each answer it recalls, after each answer it remembers.

Start a service with `everwhen serve`, then run `python examples/agent_loop.py`. The model is scripted, so that the loop
is the same each time; put your own in its place. Only HTTP and GraphQL are used.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import httpx

RECALL = """
query Recall($input: RecallInput!) {
  recall(input: $input) {
    __typename
    ... on RecallPayload { abstained hits { text score status episode { role } } }
    ... on InvalidInput { message } ... on Conflict { message } ... on Unavailable { message }
  }
}"""
REMEMBER = """
mutation Remember($input: RememberInput!) {
  remember(input: $input) {
    __typename
    ... on RememberPayload { stored duplicates timedOut }
    ... on InvalidInput { message } ... on Conflict { message } ... on Unavailable { message }
  }
}"""

USER_IMPORTANCE = 0.8
ASSISTANT_IMPORTANCE = 0.6


class MemoryFailed(Exception):
    """The memory did not do what was asked."""


class Memory:
    """The memory of one conversation, over HTTP."""

    def __init__(self, http: httpx.Client, group: str, session: str) -> None:
        self._http = http
        self._group = group
        self._session = session

    def recall(self, question: str, previous: Sequence[str]) -> list[str]:
        """What the user or a fact says on the question, best first; the agent's own answers are not repeated to it.

        Args:
            question: what the user says now.
            previous: turns before it, latest last; they say what "it" and "there" mean.
        """
        request = {"groupIds": [self._group], "query": question, "context": list(previous[-2:]), "limit": 8}
        hits = self._ask("recall", RECALL, request)["hits"]
        return [hit["text"] for hit in hits if not hit["episode"] or hit["episode"]["role"] != "ASSISTANT"]

    def remember(self, user: str, assistant: str) -> None:
        """Stores a question and its answer, and waits until facts have been read out of them."""
        episodes = [
            {"content": user, "role": "USER", "importance": USER_IMPORTANCE},
            {"content": assistant, "role": "ASSISTANT", "importance": ASSISTANT_IMPORTANCE},
        ]
        request = {
            "groupId": self._group,
            "sessionId": self._session,
            "requestId": str(uuid.uuid4()),
            "episodes": episodes,
            "waitFor": "EXTRACTED",
        }
        if self._ask("remember", REMEMBER, request)["stored"] != len(episodes):
            raise MemoryFailed("not every turn was stored")

    def _ask(self, field: str, query: str, request: dict[str, Any]) -> dict[str, Any]:
        response = self._http.post("/graphql", json={"query": query, "variables": {"input": request}})
        body: dict[str, Any] = response.json()
        if body.get("errors"):
            raise MemoryFailed(body["errors"][0]["message"])
        payload: dict[str, Any] = body["data"][field]
        if "message" in payload:
            raise MemoryFailed(payload["message"])
        return payload


@dataclass(frozen=True)
class Turn:
    """What the user says, and a word that the answer needs; empty where nothing has to be remembered."""

    user: str
    needs: str = ""


SCRIPT = (
    Turn("My name is Ines, and I live in Valencia."),
    Turn("My sister Clara is allergic to shellfish."),
    Turn("I booked a table at Casa Roja for Friday."),
    Turn("What is Clara allergic to?", needs="shellfish"),
    Turn("Where do I live?", needs="Valencia"),
    Turn("Which restaurant did I book?", needs="Casa Roja"),
)


class ScriptedModel:
    """Stands in for a language model: answers questions from what is recalled, and acknowledges the rest."""

    def reply(self, turn: Turn, memories: Sequence[str]) -> str:
        """The answer to the turn, given the recalled texts."""
        if not turn.user.endswith("?"):
            return "I will keep that in mind."
        told = [memory for memory in memories if not memory.endswith("?")]
        if not told:
            return "I do not know."
        asked = self._stems(turn.user)
        best = max(told, key=lambda memory: (len(asked & self._stems(memory)), len(memory)))
        return f"You told me: {best}"

    def _stems(self, text: str) -> set[str]:
        return {word[:4] for word in re.findall(r"\w{3,}", text.lower())}


def talk(memory: Memory, model: ScriptedModel, script: Sequence[Turn]) -> int:
    """Plays the conversation; returns how many questions were answered without the word they needed."""
    wrong = 0
    said: list[str] = []
    for turn in script:
        memories = memory.recall(turn.user, said)
        answer = model.reply(turn, memories)
        print(f"user:      {turn.user}\nassistant: {answer}\n")
        if turn.needs not in answer:
            wrong += 1
            print(f"           (expected {turn.needs!r}; recalled {memories})\n", file=sys.stderr)
        memory.remember(turn.user, answer)
        said += [turn.user, answer]
    return wrong


def main() -> int:
    """Runs the loop; 0 when every question was answered from memory."""
    parser = argparse.ArgumentParser(description="An agent that recalls, answers and remembers.")
    parser.add_argument("--url", default=os.environ.get("EVERWHEN_URL", "http://127.0.0.1:8420"))
    parser.add_argument("--group", default=f"agent-loop-{uuid.uuid4()}", help="a new one each time by default")
    options = parser.parse_args()
    token = os.environ.get("EVERWHEN_TOKEN")
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    try:
        with httpx.Client(base_url=options.url, headers=headers, timeout=60) as http:
            wrong = talk(Memory(http, options.group, session="first"), ScriptedModel(), SCRIPT)
    except httpx.TransportError as error:
        print(f"no service answers at {options.url} ({error}): start one with `everwhen serve`", file=sys.stderr)
        return 1
    except MemoryFailed as error:
        print(f"the memory refused: {error}", file=sys.stderr)
        return 1
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())

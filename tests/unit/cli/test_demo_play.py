from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from service.cli import demo_play
from service.cli.demo_play import CONVERSATIONS, QUESTIONS, THEN_AND_NOW, play
from service.cli.documents import ENTITIES, FACTS, IMPORT, INFO, RECALL, Document

EXAMPLES = Path(__file__).parents[3] / "examples"


class GoodMemory:
    """Answers as a memory would that has understood everything; tests spoil one answer at a time."""

    def __init__(self) -> None:
        self.sent = 0
        quote = "I live in Hamburg"
        episode = {"content": f"Hi! {quote}.", "actor": "Mara", "role": "USER", "validAt": "2026-01-12T18:00:00Z"}
        by = {
            "fact": "f2",
            "text": "Mara lives in Copenhagen",
            "rule": "later_start",
            "reason": "a later move",
            "at": "",
        }
        self.fact: dict[str, Any] = {
            "id": "f1",
            "text": "Mara lives in Hamburg",
            "supersededBy": [by],
            "validAt": "2026-01-12T18:00:00Z",
            "invalidAt": "2026-05-01T00:00:00Z",
            "status": "SUPERSEDED",
            "kind": "FACT",
            "modality": "ASSERTED",
            "evidence": [{"quote": quote, "start": 4, "end": 4 + len(quote), "episode": episode}],
        }
        self.names = [person for conversation in CONVERSATIONS for person in conversation.people]
        self.states = [{"state": "EXTRACTED", "count": 36}]
        self.wrong: str | None = None

    def run(self, document: Document, **variables: Any) -> dict[str, Any]:
        if document is IMPORT:
            count = len(variables["input"]["episodes"])
            self.sent += count
            return {"stored": count, "duplicates": 0}
        if document is INFO:
            return {"episodesByState": self.states}
        if document is ENTITIES:
            return page([entity(name) for name in self.names], variables)
        if document is FACTS:
            return page([self.fact], variables)
        assert document is RECALL
        asked = variables["input"]
        known = {(question.text, question.as_of): question.answer for question in (*QUESTIONS, *THEN_AND_NOW)}
        answer = known[asked["query"], asked.get("asOf")]
        text = "nothing of the sort" if asked["query"] == self.wrong else f"It is {answer}."
        return {"hits": [{"text": text, "fact": self.fact, "episode": None, "status": "CURRENT"}]}


def entity(name: str) -> dict[str, Any]:
    return {"name": name, "type": "person", "aliases": [], "mentionCount": 1, "lastSeenAt": "2026-01-12T18:00:00Z"}


def page(nodes: list[Any], variables: dict[str, Any]) -> dict[str, Any]:
    at = int(variables["after"] or 0)
    info = {"hasNextPage": at + 2 < len(nodes), "endCursor": str(at + 2)}
    return {"edges": [{"node": node} for node in nodes[at : at + 2]], "pageInfo": info}


def problems(memory: GoodMemory) -> list[str]:
    return play(memory, EXAMPLES, {}).problems  # type: ignore[arg-type]


def test_a_memory_that_understood_everything_has_no_problems() -> None:
    memory = GoodMemory()
    assert problems(memory) == []
    assert memory.sent == 72


def spoil(memory: GoodMemory, what: str) -> None:
    memory.fact = deepcopy(memory.fact)
    match what:
        case "rule":
            memory.fact["supersededBy"][0]["rule"] = ""
        case "superseded":
            memory.fact["supersededBy"] = []
        case "quote":
            memory.fact["evidence"][0]["start"] += 1
        case "evidence":
            memory.fact["evidence"] = []
        case "entity":
            memory.names.remove("Jonas")
        case "failed":
            memory.states.append({"state": "FAILED", "count": 2})
        case "question":
            memory.wrong = QUESTIONS[0].text
        case _:
            memory.wrong = THEN_AND_NOW[0].text


@pytest.mark.parametrize(
    ("what", "words"),
    [
        ("rule", "superseded with a rule"),
        ("superseded", "superseded with a rule"),
        ("quote", "quotes other words"),
        ("evidence", "has no evidence"),
        ("entity", "Jonas is not among the entities"),
        ("failed", "2 turns failed"),
        ("question", "is not answered with hazelnuts"),
        ("as of", "answered alike for both dates"),
    ],
)
def test_whatever_is_missing_is_a_problem(what: str, words: str) -> None:
    memory = GoodMemory()
    spoil(memory, what)
    assert any(words in problem for problem in problems(memory))


def test_the_questions_ask_about_the_examples() -> None:
    texts = {
        conversation.group: (EXAMPLES / conversation.file).read_text(encoding="utf-8")
        for conversation in demo_play.CONVERSATIONS
    }
    for question in (*QUESTIONS, *THEN_AND_NOW):
        assert question.answer in texts[question.group]
    for conversation in CONVERSATIONS:
        assert all(person in texts[conversation.group] for person in conversation.people)

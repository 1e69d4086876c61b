"""What the demo does over the API, and what must come out of it."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from service.cli.client import MemoryClient
from service.cli.documents import ENTITIES, FACTS, RECALL, Document
from service.cli.output import Row
from service.cli.upload import upload, wait_until_read
from service.errors import DatabaseUnavailable, InvalidInput
from service.importers import Format, ImportedTurn, batches, open_turns


@dataclass(frozen=True, slots=True)
class Conversation:
    """An example conversation, and names that its memory must know."""

    language: str
    file: str
    group: str
    people: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Question:
    """A question, and a word that one of its first hits must hold; the first one, where a date is given."""

    group: str
    text: str
    answer: str
    as_of: str | None = None
    kinds: tuple[str, ...] = ("EPISODE", "FACT")


ENGLISH = Conversation("English", "english.jsonl", "demo-english", ("Jonas", "Priya", "Helen Park", "Omar Haddad"))
CHINESE = Conversation("Chinese", "chinese.jsonl", "demo-chinese", ("林晓晴", "陈浩", "周敏", "王磊"))
CONVERSATIONS = (ENGLISH, CHINESE)
QUESTIONS = (
    Question(ENGLISH.group, "What is Mara allergic to?", "hazelnuts"),
    Question(ENGLISH.group, "Where does Jonas live now?", "Bergen"),
    Question(CHINESE.group, "我的上司是谁？", "王磊"),
)
THEN_AND_NOW = (
    Question(ENGLISH.group, "Where does Mara live?", "Hamburg", "2026-02-01T12:00:00+00:00", ("FACT",)),
    Question(ENGLISH.group, "Where does Mara live?", "Copenhagen", "2026-06-01T12:00:00+00:00", ("FACT",)),
)
_FIRST_HITS = 3
_MORE_TRIES = 5


@dataclass
class Told:
    """One conversation as the memory holds it."""

    language: str
    group: str
    stored: int
    duplicates: int
    states: dict[str, int]
    entities: list[Row]
    facts: list[Row]
    superseded: list[Row]


@dataclass
class Answered:
    """A question with its hits, best first, and whether the expected answer is among the first of them."""

    question: str
    group: str
    as_of: str | None
    expected: str
    right: bool
    hits: list[Row]


@dataclass
class Report:
    """Everything the demo shows; `problems` is empty when all that belongs there is there."""

    conversations: list[Told] = field(default_factory=lambda: [])
    answers: list[Answered] = field(default_factory=lambda: [])
    then_and_now: list[Answered] = field(default_factory=lambda: [])
    addresses: dict[str, str | None] = field(default_factory=lambda: {})
    problems: list[str] = field(default_factory=lambda: [])

    def to_json(self) -> dict[str, Any]:
        """As JSON values."""
        return asdict(self)


def play(client: MemoryClient, examples: Path, addresses: dict[str, str | None]) -> Report:
    """Tells the memory the example conversations, asks it, and notes what is missing.

    Args:
        client: of a running service.
        examples: folder with the conversations.
        addresses: where a person can look, by name.
    """
    report = Report(addresses=addresses)
    for conversation in CONVERSATIONS:
        told = _tell(client, conversation, examples / conversation.file)
        report.conversations.append(told)
        report.problems += _missing(conversation, told)
    report.answers = [_ask(client, question) for question in QUESTIONS]
    report.then_and_now = [_ask(client, question) for question in THEN_AND_NOW]
    for answer in (*report.answers, *report.then_and_now):
        report.problems += _wrong(answer)
    then, now = (answer.hits[:1] for answer in report.then_and_now)
    if then and now and then[0]["text"] == now[0]["text"]:
        report.problems.append("the as-of question is answered alike for both dates")
    return report


def _tell(client: MemoryClient, conversation: Conversation, path: Path) -> Told:
    records = list(open_turns(path, Format.JSONL, ZoneInfo("UTC")))
    turns = [record for record in records if isinstance(record, ImportedTurn)]
    if len(turns) < len(records) or not turns:
        raise InvalidInput("--examples", f"{path} holds lines that are not turns", "the examples as shipped")
    made = batches(turns, conversation.group, 100)
    tally = upload(client, made, skip_bad=False, advance=lambda _: None)
    states = wait_until_read(client, [conversation.group], lambda _: None)
    everything = _all(client, FACTS, {"groupIds": [conversation.group], "includeInvalid": True})
    return Told(
        language=conversation.language,
        group=conversation.group,
        stored=tally.stored,
        duplicates=tally.duplicates,
        states=states,
        entities=sorted(_all(client, ENTITIES, {"groupIds": [conversation.group]}), key=_mentions, reverse=True),
        facts=_all(client, FACTS, {"groupIds": [conversation.group]}),
        superseded=[fact for fact in everything if fact["supersededBy"]],
    )


def _mentions(entity: Row) -> int:
    return int(entity["mentionCount"])


def _all(client: MemoryClient, document: Document, where: Row) -> list[Row]:
    found: list[Row] = []
    after: str | None = None
    while True:
        page = _read(client, document, filter=where, first=100, after=after)
        found += [edge["node"] for edge in page["edges"]]
        if not page["pageInfo"]["hasNextPage"]:
            return found
        after = page["pageInfo"]["endCursor"]


def _read(client: MemoryClient, document: Document, **variables: Any) -> Row:
    """The payload; asked again where a server just started was still planning the query when its time was up."""
    for _ in range(_MORE_TRIES):
        try:
            return client.run(document, **variables)
        except DatabaseUnavailable:
            continue
    return client.run(document, **variables)


def _ask(client: MemoryClient, question: Question) -> Answered:
    asked = {"groupIds": [question.group], "query": question.text, "kinds": list(question.kinds), "limit": 5}
    hits = _read(client, RECALL, input=asked | ({"asOf": question.as_of} if question.as_of else {}))["hits"]
    looked_at = hits[:1] if question.as_of else hits[:_FIRST_HITS]
    right = any(question.answer in hit["text"] for hit in looked_at)
    return Answered(question.text, question.group, question.as_of, question.answer, right, hits)


def _missing(conversation: Conversation, told: Told) -> list[str]:
    where = f"{conversation.language} conversation"
    problems = [f"{where}: {count} turns {state}" for state, count in told.states.items() if state == "failed"]
    names = {name for entity in told.entities for name in (entity["name"], *entity["aliases"])}
    problems += [
        f"{where}: {person} is not among the entities" for person in conversation.people if person not in names
    ]
    if not told.facts:
        problems.append(f"{where}: no fact is true now")
    if not any(s["rule"] and s["reason"] for fact in told.superseded for s in fact["supersededBy"]):
        problems.append(f"{where}: no fact is superseded with a rule and a reason")
    problems += [f"{where}: “{fact['text']}” {fault}" for fact in told.facts if (fault := _unsupported(fact))]
    return problems


def _unsupported(fact: Row) -> str | None:
    if not fact["evidence"]:
        return "has no evidence"
    for item in fact["evidence"]:
        if item["episode"]["content"][item["start"] : item["end"]] != item["quote"]:
            return "quotes other words than its turn holds"
    return None


def _wrong(answer: Answered) -> list[str]:
    asked = f"“{answer.question}”" + (f" as of {answer.as_of[:10]}" if answer.as_of else "")
    if not answer.right:
        return [f"{asked} is not answered with {answer.expected}"]
    if not any(hit["episode"] or (hit["fact"] and hit["fact"]["evidence"]) for hit in answer.hits):
        return [f"{asked} is answered without evidence"]
    return []

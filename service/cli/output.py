"""How answers look on a terminal."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from service.cli.options import parse_time

Row = dict[str, Any]


def emit(answer: Any, as_json: bool, show: Callable[[Console], None]) -> None:
    """Prints the answer as one JSON document, or by `show`."""
    if as_json:
        print(json.dumps(answer, ensure_ascii=False, indent=2))
    else:
        show(Console())


def day(text: str | None, open_end: str = "") -> str:
    """A time of the API, shortened to the day or minute; `open_end` stands for null."""
    if text is None:
        return open_end
    moment = parse_time(text)
    return f"{moment:%Y-%m-%d}" if (moment.hour, moment.minute) == (0, 0) else f"{moment:%Y-%m-%d %H:%M}"


def validity(fact: Row) -> str:
    """Since when, and until when, a fact holds."""
    return f"{day(fact['validAt'], 'always')} → {day(fact['invalidAt'], 'now')}"


def table(title: str, columns: Iterable[str], rows: Iterable[Iterable[str]]) -> Table:
    """A table whose cells are shown as they are, without markup."""
    made = Table(title=title, title_justify="left", title_style="bold", header_style="bold")
    for column in columns:
        made.add_column(column, overflow="fold")
    for row in rows:
        made.add_row(*(escape(cell) for cell in row))
    return made


def fact_table(facts: Iterable[Row], title: str = "Facts") -> Table:
    """Facts with their validity, status and evidence."""
    columns = ("fact", "kind", "valid", "status", "quoted evidence")
    return table(title, columns, ((f["text"], _kind(f), validity(f), f["status"].lower(), quotes(f)) for f in facts))


def _kind(fact: Row) -> str:
    modality = fact["modality"].lower()
    return fact["kind"].lower() if modality == "asserted" else f"{modality} {fact['kind'].lower()}"


def quotes(fact: Row, most: int = 2) -> str:
    """The words a fact rests on, the first `most` of them."""
    shown = [f"“{item['quote']}”" for item in fact["evidence"][:most]]
    more = len(fact["evidence"]) - most
    return "\n".join([*shown, f"and {more} more"] if more > 0 else shown)


def entity_table(entities: Iterable[Row], title: str = "Entities") -> Table:
    """Entities with their other names."""
    columns = ("name", "type", "also called", "mentions", "last seen")
    cells = ((e["name"], e["type"], ", ".join(e["aliases"]), e["mentionCount"], day(e["lastSeenAt"])) for e in entities)
    return table(title, columns, (map(str, row) for row in cells))


def review_table(reviews: Iterable[Row], title: str = "To be decided") -> Table:
    """Pairs of entities that may be one, and of facts that contradict each other, with why."""
    rows = (
        (r["kind"].lower(), *_pair(r), r["stage"], f"{r['score']:.2f}", day(r["createdAt"]), r["id"]) for r in reviews
    )
    return table(title, ("what", "one, or chosen", "other", "because", "score", "since", "id"), rows)


def _pair(review: Row) -> tuple[str, str]:
    if review["fact"]:
        return review["fact"]["text"], review["otherFact"]["text"]
    return review["entity"]["name"], review["other"]["name"]


def episode_table(episodes: Iterable[Row], title: str = "Turns") -> Table:
    """Turns with their state."""
    rows = (
        (day(e["validAt"]), e["actor"] or e["role"].lower(), e["content"], _state(e), e["sessionId"] or "")
        for e in episodes
    )
    return table(title, ("when", "who", "said", "state", "session"), rows)


def _state(episode: Row) -> str:
    reason = episode["stateReason"]
    return f"{episode['state'].lower()}: {reason}" if reason else episode["state"].lower()


def operation_table(operations: Iterable[Row], title: str = "Operations") -> Table:
    """Changes with their ids."""
    rows = ((day(o["at"]), o["kind"], o["actor"], o["reason"], _undoable(o), o["id"]) for o in operations)
    return table(title, ("when", "what", "who", "why", "can be undone", "id"), rows)


def _undoable(operation: Row) -> str:
    if operation["undoneBy"]:
        return "is undone"
    return "yes" if operation["undoable"] else "no"


def hit_table(hits: Iterable[Row], title: str) -> Table:
    """Hits of a recall, best first."""
    rows = ((f"{h['score']:.2f}", h["status"].lower(), h["kind"].lower(), h["text"], _hit_source(h)) for h in hits)
    return table(title, ("score", "status", "kind", "answer", "evidence"), rows)


def _hit_source(hit: Row) -> str:
    if hit["fact"]:
        return f"{validity(hit['fact'])}\n{quotes(hit['fact'])}"
    if hit["episode"]:
        episode = hit["episode"]
        return f"{day(episode['validAt'])} {episode['actor'] or episode['role'].lower()}"
    return ""


def given(values: dict[str, Any]) -> dict[str, Any]:
    """The values that were given."""
    return {name: value for name, value in values.items() if value is not None}


def say_more(console: Console, answer: dict[str, Any]) -> None:
    """Says how to read on, where a page is not the last."""
    if answer["pageInfo"]["hasNextPage"]:
        console.print(f"More follow: --after {answer['pageInfo']['endCursor']}", markup=False, soft_wrap=True)

"""`everwhen info`."""

from __future__ import annotations

from typing import Annotated, Any

import typer
from rich.console import Console

from service.cli.documents import INFO
from service.cli.options import AsJson, Url
from service.cli.output import emit, table
from service.cli.target import connect

app = typer.Typer()

_GATES = {
    "CALLER": "turns not read, as the caller asked",
    "REQUEST": "turns not read, as the user asked",
    "ECHO": "turns that only repeat what was recalled",
    "LOW_INFORMATION": "turns that say nothing",
    "DUPLICATE": "turns that repeat another",
}


@app.command()
def info(
    group: Annotated[list[str] | None, typer.Option("--group", "-g", help="Count only these groups.")] = None,
    as_json: AsJson = False,
    url: Url = None,
) -> None:
    """State of the service, and what it holds."""
    with connect(url) as client:
        answer = client.run(INFO, groupIds=group)

    def show(console: Console) -> None:
        parts = [
            ("Everwhen", answer["version"]),
            ("Neo4j", answer["neo4jVersion"]),
            ("schema", answer["schemaVersion"]),
            ("embedder", f"{answer['embedder']}, {answer['dimensions']} dimensions"),
            ("extractors", ", ".join(answer["extractors"])),
            ("workers", str(answer["workers"])),
        ]
        console.print(table(f"Service at {client.url}", ("part", "is"), parts))
        counts = [(item["name"], str(item["count"])) for item in answer["counts"]]
        states = [(f"turns {item['state'].lower()}", str(item["count"])) for item in answer["episodesByState"]]
        stopped = [(_GATES[item["gate"]], str(item["count"])) for item in answer["episodesByGate"] if item["count"]]
        console.print(table("Holds", ("what", "how many"), [*counts, *states, *stopped]))
        if answer["oldestPendingSeconds"] is not None:
            console.print(f"The oldest turn not read yet waits since {answer['oldestPendingSeconds']:.0f} s.")
        if answer["failed"]:
            failed = ((f["groupId"], f["id"], str(f["attempts"]), f["reason"]) for f in answer["failed"])
            console.print(table("Parked; `everwhen retry` tries again", ("group", "id", "tries", "why"), failed))

        _show_rereading(console, answer)

    emit(answer, as_json, show)


def _show_rereading(console: Console, answer: dict[str, Any]) -> None:
    """Turns that wait to be read again or were given up, and what the language model has used."""
    again = answer["rereading"]
    if again["waiting"] or again["gaveUp"]:
        console.print(f"{again['waiting']} turns wait to be read again; {again['gaveUp']} keep the reading they have.")
    if again["kept"]:
        kept = ((k["groupId"], k["id"], str(k["attempts"]), k["reason"]) for k in again["kept"])
        console.print(table("Given up; `everwhen reextract` tries again", ("group", "id", "tries", "why"), kept))
    if answer["modelUsage"]:
        columns = ("group", "calls", "prompt tokens", "answer tokens", "cost", "tokens today", "cost today")
        rows = (
            (
                used["groupId"],
                *(str(used[name]) for name in ("calls", "promptTokens", "completionTokens")),
                f"{used['cost']:.4f}",
                str(used["tokensToday"]),
                f"{used['costToday']:.4f}",
            )
            for used in answer["modelUsage"]
        )
        console.print(table("Language model", columns, rows))

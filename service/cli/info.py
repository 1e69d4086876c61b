"""`everwhen info`."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.console import Console

from service.cli.documents import INFO
from service.cli.options import AsJson, Url
from service.cli.output import emit, table
from service.cli.target import connect

app = typer.Typer()


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
        console.print(table("Holds", ("what", "how many"), [*counts, *states]))
        if answer["oldestPendingSeconds"] is not None:
            console.print(f"The oldest turn not read yet waits since {answer['oldestPendingSeconds']:.0f} s.")
        if answer["failed"]:
            failed = ((f["groupId"], f["id"], str(f["attempts"]), f["reason"]) for f in answer["failed"])
            console.print(table("Parked; `everwhen retry` tries again", ("group", "id", "tries", "why"), failed))

    emit(answer, as_json, show)

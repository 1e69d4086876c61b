"""`everwhen retry`, `everwhen reextract`, `everwhen feedback` and `everwhen undo`."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.console import Console

from service.cli.documents import FEEDBACK, REEXTRACT, RETRY, UNDO
from service.cli.options import Actor, AsJson, Group, Url
from service.cli.output import emit, operation_table
from service.cli.target import connect, group_or_default
from service.contract_jobs import Verdict

app = typer.Typer()


@app.command()
def retry(
    episode: Annotated[
        list[str] | None, typer.Argument(help="Parked turns by id; all of the group's by default.")
    ] = None,
    group: Group = None,
    as_json: AsJson = False,
    url: Url = None,
) -> None:
    """Put parked turns back in the queue."""
    with connect(url) as client:
        answer = client.run(RETRY, input={"groupId": group_or_default(group), "episodes": episode})

    def show(console: Console) -> None:
        console.print(f"{answer['retried']} parked turns were put back in the queue.")

    emit(answer, as_json, show)


@app.command()
def reextract(
    episode: Annotated[list[str] | None, typer.Argument(help="Turns by id; all of the group's by default.")] = None,
    outdated: Annotated[
        bool, typer.Option("--outdated", help="Only turns that the present extractors have not read.")
    ] = False,
    group: Group = None,
    as_json: AsJson = False,
    url: Url = None,
) -> None:
    """Read turns again with the present extractors.

    It happens in the background; `everwhen info` tells how many turns still wait. What a turn was read as before is
    retired where the new reading differs, and nothing is written twice.
    """
    request = {"groupId": group_or_default(group), "episodes": episode, "outdated": outdated}
    with connect(url) as client:
        answer = client.run(REEXTRACT, input=request)

    def show(console: Console) -> None:
        console.print(f"{answer['queued']} turns are to be read again; `everwhen info` tells how many still wait.")

    emit(answer, as_json, show)


@app.command()
def feedback(
    hit: Annotated[str, typer.Argument(help="Id of the fact or turn, as `everwhen recall --json` gives it.")],
    verdict: Annotated[Verdict, typer.Argument(help="What it was worth.")],
    recall: Annotated[str | None, typer.Option(help="Id of the recall that returned it.")] = None,
    reason: Annotated[str, typer.Option(help="Why.")] = "said on the command line",
    actor: Actor = "cli",
    group: Group = None,
    as_json: AsJson = False,
    url: Url = None,
) -> None:
    """Say what a recalled memory was worth: it lives longer, or fades sooner."""
    request = {"groupId": group_or_default(group), "hit": hit, "verdict": verdict.name, "recall": recall}
    with connect(url) as client:
        answer = client.run(FEEDBACK, input={**request, "actor": actor, "reason": reason})

    def show(console: Console) -> None:
        console.print(operation_table([answer["operation"]], "Kept by"))

    emit(answer, as_json, show)


@app.command()
def undo(
    operation: Annotated[str, typer.Argument(help="Id of the operation, see `everwhen operations`.")],
    reason: Annotated[str, typer.Option(help="Why it is undone.")] = "undone from the command line",
    actor: Actor = "cli",
    group: Group = None,
    as_json: AsJson = False,
    url: Url = None,
) -> None:
    """Undo an operation."""
    request = {"groupId": group_or_default(group), "operation": operation, "actor": actor, "reason": reason}
    with connect(url) as client:
        answer = client.run(UNDO, input=request)

    def show(console: Console) -> None:
        console.print(operation_table([answer["operation"]], "Undone by"))

    emit(answer, as_json, show)

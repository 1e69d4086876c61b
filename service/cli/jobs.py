"""`everwhen jobs list`, `everwhen jobs run` and `everwhen jobs history`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from service.cli.documents import JOB_RUNS, JOBS, RUN_JOB
from service.cli.options import Actor, AsJson, Url
from service.cli.output import Row, day, emit, table
from service.cli.target import connect

app = typer.Typer(help="What looks after the memory by itself.", no_args_is_help=True)
_RUN_S = 3600.0


@app.command("list")
def list_jobs(as_json: AsJson = False, url: Url = None) -> None:
    """List jobs, when they are due, and how they last went."""
    with connect(url) as client:
        answer = client.run(JOBS)

    def show(console: Console) -> None:
        rows = (
            (j["name"], j["schedule"], day(j["nextAt"], "never"), _last(j["lastRun"]), j["purpose"]) for j in answer
        )
        console.print(table("Jobs", ("job", "cron (UTC)", "next", "last", "what it does"), rows))

    emit(answer, as_json, show)


@app.command()
def run(
    name: Annotated[str, typer.Argument(help="Of the job, see `everwhen jobs list`.")],
    group: Annotated[list[str] | None, typer.Option(help="Only this group; may be repeated. All by default.")] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only show what it would change.")] = False,
    actor: Actor = "cli",
    as_json: AsJson = False,
    url: Url = None,
) -> None:
    """Run a job now."""
    request = {"name": name, "groupIds": group, "dryRun": dry_run, "actor": actor}
    with connect(url, timeout_s=_RUN_S) as client:
        answer = client.run(RUN_JOB, input=request)["run"]

    def show(console: Console) -> None:
        console.print(_run_table([answer], "Planned" if dry_run else "Run"))
        if answer["changes"]:
            console.print(_change_table(answer["changes"], answer["changed"]))
        if answer["operations"]:
            console.print(f"`everwhen undo ID` takes it back: {', '.join(answer['operations'])}", soft_wrap=True)

    emit(answer, as_json, show)


@app.command()
def history(
    name: Annotated[str | None, typer.Argument(help="Only of this job.")] = None,
    first: Annotated[int, typer.Option(min=1, max=200, help="How many.")] = 20,
    as_json: AsJson = False,
    url: Url = None,
) -> None:
    """List runs of jobs, newest first."""
    with connect(url) as client:
        answer = client.run(JOB_RUNS, name=name, first=first)
    emit(answer, as_json, lambda console: console.print(_run_table(answer, "Runs")))


def _last(run: Row | None) -> str:
    return "never" if run is None else f"{day(run['startedAt'])}: {run['state'].lower()}, {run['changed']} changed"


def _run_table(runs: Iterable[Row], title: str) -> Table:
    rows = (
        (
            day(r["startedAt"]),
            r["name"],
            r["state"].lower(),
            r["trigger"],
            str(r["groups"]),
            str(r["changed"]),
            r["reason"] or "",
        )
        for r in runs
    )
    return table(title, ("begun", "job", "state", "by", "groups", "changed", "reason"), rows)


def _change_table(changes: list[Row], all_of_them: int) -> Table:
    rows = (
        (c["label"].lower(), _terms(c["before"]), _terms(c["after"]), _terms(c["why"]), c["groupId"], c["id"])
        for c in changes
    )
    title = f"What it would change ({len(changes)} of {all_of_them})"
    return table(title, ("what", "before", "after", "why", "group", "id"), rows)


def _terms(terms: Row) -> str:
    return ", ".join(f"{name} {value}" for name, value in terms.items() if value is not None and name != "group_token")

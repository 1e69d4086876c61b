"""`everwhen demo`: the whole service, once, on the example conversations; what is shown comes from the API."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

from service.cli.client import MemoryClient
from service.cli.demo_play import Report, play
from service.cli.demo_show import show
from service.cli.fetch import fetch_neo4j
from service.cli.output import emit
from service.cli.serving import Served, announce, run
from service.config import Settings, load_settings, parse_settings
from service.errors import ConfigurationError
from service.eventloop import run_on_loop

app = typer.Typer()

_PLACES = (Path(__file__).parents[2] / "examples", Path(__file__).parent / "examples")


@app.command()
def demo(
    keep: Annotated[bool, typer.Option("--keep", help="Keep the service running afterwards.")] = False,
    examples: Annotated[
        Path | None, typer.Option(help="Folder with english.jsonl and chinese.jsonl.", show_default="those shipped")
    ] = None,
    data_dir: Annotated[
        Path | None, typer.Option(help="Where the demo keeps its data.", show_default="demo in the data folder")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON in place of tables.")] = False,
) -> None:
    """Run the whole service once on the example conversations.

    Stops by itself. Ends with 1 and says what is wrong when something that belongs in the answer is missing.
    """
    folder = examples or _shipped()
    settings = _settings(data_dir)
    fetch_neo4j(settings)
    report = run_on_loop(_run(settings, folder, keep, as_json))
    if report is None:
        raise typer.Exit(130)
    if report.problems:
        raise typer.Exit(1)


def _settings(data_dir: Path | None) -> Settings:
    """The configured settings, with a data folder, a port and a worker of the demo's own."""
    base = load_settings()
    given: dict[str, Any] = {
        "host": "127.0.0.1",
        "port": 0,
        "data_dir": data_dir or base.data_dir / "demo",
        "workers": max(1, base.workers),
    }
    return parse_settings(**given)


def _shipped() -> Path:
    for folder in _PLACES:
        if (folder / "english.jsonl").is_file():
            return folder
    raise ConfigurationError("the example conversations are not installed: name their folder with --examples")


async def _run(settings: Settings, examples: Path, keep: bool, as_json: bool) -> Report | None:
    """What the demo found, None when it was stopped before its end."""
    reports: list[Report] = []
    token = settings.token.get_secret_value() if settings.token else None
    waiting = Console(stderr=True)

    async def act(served: Served) -> None:
        status.update("Reading the example conversations …")
        with MemoryClient(served.url, token) as client:
            addresses = {
                "GraphiQL": f"{served.url}/graphql",
                "Neo4j Browser": served.runtime.database.browser_url,
                "Neo4j": served.runtime.database.uri,
            }
            report = await asyncio.to_thread(play, client, examples, addresses)
        status.stop()
        emit(report.to_json(), as_json, lambda console: show(console, report))
        reports.append(report)
        if keep:
            announce(served)
            await served.ended

    with waiting.status("Starting Neo4j and the service …") as status:
        await run(settings, act)
    return reports[0] if reports else None

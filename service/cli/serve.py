"""`everwhen serve`: the whole service in this process."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from service.cli.fetch import fetch_neo4j
from service.cli.serving import run, until_stopped
from service.config import parse_settings
from service.eventloop import run_on_loop

app = typer.Typer()


@app.command()
def serve(
    host: Annotated[
        str | None, typer.Option(help="Address to bind; also EVERWHEN_HOST.", show_default="127.0.0.1")
    ] = None,
    port: Annotated[
        int | None, typer.Option(help="Port, 0 for a free one; also EVERWHEN_PORT.", show_default="8420")
    ] = None,
    data_dir: Annotated[
        Path | None, typer.Option(help="Data of the local Neo4j; also EVERWHEN_DATA_DIR.", show_default="the user's")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="The ready line is JSON anyway.", hidden=True)] = False,
) -> None:
    """Run the service until it is told to stop.

    Prints one JSON line on standard error when it is ready.
    """
    del as_json
    given: dict[str, Any] = {"host": host, "port": port, "data_dir": data_dir}
    settings = parse_settings(**{name: value for name, value in given.items() if value is not None})
    fetch_neo4j(settings)
    run_on_loop(run(settings, until_stopped))

"""`everwhen mcp`: the memory over standard input and output, for hosts that start it; and their configuration."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from service.cli.target import load_target
from service.config import parse_settings
from service.eventloop import run_on_loop
from service.mcp.hosts import HOSTS, find_host, local_entry, remote_entry

app = typer.Typer(invoke_without_command=True, help="MCP over standard input and output; hosts' files.")

Group = Annotated[
    str | None,
    typer.Option("--group", "-g", help="Its group; also EVERWHEN_GROUP.", show_default="default"),
]
DataDir = Annotated[
    Path | None, typer.Option(help="Data of the local Neo4j; also EVERWHEN_DATA_DIR.", show_default="the user's")
]
Profile = Annotated[
    str | None, typer.Option(help="standard, compat or all; also EVERWHEN_MCP_PROFILE.", show_default="standard")
]


@app.callback()
def mcp(
    context: typer.Context,
    group: Group = None,
    session: Annotated[str | None, typer.Option(help="Session of turns that name none.")] = None,
    profile: Profile = None,
    data_dir: DataDir = None,
) -> None:
    """Serve MCP over standard input and output, with the service in this process."""
    if context.invoked_subcommand is not None:
        return
    given: dict[str, Any] = {"group": group, "mcp_profile": profile, "data_dir": data_dir}
    settings = parse_settings(**{name: value for name, value in given.items() if value is not None})
    from service.mcp.http import configured_binding  # noqa: PLC0415 - the SDK is only loaded to serve
    from service.mcp.stdio import serve_stdio  # noqa: PLC0415

    run_on_loop(serve_stdio(settings, configured_binding(settings, session)))


@app.command()
def config(
    host: Annotated[str, typer.Argument(help=f"One of {', '.join(HOSTS)}.")],
    group: Group = None,
    url: Annotated[
        str | None, typer.Option(help="Address of a running service, in place of one that the host starts.")
    ] = None,
    uvx: Annotated[bool, typer.Option("--uvx", help="Start it by uvx in place of this installation.")] = False,
    profile: Profile = None,
    data_dir: DataDir = None,
    as_json: Annotated[bool, typer.Option("--json", help="It is JSON anyway.", hidden=True)] = False,
) -> None:
    """Print a host's configuration; where it goes is said on standard error."""
    del as_json
    known = find_host(host)
    print(f"{known.title}: {known.file}", file=sys.stderr)
    if url is not None:
        print(remote_entry(known, url, group, token=load_target().token is not None))
        return
    command = ["uvx", "everwhen", "mcp"] if uvx else [*_installed(), "mcp"]
    folder = None if data_dir is None else str(data_dir.resolve())
    for option, value in (("--group", group), ("--profile", profile), ("--data-dir", folder)):
        command += [] if value is None else [option, value]
    print(local_entry(known, command))


def _installed() -> list[str]:
    """How a host, with another PATH and folder, calls this installation."""
    script = Path(sys.executable).with_name("everwhen")
    found = str(script) if script.is_file() else shutil.which("everwhen")
    return [found] if found else [sys.executable, "-m", "service"]

"""`everwhen remember`."""

from __future__ import annotations

import sys
from typing import Annotated

import typer
from rich.console import Console

from service.cli.documents import REMEMBER
from service.cli.options import AsJson, Group, Url, time_option
from service.cli.output import emit, episode_table
from service.cli.target import connect, group_or_default
from service.importers.fields import as_role

app = typer.Typer()


@app.command()
def remember(
    text: Annotated[str | None, typer.Argument(help="The turn; read from standard input when left out.")] = None,
    group: Group = None,
    session: Annotated[str | None, typer.Option(help="Conversation it belongs to.")] = None,
    role: Annotated[str, typer.Option(help="user, assistant, tool or system.")] = "user",
    actor: Annotated[str | None, typer.Option(help="Who said it, by name.")] = None,
    at: Annotated[str | None, typer.Option(metavar="TIME", help="When it was said.", show_default="now")] = None,
    time_zone: Annotated[str | None, typer.Option(help="IANA zone of its relative times.")] = None,
    external_id: Annotated[str | None, typer.Option(help="Your id; the same id is never stored twice.")] = None,
    importance: Annotated[float | None, typer.Option(help="0 to 1.")] = None,
    tool_name: Annotated[str | None, typer.Option(help="Tool that answered, for role tool.")] = None,
    wait: Annotated[bool, typer.Option("--wait", help="Wait until it has been read.")] = False,
    as_json: AsJson = False,
    url: Url = None,
) -> None:
    """Store one turn."""
    episode = {
        "content": sys.stdin.read() if text is None else text,
        "role": as_role("--role", role).name,
        "actor": actor,
        "validAt": time_option("--at", at),
        "timeZone": time_zone,
        "externalId": external_id,
        "importance": importance,
        "toolName": tool_name,
    }
    request = {
        "groupId": group_or_default(group),
        "sessionId": session,
        "episodes": [{name: value for name, value in episode.items() if value is not None}],
        "waitFor": "EXTRACTED" if wait else "STORED",
    }
    with connect(url) as client:
        answer = client.run(REMEMBER, input=request)

    def show(console: Console) -> None:
        console.print("Stored." if answer["stored"] else "Known already; nothing was stored twice.")
        console.print(episode_table(answer["episodes"]))
        if answer["timedOut"]:
            console.print("It has not been read yet; it will be.")

    emit(answer, as_json, show)

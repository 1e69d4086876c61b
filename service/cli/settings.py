"""`everwhen settings show` and `everwhen settings set`: what a group sets for itself."""

from __future__ import annotations

from typing import Annotated, Any

import typer
from rich.console import Console

from graph_schema.model import Role
from service.cli.documents import GROUP_SETTINGS, SET_GROUP_SETTINGS
from service.cli.options import Actor, AsJson, Group, Url
from service.cli.output import emit, operation_table, table
from service.cli.target import connect, group_or_default

app = typer.Typer(help="What a group sets for itself.", no_args_is_help=True)


@app.command("show")
def show_settings(group: Group = None, as_json: AsJson = False, url: Url = None) -> None:
    """Show when the group's plans lapse, and which sources it trusts more."""
    with connect(url) as client:
        answer = client.run(GROUP_SETTINGS, groupId=group_or_default(group))
    emit(answer, as_json, lambda console: _print(console, answer))


@app.command("set")
def set_settings(
    lapse_days: Annotated[
        float | None, typer.Option(help="Days after its date at which a plan has lapsed.", show_default="30")
    ] = None,
    trust: Annotated[
        list[Role] | None,
        typer.Option(help="Sources, the most trusted first; repeat it.", show_default="user, tool, assistant, system"),
    ] = None,
    reason: Annotated[str, typer.Option(help="Why it is done.")] = "from the command line",
    actor: Actor = "cli",
    group: Group = None,
    as_json: AsJson = False,
    url: Url = None,
) -> None:
    """Set these for the group; what is left out gets its default."""
    request = {
        "groupId": group_or_default(group),
        "actor": actor,
        "reason": reason,
        "lapseDays": lapse_days,
        "sourceTrust": [role.value.upper() for role in trust or ()],
    }
    with connect(url) as client:
        answer = client.run(SET_GROUP_SETTINGS, input=request)

    def show(console: Console) -> None:
        console.print(operation_table([answer["operation"]], "Done by"))
        _print(console, answer["settings"])

    emit(answer, as_json, show)


def _print(console: Console, answer: dict[str, Any]) -> None:
    days, trust = answer["lapseDays"], answer["sourceTrust"]
    rows = (
        ("a plan lapses", f"{30 if days is None else days:g} days after its date"),
        ("trust", ", ".join(role.lower() for role in trust) or "user, tool, assistant, system"),
    )
    console.print(table("Settings", ("setting", "value"), rows))

"""`everwhen session`: a session and the state of its task."""

from __future__ import annotations

from typing import Annotated, Any

import typer
from rich.console import Console

from service.cli.documents import COMPRESS, SESSION, UPDATE_TASK_STATE
from service.cli.options import Actor, AsJson, Group, Url
from service.cli.output import emit, operation_table, table
from service.cli.target import connect, group_or_default
from service.errors import InvalidInput

app = typer.Typer(help="A session, and the state of its task.", no_args_is_help=True)
_LISTS = ("constraints", "openTasks", "decisions", "completedSteps")
_PARTS = {"task": "OPEN_TASK", "done": "COMPLETED_STEP", "decision": "DECISION", "constraint": "CONSTRAINT"}


@app.command("show")
def show_session(
    session: Annotated[str, typer.Argument(help="Session id.")],
    group: Group = None,
    as_json: AsJson = False,
    url: Url = None,
) -> None:
    """Show how long a session is, its summaries, and where its task stands."""
    with connect(url) as client:
        answer = client.run(SESSION, groupId=group_or_default(group), sessionId=session)
    if not answer:
        raise InvalidInput("SESSION", f"nothing was said in {session!r}", "the id of a session of the group")
    emit(answer, as_json, lambda console: _print(console, answer))


@app.command("edit")
def edit_session(
    session: Annotated[str, typer.Argument(help="Session id.")],
    goal: Annotated[str | None, typer.Option(help="What the session is for; empty takes it away.")] = None,
    add: Annotated[
        list[str] | None, typer.Option(help="task:TEXT, done:TEXT, decision:TEXT or constraint:TEXT.")
    ] = None,
    complete: Annotated[list[str] | None, typer.Option(help="Id of an open task that is done.")] = None,
    remove: Annotated[list[str] | None, typer.Option(help="Id of a line that does not belong.")] = None,
    restore: Annotated[list[str] | None, typer.Option(help="Id of a line that stands again.")] = None,
    reason: Annotated[str, typer.Option(help="Why it is done.")] = "from the command line",
    actor: Actor = "cli",
    group: Group = None,
    as_json: AsJson = False,
    url: Url = None,
) -> None:
    """Edit the state of a session's task; `everwhen undo` puts it back."""
    request: dict[str, Any] = {
        "groupId": group_or_default(group),
        "sessionId": session,
        "goal": goal,
        "add": [_line(text) for text in add] if add else None,
        "complete": complete,
        "remove": remove,
        "restore": restore,
        "actor": actor,
        "reason": reason,
    }
    with connect(url) as client:
        answer = client.run(
            UPDATE_TASK_STATE, input={name: value for name, value in request.items() if value is not None}
        )

    def show(console: Console) -> None:
        console.print(operation_table([answer["operation"]], "Done by"))
        _print(console, answer["session"])

    emit(answer, as_json, show)


@app.command("compress")
def compress_session(
    session: Annotated[str, typer.Argument(help="Session id.")],
    threshold: Annotated[int | None, typer.Option(help="Tokens; a longer session is brought down to half.")] = None,
    max_chars: Annotated[int | None, typer.Option(help="Longest summary, characters.")] = None,
    actor: Actor = "cli",
    group: Group = None,
    as_json: AsJson = False,
    url: Url = None,
) -> None:
    """Put summaries in the place of a long session's oldest turns; `everwhen undo` puts them back."""
    request: dict[str, Any] = {
        "groupId": group_or_default(group),
        "sessionId": session,
        "thresholdTokens": threshold,
        "maxChars": max_chars,
        "actor": actor,
    }
    with connect(url) as client:
        answer = client.run(COMPRESS, input={name: value for name, value in request.items() if value is not None})

    def show(console: Console) -> None:
        console.print(f"{answer['compressed']} turns compressed, {answer['freedTokens']} tokens freed")
        if answer["operation"]:
            console.print(operation_table([answer["operation"]], "Done by"))
        _print(console, answer["session"])

    emit(answer, as_json, show)


def _line(text: str) -> dict[str, str]:
    part, colon, line = text.partition(":")
    if not colon or part.strip() not in _PARTS:
        raise InvalidInput("--add", f"{text!r} does not say what it is", "task:, done:, decision: or constraint: first")
    return {"part": _PARTS[part.strip()], "text": line.strip()}


def _print(console: Console, answer: dict[str, Any]) -> None:
    state = answer["state"]
    console.print(
        f"{answer['turns']} turns, {answer['tokens']} tokens; {answer['activeTurns']} turns not compressed, "
        f"{answer['activeTokens']} tokens with {len(answer['summaries'])} summaries"
    )
    if state["goal"]:
        console.print(f"Goal: {state['goal']}", markup=False)
    rows = [(item["part"].lower(), item["text"], item["id"]) for name in _LISTS for item in state[name]]
    rows += [("tool_call", f"{call['name'] or ''} {call['arguments']}", call["id"]) for call in state["toolCalls"]]
    console.print(table("Task", ("part", "text", "id"), rows))
    if answer["summaries"]:
        lines = ((each["since"], str(each["turns"]), each["content"]) for each in answer["summaries"])
        console.print(table("Summaries", ("from", "turns", "text"), lines))

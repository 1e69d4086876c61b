"""`everwhen context`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from service.cli.documents import CONTEXT
from service.cli.options import AsJson, Group, Url, time_option
from service.cli.output import emit
from service.cli.target import connect, group_or_default
from service.errors import InvalidInput

app = typer.Typer()


@app.command()
def context(
    question: Annotated[str | None, typer.Argument(help="The user's input; else the session's last user turn.")] = None,
    session: Annotated[str | None, typer.Option(help="Session whose dialogue and task it is about.")] = None,
    budget: Annotated[int | None, typer.Option(help="Most tokens of all of it.")] = None,
    turns: Annotated[int | None, typer.Option(help="Last turns that are always there.")] = None,
    earlier: Annotated[bool, typer.Option("--earlier", help="Fill up with earlier turns.")] = False,
    limit: Annotated[int | None, typer.Option(help="Memories that are found.")] = None,
    top_k: Annotated[int | None, typer.Option(help="How many of them are shown.")] = None,
    order: Annotated[str | None, typer.Option(help="mixed, time_asc, time_desc or importance.")] = None,
    form: Annotated[str | None, typer.Option("--format", help="xml, markdown, messages or json.")] = None,
    prompt: Annotated[Path | None, typer.Option(help="File with the system prompt.")] = None,
    now: Annotated[str | None, typer.Option(metavar="TIME", help="Your clock.")] = None,
    group: Group = None,
    as_json: AsJson = False,
    url: Url = None,
) -> None:
    """What to put in front of a model.

    Session, memories and task state within a token budget.
    """
    request = {
        "groupId": group_or_default(group),
        "sessionId": session,
        "query": question,
        "tokenBudget": budget,
        "turns": turns,
        "earlierTurns": earlier or None,
        "limit": limit,
        "topK": top_k,
        "order": order.upper() if order else None,
        "format": form.upper() if form else None,
        "systemPrompt": _read(prompt) if prompt else None,
        "now": time_option("--now", now),
    }
    with connect(url) as client:
        answer = client.run(CONTEXT, input={name: value for name, value in request.items() if value is not None})

    def show(console: Console) -> None:
        console.print(answer["text"], markup=False, highlight=False, soft_wrap=True)

    emit(answer, as_json, show)


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise InvalidInput("--prompt", f"{path} cannot be read: {error}", "a UTF-8 text file") from error

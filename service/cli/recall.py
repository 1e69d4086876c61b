"""`everwhen recall`."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.console import Console

from service.cli.documents import RECALL
from service.cli.documents_moments import WHY_NOT
from service.cli.options import AsJson, AsOf, Group, KnownAt, Sessions, Url, time_option
from service.cli.output import emit, hit_table
from service.cli.target import connect, group_or_default

app = typer.Typer()


@app.command()
def recall(
    question: Annotated[str, typer.Argument(help="What you want to know.")],
    group: Group = None,
    limit: Annotated[int, typer.Option(help="How many hits at most.")] = 5,
    kind: Annotated[list[str] | None, typer.Option(help="episode, fact, entity; may be repeated.")] = None,
    as_of: AsOf = None,
    known_at: KnownAt = None,
    now: Annotated[str | None, typer.Option(metavar="TIME", help="Your clock, for words such as today.")] = None,
    since: Annotated[str | None, typer.Option("--from", metavar="TIME", help="Only from this time on.")] = None,
    until: Annotated[str | None, typer.Option("--to", metavar="TIME", help="Only before this time.")] = None,
    session: Sessions = None,
    predicate: Annotated[list[str] | None, typer.Option(help="Only facts of these predicates.")] = None,
    min_score: Annotated[float | None, typer.Option(help="Leave out hits under this score.")] = None,
    token_budget: Annotated[int | None, typer.Option(help="Most tokens of all hits together.")] = None,
    archived: Annotated[bool, typer.Option("--archived", help="Search archived memories too.")] = False,
    why_not: Annotated[
        str | None, typer.Option(metavar="ID", help="Say in place of the hits where this memory is lost.")
    ] = None,
    as_json: AsJson = False,
    url: Url = None,
) -> None:
    """Ask the memory a question."""
    request = {
        "groupIds": [group_or_default(group)],
        "query": question,
        "limit": limit,
        "kinds": [name.upper() for name in kind] if kind else None,
        "asOf": time_option("--as-of", as_of),
        "knownAt": time_option("--known-at", known_at),
        "now": time_option("--now", now),
        "from": time_option("--from", since),
        "to": time_option("--to", until),
        "sessionIds": session,
        "predicates": predicate,
        "minScore": min_score,
        "tokenBudget": token_budget,
        "includeArchived": archived,
    }
    given = {name: value for name, value in request.items() if value is not None}
    with connect(url) as client:
        answer = client.run(WHY_NOT, input=given, id=why_not) if why_not else client.run(RECALL, input=given)

    def show(console: Console) -> None:
        if why_not:
            console.print("\n".join(answer["lines"]), markup=False)
            return
        if answer["hits"]:
            console.print(hit_table(answer["hits"], question))
        if answer["abstained"]:
            console.print("Nothing relevant enough is remembered.")
        console.print(f"{len(answer['hits'])} hits, {answer['tokens']} tokens, {answer['tookMs']:.0f} ms", style="dim")

    emit(answer, as_json, show)

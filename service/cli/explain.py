"""`everwhen explain` and `everwhen history`."""

from __future__ import annotations

from typing import Annotated, Any

import typer
from rich.console import Console

from service.cli.documents import EXPLAIN, HISTORY
from service.cli.options import AsJson, AsOf, Group, KnownAt, Url, time_option
from service.cli.output import day, emit, fact_table, operation_table, table
from service.cli.target import connect, group_or_default

app = typer.Typer()


@app.command()
def explain(
    id: Annotated[str, typer.Argument(help="Id of a fact, entity or turn, as another command printed it with --json.")],
    group: Group = None,
    as_json: AsJson = False,
    url: Url = None,
) -> None:
    """Why something is remembered."""
    with connect(url) as client:
        answer = client.run(EXPLAIN, groupIds=[group_or_default(group)], id=id)

    def show(console: Console) -> None:
        for line in answer["lines"]:
            console.print(line, markup=False)
        facts = [answer["fact"]] if answer["fact"] else answer["facts"]
        if facts:
            console.print(fact_table(facts))
        for fact in facts:
            console.print(_versions(fact))
        if answer["operations"]:
            console.print(operation_table(answer["operations"]))

    emit(answer, as_json, show)


@app.command()
def history(
    entity: Annotated[str, typer.Argument(help="Name or id of an entity.")],
    predicate: Annotated[str | None, typer.Option(help="Only this predicate, such as lives_in.")] = None,
    as_of: AsOf = None,
    known_at: KnownAt = None,
    group: Group = None,
    as_json: AsJson = False,
    url: Url = None,
) -> None:
    """Every fact that ever stood for an entity."""
    with connect(url) as client:
        answer = client.run(
            HISTORY,
            groupIds=[group_or_default(group)],
            entity=entity,
            predicate=predicate,
            asOf=time_option("--as-of", as_of),
            knownAt=time_option("--known-at", known_at),
        )

    def show(console: Console) -> None:
        if not answer["slots"]:
            console.print(f"Nothing ever stood for {entity}; `everwhen entities` lists the known names.", markup=False)
        for slot in answer["slots"]:
            console.print(fact_table(slot["facts"], f"{slot['subject']['name']} · {slot['predicate']}"))
            for fact in slot["facts"]:
                console.print(_versions(fact))

    emit(answer, as_json, show)


def _versions(fact: dict[str, Any]) -> Any:
    rows = (
        (
            f"{day(v['validAt'], 'always')} → {day(v['invalidAt'], 'open')}",
            f"{day(v['createdAt'])} → {day(v['expiredAt'], 'now')}",
            v["precision"].lower(),
            v["reason"],
        )
        for v in fact["versions"]
    )
    return table(f"Versions of “{fact['text']}”", ("held", "believed", "precision", "why"), rows)

"""`everwhen timeline`, `graph` and `sessions`."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.console import Console

from service.cli.documents_moments import GRAPH, SESSIONS, TIMELINE
from service.cli.options import After, AsJson, AsOf, First, Group, KnownAt, Since, Until, Url, time_option
from service.cli.output import Row, day, emit, given, quotes, say_more, table
from service.cli.target import connect, group_or_default

app = typer.Typer()


@app.command()
def timeline(
    entity: Annotated[str, typer.Argument(help="Name or id of an entity.")],
    group: Group = None,
    predicate: Annotated[list[str] | None, typer.Option(help="Such as lives_in; may be repeated.")] = None,
    since: Since = None,
    until: Until = None,
    as_of: AsOf = None,
    known_at: KnownAt = None,
    first: First = 50,
    after: After = None,
    as_json: AsJson = False,
    url: Url = None,
) -> None:
    """What changed about an entity, earliest first."""
    where = {
        "groupIds": [group_or_default(group)],
        "entity": entity,
        "predicates": predicate,
        "from": time_option("--from", since),
        "to": time_option("--to", until),
        "asOf": time_option("--as-of", as_of),
        "knownAt": time_option("--known-at", known_at),
    }
    with connect(url) as client:
        answer = client.run(TIMELINE, filter=given(where), first=first, after=after)

    def show(console: Console) -> None:
        rows = (_change(edge["node"]) for edge in answer["edges"])
        console.print(table(f"What changed about {entity}", ("when", "what", "fact", "why", "quoted evidence"), rows))
        say_more(console, answer)

    emit(answer, as_json, show)


@app.command()
def graph(
    around: Annotated[list[str], typer.Argument(help="Names or ids of entities.")],
    group: Group = None,
    depth: Annotated[int, typer.Option(help="Steps away from them, 1 to 3.")] = 1,
    limit: Annotated[int, typer.Option(help="How many entities at most.")] = 50,
    as_of: AsOf = None,
    known_at: KnownAt = None,
    as_json: AsJson = False,
    url: Url = None,
) -> None:
    """Who and what entities relate to, at a moment."""
    request = {
        "groupIds": [group_or_default(group)],
        "around": around,
        "depth": depth,
        "limit": limit,
        "asOf": time_option("--as-of", as_of),
        "knownAt": time_option("--known-at", known_at),
    }
    with connect(url) as client:
        answer = client.run(GRAPH, input=given(request))

    def show(console: Console) -> None:
        names = {node["entity"]["id"]: node["entity"]["name"] for node in answer["nodes"]}
        nodes = (
            (node["entity"]["name"], node["entity"]["type"], str(node["depth"]), str(node["degree"]))
            for node in answer["nodes"]
        )
        console.print(table("Entities", ("name", "type", "steps", "relations"), nodes))
        edges = (
            (names[edge["source"]], edge["predicate"], names[edge["target"]], f"{day(edge['validAt'], 'always')} →")
            for edge in answer["edges"]
        )
        console.print(table("Facts between them", ("from", "what", "to", "since"), edges))
        if answer["cut"]:
            console.print("More entities are that near: raise --limit.")

    emit(answer, as_json, show)


@app.command()
def sessions(
    group: Group = None,
    since: Since = None,
    until: Until = None,
    first: First = 50,
    after: After = None,
    as_json: AsJson = False,
    url: Url = None,
) -> None:
    """List sessions, that with the latest turn first."""
    where = {"from": time_option("--from", since), "to": time_option("--to", until)}
    with connect(url) as client:
        answer = client.run(SESSIONS, groupIds=[group_or_default(group)], first=first, after=after, **given(where))

    def show(console: Console) -> None:
        found = [edge["node"] for edge in answer["edges"]]
        rows = (
            (s["sessionId"], day(s["startedAt"]), day(s["lastAt"]), str(s["turns"]), str(s["tokens"])) for s in found
        )
        console.print(table("Sessions", ("session", "first turn", "last turn", "turns", "tokens"), rows))
        say_more(console, answer)

    emit(answer, as_json, show)


def _change(change: Row) -> tuple[str, ...]:
    fact, other, entity = change["fact"], change["other"], change["entity"]
    about = fact["text"] if fact else f"{entity['name']} is one with it" if entity else ""
    why = f"{change['reason'] or ''}{': ' + other['text'] if other else ''}"
    return day(change["at"]), change["kind"].lower(), about, why, quotes(fact) if fact else ""

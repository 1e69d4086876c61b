"""`everwhen facts`, `entities`, `episodes` and `operations`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from service.cli.documents import ENTITIES, EPISODES, FACTS, OPERATIONS, Document
from service.cli.options import After, AsJson, AsOf, First, Group, KnownAt, Sessions, Since, Until, Url, time_option
from service.cli.output import Row, emit, entity_table, episode_table, fact_table, given, operation_table, say_more
from service.cli.target import connect, group_or_default

app = typer.Typer()


@app.command()
def facts(
    text: Annotated[str | None, typer.Argument(help="Words to look for.")] = None,
    group: Group = None,
    entity: Annotated[str | None, typer.Option(help="Subject or object, by name or id.")] = None,
    predicate: Annotated[list[str] | None, typer.Option(help="Such as lives_in; may be repeated.")] = None,
    kind: Annotated[list[str] | None, typer.Option(help="Such as preference; may be repeated.")] = None,
    session: Sessions = None,
    as_of: AsOf = None,
    known_at: KnownAt = None,
    every: Annotated[bool, typer.Option("--all", help="Also what held at other times.")] = False,
    archived: Annotated[bool, typer.Option("--archived", help="Also archived facts.")] = False,
    first: First = 50,
    after: After = None,
    as_json: AsJson = False,
    url: Url = None,
) -> None:
    """List facts, true now by default."""
    where = {
        "groupIds": [group_or_default(group)],
        "text": text,
        "entity": entity,
        "predicates": predicate,
        "kinds": [name.upper() for name in kind] if kind else None,
        "sessionIds": session,
        "asOf": time_option("--as-of", as_of),
        "knownAt": time_option("--known-at", known_at),
        "includeInvalid": every,
        "includeArchived": archived,
    }
    _list(FACTS, fact_table, as_json, url, filter=given(where), first=first, after=after)


@app.command()
def entities(
    text: Annotated[str | None, typer.Argument(help="Part of a name.")] = None,
    group: Group = None,
    type: Annotated[list[str] | None, typer.Option(help="Such as person; may be repeated.")] = None,
    as_of: AsOf = None,
    known_at: KnownAt = None,
    first: First = 50,
    after: After = None,
    as_json: AsJson = False,
    url: Url = None,
) -> None:
    """List entities."""
    where = {
        "groupIds": [group_or_default(group)],
        "text": text,
        "types": type,
        "asOf": time_option("--as-of", as_of),
        "knownAt": time_option("--known-at", known_at),
    }
    _list(ENTITIES, entity_table, as_json, url, filter=given(where), first=first, after=after)


@app.command()
def episodes(
    group: Group = None,
    session: Sessions = None,
    role: Annotated[list[str] | None, typer.Option(help="user, assistant, tool or system.")] = None,
    state: Annotated[list[str] | None, typer.Option(help="pending, extracted, skipped or failed.")] = None,
    since: Since = None,
    until: Until = None,
    first: First = 50,
    after: After = None,
    as_json: AsJson = False,
    url: Url = None,
) -> None:
    """List turns, oldest first."""
    where = {
        "groupIds": [group_or_default(group)],
        "sessionIds": session,
        "roles": [name.upper() for name in role] if role else None,
        "states": [name.upper() for name in state] if state else None,
        "from": time_option("--from", since),
        "to": time_option("--to", until),
    }
    _list(EPISODES, episode_table, as_json, url, filter=given(where), first=first, after=after)


@app.command()
def operations(
    group: Group = None,
    first: First = 50,
    after: After = None,
    as_json: AsJson = False,
    url: Url = None,
) -> None:
    """List changes, newest first."""
    _list(OPERATIONS, operation_table, as_json, url, groupIds=[group_or_default(group)], first=first, after=after)


def _list(
    document: Document, draw: Callable[[Iterable[Row]], Table], as_json: bool, url: str | None, **variables: Any
) -> None:
    with connect(url) as client:
        answer = client.run(document, **variables)

    def show(console: Console) -> None:
        console.print(draw([edge["node"] for edge in answer["edges"]]))
        say_more(console, answer)

    emit(answer, as_json, show)

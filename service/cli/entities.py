"""`everwhen merge`, `split`, `alias`, `reviews` and `review`."""

from __future__ import annotations

from typing import Annotated, Any

import typer
from rich.console import Console

from service.cli.documents import ADD_ALIAS, MERGE_ENTITIES, RESOLVE_REVIEW, REVIEWS, SPLIT_ENTITY, Document
from service.cli.options import Actor, After, AsJson, First, Group, Url
from service.cli.output import emit, entity_table, given, operation_table, review_table, say_more
from service.cli.target import connect, group_or_default
from service.contract import ReviewDecision

app = typer.Typer()

Reason = Annotated[str, typer.Option(help="Why it is done.")]
_BY_HAND = "from the command line"


@app.command()
def merge(
    entity: Annotated[list[str], typer.Argument(help="Entities that are one, by id; at least two.")],
    into: Annotated[
        str | None, typer.Option(help="The one they are shown as.", show_default="the most mentioned")
    ] = None,
    reason: Reason = _BY_HAND,
    actor: Actor = "cli",
    group: Group = None,
    as_json: AsJson = False,
    url: Url = None,
) -> None:
    """Say that entities are one from now on."""
    _change(MERGE_ENTITIES, group, actor, reason, as_json, url, entities=entity, into=into)


@app.command()
def split(
    entity: Annotated[str, typer.Argument(help="The entity that others were merged into, or one of these, by id.")],
    member: Annotated[list[str] | None, typer.Option(help="Who leaves it, by id; all by default.")] = None,
    turn: Annotated[
        list[str] | None, typer.Option(help="A turn that means somebody else by it, by id; may be repeated.")
    ] = None,
    name: Annotated[
        str | None, typer.Option(help="What that one is called.", show_default="what the turns call it")
    ] = None,
    reason: Reason = _BY_HAND,
    actor: Actor = "cli",
    group: Group = None,
    as_json: AsJson = False,
    url: Url = None,
) -> None:
    """Say that merged entities are not one after all, or that some turns mean another."""
    _change(SPLIT_ENTITY, group, actor, reason, as_json, url, entity=entity, members=member, turns=turn, name=name)


@app.command()
def alias(
    entity: Annotated[str, typer.Argument(help="The entity, by id.")],
    name: Annotated[str, typer.Argument(help="What it is also called.")],
    reason: Reason = _BY_HAND,
    actor: Actor = "cli",
    group: Group = None,
    as_json: AsJson = False,
    url: Url = None,
) -> None:
    """Give an entity one more name."""
    _change(ADD_ALIAS, group, actor, reason, as_json, url, entity=entity, name=name)


@app.command()
def review(
    review: Annotated[str, typer.Argument(help="Id of the pair, see `everwhen reviews`.")],
    decision: Annotated[
        ReviewDecision,
        typer.Argument(help="Of entities: merge, or keep apart. Of facts: the first holds, or the other."),
    ],
    reason: Reason = _BY_HAND,
    actor: Actor = "cli",
    group: Group = None,
    as_json: AsJson = False,
    url: Url = None,
) -> None:
    """Decide about two entities that may be one, or two facts that contradict each other."""
    _change(RESOLVE_REVIEW, group, actor, reason, as_json, url, review=review, decision=decision.value.upper())


@app.command()
def reviews(
    group: Group = None,
    first: First = 50,
    after: After = None,
    as_json: AsJson = False,
    url: Url = None,
) -> None:
    """List pairs of entities that may be one, and of facts that contradict each other."""
    with connect(url) as client:
        answer = client.run(REVIEWS, groupIds=[group_or_default(group)], first=first, after=after)

    def show(console: Console) -> None:
        console.print(review_table([edge["node"] for edge in answer["edges"]]))
        say_more(console, answer)

    emit(answer, as_json, show)


def _change(
    document: Document, group: str | None, actor: str, reason: str, as_json: bool, url: str | None, **fields: Any
) -> None:
    request = {"groupId": group_or_default(group), "actor": actor, "reason": reason, **fields}
    with connect(url) as client:
        answer = client.run(document, input=given(request))

    def show(console: Console) -> None:
        console.print(operation_table([answer["operation"]], "Done by"))
        console.print(entity_table(answer["entities"]))

    emit(answer, as_json, show)

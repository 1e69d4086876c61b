"""`everwhen vocabulary`: a group's own entity types and predicates."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

from graph_schema.predicates import LANGUAGES, Predicate
from graph_schema.vocabulary import GroupVocabulary, VocabularyError, read_vocabulary
from service.cli.documents import SET_VOCABULARY, VOCABULARY
from service.cli.options import Actor, AsJson, Group, Url
from service.cli.output import emit, operation_table, table
from service.cli.target import connect, group_or_default
from service.errors import InvalidInput

app = typer.Typer(help="A group's own entity types and predicates.", no_args_is_help=True)


@app.command("show")
def show_vocabulary(group: Group = None, as_json: AsJson = False, url: Url = None) -> None:
    """Show the entity types and predicates of the group's own."""
    with connect(url) as client:
        answer = client.run(VOCABULARY, groupId=group_or_default(group))
    emit(answer, as_json, lambda console: _print(console, answer))


@app.command("set")
def set_vocabulary(
    file: Annotated[Path, typer.Argument(help="TOML file with [types.NAME] and [predicates.NAME]; empty for none.")],
    reason: Annotated[str, typer.Option(help="Why it is done.")] = "from the command line",
    actor: Actor = "cli",
    group: Group = None,
    as_json: AsJson = False,
    url: Url = None,
) -> None:
    """Give the group these entity types and predicates of its own, in place of those it had.

    Turns are read by them from now on; `everwhen reextract --outdated` reads the earlier ones again.
    """
    request = {"groupId": group_or_default(group), "actor": actor, "reason": reason, **_fields(_read(file))}
    with connect(url) as client:
        answer = client.run(SET_VOCABULARY, input=request)

    def show(console: Console) -> None:
        console.print(operation_table([answer["operation"]], "Done by"))
        _print(console, answer["vocabulary"])

    emit(answer, as_json, show)


def _read(file: Path) -> GroupVocabulary:
    try:
        return read_vocabulary(tomllib.loads(file.read_text(encoding="utf-8")))
    except VocabularyError as error:
        raise InvalidInput(f"{file}: {error.place}", error.problem, error.allowed) from error
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise InvalidInput(str(file), f"cannot be read: {error}", "a TOML file, see docs/vocabulary.md") from error


def _fields(vocabulary: GroupVocabulary) -> dict[str, Any]:
    """The vocabulary as fields of `SetVocabularyInput`."""
    return {
        "entityTypes": [{"name": item.name, "names": list(item.names)} for item in vocabulary.entity_types],
        "predicates": [_predicate(item) for item in vocabulary.predicates],
    }


def _predicate(entry: Predicate) -> dict[str, Any]:
    return {
        "name": entry.name,
        "cardinality": entry.cardinality.value.upper(),
        "temporal": entry.temporal.value.upper(),
        "kind": entry.kind.value.upper(),
        "objectType": entry.object_type,
        "valueType": entry.value_type.value.upper(),
        "inverse": entry.inverse,
        "symmetric": entry.symmetric,
        "phrases": {language: list(entry.synonyms[language]) for language in LANGUAGES},
        "wording": {language: entry.wordings.get(language) for language in LANGUAGES},
    }


def _print(console: Console, answer: dict[str, Any]) -> None:
    if not answer["entityTypes"] and not answer["predicates"]:
        console.print("The group has no entity types or predicates of its own.")
        return
    types = ((item["name"], ", ".join(item["names"])) for item in answer["entityTypes"])
    console.print(table("Entity types", ("type", "known names"), types))
    predicates = (
        (
            item["name"],
            item["cardinality"].lower(),
            item["temporal"].lower(),
            item["objectType"] or item["valueType"].lower(),
            ", ".join((*item["phrases"]["en"], *item["phrases"]["zh"])),
        )
        for item in answer["predicates"]
    )
    console.print(table("Predicates", ("predicate", "values", "time", "object", "phrases"), predicates))

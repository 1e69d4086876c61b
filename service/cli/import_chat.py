"""`everwhen import chat`."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any
from zoneinfo import ZoneInfo

import typer
from rich.console import Console
from rich.progress import Progress

from service.cli.client import MemoryClient
from service.cli.import_document import document
from service.cli.options import AsJson, Group, Url, zone_option
from service.cli.output import emit, table
from service.cli.progress import bar_of
from service.cli.target import connect, group_or_default
from service.cli.upload import Tally, upload, wait_until_read
from service.errors import InvalidInput
from service.importers import BadRecord, Format, ImportedTurn, LeftOut, batches, detect_format, open_turns

app = typer.Typer(help="Import whole conversations and documents from files.", no_args_is_help=True)
app.command()(document)

_SHOWN = 20


@app.command()
def chat(
    file: Annotated[Path, typer.Argument(help="File, or for LifeBench a folder.")],
    group: Group = None,
    form: Annotated[str, typer.Option("--format", help="auto, jsonl, chatgpt, locomo or lifebench.")] = "auto",
    session: Annotated[str | None, typer.Option(help="One session for all turns, in place of the file's.")] = None,
    sample: Annotated[str | None, typer.Option(help="LoCoMo: import this conversation only.")] = None,
    time_zone: Annotated[str, typer.Option(help="Zone of times without an offset.")] = "UTC",
    batch: Annotated[int, typer.Option(min=1, max=1000, help="Turns in a request.")] = 100,
    skip_bad: Annotated[bool, typer.Option("--skip-bad", help="Leave out records that cannot be read.")] = False,
    wait: Annotated[bool, typer.Option("--wait", help="Wait until all turns have been read.")] = False,
    as_json: AsJson = False,
    url: Url = None,
) -> None:
    """Import a conversation; importing it again stores nothing twice and continues where it stopped."""
    source = _Source(file, _format(file, form), zone_option("--time-zone", time_zone), sample)
    checked = _check(source, skip_bad)
    target = group_or_default(group)
    with connect(url) as client, bar_of(as_json) as bar:
        task = bar.add_task("storing", total=checked.turns)
        made = batches(source.turns(), target, batch, session)
        tally = upload(client, made, skip_bad=skip_bad, advance=lambda count: bar.advance(task, count))
        states = _wait(client, bar, tally) if wait else None
    answer = {
        "format": source.form.value,
        "groups": tally.groups,
        "stored": tally.stored,
        "duplicates": tally.duplicates,
        "skipped": [vars_of(bad) for bad in (*checked.bad, *tally.refused)],
        "leftOut": dict(checked.left_out),
        "states": states,
    }
    emit(answer, as_json, lambda console: _show(console, answer))
    if states and states.get("failed"):
        raise typer.Exit(1)


class _Source:
    """The file, which is read twice: once to check it, once to send it."""

    def __init__(self, path: Path, form: Format, zone: ZoneInfo, sample: str | None) -> None:
        self.path, self.form, self.zone, self.sample = path, form, zone, sample

    def records(self) -> Iterator[ImportedTurn | BadRecord | LeftOut]:
        return open_turns(self.path, self.form, self.zone, self.sample)

    def turns(self) -> Iterator[ImportedTurn]:
        return (record for record in self.records() if isinstance(record, ImportedTurn))


class _Checked:
    def __init__(self) -> None:
        self.turns = 0
        self.bad: list[BadRecord] = []
        self.left_out: Counter[str] = Counter()


def _check(source: _Source, skip_bad: bool) -> _Checked:
    """Reads the whole file before anything is sent; raises InvalidInput when a record is bad and not to be skipped."""
    checked = _Checked()
    for record in source.records():
        if isinstance(record, ImportedTurn):
            checked.turns += 1
        elif isinstance(record, BadRecord):
            checked.bad.append(record)
        else:
            checked.left_out[record.reason] += 1
    for bad in checked.bad[:_SHOWN]:
        print(f"{source.path.name}, {bad.position}: {bad.problem}; allowed: {bad.allowed}", file=sys.stderr)
    if len(checked.bad) > _SHOWN:
        print(f"and {len(checked.bad) - _SHOWN} more", file=sys.stderr)
    if checked.bad and not skip_bad:
        count = len(checked.bad)
        problem = f"{count} record{'s' * (count > 1)} cannot be read, and nothing was imported"
        raise InvalidInput("file", problem, "a file without them, or --skip-bad to leave them out")
    return checked


def _format(file: Path, form: str) -> Format:
    if form == "auto":
        return detect_format(file)
    if form not in set(Format):
        raise InvalidInput("--format", f"{form!r} is not known", ", ".join(["auto", *Format]))
    if not file.exists():
        raise InvalidInput("file", f"{file} does not exist", "a file that can be read")
    return Format(form)


def _wait(client: MemoryClient, bar: Progress, tally: Tally) -> dict[str, int]:
    task = bar.add_task("reading", total=None)

    def told(pending: int) -> None:
        total = max(bar.tasks[task].total or 0, pending)
        bar.update(task, total=total, completed=total - pending)

    return wait_until_read(client, tally.groups, told)


def vars_of(bad: BadRecord) -> dict[str, str]:
    """The record as JSON values."""
    return {"position": bad.position, "problem": bad.problem, "allowed": bad.allowed}


def _show(console: Console, answer: dict[str, Any]) -> None:
    rows = [("stored", str(answer["stored"])), ("known already", str(answer["duplicates"]))]
    rows += [(f"left out: {reason}", str(count)) for reason, count in answer["leftOut"].items()]
    if answer["skipped"]:
        rows.append(("skipped, cannot be read", str(len(answer["skipped"]))))
    rows += [(f"in group {name}: {state}", str(count)) for name, state, count in _states(answer)]
    console.print(table(f"Imported as {answer['format']}", ("turns", "how many"), rows))


def _states(answer: dict[str, Any]) -> list[tuple[str, str, int]]:
    names = ", ".join(answer["groups"])
    states: dict[str, int] = answer["states"] or {}
    return [(names, state, count) for state, count in states.items()]

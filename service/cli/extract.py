"""`everwhen extract`: what would be read out of turns, without a database and without storing anything."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import Annotated, BinaryIO
from zoneinfo import ZoneInfo

import typer
from rich.console import Console

from extractors.candidates import Extraction, Turn
from extractors.pipeline import ExtractionError
from service.adapters.extractors.factory import build_local
from service.cli.described import describe, show
from service.cli.options import AsJson, zone_option
from service.config import load_settings
from service.errors import InvalidInput
from service.importers.fields import turn_of
from service.importers.jsonl import numbered, parse
from service.ports import Extractor

app = typer.Typer()

_CHUNK = 64


@app.command()
def extract(
    file: Annotated[Path | None, typer.Argument(help="JSON Lines; standard input when left out.")] = None,
    time_zone: Annotated[str, typer.Option(help="Zone of turns that name none.")] = "UTC",
    as_json: AsJson = False,
) -> None:
    """Show what would be read out of turns; nothing is stored.

    Mentions, times and facts come with their offsets, as the local ones of EVERWHEN_EXTRACTORS find them.
    Lines are objects with content, and optionally role, actor, validAt, timeZone, participants and toolName. With
    --json, each line is answered by one line, in order.
    """
    zone = zone_option("--time-zone", time_zone)
    if file is None:
        bad = _answer(sys.stdin.buffer, build_local(load_settings()), zone, as_json)
    elif file.is_file():
        with file.open("rb") as stream:
            bad = _answer(stream, build_local(load_settings()), zone, as_json)
    else:
        raise InvalidInput("file", f"{file} does not exist", "a file that can be read")
    if bad:
        raise typer.Exit(2)


def _answer(stream: BinaryIO, extractor: Extractor, zone: ZoneInfo, as_json: bool) -> int:
    """Prints an answer for each line; returns how many could not be read."""
    console, bad = Console(), 0
    lines = numbered(stream)
    while chunk := list(islice(lines, _CHUNK)):
        for number, turn, found in read_lines(chunk, extractor, zone):
            if turn is None or isinstance(found, str):
                bad += 1
                print(f"line {number}: {found}", file=sys.stderr)
                if as_json:
                    print(json.dumps({"line": number, "error": found}, ensure_ascii=False), flush=True)
            elif as_json:
                print(json.dumps({"line": number, **describe(turn, found)}, ensure_ascii=False), flush=True)
            else:
                show(console, number, turn, found)
    return bad


def read_lines(
    lines: Iterable[tuple[int, bytes]], extractor: Extractor, zone: ZoneInfo
) -> Iterator[tuple[int, Turn | None, Extraction | str]]:
    """For each numbered line its turn and what was found in it, or what is wrong with it."""
    read: list[tuple[int, Turn | str]] = []
    for number, line in lines:
        try:
            read.append((number, parse_turn(line, zone)))
        except InvalidInput as error:
            read.append((number, str(error)))
    found = iter(_extract([turn for _, turn in read if isinstance(turn, Turn)], extractor))
    for number, turn in read:
        yield (number, turn, next(found)) if isinstance(turn, Turn) else (number, None, turn)


def parse_turn(line: bytes, zone: ZoneInfo) -> Turn:
    """The turn a line describes; without `validAt` it is said now, and fields that reading needs not are ignored.

    Raises:
        InvalidInput: the line is not JSON, or a field is not acceptable; names the field.
    """
    episode, _ = turn_of(parse(line), zone, strict=False)
    name = zone_option("timeZone", episode.time_zone).key if episode.time_zone else zone.key
    return Turn(
        content=episode.content,
        role=episode.role,
        valid_at=episode.valid_at or datetime.now(UTC),
        time_zone=name,
        actor=episode.actor,
        participants=episode.participants,
        tool_name=episode.tool_name,
    )


def _extract(turns: list[Turn], extractor: Extractor) -> list[Extraction | str]:
    try:
        return [*extractor.extract(turns)]
    except ExtractionError as error:
        return [
            f"it could not be read ({error.failures[index]}); the other lines were" if one is None else one
            for index, one in enumerate(error.extractions)
        ]

"""`everwhen import document`."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

from service.cli.client import MemoryClient
from service.cli.documents import REMEMBER_DOCUMENT
from service.cli.options import AsJson, Group, Url, time_option, zone_option
from service.cli.output import emit, table
from service.cli.progress import bar_of
from service.cli.target import connect, group_or_default
from service.cli.upload import wait_until_read
from service.documents.suffixes import SUFFIXES, media_type_of
from service.errors import InvalidInput

_TIMEOUT_S = 600.0
_COUNTS = ("stored", "revised", "removed", "unchanged")


@dataclass(frozen=True, slots=True)
class _File:
    path: Path
    document_id: str
    media_type: str


def document(
    files: Annotated[list[Path], typer.Argument(help="Files, or folders whose documents are all imported.")],
    group: Group = None,
    name: Annotated[str | None, typer.Option("--id", help="Id of the document, in place of the file's path.")] = None,
    media_type: Annotated[
        str | None, typer.Option("--type", help="Media type, where the file's name says none.")
    ] = None,
    title: Annotated[str | None, typer.Option(help="Title, in place of the one the document gives itself.")] = None,
    author: Annotated[str | None, typer.Option(help="Who wrote it.")] = None,
    session: Annotated[str | None, typer.Option(help="Session of all chunks.")] = None,
    valid_at: Annotated[str | None, typer.Option(metavar="TIME", help="Since when it holds; now by default.")] = None,
    time_zone: Annotated[str | None, typer.Option(help="Zone in which its relative times are read.")] = None,
    skip_bad: Annotated[bool, typer.Option("--skip-bad", help="Leave out documents that cannot be read.")] = False,
    wait: Annotated[bool, typer.Option("--wait", help="Wait until all chunks have been read.")] = False,
    as_json: AsJson = False,
    url: Url = None,
) -> None:
    """Import documents; importing one again stores only what changed, and retires what is gone."""
    found = list(_found(files, name, media_type))
    target = group_or_default(group)
    if time_zone is not None:
        zone_option("--time-zone", time_zone)
    common: dict[str, Any] = {
        "groupId": target,
        "title": title,
        "author": author,
        "sessionId": session,
        "validAt": time_option("--valid-at", valid_at),
        "timeZone": time_zone,
    }
    done: list[dict[str, Any]] = []
    skipped: list[dict[str, str]] = []
    with connect(url, _TIMEOUT_S) as client, bar_of(as_json) as bar:
        task = bar.add_task("storing", total=len(found))
        for file in found:
            try:
                done.append(_send(client, file, common))
            except InvalidInput as error:
                if not skip_bad:
                    allowed = f"{error.allowed}, or --skip-bad; {len(done)} documents before it are stored"
                    raise InvalidInput(str(file.path), f"{error.field}: {error.problem}", allowed) from error
                skipped.append({"file": str(file.path), "problem": f"{error.field}: {error.problem}"})
            bar.advance(task)
        states = wait_until_read(client, [target], lambda pending: None) if wait and done else None
    answer = {"group": target, "documents": done, "skipped": skipped, "states": states}
    emit(answer, as_json, lambda console: _show(console, answer))
    if states and states.get("failed"):
        raise typer.Exit(1)


def _found(files: list[Path], name: str | None, media_type: str | None) -> Iterator[_File]:
    paths = [path for given in files for path in _paths(given)]
    if name is not None and len(paths) != 1:
        raise InvalidInput("--id", f"{len(paths)} files would share it", "one file, or no --id")
    if not paths:
        raise InvalidInput("files", "the folder has no documents", f"files ending in {', '.join(SUFFIXES)}")
    for path in paths:
        kind = media_type or media_type_of(path.name)
        if kind is None:
            raise InvalidInput(str(path), "its name does not say what it is", f"{', '.join(SUFFIXES)}, or --type")
        yield _File(path, name or path.as_posix(), kind)


def _paths(given: Path) -> list[Path]:
    if not given.exists():
        raise InvalidInput("file", f"{given} does not exist", "a file or folder that can be read")
    if given.is_dir():
        return sorted(path for path in given.rglob("*") if path.is_file() and media_type_of(path.name) is not None)
    return [given]


def _send(client: MemoryClient, file: _File, common: dict[str, Any]) -> dict[str, Any]:
    try:
        data = file.path.read_bytes()
    except OSError as error:
        raise InvalidInput("file", f"cannot be read ({error.strerror})", "a file that can be read") from error
    about = {"documentId": file.document_id, "mediaType": file.media_type}
    content = {"contentBase64": base64.b64encode(data).decode()}
    payload = client.run(REMEMBER_DOCUMENT, input={**common, **about, **content})
    told = {key: payload[key] for key in ("documentId", "title", "mediaType", "version", *_COUNTS)}
    return {"file": str(file.path), **told}


def _show(console: Console, answer: dict[str, Any]) -> None:
    rows = [(one["documentId"], one["title"] or "", *(str(one[key]) for key in _COUNTS)) for one in answer["documents"]]
    columns = ("document", "title", "new", "changed", "gone", "as before")
    console.print(table("Imported, in chunks", columns, rows))
    for one in answer["skipped"]:
        console.print(f"skipped {one['file']}: {one['problem']}", markup=False)
    states: dict[str, int] = answer["states"] or {}
    for state, count in states.items():
        console.print(f"{state}: {count} in group {answer['group']}", markup=False)

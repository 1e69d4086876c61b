"""`everwhen db`: the local Neo4j by hand."""

from __future__ import annotations

import json
import signal
import time
import webbrowser
from collections.abc import Generator
from contextlib import contextmanager
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeRemainingColumn

from service.config import load_settings
from service.errors import ConfigurationError
from service.localdb import Connection, DatabaseNotRunning, LocalNeo4j, Status
from service.localdb.jars import Progress as OnBytes

app = typer.Typer(no_args_is_help=True, help="The local Neo4j: start, stop, look at and reset it.")

_out = Console(soft_wrap=True, highlight=False)
_err = Console(stderr=True, soft_wrap=True, highlight=False)
_POLL_S = 1.0
_INTERRUPTED = 130


def local_neo4j() -> LocalNeo4j:
    """The local Neo4j that the settings describe.

    Raises:
        ConfigurationError: NEO4J_URI names another Neo4j, or a setting is wrong.
    """
    settings = load_settings()
    if settings.neo4j_uri:
        raise ConfigurationError(
            f"NEO4J_URI is {settings.neo4j_uri}, so the local Neo4j is not used: unset it to manage the local one"
        )
    return LocalNeo4j(
        settings.data_dir,
        settings.cache_dir,
        heap_mb=settings.neo4j_heap_mb,
        pagecache_mb=settings.neo4j_pagecache_mb,
    )


@contextmanager
def fetch_progress() -> Generator[OnBytes]:
    """A callback that draws a progress bar on standard error, or a line each fifth where that is no terminal."""
    columns = (TextColumn("Fetching Neo4j"), BarColumn(), DownloadColumn(), TimeRemainingColumn())
    with Progress(*columns, console=_err, transient=True) as bar:
        task = bar.add_task("fetch", total=None, visible=False)
        fifths = 0

        def on_bytes(done: int, total: int) -> None:
            nonlocal fifths
            bar.update(task, completed=done, total=total, visible=True)
            if not _err.is_terminal and done * 5 // total > fifths:
                fifths = done * 5 // total
                _err.print(f"Fetching Neo4j: {done / 1e6:.0f} of {total / 1e6:.0f} MB")

        yield on_bytes


@app.command()
def start(
    foreground: Annotated[bool, typer.Option(help="Stay, and stop Neo4j on Ctrl-C or SIGTERM.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the addresses as JSON.")] = False,
) -> None:
    """Start Neo4j and print its addresses; it keeps running until `everwhen db stop`."""
    database = local_neo4j()
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        with fetch_progress() as on_bytes:
            connection = database.start(detached=not foreground, progress=on_bytes)
        _print_connection(connection, database, as_json)
        if foreground:
            _stay(database)
    except KeyboardInterrupt:
        if not foreground:
            raise typer.Exit(_INTERRUPTED) from None
    finally:
        if foreground:
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
            database.stop()


def _stay(database: LocalNeo4j) -> None:
    while database.is_running():
        time.sleep(_POLL_S)
    raise DatabaseNotRunning(f"Neo4j has ended: read {database.layout.server_log}, then start it again")


@app.command()
def stop(force: Annotated[bool, typer.Option(help="Stop it even while a service uses it.")] = False) -> None:
    """Stop Neo4j; the data stays."""
    _out.print("Neo4j has stopped." if local_neo4j().shut_down(force=force) else "Neo4j was not running.")


@app.command()
def status(as_json: Annotated[bool, typer.Option("--json", help="Print it as JSON.")] = False) -> None:
    """Show whether Neo4j runs, where, and for whom; exit code 3 when it does not answer."""
    found = local_neo4j().status()
    if as_json:
        _out.print(json.dumps(found.to_json()), markup=False)
    else:
        _print_status(found)
    if not found.answering:
        raise typer.Exit(3)


@app.command()
def browser(
    open_it: Annotated[bool, typer.Option("--open/--no-open", help="Open it in the web browser.")] = True,
) -> None:
    """Print, and open, the address of Neo4j Browser on the local data."""
    database = local_neo4j()
    connection = database.connection()
    _out.print(connection.browser_url, markup=False)
    _out.print(f"User {connection.user}, password in {database.layout.password}", markup=False)
    if open_it and not webbrowser.open(connection.browser_url):
        _err.print("No web browser could be opened: copy the address above into one.")


@app.command()
def reset(yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")] = False) -> None:
    """Delete everything that the local Neo4j stores. This cannot be undone."""
    database = local_neo4j()
    if not yes:
        typer.confirm(f"Delete all data in {database.layout.home}? This cannot be undone.", abort=True)
    database.reset()
    _out.print(f"{database.layout.home} is empty now.", markup=False)


def _print_connection(connection: Connection, database: LocalNeo4j, as_json: bool) -> None:
    password_file = str(database.layout.password)
    if as_json:
        addresses = {"uri": connection.uri, "http_uri": connection.http_uri, "browser_url": connection.browser_url}
        more = {"user": connection.user, "password_file": password_file, "started_here": connection.started_here}
        _out.print(json.dumps(addresses | more), markup=False)
        return
    _out.print("Neo4j has started." if connection.started_here else "Neo4j was running already.")
    for label, value in (
        ("Bolt", connection.uri),
        ("HTTP", connection.http_uri),
        ("Browser", connection.browser_url),
        ("User", f"{connection.user}, password in {password_file}"),
    ):
        _out.print(f"  {label:<8} {value}", markup=False)


def _print_status(found: Status) -> None:
    rows: list[tuple[str, str]] = [("Data", f"{found.data_dir} ({found.data_bytes / 1e6:.1f} MB)")]
    if found.running:
        users = ", ".join(str(pid) for pid in found.users) or "nobody"
        rows += [
            ("Process", f"{found.pid}, since {found.started_at:%Y-%m-%d %H:%M} UTC" if found.started_at else "?"),
            ("Used by", users + (", stays until `everwhen db stop`" if found.detached else "")),
            ("Bolt", found.uri or ""),
            ("Browser", found.browser_url or ""),
        ]
    elif found.jars_missing:
        rows.append(("Install", f"{found.jars_missing} jars are fetched at the next start"))
    rows.append(("Log", str(found.log)))
    state = "answers" if found.answering else "runs but does not answer" if found.running else "is not running"
    _out.print(f"Neo4j {found.version} {state}.")
    for label, value in rows:
        _out.print(f"  {label:<8} {value}", markup=False)

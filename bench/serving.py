"""A service of the evaluation's own, on a free port with an empty data folder; or one that runs already."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import threading
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from bench.client import Client
from service.config import parse_settings
from service.localdb.layout import Layout
from service.localdb.password import USER, read_password

START_S = 300.0
STOP_S = 60.0
_TAIL = 30


class ServiceFailed(Exception):
    """The service did not get ready; the message ends with what it said."""


@dataclass(frozen=True, slots=True)
class Login:
    """How to reach a Neo4j."""

    uri: str
    user: str
    password: str


@dataclass(frozen=True, slots=True)
class Running:
    """A running service: a client of it, and its Neo4j where that is known."""

    client: Client
    neo4j: Login | None


@contextmanager
def service(url: str | None, **settings: str) -> Generator[Running]:
    """The service at `url`, or a new one that ends with the context.

    Args:
        url: of a running service.
        settings: environment variables of a new one.

    Raises:
        ServiceFailed: the new one did not get ready.
    """
    if url:
        client = Client(url, os.environ.get("EVERWHEN_TOKEN"))
        try:
            yield Running(client, _own_neo4j())
        finally:
            client.close()
        return
    with (
        tempfile.TemporaryDirectory(prefix="everwhen-bench-", ignore_cleanup_errors=True) as name,
        _started(Path(name), settings) as ready,
    ):
        client = Client(ready["url"])
        try:
            yield Running(client, Login(ready["neo4j"], USER, read_password(Layout(Path(name)))))
        finally:
            client.close()


def _own_neo4j() -> Login | None:
    settings = parse_settings()
    if settings.neo4j_uri is None or settings.neo4j_password is None:
        return None
    return Login(settings.neo4j_uri, settings.neo4j_user, settings.neo4j_password.get_secret_value())


@contextmanager
def _started(data_dir: Path, settings: Mapping[str, str]) -> Generator[dict[str, str]]:
    command = [sys.executable, "-m", "service", "serve", "--port", "0", "--data-dir", str(data_dir)]
    ours = ("EVERWHEN_DATA_DIR", "EVERWHEN_PORT", "EVERWHEN_HOST", "EVERWHEN_TOKEN", "NEO4J_URI")
    environment = {**{name: value for name, value in os.environ.items() if name not in ours}, **settings}
    process = subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)
    watcher = _Watcher(process)
    try:
        yield watcher.ready()
    finally:
        process.terminate()
        try:
            process.wait(STOP_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait(STOP_S)
        watcher.join()


class _Watcher:
    """Reads the child's standard error to its end, so that it never blocks, and finds the ready line in it."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process
        self._lines: list[str] = []
        self._ready: dict[str, str] | None = None
        self._told = threading.Event()
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def ready(self) -> dict[str, str]:
        """What the ready line says."""
        self._told.wait(START_S)
        if self._ready is None:
            raise ServiceFailed("the service did not get ready:\n" + "\n".join(self._lines[-_TAIL:]))
        return self._ready

    def join(self) -> None:
        """Waits for the end of the child's words."""
        self._thread.join(STOP_S)

    def _read(self) -> None:
        assert self._process.stderr is not None
        for line in self._process.stderr:
            self._lines = [*self._lines[-_TAIL:], line.rstrip()]
            if line.startswith("{") and '"ready"' in line:
                self._ready = json.loads(line)
                self._told.set()
        self._told.set()

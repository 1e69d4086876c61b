"""The local Neo4j as the rest of the service sees it: install, start, stop, status, reset."""

from __future__ import annotations

import shutil
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from filelock import FileLock, Timeout

from service.localdb import process
from service.localdb.archive import ClassArchive
from service.localdb.config import Memory, java_options
from service.localdb.connection import Connection, connection_to
from service.localdb.errors import DatabaseInUse, DatabaseNotRunning, InstallFailed
from service.localdb.jars import JarStore, Progress
from service.localdb.launch import STOP_S, Launcher
from service.localdb.layout import Layout
from service.localdb.lockfile import load_lock
from service.localdb.password import read_password
from service.localdb.probe import Answer, ask
from service.localdb.state import ServerState, identify, read_state, write_state
from service.localdb.status import Status, size_of

_START_S = 120.0
_GUARD_S = 180.0


class LocalNeo4j:
    """The Neo4j server of one data directory, shared by all processes that use the directory.

    The first to start it makes it run, later ones join it, and the last to leave stops it. A server whose users have
    all been killed is taken over by the next start. All methods block; call them from a thread where there is an event
    loop.

    Args:
        data_dir: the user's data; the store lies in `neo4j` below it.
        cache_dir: fetched jars and Java's class archive; safe to delete.
        heap_mb: most Java heap, MiB.
        pagecache_mb: page cache, MiB.
        start_timeout_s: seconds the server may take to answer.
    """

    def __init__(
        self,
        data_dir: Path,
        cache_dir: Path,
        *,
        heap_mb: int = 1024,
        pagecache_mb: int = 512,
        start_timeout_s: float = _START_S,
    ) -> None:
        self.layout = Layout(data_dir)
        self.jars = JarStore(cache_dir / "neo4j" / "jars", load_lock())
        self._archives = cache_dir / "neo4j" / "classes"
        self._memory = Memory(heap_mb, pagecache_mb)
        self._start_timeout_s = start_timeout_s
        self._joined = False

    def ensure_installed(self, progress: Progress | None = None) -> int:
        """Fetches the jars that are missing or damaged; returns how many those were.

        Raises:
            InstallFailed: a jar cannot be had, or there is no room for it.
        """
        return self.jars.install(progress)

    def start(self, *, detached: bool = False, progress: Progress | None = None) -> Connection:
        """The connection to the running server, started or joined.

        Args:
            detached: the server stays until it is stopped by hand, and this process is not one of its users.
            progress: told of bytes while jars are fetched.

        Raises:
            LocalDatabaseError: see service.localdb.errors; each kind names its remedy.
        """
        self.ensure_installed(progress)
        self._make_folders()
        with self._guard():
            found = self._joinable()
            state = found or self._launcher().launch()
            write_state(self.layout.state, replace(state, detached=True) if detached else self._join(state))
            return connection_to(state.ports, read_password(self.layout), started_here=found is None)

    def stop(self) -> bool:
        """Leaves the server, and ends it unless it is detached or used by others; returns whether it was ended."""
        with self._guard():
            state = self._running()
            if state is None:
                return False
            left = state.left_by(identify()) if self._joined else state
            self._joined = False
            if left.living_users() or left.detached:
                write_state(self.layout.state, left)
                return False
            return self._end(state)

    def shut_down(self, *, force: bool = False) -> bool:
        """Ends the server, detached or not; returns whether there was one.

        Args:
            force: end it under the processes that still use it.

        Raises:
            DatabaseInUse: other processes use it; names them.
            DatabaseStopFailed: it does not end.
        """
        with self._guard():
            state = self._running()
            if state is None:
                return False
            others = _pids(state.left_by(identify()) if self._joined else state)
            if others and not force:
                raise DatabaseInUse(
                    f"the local Neo4j is used by process {others}: stop that first, or repeat with --force"
                )
            return self._end(state)

    def reset(self) -> None:
        """Deletes the data, the password and the logs; the jars stay.

        Raises:
            DatabaseInUse: the server runs.
        """
        with self._guard():
            if self._running() is not None or process.find_server(self.layout) is not None:
                raise DatabaseInUse("the local Neo4j is running: stop it first with `everwhen db stop`")
            if self.layout.home.exists():
                shutil.rmtree(self.layout.home)

    def connection(self) -> Connection:
        """The connection to the server that runs already.

        Raises:
            DatabaseNotRunning: none does.
        """
        state = self._running()
        if state is None:
            raise DatabaseNotRunning(
                "the local Neo4j is not running: start it with `everwhen db start` or `everwhen serve`"
            )
        return connection_to(state.ports, read_password(self.layout))

    def is_running(self) -> bool:
        """Whether the server's process is there; cheap, asks the server nothing."""
        return self._running() is not None

    def status(self) -> Status:
        """What is known now; changes nothing."""
        state = self._running()
        password = self.layout.password.read_text(encoding="utf-8").strip() if self.layout.password.is_file() else ""
        here = connection_to(state.ports, password) if state else None
        pid = state.server.pid if state and state.server else None
        return Status(
            running=state is not None,
            answering=state is not None and pid is not None and ask(pid, state.ports, password) is Answer.READY,
            pid=pid,
            uri=here.uri if here else None,
            http_uri=here.http_uri if here else None,
            browser_url=here.browser_url if here else None,
            users=tuple(user.pid for user in state.living_users()) if state else (),
            detached=state is not None and state.detached,
            version=self.jars.lock.neo4j_version,
            started_at=state.started_at if state else None,
            jars_missing=len(self.jars.missing()),
            data_bytes=size_of(self.layout.data),
            data_dir=self.layout.data_dir,
            log=self.layout.server_log,
        )

    def _launcher(self) -> Launcher:
        options = tuple(java_options(self._memory))
        archive = ClassArchive(self._archives, self.jars.fingerprint, options, self.jars.class_path)
        return Launcher(self.layout, self.jars, archive, self._memory, self._start_timeout_s)

    def _running(self) -> ServerState | None:
        state = read_state(self.layout.state)
        if state is None or state.server is None or not process.is_our_server(state.server, self.layout):
            return None
        return state

    def _joinable(self) -> ServerState | None:
        """The running server once it answers; one that does not and that nobody uses is ended."""
        state = self._running()
        if state is None or state.server is None:
            return None
        password = read_password(self.layout)
        if process.answers(state.server, self.layout, state.ports, password, self._start_timeout_s):
            return state
        if state.living_users():
            raise DatabaseInUse(
                f"the local Neo4j (pid {state.server.pid}, used by process {_pids(state)}) runs but does not answer: "
                f"read {self.layout.server_log}, or end it with `everwhen db stop --force`"
            )
        self._end(state)
        return None

    def _join(self, state: ServerState) -> ServerState:
        me = identify()
        again = self._joined and me in state.users
        self._joined = True
        return state if again else state.joined_by(me)

    def _end(self, state: ServerState) -> bool:
        if state.server is not None:
            process.stop(state.server, self.layout, STOP_S)
        write_state(self.layout.state, state.stopped())
        return True

    def _make_folders(self) -> None:
        try:
            self.layout.create()
        except OSError as error:
            raise InstallFailed(
                f"the data folder {self.layout.data_dir} cannot be made ({error}): make it writable, "
                "or set EVERWHEN_DATA_DIR to another folder"
            ) from error

    @contextmanager
    def _guard(self) -> Generator[None]:
        self._make_folders()
        try:
            with FileLock(self.layout.guard, timeout=_GUARD_S):
                yield
        except Timeout as error:
            raise DatabaseInUse(
                f"another process has been starting or stopping the Neo4j in {self.layout.data_dir} for "
                f"{_GUARD_S:.0f} s: wait for it, or end it and start again"
            ) from error


def _pids(state: ServerState) -> str:
    return ", ".join(sorted({str(user.pid) for user in state.living_users()}))

"""Bringing a server up: checks, ports, configuration, password, process, and the wait for its first answer."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from datetime import UTC, datetime

from service.localdb import process
from service.localdb.archive import ClassArchive
from service.localdb.config import Memory, Ports, java_options, server_command, write_config
from service.localdb.diagnose import port_was_taken
from service.localdb.errors import DatabaseStartFailed, DataFromNewerVersion
from service.localdb.jars import JarStore
from service.localdb.java import write_argument_file
from service.localdb.layout import Layout
from service.localdb.password import prepare_password
from service.localdb.ports import await_free, choose_ports
from service.localdb.state import ProcessId, ServerState, identify, read_state, write_state

STOP_S = 60.0

_PORT_TRIES = 3
_LINGER_S = 5.0
_SPARE_BYTES = 256 * 1024 * 1024


@dataclass(frozen=True)
class Launcher:
    """Starts the server of one data directory; call it under the directory's guard.

    Attributes:
        layout: the data directory.
        jars: installed jars.
        archive: Java's class archive for them.
        memory: what the server may take.
        timeout_s: seconds until it must answer.
    """

    layout: Layout
    jars: JarStore
    archive: ClassArchive
    memory: Memory
    timeout_s: float

    def launch(self) -> ServerState:
        """The recorded state of a new server that answers.

        Its users are those of a predecessor that crashed under them; the caller joins them.

        Raises:
            LocalDatabaseError: it did not come up; nothing is left running.
        """
        refuse_newer_data(self.layout, self.jars.lock.neo4j_version)
        require_space(self.layout)
        self._end_stray()
        known = read_state(self.layout.state)
        users = known.living_users() if known else ()
        if known and known.server:
            await_free(known.ports, _LINGER_S)
        lost: set[int] = set()
        for attempt in range(1, _PORT_TRIES + 1):
            ports = choose_ports(known.ports if known else None, lost)
            try:
                return self._launch_on(ports, users)
            except DatabaseStartFailed as error:
                if attempt == _PORT_TRIES or not port_was_taken(error):
                    raise
                lost |= {ports.bolt, ports.http}
        raise AssertionError("the last try returns or raises")

    def _launch_on(self, ports: Ports, users: tuple[ProcessId, ...]) -> ServerState:
        options = java_options(self.memory)
        class_path = ["-cp", self.jars.class_path]
        write_config(self.layout, ports, self.memory)
        password = prepare_password(self.layout, self.jars.class_path)
        self.layout.class_list.unlink(missing_ok=True)
        archive_options = self.archive.start_options(self.layout.class_list)
        write_argument_file(
            self.layout.arguments, [*options, *archive_options, *class_path, *server_command(self.layout)]
        )
        child = process.spawn(self.layout)
        version = self.jars.lock.neo4j_version
        state = ServerState(identify(child.pid), ports, False, users, version, datetime.now(UTC))
        write_state(self.layout.state, state)
        try:
            process.wait_ready(child, self.layout, ports, password, self.timeout_s)
        except BaseException:
            process.end_child(child)
            write_state(self.layout.state, state.stopped())
            raise
        self.layout.version.write_text(version + "\n", encoding="utf-8")
        self.archive.make_in_background(self.layout.class_list)
        return state

    def _end_stray(self) -> None:
        stray = process.find_server(self.layout)
        if stray is not None:
            process.stop(stray, self.layout, STOP_S)


def refuse_newer_data(layout: Layout, ours: str) -> None:
    """Nothing, unless a newer Neo4j has written the data.

    Raises:
        DataFromNewerVersion: one has.
    """
    if not layout.version.is_file():
        return
    theirs = layout.version.read_text(encoding="utf-8").strip()
    if _comparable(theirs) > _comparable(ours):
        raise DataFromNewerVersion(
            f"the data in {layout.home} was written by Neo4j {theirs}, and this is {ours}: upgrade everwhen, set "
            "EVERWHEN_DATA_DIR to another folder, or delete the data with `everwhen db reset`"
        )


def require_space(layout: Layout) -> None:
    """Nothing, unless the disk is nearly full.

    Raises:
        DatabaseStartFailed: it is.
    """
    free = shutil.disk_usage(layout.home).free
    if free < _SPARE_BYTES:
        raise DatabaseStartFailed(
            f"the disk of {layout.home} has {free / 1e6:.0f} MB free",
            f"free at least {_SPARE_BYTES / 1e6:.0f} MB, or set EVERWHEN_DATA_DIR to another disk",
            layout.server_log,
        )


def _comparable(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.split(".") if part.isdigit())

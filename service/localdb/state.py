"""What the processes that share a data directory tell each other: which server runs, on which ports, for whom."""

from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import psutil

from service.localdb.config import Ports

_CLOCK_S = 2.0


@dataclass(frozen=True)
class ProcessId:
    """A process that a recycled pid cannot be mistaken for.

    Attributes:
        pid: the number.
        started: its start, seconds since 1970.
    """

    pid: int
    started: float

    def process(self) -> psutil.Process | None:
        """The process, or None once it has ended."""
        try:
            process = psutil.Process(self.pid)
            same = abs(process.create_time() - self.started) < _CLOCK_S
            return process if same and process.status() != psutil.STATUS_ZOMBIE else None
        except psutil.NoSuchProcess:
            return None


def identify(pid: int | None = None) -> ProcessId:
    """The identity of a running process, by default this one.

    Raises:
        psutil.NoSuchProcess: it has ended.
    """
    process = psutil.Process(os.getpid() if pid is None else pid)
    return ProcessId(process.pid, process.create_time())


@dataclass(frozen=True)
class ServerState:
    """The last server of a data directory, running or not.

    Attributes:
        server: its process, None before the first start and after a clean stop.
        ports: where it listens, and where the next one will try to.
        detached: it was started to outlive its starter; only `db stop` ends it.
        users: processes that use it, one entry for each `LocalNeo4j` object; the last to leave stops it.
        version: of Neo4j.
        started_at: aware UTC.
    """

    server: ProcessId | None
    ports: Ports
    detached: bool
    users: tuple[ProcessId, ...]
    version: str
    started_at: datetime

    def living_users(self) -> tuple[ProcessId, ...]:
        """Users that have not ended."""
        return tuple(user for user in self.users if user.process() is not None)

    def joined_by(self, user: ProcessId) -> ServerState:
        """The state with one more user, and without those that have ended."""
        return replace(self, users=(*self.living_users(), user))

    def left_by(self, user: ProcessId) -> ServerState:
        """The state with one entry less for the user, and without those that have ended."""
        users = list(self.living_users())
        if user in users:
            users.remove(user)
        return replace(self, users=tuple(users))

    def stopped(self) -> ServerState:
        """The state after the server has ended; its ports are remembered."""
        return replace(self, server=None, detached=False, users=())


def read_state(path: Path) -> ServerState | None:
    """The state in the file; None when there is none or it was cut off by a crash."""
    try:
        raw: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        return ServerState(
            server=ProcessId(**raw["server"]) if raw["server"] else None,
            ports=Ports(**raw["ports"]),
            detached=bool(raw["detached"]),
            users=tuple(ProcessId(**user) for user in raw["users"]),
            version=str(raw["version"]),
            started_at=datetime.fromisoformat(raw["started_at"]).astimezone(UTC),
        )
    except (OSError, ValueError, KeyError, TypeError):
        return None


def write_state(path: Path, state: ServerState) -> None:
    """Replaces the file in one step."""
    raw = asdict(state) | {"started_at": state.started_at.isoformat()}
    temporary = path.with_name(f"{path.name}.{os.getpid()}.tmp")
    temporary.write_text(json.dumps(raw, indent=1) + "\n", encoding="utf-8")
    temporary.replace(path)

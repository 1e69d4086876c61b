"""What is known of the server of a data directory."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path


@dataclass(frozen=True)
class Status:
    """What is known of the server of a data directory.

    Attributes:
        running: its process is there.
        answering: it answers over Bolt with our password.
        pid: of the server; None when it does not run, like the addresses and `started_at`.
        users: pids of the processes that use it.
        detached: it stays until `stop`.
        started_at: aware UTC.
        jars_missing: how many jars are still to be fetched.
        data_bytes: size of the store on disk.
    """

    running: bool
    answering: bool
    pid: int | None
    uri: str | None
    http_uri: str | None
    browser_url: str | None
    users: tuple[int, ...]
    detached: bool
    version: str
    started_at: datetime | None
    jars_missing: int
    data_bytes: int
    data_dir: Path
    log: Path

    def to_json(self) -> dict[str, object]:
        """The same as plain JSON values."""
        started_at = self.started_at.isoformat() if self.started_at else None
        paths = {"data_dir": str(self.data_dir), "log": str(self.log)}
        return {**asdict(self), **paths, "users": list(self.users), "started_at": started_at}


def size_of(folder: Path) -> int:
    """Bytes of all files below the folder; files that vanish meanwhile count nothing."""
    total = 0
    for path in folder.rglob("*"):
        try:
            total += path.stat().st_size if path.is_file() else 0
        except FileNotFoundError:
            continue
    return total

"""Where the local Neo4j keeps its files."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Layout:
    """All paths below the user's data directory; shared by every process that uses the same directory."""

    data_dir: Path

    @property
    def home(self) -> Path:
        """Neo4j's home; `reset` deletes it."""
        return self.data_dir / "neo4j"

    @property
    def guard(self) -> Path:
        """Held while a process starts, stops, adopts or deletes the server."""
        return self.data_dir / "neo4j.guard"

    @property
    def conf(self) -> Path:
        """Folder of `neo4j.conf`, written anew at each start."""
        return self.home / "conf"

    @property
    def data(self) -> Path:
        """The store."""
        return self.home / "data"

    @property
    def store_written(self) -> Path:
        """There once the server has started on this data."""
        return self.data / "databases" / "system"

    @property
    def logs(self) -> Path:
        """Neo4j's own logs."""
        return self.home / "logs"

    @property
    def console(self) -> Path:
        """What the server process printed since its start."""
        return self.logs / "console.log"

    @property
    def server_log(self) -> Path:
        """Neo4j's log for people."""
        return self.logs / "neo4j.log"

    @property
    def arguments(self) -> Path:
        """The server's Java arguments; its path on the command line tells our server from any other process."""
        return self.home / "run" / "server.args"

    @property
    def class_list(self) -> Path:
        """Classes that a start without an archive loads; see `service.localdb.archive`."""
        return self.home / "run" / "classes.lst"

    @property
    def state(self) -> Path:
        """Who runs, on which ports, for whom."""
        return self.home / "state.json"

    @property
    def password(self) -> Path:
        """The generated password, readable by its owner only."""
        return self.home / "password"

    @property
    def version(self) -> Path:
        """The Neo4j version that last wrote the data."""
        return self.home / "version"

    def create(self) -> None:
        """Makes the folders, closed to other users."""
        self.data_dir.mkdir(parents=True, exist_ok=True)
        self.home.mkdir(mode=0o700, exist_ok=True)
        for folder in (self.conf, self.data, self.logs, self.arguments.parent):
            folder.mkdir(parents=True, exist_ok=True)

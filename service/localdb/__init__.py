"""Neo4j Community as a child process on loopback: fetched, started, found again and stopped without Java or Docker."""

from service.localdb.connection import Connection
from service.localdb.errors import (
    DatabaseInUse,
    DatabaseNotRunning,
    DatabaseStartFailed,
    DatabaseStopFailed,
    DataFromNewerVersion,
    InstallFailed,
    JavaMissing,
    LocalDatabaseError,
    LockFileError,
    PasswordUnusable,
)
from service.localdb.local import LocalNeo4j
from service.localdb.status import Status

__all__ = [
    "Connection",
    "DataFromNewerVersion",
    "DatabaseInUse",
    "DatabaseNotRunning",
    "DatabaseStartFailed",
    "DatabaseStopFailed",
    "InstallFailed",
    "JavaMissing",
    "LocalDatabaseError",
    "LocalNeo4j",
    "LockFileError",
    "PasswordUnusable",
    "Status",
]

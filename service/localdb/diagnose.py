"""Why the server did not start, read from what it wrote, and what to do about it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from service.localdb.errors import DatabaseStartFailed
from service.localdb.layout import Layout

_TAIL_LINES = 8
_TAIL_BYTES = 16 * 1024
_KILLED = (-9, 137)


@dataclass(frozen=True)
class _Cause:
    pattern: re.Pattern[str]
    problem: str
    remedy: str


def _cause(pattern: str, problem: str, remedy: str) -> _Cause:
    return _Cause(re.compile(pattern, re.IGNORECASE), problem, remedy)


PORT_TAKEN = _cause(
    r"address already in use|BindException|PortBindException",
    "another program took its port in the same moment",
    "start again: other ports are chosen then",
)
_CAUSES = (
    PORT_TAKEN,
    _cause(
        r"insufficient memory|could not reserve enough space|OutOfMemoryError|cannot allocate memory|"
        r"exceeds (?:physical|available) memory|Invalid maximum heap size|not enough memory|unable to allocate",
        "there is not enough memory",
        "close other programs, or lower EVERWHEN_NEO4J_HEAP_MB and EVERWHEN_NEO4J_PAGECACHE_MB",
    ),
    _cause(
        r"no space left on device|not enough space on the disk|disk quota exceeded",
        "the disk is full",
        "free some space, or set EVERWHEN_DATA_DIR to another disk",
    ),
    _cause(
        r"UnexpectedUpgradingStoreVersion|newer version of Neo4j|is from a newer|unknown store version|"
        r"unsupported kernel version|downgrade is not (?:allowed|supported)",
        "the data was written by a newer Neo4j",
        "upgrade everwhen, set EVERWHEN_DATA_DIR to another folder, or delete the data with `everwhen db reset`",
    ),
    _cause(
        r"store_lock|FileLockException|lock file has been locked by another process",
        "another Neo4j has this data open",
        "stop it (`everwhen db stop`), or set EVERWHEN_DATA_DIR to another folder",
    ),
    _cause(
        r"AccessDeniedException|permission denied|read-only file system",
        "it may not write to its folder",
        "give your user write access to it, or set EVERWHEN_DATA_DIR to another folder",
    ),
    _cause(
        r"NoClassDefFoundError|ClassNotFoundException|ZipException|could not find or load main class",
        "a jar is damaged",
        "delete the cache folder (EVERWHEN_CACHE_DIR) and start again: the jars are fetched anew",
    ),
)
_UNKNOWN = ("it ended by itself", "read the log; `everwhen doctor` checks the machine")
_NO_ANSWER = (
    "it did not answer in time",
    "start again when the machine is less busy; if it stays so, read the log",
)


def explain_exit(layout: Layout, exit_code: int | None) -> DatabaseStartFailed:
    """The error for a server that ended before it answered, or (exit code None) did not answer in time."""
    text = _end_of(layout.console) + _end_of(layout.server_log)
    for cause in _CAUSES:
        if cause.pattern.search(text):
            return _failed(layout, cause.problem, cause.remedy)
    if exit_code in _KILLED:
        return _failed(layout, "the system killed it, most likely for want of memory", _CAUSES[1].remedy)
    return _failed(layout, *(_NO_ANSWER if exit_code is None else _UNKNOWN))


def port_was_taken(error: DatabaseStartFailed) -> bool:
    """Whether another start with other ports may do."""
    return error.problem == PORT_TAKEN.problem


def _failed(layout: Layout, problem: str, remedy: str) -> DatabaseStartFailed:
    tail: list[str] = []
    for log in (layout.console, layout.server_log):
        tail += [line.rstrip() for line in _end_of(log).splitlines() if line.strip()]
    return DatabaseStartFailed(problem, remedy, layout.server_log, tuple(tail[-_TAIL_LINES:]))


def _end_of(path: Path) -> str:
    if not path.is_file():
        return ""
    with path.open("rb") as file:
        file.seek(max(0, path.stat().st_size - _TAIL_BYTES))
        return file.read().decode("utf-8", errors="replace")

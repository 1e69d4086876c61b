"""The list of jars that make up the local Neo4j: coordinates, SHA-256 and size, no addresses.

One jar a line, sorted: `group:artifact:version[:classifier] sha256 bytes`. Lines with `#` in front are for the reader.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path

from service.localdb.errors import LockFileError

LOCK_PATH = Path(__file__).with_name("neo4j.lock")
SERVER = "org.neo4j:neo4j"

_PART = r"[A-Za-z0-9_.\-]+"
_LINE = re.compile(rf"(?P<coordinate>{_PART}:{_PART}:{_PART}(?::{_PART})?) (?P<sha256>[0-9a-f]{{64}}) (?P<size>\d+)")
_CHUNK = 1 << 20
_HEADER = "# Jars of the local Neo4j: coordinate, SHA-256, bytes. Made by `python -m service.localdb.relock`.\n"


@dataclass(frozen=True, order=True)
class LockedJar:
    """One jar, known by its content.

    Attributes:
        coordinate: `group:artifact:version`, with `:classifier` behind it where there is one.
        sha256: 64 lower-case hex digits.
        size: bytes.
    """

    coordinate: str
    sha256: str
    size: int

    @property
    def file_name(self) -> str:
        """The name a Maven repository gives the file."""
        return "-".join(self.coordinate.split(":")[1:]) + ".jar"

    def matches(self, path: Path) -> bool:
        """Whether the file is there and is this jar, byte for byte."""
        return path.is_file() and path.stat().st_size == self.size and sha256_of(path) == self.sha256


@dataclass(frozen=True)
class JarLock:
    """All jars, sorted by coordinate; file names are unique."""

    jars: tuple[LockedJar, ...]

    @cached_property
    def neo4j_version(self) -> str:
        """The version of the Neo4j server in the list, e.g. `2026.08.1`."""
        for jar in self.jars:
            group, artifact, version, *_ = jar.coordinate.split(":")
            if f"{group}:{artifact}" == SERVER:
                return version
        raise LockFileError(f"the list of jars has no {SERVER}; make it again with python -m service.localdb.relock")

    @cached_property
    def digest(self) -> str:
        """A name for this exact set of jars."""
        return hashlib.sha256(format_lock(self).encode()).hexdigest()

    @property
    def total_size(self) -> int:
        """Bytes of all jars together."""
        return sum(jar.size for jar in self.jars)


def make_lock(jars: Iterable[LockedJar]) -> JarLock:
    """The jars as a lock, sorted.

    Raises:
        LockFileError: there are none, or two would have the same file name.
    """
    ordered = tuple(sorted(jars))
    if not ordered:
        raise LockFileError("the list of jars is empty; make it again with python -m service.localdb.relock")
    seen: dict[str, str] = {}
    for jar in ordered:
        if other := seen.get(jar.file_name):
            raise LockFileError(f"{jar.coordinate} and {other} are both {jar.file_name}; leave one out of the lock")
        seen[jar.file_name] = jar.coordinate
    return JarLock(ordered)


def parse_lock(text: str) -> JarLock:
    """The lock written in `text`.

    Raises:
        LockFileError: a line is not `coordinate sha256 bytes`; names the line.
    """
    jars: list[LockedJar] = []
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip() or line.startswith("#"):
            continue
        match = _LINE.fullmatch(line)
        if match is None:
            raise LockFileError(
                f"line {number} of the list of jars is not `coordinate sha256 bytes`: {line!r}; "
                "restore neo4j.lock, or make it again with python -m service.localdb.relock"
            )
        jars.append(LockedJar(match["coordinate"], match["sha256"], int(match["size"])))
    return make_lock(jars)


def format_lock(lock: JarLock) -> str:
    """The lock as text; `parse_lock` reads it back."""
    return _HEADER + "".join(f"{jar.coordinate} {jar.sha256} {jar.size}\n" for jar in lock.jars)


@lru_cache(maxsize=1)
def load_lock() -> JarLock:
    """The lock that ships with this version of the service; read once.

    Raises:
        LockFileError: it is missing or damaged.
    """
    try:
        text = LOCK_PATH.read_text(encoding="utf-8")
    except OSError as error:
        raise LockFileError(f"the list of jars cannot be read ({error}): install everwhen again") from error
    return parse_lock(text)


def sha256_of(path: Path) -> str:
    """SHA-256 of a file's content, lower-case hex."""
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while chunk := file.read(_CHUNK):
            digest.update(chunk)
    return digest.hexdigest()

"""The locked jars in a cache that all data directories share, each checked by SHA-256."""

from __future__ import annotations

import json
import os
import shutil
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from filelock import FileLock, Timeout
from jgo.maven import MavenContext

from service.localdb.errors import InstallFailed
from service.localdb.lockfile import JarLock, LockedJar

THREADS = 16
TIMEOUT_S = 60

_TRIES = 3
_PAUSE_S = 1.0
_OTHER_INSTALL_S = 600.0
_SPARE_BYTES = 64 * 1024 * 1024
_HASHERS = min(4, os.cpu_count() or 1)

Progress = Callable[[int, int], None]
"""Called with bytes fetched so far and bytes to fetch in all."""


@dataclass(frozen=True)
class JarStore:
    """The jars of one lock in one folder; safe to use from several processes at once.

    Attributes:
        folder: where the jars are kept; safe to delete.
    """

    folder: Path
    lock: JarLock

    @property
    def class_path(self) -> str:
        """All jars, joined for Java's `-cp`."""
        return os.pathsep.join(str(self._path(jar)) for jar in self.lock.jars)

    @property
    def fingerprint(self) -> str:
        """Changes when the set of jars, its place or a file does; Java's class archive depends on all three."""
        stats = [(jar.file_name, self._path(jar).stat().st_mtime_ns) for jar in self.lock.jars]
        return json.dumps([self.lock.digest, str(self.folder.absolute()), stats])

    def missing(self) -> list[LockedJar]:
        """Jars that are absent or not what the lock says; a file unchanged since its last check is not read again."""
        checked = self._checked()
        suspects = [jar for jar in self.lock.jars if not self._unchanged(jar, checked)]
        with ThreadPoolExecutor(_HASHERS) as pool:
            good = list(pool.map(self._is_good, suspects))
        found = [jar for jar, is_good in zip(suspects, good, strict=True) if not is_good]
        if suspects and self.folder.is_dir():
            self._record({jar.file_name for jar in found})
        return found

    def install(self, progress: Progress | None = None) -> int:
        """Fetches what is absent or damaged; returns how many jars that were.

        Raises:
            InstallFailed: a jar cannot be had in three tries, or the disk is full.
        """
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            if not self.missing():
                return 0
            with FileLock(self.folder / ".install.lock", timeout=_OTHER_INSTALL_S):
                return self._fetch(self.missing(), progress)
        except Timeout as error:
            raise InstallFailed(
                f"another process has been installing into {self.folder} for {_OTHER_INSTALL_S:.0f} s: "
                "wait for it or end it, then start again"
            ) from error
        except OSError as error:
            raise InstallFailed(
                f"the jars cannot be kept in {self.folder} ({error}): make it writable, "
                "or set EVERWHEN_CACHE_DIR to another folder"
            ) from error

    def _fetch(self, wanted: Sequence[LockedJar], progress: Progress | None) -> int:
        total = sum(jar.size for jar in wanted)
        self._require_space(total)
        staging = self.folder / ".staging"
        shutil.rmtree(staging, ignore_errors=True)
        done = 0
        pool = ThreadPoolExecutor(THREADS)
        try:
            waiting = {pool.submit(self._fetch_one, jar, staging): jar for jar in wanted}
            for future in as_completed(waiting):
                future.result()
                done += waiting[future].size
                if progress is not None:
                    progress(done, total)
        finally:
            pool.shutdown(wait=True, cancel_futures=True)
            shutil.rmtree(staging, ignore_errors=True)
        self._record(set())
        return len(wanted)

    def _fetch_one(self, jar: LockedJar, staging: Path) -> None:
        problem = ""
        for attempt in range(_TRIES):
            time.sleep(_PAUSE_S * attempt)
            folder = staging / f"{jar.file_name}.{attempt}"
            try:
                path = _download(jar, folder)
            except (OSError, RuntimeError) as error:
                problem = str(error)
                continue
            if jar.matches(path):
                path.replace(self._path(jar))
                return
            problem = f"what came is not the jar of the lock: {path.stat().st_size} bytes, SHA-256 differs"
        raise InstallFailed(
            f"{jar.coordinate} could not be fetched in {_TRIES} tries ({problem}): check the network and proxy "
            "settings and start again (what is already fetched is kept), or set NEO4J_URI to a Neo4j of your own"
        )

    def _require_space(self, total: int) -> None:
        free = shutil.disk_usage(self.folder).free
        if free < total + _SPARE_BYTES:
            raise InstallFailed(
                f"{self.folder} has {free / 1e6:.0f} MB free and {(total + _SPARE_BYTES) / 1e6:.0f} MB are needed: "
                "free some space, or set EVERWHEN_CACHE_DIR to another disk"
            )

    def _unchanged(self, jar: LockedJar, checked: dict[str, list[object]]) -> bool:
        stamp = self._stamp(jar)
        return stamp is not None and checked.get(jar.file_name) == stamp

    def _is_good(self, jar: LockedJar) -> bool:
        return jar.matches(self._path(jar))

    def _path(self, jar: LockedJar) -> Path:
        return self.folder / jar.file_name

    def _stamp(self, jar: LockedJar) -> list[object] | None:
        try:
            stat = self._path(jar).stat()
        except OSError:
            return None
        return [jar.sha256, stat.st_size, stat.st_mtime_ns]

    def _checked(self) -> dict[str, list[object]]:
        try:
            notes = json.loads((self.folder / ".checked.json").read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
        return cast("dict[str, list[object]]", notes) if isinstance(notes, dict) else {}

    def _record(self, bad: set[str]) -> None:
        stamps = {jar.file_name: self._stamp(jar) for jar in self.lock.jars if jar.file_name not in bad}
        temporary = self.folder / f".checked.{os.getpid()}.json"
        temporary.write_text(json.dumps(stamps), encoding="utf-8")
        temporary.replace(self.folder / ".checked.json")


def _download(jar: LockedJar, folder: Path) -> Path:
    context = MavenContext(repo_cache=folder, timeout=TIMEOUT_S)
    group, artifact, version, *classifier = jar.coordinate.split(":")
    component = context.project(group, artifact).at_version(version)
    return component.artifact(classifier=classifier[0] if classifier else "").resolve()

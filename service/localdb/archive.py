"""A shared class archive: Java finds Neo4j's 30 000 classes parsed and checked, which halves the work of a start.

The first start notes which classes it loads; a process of low priority then makes the archive beside the running
server. An archive that does not fit the jars any more is never used: its name carries their fingerprint.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import dataclass
from pathlib import Path

import psutil
from filelock import FileLock, Timeout

from service.localdb.java import java_environment, java_executable, java_version, write_argument_file

_MAKE_S = 600.0
_QUIET_S = 5.0
_GROW_S = 60.0
_KEPT = 2


@dataclass(frozen=True)
class ClassArchive:
    """The archive for one set of jars and Java options.

    Attributes:
        folder: where archives are kept; safe to delete.
        fingerprint: of the jars.
        options: Java options of the server; heap sizes do not matter.
        class_path: all jars.
    """

    folder: Path
    fingerprint: str
    options: tuple[str, ...]
    class_path: str

    @property
    def path(self) -> Path:
        """The archive, there once it is made."""
        fixed = [option for option in self.options if not option.startswith(("-Xms", "-Xmx"))]
        key = hashlib.sha256("\n".join([java_version(), self.fingerprint, *fixed]).encode()).hexdigest()
        return self.folder.absolute() / f"{key[:16]}.jsa"

    def start_options(self, class_list: Path) -> list[str]:
        """Options that use the archive, or note the loaded classes in `class_list` where there is none yet."""
        if self.path.is_file():
            return [f"-XX:SharedArchiveFile={self.path}", "-Xshare:auto", "-Xlog:cds=off", "-Xlog:aot=off"]
        return [f"-XX:DumpLoadedClassList={class_list.absolute()}"]

    def make_in_background(self, class_list: Path) -> None:
        """Starts a detached process that makes the archive, unless it is there; returns at once."""
        if self.path.is_file() or not class_list.is_file():
            return
        self.folder.mkdir(parents=True, exist_ok=True)
        work = Path(tempfile.mkdtemp(prefix=".making-", dir=self.folder.absolute()))
        write_argument_file(
            work / "arguments",
            [
                *self.options,
                "-Xshare:dump",
                f"-XX:SharedClassListFile={work / 'classes'}",
                f"-XX:SharedArchiveFile={work / 'archive'}",
                "-cp",
                self.class_path,
            ],
        )
        child = subprocess.Popen(
            [sys.executable, "-m", "service.localdb.archive", str(self.path), str(work), str(class_list.absolute())],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
            cwd=Path(__file__).resolve().parents[2],
        )
        threading.Thread(target=child.wait, name=f"reap-{child.pid}", daemon=True).start()


def make(archive: Path, work: Path, class_list: Path) -> bool:
    """Whether the archive is there now; made by one process at a time, others give up at once.

    Args:
        archive: file to make.
        work: folder with the Java arguments; removed at the end.
        class_list: written by the running server; read once it stops growing.
    """
    try:
        with FileLock(archive.with_suffix(".guard"), timeout=0):
            if archive.is_file():
                return True
            _lower_priority()
            _settle(class_list)
            text = class_list.read_text(encoding="utf-8", errors="replace")
            (work / "classes").write_text(text[: text.rfind("\n") + 1], encoding="utf-8")
            done = subprocess.run(
                [str(java_executable()), f"@{work / 'arguments'}"],
                env=java_environment(),
                timeout=_MAKE_S,
                check=False,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
            made = done.returncode == 0 and (work / "archive").is_file()
            if made:
                (work / "archive").replace(archive)
                _remove_oldest(archive.parent)
            return made
    except (Timeout, FileNotFoundError, subprocess.TimeoutExpired):
        return False
    finally:
        shutil.rmtree(work, ignore_errors=True)


def _settle(class_list: Path) -> None:
    deadline = time.monotonic() + _GROW_S
    size = -1
    while size != (size := class_list.stat().st_size) and time.monotonic() < deadline:
        time.sleep(_QUIET_S)


def _lower_priority() -> None:
    psutil.Process().nice(psutil.BELOW_NORMAL_PRIORITY_CLASS if os.name == "nt" else 15)


def _remove_oldest(folder: Path) -> None:
    archives = sorted(folder.glob("*.jsa"), key=lambda path: path.stat().st_mtime)
    for archive in archives[:-_KEPT]:
        archive.unlink(missing_ok=True)


if __name__ == "__main__":
    sys.exit(0 if make(*map(Path, sys.argv[1:4])) else 1)

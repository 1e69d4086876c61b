"""The generated password of the local Neo4j, in a file that only its owner can read."""

from __future__ import annotations

import os
import secrets
import subprocess
from pathlib import Path

from service.localdb.diagnose import explain_exit
from service.localdb.errors import PasswordUnusable
from service.localdb.java import java_environment, java_executable, write_argument_file
from service.localdb.layout import Layout

USER = "neo4j"

_ENTROPY_BYTES = 16
_SET_S = 120.0
_SMALL_JAVA = ("-Xmx128m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "--enable-native-access=ALL-UNNAMED")


def read_password(layout: Layout) -> str:
    """The stored password.

    Raises:
        PasswordUnusable: there is no file, or it is empty.
    """
    try:
        password = layout.password.read_text(encoding="utf-8").strip()
    except OSError as error:
        raise PasswordUnusable(f"the password file cannot be read ({error}): {_remedy(layout.password)}") from error
    if not password:
        raise PasswordUnusable(f"{layout.password} is empty: {_remedy(layout.password)}")
    return password


def create_password(path: Path) -> str:
    """A new random password, stored with mode 0600."""
    password = secrets.token_hex(_ENTROPY_BYTES)
    path.unlink(missing_ok=True)
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
        file.write(password + "\n")
    return password


def prepare_password(layout: Layout, class_path: str) -> str:
    """The password the server will accept: the stored one, or a new one where no server has run on this data yet.

    Args:
        layout: the data directory.
        class_path: of the server.

    Raises:
        PasswordUnusable: there is data, but its password is lost.
        DatabaseStartFailed: the new password could not be set.
    """
    if layout.store_written.exists():
        return read_password(layout)
    password = create_password(layout.password)
    (layout.data / "dbms" / "auth.ini").unlink(missing_ok=True)
    command = ["org.neo4j.cli.AdminTool", "dbms", "set-initial-password", password]
    arguments = write_argument_file(
        layout.arguments.with_name("password.args"), [*_SMALL_JAVA, "-cp", class_path, *command]
    )
    places = {"NEO4J_HOME": str(layout.home.absolute()), "NEO4J_CONF": str(layout.conf.absolute())}
    try:
        done = subprocess.run(
            [str(java_executable()), f"@{arguments.absolute()}"],
            env=java_environment() | places,
            timeout=_SET_S,
            check=False,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
        )
    except subprocess.TimeoutExpired as error:
        raise explain_exit(layout, None) from error
    finally:
        arguments.unlink(missing_ok=True)
    if done.returncode != 0:
        layout.console.write_text(done.stdout, encoding="utf-8")
        raise explain_exit(layout, done.returncode)
    return password


def _remedy(path: Path) -> str:
    return f"write the password of the database into {path} (mode 0600), or delete all data with `everwhen db reset`"

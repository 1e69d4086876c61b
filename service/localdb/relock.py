"""Makes `neo4j.lock` anew from the three root coordinates: `python -m service.localdb.relock`.

Only needed to move to another Neo4j version; edit ROOTS first.
"""

from __future__ import annotations

import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Annotated

import typer
from jgo.maven import Dependency, MavenContext
from rich.console import Console

from service.localdb.jars import THREADS, TIMEOUT_S
from service.localdb.lockfile import LOCK_PATH, JarLock, LockedJar, format_lock, make_lock, sha256_of

ROOTS = (
    "org.neo4j:neo4j:2026.08.1",
    "org.neo4j.app:neo4j-server:2026.08.1",
    "org.neo4j.client:neo4j-browser:5.24.0",
)


def resolve(roots: tuple[str, ...], folder: Path) -> JarLock:
    """A lock of the roots and all they need at run time, resolved by their POMs.

    Args:
        roots: `group:artifact:version` each.
        folder: an empty folder to download into.
    """
    context = MavenContext(repo_cache=folder, timeout=TIMEOUT_S)
    inputs, transitive = context.resolver.resolve([context.create_dependency(root) for root in roots])
    dependencies = {_coordinate(dependency): dependency for dependency in (*inputs, *transitive)}
    with ThreadPoolExecutor(THREADS) as pool:
        return make_lock(pool.map(_locked, dependencies.values()))


def _coordinate(dependency: Dependency) -> str:
    parts = (dependency.groupId, dependency.artifactId, dependency.version, dependency.classifier)
    return ":".join(part for part in parts if part)


def _locked(dependency: Dependency) -> LockedJar:
    path = dependency.artifact.resolve()
    return LockedJar(_coordinate(dependency), sha256_of(path), path.stat().st_size)


def main(output: Annotated[Path, typer.Option(help="File to write.")] = LOCK_PATH) -> None:
    """Resolves the jars of the local Neo4j by their POMs and writes the lock; takes a minute or a few."""
    console = Console(stderr=True)
    with tempfile.TemporaryDirectory() as folder, console.status("Resolving by POMs …"):
        lock = resolve(ROOTS, Path(folder))
    output.write_text(format_lock(lock), encoding="utf-8")
    console.print(f"{len(lock.jars)} jars, {lock.total_size / 1e6:.0f} MB, Neo4j {lock.neo4j_version}: {output}")


if __name__ == "__main__":
    typer.run(main)

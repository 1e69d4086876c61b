"""Python, packages, folders, memory and ports."""

from __future__ import annotations

import importlib.metadata
import os
import platform
import re
import shutil
import tempfile
import tomllib
from collections.abc import AsyncGenerator
from pathlib import Path

import psutil

from service.cli.checks.finding import Finding, failed, ok, warning
from service.config import Settings

_PROJECT = Path(__file__).parents[3] / "pyproject.toml"
_PINNED = re.compile(r"([A-Za-z0-9._-]+)==([^;\s]+)$")
_GIB = 1024**3


async def check(settings: Settings) -> AsyncGenerator[Finding]:
    """Findings about this machine."""
    yield _python()
    yield packages(requirements())
    yield folder("data folder", settings.data_dir, "EVERWHEN_DATA_DIR", need_gib=2.0)
    yield folder("cache folder", settings.cache_dir, "EVERWHEN_CACHE_DIR", need_gib=0.5)
    yield _memory(settings)
    yield _cores()


def _python() -> Finding:
    return ok("Python", f"{platform.python_version()} ({platform.system()} {platform.machine()})")


def requirements() -> list[str]:
    """What the installed distribution requires, or the source tree this runs from."""
    try:
        found = importlib.metadata.requires("everwhen") or []
        return [line for line in found if "extra ==" not in line]
    except importlib.metadata.PackageNotFoundError:
        return list(tomllib.loads(_PROJECT.read_text(encoding="utf-8"))["project"]["dependencies"])


def packages(required: list[str]) -> Finding:
    """Whether every pinned requirement is installed in its version."""
    missing: list[str] = []
    other: list[str] = []
    pinned = [match.groups() for line in required if (match := _PINNED.match(line.strip()))]
    for name, wanted in pinned:
        try:
            found = importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            missing.append(name)
        else:
            if found != wanted:
                other.append(f"{name} {found} in place of {wanted}")
    if missing:
        return failed("packages", f"not installed: {', '.join(missing)}", f"pip install {' '.join(missing)}")
    if other:
        return warning("packages", "; ".join(other), "install Everwhen again, from its lock file")
    return ok("packages", f"all {len(pinned)} are installed in their versions")


def folder(part: str, path: Path, variable: str, need_gib: float) -> Finding:
    """Whether files can be written in the folder, and how much room there is."""
    place = next(parent for parent in (path, *path.parents) if parent.exists())
    remedy = f"make {path} writable, or set {variable} to another folder"
    if not place.is_dir():
        return failed(part, f"{place} is a file", remedy)
    try:
        with tempfile.TemporaryFile(dir=place):
            free = shutil.disk_usage(place).free / _GIB
    except OSError as error:
        return failed(part, f"{path} cannot be written ({error.strerror})", remedy)
    detail = f"{path}, {free:.1f} GiB free"
    if free < need_gib:
        return failed(part, detail, f"free {need_gib:g} GiB there, or set {variable} to a folder on a larger disk")
    return ok(part, detail)


def _memory(settings: Settings) -> Finding:
    memory = psutil.virtual_memory()
    detail = f"{memory.available / _GIB:.1f} of {memory.total / _GIB:.1f} GiB free"
    local = 0 if settings.neo4j_uri else settings.neo4j_heap_mb + settings.neo4j_pagecache_mb
    needed = 1.0 + local / 1024
    if memory.available / _GIB < needed:
        remedy = f"free {needed:.1f} GiB, or lower EVERWHEN_NEO4J_HEAP_MB and EVERWHEN_NEO4J_PAGECACHE_MB"
        return warning("memory", detail, remedy)
    return ok("memory", detail)


def _cores() -> Finding:
    count = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    if count < 2:
        return warning("processor", "1 core", "give it 2 cores or more; Neo4j and the reading of turns share one now")
    return ok("processor", f"{count} cores")

"""Imports point one way: service → extractors, graph_schema; extractors → the model; graph_schema → nothing."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGES = ("service", "extractors", "graph_schema", "bench")
ALLOWED = {
    "graph_schema": (),
    "extractors": ("graph_schema.model", "graph_schema.predicates", "graph_schema.vocabulary", "graph_schema.ids"),
    "service": ("extractors", "graph_schema"),
    "bench": ("service", "extractors", "graph_schema"),
}
FACADE = (
    "service.contract",
    "service.contract_jobs",
    "service.contract_moments",
    "service.contract_why",
    "service.context.model",
    "service.errors",
    "service.memory",
    "service.graphql",
    "service.config",
    "graph_schema.model",
    "graph_schema.predicates",
    "graph_schema.vocabulary",
    "graph_schema.ids",
)


def _modules(package: str) -> list[Path]:
    return sorted((ROOT / package).rglob("*.py"))


def _imports(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}:{node.lineno} imports relatively"
            module = node.module or ""
            yield from (f"{module}.{alias.name}" for alias in node.names) if module in PACKAGES else (module,)


def _ours(name: str) -> bool:
    return name.split(".")[0] in (*PACKAGES, "tests")


@pytest.mark.parametrize("package", PACKAGES)
def test_packages_import_only_what_they_may(package: str) -> None:
    allowed = (package, *ALLOWED[package])
    wrong = [
        f"{path.relative_to(ROOT)}: {name}"
        for path in _modules(package)
        for name in _imports(path)
        if _ours(name) and not any(name == a or name.startswith(f"{a}.") for a in allowed)
    ]
    assert wrong == []


def test_graphql_stands_on_the_facade_and_nothing_below_it() -> None:
    wrong = [
        f"{path.relative_to(ROOT)}: {name}"
        for path in _modules("service/graphql")
        for name in _imports(path)
        if _ours(name) and not any(name == a or name.startswith(f"{a}.") for a in FACADE)
    ]
    assert wrong == []


def test_only_the_store_speaks_to_the_driver() -> None:
    speakers = {
        str(path.relative_to(ROOT))
        for package in PACKAGES
        for path in _modules(package)
        for name in _imports(path)
        if name == "neo4j" or name.startswith("neo4j.")
    }
    assert {path for path in speakers if not path.startswith("graph_schema/")} <= {
        "service/localdb/probe.py",
        "bench/ingest.py",  # the bare driver that ingestion is compared with
    }


def test_settings_are_read_in_one_place() -> None:
    """Elsewhere the environment is only handed to child processes, or set before numpy or graphiti-core is loaded."""
    readers = {
        str(path.relative_to(ROOT))
        for package in ("service", "extractors", "graph_schema")
        for path in _modules(package)
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Attribute) and node.attr in ("environ", "getenv")
    }
    assert readers == {
        "extractors/graphiti/core.py",
        "service/__init__.py",
        "service/adapters/threads.py",
        "service/localdb/java.py",
        "service/web/build_graphiql.py",
    }


def test_no_two_test_modules_share_a_name() -> None:
    """Test folders are no packages, so that pytest refuses the second module of a name."""
    names = [path.name for path in (ROOT / "tests").rglob("test_*.py")]
    assert sorted(names) == sorted(set(names))

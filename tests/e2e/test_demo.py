"""`everwhen demo`: what `make demo` shows is checked by the command itself, and here once more."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from service.cli.demo_play import Answered, Report, Told
from service.cli.demo_show import show
from tests.e2e.test_cli import Ran, everwhen
from tests.support.database import private_neo4j

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(400)]


@pytest.fixture(scope="module")
def data_dir(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    folder = tmp_path_factory.mktemp("demo")
    yield folder
    private_neo4j(folder).shut_down(force=True)


@pytest.fixture(scope="module")
def first(data_dir: Path) -> Ran:
    return everwhen("demo", "--json", "--data-dir", str(data_dir), cwd=data_dir)


def test_shows_what_it_should_and_stops(first: Ran, data_dir: Path) -> None:
    report = first.json
    assert report["problems"] == []
    assert [told["stored"] for told in report["conversations"]] == [36, 36]
    for told in report["conversations"]:
        assert told["entities"] and told["facts"]
        assert any(by["rule"] and by["reason"] for fact in told["superseded"] for by in fact["supersededBy"])
    assert len(report["answers"]) == 3
    then, now = report["then_and_now"]
    assert then["question"] == now["question"] and then["as_of"] != now["as_of"]
    assert then["hits"][0]["text"] != now["hits"][0]["text"]
    assert report["addresses"]["GraphiQL"].endswith("/graphql")
    assert "/browser/" in report["addresses"]["Neo4j Browser"]
    assert not private_neo4j(data_dir).status().running


def test_the_second_run_reuses_what_is_there(first: Ran, data_dir: Path) -> None:
    second = everwhen("demo", "--json", "--data-dir", str(data_dir), cwd=data_dir).json
    assert [(told["stored"], told["duplicates"]) for told in second["conversations"]] == [(0, 36), (0, 36)]
    assert _facts(second) == _facts(first.json)


def _facts(report: Any) -> list[list[tuple[str, str | None]]]:
    return [sorted((fact["factId"], fact["validAt"]) for fact in told["facts"]) for told in report["conversations"]]


def test_draws_what_it_found(first: Ran) -> None:
    """Drawn here from the first run's report; `make demo` draws the same way."""
    found = first.json
    report = Report(
        [Told(**told) for told in found["conversations"]],
        [Answered(**answer) for answer in found["answers"]],
        [Answered(**answer) for answer in found["then_and_now"]],
        found["addresses"],
        found["problems"],
    )
    console = Console(record=True, width=160, file=io.StringIO())
    show(console, report)
    drawn = console.export_text()
    for words in ("English conversation", "Chinese conversation", "Superseded", "Three questions", "as of 2026-02-01"):
        assert words in drawn
    assert "Everything that should be remembered is" in drawn

from __future__ import annotations

import json
from collections.abc import Generator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from service.cli.db import app
from service.config import load_settings
from service.errors import ConfigurationError
from service.localdb import DatabaseNotRunning
from service.localdb.layout import Layout


@pytest.fixture
def layout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Generator[Layout]:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("NEO4J_URI", raising=False)
    monkeypatch.setenv("EVERWHEN_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.setenv("EVERWHEN_CACHE_DIR", str(tmp_path / "cache"))
    load_settings.cache_clear()
    yield Layout(tmp_path / "data")
    load_settings.cache_clear()


def test_status_of_nothing(layout: Layout):
    result = CliRunner().invoke(app, ["status", "--json"])
    found = json.loads(result.stdout)

    assert result.exit_code == 3
    assert (found["running"], found["answering"], found["pid"], found["uri"]) == (False, False, None, None)
    assert found["jars_missing"] == 238
    assert found["data_dir"] == str(layout.data_dir)


def test_status_for_people_says_what_comes_next(layout: Layout):
    result = CliRunner().invoke(app, ["status"])

    assert result.exit_code == 3
    assert "is not running" in result.stdout
    assert "238 jars are fetched at the next start" in result.stdout


def test_stop_of_nothing_is_no_error(layout: Layout):
    result = CliRunner().invoke(app, ["stop"])

    assert (result.exit_code, result.stdout.strip()) == (0, "Neo4j was not running.")


def test_browser_without_server_names_the_remedy(layout: Layout):
    result = CliRunner().invoke(app, ["browser", "--no-open"])

    assert isinstance(result.exception, DatabaseNotRunning)
    assert "everwhen db start" in str(result.exception)


def test_reset_asks_first(layout: Layout):
    layout.create()
    layout.password.write_text("x")

    assert CliRunner().invoke(app, ["reset"], input="n\n").exit_code == 1
    assert layout.password.exists()
    assert CliRunner().invoke(app, ["reset"], input="y\n").exit_code == 0
    assert not layout.home.exists()
    assert CliRunner().invoke(app, ["reset", "--yes"]).exit_code == 0


@pytest.mark.parametrize("command", [["start"], ["stop"], ["status"], ["browser"], ["reset", "--yes"]])
def test_remote_neo4j_is_left_alone(layout: Layout, monkeypatch: pytest.MonkeyPatch, command: list[str]):
    monkeypatch.setenv("NEO4J_URI", "bolt://127.0.0.1:1")
    result = CliRunner().invoke(app, command)

    assert isinstance(result.exception, ConfigurationError)
    assert "NEO4J_URI" in str(result.exception)
    assert not layout.data_dir.exists()

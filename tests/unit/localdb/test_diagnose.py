from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest

from service.localdb.diagnose import explain_exit, port_was_taken
from service.localdb.errors import DatabaseStartFailed, DataFromNewerVersion
from service.localdb.launch import refuse_newer_data, require_space
from service.localdb.layout import Layout


@pytest.fixture
def layout(tmp_path: Path) -> Layout:
    layout = Layout(tmp_path)
    layout.create()
    return layout


@pytest.mark.parametrize(
    ("line", "remedy"),
    [
        ("java.net.BindException: Address already in use", "other ports"),
        ("There is insufficient memory for the Java Runtime Environment to continue.", "EVERWHEN_NEO4J_HEAP_MB"),
        ("Error: Could not reserve enough space for 99999999KB object heap", "EVERWHEN_NEO4J_HEAP_MB"),
        ("java.lang.OutOfMemoryError: Java heap space", "EVERWHEN_NEO4J_HEAP_MB"),
        ("java.io.IOException: No space left on device", "EVERWHEN_DATA_DIR"),
        ("UnexpectedUpgradingStoreVersionException: was created by a newer version", "upgrade everwhen"),
        ("FileLockException: Lock file has been locked by another process: store_lock", "everwhen db stop"),
        ("java.nio.file.AccessDeniedException: neo4j/data", "write access"),
        ("java.util.zip.ZipException: zip END header not found", "fetched anew"),
        ("something nobody has seen before", "read the log"),
    ],
)
def test_start_error_names_the_remedy_and_quotes_the_log(layout: Layout, line: str, remedy: str):
    layout.server_log.write_text(f"first\nINFO  Starting...\n{line}\n", encoding="utf-8")
    error = explain_exit(layout, 1)

    assert remedy in error.remedy
    assert remedy in str(error) and line in str(error) and str(layout.server_log) in str(error)
    assert error.tail[-1] == line


def test_only_a_taken_port_is_worth_another_try(layout: Layout):
    layout.server_log.write_text("Address already in use")
    assert port_was_taken(explain_exit(layout, 1))

    layout.server_log.write_text("No space left on device")
    assert not port_was_taken(explain_exit(layout, 1))


def test_killed_server_points_at_memory(layout: Layout):
    assert "EVERWHEN_NEO4J_HEAP_MB" in explain_exit(layout, -9).remedy


def test_silent_server_is_not_called_ended(layout: Layout):
    assert explain_exit(layout, None).problem == "it did not answer in time"


def test_quoted_log_is_short(layout: Layout):
    layout.server_log.write_text("\n".join(f"line {number}" for number in range(5000)))

    assert explain_exit(layout, 1).tail == tuple(f"line {number}" for number in range(4992, 5000))


@pytest.mark.parametrize("theirs", ["2026.09.0", "2026.08.2", "2027.01.0"])
def test_data_of_a_newer_version_is_refused(layout: Layout, theirs: str):
    layout.version.write_text(theirs + "\n")

    with pytest.raises(DataFromNewerVersion, match=f"Neo4j {theirs}, and this is 2026.08.1: upgrade everwhen"):
        refuse_newer_data(layout, "2026.08.1")


@pytest.mark.parametrize("theirs", ["2026.08.1", "2026.07.9", "2025.12.0"])
def test_data_of_the_same_or_an_older_version_is_welcome(layout: Layout, theirs: str):
    layout.version.write_text(theirs + "\n")

    refuse_newer_data(layout, "2026.08.1")


def test_full_disk_is_told_before_starting(layout: Layout, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("service.localdb.launch.shutil.disk_usage", lambda _: SimpleNamespace(free=1000))

    with pytest.raises(DatabaseStartFailed, match="EVERWHEN_DATA_DIR"):
        require_space(layout)

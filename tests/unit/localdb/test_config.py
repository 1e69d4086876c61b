from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from service.localdb.archive import ClassArchive
from service.localdb.config import Memory, Ports, java_options, write_config
from service.localdb.java import java_environment, java_executable, write_argument_file
from service.localdb.layout import Layout


@pytest.fixture
def settings(tmp_path: Path) -> dict[str, str]:
    layout = Layout(tmp_path)
    layout.create()
    text = write_config(layout, Ports(17001, 17002), Memory(heap_mb=300, pagecache_mb=77)).read_text()
    return dict(line.split("=", 1) for line in text.splitlines() if not line.startswith("#"))


def test_everything_listens_on_loopback_only(settings: dict[str, str]):
    addresses = {key: value for key, value in settings.items() if key.endswith("_address")}

    assert settings["server.bolt.listen_address"] == "127.0.0.1:17001"
    assert settings["server.http.listen_address"] == "127.0.0.1:17002"
    assert all(value.startswith("127.0.0.1") for value in addresses.values())
    assert settings["server.https.enabled"] == "false"


def test_nothing_is_reported_to_anybody(settings: dict[str, str]):
    for key in (
        "dbms.usage_report.enabled",
        "client.allow_telemetry",
        "server.bolt.telemetry.enabled",
        "dbms.fleet_manager.enabled",
        "server.fleet_discovery.enabled",
    ):
        assert settings[key] == "false"
    assert settings["db.logs.query.enabled"] == "OFF"


def test_memory_is_as_set(settings: dict[str, str]):
    assert settings["server.memory.pagecache.size"] == "77m"
    assert "-Xmx300m" in java_options(Memory(heap_mb=300))
    assert "-XX:+UseSerialGC" in java_options(Memory(heap_mb=300))
    assert "-XX:+UseG1GC" in java_options(Memory(heap_mb=4096))
    assert "-XX:TieredStopAtLevel=1" in java_options(Memory(heap_mb=300))
    assert "-XX:TieredStopAtLevel=1" not in java_options(Memory(heap_mb=4096))


def test_environment_of_another_java_is_not_passed_on(monkeypatch: pytest.MonkeyPatch):
    for name in ("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "CLASSPATH", "NEO4J_server_bolt_listen__address"):
        monkeypatch.setenv(name, "-Xmx1m")
    monkeypatch.setenv("JAVA_HOME", "elsewhere")
    environment = java_environment()

    assert not {"JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "CLASSPATH"} & environment.keys()
    assert not [key for key in environment if key.startswith("NEO4J_")]
    assert Path(environment["JAVA_HOME"]) in java_executable().parents


def test_java_reads_hostile_arguments_back(tmp_path: Path):
    folder = tmp_path / 'a "quoted" folder \\ with spaces # 数据'
    folder.mkdir()
    value = 'C:\\new "x" # 数据'
    arguments = write_argument_file(folder / "args", [f"-Dwhat={value}", "-XshowSettings:properties", "-version"])

    done = subprocess.run(
        [str(java_executable()), "-Dstderr.encoding=UTF-8", f"@{arguments}"],
        env=java_environment() | {"LC_ALL": "C.UTF-8"},
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=True,
    )

    assert f"what = {value}" in done.stderr


def test_archive_is_used_once_it_is_there(tmp_path: Path):
    archive = ClassArchive(tmp_path, "jars-1", ("-Xmx1g", "-XX:+UseSerialGC"), "a.jar")
    assert archive.start_options(tmp_path / "classes")[0].startswith("-XX:DumpLoadedClassList=")

    archive.path.write_bytes(b"")
    assert archive.start_options(tmp_path / "classes")[0] == f"-XX:SharedArchiveFile={archive.path}"


def test_damaged_archive_does_not_stop_java(tmp_path: Path):
    archive = ClassArchive(tmp_path, "jars-1", (), "a.jar")
    archive.path.write_bytes(b"not an archive" * 1000)

    done = subprocess.run(
        [str(java_executable()), *archive.start_options(tmp_path / "classes"), "-version"],
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr


def test_archive_fits_one_set_of_jars_and_options(tmp_path: Path):
    def path(jars: str, *options: str) -> Path:
        return ClassArchive(tmp_path, jars, options, "a.jar").path

    assert path("jars-1", "-Xmx1g", "-XX:+UseSerialGC") == path("jars-1", "-Xmx2g", "-XX:+UseSerialGC")
    assert path("jars-1", "-Xmx1g") != path("jars-2", "-Xmx1g")
    assert path("jars-1", "-XX:+UseG1GC") != path("jars-1", "-XX:+UseSerialGC")

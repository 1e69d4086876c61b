from collections.abc import AsyncGenerator, Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from service.cli import doctor
from service.cli.checks import database, machine, reading
from service.cli.checks.finding import Finding, Mark, failed, ok, warning
from service.config import Settings, parse_settings


def areas(monkeypatch: pytest.MonkeyPatch, **checks: Any) -> None:
    monkeypatch.setattr(doctor, "_AREAS", tuple(checks))

    def import_module(name: str) -> Any:
        check = checks[name.rpartition(".")[2]]
        if check is None:
            raise ImportError("No module named 'spacy'")
        return SimpleNamespace(check=check)

    monkeypatch.setattr(doctor, "importlib", SimpleNamespace(import_module=import_module))


async def well(settings: Settings) -> AsyncGenerator[Finding]:
    yield ok("memory", "[plenty]")
    yield warning("service", "none answers", "start one with `everwhen serve`")


async def broken(settings: Settings) -> AsyncGenerator[Finding]:
    yield ok("Java", "25")
    raise OSError("no disk")


def test_a_fault_in_one_area_does_not_keep_the_others_from_being_looked_at(
    monkeypatch: pytest.MonkeyPatch, everwhen: Callable[..., Any]
) -> None:
    areas(monkeypatch, database=broken, reading=None, web=well)
    ran = everwhen("doctor", "--json")
    assert ran.code == 1
    assert ran.json["ok"] is False
    found = {item["part"]: item["mark"] for item in ran.json["findings"]}
    assert found == {
        "settings": "ok",
        "Java": "ok",
        "database": "failed",
        "reading": "failed",
        "memory": "ok",
        "service": "warning",
    }
    assert all(item["remedy"] for item in ran.json["findings"] if item["mark"] != "ok")


def test_warnings_are_shown_and_end_with_0(monkeypatch: pytest.MonkeyPatch, everwhen: Callable[..., Any]) -> None:
    areas(monkeypatch, web=well)
    ran = everwhen("doctor")
    assert ran.code == 0
    assert "✓" in ran.out and "!" in ran.out and "✗" not in ran.out
    assert "[plenty]" in ran.out and "everwhen serve" in ran.out


def test_wrong_settings_are_a_finding(monkeypatch: pytest.MonkeyPatch, everwhen: Callable[..., Any]) -> None:
    monkeypatch.setenv("EVERWHEN_PORT", "99999")
    ran = everwhen("doctor", "--json")
    assert ran.code == 1
    (only,) = ran.json["findings"]
    assert only["part"] == "settings" and "EVERWHEN_PORT" in only["detail"]


def test_packages_missing_and_in_other_versions() -> None:
    assert machine.packages(["pytest==0.0.1"]).mark is Mark.WARNING
    missing = machine.packages(["pytest==0.0.1", "no-such-package-here==1.0"])
    assert missing.mark is Mark.FAILED
    assert missing.remedy == "pip install no-such-package-here"
    assert machine.packages([]).mark is Mark.OK


def test_our_own_requirements_are_read() -> None:
    assert any(line.startswith("neo4j==") for line in machine.requirements())


def test_folders_that_can_and_cannot_be_used(tmp_path: Path) -> None:
    assert machine.folder("data", tmp_path / "new" / "deep", "X", need_gib=0.0).mark is Mark.OK
    assert not (tmp_path / "new").exists()
    (tmp_path / "file").write_text("")
    assert machine.folder("data", tmp_path / "file", "X", need_gib=0.0).mark is Mark.FAILED
    full = machine.folder("data", tmp_path, "EVERWHEN_DATA_DIR", need_gib=1e9)
    assert full.mark is Mark.FAILED and "EVERWHEN_DATA_DIR" in full.remedy


async def test_every_machine_check_finds_something(tmp_path: Path) -> None:
    settings = parse_settings(data_dir=tmp_path, cache_dir=tmp_path)
    found = [finding async for finding in machine.check(settings)]
    assert [finding.part for finding in found] == [
        "Python",
        "packages",
        "data folder",
        "cache folder",
        "memory",
        "processor",
    ]
    assert all(finding.remedy for finding in found if finding.mark is not Mark.OK)


async def test_a_remote_database_that_does_not_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    settings = parse_settings(neo4j_uri="bolt://127.0.0.1:1", neo4j_password="x")
    (only,) = [finding async for finding in database.check(settings)]
    assert only.mark is Mark.FAILED and "127.0.0.1:1" in only.detail
    (unset,) = [finding async for finding in database.check(parse_settings(neo4j_uri="bolt://127.0.0.1:1"))]
    assert "NEO4J_PASSWORD" in unset.detail


def test_findings_are_marked() -> None:
    assert (failed("a", "b", "c").mark, warning("a", "b", "c").mark, ok("a", "b").mark) == tuple(reversed(Mark))


async def test_reading_is_checked_with_the_extractors_that_are_configured(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("OPENAI_API_KEY", "EVERWHEN_LLM_MODEL", "EVERWHEN_OPENAI_BASE_URL"):
        monkeypatch.delenv(name, raising=False)
    chinese, remote = [f async for f in reading.check(parse_settings(extractors="rules,openai"))]
    assert (chinese.part, chinese.mark.value) == ("reading Chinese", "ok")
    assert (remote.part, remote.mark.value) == ("extractor openai", "failed")
    assert "EVERWHEN_LLM_MODEL" in remote.detail
    settings = parse_settings(extractors="rules,openai", llm_model="m", llm_base_url="http://127.0.0.1:9/v1")
    assert [f.mark.value async for f in reading.check(settings)] == ["ok", "ok"]

"""The command line against a service that it started itself."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.support.database import private_neo4j
from tests.support.service import ServiceProcess

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples"

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(300)]


@dataclass(frozen=True)
class Ran:
    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        assert self.code == 0, self.err
        return json.loads(self.out)


def everwhen(*arguments: str, cwd: Path, stdin: str = "", **environment: str) -> Ran:
    """A run of the command line as a process, without the settings of whoever runs the tests."""
    clean = {key: value for key, value in os.environ.items() if not key.startswith(("EVERWHEN_", "NEO4J_"))}
    command = [sys.executable, "-m", "service", *arguments]
    env = {**clean, "PYTHONPATH": str(ROOT), **environment}
    ran = subprocess.run(command, cwd=cwd, env=env, input=stdin, capture_output=True, text=True, timeout=200)
    return Ran(ran.returncode, ran.stdout, ran.stderr)


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServiceProcess]:
    data_dir = tmp_path_factory.mktemp("cli")
    service = ServiceProcess(data_dir)
    try:
        yield service.start()
        service.client.close()
        assert service.stop() == 0
        assert not private_neo4j(data_dir).status().running
    finally:
        private_neo4j(data_dir).shut_down(force=True)


@pytest.fixture
def ask(served: ServiceProcess, tmp_path: Path) -> Any:
    """Runs a command against the service, in a folder of its own, and returns its JSON."""

    def run(*arguments: str, **environment: str) -> Any:
        return everwhen(*arguments, "--json", cwd=tmp_path, EVERWHEN_URL=served.url, **environment).json

    return run


def test_ready_line_names_every_address(served: ServiceProcess) -> None:
    assert served.ready["event"] == "ready"
    assert served.ready["graphql"] == f"{served.ready['url']}/graphql"
    assert served.ready["neo4j"].startswith("bolt://127.0.0.1:")
    assert "/browser/" in served.ready["browser"]
    assert served.ready["took_s"] > 0
    assert [line for line in served.log if line.startswith("{")] == [json.dumps(served.ready)]


def test_a_turn_is_remembered_recalled_and_explained(ask: Any) -> None:
    told = ask(
        "remember",
        "I live in Hamburg.",
        "-g",
        "cli",
        "--actor",
        "Mara",
        "--at",
        "2026-01-12T18:00",
        "--external-id",
        "m-1",
        "--wait",
    )
    assert told["stored"] == 1
    assert told["episodes"][0]["state"] == "EXTRACTED"
    assert (
        ask(
            "remember",
            "I live in Hamburg.",
            "-g",
            "cli",
            "--actor",
            "Mara",
            "--at",
            "2026-01-12T18:00",
            "--external-id",
            "m-1",
        )["duplicates"]
        == 1
    )
    ask("remember", "I moved to Porto.", "-g", "cli", "--actor", "Mara", "--at", "2026-05-01T09:00", "--wait")

    hits = ask("recall", "Where does Mara live?", "-g", "cli")["hits"]
    assert any("Porto" in hit["text"] for hit in hits)
    (then,) = _nodes(ask("facts", "--predicate", "lives_in", "--as-of", "2026-02-01", "-g", "cli"))
    (now,) = _nodes(ask("facts", "--predicate", "lives_in", "-g", "cli"))
    assert (then["object"]["name"], now["object"]["name"]) == ("Hamburg", "Porto")
    assert now["evidence"][0]["quote"] in "I moved to Porto."

    names = {entity["name"] for entity in _nodes(ask("entities", "-g", "cli"))}
    assert {"Mara", "Hamburg", "Porto"} <= names
    (slot,) = ask("history", "Mara", "--predicate", "lives_in", "-g", "cli")["slots"]
    assert {fact["object"]["name"] for fact in slot["facts"]} == {"Hamburg", "Porto"}
    assert ask("explain", now["id"], "-g", "cli")["lines"]
    assert _nodes(ask("operations", "-g", "cli"))
    assert len(_nodes(ask("episodes", "-g", "cli"))) == 2
    assert ask("retry", "-g", "cli")["retried"] == 0


def _nodes(page: Any) -> list[Any]:
    return [edge["node"] for edge in page["edges"]]


def test_importing_twice_stores_nothing_twice(ask: Any) -> None:
    path = str(EXAMPLES / "english.jsonl")
    first = ask("import", "chat", path, "-g", "imported", "--batch", "10", "--wait")
    again = ask("import", "chat", path, "-g", "imported")
    assert (first["stored"], first["duplicates"], first["states"].get("failed")) == (36, 0, None)
    assert (again["stored"], again["duplicates"]) == (0, 36)
    assert len(_nodes(ask("episodes", "-g", "imported", "--first", "100"))) == 36


def test_a_turn_that_the_service_refuses_is_named(served: ServiceProcess, tmp_path: Path) -> None:
    lines = [{"content": "Fine."}, {"content": "bell \u0007"}, {"content": "Fine too."}]
    (tmp_path / "chat.jsonl").write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    url = {"EVERWHEN_URL": served.url}
    ran = everwhen("import", "chat", "chat.jsonl", "-g", "refused", cwd=tmp_path, **url)
    assert ran.code == 2
    assert "line 2: content" in ran.err and "Traceback" not in ran.err
    skipped = everwhen(
        "import", "chat", "chat.jsonl", "-g", "refused", "--skip-bad", "--json", cwd=tmp_path, **url
    ).json
    assert skipped["stored"] == 2
    assert [bad["position"] for bad in skipped["skipped"]] == ["line 2"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["recall", "x", "--limit", "0"], "limit"),
        (["explain", "nonsense"], "id"),
        (["facts", "--kind", "nonsense"], "kinds"),
        (["undo", "01a14d69-42f7-7000-8000-000000000000"], "operation"),
        (["remember", " "], "content"),
    ],
)
def test_bad_input_is_one_line_that_names_the_field(
    served: ServiceProcess, tmp_path: Path, arguments: list[str], words: str
) -> None:
    ran = everwhen(*arguments, cwd=tmp_path, EVERWHEN_URL=served.url)
    assert ran.code == 2
    (line,) = ran.err.strip().splitlines()
    assert words in line


def test_the_agent_loop_answers_from_memory(served: ServiceProcess) -> None:
    command = [sys.executable, str(EXAMPLES / "agent_loop.py"), "--url", served.url]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "shellfish" in ran.stdout


def test_doctor_finds_everything_well(served: ServiceProcess, tmp_path: Path) -> None:
    here = {"EVERWHEN_URL": served.url, "EVERWHEN_DATA_DIR": str(served.data_dir)}
    findings = {item["part"]: item for item in everwhen("doctor", "--json", cwd=tmp_path, **here).json["findings"]}
    for part in (
        "Java",
        "Neo4j",
        "schema",
        "recorded vectors",
        "embedder",
        "reading English",
        "reading Chinese",
        "service",
    ):
        assert findings[part]["mark"] == "ok", findings[part]


def test_a_second_service_on_the_same_port_says_so(served: ServiceProcess, tmp_path: Path) -> None:
    port = served.url.rpartition(":")[2]
    ran = everwhen("serve", "--port", port, "--data-dir", str(tmp_path), cwd=tmp_path)
    assert ran.code == 2
    assert f"port {port}" in ran.err and "--port" in ran.err


def test_extract_needs_no_service(tmp_path: Path) -> None:
    lines = [
        {"content": "\U0001f600 I live in Lisbon since 2019.", "actor": "Ana", "validAt": "2026-03-02T10:00:00Z"},
        {"content": "我住在上海。", "actor": "小李"},
        {"role": "user"},
    ]
    ran = everwhen(
        "extract", "--json", cwd=tmp_path, stdin="\n".join(map(json.dumps, lines)), EVERWHEN_URL="http://127.0.0.1:1"
    )
    assert ran.code == 2
    english, chinese, bad = map(json.loads, ran.out.splitlines())
    assert (english["language"], chinese["language"]) == ("en", "zh")
    assert "content" in bad["error"]
    for line, found in zip(lines, (english, chinese), strict=False):
        assert [fact["predicate"] for fact in found["facts"]] == ["lives_in"]
        for item in (*found["mentions"], *found["times"]):
            assert line["content"][item["start"] : item["end"]] == item["text"]
        assert line["content"][found["facts"][0]["start"] : found["facts"][0]["end"]] == found["facts"][0]["quote"]
    assert english["facts"][0]["validFrom"] == "2019-01-01T00:00:00Z"

"""The protocol's own judges: conformance over HTTP; the inspector lists and calls every tool over HTTP and stdio."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from service.mcp.binding import SESSION_HEADER
from service.mcp.profiles import tools_of
from tests.support.mcp_judges.install import BASELINE, Judges, installed, unsupported
from tests.support.service import ServiceProcess

pytestmark = [
    pytest.mark.e2e,
    pytest.mark.timeout(600),
    pytest.mark.skipif(unsupported() is not None, reason=unsupported() or ""),
]
ARGUMENTS = {
    "memory_write": ["content=Mara lives in Bonn.", "actor=Mara", "session_id=kitchen", "wait=true"],
    "memory_search": ["query=Where does Mara live?"],
    "memory_context": ["query=Where does Mara live?"],
    "memory_summarize": ["session_id=kitchen", "threshold_tokens=100"],
    "memory_explain": [],
    "memory_timeline": ["entity=Mara"],
    "memory_status": [],
    "store_memory": ["content=The launch is on Friday."],
    "retrieve_memory": ["query=When is the launch?", "min_score=0"],
    "compress_memory": ["threshold_tokens=100"],
}


@pytest.fixture(scope="module")
def judges() -> Judges:
    return installed()


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServiceProcess]:
    process = ServiceProcess(
        tmp_path_factory.mktemp("data"), EVERWHEN_MCP_PROFILE="all", EVERWHEN_NEO4J_HEAP_MB="512"
    ).start()
    try:
        yield process
    finally:
        process.stop()


def inspect(judges: Judges, *arguments: str) -> dict[str, Any]:
    ran = subprocess.run([*judges.inspector, *arguments], capture_output=True, text=True, timeout=150, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return json.loads(ran.stdout)


def test_conformance(judges: Judges, service: ServiceProcess, tmp_path: Path) -> None:
    """All that fails is in the baseline with its reason, and all in the baseline still fails."""
    command = [*judges.conformance, "server", "--url", f"{service.url}/mcp", "--suite", "all"]
    command += ["--expected-failures", str(BASELINE), "--output-dir", str(tmp_path)]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=200, check=False, cwd=tmp_path)
    assert ran.returncode == 0, ran.stdout[-3000:] + ran.stderr[-1000:]


def test_the_inspector_lists_and_calls_every_tool_over_http(judges: Judges, service: ServiceProcess) -> None:
    http = [f"{service.url}/mcp", "--transport", "http"]
    listed = inspect(judges, *http, "--method", "tools/list", "--strict")["tools"]
    assert [tool["name"] for tool in listed] == [tool.name for tool in tools_of("all")]
    answers: dict[str, Any] = {}
    for tool in tools_of("all"):
        given = ARGUMENTS[tool.name]
        if tool.name == "memory_explain":
            given = [f"id={answers['memory_search']['memories'][0]['id']}"]
        arguments = ["--tool-arg", *given] if given else []
        arguments += ["--header", f"{SESSION_HEADER}: kitchen"] if tool.name == "compress_memory" else []
        found = inspect(judges, *http, "--method", "tools/call", "--tool-name", tool.name, *arguments)
        assert not found.get("isError"), (tool.name, found)
        answers[tool.name] = found["structuredContent"]
    assert "Bonn" in json.dumps(answers["memory_search"])


def test_the_inspector_lists_and_calls_over_stdio(judges: Judges, service: ServiceProcess) -> None:
    stdio = [sys.executable, "-m", "service", "mcp", "--data-dir", str(service.data_dir)]
    listed = inspect(judges, *stdio, "--method", "tools/list")["tools"]
    assert [tool["name"] for tool in listed] == [tool.name for tool in tools_of("standard")]
    found = inspect(judges, *stdio, "--method", "tools/call", "--tool-name", "memory_status")
    assert found["structuredContent"]["group"] == "default"

"""Configuration of hosts."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from service.cli.root import build_app
from service.errors import InvalidInput
from service.mcp.hosts import HOSTS, find_host, remote_entry

SECRET = "k3y-that-is-never-printed"


def printed(*arguments: str) -> dict[str, dict[str, dict[str, object]]]:
    result = CliRunner().invoke(build_app(["mcp"]), ["mcp", "config", *arguments], catch_exceptions=False)
    assert result.exit_code == 0
    return json.loads(result.stdout)


@pytest.mark.parametrize("host", HOSTS)
def test_a_host_starts_the_command_that_is_installed(host: str) -> None:
    (servers,) = printed(host, "--group", "home").values()
    command, arguments = servers["everwhen"]["command"], servers["everwhen"]["args"]
    assert Path(str(command)).is_absolute() and Path(str(command)).exists()
    assert isinstance(arguments, list) and arguments[-3:] == ["mcp", "--group", "home"]


@pytest.mark.parametrize("host", [name for name, host in HOSTS.items() if host.remote])
def test_a_host_is_told_of_a_running_service_without_its_token(host: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EVERWHEN_TOKEN", SECRET)
    found = printed(host, "--url", "http://127.0.0.1:8420/", "--group", "home")
    entry = found[HOSTS[host].key]["everwhen"]
    assert entry["url"] == "http://127.0.0.1:8420/mcp"
    headers = entry["headers"]
    assert isinstance(headers, dict) and headers["x-everwhen-group"] == "home"
    assert "EVERWHEN_TOKEN" in headers["Authorization"] and SECRET not in json.dumps(found)


def test_uvx_needs_no_installation() -> None:
    assert printed("vscode", "--uvx")["servers"]["everwhen"] == {
        "type": "stdio",
        "command": "uvx",
        "args": ["everwhen", "mcp"],
    }


def test_what_a_host_cannot_do_is_refused() -> None:
    with pytest.raises(InvalidInput, match="claude-code"):
        find_host("emacs")
    with pytest.raises(InvalidInput, match="Claude Desktop"):
        remote_entry(find_host("claude-desktop"), "http://127.0.0.1:8420", None, token=False)

"""Configuration of common hosts, ready to paste."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from service.errors import InvalidInput
from service.mcp.binding import GROUP_HEADER

NAME = "everwhen"


@dataclass(frozen=True, slots=True)
class Host:
    """How one host is told of a server.

    Attributes:
        title: as its users know it.
        file: where the configuration goes.
        key: under which servers are listed there.
        typed: whether each server says its transport.
        remote: whether a server can be reached by address.
        secret: how its file refers to the environment's EVERWHEN_TOKEN.
    """

    title: str
    file: str
    key: str = "mcpServers"
    typed: bool = False
    remote: bool = True
    secret: str = "${EVERWHEN_TOKEN}"


HOSTS: Mapping[str, Host] = {
    "claude-desktop": Host(
        "Claude Desktop", "claude_desktop_config.json (Settings, Developer, Edit Config)", remote=False
    ),
    "claude-code": Host("Claude Code", ".mcp.json in the project", typed=True),
    "cursor": Host("Cursor", "~/.cursor/mcp.json, or .cursor/mcp.json in the project", secret="${env:EVERWHEN_TOKEN}"),
    "vscode": Host("VS Code", ".vscode/mcp.json in the project", "servers", typed=True, secret="${env:EVERWHEN_TOKEN}"),
    "trae": Host("Trae", "Settings, MCP, Add, Configure Manually", secret="PUT-EVERWHEN_TOKEN-HERE"),
}


def find_host(name: str) -> Host:
    """The host of that name; raises InvalidInput for an unknown one."""
    host = HOSTS.get(name.lower())
    if host is None:
        raise InvalidInput("HOST", f"{name!r} is not a host this knows", ", ".join(HOSTS))
    return host


def local_entry(host: Host, command: list[str]) -> str:
    """The host's file with a server that it starts itself, as JSON."""
    entry: dict[str, Any] = {"command": command[0], "args": command[1:]}
    return _file(host, {"type": "stdio", **entry} if host.typed else entry)


def remote_entry(host: Host, url: str, group: str | None, *, token: bool) -> str:
    """The host's file with a running service, as JSON; the token itself is never written.

    Raises:
        InvalidInput: the host's file takes no addresses.
    """
    if not host.remote:
        raise InvalidInput(
            "--url", f"{host.title}'s file takes no addresses", "no --url: it starts everwhen mcp itself"
        )
    headers: dict[str, str] = {}
    if token:
        headers["Authorization"] = f"Bearer {host.secret}"
    if group is not None:
        headers[GROUP_HEADER] = group
    entry: dict[str, Any] = {"url": f"{url.rstrip('/')}/mcp"}
    if headers:
        entry["headers"] = headers
    return _file(host, {"type": "http", **entry} if host.typed else entry)


def _file(host: Host, entry: dict[str, Any]) -> str:
    return json.dumps({host.key: {NAME: entry}}, indent=2, ensure_ascii=False)

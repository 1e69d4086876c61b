"""How to reach the running server."""

from __future__ import annotations

from dataclasses import dataclass, field

from service.localdb.config import LOOPBACK, Ports
from service.localdb.password import USER


@dataclass(frozen=True)
class Connection:
    """How to reach the running server.

    Attributes:
        uri: Bolt address.
        http_uri: address of its HTTP API.
        browser_url: Neo4j Browser, with this server filled in.
        started_here: whether this call started the server, rather than finding it running.
    """

    uri: str
    user: str
    password: str = field(repr=False)
    http_uri: str
    browser_url: str
    started_here: bool = False


def connection_to(ports: Ports, password: str, *, started_here: bool = False) -> Connection:
    """The connection to a server on these loopback ports."""
    uri = f"bolt://{LOOPBACK}:{ports.bolt}"
    http = f"http://{LOOPBACK}:{ports.http}"
    browser = f"{http}/browser/?dbms=bolt://{USER}@{LOOPBACK}:{ports.bolt}&db=neo4j"
    return Connection(uri, USER, password, http, browser, started_here)

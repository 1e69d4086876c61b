"""Loopback ports for the server: the remembered ones, else the usual ones, else free ones."""

from __future__ import annotations

import os
import socket
from contextlib import closing

from service.localdb.config import LOOPBACK, Ports

USUAL = Ports(bolt=7687, http=7474)

_CONNECT_S = 0.2


def choose_ports(remembered: Ports | None = None) -> Ports:
    """A free port each for Bolt and HTTP; between now and the start somebody may still take one."""
    bolt = _choose([remembered.bolt] if remembered else [], USUAL.bolt)
    http = _choose([remembered.http] if remembered else [], USUAL.http, taken=bolt)
    return Ports(bolt, http)


def is_free(port: int) -> bool:
    """Whether nothing answers or listens on the loopback port."""
    with closing(socket.socket(socket.AF_INET, socket.SOCK_STREAM)) as probe:
        probe.settimeout(_CONNECT_S)
        if probe.connect_ex((LOOPBACK, port)) == 0:
            return False
    with closing(_socket()) as probe:
        try:
            probe.bind((LOOPBACK, port))
            probe.listen(1)
        except OSError:
            return False
    return True


def _choose(first: list[int], usual: int, taken: int = 0) -> int:
    for port in (*first, usual):
        if port != taken and is_free(port):
            return port
    while True:
        with closing(_socket()) as probe:
            probe.bind((LOOPBACK, 0))
            port = int(probe.getsockname()[1])
        if port != taken:
            return port


def _socket() -> socket.socket:
    probe = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    if os.name != "nt":
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    return probe

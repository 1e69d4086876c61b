"""Loopback ports for the server: the remembered ones, else the usual ones, else free ones.

Free ones are taken below the range that systems give to outgoing connections, so that they are still free at the next
start, and at random, so that two servers starting at once do not choose the same.
"""

from __future__ import annotations

import os
import random
import socket
import time
from collections.abc import Set
from contextlib import closing

from service.localdb.config import LOOPBACK, Ports
from service.localdb.errors import LocalDatabaseError

USUAL = Ports(bolt=7687, http=7474)

_CONNECT_S = 0.2
_POLL_S = 0.1
_FALL_BACK = range(17_000, 29_000)


def choose_ports(remembered: Ports | None = None, lost: Set[int] = frozenset()) -> Ports:
    """A free port each for Bolt and HTTP; between now and the start somebody may still take one.

    Args:
        remembered: those of the last start, taken again where they are free.
        lost: those that another program was quicker to take; it may be about to bind both of a pair.
    """
    bolt = _choose([remembered.bolt] if remembered else [], USUAL.bolt, lost)
    http = _choose([remembered.http] if remembered else [], USUAL.http, {*lost, bolt})
    return Ports(bolt, http)


def await_free(ports: Ports, timeout_s: float) -> bool:
    """Whether both ports are free, at once or in time: a killed server lets go of them a moment after its end."""
    deadline = time.monotonic() + timeout_s
    while not (is_free(ports.bolt) and is_free(ports.http)):
        if time.monotonic() > deadline:
            return False
        time.sleep(_POLL_S)
    return True


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


def _choose(first: list[int], usual: int, barred: Set[int]) -> int:
    for port in (*first, usual, *random.sample(_FALL_BACK, k=len(_FALL_BACK))):
        if port not in barred and is_free(port):
            return port
    raise LocalDatabaseError(
        f"no port between {_FALL_BACK[0]} and {_FALL_BACK[-1]} is free: end a program that uses one"
    )


def _socket() -> socket.socket:
    probe = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    if os.name != "nt":
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    return probe

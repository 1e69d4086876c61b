from __future__ import annotations

import socket
import time
from collections.abc import Generator
from contextlib import closing, contextmanager

import pytest

from service.localdb import ports
from service.localdb.config import Ports
from service.localdb.ports import await_free, choose_ports, is_free


@contextmanager
def listening(host: str = "127.0.0.1") -> Generator[int]:
    with closing(socket.socket(socket.AF_INET, socket.SOCK_STREAM)) as server:
        server.bind((host, 0))
        server.listen(1)
        yield int(server.getsockname()[1])


def free_port() -> int:
    with listening() as port:
        return port


@pytest.fixture
def usual(monkeypatch: pytest.MonkeyPatch) -> Ports:
    """Stand-ins for 7687 and 7474 that are free for certain."""
    stand_ins = Ports(free_port(), free_port())
    monkeypatch.setattr(ports, "USUAL", stand_ins)
    return stand_ins


def test_usual_ports_when_free(usual: Ports):
    assert choose_ports() == usual


def test_free_ports_when_the_usual_are_taken(monkeypatch: pytest.MonkeyPatch):
    with listening() as bolt, listening() as http:
        monkeypatch.setattr(ports, "USUAL", Ports(bolt, http))
        chosen = choose_ports()

        assert chosen.bolt not in (bolt, http)
        assert chosen.http not in (bolt, http, chosen.bolt)
        assert is_free(chosen.bolt) and is_free(chosen.http)


def test_remembered_ports_win_over_the_usual(usual: Ports):
    remembered = Ports(free_port(), free_port())

    assert choose_ports(remembered) == remembered


def test_remembered_port_that_is_taken_gives_way(usual: Ports):
    with listening() as bolt:
        assert choose_ports(Ports(bolt, usual.http)) == usual


def test_one_port_is_never_given_twice(usual: Ports):
    chosen = choose_ports(Ports(usual.http, usual.http))

    assert chosen.bolt == usual.http
    assert chosen.http != chosen.bolt


def test_port_of_a_server_that_is_just_ending_is_waited_for():
    with listening() as bolt, listening() as http:
        assert not await_free(Ports(bolt, http), timeout_s=0.2)
        asked = time.monotonic()
        assert not await_free(Ports(bolt, http), timeout_s=0)
        assert time.monotonic() - asked < 1
    assert await_free(Ports(bolt, http), timeout_s=5)


def test_listener_on_all_addresses_counts_as_taken():
    with listening("0.0.0.0") as port:
        assert not is_free(port)


def test_lost_ports_are_not_tried_again(usual: Ports):
    chosen = choose_ports(usual, {usual.bolt, usual.http})

    assert not {usual.bolt, usual.http} & {chosen.bolt, chosen.http}

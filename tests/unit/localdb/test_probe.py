from __future__ import annotations

import os
import socket
import subprocess
import sys

from service.localdb.config import Ports
from service.localdb.probe import Answer, ask, listens


def test_only_the_process_that_has_both_ports_listens():
    with socket.create_server(("127.0.0.1", 0)) as bolt, socket.create_server(("127.0.0.1", 0)) as http:
        ports = Ports(bolt.getsockname()[1], http.getsockname()[1])
        with socket.socket() as bound:
            bound.bind(("127.0.0.1", 0))
            half = Ports(ports.bolt, bound.getsockname()[1])

            assert listens(os.getpid(), ports)
            assert not listens(os.getpid(), half)
            assert not listens(os.getppid(), ports)


def test_a_process_that_has_ended_listens_nowhere():
    child = subprocess.Popen([sys.executable, "-c", ""])
    child.wait(30)

    assert not listens(child.pid, Ports(1, 2))


def test_another_server_on_the_ports_is_silence_and_not_a_refusal():
    with socket.create_server(("127.0.0.1", 0)) as bolt, socket.create_server(("127.0.0.1", 0)) as http:
        ports = Ports(bolt.getsockname()[1], http.getsockname()[1])

        assert ask(os.getppid(), ports, "password") is Answer.SILENT

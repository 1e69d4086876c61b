"""A chat endpoint for tests: speaks OpenAI's protocol over loopback, and misbehaves in the ways that real ones do."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler
from typing import Any

from tests.support.loopback import loopback_server


@dataclass
class Reply:
    """One HTTP answer.

    Attributes:
        content: text sent as it is, anything else as JSON.
        delay_s: before the answer.
        drip_s: between single bytes of the body, 0 sends it at once.
        lost: bytes at the end of the body that are announced and never sent.
    """

    content: Any
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    content_type: str = "application/json"
    delay_s: float = 0.0
    drip_s: float = 0.0
    lost: int = 0


class ChatEndpoint:
    """Its every answer is computed by the test from the request and its number, from 0; `requests` are the bodies."""

    def __init__(self, answer: Callable[[dict[str, Any], int], Reply]) -> None:
        self.answer = answer
        self.requests: list[dict[str, Any]] = []
        self.paths: list[str] = []
        self.closing = threading.Event()
        self.url = ""


class _Handler(BaseHTTPRequestHandler):
    endpoint: ChatEndpoint

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        number = len(self.endpoint.requests)
        self.endpoint.requests.append(body)
        self.endpoint.paths.append(self.path)
        reply = self.endpoint.answer(body, number)
        raw = (reply.content if isinstance(reply.content, str) else json.dumps(reply.content)).encode()
        self.endpoint.closing.wait(reply.delay_s)
        try:
            self._send(reply, raw)
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True

    def _send(self, reply: Reply, raw: bytes) -> None:
        self.send_response(reply.status)
        self.send_header("Content-Type", reply.content_type)
        self.send_header("Content-Length", str(len(raw)))
        for name, value in reply.headers.items():
            self.send_header(name, value)
        self.end_headers()
        sent = raw[: len(raw) - reply.lost]
        if reply.drip_s:
            for byte in sent:
                if self.endpoint.closing.wait(reply.drip_s):
                    break
                self.wfile.write(bytes([byte]))
        else:
            self.wfile.write(sent)
        if reply.lost:
            self.close_connection = True

    def log_message(self, format: str, *args: Any) -> None:
        del format, args


@contextmanager
def chat_endpoint(answer: Callable[[dict[str, Any], int], Reply]) -> Iterator[ChatEndpoint]:
    """A running ChatEndpoint on loopback."""
    endpoint = ChatEndpoint(answer)
    handler = type("Handler", (_Handler,), {"endpoint": endpoint})
    with loopback_server(handler) as endpoint.url:
        try:
            yield endpoint
        finally:
            endpoint.closing.set()


def completion(text: Any, finish: str = "stop", usage: Any = None, **reply: Any) -> Reply:
    """A chat completion around a text; anything but text is sent as its JSON."""
    written = text if isinstance(text, str) else json.dumps(text, ensure_ascii=False)
    content = {
        "id": "c1",
        "object": "chat.completion",
        "created": 0,
        "model": "m",
        "choices": [
            {"index": 0, "finish_reason": finish, "message": {"role": "assistant", "content": written}},
        ],
        "usage": {"prompt_tokens": 100, "completion_tokens": 20, "total_tokens": 120} if usage is None else usage,
    }
    return Reply(content, **reply)


def turns_sent(body: dict[str, Any]) -> list[dict[str, Any]]:
    """The turns of a request, as the model sees them."""
    return json.loads(body["messages"][-1]["content"])["turns"]

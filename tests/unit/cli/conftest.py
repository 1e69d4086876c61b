"""A service that answers over HTTP as it is told, and a way to run the command line against it."""

import json
import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from service.cli.root import main

Answer = Callable[[dict[str, Any]], tuple[int, Any]]


@dataclass
class ScriptedService:
    """Answers each GraphQL request with `answer(body)`, and keeps what it was asked."""

    url: str = ""
    answer: Answer = lambda body: (200, {"data": {}})
    asked: list[dict[str, Any]] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)

    def replies(self, field_name: str, payload: Any) -> None:
        self.answer = lambda body: (200, {"data": {field_name: payload}})


@pytest.fixture
def service(monkeypatch: pytest.MonkeyPatch) -> Iterator[ScriptedService]:
    scripted = ScriptedService()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["content-length"])))
            scripted.asked.append(body)
            scripted.headers.append(dict(self.headers))
            status, answer = scripted.answer(body)
            data = answer.encode() if isinstance(answer, str) else json.dumps(answer).encode()
            self.send_response(status)
            self.send_header("content-length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    scripted.url = f"http://127.0.0.1:{server.server_port}"
    monkeypatch.setenv("EVERWHEN_URL", scripted.url)
    yield scripted
    server.shutdown()
    thread.join(5)
    server.server_close()


@dataclass
class Ran:
    """What a run of the command line left: exit code, standard output, standard error."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


@pytest.fixture
def everwhen(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path_factory: pytest.TempPathFactory
) -> Callable[..., Ran]:
    """Runs `everwhen ARGUMENTS` in this process, in a folder without a `.env`."""
    monkeypatch.chdir(tmp_path_factory.mktemp("cwd"))
    monkeypatch.setattr(sys, "excepthook", sys.excepthook)
    monkeypatch.setenv("COLUMNS", "200")

    def run(*arguments: str) -> Ran:
        monkeypatch.setattr(sys, "argv", ["everwhen", *arguments])
        capsys.readouterr()
        with pytest.raises(SystemExit) as ended:
            main()
        out, err = capsys.readouterr()
        return Ran(int(ended.value.code or 0), out, err)

    return run

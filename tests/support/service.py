"""The whole service as a process, started, asked over HTTP, and killed."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import httpx

START_S = 180.0


class ServiceProcess:
    """`everwhen serve` on a free port with a data folder of its own."""

    def __init__(self, data_dir: Path, **environment: str) -> None:
        self.data_dir = data_dir
        self.environment = environment
        self.log: list[str] = []
        self._process: subprocess.Popen[str] | None = None
        self.ready: dict[str, Any] = {}
        self.client = httpx.Client(timeout=30)

    def start(self) -> ServiceProcess:
        """Returns when it says that it is ready."""
        command = [sys.executable, "-m", "service", "serve", "--port", "0", "--data-dir", str(self.data_dir)]
        clean = {k: v for k, v in os.environ.items() if not k.startswith(("EVERWHEN_", "NEO4J_"))}
        self._process = subprocess.Popen(
            command, env={**clean, **self.environment}, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True
        )
        told = threading.Event()
        threading.Thread(target=self._read, args=(self._process, told), daemon=True).start()
        if not told.wait(START_S) or not self.ready:
            self.kill()
            raise AssertionError("the service did not get ready:\n" + "\n".join(self.log[-30:]))
        return self

    def _read(self, process: subprocess.Popen[str], told: threading.Event) -> None:
        assert process.stderr is not None
        with process.stderr:
            for line in process.stderr:
                self.log.append(line.rstrip())
                if line.startswith("{") and '"ready"' in line:
                    self.ready = json.loads(line)
                    told.set()
        told.set()

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    @property
    def url(self) -> str:
        return self.ready["url"]

    def kill(self) -> None:
        """Ends it as a power cut would."""
        assert self._process is not None
        self._process.kill()
        self._process.wait(30)
        self.ready = {}
        self.client.close()
        self.client = httpx.Client(timeout=30)

    def stop(self) -> int:
        """Asks it to end; returns its exit status."""
        assert self._process is not None
        self.client.close()
        self._process.send_signal(signal.SIGTERM)
        return self._process.wait(60)

    def ask(self, query: str, **variables: Any) -> dict[str, Any]:
        """The data of a GraphQL answer without errors."""
        reply = self.client.post(f"{self.url}/graphql", json={"query": query, "variables": variables})
        body = reply.json()
        assert reply.status_code == 200 and not body.get("errors"), body
        return body["data"]

    def wait_until_read(self, group_id: str, seconds: float = 60.0) -> dict[str, int]:
        """Counts of the group's turns by state, once none is pending."""
        query = "query($g: [String!]) { info(groupIds: $g) { episodesByState { state count } } }"
        until = time.monotonic() + seconds
        while True:
            rows = self.ask(query, g=[group_id])["info"]["episodesByState"]
            states = {row["state"]: row["count"] for row in rows if row["count"]}
            if not states.get("PENDING"):
                return states
            assert time.monotonic() < until, f"turns are still pending: {states}"
            time.sleep(0.1)

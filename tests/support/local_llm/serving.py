"""The tests' language model behind OpenAI's protocol, as a process of its own on loopback."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.support.local_llm.install import HERE, installed

_STOP_S = 20.0


@contextmanager
def local_llm(log: Path) -> Iterator[str]:
    """The base address, ending in /v1, of a server that ends with the context; what it says goes to `log`."""
    parts = installed()
    command = [*parts.node, str(HERE / "server.mjs"), str(parts.modules), str(parts.model)]
    with (
        log.open("wb") as errors,
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, text=True) as process,
    ):
        try:
            assert process.stdout is not None
            ready = process.stdout.readline()
            assert ready, f"the model's server did not start: {log.read_text(encoding='utf-8', errors='replace')}"
            yield f"http://127.0.0.1:{json.loads(ready)['port']}/v1"
        finally:
            process.terminate()
            try:
                process.wait(_STOP_S)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait(_STOP_S)

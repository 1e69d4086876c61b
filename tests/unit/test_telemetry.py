"""Nothing we bring reports usage."""

from __future__ import annotations

import os
import subprocess
import sys


def test_graphitis_telemetry_is_off_before_it_can_be_imported() -> None:
    code = "import service; from graphiti_core.telemetry import telemetry; print(telemetry.is_telemetry_enabled())"
    environment = {k: v for k, v in os.environ.items() if not k.startswith("GRAPHITI_")}
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", code], env=environment, capture_output=True, text=True, timeout=60
    )
    assert done.stdout.strip() == "False", done.stderr

"""The tiny model for each engine that is installed: built by torch where torch is, else as it lies in the fixtures."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from extractors.mentions.gliner.settings import EngineName
from tests.support.gliner import FIXTURE, INSTALLED

ROOT = Path(__file__).parents[2]
ONLY: dict[str, EngineName] = {"test_torch.py": "gliner", "test_fast.py": "fast-gliner"}
collect_ignore = [file for file, engine in ONLY.items() if engine not in INSTALLED]


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The model built anew, with its torch weights and its ONNX export."""
    folder = tmp_path_factory.mktemp("model") / "tiny_gliner"
    folder.mkdir()
    command = [sys.executable, "-m", "tests.gliner.tiny_model", str(folder)]
    same = {**os.environ, "PYTHONHASHSEED": "0", "HF_HUB_OFFLINE": "1"}
    made = subprocess.run(command, cwd=ROOT, env=same, capture_output=True, text=True, timeout=500, check=False)
    assert made.returncode == 0, made.stderr
    return folder


@pytest.fixture(scope="session", params=INSTALLED)
def engine(request: pytest.FixtureRequest) -> EngineName:
    return request.param


@pytest.fixture(scope="session")
def folder(engine: EngineName, request: pytest.FixtureRequest) -> Path:
    return FIXTURE if engine == "fast-gliner" else request.getfixturevalue("built")

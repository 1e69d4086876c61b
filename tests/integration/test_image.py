"""The image without an engine: its files, its installation, its CMD and its health check, run as processes."""

from __future__ import annotations

import os
import re
import signal
import site
import socket
import subprocess
import sys
import time
import venv
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest
import yaml

from graph_schema.store import GraphStore
from tests.support.database import Neo4jConnection
from tests.support.dockerfile import BuildContext, Stage, read_stages

ROOT = Path(__file__).parents[2]
TOKEN = "a token of the test"
HEALTHY_S = 180.0
STOP_S = 30.0

pytestmark = [pytest.mark.skipif(os.name == "nt", reason="the image is a Linux one"), pytest.mark.timeout(360)]


@dataclass(frozen=True)
class Container:
    """The image's folder, its environment, and what runs in it."""

    image: Stage
    folder: Path
    environment: dict[str, str]

    def start(self) -> subprocess.Popen[bytes]:
        """The process of CMD."""
        with (self.folder / "log").open("ab") as log:
            return subprocess.Popen(
                self._resolved(self.image.one("CMD").words),
                cwd=self.folder / "app",
                env=self.environment,
                stdout=log,
                stderr=subprocess.STDOUT,
            )

    def is_healthy(self, **changed: str) -> bool:
        """Whether the command of HEALTHCHECK ends with 0."""
        ran = subprocess.run(
            self._resolved(self.image.health_check),
            cwd=self.folder / "app",
            env=self.environment | changed,
            capture_output=True,
            timeout=60,
            check=False,
        )
        return ran.returncode == 0

    def wait_healthy(self, process: subprocess.Popen[bytes]) -> None:
        """Returns when the health check passes; fails when the process ends or takes too long."""
        deadline = time.monotonic() + HEALTHY_S
        while not self.is_healthy():
            log = (self.folder / "log").read_text(encoding="utf-8")
            assert process.poll() is None, f"CMD ended with {process.returncode}:\n{log}"
            assert time.monotonic() < deadline, f"it did not get healthy:\n{log}"

    @property
    def url(self) -> str:
        """Its address as the host sees it."""
        return f"http://127.0.0.1:{self.environment['EVERWHEN_PORT']}"

    def _resolved(self, command: list[str]) -> list[str]:
        return [str(self.folder / "python" / "bin" / command[0]), *command[1:]]


@pytest.fixture
def container(tmp_path: Path, neo4j_connection: Neo4jConnection, store: GraphStore) -> Container:
    """The image's files and installation in a folder; packages of the lock are those that run the tests."""
    del store
    image = read_stages(ROOT / "Dockerfile")[-1]
    app = tmp_path / "app"
    BuildContext(ROOT).copy(image, app)
    python = _empty_environment(tmp_path / "python")
    (install,) = [line for line in _installs(image) if "--require-hashes" not in line]
    subprocess.run(
        [str(python), "-m", *install.split(), "--quiet", "--no-index", "--ignore-installed"],
        cwd=app,
        check=True,
        timeout=120,
    )
    given = {
        "NEO4J_URI": neo4j_connection.uri,
        "NEO4J_USER": neo4j_connection.user,
        "NEO4J_PASSWORD": neo4j_connection.password,
        "EVERWHEN_TOKEN": TOKEN,
        "EVERWHEN_PORT": str(_free_port()),
        "EVERWHEN_DATA_DIR": str(tmp_path / "data"),
        "HOME": str(tmp_path),
        "PATH": "/usr/bin:/bin",
    }
    return Container(image, tmp_path, image.environment | given)


@pytest.fixture
def running(container: Container) -> Iterator[subprocess.Popen[bytes]]:
    process = container.start()
    yield process
    process.kill()
    process.wait(STOP_S)


def test_the_image_gets_healthy_answers_only_with_the_token_and_stops_on_sigterm(
    container: Container, running: subprocess.Popen[bytes]
) -> None:
    container.wait_healthy(running)
    assert container.environment["EVERWHEN_HOST"] == "0.0.0.0"
    assert not container.is_healthy(EVERWHEN_TOKEN="another")

    question = {"query": "{ info { version embedder } }"}
    assert httpx.post(f"{container.url}/graphql", json=question).status_code == 401
    answer = httpx.post(
        f"{container.url}/graphql", json=question, headers={"Authorization": f"Bearer {TOKEN}", "Host": "everwhen:8420"}
    )
    assert answer.json()["data"]["info"]["embedder"].startswith("use")
    assert httpx.get(f"{container.url}/readyz").status_code == 200

    running.send_signal(signal.SIGTERM)
    assert running.wait(STOP_S) == 0
    assert not container.is_healthy()


def test_the_image_does_not_start_without_a_token(container: Container) -> None:
    del container.environment["EVERWHEN_TOKEN"]
    process = container.start()
    try:
        assert process.wait(60) == 2
    finally:
        process.kill()
    assert "EVERWHEN_TOKEN" in (container.folder / "log").read_text(encoding="utf-8")


async def test_compose_names_real_settings_of_neo4j(store: GraphStore, neo4j_connection: Neo4jConnection) -> None:
    """The image turns NEO4J_a_b__c into the setting a.b_c, and refuses to start on one that Neo4j does not know."""
    from neo4j import AsyncGraphDatabase

    del store
    compose = yaml.safe_load((ROOT / "docker-compose.yml").read_text(encoding="utf-8"))
    variables = set(compose["services"]["neo4j"]["environment"]) - {"NEO4J_AUTH"}
    wanted = {re.sub(r"(?<!_)_(?!_)", ".", name.removeprefix("NEO4J_")).replace("__", "_") for name in variables}
    auth = (neo4j_connection.user, neo4j_connection.password)
    async with AsyncGraphDatabase.driver(neo4j_connection.uri, auth=auth) as driver:
        result = await driver.execute_query("SHOW SETTINGS YIELD name RETURN collect(name) AS names")
    assert wanted and wanted <= set(result.records[0]["names"])


def _empty_environment(folder: Path) -> Path:
    """A Python with the packages of this one, but without its editable Everwhen."""
    venv.create(folder, with_pip=False, symlinks=True)
    (packages,) = [path for path in site.getsitepackages() if Path(path).is_relative_to(sys.prefix)]
    (own,) = (folder / "lib").glob("python*/site-packages")
    (own / "packages-of-the-lock.pth").write_text(packages + "\n", encoding="utf-8")
    return folder / "bin" / "python"


def _installs(image: Stage) -> list[str]:
    parts = (part.strip() for item in image.all("RUN") for part in item.value.split("&&"))
    return [part for part in parts if part.startswith("pip install")]


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return int(probe.getsockname()[1])

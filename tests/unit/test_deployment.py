"""Dockerfile, Compose file and wheel, as far as they can be judged without an engine."""

from __future__ import annotations

import ast
import os
import re
import stat
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest
import yaml

from service.config import Settings
from service.localdb.lockfile import load_lock
from tests.support.dockerfile import BuildContext, Stage, read_stages

ROOT = Path(__file__).parents[2]
COMPOSE_TEXT = (ROOT / "docker-compose.yml").read_text(encoding="utf-8")
COMPOSE: dict[str, Any] = yaml.safe_load(COMPOSE_TEXT)
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]
OURS = ("service", "graph_schema", "extractors")
SECRETS = ("NEO4J_PASSWORD", "EVERWHEN_TOKEN")
QUERIES = {"neo4j": "RETURN 1", "everwhen": "everwhen info", "redis": "redis-cli set"}


@pytest.fixture(scope="module")
def image() -> Stage:
    return read_stages(ROOT / "Dockerfile")[-1]


@pytest.fixture(scope="module")
def context() -> BuildContext:
    return BuildContext(ROOT)


def setting_names() -> set[str]:
    return {str(field.validation_alias or f"EVERWHEN_{name.upper()}") for name, field in Settings.model_fields.items()}


def health_command(service: str) -> str:
    kind, *words = SERVICES[service]["healthcheck"]["test"]
    assert kind in ("CMD", "CMD-SHELL")
    return " ".join(words).replace("$$", "$")


@pytest.mark.parametrize("name", SERVICES)
def test_service_is_checked_by_a_real_query(name: str) -> None:
    check = SERVICES[name]["healthcheck"]
    assert QUERIES[name] in health_command(name)
    assert {"interval", "timeout", "retries"} <= check.keys()
    assert subprocess.run(["sh", "-n", "-c", health_command(name)], check=False).returncode == 0


@pytest.mark.parametrize("name", SERVICES)
def test_volumes_are_named_and_ports_bind_loopback(name: str) -> None:
    for volume in SERVICES[name]["volumes"]:
        assert volume.split(":")[0] in COMPOSE["volumes"], f"{volume} is not a named volume"
    for port in SERVICES[name].get("ports", ()):
        assert port.startswith("127.0.0.1:"), f"{port} is open to the network"


def test_every_named_volume_is_used() -> None:
    used = {volume.split(":")[0] for service in SERVICES.values() for volume in service["volumes"]}
    assert used == set(COMPOSE["volumes"])


def test_neo4j_is_the_locked_one() -> None:
    assert SERVICES["neo4j"]["image"] == f"neo4j:{load_lock().neo4j_version}"


def test_the_service_waits_for_a_healthy_neo4j_and_finds_it() -> None:
    service = SERVICES["everwhen"]
    assert service["depends_on"]["neo4j"]["condition"] == "service_healthy"
    assert service["environment"]["NEO4J_URI"] == "bolt://neo4j:7687"


def test_compose_sets_only_real_settings(image: Stage) -> None:
    assert set(SERVICES["everwhen"]["environment"]) <= setting_names()
    assert {name for name in image.environment if name.startswith(("EVERWHEN_", "NEO4J_"))} <= setting_names()


def test_secrets_have_no_default_and_fail_when_unset() -> None:
    variables = re.findall(r"(?<!\$)\$\{(\w+)([^}]*)\}", COMPOSE_TEXT.partition("\n")[2])
    assert {name for name, _ in variables} == set(SECRETS)
    for name, rest in variables:
        assert re.fullmatch(r":\?set \w+.*", rest), f"{name} may be empty"
    values = [str(value) for service in SERVICES.values() for value in service.get("environment", {}).values()]
    assert not [value for value in values if re.search(r"password|token", value, re.IGNORECASE) and "${" not in value]


def test_same_health_check_in_image_and_compose(image: Stage) -> None:
    assert ["CMD", *image.health_check] == SERVICES["everwhen"]["healthcheck"]["test"]
    port = SERVICES["everwhen"]["ports"][0].rsplit(":", 1)[1]
    assert image.one("EXPOSE").value == image.environment["EVERWHEN_PORT"] == port


def test_redis_forgets_the_oldest_and_holds_256_mb() -> None:
    command = SERVICES["redis"]["command"]
    options = dict(zip(command[1::2], command[2::2], strict=True))
    assert options["--maxmemory"] == "256mb"
    assert options["--maxmemory-policy"] == "allkeys-lru"
    assert SERVICES["redis"]["profiles"] == ["cache"]


@pytest.mark.skipif(os.name == "nt", reason="the check is a shell command")
@pytest.mark.parametrize(
    ("policy", "answer", "status", "warned"),
    [
        ("allkeys-lru", "OK", 0, False),
        ("noeviction", "OK", 0, True),
        ("noeviction", "OOM command not allowed", 1, False),
    ],
)
def test_redis_health_check_warns_of_noeviction(
    tmp_path: Path, policy: str, answer: str, status: int, *, warned: bool
) -> None:
    client = tmp_path / "redis-cli"
    client.write_text(f'#!/bin/sh\nif [ "$1" = set ]; then echo "{answer}"; else echo "$3"; echo {policy}; fi\n')
    client.chmod(client.stat().st_mode | stat.S_IXUSR)
    ran = subprocess.run(
        ["sh", "-c", health_command("redis")],
        env={"PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == status
    assert ("allkeys-lru" in ran.stderr) == warned


def test_every_copied_source_is_there_and_let_through(context: BuildContext) -> None:
    for stage in read_stages(ROOT / "Dockerfile"):
        for sources, _ in stage.copies():
            for source in sources:
                assert context.files(source), f"{source} is missing, or .dockerignore keeps it out"


@pytest.mark.parametrize(
    "path", [".env", ".git/config", ".venv/bin/python", "tests/conftest.py", "bench/__init__.py", "shared/data/x.json",
             "service/__pycache__/config.pyc", "service/web/graphiql/node_modules/x.js", "requirements/dev.lock"],
)  # fmt: skip
def test_the_build_does_not_see(context: BuildContext, path: str) -> None:
    assert not context.lets_through(path)


def test_all_that_the_service_imports_is_copied(image: Stage, context: BuildContext) -> None:
    copied = {file.as_posix() for sources, _ in image.copies() for source in sources for file in context.files(source)}
    top_level = {path.name for path in ROOT.iterdir() if (path / "__init__.py").is_file()}
    imported = {
        module.split(".")[0]
        for package in OURS
        for path in (ROOT / package).rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        for module in _modules(node)
    }
    assert imported & top_level == set(OURS)
    tracked = _tracked(*OURS, "cypher")
    assert set(tracked) <= copied, sorted(set(tracked) - copied)


def test_the_lock_is_installed_by_hashes_and_nothing_else_is_fetched(image: Stage) -> None:
    installs = [part for item in image.all("RUN") for part in item.value.split("&&") if "pip install" in part]
    assert installs
    for command in installs:
        assert "--require-hashes" in command or "--no-deps --no-build-isolation" in command
    assert any("--require-hashes -r requirements/core.lock" in command for command in installs)


def test_the_image_does_not_run_as_root_and_is_told_to_stop_as_the_service_expects(image: Stage) -> None:
    assert image.one("USER").value == "everwhen"
    assert image.one("STOPSIGNAL").value == "SIGTERM"
    order = [item.keyword for item in image.instructions]
    assert order.index("USER") < order.index("CMD")
    assert image.one("VOLUME").value == image.environment["EVERWHEN_DATA_DIR"]


@pytest.mark.timeout(180)
def test_the_wheel_holds_what_the_service_reads_and_nothing_more(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", "--no-index"]
    subprocess.run([*command, "--wheel-dir", str(tmp_path), str(ROOT)], check=True, timeout=150)
    (wheel,) = tmp_path.glob("everwhen-*.whl")
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    sources = set(_tracked(*OURS, "cypher"))
    assert sources <= names, sorted(sources - names)
    built = {path.relative_to(ROOT).as_posix() for path in (ROOT / "service/web/graphiql/dist").glob("*.js")}
    assert built <= names
    assert {
        "service/localdb/neo4j.lock",
        "graph_schema/predicates.toml",
        "service/graphql/schema.graphql",
        "service/adapters/embedders/calibration.toml",
        "cypher/read/recall.cypher",
        *(f"service/cli/examples/{Path(name).name}" for name in _tracked("examples") if name.endswith(".jsonl")),
    } <= names
    assert {name.split("/")[0] for name in names} == {*OURS, "cypher", "everwhen-0.1.0.dist-info"}
    assert not [name for name in names if "node_modules" in name or name.endswith((".pyc", ".env"))]
    with zipfile.ZipFile(wheel) as archive:
        assert "everwhen = service.cli:main" in archive.read("everwhen-0.1.0.dist-info/entry_points.txt").decode()


def _modules(node: ast.AST) -> list[str]:
    if isinstance(node, ast.ImportFrom):
        return [node.module or ""]
    return [alias.name for alias in node.names] if isinstance(node, ast.Import) else []


def _tracked(*folders: str) -> list[str]:
    listed = subprocess.run(
        ["git", "ls-files", "--", *folders], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.split()
    return [name for name in listed if (ROOT / name).is_file()]

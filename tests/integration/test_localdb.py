"""The local Neo4j for real: started, shared, killed, taken over, stopped, deleted."""

from __future__ import annotations

import json
import os
import signal
import socket
import stat
import subprocess
import sys
import time
from collections.abc import Callable, Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import httpx
import psutil
import pytest
from neo4j import GraphDatabase

from service.config import parse_settings
from service.localdb import (
    Connection,
    DatabaseInUse,
    DatabaseNotRunning,
    DatabaseStartFailed,
    LocalNeo4j,
    PasswordUnusable,
    launch,
    ports,
)
from service.localdb.config import Ports
from service.localdb.ports import USUAL, choose_ports
from service.localdb.state import read_state

ROOT = Path(__file__).resolve().parents[2]
START_S = 90.0
FULL_TEXT = """CREATE FULLTEXT INDEX kept IF NOT EXISTS FOR (n:Kept) ON EACH [n.words]
OPTIONS {indexConfig: {`fulltext.eventually_consistent`: true}}"""
FOUND = """CALL db.index.fulltext.awaitEventuallyConsistentIndexRefresh()
CALL db.index.fulltext.queryNodes('kept', 'common') YIELD node RETURN count(node) AS found"""
HEAP_MB, PAGECACHE_MB = 384, 64

pytestmark = [pytest.mark.skipif(os.name == "nt", reason="signals are POSIX"), pytest.mark.timeout(300)]


def local(data_dir: Path) -> LocalNeo4j:
    return LocalNeo4j(data_dir, parse_settings().cache_dir, heap_mb=HEAP_MB, pagecache_mb=PAGECACHE_MB)


@pytest.fixture
def data_dir(tmp_path: Path) -> Generator[Path]:
    folder = tmp_path / "data with spaces"
    yield folder
    local(folder).shut_down(force=True)


@contextmanager
def owner(data_dir: Path) -> Generator[tuple[subprocess.Popen[str], dict[str, str]]]:
    """`everwhen db start --foreground` in a process of its own, on a machine without Java, and what it printed."""
    environment = {key: value for key, value in os.environ.items() if not key.startswith(("NEO4J_", "JAVA"))}
    environment |= {
        "PATH": "/nowhere",
        "PYTHONPATH": str(ROOT),
        "EVERWHEN_DATA_DIR": str(data_dir),
        "EVERWHEN_CACHE_DIR": str(parse_settings().cache_dir),
        "EVERWHEN_NEO4J_HEAP_MB": str(HEAP_MB),
        "EVERWHEN_NEO4J_PAGECACHE_MB": str(PAGECACHE_MB),
    }
    command = [sys.executable, "-c", "from service.cli import main; main()", "db", "start", "--foreground", "--json"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment, cwd=data_dir.parent
    ) as process:
        try:
            assert process.stdout is not None
            line = process.stdout.readline()
            assert line, process.stderr.read() if process.stderr else ""
            yield process, json.loads(line)
        finally:
            process.kill()


def run(connection: Connection, query: str) -> object:
    with GraphDatabase.driver(connection.uri, auth=(connection.user, connection.password)) as driver:
        records = driver.execute_query(query).records
        return records[0][0] if records else None


def wait_until(true: Callable[[], bool], within_s: float = 30.0) -> None:
    deadline = time.monotonic() + within_s
    while not true():
        assert time.monotonic() < deadline, "it did not become true in time"
        time.sleep(0.05)


def server_pid(database: LocalNeo4j) -> int:
    pid = database.status().pid
    assert pid is not None
    return pid


def test_owner_killed_server_adopted_and_last_to_leave_stops_it(data_dir: Path):
    database = local(data_dir)
    with owner(data_dir) as (process, printed):
        pid = server_pid(database)
        joined = database.start()
        assert not joined.started_here and printed["started_here"]
        assert joined.uri == printed["uri"]
        assert run(joined, "CREATE (n:Kept {value: 42}) RETURN n.value") == 42
        _check_closed_to_others(database, pid, joined)
        assert not database.stop()
        process.kill()
        process.wait(10)

    adopted = database.start()
    assert not adopted.started_here
    assert server_pid(database) == pid
    assert run(adopted, "MATCH (n:Kept) RETURN n.value") == 42

    with owner(data_dir) as (process, printed):
        assert not printed["started_here"]
        assert not database.stop()
        assert psutil.pid_exists(pid)
        process.send_signal(signal.SIGTERM)
        assert process.wait(60) == 0
    assert not psutil.pid_exists(pid)
    assert not database.status().running


def _check_closed_to_others(database: LocalNeo4j, pid: int, connection: Connection) -> None:
    listening = {c.laddr.ip for c in psutil.Process(pid).net_connections() if c.status == psutil.CONN_LISTEN}
    assert listening <= {"127.0.0.1", "::ffff:127.0.0.1"}
    assert stat.S_IMODE(database.layout.password.stat().st_mode) == 0o600
    assert connection.password not in " ".join(psutil.Process(pid).cmdline())
    page = httpx.get(f"{connection.http_uri}/browser/", timeout=10)
    assert page.status_code == 200 and "<html" in page.text.lower()
    assert httpx.get(f"{connection.http_uri}/db/neo4j/query/v2", timeout=10).status_code in (401, 405)


def test_killed_server_comes_back_with_its_data_and_goes_only_when_told(
    data_dir: Path, monkeypatch: pytest.MonkeyPatch
):
    database, other = local(data_dir), local(data_dir)
    with pytest.raises(DatabaseNotRunning, match="everwhen db start"):
        database.connection()
    with socket.create_server(("127.0.0.1", 0)) as taken:
        lost = Ports(choose_ports().bolt, http=int(taken.getsockname()[1]))
        choose_first(monkeypatch, lost)
        first = database.start()
    assert first.started_here and first.http_uri != f"http://127.0.0.1:{lost.http}"
    run(first, FULL_TEXT)
    run(first, "CALL db.awaitIndexes(60)")
    run(first, "CREATE (n:Kept {value: 42}) RETURN n.value")
    for number in range(30):
        run(first, f"CREATE (n:Kept {{words: 'common {number}'}}) RETURN n.words")

    os.kill(server_pid(database), signal.SIGKILL)
    wait_until(lambda: not database.status().running)
    second = database.start()
    assert second.started_here
    assert second.uri == first.uri
    assert run(second, "MATCH (n:Kept) WHERE n.value IS NOT NULL RETURN n.value") == 42
    assert run(second, FOUND) == 30

    _check_wrong_password_is_told(database, other)
    with pytest.raises(DatabaseInUse, match="db stop"):
        other.reset()
    with pytest.raises(DatabaseInUse, match=f"{os.getpid()}.*--force"):
        other.shut_down()
    assert other.shut_down(force=True)
    assert not other.shut_down()
    state = read_state(database.layout.state)
    assert state is not None and state.server is None and state.users == ()

    other.reset()
    assert not database.layout.home.exists()
    other.reset()


@pytest.mark.timeout(600)
def test_servers_started_at_once_get_ports_of_their_own_and_so_does_one_that_loses_a_port(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    wanted = Ports(*(choose_ports(lost={USUAL.bolt, USUAL.http}).bolt for _ in range(2)))
    monkeypatch.setattr(ports, "USUAL", wanted)
    servers = [local(tmp_path / name) for name in "abc"]
    try:
        with ThreadPoolExecutor(len(servers)) as pool:
            started = list(pool.map(LocalNeo4j.start, servers))
        assert f"bolt://127.0.0.1:{wanted.bolt}" in {here.uri for here in started}
        _check_each_answers_for_itself(servers, started)

        assert servers[2].stop()
        first = read_state(servers[0].layout.state)
        assert first is not None
        choose_first(monkeypatch, Ports(first.ports.bolt, choose_ports().http))
        started[2] = servers[2].start()
        assert started[2].started_here
        _check_each_answers_for_itself(servers, started)
    finally:
        for server in servers:
            server.shut_down(force=True)


def choose_first(monkeypatch: pytest.MonkeyPatch, *taken: Ports) -> None:
    """Lets starts choose these ports first, as if somebody had taken them just after the choice."""
    choices = iter(taken)

    def choose(known: Ports | None, lost: set[int]) -> Ports:
        return next(choices, None) or choose_ports(known, lost)

    monkeypatch.setattr(launch, "choose_ports", choose)


def _check_each_answers_for_itself(servers: list[LocalNeo4j], started: list[Connection]) -> None:
    assert len({address for here in started for address in (here.uri, here.http_uri)}) == 2 * len(servers)
    for server, here in zip(servers, started, strict=True):
        assert server.status().answering
        folder = run(here, "SHOW SETTINGS 'server.directories.data' YIELD value")
        assert folder == str(server.layout.data.absolute())
        assert httpx.get(here.http_uri, timeout=10, follow_redirects=True).status_code == 200


def _check_wrong_password_is_told(database: LocalNeo4j, other: LocalNeo4j) -> None:
    right = database.layout.password.read_text()
    database.layout.password.write_text("not the password\n")
    with pytest.raises(PasswordUnusable, match="everwhen db reset"):
        other.start()
    assert not database.status().answering
    database.layout.password.write_text(right)
    assert database.status().answering


def test_start_error_quotes_the_log_and_leaves_nothing_running(data_dir: Path):
    greedy = LocalNeo4j(data_dir, parse_settings().cache_dir, heap_mb=1 << 30, pagecache_mb=PAGECACHE_MB)

    with pytest.raises(DatabaseStartFailed, match="EVERWHEN_NEO4J_HEAP_MB") as caught:
        greedy.start()
    assert caught.value.tail
    assert not greedy.status().running

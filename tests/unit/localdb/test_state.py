from __future__ import annotations

import subprocess
import sys
from collections.abc import Generator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import psutil
import pytest

from service.localdb import process
from service.localdb.config import Ports
from service.localdb.layout import Layout
from service.localdb.state import ProcessId, ServerState, identify, read_state, write_state


@pytest.fixture
def bystander() -> Generator[ProcessId]:
    """A process that is not ours to end."""
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as child:
        yield identify(child.pid)
        child.kill()


@pytest.fixture
def ended() -> ProcessId:
    child = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    identity = identify(child.pid)
    child.communicate()
    return identity


def state_of(server: ProcessId | None, *users: ProcessId) -> ServerState:
    return ServerState(server, Ports(7687, 7474), False, users, "2026.08.1", datetime(2026, 11, 30, 12, tzinfo=UTC))


def test_state_survives_writing_and_reading(tmp_path: Path, bystander: ProcessId):
    state = state_of(bystander, identify())
    write_state(tmp_path / "state.json", state)

    assert read_state(tmp_path / "state.json") == state
    assert [path.name for path in tmp_path.iterdir()] == ["state.json"]


@pytest.mark.parametrize("text", ["", "{", "[]", '{"server": {"pid": 1}}', "null"])
def test_state_cut_off_by_a_crash_is_no_state(tmp_path: Path, text: str):
    (tmp_path / "state.json").write_text(text)

    assert read_state(tmp_path / "state.json") is None
    assert read_state(tmp_path / "absent.json") is None


def test_ended_users_do_not_count(bystander: ProcessId, ended: ProcessId):
    state = state_of(None, ended, bystander)

    assert state.living_users() == (bystander,)
    assert state.left_by(bystander).users == ()


def test_each_joining_needs_its_own_leaving():
    me = identify()
    state = state_of(None).joined_by(me).joined_by(me)

    assert state.left_by(me).users == (me,)
    assert state.left_by(me).left_by(me).users == ()


def test_recycled_pid_is_another_process(bystander: ProcessId):
    earlier = replace(bystander, started=bystander.started - 3600)

    assert bystander.process() is not None
    assert earlier.process() is None


def test_stop_never_ends_a_process_that_is_not_the_server(tmp_path: Path, bystander: ProcessId):
    layout = Layout(tmp_path)

    process.stop(bystander, layout, timeout_s=1)
    process.stop(replace(bystander, started=0.0), layout, timeout_s=1)

    assert psutil.Process(bystander.pid).status() != psutil.STATUS_ZOMBIE
    assert not process.is_our_server(bystander, layout)
    assert process.find_server(layout) is None

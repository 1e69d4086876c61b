"""The server as an operating-system process: started apart from the terminal, known for certain, ended cleanly."""

from __future__ import annotations

import subprocess
import threading
import time
from collections.abc import Callable
from pathlib import Path

import psutil

from service.localdb.config import Ports
from service.localdb.diagnose import explain_exit
from service.localdb.errors import DatabaseStopFailed, PasswordUnusable
from service.localdb.java import java_environment, java_executable
from service.localdb.layout import Layout
from service.localdb.probe import Answer, ask
from service.localdb.state import ProcessId, identify

_POLL_S = 0.1
_KILL_S = 10.0


def spawn(layout: Layout) -> subprocess.Popen[bytes]:
    """The server process, started on the arguments file of the layout; it outlives this process unless stopped."""
    if layout.server_log.is_file():
        layout.server_log.replace(layout.server_log.with_name("neo4j.previous.log"))
    with layout.console.open("wb") as console:
        child = subprocess.Popen(
            [str(java_executable()), f"@{layout.arguments.absolute()}"],
            stdin=subprocess.DEVNULL,
            stdout=console,
            stderr=subprocess.STDOUT,
            cwd=layout.home,
            env=java_environment(),
            start_new_session=True,
            creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
        )
    reap(child)
    return child


def reap(child: subprocess.Popen[bytes]) -> None:
    """Collects the child's exit code whenever it ends, so that no zombie stays."""
    threading.Thread(target=child.wait, name=f"reap-{child.pid}", daemon=True).start()


def wait_ready(child: subprocess.Popen[bytes], layout: Layout, ports: Ports, password: str, timeout_s: float) -> None:
    """Returns once the server, and no other on its ports, has answered over HTTP and a transaction over Bolt.

    Raises:
        DatabaseStartFailed: it ended, or did not answer in `timeout_s`.
        PasswordUnusable: it answers and refuses our password.
    """
    if _wait(child.pid, lambda: child.poll() is None, layout, ports, password, timeout_s):
        return
    raise explain_exit(layout, child.poll())


def answers(server: ProcessId, layout: Layout, ports: Ports, password: str, timeout_s: float) -> bool:
    """Whether a server that is there already, perhaps still starting, answers in time.

    Raises:
        PasswordUnusable: it answers and refuses our password.
    """
    return _wait(server.pid, lambda: server.process() is not None, layout, ports, password, timeout_s)


def end_child(child: subprocess.Popen[bytes]) -> None:
    """Ends a server that never became ready."""
    if child.poll() is not None:
        return
    child.terminate()
    try:
        child.wait(_KILL_S)
    except subprocess.TimeoutExpired:
        child.kill()
        child.wait(_KILL_S)


def is_our_server(server: ProcessId, layout: Layout) -> bool:
    """Whether this very process still runs, and as the server of this data directory."""
    process = server.process()
    if process is None:
        return False
    try:
        return _runs_on(process, layout.arguments)
    except psutil.Error:
        return False


def find_server(layout: Layout) -> ProcessId | None:
    """A server of this data directory, whatever the state file says."""
    for process in psutil.process_iter():
        try:
            if _runs_on(process, layout.arguments):
                return identify(process.pid)
        except psutil.Error:
            continue
    return None


def stop(server: ProcessId, layout: Layout, timeout_s: float) -> None:
    """Ends the server: asks it to close its store, and kills it where it does not listen; a killed one recovers.

    Raises:
        DatabaseStopFailed: it is still there.
    """
    process = server.process()
    if process is None or not is_our_server(server, layout):
        return
    try:
        process.terminate()
        try:
            process.wait(timeout_s)
        except psutil.TimeoutExpired:
            process.kill()
            process.wait(_KILL_S)
    except psutil.NoSuchProcess:
        return
    except (psutil.TimeoutExpired, psutil.AccessDenied) as error:
        raise DatabaseStopFailed(
            f"the local Neo4j (pid {server.pid}) cannot be ended ({error}): end it by hand"
        ) from error


def _wait(pid: int, alive: Callable[[], bool], layout: Layout, ports: Ports, password: str, timeout_s: float) -> bool:
    deadline = time.monotonic() + timeout_s
    while alive():
        answer = ask(pid, ports, password)
        if answer is Answer.READY:
            return alive()
        if answer is Answer.REFUSED and alive():
            raise PasswordUnusable(
                f"the local Neo4j refuses the password in {layout.password}: write the right one into it, "
                "or delete all data with `everwhen db reset`"
            )
        if time.monotonic() > deadline:
            return False
        time.sleep(_POLL_S)
    return False


def _runs_on(process: psutil.Process, arguments: Path) -> bool:
    command = process.cmdline()
    return len(command) > 1 and command[1] == f"@{arguments.absolute()}" and Path(command[0]).stem == "java"

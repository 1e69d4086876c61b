"""The HTTP server around the runtime: binds, says when it is ready, and stops cleanly."""

from __future__ import annotations

import asyncio
import json
import signal
import socket
import sys
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Generator
from contextlib import AbstractContextManager, asynccontextmanager, contextmanager, nullcontext
from dataclasses import dataclass
from types import FrameType

import uvicorn

from service.config import Settings
from service.errors import ConfigurationError, EverwhenError
from service.runtime import Runtime, open_runtime

_GRACE_S = 10


class ServerFailed(EverwhenError):
    """The HTTP server ended on its own."""


@dataclass(frozen=True, slots=True)
class Served:
    """A service that answers.

    Attributes:
        url: base address, with the real port.
        took_s: seconds from the start to the first answer.
        ended: done when the server has ended.
    """

    url: str
    runtime: Runtime
    took_s: float
    ended: asyncio.Task[None]


class _Server(uvicorn.Server):
    """A server that leaves signals to us and tells when it has started."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.ready = asyncio.Event()

    def capture_signals(self) -> AbstractContextManager[None]:  # pyright: ignore[reportIncompatibleMethodOverride]
        """No handlers of its own."""
        return nullcontext()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Starts, then sets `ready`."""
        await super().startup(sockets)
        self.ready.set()

    def stop(self) -> None:
        """Ends once open requests are answered; asked again, at once."""
        self.force_exit = self.should_exit
        self.should_exit = True


async def run(settings: Settings, act: Callable[[Served], Awaitable[None]]) -> bool:
    """Serves while `act` runs; returns whether it came to its end rather than being stopped by SIGINT or SIGTERM.

    A signal ends the service once open requests are answered; a second one ends it at once.

    Raises:
        ConfigurationError: the address cannot be bound.
        EverwhenError: a part cannot be started; the message names the remedy.
    """
    stopper = _Stopper()
    with _signals(stopper.told):
        try:
            async with _serving(settings, stopper) as served:
                acting = asyncio.ensure_future(act(served))
                await asyncio.wait({acting, served.ended}, return_when=asyncio.FIRST_COMPLETED)
                if acting.done():
                    acting.result()
                elif not stopper.stopped:
                    raise ServerFailed("the HTTP server ended on its own: read its log, then start it again")
                acting.cancel()
        except asyncio.CancelledError:
            if not stopper.stopped:
                raise
        return not stopper.stopped


async def until_stopped(served: Served) -> None:
    """Says that the service is ready, and waits until it has ended."""
    announce(served)
    await served.ended


def announce(served: Served) -> None:
    """Prints the one JSON line on standard error that says the service is ready."""
    line = {
        "event": "ready",
        "url": served.url,
        "graphql": f"{served.url}/graphql",
        "browser": served.runtime.database.browser_url,
        "neo4j": served.runtime.database.uri,
        "took_s": round(served.took_s, 1),
    }
    print(json.dumps(line), file=sys.stderr, flush=True)


class _Stopper:
    """What a signal ends: the server once there is one, the start of the service before that."""

    def __init__(self) -> None:
        self.stopped = False
        self.server: _Server | None = None
        self._task = asyncio.current_task()
        self._loop = asyncio.get_running_loop()

    def told(self) -> None:
        """Called by the signal handler."""
        self._loop.call_soon_threadsafe(self._stop)

    def _stop(self) -> None:
        first, self.stopped = not self.stopped, True
        if self.server is not None:
            self.server.stop()
        elif first and self._task is not None:
            self._task.cancel()


@asynccontextmanager
async def _serving(settings: Settings, stopper: _Stopper) -> AsyncGenerator[Served]:
    began = time.monotonic()
    with _bind(settings) as listener:
        async with open_runtime(settings) as runtime:
            config = uvicorn.Config(runtime.app, log_config=None, access_log=False, timeout_graceful_shutdown=_GRACE_S)
            server = _Server(config)
            running = asyncio.create_task(server.serve(sockets=[listener]))
            try:
                await _started(server, running, settings)
                stopper.server = server
                yield Served(_address(settings, listener), runtime, time.monotonic() - began, running)
            finally:
                server.should_exit = True
                await asyncio.wait({running})


async def _started(server: _Server, running: asyncio.Task[None], settings: Settings) -> None:
    ready = asyncio.create_task(server.ready.wait())
    try:
        await asyncio.wait({ready, running}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        ready.cancel()
    problem = running.exception() if running.done() else None
    if isinstance(problem, OSError):
        raise _taken(settings, problem) from problem
    if running.done():
        raise ServerFailed("the HTTP server could not start: read the lines above, then start it again") from problem


def _bind(settings: Settings) -> socket.socket:
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    # asyncio turns Nagle's algorithm off only where the protocol is named; with it on, answers wait 40 ms for an ACK.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        if sys.platform != "win32":
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((settings.host, settings.port))
    except OSError as error:
        listener.close()
        raise _taken(settings, error) from error
    return listener


def _taken(settings: Settings, error: OSError) -> ConfigurationError:
    return ConfigurationError(
        f"cannot bind {settings.host} port {settings.port} ({error.strerror or error}): end what uses it, or choose "
        "another with --port or EVERWHEN_PORT (0 takes a free one)"
    )


def _address(settings: Settings, listener: socket.socket) -> str:
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(settings.host, settings.host)
    host = f"[{host}]" if ":" in host else host
    return f"http://{host}:{listener.getsockname()[1]}"


@contextmanager
def _signals(told: Callable[[], None]) -> Generator[None]:
    def handler(number: int, frame: FrameType | None) -> None:
        del number, frame
        told()

    before = {number: signal.signal(number, handler) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, old in before.items():
            signal.signal(number, old)

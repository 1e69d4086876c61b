"""`everwhen mcp`: one connection over standard input and output, with the service behind it in the same process."""

from __future__ import annotations

import asyncio
import importlib
import os
import signal
import sys
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

from mcp.server.lowlevel.server import Server
from mcp.server.stdio import stdio_server

from service.config import Settings
from service.errors import DatabaseUnavailable, EverwhenError
from service.mcp.binding import Binding
from service.mcp.server import MemoryServer

if TYPE_CHECKING:
    from service.memory import MemoryApi

PATIENCE_S = 45.0
"""How long a call waits for the service to start; hosts give up on a call after a minute."""


async def serve_stdio(settings: Settings, binding: Binding) -> None:
    """Serves until standard input ends, or SIGTERM or SIGINT comes; answers at once while the service starts."""
    told = asyncio.Event()
    loop = asyncio.get_running_loop()
    if sys.platform != "win32":
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, told.set)
    starting = Starting(settings)
    async with starting.running():
        server = MemoryServer(starting.memory, binding, settings.mcp_profile).build()
        serving = asyncio.create_task(_serve(server))
        stopped = asyncio.create_task(told.wait())
        await asyncio.wait({serving, stopped}, return_when=asyncio.FIRST_COMPLETED)
        if serving.done():
            serving.result()
        stopped.cancel()
    if told.is_set():
        sys.stderr.flush()
        os._exit(0)  # a thread still waits for a line on standard input, and nothing can end that


async def _serve(server: Server[Any]) -> None:
    async with stdio_server() as (reading, writing):
        await server.run(reading, writing, server.create_initialization_options())


class Starting:
    """The service, started in the background."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._ready: asyncio.Future[MemoryApi] = asyncio.get_running_loop().create_future()
        self._ended = asyncio.Event()

    async def memory(self) -> MemoryApi:
        """The memory, once it is there.

        Raises:
            DatabaseUnavailable: it is still starting.
            EverwhenError: it could not be started; the message names the remedy.
        """
        try:
            return await asyncio.wait_for(asyncio.shield(self._ready), PATIENCE_S)
        except TimeoutError as error:
            raise DatabaseUnavailable(
                "the memory is still starting (the first start fetches Neo4j): call again in a minute"
            ) from error

    @asynccontextmanager
    async def running(self) -> AsyncGenerator[None]:
        """Keeps the service up until the context ends."""
        holding = asyncio.create_task(self._hold())
        try:
            yield
        finally:
            self._ended.set()
            if not self._ready.done():
                holding.cancel()
            await asyncio.gather(holding, return_exceptions=True)

    async def _hold(self) -> None:
        try:
            runtime = await asyncio.to_thread(importlib.import_module, "service.runtime")
            async with runtime.open_runtime(self._settings) as opened:
                self._ready.set_result(opened.memory)
                await self._ended.wait()
        except EverwhenError as error:
            self._fail(error)
        except Exception as error:  # noqa: BLE001 - told to whoever calls a tool
            self._fail(EverwhenError(f"the memory could not be started: {type(error).__name__}: {error}"))

    def _fail(self, error: EverwhenError) -> None:
        print(f"everwhen: {error}", file=sys.stderr, flush=True)
        if not self._ready.done():
            self._ready.set_exception(error)
            self._ready.exception()

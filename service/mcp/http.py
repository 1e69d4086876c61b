"""`/mcp`: streamable HTTP without sessions, in both eras of the specification."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from mcp.server.streamable_http_manager import StreamableHTTPASGIApp, StreamableHTTPSessionManager
from mcp.server.transport_security import TransportSecuritySettings
from starlette.routing import Route

from service.config import Settings
from service.mcp.binding import Binding
from service.mcp.server import MemoryServer
from service.web.limits import MAX_BODY_BYTES

if TYPE_CHECKING:
    from service.memory import MemoryApi

PATH = "/mcp"
_NAMES = ("127.0.0.1", "localhost", "[::1]")


def configured_binding(settings: Settings, session: str | None = None) -> Binding:
    """The binding of connections that say nothing else."""
    granted = tuple(name.strip() for name in settings.mcp_groups.split(",") if name.strip())
    return Binding(settings.group, granted, session)


class McpEndpoint:
    """The ASGI application at `/mcp`; it answers while `running` is entered."""

    def __init__(self, memory: MemoryApi, settings: Settings, max_body_bytes: int = MAX_BODY_BYTES) -> None:
        async def ready() -> MemoryApi:
            return memory

        server = MemoryServer(ready, configured_binding(settings), settings.mcp_profile).build()
        self._manager = StreamableHTTPSessionManager(
            server,
            json_response=True,
            stateless=True,
            security_settings=_security(settings),
            max_request_body_size=max_body_bytes,
        )

    def route(self) -> Route:
        """The route of the endpoint, for every method."""
        return Route(PATH, StreamableHTTPASGIApp(self._manager))

    @asynccontextmanager
    async def running(self) -> AsyncGenerator[None]:
        """Serves requests until the context ends; entered once.

        The SDK's task group must end in the task that began it, so it has a task of its own.
        """
        ready, ended = asyncio.Event(), asyncio.Event()

        async def hold() -> None:
            async with self._manager.run():
                ready.set()
                await ended.wait()

        holding = asyncio.create_task(hold(), name="mcp")
        waiting = asyncio.create_task(ready.wait())
        await asyncio.wait({holding, waiting}, return_when=asyncio.FIRST_COMPLETED)
        waiting.cancel()
        if holding.done():
            holding.result()
        try:
            yield
        finally:
            ended.set()
            await holding


def _security(settings: Settings) -> TransportSecuritySettings:
    """Against DNS rebinding where no token stands in the way; with one, any host may be ours."""
    return TransportSecuritySettings(
        enable_dns_rebinding_protection=settings.token is None,
        allowed_hosts=[*_NAMES, *(f"{name}:*" for name in _NAMES)],
        allowed_origins=[
            f"{scheme}://{name}{port}" for name in _NAMES for scheme in ("http", "https") for port in ("", ":*")
        ],
    )

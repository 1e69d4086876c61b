"""How large a request may be."""

from __future__ import annotations

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from service.web.replies import refusal

MAX_BODY_BYTES = 16 * 1024 * 1024


class _TooLarge(Exception):
    """The body went over the limit."""


class BodyLimit:
    """Middleware that answers 413 to a body over the limit, by its declared length or as it arrives."""

    def __init__(self, app: ASGIApp, most: int = MAX_BODY_BYTES) -> None:
        self._app = app
        self._most = most

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes the request on while it is small enough."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        declared = Headers(scope=scope).get("content-length", "0")
        if declared.isdecimal() and int(declared) > self._most:
            await self._refuse(scope, receive, send)
            return
        try:
            await self._app(scope, self._counted(receive), send)
        except _TooLarge:
            await self._refuse(scope, receive, send)

    def _counted(self, receive: Receive) -> Receive:
        total = 0

        async def counted() -> Message:
            nonlocal total
            message = await receive()
            total += len(message.get("body", b""))
            if total > self._most:
                raise _TooLarge
            return message

        return counted

    async def _refuse(self, scope: Scope, receive: Receive, send: Send) -> None:
        message = f"The request body is over {self._most} bytes; send fewer turns in one request."
        await refusal(413, "TOO_LARGE", message, {"connection": "close"})(scope, receive, send)

"""Who may ask: one bearer token, or, without one, only callers that address us as loopback."""

from __future__ import annotations

import hmac
from ipaddress import ip_address

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from service.web.replies import refusal

PROBES = frozenset({"/healthz", "/readyz"})
PAGE_PREFIX = "/graphiql/"


class BearerAuth:
    """Middleware that asks for `Authorization: Bearer TOKEN` on everything but probes and the GraphiQL page itself.

    The page holds no data: what it sends to /graphql needs the token.
    """

    def __init__(self, app: ASGIApp, token: str) -> None:
        self._app = app
        self._token = token.encode()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes the request on, or answers 401."""
        if scope["type"] == "lifespan" or _is_open(scope) or self._carries_token(scope):
            await self._app(scope, receive, send)
            return
        response = refusal(
            401,
            "UNAUTHENTICATED",
            "Send the header Authorization: Bearer TOKEN with the value of EVERWHEN_TOKEN.",
            {"www-authenticate": 'Bearer realm="everwhen"'},
        )
        await response(scope, receive, send)

    def _carries_token(self, scope: Scope) -> bool:
        scheme, _, credentials = Headers(scope=scope).get("authorization", "").partition(" ")
        matches = hmac.compare_digest(credentials.strip().encode("latin-1", "replace"), self._token)
        return scheme.lower() == "bearer" and matches


class LoopbackHostOnly:
    """Middleware against DNS rebinding: a page elsewhere may reach our port, but not under a loopback name."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes the request on, or answers 421."""
        if scope["type"] == "lifespan" or scope["path"] in PROBES or is_loopback(_host(scope)):
            await self._app(scope, receive, send)
            return
        response = refusal(
            421,
            "MISDIRECTED",
            "Without EVERWHEN_TOKEN only requests to localhost, 127.0.0.1 or [::1] are answered; set a token for more.",
        )
        await response(scope, receive, send)


def is_loopback(host: str) -> bool:
    """Whether a Host header names this machine to itself; a port may follow."""
    name, colon, port = host.rpartition(":") if not host.endswith("]") else (host, "", "")
    if colon and not port.isdecimal():
        return False
    name = name if colon else host
    if name.lower() == "localhost":
        return True
    bare = name[1:-1] if name.startswith("[") and name.endswith("]") else name
    try:
        return ip_address(bare).is_loopback
    except ValueError:
        return False


def _host(scope: Scope) -> str:
    return Headers(scope=scope).get("host", "")


def _is_open(scope: Scope) -> bool:
    path: str = scope["path"]
    if path in PROBES or path.startswith(PAGE_PREFIX):
        return True
    return path in {"/", "/graphql"} and scope["type"] == "http" and scope["method"] in {"GET", "HEAD"}

"""The HTTP application."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route
from starlette.types import Lifespan

from service.config import Settings
from service.web import health, ide
from service.web.auth import BearerAuth, LoopbackHostOnly
from service.web.endpoint import GraphQLEndpoint
from service.web.limits import MAX_BODY_BYTES, BodyLimit

if TYPE_CHECKING:
    from service.memory import MemoryApi


def build_app(
    memory: MemoryApi,
    settings: Settings,
    source: health.HealthSource,
    *,
    more: Sequence[BaseRoute] = (),
    lifespan: Lifespan[Starlette] | None = None,
    max_body_bytes: int = MAX_BODY_BYTES,
) -> Starlette:
    """The service over HTTP: `/graphql` (GraphiQL for browsers), `/healthz`, `/readyz`, `/health`.

    Args:
        memory: answers every query and mutation.
        settings: `token` decides who may ask; without one, only requests addressed to loopback are answered.
        source: looks at the parts for the health endpoints.
        more: routes under the same guard and limits.
        lifespan: starts and stops what the application needs; entered once by the server.
        max_body_bytes: longest request body; longer ones are answered 413.
    """
    token = settings.token
    guard = Middleware(LoopbackHostOnly) if token is None else Middleware(BearerAuth, token.get_secret_value())
    routes: list[BaseRoute] = [
        Route("/", _home),
        Route("/graphql", GraphQLEndpoint(memory, bearer=token is not None)),
        ide.assets_route(),
        *health.routes(source),
        *more,
    ]
    return Starlette(routes=routes, middleware=[guard, Middleware(BodyLimit, max_body_bytes)], lifespan=lifespan)


async def _home(_request: Request) -> Response:
    return RedirectResponse("/graphql")

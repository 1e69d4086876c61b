"""`/graphql`: JSON over POST as the GraphQL-over-HTTP specification has it, and GraphiQL for browsers."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, NoReturn, cast

from cross_web import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket
from strawberry.asgi import GraphQL
from strawberry.http import GraphQLHTTPResponse
from strawberry.types import ExecutionResult

from service.graphql.context import Context
from service.graphql.schema import schema
from service.web.ide import page
from service.web.replies import refusal

if TYPE_CHECKING:
    from service.memory import MemoryApi

JSON_TYPE = "application/json"
GRAPHQL_TYPE = "application/graphql-response+json"


class GraphQLEndpoint(GraphQL[Context, None]):
    """The ASGI application at `/graphql`."""

    def __init__(self, memory: MemoryApi, *, bearer: bool) -> None:
        super().__init__(
            schema,
            graphql_ide=None,
            allow_queries_via_get=False,
            multipart_uploads_enabled=False,
            subscription_protocols=(),
        )
        self._context = Context(memory)
        self._bearer = bearer

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers one request; every refusal is a GraphQL error."""
        if scope["type"] != "http":
            await WebSocket(scope, receive, send).close(1008)
            return
        response = await self._answer(Request(scope, receive))
        await response(scope, receive, send)

    async def _answer(self, request: Request) -> Response:
        if request.method in {"GET", "HEAD"} and "text/html" in request.headers.get("accept", ""):
            return page(bearer=self._bearer)
        if request.method != "POST":
            return refusal(405, "INVALID_QUERY", "Send GraphQL by POST; a browser gets GraphiQL.", {"allow": "POST"})
        content_type = request.headers.get("content-type", "").partition(";")[0].strip().lower()
        if content_type != JSON_TYPE:
            return refusal(415, "INVALID_QUERY", f"Send the header Content-Type: {JSON_TYPE}.")
        try:
            return await self.run(request)
        except HTTPException as error:
            return refusal(error.status_code, "INVALID_QUERY", error.reason)

    async def get_context(self, request: Request | WebSocket, response: Response | WebSocket) -> Context:
        """What resolvers are given."""
        return self._context

    async def get_sub_response(self, request: Request | WebSocket) -> Response:
        """Carries the media type that the caller asked for to create_response."""
        sub_response = await super().get_sub_response(request)
        accepted = request.headers.get("accept", "")
        sub_response.media_type = GRAPHQL_TYPE if GRAPHQL_TYPE in accepted else JSON_TYPE
        return sub_response

    def decode_json(self, data: str | bytes) -> object:
        """The JSON object or list; NaN and its like, and deep nesting are refused.

        Raises:
            HTTPException: 400, with the reason.
        """
        try:
            value: object = json.loads(data, parse_constant=_no_constant)
        except RecursionError:
            raise HTTPException(400, "The request body is nested too deeply.") from None
        except ValueError as error:
            raise HTTPException(400, f"The request body is not JSON in UTF-8: {error}.") from error
        if not isinstance(value, dict | list):
            raise HTTPException(400, 'The request body must be an object such as {"query": "{ info { version } }"}.')
        return cast("object", value)

    async def process_result(self, request: Request, result: ExecutionResult) -> GraphQLHTTPResponse:
        """The body; `data` is left out when nothing was executed."""
        body = await super().process_result(request, result)
        if result.data is None and result.errors and all(error.path is None for error in result.errors):
            body.pop("data", None)
        return body

    def create_response(
        self, response_data: GraphQLHTTPResponse | list[GraphQLHTTPResponse], sub_response: Response
    ) -> Response:
        """200 with application/json; application/graphql-response+json has 400 where nothing was executed."""
        media_type = sub_response.media_type or JSON_TYPE
        refused = media_type == GRAPHQL_TYPE and "data" not in response_data
        return Response(self.encode_json(response_data), status_code=400 if refused else 200, media_type=media_type)


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a JSON number")

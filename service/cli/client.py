"""A client of the GraphQL API."""

from __future__ import annotations

from types import TracebackType
from typing import Any, cast

import httpx

from service.cli.documents import Document
from service.errors import Conflict, DatabaseUnavailable, EverwhenError, InvalidInput

_LOOPBACK = {"127.0.0.1", "::1", "localhost"}


class ServiceUnreachable(EverwhenError):
    """No service answers at the address."""


class ServiceRefused(EverwhenError):
    """The service answers, but not with what was asked."""


class MemoryClient:
    """Sends documents to one service, keeping the connection open.

    Attributes:
        url: base address without a slash at its end.
    """

    def __init__(self, url: str, token: str | None = None, timeout_s: float = 60.0) -> None:
        """Prepares the connection; nothing is sent yet.

        Raises:
            InvalidInput: `url` is not an address of a web service.
        """
        self.url = url
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        direct = _host(url) in _LOOPBACK
        self._http = httpx.Client(headers=headers, timeout=timeout_s, trust_env=not direct)

    def __enter__(self) -> MemoryClient:
        """The client itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Closes the connection."""
        self._http.close()

    def run(self, document: Document, **variables: Any) -> Any:
        """The payload of the document's one field: an object, a list, or None, as the schema has it.

        Raises:
            ServiceUnreachable: nothing answers there.
            ServiceRefused: it answers, but not as Everwhen does, or wants a token.
            InvalidInput: a field of the request is not acceptable.
            Conflict: the request collides with what is stored.
            DatabaseUnavailable: the service has lost a part that it needs.
        """
        body = self._post({"query": document.text, "variables": variables})
        errors = body.get("errors")
        if errors:
            raise _from_errors(cast("list[dict[str, Any]]", errors))
        payload = cast("dict[str, Any] | list[Any] | None", body["data"][document.field])
        if isinstance(payload, dict) and (problem := _PROBLEMS.get(payload.get("__typename", ""))):
            raise problem(payload)
        return payload

    def health(self, path: str = "/readyz") -> httpx.Response:
        """The answer of a health address, whatever its status; raises ServiceUnreachable."""
        return self._send("GET", path)

    def _post(self, request: dict[str, Any]) -> dict[str, Any]:
        response = self._send("POST", "/graphql", json=request)
        if response.status_code in {401, 403}:
            raise ServiceRefused(f"{self.url} wants a token: set EVERWHEN_TOKEN to the one the service has")
        try:
            body = response.json()
        except ValueError as error:
            raise self._stranger(response) from error
        if not isinstance(body, dict) or not {"data", "errors"} & cast("dict[str, Any]", body).keys():
            raise self._stranger(response)
        return cast("dict[str, Any]", body)

    def _send(self, method: str, path: str, json: object = None) -> httpx.Response:
        try:
            return self._http.request(method, f"{self.url}{path}", json=json)
        except (httpx.ConnectError, httpx.ConnectTimeout) as error:
            raise ServiceUnreachable(
                f"no service answers at {self.url}: start one with `everwhen serve`, or name another with --url or "
                "EVERWHEN_URL"
            ) from error
        except httpx.TransportError as error:
            raise ServiceUnreachable(
                f"the service at {self.url} stopped answering ({error or type(error).__name__}): look at its log, then "
                "run this again"
            ) from error

    def _stranger(self, response: httpx.Response) -> ServiceRefused:
        return ServiceRefused(
            f"{self.url} does not answer as Everwhen does (HTTP {response.status_code}): check --url, or start a "
            "service with `everwhen serve`"
        )


def _host(url: str) -> str:
    try:
        parsed = httpx.URL(url)
    except httpx.InvalidURL:
        parsed = httpx.URL("")
    if parsed.scheme not in {"http", "https"} or not parsed.host:
        raise InvalidInput("url", f"{url!r} is not a web address", "such as http://127.0.0.1:8420")
    return parsed.host


def _invalid(payload: dict[str, Any]) -> EverwhenError:
    field, allowed = str(payload.get("field", "input")), str(payload.get("allowed", "see the API's documentation"))
    problem = str(payload["message"]).removeprefix(f"{field}: ").removesuffix(f"; allowed: {allowed}")
    return InvalidInput(field, problem, allowed)


def _conflict(payload: dict[str, Any]) -> EverwhenError:
    return Conflict(str(payload.get("field", "")), str(payload["message"]), tuple(payload.get("blockers", ())))


def _unavailable(payload: dict[str, Any]) -> EverwhenError:
    return DatabaseUnavailable(str(payload["message"]))


_PROBLEMS = {"InvalidInput": _invalid, "Conflict": _conflict, "Unavailable": _unavailable}
_CODES = {"INVALID_INPUT": _invalid, "CONFLICT": _conflict, "UNAVAILABLE": _unavailable}


def _from_errors(errors: list[dict[str, Any]]) -> EverwhenError:
    first = errors[0]
    extensions = cast("dict[str, Any]", first.get("extensions") or {})
    problem = _CODES.get(str(extensions.get("code")))
    if problem is not None:
        return problem({"message": first["message"], **extensions})
    messages = "; ".join(str(error.get("message")) for error in errors)
    return ServiceRefused(f"the service refused the request: {messages}")

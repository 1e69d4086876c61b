import socket
from collections.abc import Callable
from typing import Any

import pytest

from service.cli import documents_moments
from service.cli.client import MemoryClient, ServiceRefused, ServiceUnreachable
from service.cli.documents import ALL, FACTS, RECALL
from service.errors import Conflict, DatabaseUnavailable, InvalidInput


def run(service: Any, token: str | None = None) -> Any:
    with MemoryClient(service.url, token) as client:
        return client.run(RECALL, input={})


def test_unwraps_the_payload_and_sends_the_token(service: Any) -> None:
    service.replies("recall", {"__typename": "RecallPayload", "hits": []})
    assert run(service, "secret")["hits"] == []
    assert service.headers[0]["Authorization"] == "Bearer secret"


@pytest.mark.parametrize(
    ("payload", "kind"),
    [
        (
            {
                "__typename": "InvalidInput",
                "field": "limit",
                "message": "limit: is 0; allowed: 1 to 200",
                "allowed": "1 to 200",
            },
            InvalidInput,
        ),
        ({"__typename": "Conflict", "field": "operation", "message": "blocked", "blockers": ["x"]}, Conflict),
        ({"__typename": "Unavailable", "part": "DATABASE", "message": "Neo4j is away"}, DatabaseUnavailable),
    ],
)
def test_problems_of_a_union_become_our_errors(service: Any, payload: dict[str, Any], kind: type[Exception]) -> None:
    service.replies("recall", payload)
    with pytest.raises(kind) as caught:
        run(service)
    assert str(caught.value) == payload["message"]


@pytest.mark.parametrize(
    ("code", "kind"),
    [
        ("INVALID_INPUT", InvalidInput),
        ("CONFLICT", Conflict),
        ("UNAVAILABLE", DatabaseUnavailable),
        ("INTERNAL", ServiceRefused),
    ],
)
def test_coded_errors_become_our_errors(service: Any, code: str, kind: type[Exception]) -> None:
    error = {"message": "first: wrong", "extensions": {"code": code, "field": "first"}}
    service.answer = lambda body: (200, {"data": None, "errors": [error]})
    with MemoryClient(service.url) as client, pytest.raises(kind, match="wrong"):
        client.run(FACTS, filter={})


@pytest.mark.parametrize(
    ("status", "body", "words"),
    [
        (401, {"errors": []}, "EVERWHEN_TOKEN"),
        (404, "not found", "does not answer as Everwhen does"),
        (200, "[]", "does not answer as Everwhen does"),
        (200, "{}", "does not answer as Everwhen does"),
    ],
)
def test_strangers_and_locked_doors(service: Any, status: int, body: Any, words: str) -> None:
    service.answer = lambda asked: (status, body)
    with pytest.raises(ServiceRefused, match=words):
        run(service)


def test_no_service_says_how_to_start_one(everwhen: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        monkeypatch.setenv("EVERWHEN_URL", f"http://127.0.0.1:{free.getsockname()[1]}")
        ran = everwhen("recall", "anything")
    assert ran.code == 1
    assert "everwhen serve" in ran.err
    assert len(ran.err.strip().splitlines()) == 1


def test_a_service_that_breaks_off(service: Any) -> None:
    def breaks(body: Any) -> tuple[int, Any]:
        raise ConnectionAbortedError

    service.answer = breaks
    with pytest.raises(ServiceUnreachable, match="stopped answering"):
        run(service)


@pytest.mark.parametrize("url", ["", "localhost:8420", "ftp://x", "http://", "http://[::1"])
def test_an_address_that_is_none(url: str) -> None:
    with pytest.raises(InvalidInput, match="not a web address"):
        MemoryClient(url)


def test_documents_hold_to_the_schema() -> None:
    from pathlib import Path

    from graphql import build_schema, parse, validate

    import service.graphql

    text = (Path(service.graphql.__file__).parent / "schema.graphql").read_text(encoding="utf-8")
    schema = build_schema(text)
    for document in (*ALL, *documents_moments.ALL):
        assert validate(schema, parse(document.text)) == [], document.field

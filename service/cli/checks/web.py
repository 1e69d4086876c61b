"""GraphiQL, the port of the service, and the service itself where one runs."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from typing import Any

from service.cli.checks.finding import Finding, failed, ok, warning
from service.cli.client import MemoryClient, ServiceUnreachable
from service.cli.documents import INFO
from service.cli.target import connect
from service.config import Settings
from service.errors import EverwhenError
from service.localdb.ports import is_free
from service.web.ide import BUILD_COMMAND, is_built


async def check(settings: Settings) -> AsyncGenerator[Finding]:
    """Findings about what is served over HTTP."""
    if is_built():
        yield ok("GraphiQL", "its files are there")
    else:
        yield warning("GraphiQL", "its files are not built; the API works without", f"run `{BUILD_COMMAND}`")
    with connect() as client:
        for finding in await asyncio.to_thread(_service, client, settings):
            yield finding


def _service(client: MemoryClient, settings: Settings) -> list[Finding]:
    try:
        health: dict[str, Any] = client.health("/health").json()
    except ServiceUnreachable:
        return [_not_running(client, settings)]
    except ValueError:
        remedy = "end what uses the port, or name the service with EVERWHEN_URL"
        return [failed("service", f"something else answers at {client.url}", remedy)]
    if "checks" not in health:
        return [_locked(client, health)]
    findings = [ok("service", f"answers at {client.url}")]
    for name, part in health["checks"].items():
        if part["status"] != "ok":
            made = failed if part["status"] == "down" else warning
            findings.append(made(f"service: {name}", part["detail"], "see the detail, then look at `everwhen info`"))
    return [*findings, _parked(client)]


def _not_running(client: MemoryClient, settings: Settings) -> Finding:
    if settings.port and not is_free(settings.port):
        remedy = f"end what uses port {settings.port}, or set EVERWHEN_PORT"
        return warning("service", f"none answers at {client.url}, and port {settings.port} is taken", remedy)
    return warning("service", f"none answers at {client.url}", "start one with `everwhen serve`")


def _locked(client: MemoryClient, health: dict[str, Any]) -> Finding:
    errors = health.get("errors") or [{"message": "it does not answer as Everwhen does"}]
    return failed("service", f"{client.url}: {errors[0]['message']}", "set EVERWHEN_TOKEN or EVERWHEN_URL")


def _parked(client: MemoryClient) -> Finding:
    try:
        failures = client.run(INFO)["failed"]
    except EverwhenError as error:
        return failed("parked turns", str(error), "see the message")
    if failures:
        groups = ", ".join(sorted({item["groupId"] for item in failures}))
        detail = f"{len(failures)} could not be read, in {groups}: {failures[0]['reason']}"
        return warning("parked turns", detail, "look at `everwhen info`, then `everwhen retry --group GROUP`")
    return ok("parked turns", "none")

"""Health over HTTP: alive, ready, and each part in detail."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from graph_schema.ids import new_uuid
from service.errors import EverwhenError

logger = logging.getLogger("everwhen.health")

READINESS = ("neo4j", "schema", "embedder")
"""Checks that must not be down before traffic is taken: a query answers, migrations are in, the embedder is loaded."""
INGESTION = "ingestion"
TIMEOUT_S = 5.0
MAX_LAG_S = 60.0


class Status(StrEnum):
    """How a part is."""

    OK = "ok"
    DEGRADED = "degraded"
    DOWN = "down"


@dataclass(frozen=True, slots=True)
class Check:
    """The state of one part.

    Attributes:
        detail: one sentence; when not ok, it says what to do.
        measures: numbers and names behind it.
    """

    status: Status
    detail: str
    measures: Mapping[str, float | int | str | None] = field(default_factory=dict[str, float | int | str | None])


class HealthSource(Protocol):
    """Whoever can look at the parts; implemented by the composition."""

    async def checks(self) -> dict[str, Check]:
        """State by part: at least those of READINESS, and `ingestion`."""
        ...


def ingestion_check(
    *, pending: int, failed: int, oldest_pending_s: float | None, workers_alive: int, workers_wanted: int
) -> Check:
    """Whether turns are being read: workers alive, none parked, none waiting longer than MAX_LAG_S."""
    measures: dict[str, float | int | str | None] = {
        "pending": pending,
        "failed": failed,
        "oldest_pending_s": oldest_pending_s,
        "workers_alive": workers_alive,
        "workers_wanted": workers_wanted,
    }
    lag = oldest_pending_s or 0.0
    if workers_alive < workers_wanted:
        detail = f"{workers_alive} of {workers_wanted} workers are alive: see the log, and restart the service"
        return Check(Status.DOWN if workers_alive == 0 else Status.DEGRADED, detail, measures)
    if lag > MAX_LAG_S:
        detail = f"the oldest of {pending} pending turns has waited {lag:.0f} s: add workers, or look for errors"
        return Check(Status.DEGRADED, detail, measures)
    if failed:
        return Check(Status.DEGRADED, f"{failed} turns are parked: see info, then retryEpisodes", measures)
    return Check(Status.OK, f"{pending} turns pending", measures)


async def look(source: HealthSource) -> dict[str, Check]:
    """All checks, within TIMEOUT_S; what is missing or does not answer is down."""
    try:
        async with asyncio.timeout(TIMEOUT_S):
            found = await source.checks()
    except TimeoutError:
        found = {}
        missing = f"no answer within {TIMEOUT_S:g} s"
    except EverwhenError as error:
        found = {}
        missing = str(error)
    except Exception as error:
        reference = new_uuid()
        logger.error("health check failed, internal error %s", reference, exc_info=error)
        found = {}
        missing = f"internal error {reference}"
    else:
        missing = "not checked"
    return {name: Check(Status.DOWN, missing) for name in (*READINESS, INGESTION) if name not in found} | found


def overall(checks: Mapping[str, Check]) -> Status:
    """Down when a part that readiness needs is down, degraded when anything else is not ok."""
    if any(checks[name].status is Status.DOWN for name in READINESS):
        return Status.DOWN
    return Status.OK if all(check.status is Status.OK for check in checks.values()) else Status.DEGRADED


async def alive(_request: Request) -> Response:
    """200 as long as the process answers."""
    return JSONResponse({"status": "ok"})


def routes(source: HealthSource) -> list[Route]:
    """`/healthz`, `/readyz` and `/health`."""

    async def ready(_request: Request) -> Response:
        checks = await look(source)
        missing = {name: checks[name].detail for name in READINESS if checks[name].status is Status.DOWN}
        return JSONResponse({"ready": not missing, "missing": missing}, status_code=503 if missing else 200)

    async def detail(_request: Request) -> Response:
        checks = await look(source)
        status = overall(checks)
        parts = {
            name: {"status": check.status, "detail": check.detail, **check.measures}
            for name, check in sorted(checks.items())
        }
        return JSONResponse({"status": status, "checks": parts}, status_code=200 if status is Status.OK else 503)

    return [Route("/healthz", alive), Route("/readyz", ready), Route("/health", detail)]

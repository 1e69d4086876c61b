"""Alive, ready, and in detail."""

from __future__ import annotations

import asyncio
import logging

import httpx
import pytest
from fake_memory import FakeMemory

from service.config import Settings
from service.errors import DatabaseUnavailable
from service.web import health
from service.web.app import build_app
from service.web.health import Check, Status, ingestion_check

FINE = {name: Check(Status.OK, "fine") for name in ("neo4j", "schema", "embedder", "ingestion")}


class Source:
    def __init__(self, found: dict[str, Check] | Exception) -> None:
        self._found = found

    async def checks(self) -> dict[str, Check]:
        if isinstance(self._found, Exception):
            raise self._found
        return self._found


async def get(path: str, source: health.HealthSource) -> httpx.Response:
    app = build_app(FakeMemory(), Settings(_env_file=None), source)
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://localhost") as client:
        return await client.get(path)


async def test_alive_whatever_the_parts() -> None:
    response = await get("/healthz", Source(RuntimeError("down")))
    assert (response.status_code, response.json()) == (200, {"status": "ok"})


async def test_ready_when_every_needed_part_is() -> None:
    response = await get("/readyz", Source(FINE))
    assert (response.status_code, response.json()) == (200, {"ready": True, "missing": {}})


@pytest.mark.parametrize("part", ["neo4j", "schema", "embedder"])
async def test_not_ready_names_what_is_missing(part: str) -> None:
    response = await get("/readyz", Source(FINE | {part: Check(Status.DOWN, "start it")}))
    assert (response.status_code, response.json()) == (503, {"ready": False, "missing": {part: "start it"}})
    unchecked = {name: check for name, check in FINE.items() if name != part}
    assert (await get("/readyz", Source(unchecked))).json()["missing"] == {part: "not checked"}


async def test_a_lag_does_not_take_traffic_away_but_is_not_green() -> None:
    lag = ingestion_check(pending=5, failed=0, oldest_pending_s=600, workers_alive=1, workers_wanted=1)
    source = Source(FINE | {"ingestion": lag})
    assert (await get("/readyz", source)).status_code == 200
    response = await get("/health", source)
    assert response.status_code == 503
    assert response.json()["status"] == "degraded"
    assert response.json()["checks"]["ingestion"] == {
        "status": "degraded",
        "detail": "the oldest of 5 pending turns has waited 600 s: add workers, or look for errors",
        "pending": 5,
        "failed": 0,
        "oldest_pending_s": 600,
        "workers_alive": 1,
        "workers_wanted": 1,
    }


async def test_green_when_all_is_well() -> None:
    response = await get("/health", Source(FINE))
    assert response.status_code == 200
    assert response.json()["status"] == "ok"
    assert set(response.json()["checks"]) == set(FINE)


async def test_known_failures_show_their_remedy_and_others_are_masked(caplog: pytest.LogCaptureFixture) -> None:
    response = await get("/readyz", Source(DatabaseUnavailable("run everwhen db start")))
    assert set(response.json()["missing"].values()) == {"run everwhen db start"}
    with caplog.at_level(logging.ERROR):
        response = await get("/health", Source(RuntimeError("password=hunter2")))
    assert response.status_code == 503
    assert response.json()["status"] == "down"
    assert "hunter2" not in response.text
    assert "internal error" in response.json()["checks"]["neo4j"]["detail"]
    assert caplog.records[0].exc_info is not None


async def test_a_check_that_hangs_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    class Hanging:
        async def checks(self) -> dict[str, Check]:
            await asyncio.Event().wait()
            return FINE

    monkeypatch.setattr(health, "TIMEOUT_S", 0.05)
    response = await get("/readyz", Hanging())
    assert response.status_code == 503
    assert response.json()["missing"]["neo4j"] == "no answer within 0.05 s"


@pytest.mark.parametrize(
    ("pending", "failed", "oldest", "alive", "wanted", "status"),
    [
        (0, 0, None, 1, 1, Status.OK),
        (500, 0, 59.0, 1, 1, Status.OK),
        (1, 0, 61.0, 1, 1, Status.DEGRADED),
        (0, 1, None, 1, 1, Status.DEGRADED),
        (0, 0, None, 1, 2, Status.DEGRADED),
        (0, 0, None, 0, 1, Status.DOWN),
        (0, 0, None, 0, 0, Status.OK),
    ],
)
def test_ingestion_is_judged(
    pending: int, failed: int, oldest: float | None, alive: int, wanted: int, status: Status
) -> None:
    check = ingestion_check(
        pending=pending, failed=failed, oldest_pending_s=oldest, workers_alive=alive, workers_wanted=wanted
    )
    assert check.status is status

"""Composition of upkeep: the jobs with their settings, and the task that starts them."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack

from graph_schema.store import GraphStore
from service.config import Settings
from service.ingestion import stop
from service.jobs.decay import HALF_LIVES, Decay
from service.jobs.registry import jobs_of
from service.jobs.runner import Budget, Runner
from service.jobs.scheduler import Scheduler
from service.jobs.upkeep import Upkeep
from service.ports import Clock, Embedder


def decay_of(settings: Settings) -> Decay:
    """How memories fade by these settings."""
    return Decay(
        half_life_days=settings.half_life_days,
        half_lives={**HALF_LIVES, **{str(kind): days for kind, days in settings.half_lives.items()}},
        idle_days=settings.archive_idle_days,
        least_importance=settings.archive_importance,
        least_strength=settings.archive_strength,
    )


def start_upkeep(
    settings: Settings, store: GraphStore, clock: Clock, embedder: Embedder, stack: AsyncExitStack
) -> Upkeep:
    """Upkeep whose scheduler runs until the stack is closed; an instance without workers only runs jobs by hand.

    Raises:
        ConfigurationError: a schedule is wrong; names the job.
    """
    decay = decay_of(settings)
    jobs = jobs_of(decay, embedder.calibration)
    budget = Budget(seconds=settings.job_seconds)
    runner = Runner(store, clock, jobs, budget, embed=embedder.embed_passages)
    scheduler = Scheduler(store, clock, runner, settings.jobs)
    if settings.workers:
        stack.push_async_callback(stop, [asyncio.create_task(scheduler.run(), name="jobs")])
    return Upkeep(store, clock, runner, scheduler.schedules, decay)

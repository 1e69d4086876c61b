"""The jobs there are."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from service.jobs.conflicts import ConflictResolution
from service.jobs.decay import Decay
from service.jobs.job import BeliefJob, Job
from service.jobs.near_duplicates import NearDuplicates
from service.jobs.patterns import Patterns
from service.jobs.sameness import same_words
from service.jobs.summaries import Summaries
from service.ports import Calibration


def jobs_of(decay: Decay, calibration: Calibration) -> tuple[Job | BeliefJob, ...]:
    """Every job, in the order in which they follow one another in a night; `calibration` is the embedder's."""

    def falling() -> Mapping[str, Any]:
        return {"rate": decay.rate, "period_days": decay.period_days}

    return (
        BeliefJob(
            "resolve_conflicts",
            "Brings every timeline in line with what was said and with the catalogue.",
            "50 2 * * *",
            ConflictResolution(),
        ),
        BeliefJob(
            "merge_near_duplicates",
            "Makes one fact of those that say the same value of the same subject in other words.",
            "0 3 * * *",
            NearDuplicates(same_words(calibration)),
        ),
        BeliefJob(
            "consolidate_patterns",
            "Makes patterns of what somebody did again and again, and of what is left when some of it goes.",
            "5 3 * * *",
            Patterns(),
        ),
        BeliefJob(
            "refresh_summaries",
            "Keeps the summaries of people and things in line with the facts that hold, and rolls sessions up.",
            "40 3 * * *",
            Summaries(),
            label="Entity",
        ),
        Job("expire_ttl", "Puts facts away whose time to live is over.", "10 3 * * *"),
        Job("decay_importance", "Lets the importance of idle facts fall.", "20 3 * * *", parameters=falling),
        Job(
            "archive_cold",
            "Moves facts and turns that have gone cold out of the hot part of the indexes.",
            "30 3 * * *",
            labels=("Fact", "Episode"),
            parameters=lambda: asdict(decay),
        ),
    )

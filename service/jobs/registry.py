"""The jobs there are."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from service.jobs.decay import Decay
from service.jobs.job import Job


def jobs_of(decay: Decay) -> tuple[Job, ...]:
    """Every job, in the order in which they follow one another in a night."""

    def falling() -> Mapping[str, Any]:
        return {"rate": decay.rate, "period_days": decay.period_days}

    return (
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

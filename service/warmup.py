"""Running each read once at start, so that the database has planned it before the first caller asks."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable

from graph_schema.errors import GraphError
from graph_schema.ids import new_uuid
from service.contract import EntityFilter, EpisodeFilter, FactFilter, MemoryKind, RecallInput
from service.errors import EverwhenError
from service.reads.reads import Reads
from service.recall.recall import Recall

log = logging.getLogger(__name__)


async def warm_up(reads: Reads, recall: Recall) -> None:
    """Asks about a group that does not exist; a read that fails is logged and left to the first caller.

    Args:
        reads: the read side.
        recall: one whose recorder is not running, so that no record is kept.
    """
    nobody = (f"warm-up {new_uuid()}",)
    question = RecallInput(nobody, "Where did Ana move in 2024? 小李搬到哪里？", kinds=tuple(MemoryKind))
    calls: tuple[Callable[[], Awaitable[object]], ...] = (
        lambda: recall.recall(question),
        lambda: reads.facts(FactFilter(nobody)),
        lambda: reads.entities(EntityFilter(nobody)),
        lambda: reads.episodes(EpisodeFilter(nobody)),
        lambda: reads.operations(nobody),
        lambda: reads.info(nobody),
    )
    for call in calls:
        try:
            await call()
        except (GraphError, EverwhenError) as error:
            log.info("a query could not be warmed up: %s", error)

"""The pipeline that reads turns, in English and in Chinese."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from datetime import UTC, datetime

from extractors.candidates import Turn
from extractors.registry import default_pipeline
from graph_schema.model import Role
from service.cli.checks.finding import Finding, failed, ok
from service.config import Settings

_SAMPLES = {"English": "Ana lives in Lisbon.", "Chinese": "我住在上海。"}
_SAID = datetime(2026, 1, 1, tzinfo=UTC)


async def check(settings: Settings) -> AsyncGenerator[Finding]:
    """Whether facts are read out of a plain sentence of each language."""
    del settings
    extractor = await asyncio.to_thread(default_pipeline)
    turns = [Turn(text, Role.USER, _SAID) for text in _SAMPLES.values()]
    for language, found in zip(_SAMPLES, await asyncio.to_thread(extractor.extract, turns), strict=True):
        part, text = f"reading {language}", _SAMPLES[language]
        if found.mentions and found.facts:
            yield ok(part, f"“{text}” gives {found.facts[0].predicate}")
        else:
            remedy = "install Everwhen again, from its lock file; a language model is damaged"
            yield failed(part, f"nothing is read out of “{text}”", remedy)

"""The pipeline that reads turns, in English and in Chinese."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from datetime import UTC, datetime

from extractors.candidates import Turn
from graph_schema.model import Role
from service.adapters.extractors.factory import build_ledger, build_local, build_remote
from service.cli.checks.finding import Finding, failed, ok
from service.config import Settings
from service.errors import ConfigurationError

_SAMPLES = {"English": "Ana lives in Lisbon.", "Chinese": "我住在上海。"}
_SAID = datetime(2026, 1, 1, tzinfo=UTC)


async def check(settings: Settings) -> AsyncGenerator[Finding]:
    """Whether facts are read out of a plain sentence of each language, and a language model's settings are complete."""
    try:
        extractor = await asyncio.to_thread(build_local, settings)
    except ConfigurationError as error:
        yield failed("reading", str(error), "correct the setting")
        return
    samples = {lang: text for lang, text in _SAMPLES.items() if lang != "English" or "spacy" in settings.extractors}
    turns = [Turn(text, Role.USER, _SAID) for text in samples.values()]
    for language, found in zip(samples, await asyncio.to_thread(extractor.extract, turns), strict=True):
        part, text = f"reading {language}", samples[language]
        if found.mentions and found.facts:
            yield ok(part, f"“{text}” gives {found.facts[0].predicate}")
        else:
            remedy = "install Everwhen again, from its lock file; a language model is damaged"
            yield failed(part, f"nothing is read out of “{text}”", remedy)
    if settings.remote_extractor is not None:
        yield await _remote(settings)


async def _remote(settings: Settings) -> Finding:
    """Whether the extractor over a network has the settings it needs; nothing is sent to it."""
    part = f"extractor {settings.remote_extractor}"
    try:
        remote = build_remote(settings, build_ledger(settings))
    except ConfigurationError as error:
        return failed(part, str(error), "correct the setting")
    if remote is not None:
        await remote.aclose()
    return ok(part, f"{settings.llm_model}, asked only once turns are stored")

"""The whole service with a language model: rules first, the model later, on settings alone."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from graph_schema.model import EpisodeState
from service.config import parse_settings
from service.contract import EpisodeInput, FactFilter, RememberInput, WaitFor
from service.runtime import open_runtime
from tests.support.chat import chat_endpoint
from tests.support.rereading import likes, sent

GROUP = "llm"


async def test_the_model_reads_after_the_rules_and_its_cost_is_shown(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    with chat_endpoint(likes) as endpoint:
        settings = parse_settings(
            **{"neo4j_uri": None, "data_dir": tmp_path_factory.mktemp("data"), "token": None, "neo4j_heap_mb": 512},
            **{"extractors": "rules,spacy,openai", "llm_model": "m", "llm_base_url": endpoint.url},
            **{"llm_prompt_price": 1000.0, "llm_wait_s": 0.5, "poll_s": 0.1},
        )
        async with open_runtime(settings) as running:
            said = ("I like lapsang.", "I live in Porto.", "I like rye bread.")
            turns = tuple(EpisodeInput(text, actor="Ana") for text in said)
            request = RememberInput(GROUP, turns, wait_for=WaitFor.EXTRACTED)
            result = await running.memory.remember(request)
            assert {episode.state for episode in result.episodes} == {EpisodeState.EXTRACTED}
            info = await _caught_up(running.memory)
            assert sent(endpoint) == [list(said)]
            assert [usage.calls for usage in info.usage] == [1]
            assert info.usage[0].cost == pytest.approx(0.1)
            assert [name.split("@")[0] for name in info.extractors] == ["rules", "openai"]
            facts = await running.memory.facts(FactFilter((GROUP,)))
            about = {(edge.node.predicate, edge.node.value) for edge in facts.edges}
            assert ("likes", "lapsang") in about
            assert await running.memory.reextract(GROUP, outdated=True) == 0
            assert await running.memory.reextract(GROUP) == 3
            await _caught_up(running.memory)
            again = await running.memory.facts(FactFilter((GROUP,)))
            assert {edge.node.uuid for edge in again.edges} == {edge.node.uuid for edge in facts.edges}


async def _caught_up(memory: Any) -> Any:
    """The service's state once no turn waits to be read again."""
    for _ in range(300):
        info = await memory.info((GROUP,))
        if not info.rereading.waiting:
            return info
        await asyncio.sleep(0.1)
    raise AssertionError("turns still wait to be read again after 30 s")

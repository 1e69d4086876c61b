"""A graphiti extractor over a running endpoint."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
from openai import AsyncOpenAI

from extractors.graphiti.extractor import GraphitiExtractor
from extractors.llm.dialect import Dialects
from extractors.llm.outcomes import PREPARATION
from extractors.llm.settings import LLMSettings
from extractors.pipeline import Pipeline
from extractors.registry import build_pipeline
from tests.support.chat import ChatEndpoint, Reply, chat_endpoint


@pytest.fixture(scope="session")
def graphiti_preparation() -> Pipeline:
    return build_pipeline(PREPARATION, "preparation")


@pytest.fixture
def served_graphiti(graphiti_preparation: Pipeline) -> Any:
    """Opens an extractor and the endpoint that it talks to."""

    @asynccontextmanager
    async def serve(
        answer: Callable[[dict[str, Any], int], Reply], dialects: Dialects | None = None, **settings: Any
    ) -> AsyncIterator[tuple[GraphitiExtractor, ChatEndpoint]]:
        with chat_endpoint(answer) as endpoint:
            extractor = GraphitiExtractor(
                AsyncOpenAI(api_key="key", base_url=endpoint.url),
                LLMSettings(**({"model": "m", "timeout_s": 20.0, "retries": 0} | settings)),
                dialects=dialects or Dialects(),
                preparation=graphiti_preparation,
            )
            try:
                yield extractor, endpoint
            finally:
                await extractor.aclose()

    return serve

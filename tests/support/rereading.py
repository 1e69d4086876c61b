"""The later pass run by hand: a bench whose turns are read again by a language model that the test scripts."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from openai import AsyncOpenAI

from extractors.llm.dialect import Dialects
from extractors.llm.extractor import OpenAIExtractor
from extractors.llm.ledger import Ledger
from extractors.llm.settings import Budget, LLMSettings, Prices
from extractors.merge import Strategy
from graph_schema.store import GraphStore
from service.ingest.commit import Commit
from service.ingest.requeue import Requeue
from service.ingest.reread import Reread
from service.ingest.rereader import Rereader, RereadPace
from service.ingest.second import SecondReader
from service.ingest.usage import UsageBook
from tests.support.chat import ChatEndpoint, Reply, chat_endpoint, completion, turns_sent
from tests.support.ingestion import Bench

Answer = Callable[[dict[str, Any], int], Reply]

PRICES = Prices(prompt_per_million=1_000.0, completion_per_million=1_000.0)
"""So that the 120 tokens of a scripted call cost .12."""


def likes(body: dict[str, Any], number: int) -> Reply:
    """Reads "I like X." in each turn, and nothing else."""
    del number
    turns = [{"turn": turn["turn"], "mentions": [], "facts": _likes(turn["text"])} for turn in turns_sent(body)]
    return completion({"turns": turns})


def _likes(text: str) -> list[dict[str, Any]]:
    if not text.startswith("I like "):
        return []
    return [
        {
            "subject": "SPEAKER",
            "subject_type": "person",
            "predicate": "likes",
            "verb": None,
            "object": text.removeprefix("I like ").rstrip("."),
            "object_type": "literal",
            "polarity": "positive",
            "modality": "asserted",
            "time": None,
            "time_role": "none",
            "quote": text.rstrip("."),
            "confidence": 0.9,
        }
    ]


class Later(Bench):
    """A bench with a later pass; without `client` the pass reads by the local extractor alone."""

    def __init__(
        self,
        store: GraphStore,
        group_id: str,
        client: AsyncOpenAI | None = None,
        *,
        strategy: Strategy = Strategy.CASCADE,
        budget: Budget | None = None,
        **pace: Any,
    ) -> None:
        super().__init__(store, group_id)
        self.ledger = Ledger(PRICES, budget or Budget())
        self.remote = None
        if client is not None:
            settings = LLMSettings("m", timeout_s=20.0, retries=0, prices=PRICES, max_output_tokens=200)
            self.remote = OpenAIExtractor(client, settings, ledger=self.ledger, dialects=Dialects())
            self.commit = Commit(store, self.embedder.embed_passages, again_s=0.0)
            self.worker._commit = self.commit
        self.second = SecondReader(self.reader, self.extractor.version, self.remote, strategy)
        usage = None if client is None else UsageBook(store, self.ledger, "openai")
        paced = RereadPace(**{"backoff_s": 0.001, "gather_s": 0.0, "attempts": 3, "longest_s": 0.01, **pace})
        self.reread = Reread(store, self.commit)
        self.rereader = Rereader(store, self.second, self.reread, usage, paced)
        self.requeue = Requeue(store, self.second)

    async def read_again(self, most: int = 100) -> int:
        """Reads this group's turns that are due again until none is; how many readings that took."""
        read = 0
        for _ in range(most):
            found = await self.rereader.read_due(self.group_id)
            if not found:
                return read
            read += found
        raise AssertionError(f"turns are still due to be read again after {most} batches")

    async def episode(self, uuid: str) -> dict[str, Any]:
        (row,) = await self.store.read("read/episodes_by_uuid", uuids=[uuid])
        return row["episode"]


@asynccontextmanager
async def later(
    store: GraphStore, group_id: str, answer: Answer = likes, **options: Any
) -> AsyncIterator[tuple[Later, ChatEndpoint]]:
    """A bench whose model is served by `answer`."""
    with chat_endpoint(answer) as endpoint:
        bench = Later(store, group_id, AsyncOpenAI(api_key="key", base_url=endpoint.url), **options)
        try:
            yield bench, endpoint
        finally:
            assert bench.remote is not None
            await bench.remote.aclose()


def sent(endpoint: ChatEndpoint) -> list[list[str]]:
    """The texts of each call."""
    return [[turn["text"] for turn in turns_sent(json.loads(json.dumps(body)))] for body in endpoint.requests]

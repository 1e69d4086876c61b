"""Reads turns with a language model behind any OpenAI-compatible chat endpoint, one call for a batch of them."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from openai import AsyncOpenAI

from extractors.candidates import Turn
from extractors.llm.batch import BatchReader
from extractors.llm.client import ChatClient
from extractors.llm.dialect import SHARED, Dialects
from extractors.llm.ledger import Ledger
from extractors.llm.metered import MeteredChat
from extractors.llm.outcomes import PREPARATION, Outcome, outcomes, pieces_to_send
from extractors.llm.pieces import batches_of
from extractors.llm.prompt import VERSION
from extractors.llm.reading import NAME
from extractors.llm.settings import LLMSettings
from extractors.llm.vocabulary import Vocabulary
from extractors.pipeline import Pipeline
from extractors.registry import build_pipeline


class OpenAIExtractor:
    """Mentions and facts of turns as a language model reads them, checked against the turns; safe to share.

    System turns, JSON and empty turns are not sent: the rules read what there is. Nothing of a turn's reading comes
    from another turn, so that a batch may mix conversations.

    Attributes:
        name: the extractor's name, recorded with everything it finds.
    """

    name = NAME

    def __init__(
        self,
        client: AsyncOpenAI,
        settings: LLMSettings,
        *,
        ledger: Ledger | None = None,
        dialects: Dialects = SHARED,
        preparation: Pipeline | None = None,
    ) -> None:
        """An extractor over `client`, which it owns from now on.

        Args:
            client: with its address and key; retries are those of the settings.
            settings: the model and its limits.
            ledger: where usage is counted; one of its own, with the prices and budget of the settings, by default.
            dialects: where is remembered what the endpoint understands.
            preparation: pipeline that assigns what `PREPARATION` does.
        """
        self.ledger = ledger or Ledger(settings.prices, settings.budget)
        self._client = client
        self._settings = settings
        self._preparation = preparation or build_pipeline(PREPARATION, "preparation")
        chat = MeteredChat(ChatClient(client, settings.retries, settings.max_answer_bytes), self.ledger)
        self._batches = BatchReader(chat, settings, dialects)

    @property
    def version(self) -> str:
        """Model, prompt and what prepares the turns; changes whenever the output may, but for a group's vocabulary."""
        return f"{self._settings.model}/p{VERSION}/{self._preparation.version}"

    async def extract(
        self, turns: Sequence[Turn], *, account: str = "default", vocabulary: Vocabulary | None = None
    ) -> list[Outcome]:
        """One Extraction a turn in the order given, or an `Unread` that says why there is none; raises nothing.

        Args:
            turns: any number, packed into calls of `batch_turns` and `batch_chars`.
            account: whose budget pays, the turns' group.
            vocabulary: the group's predicates and entity types, the shipped ones by default.
        """
        known = vocabulary or Vocabulary()
        documents = await asyncio.to_thread(self._preparation.documents, turns)
        pieces = pieces_to_send(documents, self._settings.batch_chars)
        batches = list(batches_of(pieces, self._settings.batch_turns, self._settings.batch_chars))
        parts = await asyncio.gather(*(self._batches.read(batch, known, account) for batch in batches))
        readings = {piece: reading for part in parts for piece, reading in part.items()}
        version = f"{self.version}/{known.digest}"
        return await asyncio.to_thread(
            outcomes, documents, pieces, readings, known, extractor=self.name, version=version
        )

    async def aclose(self) -> None:
        """Closes the connections."""
        await self._client.close()

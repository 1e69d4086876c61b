"""Reads turns by graphiti-core's own steps and prompts, behind any OpenAI-compatible chat endpoint."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from importlib.metadata import version as package_version

from openai import AsyncOpenAI

from extractors.candidates import Turn
from extractors.graphiti.reader import NAME, PieceSteps
from extractors.llm.client import ChatClient
from extractors.llm.dialect import SHARED, Dialects
from extractors.llm.ledger import Ledger
from extractors.llm.metered import MeteredChat
from extractors.llm.outcomes import PREPARATION, Outcome, outcomes, pieces_to_send
from extractors.llm.settings import LLMSettings
from extractors.llm.vocabulary import Vocabulary
from extractors.pipeline import Pipeline
from extractors.registry import build_pipeline

_MAPPING = "1"
"""Changes whenever what is made of graphiti's answers does."""


class GraphitiExtractor:
    """Mentions and facts as graphiti extracts them, checked against the turns; safe to share.

    Each turn is read by itself with up to two calls. System turns, JSON and empty turns are not sent.

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
            settings: the model and its limits; `timeout_s` holds for both calls of a turn.
            ledger: where usage is counted; one of its own, with the prices and budget of the settings, by default.
            dialects: where is remembered what the endpoint understands.
            preparation: pipeline that assigns what `PREPARATION` does.
        """
        self.ledger = ledger or Ledger(settings.prices, settings.budget)
        self._client = client
        self._settings = settings
        self._preparation = preparation or build_pipeline(PREPARATION, "preparation")
        chat = MeteredChat(ChatClient(client, settings.retries, settings.max_answer_bytes), self.ledger)
        self._steps = PieceSteps(chat, settings, dialects)

    @property
    def version(self) -> str:
        """Model, graphiti-core and what prepares the turns; changes whenever the output may, but for a vocabulary."""
        graphiti = package_version("graphiti-core")
        return f"{self._settings.model}/g{graphiti}/m{_MAPPING}/{self._preparation.version}"

    async def extract(
        self, turns: Sequence[Turn], *, account: str = "default", vocabulary: Vocabulary | None = None
    ) -> list[Outcome]:
        """One Extraction a turn in the order given, or an `Unread` that says why there is none; raises nothing.

        Args:
            turns: any number; `parallel` of them are read at a time.
            account: whose budget pays, the turns' group.
            vocabulary: the group's predicates and entity types, the shipped ones by default.
        """
        known = vocabulary or Vocabulary()
        documents = await asyncio.to_thread(self._preparation.documents, turns)
        pieces = pieces_to_send(documents, self._settings.batch_chars)
        read = await self._steps.read(pieces, known, account)
        version = f"{self.version}/{known.digest}"
        return await asyncio.to_thread(outcomes, documents, pieces, read, known, extractor=self.name, version=version)

    async def aclose(self) -> None:
        """Closes the connections."""
        await self._client.close()

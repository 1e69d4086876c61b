"""graphiti's own OpenAI-compatible client for one piece of a turn, over our metered and bounded calls."""

from __future__ import annotations

import asyncio
import json
from types import SimpleNamespace
from typing import Any, cast

from pydantic import BaseModel

from extractors.graphiti.core import (
    DEFAULT_MAX_TOKENS,
    LLMConfig,
    Message,
    ModelSize,
    OpenAIGenericClient,
    StructuredOutputMode,
)
from extractors.graphiti.items import sound_items
from extractors.llm.dialect import Dialect, Format
from extractors.llm.metered import MeteredChat
from extractors.llm.settings import LLMSettings


class PieceClient(OpenAIGenericClient):
    """Builds and reads requests as graphiti does; what goes over the wire is paid for by the account.

    Attributes:
        complete: whether every answer so far was written to its end.
    """

    def __init__(self, chat: MeteredChat, settings: LLMSettings, dialect: Dialect, account: str) -> None:
        self.complete = True
        self._chat = chat
        self._settings = settings
        self._dialect = dialect
        self._account = account
        self._wanted: type[BaseModel] = BaseModel
        mode: StructuredOutputMode = "json_schema" if dialect.format is Format.SCHEMA else "json_object"
        completions = SimpleNamespace(create=self._create)
        super().__init__(
            LLMConfig(api_key="unused", model=settings.model, temperature=0),
            client=SimpleNamespace(chat=SimpleNamespace(completions=completions)),
            max_tokens=settings.max_output_tokens,
            structured_output_mode=mode,
        )

    async def _generate_response(
        self,
        messages: list[Message],
        response_model: type[BaseModel] | None = None,
        max_tokens: int = DEFAULT_MAX_TOKENS,
        model_size: ModelSize = ModelSize.medium,
        *,
        model: str | None = None,
    ) -> dict[str, Any]:
        """One answer; the base class's own retries, with pauses of minutes, have no cause: ours lie below it."""
        if response_model is None:
            raise TypeError("every step of graphiti's extraction names a response model")
        self._wanted = response_model
        return await super()._generate_response(messages, response_model, max_tokens, model_size, model=model)

    async def _create(self, **body: Any) -> SimpleNamespace:
        """What stands in for the endpoint's `chat.completions.create`: the answer reduced to its sound items."""
        most = min(cast("int", body["max_tokens"]), self._settings.max_output_tokens)
        answer = await self._chat.ask(self._spoken(body, most), self._account, most)
        items, whole = await asyncio.to_thread(sound_items, answer.text, self._wanted)
        self.complete = self.complete and whole and not answer.cut
        message = SimpleNamespace(content=json.dumps(items, ensure_ascii=False))
        return SimpleNamespace(choices=[SimpleNamespace(message=message)])

    def _spoken(self, body: dict[str, Any], most: int) -> dict[str, Any]:
        """The request in the endpoint's dialect."""
        spoken = {name: value for name, value in body.items() if name != "max_tokens"} | {self._dialect.limit: most}
        if not self._dialect.temperature:
            del spoken["temperature"]
        if self._dialect.format is Format.TEXT:
            del spoken["response_format"]
        return spoken

"""Calls of a chat endpoint that are paid for: reserved before, counted after, whatever becomes of them."""

from __future__ import annotations

import asyncio
from typing import Any

from extractors.llm.client import Answer, ChatClient
from extractors.llm.ledger import Ledger, estimate_tokens
from extractors.llm.outcome import LLMError, Reason


class MeteredChat:
    """Asks an endpoint in an account's name."""

    def __init__(self, chat: ChatClient, ledger: Ledger) -> None:
        self._chat = chat
        self._ledger = ledger

    @property
    def url(self) -> str:
        """The endpoint's address."""
        return self._chat.url

    async def ask(self, body: dict[str, Any], account: str, max_output_tokens: int) -> Answer:
        """The answer to one request, counted by the endpoint's own numbers where it gives them, else by estimate.

        Raises:
            LLMError: for the reason `budget`, the account cannot pay; otherwise as `ChatClient.ask`.
        """
        expected = sum(estimate_tokens(message["content"]) for message in body["messages"])
        reserved = self._ledger.reserve(account, expected, max_output_tokens)
        prompt, completion, calls, estimated = 0, 0, 0, False
        try:
            answer = await self._chat.ask(body)
            counted = answer.prompt_tokens is not None and answer.completion_tokens is not None
            prompt = expected if answer.prompt_tokens is None else answer.prompt_tokens
            written = answer.completion_tokens
            completion = estimate_tokens(answer.text) if written is None else written
            calls, estimated = 1, not counted
        except asyncio.CancelledError:
            prompt, calls, estimated = expected, 1, True
            raise
        except LLMError as error:
            if error.reason in (Reason.TIMEOUT, Reason.UNREADABLE):
                prompt, calls, estimated = expected, 1, True
            raise
        finally:
            self._ledger.settle(account, reserved, prompt, completion, calls=calls, estimated=estimated)
        return answer

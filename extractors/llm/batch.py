"""One batch of pieces through the endpoint: budget, dialect, deadline, and what is known of each piece afterwards."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from extractors.llm.answers import RawTurn, read_answer
from extractors.llm.client import Answer, Refused
from extractors.llm.dialect import Dialect, Dialects, Format
from extractors.llm.metered import MeteredChat
from extractors.llm.outcome import LLMError, Reason
from extractors.llm.pieces import Piece
from extractors.llm.prompt import messages
from extractors.llm.settings import LLMSettings
from extractors.llm.vocabulary import Vocabulary

MOST_STEPS = 5
"""Calls at most for one batch while the endpoint's dialect is found out."""

Readings = dict[Piece, RawTurn | LLMError]


class BatchReader:
    """Reads batches, at most `parallel` at a time."""

    def __init__(self, chat: MeteredChat, settings: LLMSettings, dialects: Dialects) -> None:
        self._chat = chat
        self._settings = settings
        self._dialects = dialects
        self._slots = asyncio.Semaphore(settings.parallel)

    async def read(self, batch: Sequence[Piece], vocabulary: Vocabulary, account: str) -> Readings:
        """What the model wrote about each piece, or the fault that left it unread; raises nothing.

        A batch that is refused by an endpoint which has taken others is halved, so that one piece it will not have
        costs no other its reading.
        """
        readings: Readings = {}
        try:
            async with self._slots, asyncio.timeout(self._settings.timeout_s):
                await self._read(batch, vocabulary, account, readings)
        except TimeoutError:
            late = LLMError(
                Reason.TIMEOUT,
                f"the language model's endpoint {self._chat.url} took over {self._settings.timeout_s:g} s with all "
                "retries: see that it is not overloaded, send smaller batches, or raise timeout_s",
            )
            readings |= {piece: late for piece in batch if piece not in readings}
        return readings

    async def _read(self, batch: Sequence[Piece], vocabulary: Vocabulary, account: str, into: Readings) -> None:
        try:
            found = await self._converse(batch, vocabulary, account)
        except Refused as error:
            if len(batch) > 1 and self._dialects.get(self._chat.url, self._settings.model) is not None:
                middle = len(batch) // 2
                await self._read(batch[:middle], vocabulary, account, into)
                await self._read(batch[middle:], vocabulary, account, into)
                return
            into.update(dict.fromkeys(batch, error))
        except LLMError as error:
            into.update(dict.fromkeys(batch, error))
        else:
            missing = LLMError(Reason.INCOMPLETE, "the model's answer left this turn out: read it again later")
            into.update({piece: found.get(number, missing) for number, piece in enumerate(batch, 1)})

    async def _converse(self, batch: Sequence[Piece], vocabulary: Vocabulary, account: str) -> dict[int, RawTurn]:
        """The items by number, in the first dialect that the endpoint answers readably in."""
        known = self._dialects.get(self._chat.url, self._settings.model)
        dialect: Dialect | None = known or Dialect()
        fault = LLMError(Reason.UNREADABLE, "the endpoint takes our request in no form that we know")
        for _ in range(MOST_STEPS):
            if dialect is None:
                break
            try:
                answer = await self._ask(batch, vocabulary, account, dialect)
            except Refused as error:
                fault = error
                dialect = dialect.after_refusal(error.said) or (None if known else dialect.narrowed())
                continue
            found = await asyncio.to_thread(read_answer, answer.text, len(batch))
            if found:
                self._dialects.learn(self._chat.url, self._settings.model, dialect)
                return found
            fault = _unreadable(answer, self._settings.model)
            dialect = None if known else dialect.narrowed()
        raise fault

    async def _ask(self, batch: Sequence[Piece], vocabulary: Vocabulary, account: str, dialect: Dialect) -> Answer:
        """One call, paid for by the account."""
        sent = messages(batch, vocabulary, with_schema=dialect.format is not Format.SCHEMA)
        body = dialect.parameters(self._settings.model, sent, vocabulary, self._settings.max_output_tokens)
        return await self._chat.ask(body, account, self._settings.max_output_tokens)


def _unreadable(answer: Answer, model: str) -> LLMError:
    if answer.cut:
        return LLMError(
            Reason.INCOMPLETE,
            f"{model} reached the limit of tokens before it had read one turn: raise max_output_tokens, or send fewer",
        )
    return LLMError(Reason.UNREADABLE, f"{model} wrote nothing that can be read as an extraction: try another model")

"""Pieces of turns through graphiti's steps: deadline, dialect, and what is known of each piece afterwards."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from extractors.graphiti.client import PieceClient
from extractors.graphiti.items import Unsuited
from extractors.graphiti.mapping import PieceMapper
from extractors.graphiti.steps import Found, Ontology, read_piece
from extractors.llm.answers import RawTurn
from extractors.llm.batch import MOST_STEPS
from extractors.llm.client import Refused
from extractors.llm.dialect import Dialect, Dialects
from extractors.llm.metered import MeteredChat
from extractors.llm.outcome import LLMError, Reason
from extractors.llm.outcomes import Readings
from extractors.llm.pieces import Piece
from extractors.llm.settings import LLMSettings
from extractors.llm.vocabulary import Vocabulary

NAME = "graphiti"


class PieceSteps:
    """Reads pieces, at most `parallel` at a time."""

    def __init__(self, chat: MeteredChat, settings: LLMSettings, dialects: Dialects) -> None:
        self._chat = chat
        self._settings = settings
        self._dialects = dialects
        self._slots = asyncio.Semaphore(settings.parallel)

    async def read(self, pieces: Sequence[Piece], vocabulary: Vocabulary, account: str) -> Readings:
        """What graphiti made of each piece, or the fault that left it unread; raises nothing."""
        ontology = Ontology(vocabulary)
        read = await asyncio.gather(*(self._read(piece, vocabulary, ontology, account) for piece in pieces))
        return dict(zip(pieces, read, strict=True))

    async def _read(self, piece: Piece, vocabulary: Vocabulary, ontology: Ontology, account: str) -> RawTurn | LLMError:
        try:
            async with self._slots, asyncio.timeout(self._settings.timeout_s):
                found = await self._converse(piece, ontology, account)
                return await asyncio.to_thread(lambda: PieceMapper(piece, vocabulary).raw(found))
        except TimeoutError:
            message = (
                f"the language model's endpoint {self._chat.url} took over {self._settings.timeout_s:g} s for "
                "graphiti's steps: see that it is not overloaded, or raise timeout_s"
            )
            return LLMError(Reason.TIMEOUT, message)
        except LLMError as error:
            return error
        except Exception as error:  # noqa: BLE001 - any fault in graphiti's code belongs to the turn it failed on
            message = f"graphiti-core failed on this turn ({type(error).__name__}: {str(error)[:200]}): report it"
            return LLMError(Reason.UNREADABLE, message)

    async def _converse(self, piece: Piece, ontology: Ontology, account: str) -> Found:
        """What graphiti finds, in the first dialect that the endpoint answers readably in."""
        known = self._dialects.get(self._chat.url, self._settings.model)
        dialect: Dialect | None = known or Dialect()
        fault = LLMError(Reason.UNREADABLE, "the endpoint takes graphiti's requests in no form that we know")
        for _ in range(MOST_STEPS):
            if dialect is None:
                break
            try:
                found = await read_piece(piece, ontology, PieceClient(self._chat, self._settings, dialect, account))
            except Refused as error:
                fault = error
                dialect = dialect.after_refusal(error.said) or (None if known else dialect.narrowed())
            except Unsuited as error:
                fault = error
                dialect = None if known else dialect.narrowed()
            else:
                self._dialects.learn(self._chat.url, self._settings.model, dialect)
                return found
        raise fault

"""A group's own vocabulary in the graph: read with every batch, so that each worker has the one that holds now."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import Any, Protocol

from graph_schema.ids import group_token, new_uuid
from graph_schema.store import GraphStore, Transaction
from graph_schema.vocabulary import NO_VOCABULARY, GroupVocabulary, VocabularyError, stored_vocabulary
from graph_schema.vocabulary_checks import check_vocabulary
from service.beliefs.audit import VOCABULARY, Author, Effects, record
from service.beliefs.locked import locked_change
from service.beliefs.slots import Change, Embed
from service.contract import VocabularyChange
from service.errors import Conflict, InvalidInput

Row = dict[str, Any]


class Run(Protocol):
    """Runs a named query: a transaction's `run`, or a store's `read`."""

    def __call__(self, name: str, /, **params: Any) -> Awaitable[list[Row]]:
        """The rows."""
        ...


async def vocabulary_of(run: Run, group_id: str) -> GroupVocabulary:
    """The group's own vocabulary; the same object as long as it stays the same."""
    rows = await run("read/vocabulary", group_id=group_id)
    return stored_vocabulary(rows[0]["vocabulary"]) if rows else NO_VOCABULARY


async def put_vocabulary(tx: Transaction, group_id: str, vocabulary: GroupVocabulary) -> GroupVocabulary:
    """Gives the group another vocabulary; returns the one it had."""
    before = await vocabulary_of(tx.run, group_id)
    await tx.run("write/set_vocabulary", group_id=group_id, vocabulary=vocabulary.text or None)
    return before


class Vocabularies:
    """Reads and changes groups' own vocabularies."""

    def __init__(self, store: GraphStore, embed: Embed) -> None:
        """`embed` is what every change to a group is given."""
        self._store = store
        self._embed = embed

    async def read(self, group_id: str) -> GroupVocabulary:
        """The vocabulary that holds now, empty where the group has none of its own."""
        return await vocabulary_of(self._store.read, group_id)

    async def change(self, group_id: str, vocabulary: GroupVocabulary, author: Author) -> VocabularyChange:
        """The operation by which turns of the group are read by another vocabulary from now on.

        What was read before stays as it is until it is read again. The group is made where it does not exist yet.

        Raises:
            InvalidInput: the vocabulary cannot be used; the error names the entry.
            Conflict: the group has this vocabulary already.
        """
        try:
            check_vocabulary(vocabulary)
        except VocabularyError as error:
            raise InvalidInput(f"vocabulary.{error.place}", error.problem, error.allowed) from error

        async def work(tx: Transaction, change: Change) -> Row:
            (group,) = await tx.run(
                "write/ensure_group", group_id=group_id, group_token=group_token(group_id), uuid=new_uuid()
            )
            before = await put_vocabulary(tx, group_id, vocabulary)
            if before.text == vocabulary.text:
                raise Conflict("vocabulary", "the group has this vocabulary already")
            effects = Effects(vocabulary=before.text)
            return await record(tx, change, VOCABULARY, author, group_id=group_id, ids=[group["uuid"]], effects=effects)

        operation = await locked_change(self._store, self._embed, group_id, work, "operations/vocabulary")
        return VocabularyChange(operation, vocabulary)

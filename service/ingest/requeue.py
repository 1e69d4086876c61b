"""Asking for turns to be read again: they are marked, page by page, and the later pass reads them."""

from __future__ import annotations

from collections.abc import Sequence

from graph_schema.store import GraphStore
from service.beliefs.vocabulary import vocabulary_of
from service.ingest.second import SecondReader

_PAGE = 5_000


class Requeue:
    """Marks turns for the later pass."""

    def __init__(self, store: GraphStore, second: SecondReader) -> None:
        """`second` knows by which version turns would be read now."""
        self._store = store
        self._second = second

    async def reextract(self, group_id: str, uuids: Sequence[str], *, outdated: bool) -> int:
        """How many turns are to be read again: those named, else all that were read.

        Turns that are not to be extracted, were skipped or revised, or still wait for their first reading are left out;
        one that waits already starts over.

        Args:
            group_id: of the turns.
            uuids: all of the group's when empty.
            outdated: only those not read by the present version, where none is named.
        """
        if uuids:
            rows = await self._store.write("write/queue_named_rereads", group_id=group_id, uuids=list(uuids))
            return rows[0]["queued"] if rows else 0
        version = self._second.version(await vocabulary_of(self._store.read, group_id)) if outdated else None
        queued, after = 0, -1
        while True:
            rows = await self._store.write(
                "write/queue_rereads", group_id=group_id, version=version, after=after, most=_PAGE
            )
            queued += sum(row["queued"] for row in rows)
            if not rows or rows[0]["last"] is None:
                return queued
            after = rows[0]["last"]

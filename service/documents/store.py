"""Stored chunks of a document, read and put in their new places."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from graph_schema.model import Tier
from graph_schema.store import GraphStore
from service.contract import EpisodeView
from service.documents.align import Key
from service.documents.place import KEY, document_id_of, is_removed
from service.views import episode_view


@dataclass(frozen=True, slots=True)
class Stored:
    """The latest episode of a chunk."""

    episode: EpisodeView

    @property
    def external_id(self) -> str:
        """The chunk's id."""
        return self.episode.external_id or ""

    @property
    def key(self) -> Key:
        """What it is compared by."""
        return (self.episode.source_description or "", self.episode.content)

    @property
    def removed(self) -> bool:
        """Whether the document no longer has it."""
        return is_removed(self.episode.metadata)


class ChunkStore:
    """Chunks of documents in the graph."""

    def __init__(self, store: GraphStore) -> None:
        self._store = store

    async def chunks(self, group_id: str, document_id: str) -> list[Stored]:
        """The latest episode of each chunk the document ever had, in the order of the last import."""
        rows = await self._store.read("read/document_chunks", group_id=group_id, prefix=f"{document_id}#")
        views = [episode_view(row["episode"]) for row in rows]
        return sorted(
            (Stored(view) for view in views if document_id_of(view.metadata) == document_id),
            key=lambda chunk: int(chunk.episode.metadata[KEY].get("chunk") or 0),
        )

    async def place(self, placed: Sequence[tuple[str, Any]], removed: Sequence[str]) -> None:
        """Gives chunks (by uuid) their new metadata, and takes what stands for removed ones out of the hot tier."""
        rows = [{"uuid": uuid, "metadata": _text(metadata)} for uuid, metadata in placed]
        if rows:
            await self._store.write("write/place_chunks", chunks=rows)
        if removed:
            await self._store.write("write/hide_chunks", uuids=list(removed), tier=Tier.COLD.value)


def _text(metadata: Any) -> str:
    return json.dumps(metadata, ensure_ascii=False, sort_keys=True)

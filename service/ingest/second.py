"""Reading turns again: by the local extractors, by one over a network where there is one, and both merged."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from extractors.candidates import Extraction
from extractors.llm.outcome import Unread
from extractors.llm.vocabulary import Vocabulary
from extractors.merge import Strategy, merge
from graph_schema.vocabulary import NO_VOCABULARY, GroupVocabulary
from service.ingest.reader import Reader, turn_of
from service.ports import RemoteExtractor

Row = dict[str, Any]
Outcome = Extraction | Unread | Exception


@dataclass(frozen=True, slots=True)
class SecondReader:
    """Reads stored turns with all extractors there are.

    Attributes:
        reader: of the local extractors.
        local_version: of these.
        remote: the extractor over a network, None without one.
        strategy: how what both found goes together.
        remote_first: whether the remote one is trusted more.
    """

    reader: Reader
    local_version: str
    remote: RemoteExtractor | None
    strategy: Strategy
    remote_first: bool = False

    def version(self, vocabulary: GroupVocabulary = NO_VOCABULARY) -> str:
        """Changes whenever what is read in a group of this vocabulary may."""
        local = vocabulary.versioned(self.local_version)
        if self.remote is None:
            return local
        order = "first" if self.remote_first else "last"
        return f"{local}+{self.remote.name}:{self.remote.version}:{self.strategy.value}:{order}"

    async def read(
        self, group_id: str, episodes: Sequence[Row], vocabulary: GroupVocabulary = NO_VOCABULARY
    ) -> dict[str, Outcome]:
        """The merged reading of each turn by uuid, or why there is none, in which case it keeps the one it has.

        Args:
            group_id: whose budget pays.
            episodes: turns that may be read, none of which the caller asked not to extract.
            vocabulary: of the group.
        """
        local = await self.reader.extract(episodes, vocabulary)
        read = [episode for episode in episodes if isinstance(local[episode["uuid"]], Extraction)]
        if self.remote is None or not read:
            return dict(local)
        turns = [turn_of(episode, vocabulary) for episode in read]
        outcomes = await self.remote.extract(turns, account=group_id, vocabulary=Vocabulary.of(vocabulary))
        found: dict[str, Outcome] = dict(local)
        for episode, outcome in zip(read, outcomes, strict=True):
            first = local[episode["uuid"]]
            if isinstance(outcome, Extraction) and isinstance(first, Extraction):
                found[episode["uuid"]] = self._merged(first, outcome, vocabulary)
            else:
                found[episode["uuid"]] = outcome
        return found

    def _merged(self, local: Extraction, remote: Extraction, vocabulary: GroupVocabulary) -> Extraction:
        found = [remote, local] if self.remote_first else [local, remote]
        return merge(found, self.strategy, vocabulary.catalogue)

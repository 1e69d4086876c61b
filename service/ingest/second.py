"""Reading turns again: by the local extractors, by one over a network where there is one, and both merged."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from extractors.candidates import Extraction
from extractors.llm.outcome import Unread
from extractors.merge import Strategy, merge
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

    @property
    def version(self) -> str:
        """Changes whenever what is read may."""
        if self.remote is None:
            return self.local_version
        order = "first" if self.remote_first else "last"
        return f"{self.local_version}+{self.remote.name}:{self.remote.version}:{self.strategy.value}:{order}"

    async def read(self, group_id: str, episodes: Sequence[Row]) -> dict[str, Outcome]:
        """The merged reading of each turn by uuid, or why there is none, in which case it keeps the one it has.

        Args:
            group_id: whose budget pays.
            episodes: turns that may be read, none of which the caller asked not to extract.
        """
        local = await self.reader.extract(episodes)
        read = [episode for episode in episodes if isinstance(local[episode["uuid"]], Extraction)]
        if self.remote is None or not read:
            return dict(local)
        turns = [turn_of(episode) for episode in read]
        outcomes = await self.remote.extract(turns, account=group_id, vocabulary=None)
        found: dict[str, Outcome] = dict(local)
        for episode, outcome in zip(read, outcomes, strict=True):
            first = local[episode["uuid"]]
            if isinstance(outcome, Extraction) and isinstance(first, Extraction):
                found[episode["uuid"]] = self._merged(first, outcome)
            else:
                found[episode["uuid"]] = outcome
        return found

    def _merged(self, local: Extraction, remote: Extraction) -> Extraction:
        return merge([remote, local] if self.remote_first else [local, remote], self.strategy)

"""A turn between its reading and its commit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from extractors.candidates import Extraction
from graph_schema.model import Role
from service.ingest.speaker import Speaker
from service.ports import Vectors

Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class ReadTurn:
    """A turn with what was read out of it.

    Attributes:
        episode: properties of its node.
        extraction: None when it is deliberately not read (`doNotExtract`, or a gate stopped it).
        vector: (dimensions,) float32 of its search text.
    """

    episode: Row
    extraction: Extraction | None
    vector: Vectors

    @property
    def uuid(self) -> str:
        """The turn's uuid."""
        return self.episode["uuid"]

    @property
    def speaker(self) -> Speaker:
        """Who speaks, and to whom."""
        episode = self.episode
        return Speaker(
            Role(episode["role"]), episode.get("actor"), episode.get("tool_name"), tuple(episode["participants"])
        )

"""Who speaks to whom in a turn, and what a reader of facts needs besides the text."""

from __future__ import annotations

from dataclasses import dataclass

from extractors.candidates import EntityRef, Mention, Reference, Turn
from extractors.document import Document
from graph_schema.model import Role
from graph_schema.predicates import Catalogue

USER = "user"
ASSISTANT = "assistant"


@dataclass(frozen=True, slots=True)
class Scene:
    """A document with its speaking entities.

    Attributes:
        addressee: whom "you" means; None where that is several people or an assistant, about whom nothing is kept.
    """

    document: Document
    speaker: EntityRef
    addressee: EntityRef | None
    catalogue: Catalogue

    @property
    def turn(self) -> Turn:
        """The turn being read."""
        return self.document.turn

    @property
    def content(self) -> str:
        """The stored text."""
        return self.document.content

    def is_own(self, predicate: str) -> bool:
        """Whether the predicate is one of the group's own."""
        return predicate in self.turn.vocabulary.own

    def mention_at(self, start: int, end: int) -> Mention | None:
        """The longest mention that overlaps `[start, end)`."""
        found = [m for m in self.document.mentions if m.start < end and start < m.end]
        return max(found, key=lambda m: m.end - m.start, default=None)


def scene_of(document: Document) -> Scene:
    """The scene of a document's turn."""
    turn = document.turn
    if turn.role is Role.ASSISTANT:
        speaker, other = turn.actor or ASSISTANT, _only(turn) or USER
    else:
        speaker, other = turn.actor or USER, _only(turn)
    addressee = EntityRef(other, "person", Reference.ADDRESSEE) if other else None
    kind = "agent" if turn.role is Role.ASSISTANT and not turn.actor else "person"
    return Scene(document, EntityRef(speaker, kind, Reference.SPEAKER), addressee, turn.vocabulary.catalogue)


def _only(turn: Turn) -> str | None:
    others = [name for name in turn.participants if name != turn.actor]
    return others[0] if len(others) == 1 else None

"""What a Chinese clause says of its subject, before it is read."""

from __future__ import annotations

from dataclasses import dataclass

from extractors.candidates import EntityRef, TimeMention
from extractors.facts.chinese.clauses import Named, Piece
from extractors.facts.claim import Claim
from extractors.facts.scene import Scene


@dataclass(frozen=True, slots=True)
class Saying:
    """What is said of a subject: `content[at:end]` of a clause."""

    subject: Named
    at: int
    end: int
    piece: Piece
    sureness: float
    times: tuple[TimeMention, ...]

    def text(self, scene: Scene) -> str:
        """The words after the subject."""
        return scene.content[self.at : self.end]

    def claim(self, predicate: str, target: EntityRef | str, confidence: float) -> Claim:
        """A claim about the subject, with the clause as its evidence."""
        sure = confidence * self.sureness * self.subject.sureness
        start = min(self.piece.start, self.at)
        return Claim(self.subject.entity, predicate, target, start, self.piece.end, sure)

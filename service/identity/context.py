"""What is said around a name, for telling apart those who share it."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from service.ports import Calibration

Vectors = npt.NDArray[np.float32]

KEPT = 8
"""Turns of each entity that count: the latest that named it."""


@dataclass(slots=True)
class Contexts:
    """The turns in which each entity was named lately, as vectors.

    Attributes:
        calibration: what cosines of the embedder mean; None where there is no embedder, and nothing is near.
    """

    calibration: Calibration | None = None
    _turns: dict[Hashable, list[Vectors]] = field(default_factory=dict[Hashable, list[Vectors]])

    def add(self, entity: Hashable, turns: Iterable[Vectors]) -> None:
        """Adds turns that named the entity, latest last."""
        kept = [*self._turns.get(entity, ()), *(turn for turn in turns if turn.size)]
        self._turns[entity] = kept[-KEPT:]

    def nearness(self, entity: Hashable, turn: Vectors | None) -> float:
        """How near a turn is to the nearest one that named the entity.

        Returns:
            0 for the cosine at which two texts are just related, 1 for that of a repetition; 0 where nothing is known.
        """
        turns = self._turns.get(entity)
        if self.calibration is None or turn is None or not turn.size or not turns:
            return 0.0
        cosine = float(max(turn @ other for other in turns))
        span = self.calibration.duplicate - self.calibration.related
        return min(1.0, max(0.0, (cosine - self.calibration.related) / span))

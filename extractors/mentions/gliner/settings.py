"""Which GLiNER model reads, what it is asked for, and how sure it must be."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal

from extractors.mentions.gliner.engine import GlinerError

EngineName = Literal["fast-gliner", "gliner"]

LABELS: Mapping[str, str] = MappingProxyType(
    {
        "person": "person",
        "organization": "organization",
        "location": "location",
        "product": "product",
        "event": "event",
        "creative work": "work",
        "food": "food",
        "animal": "animal",
    }
)
"""What the model is asked for, in its words, and the entity type that each stands for."""
_TYPE = re.compile(r"[^\W\d_A-Z][^\WA-Z]*(?:[ -][^\WA-Z]+)*")


@dataclass(frozen=True)
class GlinerSettings:
    """A model and how it is used.

    Attributes:
        model: a folder, or the name of a model on the hub.
        engine: `fast-gliner` runs an ONNX export without torch; `gliner` runs the published weights by torch.
        file: the ONNX file in the folder; by default `onnx/model.onnx`, or the only one there is.
        labels: what the model is asked for → entity type.
        threshold: least score of a name, 0–1.
        thresholds: the same for single entity types.
        window_words: longest part of a text that is read at once; no more than the model can take.
        batch_windows: parts that the model reads in one go.
    """

    model: str
    engine: EngineName = "fast-gliner"
    file: str | None = None
    labels: Mapping[str, str] = field(default_factory=lambda: dict(LABELS))
    threshold: float = 0.5
    thresholds: Mapping[str, float] = field(default_factory=dict[str, float])
    window_words: int = 200
    batch_windows: int = 8

    def __post_init__(self) -> None:
        """Checks the values.

        Raises:
            GlinerError: one is out of range.
        """
        if not self.model.strip():
            raise GlinerError("the GLiNER model has no name: give a folder, or the name of a model on the hub")
        for name, value in (("threshold", self.threshold), *self.thresholds.items()):
            if not 0 < value < 1:
                raise GlinerError(f"the GLiNER threshold {name}={value} is not between 0 and 1")
        if self.window_words < 1 or self.batch_windows < 1:
            raise GlinerError("GLiNER windows and batches need at least one word and one window")
        unknown = [name for name in self.thresholds if name not in self.labels.values()]
        if unknown:
            raise GlinerError(
                f"GLiNER thresholds are set for {', '.join(unknown)}, which no label stands for; "
                f"types: {', '.join(dict.fromkeys(self.labels.values()))}"
            )

    @property
    def least(self) -> float:
        """The lowest threshold there is."""
        return min((self.threshold_of(kind) for kind in self.labels.values()), default=self.threshold)

    def threshold_of(self, kind: str) -> float:
        """Least score of a name of this entity type."""
        return self.thresholds.get(kind, self.threshold)

    @property
    def digest(self) -> str:
        """Changes with whatever changes the output, the model left out."""
        said = repr((sorted(self.labels.items()), self.threshold, sorted(self.thresholds.items()), self.window_words))
        return hashlib.sha256(said.encode()).hexdigest()[:8]


def parse_labels(said: str) -> dict[str, str]:
    """The labels asked for by default and those of `said`, such as `medicine, company=organization`.

    Raises:
        GlinerError: an item is malformed.
    """
    labels = dict(LABELS)
    for item in _items(said):
        label, _, kind = (part.strip() for part in item.partition("="))
        kind = kind or label.lower()
        if not label or not _TYPE.fullmatch(kind):
            raise GlinerError(f"{item!r} is no GLiNER label: write LABEL or LABEL=TYPE, types in lower case")
        labels[label] = kind
    return labels


def parse_thresholds(said: str) -> dict[str, float]:
    """Thresholds by entity type, such as `person=0.6, work=0.8`.

    Raises:
        GlinerError: an item is malformed.
    """
    thresholds: dict[str, float] = {}
    for item in _items(said):
        kind, _, value = (part.strip() for part in item.partition("="))
        try:
            thresholds[kind] = float(value)
        except ValueError as error:
            raise GlinerError(f"{item!r} is no GLiNER threshold: write TYPE=NUMBER, such as person=0.6") from error
    return thresholds


def _items(said: str) -> list[str]:
    return [item.strip() for item in said.split(",") if item.strip()]

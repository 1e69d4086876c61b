"""What a step of the extraction pipeline is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from extractors.document import Document


class Component(Protocol):
    """One step: reads what earlier steps assigned, assigns its own; safe to call from several threads.

    `process` sets the attributes that it assigns and never appends to what a former call left: the pipeline calls it
    again, document by document, when a batch fails.
    """

    @property
    def name(self) -> str:
        """Unique in the pipeline, e.g. `mentions.english`."""
        ...

    @property
    def version(self) -> str:
        """Changes whenever the output for some text may change."""
        ...

    @property
    def assigns(self) -> tuple[str, ...]:
        """Attributes of `Document` that it sets, of `document.ATTRIBUTES`."""
        ...

    @property
    def requires(self) -> tuple[str, ...]:
        """Attributes that earlier components must have assigned."""
        ...

    def process(self, documents: Sequence[Document]) -> None:
        """Fills the documents in place."""
        ...

"""What a step of the extraction pipeline is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from extractors.document import Document


class Component(Protocol):
    """One step: reads what earlier steps assigned, assigns its own; safe to call from several threads.

    `process` sets the attributes that it assigns, it never appends to what a former call left: the pipeline calls it again,
    document by document, when a batch fails.

    Attributes:
        name: unique in the pipeline, e.g. `mentions.english`.
        version: changes whenever the output for some text may change.
        assigns: attributes of `Document` that it sets, of `document.ATTRIBUTES`.
        requires: attributes that earlier components must have assigned.
    """

    @property
    def name(self) -> str: ...

    @property
    def version(self) -> str: ...

    @property
    def assigns(self) -> tuple[str, ...]: ...

    @property
    def requires(self) -> tuple[str, ...]: ...

    def process(self, documents: Sequence[Document]) -> None:
        """Fills the documents in place."""
        ...

"""A declared pipeline: its components are checked against each other before any text is read."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence

from extractors.candidates import Extraction, Turn
from extractors.component import Component
from extractors.document import ATTRIBUTES, Document


class PipelineError(ValueError):
    """The pipeline as declared cannot work; the message names the component and what is available."""


class ExtractionError(Exception):
    """Some turns of a batch could not be read; the others were.

    Attributes:
        failures: what went wrong, by the turn's position in the batch.
        extractions: one for each turn in the order given, None for those that failed.
    """

    def __init__(self, failures: dict[int, Exception], extractions: list[Extraction | None]) -> None:
        first = next(iter(failures.values()))
        super().__init__(
            f"{len(failures)} of {len(extractions)} turns could not be read, first: {type(first).__name__}: {first}; "
            "park those turns, keep the others, and retry once the component is mended"
        )
        self.failures = failures
        self.extractions = extractions


class Pipeline:
    """Components in order, as one `Extractor`.

    Attributes:
        name: the extractor's name, recorded with everything it finds.
        version: digest of the components' names and versions.
    """

    def __init__(self, components: Iterable[Component], name: str = "rules") -> None:
        """Checks the declarations.

        Raises:
            PipelineError: two components share a name, an attribute is unknown, or one requires what none
                before it assigns.
        """
        self.components = tuple(components)
        self.name = name
        _check(self.components)
        described = "\n".join(f"{component.name}@{component.version}" for component in self.components)
        self.version = hashlib.sha256(described.encode()).hexdigest()[:12]

    def extract(self, turns: Sequence[Turn]) -> list[Extraction]:
        """One Extraction a turn, in the order given.

        Raises:
            ExtractionError: a component failed on some turns; the error carries what was read of the others.
        """
        documents = self.documents(turns)
        failures = {index: result for index, result in enumerate(documents) if isinstance(result, Exception)}
        extractions = [None if isinstance(result, Exception) else result.result(self.version) for result in documents]
        if failures:
            raise ExtractionError(failures, extractions)
        return [extraction for extraction in extractions if extraction is not None]

    def documents(self, turns: Sequence[Turn]) -> list[Document | Exception]:
        """The working documents after the last component, or what stopped each, in the order given."""
        results: list[Document | Exception] = [Document(turn) for turn in turns]
        for component in self.components:
            good = [(index, result) for index, result in enumerate(results) if isinstance(result, Document)]
            for index, failure in _apply(component, good):
                results[index] = failure
        return results


def _apply(component: Component, documents: list[tuple[int, Document]]) -> list[tuple[int, Exception]]:
    """Runs a component over a batch and, should that fail, over each document to find which ones it fails on."""
    try:
        component.process([document for _, document in documents])
    except Exception as error:  # noqa: BLE001 - any fault in a component belongs to the turn it failed on
        if len(documents) == 1:
            return [(documents[0][0], error)]
        return [failure for pair in documents for failure in _apply(component, [pair])]
    return []


def _check(components: Sequence[Component]) -> None:
    assigned: set[str] = set()
    names: set[str] = set()
    for component in components:
        if component.name in names:
            raise PipelineError(f"two components are named {component.name!r}; give each its own name")
        for attribute in (*component.assigns, *component.requires):
            if attribute not in ATTRIBUTES:
                raise PipelineError(
                    f"{component.name} names the unknown attribute {attribute!r}; available: {', '.join(ATTRIBUTES)}"
                )
        missing = [attribute for attribute in component.requires if attribute not in assigned]
        if missing:
            raise PipelineError(
                f"{component.name} requires {', '.join(missing)}, which nothing before it assigns; "
                f"available there: {', '.join(sorted(assigned)) or 'nothing'}; put a component that assigns it earlier"
            )
        names.add(component.name)
        assigned.update(component.assigns)

"""The predicate catalogue: what each predicate means for conflicts, time and wording."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from pathlib import Path

from graph_schema.model import FactKind

_FILE = Path(__file__).with_name("predicates.toml")


class Cardinality(StrEnum):
    """Whether one value at a time may hold, or many."""

    SINGLE = "single"
    MULTI = "multi"


class Temporal(StrEnum):
    """A state holds over an interval; an event, once it has occurred, stays true."""

    STATE = "state"
    EVENT = "event"


@dataclass(frozen=True, slots=True)
class Predicate:
    """One entry of the catalogue.

    Attributes:
        name: snake_case, e.g. `works_at`.
        object_type: entity type of the object, or None when the object is a literal.
        inverse: predicate that holds the other way round, or None.
        synonyms: verbs and phrases by language (`en`, `zh`) that map to it.
    """

    name: str
    cardinality: Cardinality
    temporal: Temporal
    kind: FactKind
    object_type: str | None
    inverse: str | None
    symmetric: bool
    synonyms: dict[str, tuple[str, ...]]


class Catalogue:
    """Predicates by name; an unlisted name is a multi-valued state with a literal or entity object."""

    def __init__(self, predicates: dict[str, Predicate]) -> None:
        self._predicates = predicates

    def __iter__(self):
        return iter(self._predicates.values())

    def __len__(self) -> int:
        return len(self._predicates)

    def get(self, name: str) -> Predicate:
        """The entry, or the cautious default for an unlisted predicate."""
        known = self._predicates.get(name)
        return known or Predicate(
            name, Cardinality.MULTI, Temporal.STATE, FactKind.FACT, None, None, symmetric=False, synonyms={}
        )


@lru_cache(maxsize=1)
def load_catalogue() -> Catalogue:
    """The shipped catalogue, read from predicates.toml.

    Raises:
        ValueError: an entry is malformed; the message names it.
    """
    entries = tomllib.loads(_FILE.read_text(encoding="utf-8"))
    return Catalogue({name: _parse(name, entry) for name, entry in entries.items()})


def _parse(name: str, entry: dict[str, object]) -> Predicate:
    raise NotImplementedError

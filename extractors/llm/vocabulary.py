"""The predicates and entity types that a model may use, a group's own among them."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field

from graph_schema.predicates import Catalogue, load_catalogue
from graph_schema.vocabulary import GroupVocabulary

ENTITY_TYPES = ("person", "organization", "location", "product", "event", "work", "food", "animal", "thing")
"""Types that the rules use for what is named in prose; what has a form (url, email …) is left to them."""
LITERAL = "literal"
"""Stands in a fact for the type of an object that is no entity."""


@dataclass(frozen=True)
class Vocabulary:
    """What the schema, the prompt and the reading of answers are built from.

    Attributes:
        entity_types: in lower case; `thing` stands for whatever is none of them.
    """

    catalogue: Catalogue = field(default_factory=load_catalogue)
    entity_types: tuple[str, ...] = ENTITY_TYPES

    @classmethod
    def of(cls, group: GroupVocabulary) -> Vocabulary:
        """The shipped vocabulary with a group's own."""
        *named, thing = ENTITY_TYPES
        return cls(group.catalogue, (*named, *(entry.name for entry in group.entity_types), thing))

    @property
    def predicates(self) -> tuple[str, ...]:
        """Names of the catalogue without families, in its order."""
        return tuple(entry.name for entry in self.catalogue if not entry.name.endswith("_*"))

    @property
    def digest(self) -> str:
        """Changes whenever a predicate or a type does."""
        return hashlib.sha256("\n".join((*self.predicates, "", *self.entity_types)).encode()).hexdigest()[:8]

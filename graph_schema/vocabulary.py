"""A group's own vocabulary: entity types and predicates beside the shipped ones."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, cast

from graph_schema.predicates import LANGUAGES, Catalogue, Predicate, ValueType, load_catalogue, read_predicates

_WORDING = "_wording"


class VocabularyError(ValueError):
    """A vocabulary cannot be used.

    Attributes:
        place: the entry and its field, such as `predicates.prescribed.en`.
        problem: what is wrong there.
        allowed: what would be right.
    """

    def __init__(self, place: str, problem: str, allowed: str) -> None:
        super().__init__(f"{place}: {problem}; allowed: {allowed}")
        self.place = place
        self.problem = problem
        self.allowed = allowed


@dataclass(frozen=True, slots=True)
class EntityType:
    """A type of entity of a group's own.

    Attributes:
        name: snake_case, e.g. `medicine`.
        names: names of entities that are known to be of it, in any language.
    """

    name: str
    names: tuple[str, ...] = ()


@dataclass(frozen=True)
class GroupVocabulary:
    """What a group's turns may name and state beyond what every group's may.

    Attributes:
        entity_types: of the group's own.
        predicates: of the group's own.
    """

    entity_types: tuple[EntityType, ...] = ()
    predicates: tuple[Predicate, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.entity_types or self.predicates)

    @cached_property
    def own(self) -> frozenset[str]:
        """Names of the predicates of the group's own."""
        return frozenset(entry.name for entry in self.predicates)

    @cached_property
    def catalogue(self) -> Catalogue:
        """The shipped predicates and, after them, the group's own."""
        shipped = load_catalogue()
        if not self.predicates:
            return shipped
        return Catalogue({entry.name: entry for entry in (*shipped, *self.predicates)})

    @cached_property
    def tables(self) -> dict[str, Any]:
        """The vocabulary as plain tables, as `read_vocabulary` takes them."""
        return {
            "types": {entry.name: {"names": list(entry.names)} for entry in self.entity_types},
            "predicates": {entry.name: _table(entry) for entry in self.predicates},
        }

    @cached_property
    def text(self) -> str:
        """The vocabulary as JSON, the same for the same vocabulary; empty where there is nothing in it."""
        return json.dumps(self.tables, ensure_ascii=False) if self else ""

    @cached_property
    def digest(self) -> str:
        """Changes whenever the vocabulary does; empty where there is nothing in it."""
        return hashlib.sha256(self.text.encode()).hexdigest()[:8] if self else ""

    def versioned(self, version: str) -> str:
        """The version of a reading by this vocabulary, of what reads by the shipped one as `version`."""
        return f"{version}/{self.digest}" if self else version


NO_VOCABULARY = GroupVocabulary()
"""Of a group without any of its own."""


def _table(entry: Predicate) -> dict[str, Any]:
    table: dict[str, Any] = {
        "cardinality": entry.cardinality.value,
        "temporal": entry.temporal.value,
        "kind": entry.kind.value,
        "symmetric": entry.symmetric,
    }
    if entry.object_type is not None:
        table["object_type"] = entry.object_type
    if entry.inverse is not None:
        table["inverse"] = entry.inverse
    if entry.value_type is not ValueType.TEXT:
        table["value_type"] = entry.value_type.value
    table |= {language: list(entry.synonyms.get(language, ())) for language in LANGUAGES}
    return table | {f"{language}{_WORDING}": wording for language, wording in entry.wordings.items()}


def read_vocabulary(tables: Mapping[str, object]) -> GroupVocabulary:
    """A vocabulary from tables: `types`, each with its `names`, and `predicates` in the form of predicates.toml.

    Raises:
        VocabularyError: a table is malformed; the error names it. `check_vocabulary` checks what the tables say.
    """
    unknown = sorted(set(tables) - {"types", "predicates"})
    if unknown:
        raise VocabularyError(unknown[0], "unknown table", "types and predicates")
    types = _tables(tables, "types")
    try:
        predicates = read_predicates(_tables(tables, "predicates"))
    except ValueError as error:
        raise VocabularyError("predicates", str(error), "entries in the form of the shipped catalogue") from error
    return GroupVocabulary(
        tuple(_entity_type(name, entry) for name, entry in types.items()), tuple(predicates.values())
    )


def _tables(tables: Mapping[str, object], key: str) -> Mapping[str, object]:
    found = tables.get(key, {})
    if not isinstance(found, Mapping):
        raise VocabularyError(key, "is no table", f"[{key}.NAME] for each entry")
    return cast("Mapping[str, object]", found)


def _entity_type(name: str, entry: object) -> EntityType:
    place, allowed = f"types.{name}", 'a table with names = ["…"], or an empty one'
    fields = cast("Mapping[str, object]", entry) if isinstance(entry, Mapping) else None
    if fields is None or set(fields) - {"names"}:
        raise VocabularyError(place, "is malformed", allowed)
    names = fields.get("names", [])
    said = cast("list[object]", names) if isinstance(names, list) else None
    if said is None or not all(isinstance(item, str) for item in said):
        raise VocabularyError(f"{place}.names", "is no list of names", allowed)
    return EntityType(name, tuple(str(item) for item in said))


@lru_cache(maxsize=512)
def stored_vocabulary(text: str | None) -> GroupVocabulary:
    """The vocabulary that is stored as `text`; the same object for the same text."""
    return read_vocabulary(json.loads(text)) if text else NO_VOCABULARY

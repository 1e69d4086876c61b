"""The predicate catalogue: what each predicate means for conflicts, time and wording."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import lru_cache
from pathlib import Path
from typing import TypeVar, cast

from graph_schema.model import FactKind

LANGUAGES = ("en", "zh")
"""Languages with synonyms in the catalogue."""
_FILE = Path(__file__).with_name("predicates.toml")
_FAMILY = "_*"
_NAME = re.compile(r"[a-z][a-z0-9_]*(_\*)?")
_WORDING = "_wording"
_KEYS = frozenset(
    {
        *("cardinality", "temporal", "kind", "object_type", "value_type", "inverse", "symmetric"),
        *LANGUAGES,
        *(f"{language}{_WORDING}" for language in LANGUAGES),
    }
)

Choice = TypeVar("Choice", bound=StrEnum)


class Cardinality(StrEnum):
    """Whether one value at a time may hold, or many."""

    SINGLE = "single"
    MULTI = "multi"


class Temporal(StrEnum):
    """A state holds over an interval; an event, once it has occurred, stays true."""

    STATE = "state"
    EVENT = "event"


class ValueType(StrEnum):
    """What a literal object is: words, or something that is compared and shown as it is written."""

    TEXT = "text"
    NUMBER = "number"
    QUANTITY = "quantity"
    MONEY = "money"
    DATE = "date"
    EMAIL = "email"
    PHONE = "phone"
    URL = "url"
    PATH = "path"
    IDENTIFIER = "identifier"


@dataclass(frozen=True, slots=True)
class Predicate:
    """One entry of the catalogue.

    Attributes:
        name: snake_case, e.g. `works_at`.
        object_type: entity type of the object, or None when the object is a literal.
        inverse: predicate that holds the other way round, or None.
        value_type: what the object is where it is a literal.
        synonyms: verbs and phrases by language (`en`, `zh`) that map to it.
        wordings: how a claim is put into words, by language, with `{o}` for the object; the first synonym by default.
    """

    name: str
    cardinality: Cardinality
    temporal: Temporal
    kind: FactKind
    object_type: str | None
    inverse: str | None
    symmetric: bool
    synonyms: dict[str, tuple[str, ...]]
    value_type: ValueType = ValueType.TEXT
    wordings: dict[str, str] = field(default_factory=dict[str, str])


class Catalogue:
    """Predicates by name; an unlisted name is a multi-valued state with a literal or entity object.

    An entry whose name ends in `_*` is a family: it answers for every name with that beginning.
    """

    def __init__(self, predicates: dict[str, Predicate]) -> None:
        self._predicates = predicates
        self._families = {name[:-1]: entry for name, entry in predicates.items() if name.endswith(_FAMILY)}
        self._synonyms: dict[str, dict[str, str]] = {language: {} for language in LANGUAGES}
        for entry in predicates.values():
            for language, phrases in entry.synonyms.items():
                self._synonyms[language].update(dict.fromkeys(phrases, entry.name))

    def __iter__(self) -> Iterator[Predicate]:
        return iter(self._predicates.values())

    def __len__(self) -> int:
        return len(self._predicates)

    def __contains__(self, name: str) -> bool:
        """Whether the name is listed, by itself or through a family."""
        return name in self._predicates or self._family(name) is not None

    def get(self, name: str) -> Predicate:
        """The entry, or the cautious default for an unlisted predicate."""
        known = self._predicates.get(name)
        if known:
            return known
        family = self._family(name)
        if family:
            return replace(family, name=name, synonyms={})
        return Predicate(
            name, Cardinality.MULTI, Temporal.STATE, FactKind.FACT, None, None, symmetric=False, synonyms={}
        )

    def by_synonym(self, language: str, phrase: str) -> str | None:
        """Name of the predicate that the phrase states in the language, None for an unlisted phrase."""
        return self._synonyms.get(language, {}).get(phrase)

    def synonyms(self, language: str) -> Mapping[str, str]:
        """Every listed phrase of the language with the name of its predicate."""
        return self._synonyms.get(language, {})

    def canonical(self, name: str) -> tuple[str, bool]:
        """The direction in which a claim is stored, and whether subject and object change places for it.

        Of an inverse pair the single-valued one is stored, else the one listed first, so that one claim said both ways
        is one fact.
        """
        entry = self.get(name)
        if entry.inverse is None:
            return name, False
        other = self.get(entry.inverse)
        if entry.cardinality is not other.cardinality:
            return (name, False) if entry.cardinality is Cardinality.SINGLE else (other.name, True)
        first = next(item.name for item in self if item.name in (name, other.name))
        return first, first != name

    def _family(self, name: str) -> Predicate | None:
        return next((entry for prefix, entry in self._families.items() if name.startswith(prefix)), None)


@lru_cache(maxsize=1)
def load_catalogue() -> Catalogue:
    """The shipped catalogue, read from predicates.toml.

    Raises:
        ValueError: an entry is malformed; the message names it.
    """
    return read_catalogue(_FILE.read_text(encoding="utf-8"))


def read_catalogue(text: str) -> Catalogue:
    """A catalogue from TOML in the form of predicates.toml, every entry and every pair of entries checked.

    Raises:
        ValueError: an entry is malformed; the message names it.
    """
    return Catalogue(read_predicates(tomllib.loads(text)))


def read_predicates(tables: Mapping[str, object]) -> dict[str, Predicate]:
    """Entries by name from tables in the form of predicates.toml, every entry and every pair of entries checked.

    Raises:
        ValueError: an entry is malformed; the message names it.
    """
    predicates = {name: _parse(name, entry) for name, entry in tables.items()}
    check_pairs(predicates)
    return predicates


def check_pairs(predicates: Mapping[str, Predicate]) -> None:
    """Returns if inverses name one another and no phrase stands for two predicates.

    Raises:
        ValueError: they do not; the message names the entry.
    """
    _check_inverses(predicates)
    _check_synonyms(predicates)


def _parse(name: str, entry: object) -> Predicate:
    if not _NAME.fullmatch(name):
        raise ValueError(f"predicate [{name}]: names are snake_case, with an optional ending '_*' for a family")
    if not isinstance(entry, dict):
        raise ValueError(f"predicate [{name}]: write it as a table, [{name}]")
    fields = cast("dict[str, object]", entry)
    unknown = sorted(set(fields) - _KEYS)
    if unknown:
        raise ValueError(f"predicate [{name}]: unknown key {unknown[0]!r}; allowed are {', '.join(sorted(_KEYS))}")
    return Predicate(
        name=name,
        cardinality=_choice(name, fields, "cardinality", Cardinality),
        temporal=_choice(name, fields, "temporal", Temporal),
        kind=_choice(name, fields, "kind", FactKind),
        object_type=_text(name, fields, "object_type"),
        inverse=_text(name, fields, "inverse"),
        symmetric=_flag(name, fields, "symmetric"),
        synonyms={language: _phrases(name, fields, language) for language in LANGUAGES},
        value_type=_choice(name, {"value_type": ValueType.TEXT, **fields}, "value_type", ValueType),
        wordings=_wordings(name, fields),
    )


def _choice(name: str, fields: dict[str, object], key: str, choices: type[Choice]) -> Choice:
    value = fields.get(key)
    allowed = [str(choice) for choice in choices]
    if not isinstance(value, str) or value not in allowed:
        raise ValueError(f"predicate [{name}]: {key} must be one of {', '.join(allowed)}, not {value!r}")
    return choices(value)


def _text(name: str, fields: dict[str, object], key: str) -> str | None:
    value = fields.get(key)
    if value is None or (isinstance(value, str) and value):
        return value
    raise ValueError(f"predicate [{name}]: {key} must be a non-empty string, not {value!r}")


def _flag(name: str, fields: dict[str, object], key: str) -> bool:
    value = fields.get(key, False)
    if isinstance(value, bool):
        return value
    raise ValueError(f"predicate [{name}]: {key} must be true or false, not {value!r}")


def _phrases(name: str, fields: dict[str, object], language: str) -> tuple[str, ...]:
    value = fields.get(language, [])
    phrases = cast("list[object]", value) if isinstance(value, list) else None
    if phrases is None or not all(isinstance(phrase, str) and phrase.strip() == phrase != "" for phrase in phrases):
        raise ValueError(f"predicate [{name}]: {language} must be a list of trimmed, non-empty strings, not {value!r}")
    return tuple(str(phrase) for phrase in phrases)


def _wordings(name: str, fields: dict[str, object]) -> dict[str, str]:
    found = {language: _text(name, fields, f"{language}{_WORDING}") for language in LANGUAGES}
    return {language: wording for language, wording in found.items() if wording is not None}


def _check_inverses(predicates: Mapping[str, Predicate]) -> None:
    for name, entry in predicates.items():
        if entry.inverse is None:
            continue
        other = predicates.get(entry.inverse)
        if other is None or other.inverse != name:
            raise ValueError(f"predicate [{name}]: inverse {entry.inverse!r} must be listed with inverse = {name!r}")
        if entry.symmetric:
            raise ValueError(f"predicate [{name}]: a symmetric predicate is its own inverse; drop one of the two")


def _check_synonyms(predicates: Mapping[str, Predicate]) -> None:
    for language in LANGUAGES:
        owners: dict[str, str] = {}
        for name, entry in predicates.items():
            for phrase in entry.synonyms[language]:
                if phrase in owners:
                    raise ValueError(f"predicate [{name}]: {language} synonym {phrase!r} is also in [{owners[phrase]}]")
                owners[phrase] = name

"""Whether a group's own vocabulary goes together with the shipped one."""

from __future__ import annotations

import re
from collections.abc import Iterable

from graph_schema.predicates import Predicate, ValueType, check_pairs, load_catalogue
from graph_schema.vocabulary import EntityType, GroupVocabulary, VocabularyError

SHIPPED_TYPES = frozenset(
    {
        *("person", "organization", "location", "product", "event", "work", "food", "animal", "thing", "agent"),
        *("url", "email", "file", "ticket", "tag", "code", "literal"),
    }
)
"""Entity types that every group has, and words that stand for none."""
MOST_TYPES, MOST_PREDICATES, MOST_NAMES, MOST_PHRASES = 50, 200, 500, 50
LONGEST_NAME = 100
_NAME = re.compile(r"[a-z][a-z0-9_]{0,39}")
_SNAKE = "snake_case: lower-case letters, digits and _, 40 characters at most, a letter first"
_PHRASES = {
    "en": (re.compile(r"[a-z][a-z'-]*(?: [a-z'-]+){0,4}"), "a verb phrase in base form and lower case, five words"),
    "zh": (re.compile(r"[\u4e00-\u9fff]{2,6}"), "two to six Chinese characters"),
}
_OTHER = "other"
"""Stands in a language model's answer for a predicate that the catalogue lacks."""


def check_vocabulary(vocabulary: GroupVocabulary) -> None:
    """Returns if the vocabulary can be used beside the shipped one.

    Raises:
        VocabularyError: it collides with the shipped one or with itself; the error names the entry.
    """
    _counted("types", vocabulary.entity_types, MOST_TYPES)
    _counted("predicates", vocabulary.predicates, MOST_PREDICATES)
    _distinct("types", [entry.name for entry in vocabulary.entity_types])
    _distinct("predicates", [entry.name for entry in vocabulary.predicates])
    taken: dict[str, str] = {}
    for entry in vocabulary.entity_types:
        _check_type(entry, taken)
    types = SHIPPED_TYPES | {entry.name for entry in vocabulary.entity_types}
    for predicate in vocabulary.predicates:
        _check_predicate(predicate, types, vocabulary.own)
    try:
        check_pairs({entry.name: entry for entry in vocabulary.predicates})
    except ValueError as error:
        raise VocabularyError(
            "predicates", str(error), "pairs that name one another, phrases of one predicate"
        ) from error


def _counted(place: str, items: Iterable[object], most: int) -> None:
    count = len(list(items))
    if count > most:
        raise VocabularyError(place, f"{count} of them", f"at most {most}")


def _distinct(place: str, names: list[str]) -> None:
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise VocabularyError(f"{place}.{twice}", "is listed twice", "each name once")


def _check_type(entry: EntityType, taken: dict[str, str]) -> None:
    place = f"types.{entry.name}"
    if not _NAME.fullmatch(entry.name):
        raise VocabularyError(place, "is no name of a type", _SNAKE)
    if entry.name in SHIPPED_TYPES:
        raise VocabularyError(place, "every group has this type", "a name of your own")
    _counted(f"{place}.names", entry.names, MOST_NAMES)
    for name in entry.names:
        if not 1 < len(name) <= LONGEST_NAME or name.strip() != name or not any(char.isalnum() for char in name):
            raise VocabularyError(f"{place}.names", f"{name!r} is no name", f"2 to {LONGEST_NAME} characters, trimmed")
        owner = taken.setdefault(name.casefold(), entry.name)
        if owner != entry.name:
            raise VocabularyError(f"{place}.names", f"{name!r} is also in types.{owner}", "each name in one type")


def _check_predicate(entry: Predicate, types: Iterable[str], own: frozenset[str]) -> None:
    place = f"predicates.{entry.name}"
    if not _NAME.fullmatch(entry.name) or entry.name == _OTHER:
        raise VocabularyError(place, "is no name of a predicate", _SNAKE)
    if entry.name in load_catalogue():
        raise VocabularyError(place, "the shipped catalogue has it", "a name of your own")
    if entry.object_type is not None and entry.object_type not in types:
        raise VocabularyError(
            f"{place}.object_type", f"{entry.object_type!r} is no entity type", f"one of {', '.join(sorted(types))}"
        )
    if entry.object_type is not None and entry.value_type is not ValueType.TEXT:
        raise VocabularyError(f"{place}.value_type", "stands beside object_type", "one of the two")
    if (entry.symmetric or entry.inverse) and entry.object_type is None:
        raise VocabularyError(place, "a symmetric or inverse predicate holds between entities", "an object_type")
    if entry.inverse is not None and entry.inverse not in own:
        raise VocabularyError(
            f"{place}.inverse", f"{entry.inverse!r} is none of the group's predicates", "one of this vocabulary"
        )
    _check_phrases(entry, place)


def _check_phrases(entry: Predicate, place: str) -> None:
    for language, (form, allowed) in _PHRASES.items():
        phrases = entry.synonyms.get(language, ())
        _counted(f"{place}.{language}", phrases, MOST_PHRASES)
        for phrase in phrases:
            if not form.fullmatch(phrase):
                raise VocabularyError(f"{place}.{language}", f"{phrase!r} cannot be looked for", allowed)
            owner = load_catalogue().by_synonym(language, phrase)
            if owner is not None:
                raise VocabularyError(
                    f"{place}.{language}",
                    f"{phrase!r} already states {owner}",
                    "a phrase that states no shipped predicate",
                )
        wording = entry.wordings.get(language)
        if wording is not None and (wording.count("{o}") != 1 or len(wording) > LONGEST_NAME):
            raise VocabularyError(
                f"{place}.{language}_wording",
                f"{wording!r} has no place for the object",
                "a phrase with {o} in it, once",
            )

"""A group's own vocabulary in GraphQL: what it looks like, what is given, and the way between them and the domain."""

from __future__ import annotations

import strawberry

from graph_schema.predicates import Predicate
from graph_schema.vocabulary import EntityType, GroupVocabulary
from service import contract as c
from service.graphql import present
from service.graphql.define import argument, output
from service.graphql.enums import Cardinality, FactKind, Temporal, ValueType
from service.graphql.nodes import Operation
from service.graphql.requests import given, listed


@output
class Phrases:
    """Phrases by language."""

    en: list[str]
    zh: list[str]


@output
class Wording:
    """How a claim is put into words, by language, with `{o}` for the object; null where the first phrase does it."""

    en: str | None
    zh: str | None


@output
class OwnEntityType:
    """An entity type of a group's own."""

    name: str
    names: list[str] = strawberry.field(description="Names of entities that are known to be of it.")


@output
class OwnPredicate:
    """A predicate of a group's own."""

    name: str
    cardinality: Cardinality
    temporal: Temporal
    kind: FactKind
    object_type: str | None = strawberry.field(description="Entity type of the object; null where it is a value.")
    value_type: ValueType
    inverse: str | None
    symmetric: bool
    phrases: Phrases = strawberry.field(description="Verb phrases that state it.")
    wording: Wording


@output
class Vocabulary:
    """A group's own entity types and predicates, beside those that every group has."""

    group_id: str
    entity_types: list[OwnEntityType]
    predicates: list[OwnPredicate]


@output
class SetVocabularyPayload:
    """The operation, which `undo` takes, and the vocabulary as it is now; `reextract` reads earlier turns by it."""

    operation: Operation
    vocabulary: Vocabulary


@argument
class PhrasesInput:
    """Phrases by language: English in base form and lower case, Chinese of two to six characters."""

    en: list[str] | None = None
    zh: list[str] | None = None


@argument
class WordingInput:
    """How a claim is put into words, with `{o}` for the object; English begins with a verb in base form."""

    en: str | None = None
    zh: str | None = None


@argument
class EntityTypeInput:
    """An entity type of a group's own."""

    name: str = strawberry.field(description="In snake_case, other than every group's types.")
    names: list[str] | None = strawberry.field(
        default=None, description="Names of entities that are known to be of it, in any language."
    )


@argument
class PredicateInput:
    """A predicate of a group's own."""

    name: str = strawberry.field(description="In snake_case, other than the shipped predicates.")
    cardinality: Cardinality | None = Cardinality.MULTI
    temporal: Temporal | None = Temporal.STATE
    kind: FactKind | None = FactKind.FACT
    object_type: str | None = strawberry.field(
        default=None, description="Entity type of the object; null where it is a value."
    )
    value_type: ValueType | None = ValueType.TEXT
    inverse: str | None = strawberry.field(
        default=None, description="One of these predicates that says the same the other way round."
    )
    symmetric: bool | None = False
    phrases: PhrasesInput | None = strawberry.field(default=None, description="Verb phrases that state it.")
    wording: WordingInput | None = None


@argument
class SetVocabularyInput:
    """All entity types and predicates that a group has of its own from now on, who says so, and why."""

    group_id: str
    entity_types: list[EntityTypeInput] | None = None
    predicates: list[PredicateInput] | None = None
    actor: str | None = "api"
    reason: str


def vocabulary_given(source: SetVocabularyInput) -> GroupVocabulary:
    """The vocabulary as the facade takes it."""
    types = tuple(EntityType(item.name, listed(item.names)) for item in listed(source.entity_types))
    return GroupVocabulary(types, tuple(_predicate(item) for item in listed(source.predicates)))


def _predicate(source: PredicateInput) -> Predicate:
    phrases, wording = source.phrases or PhrasesInput(), source.wording or WordingInput()
    worded = {"en": wording.en, "zh": wording.zh}
    return Predicate(
        name=source.name,
        cardinality=given(source.cardinality, Cardinality.MULTI),
        temporal=given(source.temporal, Temporal.STATE),
        kind=given(source.kind, FactKind.FACT),
        object_type=source.object_type,
        inverse=source.inverse,
        symmetric=given(source.symmetric, False),
        synonyms={"en": listed(phrases.en), "zh": listed(phrases.zh)},
        value_type=given(source.value_type, ValueType.TEXT),
        wordings={language: text for language, text in worded.items() if text is not None},
    )


def vocabulary_shown(group_id: str, vocabulary: GroupVocabulary) -> Vocabulary:
    """The vocabulary as it is answered."""
    return Vocabulary(
        group_id=group_id,
        entity_types=[OwnEntityType(name=item.name, names=list(item.names)) for item in vocabulary.entity_types],
        predicates=[_shown(item) for item in vocabulary.predicates],
    )


def _shown(entry: Predicate) -> OwnPredicate:
    return OwnPredicate(
        name=entry.name,
        cardinality=entry.cardinality,
        temporal=entry.temporal,
        kind=entry.kind,
        object_type=entry.object_type,
        value_type=entry.value_type,
        inverse=entry.inverse,
        symmetric=entry.symmetric,
        phrases=Phrases(en=list(entry.synonyms.get("en", ())), zh=list(entry.synonyms.get("zh", ()))),
        wording=Wording(en=entry.wordings.get("en"), zh=entry.wordings.get("zh")),
    )


def vocabulary_changed(group_id: str, change: c.VocabularyChange) -> SetVocabularyPayload:
    """Payload of setVocabulary."""
    return SetVocabularyPayload(
        operation=present.operation(change.operation), vocabulary=vocabulary_shown(group_id, change.vocabulary)
    )

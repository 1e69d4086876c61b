"""What indexes and constraints our files ask for, and whether the database has exactly these."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from graph_schema.errors import EmbeddingMismatch, IndexMismatch

_CREATE = re.compile(
    r"""CREATE\s+(?P<kind>CONSTRAINT|(?:FULLTEXT\s+|VECTOR\s+|RANGE\s+|TEXT\s+|POINT\s+)?INDEX)\s+(?P<name>\w+)
        \s+IF\s+NOT\s+EXISTS\s+FOR\s+(?P<pattern>\(.*?\))\s+(?P<rest>(?:ON|REQUIRE)\s.*)""",
    re.VERBOSE | re.DOTALL | re.IGNORECASE,
)
_DROP = re.compile(r"DROP\s+(?:INDEX|CONSTRAINT)\s+(?P<name>\w+)\s+IF\s+EXISTS", re.IGNORECASE)
_LABELS = re.compile(r"[:|](\w+)")
_PROPERTY = re.compile(r"\b\w+\.(\w+)")
_OPTION = re.compile(r"`([\w.]+)`\s*:\s*(?:'([^']*)'|(\$?\w+))")
_PUBLIC = ("VECTOR", "FULLTEXT")
_DIMENSIONS = "vector.dimensions"


@dataclass(frozen=True, slots=True)
class SchemaObject:
    """An index, or the index of a constraint.

    Attributes:
        kind: RANGE, VECTOR, FULLTEXT …
        unique: whether it enforces uniqueness.
        config: index options that we set, by their Neo4j name.
    """

    name: str
    kind: str
    unique: bool
    labels: tuple[str, ...]
    properties: tuple[str, ...]
    config: Mapping[str, Any] = field(default_factory=dict[str, Any])

    def __str__(self) -> str:
        kind = "unique constraint" if self.unique else f"{self.kind.lower()} index"
        options = "".join(f", {key} {value}" for key, value in sorted(self.config.items()))
        return f"{kind} {self.name} on :{'|'.join(self.labels)}({', '.join(self.properties)}){options}"


def declared(statements: Iterable[str], params: Mapping[str, Any] | None = None) -> dict[str, SchemaObject]:
    """What the statements leave behind when run in order, by name.

    Args:
        statements: of migrations, oldest first, and of schema queries.
        params: values of parameters used among the options.
    """
    objects: dict[str, SchemaObject] = {}
    for statement in statements:
        if dropped := _DROP.search(statement):
            objects.pop(dropped["name"], None)
        if created := _CREATE.search(statement):
            objects[created["name"]] = _object(created, params or {})
    return objects


def existing(rows: Iterable[Mapping[str, Any]]) -> dict[str, SchemaObject]:
    """The database's indexes by name, from the rows of `schema/list_indexes`."""
    return {
        row["name"]: SchemaObject(
            row["name"],
            row["type"],
            row["constraint"] is not None,
            tuple(row["labels"] or ()),
            tuple(row["properties"] or ()),
            row["config"] or {},
        )
        for row in rows
    }


def check(wanted: Iterable[SchemaObject], found: Mapping[str, SchemaObject]) -> None:
    """Nothing, when the database has all that is wanted, as it is wanted.

    An index of ours that exists under another name will do, unless queries call it by name.

    Raises:
        IndexMismatch: one is missing or defined otherwise; the message says which, and how to mend it.
        EmbeddingMismatch: a vector index is for vectors of another length.
    """
    for item in wanted:
        same_name = found.get(item.name)
        if same_name and _covers(same_name, item):
            continue
        if same_name and _other_dimensions(same_name, item):
            raise EmbeddingMismatch(
                f"{item.name} holds vectors of {same_name.config[_DIMENSIONS]} dimensions, but the embedder's have "
                f"{item.config[_DIMENSIONS]}: set EVERWHEN_EMBEDDER back, or begin a new graph (another "
                "EVERWHEN_DATA_DIR or NEO4J_DATABASE)"
            )
        if same_name:
            raise IndexMismatch(
                f"the database has {same_name}, but Everwhen needs {item}: {_drop(same_name)}, then start again"
            )
        twins = [other for other in found.values() if _covers(other, item)]
        if not twins:
            raise IndexMismatch(f"the database lacks {item}, though its migration is recorded: {_remedy(item, found)}")
        if item.kind in _PUBLIC:
            raise IndexMismatch(
                f"the database has {twins[0]}, and queries need it under the name {item.name}: "
                f"{_drop(twins[0])}, then start again"
            )


def _covers(found: SchemaObject, wanted: SchemaObject) -> bool:
    same = (found.kind, found.labels) == (wanted.kind, wanted.labels) and (found.unique or not wanted.unique)
    return same and _properties(found) == _properties(wanted) and _configured(found, wanted)


def _properties(item: SchemaObject) -> tuple[str, ...]:
    return (item.properties[0], *sorted(item.properties[1:])) if item.kind in _PUBLIC else item.properties


def _configured(found: SchemaObject, wanted: SchemaObject) -> bool:
    return all(str(found.config.get(key)).lower() == str(value).lower() for key, value in wanted.config.items())


def _other_dimensions(found: SchemaObject, wanted: SchemaObject) -> bool:
    sizes = [item.config.get(_DIMENSIONS) for item in (found, wanted)]
    return None not in sizes and sizes[0] != sizes[1]


def _drop(item: SchemaObject) -> str:
    return f"run `DROP {'CONSTRAINT' if item.unique else 'INDEX'} {item.name}`"


def _remedy(item: SchemaObject, found: Mapping[str, SchemaObject]) -> str:
    rivals = [other for other in found.values() if other.labels == item.labels and other.properties == item.properties]
    if rivals:
        return f"{_drop(rivals[0])}, create it as in cypher/migrations, then start again"
    return "create it again with its statement of cypher/migrations, then start again"


def _object(match: re.Match[str], params: Mapping[str, Any]) -> SchemaObject:
    head, _, options = match["rest"].partition("OPTIONS")
    kind = match["kind"].upper().split()[0]
    config = {
        key: params.get(word[1:], word) if word.startswith("$") else (text or word)
        for key, text, word in _OPTION.findall(options)
    }
    return SchemaObject(
        match["name"],
        "RANGE" if kind in ("CONSTRAINT", "INDEX") else kind,
        kind == "CONSTRAINT",
        tuple(_LABELS.findall(match["pattern"])),
        tuple(_PROPERTY.findall(head)),
        config,
    )

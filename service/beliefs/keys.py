"""Under which claim and in which slot an assertion counts, given whom its entities stand for."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from itertools import product
from typing import Any

from graph_schema.ids import claim_key, slot_key
from graph_schema.model import Precision

Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Keys:
    """Where an assertion counts.

    Attributes:
        value: what is compared in its slot: an entity's uuid, or the literal as compared.
        subject: the entity its fact is about.
        object: the entity its fact names, None for a literal.
    """

    claim: str
    slot: str
    value: str
    subject: str
    object: str | None


def keys_of(row: Row, among: Iterable[str] = ()) -> Keys:
    """The keys of a row of `read/assertions_about`.

    A claim between two entities that are one says nothing about that one: it stays between the two.

    Args:
        row: the assertion with its own entities and whom these stand for now.
        among: entities it may have counted for until now.
    """
    occurrence = row["occurrence"]
    if occurrence is None:
        occurrence = _found_occurrence(row, among)
    if row["subject_root"] == row["object_root"]:
        return _keys(row, row["subject"], row["object"], occurrence)
    return _keys(row, row["subject_root"], row["object_root"], occurrence)


def _keys(row: Row, subject: str, target: str | None, occurrence: str) -> Keys:
    value = target or row["value_key"]
    claim = claim_key(subject, row["predicate"], value, row["polarity"], row["modality"], occurrence)
    slot = slot_key(subject, row["predicate"], None if row["single"] else value, row["modality"], occurrence)
    return Keys(claim, slot, value, subject, target)


def _found_occurrence(row: Row, among: Iterable[str]) -> str:
    """What tells one happening from another, found by trial for assertions written before it was kept."""
    begins: datetime | None = row["occurs_from"]
    texts = [f"{begins.isoformat()}/{precision.value}" for precision in Precision] if begins else []
    others = tuple(among)
    subjects = (row["subject"], *others)
    targets = (row["object"], *others) if row["object"] is not None else (None,)
    for text, subject, target in product(texts, subjects, targets):
        if _keys(row, subject, target, text).claim == row["claim"]:
            return text
    return ""

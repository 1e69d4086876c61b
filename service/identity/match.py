"""What comparing two names says: by which stage they may be one, and how surely."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

UNKNOWN = "thing"
"""The type of what nobody has said the type of; it fits any but those known by exact names."""

PERSON = "person"
ORGANIZATION = "organization"

AUTO = 0.90
"""From here on two names are taken for one entity, if nothing else could be meant."""

REVIEW = 0.80
"""From here on, below `AUTO`, the pair is put aside for a person to decide."""


class Stage(StrEnum):
    """The step of resolution that decided about a name; kept with the alias and the mention."""

    IDENTITY = "identity"
    SCRIPT = "script"
    STATED = "stated"
    ALIAS = "alias"
    LEGAL_FORM = "legal_form"
    TITLE = "title"
    NICKNAME = "nickname"
    MIDDLE_NAME = "middle_name"
    INITIAL = "initial"
    GIVEN_NAME = "given_name"
    SURNAME = "surname"
    ADDRESS = "form_of_address"
    ACRONYM = "acronym"
    FUZZY = "fuzzy"
    CONTEXT = "context"
    AMBIGUOUS = "ambiguous"
    NEW = "new"


SOLID = frozenset({Stage.IDENTITY, Stage.SCRIPT, Stage.STATED})
"""Stages whose names stand for their entity by themselves; others are decided anew whenever they are mentioned."""


@dataclass(frozen=True, slots=True)
class Match:
    """Two names may be one.

    Attributes:
        score: 0–1; see `AUTO` and `REVIEW`.
        partial: one of them is only a part of the other, so that a third name could be meant as well.
    """

    stage: Stage
    score: float
    partial: bool = False

"""What follows from an event: moving begins a residence, leaving ends a job."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from extractors.candidates import EntityRef
from graph_schema.model import Interval, Modality, Polarity

if TYPE_CHECKING:
    from extractors.facts.claim import Claim

_BEGINS = {"moved_to": "lives_in", "married": "married_to", "adopted": "has_pet"}
_ENDS = {
    "left": "works_at",
    "retired_from": "works_at",
    "divorced": "married_to",
    "broke_up_with": "partner_of",
    "sold": "owns",
}
_CLUBS = re.compile(
    r"\b(?:club|choir|society|team|gym|band|orchestra|union|association|league|group|guild|party)$|[社会队团]$|俱乐部$",
    re.I,
)
_EMPLOYERS = re.compile(
    r"\b(?:museum|hospital|library|hotel|clinic|bank|restaurant|cafe|café|bakery|theatre|theater|zoo|aquarium|observatory|"
    r"airport|gallery|laboratory|labs?|centre|center|office|shop|store)\b",
    re.I,
)
"""Words of places that employ people."""
_SCHOOLS = re.compile(r"\b(?:university|college|school|academy|institute)\b|大学$|学院$|中学$|高中$", re.I)
"""What one is a member of, or studies at, and does not work at."""
_ONLY_FOR = {
    "moved_to": {"location"},
    "adopted": {"animal"},
    "left": {"organization", "thing", "product", "event"},
}
"""Object types without which the event implies nothing."""
_WEAKER = {"likes": "loves"}
"""Whoever no longer does the first does not do the second either."""


@dataclass(frozen=True, slots=True)
class Consequence:
    """A state that an event begins, or ends when it is negative."""

    predicate: str
    polarity: Polarity
    valid: Interval | None


def implied(claim: Claim) -> Iterator[Consequence]:
    """The states that begin or end with a claim; nothing follows from a plan."""
    if claim.modality is not Modality.ASSERTED:
        return
    if claim.ended and claim.predicate in _WEAKER:
        yield Consequence(_WEAKER[claim.predicate], Polarity.NEGATIVE, claim.valid)
    if claim.polarity is Polarity.NEGATIVE or not _fits(claim):
        return
    since = Interval(claim.occurs.start, precision=claim.occurs.precision) if claim.occurs else None
    if claim.predicate in _BEGINS:
        yield Consequence(_BEGINS[claim.predicate], Polarity.POSITIVE, since)
    if claim.predicate in _ENDS:
        yield Consequence(_ended(claim), Polarity.NEGATIVE, since)


def _ended(claim: Claim) -> str:
    if claim.predicate == "left" and _CLUBS.search(claim.object_name):
        return "member_of"
    if claim.predicate == "left" and _SCHOOLS.search(claim.object_name):
        return "studies_at"
    return _ENDS[claim.predicate]


def _fits(claim: Claim) -> bool:
    wanted = _ONLY_FOR.get(claim.predicate)
    if wanted is None:
        return True
    employs = claim.predicate == "left" and _EMPLOYERS.search(claim.object_name) is not None
    return isinstance(claim.object, EntityRef) and (claim.object.type in wanted or employs)

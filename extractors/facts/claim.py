"""A claim on its way to becoming a candidate, and what makes a good one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Protocol

from extractors.candidates import EntityRef, FactCandidate
from extractors.facts.implications import implied
from extractors.facts.scene import Scene
from extractors.facts.values import has_form
from graph_schema.model import FactKind, Interval, Modality, Polarity

THRESHOLD = 0.5
"""Claims below this confidence are dropped: a wrong fact is worse than a missing one."""
LONGEST_OCCURRENCE = timedelta(days=367)
"""A deed placed in a longer stretch of time is not dated by it."""
MAX_VALUE = 120
"""Longest literal, in characters."""


@dataclass(frozen=True, slots=True)
class Claim:
    """Subject, predicate and object as read, in the direction in which they were said.

    Attributes:
        object: an entity, or the literal as said.
        start: offset of the evidence in the content.
        kind: overrides the catalogue's where the reader knows better.
        ended: a denial that means "no longer".
        past: the statement was about the past, for its wording.
        phrase: verb phrase in base form that words the claim, with `{o}` for the object; None for the predicate's own.
        attribute: the predicate is a property ("X's email is …") and not a verb.
        spoken: the literal with its article, for the wording.
    """

    subject: EntityRef
    predicate: str
    object: EntityRef | str
    start: int
    end: int
    confidence: float
    polarity: Polarity = Polarity.POSITIVE
    modality: Modality = Modality.ASSERTED
    kind: FactKind | None = None
    valid: Interval | None = None
    occurs: Interval | None = None
    ended: bool = False
    past: bool = False
    phrase: str | None = None
    attribute: bool = False
    spoken: str | None = None

    @property
    def object_name(self) -> str:
        """The object as text."""
        return self.object if isinstance(self.object, str) else self.object.name


class Wording(Protocol):
    """Words a claim as one self-contained sentence."""

    def __call__(self, claim: Claim, scene: Scene) -> str:
        """The sentence, without a full stop."""
        ...


def candidates(claims: Iterable[Claim], scene: Scene, wording: Wording, extractor: str) -> list[FactCandidate]:
    """The claims worth keeping, with what follows from them, each once, in order of their evidence."""
    best: dict[tuple[object, ...], FactCandidate] = {}
    for claim in _with_implied(claims, scene):
        if not _sound(claim, scene):
            continue
        found = _candidate(claim, scene, wording(claim, scene), extractor)
        key = _identity(found)
        if key not in best or best[key].confidence < found.confidence:
            best[key] = found
    return sorted(best.values(), key=lambda found: (found.start, found.end))


def _with_implied(claims: Iterable[Claim], scene: Scene) -> Iterator[Claim]:
    for claim in claims:
        yield claim
        for consequence in implied(claim):
            yield replace(
                claim,
                predicate=consequence.predicate,
                polarity=consequence.polarity,
                valid=consequence.valid,
                occurs=None,
                kind=None,
                ended=consequence.polarity is Polarity.NEGATIVE,
                past=False,
                phrase=None,
                attribute=False,
                confidence=claim.confidence * 0.95,
            )


def _sound(claim: Claim, scene: Scene) -> bool:
    name = claim.object_name.strip()
    if claim.confidence < THRESHOLD or not name or len(name) > MAX_VALUE:
        return False
    if isinstance(claim.object, str) and not has_form(name, scene.catalogue.get(claim.predicate).value_type):
        return False
    return name.casefold() != claim.subject.name.casefold()


def _identity(found: FactCandidate) -> tuple[object, ...]:
    target = found.object.name if found.object else found.value or ""
    return (found.subject.name.casefold(), found.predicate, target.casefold(), found.polarity, found.modality)


def _candidate(claim: Claim, scene: Scene, text: str, extractor: str) -> FactCandidate:
    entry = scene.catalogue.get(claim.predicate)
    subject, predicate, target = claim.subject, claim.predicate, claim.object
    if isinstance(target, EntityRef):
        predicate, flipped = scene.catalogue.canonical(predicate)
        swap = entry.symmetric and target.reference is not target.reference.NAMED
        if flipped or (swap and subject.reference is subject.reference.NAMED):
            subject, target = target, subject
    return FactCandidate(
        subject=subject,
        predicate=predicate,
        object=target if isinstance(target, EntityRef) else None,
        value=None if isinstance(target, EntityRef) else target.strip(),
        kind=claim.kind or entry.kind,
        polarity=claim.polarity,
        modality=claim.modality,
        valid=claim.valid,
        occurs=claim.occurs,
        confidence=round(claim.confidence, 2),
        start=claim.start,
        end=claim.end,
        text=text,
        extractor=extractor,
    )

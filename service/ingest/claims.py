"""From a candidate read out of a turn to the claim it makes: its time, its slot and its keys."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from extractors.candidates import EntityRef, FactCandidate
from graph_schema.ids import assertion_key, claim_key, group_token, identity_key, new_uuid, slot_key, value_key
from graph_schema.model import OPEN_END, Interval, Modality, Polarity, Precision, Role, Tier
from graph_schema.predicates import Cardinality, Catalogue, Predicate, Temporal
from service.gates.expiry import expires_at
from service.gates.policy import Policy

TRUST = {Role.USER: 4, Role.TOOL: 3, Role.ASSISTANT: 2, Role.SYSTEM: 1}
"""Rank of a source where two claims are equal otherwise; larger wins."""

STATED = frozenset({Modality.ASSERTED, Modality.PLANNED})
"""Only what was said to be so, or to come, is remembered as a claim."""

Resolve = Callable[[EntityRef], str | None]
Root = Callable[[str], str]


@dataclass(frozen=True, slots=True)
class Source:
    """The turn a claim was read from."""

    uuid: str
    group_id: str
    content: str
    role: Role
    writer: str
    said_at: datetime
    importance: float
    extractor_version: str
    policy: Policy = field(default_factory=Policy)


def claim_row(
    candidate: FactCandidate, source: Source, catalogue: Catalogue, resolve: Resolve, root: Root
) -> dict[str, Any] | None:
    """The row for `write/store_claims`, or None when the candidate states nothing or names nobody.

    Args:
        candidate: what the extractor found.
        source: the turn it was found in.
        catalogue: predicates with their cardinality and time.
        resolve: uuid of the entity a reference stands for, None when it names nothing.
        root: uuid of the entity that one was merged into, itself where it was not; the claim is about that.
    """
    if candidate.modality not in STATED:
        return None
    subject = resolve(candidate.subject)
    target = resolve(candidate.object) if candidate.object is not None else None
    literal = (candidate.value or "").strip() if candidate.object is None else None
    if subject is None or (target is None and not literal):
        return None
    about, named = _roots(subject, target, root)
    value = named or value_key(literal or "") or (literal or "")
    keys = _keys(candidate, catalogue.get(candidate.predicate), about, value, source.said_at)
    spoken = (_spoken(candidate.subject), candidate.predicate, _spoken(candidate.object) or value)
    key = assertion_key(
        source.uuid, (candidate.start, candidate.end), (*spoken, candidate.polarity.value, candidate.modality.value)
    )
    return {
        "key": key,
        "uuid": new_uuid(),
        "claim": keys.claim,
        "episode": source.uuid,
        "subject": subject,
        "object": target,
        "subject_root": about,
        "object_root": named,
        "merged": (about, named) != (subject, target),
        "start": candidate.start,
        "end": candidate.end,
        "quote": source.content[candidate.start : candidate.end],
        "assertion": _assertion(candidate, source, keys, value, literal),
        "fact": _fact(candidate, source, keys),
    }


def _roots(subject: str, target: str | None, root: Root) -> tuple[str, str | None]:
    """Whom a claim is about and whom it names; one between two that are one stays between the two."""
    about, named = root(subject), root(target) if target is not None else None
    return (subject, target) if about == named else (about, named)


@dataclass(frozen=True, slots=True)
class _Keys:
    claim: str
    slot: str
    single: bool
    occurrence: str
    valid: Interval


def _keys(candidate: FactCandidate, predicate: Predicate, subject: str, value: str, said_at: datetime) -> _Keys:
    occurrence = _occurrence(candidate, predicate)
    modality = candidate.modality.value
    single = (
        predicate.cardinality is Cardinality.SINGLE
        and predicate.temporal is Temporal.STATE
        and candidate.modality is Modality.ASSERTED
    )
    return _Keys(
        claim=claim_key(subject, candidate.predicate, value, candidate.polarity.value, modality, occurrence),
        slot=slot_key(subject, candidate.predicate, None if single else value, modality, occurrence),
        single=single,
        occurrence=occurrence,
        valid=world_interval(candidate, predicate, said_at),
    )


def _occurrence(candidate: FactCandidate, predicate: Predicate) -> str:
    """Tells two happenings of a dated event apart; the same claim about a state has one timeline."""
    occurs = candidate.occurs
    if occurs is None or occurs.precision is Precision.TURN:
        return ""
    if predicate.temporal is not Temporal.EVENT and candidate.modality is not Modality.PLANNED:
        return ""
    return f"{occurs.start.isoformat()}/{occurs.precision.value}"


def world_interval(candidate: FactCandidate, predicate: Predicate, said_at: datetime) -> Interval:
    """When the claim holds in the world.

    A plan is believed from when it was said. An event, once it has occurred, stays true. A state holds as the text
    says, and from the turn's own time where the text does not say.
    """
    undated = Interval(said_at, OPEN_END, Precision.TURN)
    if candidate.modality is Modality.PLANNED:
        return undated
    if predicate.temporal is Temporal.EVENT and candidate.polarity is Polarity.POSITIVE:
        occurs = candidate.occurs or candidate.valid
        return Interval(occurs.start, OPEN_END, occurs.precision) if occurs else undated
    valid = candidate.valid
    return valid if valid is not None and valid.start < valid.end else undated


def _assertion(
    candidate: FactCandidate, source: Source, keys: _Keys, value: str, literal: str | None
) -> dict[str, Any]:
    return {
        "group_id": source.group_id,
        "claim": keys.claim,
        "slot": keys.slot,
        "single": keys.single,
        "occurrence": keys.occurrence,
        "predicate": candidate.predicate,
        "value": literal,
        "value_key": value,
        "polarity": candidate.polarity.value,
        "modality": candidate.modality.value,
        "kind": candidate.kind.value,
        "text": candidate.text,
        "from": keys.valid.start,
        "to": keys.valid.end,
        "precision": keys.valid.precision.value,
        "occurs_from": candidate.occurs.start if candidate.occurs else None,
        "occurs_to": candidate.occurs.end if candidate.occurs else None,
        "said_at": source.said_at,
        "confidence": candidate.confidence,
        "trust": TRUST[source.role],
        "may_update": source.policy.updates(source.role, candidate.kind),
        "expires_at": expires_at(candidate, source.said_at, source.policy),
        "importance": source.importance,
        "extractor": candidate.extractor,
        "extractor_version": source.extractor_version,
        "writer": source.writer,
        "start": candidate.start,
        "end": candidate.end,
        "retired_at": OPEN_END,
        "retired_by": None,
    }


def _fact(candidate: FactCandidate, source: Source, keys: _Keys) -> dict[str, Any]:
    """What a fact is created with; the rest follows from its live assertions."""
    return {
        "uuid": new_uuid(),
        "slot": keys.slot,
        "group_id": source.group_id,
        "group_token": group_token(source.group_id),
        "text": candidate.text,
        "kind": candidate.kind.value,
        "predicate": candidate.predicate,
        "polarity": candidate.polarity.value,
        "modality": candidate.modality.value,
        "valid_at": keys.valid.start,
        "invalid_at": keys.valid.end,
        "expired_at": OPEN_END,
        "expires_at": expires_at(candidate, source.said_at, source.policy),
        "confidence": candidate.confidence,
        "importance": source.importance,
        "extractor": candidate.extractor,
        "mention_count": 0,
        "access_count": 0,
        "last_accessed_at": None,
        "pinned": False,
        "tier": Tier.HOT.value,
    }


def _spoken(reference: EntityRef | None) -> str:
    return "" if reference is None else f"{reference.reference.value}:{identity_key(reference.name)}"

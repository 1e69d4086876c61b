"""Collapses near-duplicates: what says the same thing again only counts; another value is never the same thing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from graph_schema.ids import identity_key, value_key
from service.contract import MemoryKind
from service.recall.candidates import Candidate

Key = tuple[str, ...]


def collapse(candidates: Iterable[Candidate], alike: Iterable[tuple[str, str]] = ()) -> list[Candidate]:
    """The best candidate of each set of duplicates, in the order given, counting the others.

    Turns are duplicates when the same speaker said the same words; facts when their folded texts are equal, or when
    they say the same value of the same subject and their vectors are as near as `alike` tells.

    Args:
        candidates: best first.
        alike: pairs of uuids of facts whose cosine is at or above the embedder's duplicate threshold.
    """
    near: dict[str, set[str]] = {}
    for one, other in alike:
        near.setdefault(one, set()).add(other)
        near.setdefault(other, set()).add(one)
    kept: list[Candidate] = []
    by_text: dict[Key, Candidate] = {}
    by_claim: dict[Key, list[Candidate]] = {}
    for candidate in candidates:
        text, claim = _text_key(candidate), _claim_key(candidate)
        same = by_text.get(text) or next(
            (c for c in by_claim.get(claim, []) if c.uuid in near.get(candidate.uuid, ())), None
        )
        if same is not None:
            same.collapsed += 1 + candidate.collapsed
            continue
        kept.append(candidate)
        by_text[text] = candidate
        by_claim.setdefault(claim, []).append(candidate)
    return kept


def _text_key(candidate: Candidate) -> Key:
    if candidate.kind is MemoryKind.ENTITY:
        return (candidate.kind.value, candidate.uuid)
    folded = identity_key(candidate.text) or candidate.text
    return (candidate.kind.value, candidate.group_id, candidate.actor or "", folded, *_claim_key(candidate)[1:])


def _claim_key(candidate: Candidate) -> Key:
    """What a fact says of whom; the uuid for anything else, which is like nothing but itself."""
    if candidate.kind is not MemoryKind.FACT or candidate.row is None:
        return (candidate.kind.value,) if candidate.kind is MemoryKind.EPISODE else (candidate.uuid,)
    row = candidate.row
    fact: Mapping[str, Any] = row["fact"]
    target = row["object"]["uuid"] if row["object"] else value_key(fact["value"] or "")
    return (
        candidate.kind.value,
        row["subject"]["uuid"],
        target,
        fact["polarity"],
        fact["modality"],
        str(fact["occurs_from"]),
    )

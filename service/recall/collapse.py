"""Collapses near-duplicates: what says the same thing again only counts; another value is never the same thing."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from typing import Any

from graph_schema.ids import value_key
from service.contract import MemoryKind
from service.recall.candidates import Candidate

Key = tuple[str, ...]
_NO_WORD = re.compile(r"[\W_]+")


def collapse(candidates: Iterable[Candidate], alike: Iterable[tuple[str, str]] = ()) -> list[Candidate]:
    """The best candidate of each set of duplicates, in the order given, counting the others.

    Turns are duplicates when the same speaker said the same words, or where the gates found that one repeats the other;
    facts when their folded texts are equal, or when they say the same value of the same subject and their vectors are
    as near as `alike` tells.

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
    by_turn: dict[str, Candidate] = {}
    by_claim: dict[Key, list[Candidate]] = {}
    for candidate in candidates:
        claim = _claim_key(candidate)
        text = (*_text_key(candidate), *claim)
        neighbours = near.get(candidate.uuid, ())
        same = by_text.get(text) or next((c for c in by_claim.get(claim, ()) if c.uuid in neighbours), None)
        turn = candidate.duplicate_of or candidate.uuid
        same = same or by_turn.get(turn)
        if same is not None:
            same.collapsed += 1 + candidate.collapsed
            candidate.collapsed_into = same.uuid
            continue
        kept.append(candidate)
        by_text[text] = by_turn[turn] = candidate
        if neighbours:
            by_claim.setdefault(claim, []).append(candidate)
    return kept


def _text_key(candidate: Candidate) -> Key:
    if candidate.kind is MemoryKind.ENTITY:
        return (candidate.kind.value, candidate.uuid)
    folded = _NO_WORD.sub(" ", unicodedata.normalize("NFKC", candidate.text).casefold()).strip()
    return (candidate.kind.value, candidate.group_id, candidate.actor or "", folded or candidate.text)


def _claim_key(candidate: Candidate) -> Key:
    """What a fact says of whom; empty for anything else."""
    if candidate.kind is not MemoryKind.FACT or candidate.row is None:
        return ()
    row = candidate.row
    fact: Mapping[str, Any] = row["fact"]
    target = row["object"]["uuid"] if row["object"] else value_key(fact["value"] or "")
    return (row["subject"]["uuid"], target, fact["polarity"], fact["modality"], str(fact["occurs_from"]))

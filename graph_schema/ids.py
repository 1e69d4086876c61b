"""Identifiers: time-ordered uuids, deterministic keys, and the tokens that keep tenants apart in the indexes."""

from __future__ import annotations

import hashlib
import unicodedata
from collections.abc import Iterable

import uuid_utils

_SEPARATOR = "\x1f"


def new_uuid() -> str:
    """A fresh UUIDv7 in canonical text form."""
    return str(uuid_utils.uuid7())


def digest(parts: Iterable[str]) -> str:
    """The first 128 bits of SHA-256 over the parts, as 32 hexadecimal digits; parts cannot run into one another."""
    joined = _SEPARATOR.join(f"{len(part)}:{part}" for part in parts)
    return hashlib.sha256(joined.encode()).hexdigest()[:32]


def group_token(group_id: str) -> str:
    """A fixed-length word standing for the group inside full-text indexes: `g` and 20 decimal digits.

    Digits only, so that no analyzer stems, splits or folds it, whatever the group is called.
    """
    number = int.from_bytes(hashlib.sha256(group_id.encode()).digest()[:8], "big")
    return f"g{number:020d}"


def cold_token(token: str) -> str:
    """The token that stands for a group in the cold part of the full-text indexes."""
    return f"c{token}"


def identity_key(name: str) -> str:
    """The name folded for comparison: NFKC, case and accents folded, letters of every script, digits, `+` and `#` kept.

    Everything else becomes a single space, so "José Núñez" equals "Jose Nunez", and "C++" differs from "C#".
    """
    folded = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name).casefold())
    kept = [
        char if char in "+#" or unicodedata.category(char)[0] in "LN" else " "
        for char in folded
        if unicodedata.category(char) != "Mn"
    ]
    return unicodedata.normalize("NFC", " ".join("".join(kept).split()))


def value_key(value: str) -> str:
    """A literal folded for comparison: NFKC, case folded, white space collapsed, outer punctuation dropped."""
    folded = unicodedata.normalize("NFKC", value).casefold()
    return " ".join(folded.split()).strip(" .,;:!?\"'()。，；：！？“”‘’（）")


def assertion_key(episode: str, span: tuple[int, int], claim: tuple[str, str, str, str, str]) -> str:
    """The same for every reading of the same claim out of the same span, so that a retry never doubles it.

    Args:
        episode: uuid of the episode.
        span: start and end of the evidence, code points.
        claim: subject, predicate, object (all normalised), polarity and modality.
    """
    return digest(("assertion", episode, *map(str, span), *claim))


def claim_key(subject: str, predicate: str, value: str, polarity: str, modality: str, occurrence: str) -> str:
    """Identifies a fact within its group; `occurrence` is empty but for dated events, which may happen again."""
    return digest(("claim", subject, predicate, value, polarity, modality, occurrence))


def slot_key(subject: str, predicate: str, value: str | None, modality: str, occurrence: str) -> str:
    """Identifies a timeline: subject and predicate where one value holds at a time, with `value` the claim itself."""
    return digest(("slot", subject, predicate, value or "", modality, occurrence))

"""Turns, and items of answers as a model writes them."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from extractors.candidates import Extraction, Turn
from graph_schema.model import Role

SAID = datetime(2024, 3, 15, 12, tzinfo=UTC)


def turn(content: str, **more: Any) -> Turn:
    return Turn(content, more.pop("role", Role.USER), SAID, **({"actor": "Ana"} | more))


def item(quote: str, **more: Any) -> dict[str, Any]:
    """A fact as a model that keeps to the schema writes it."""
    return {
        "subject": "SPEAKER",
        "subject_type": "person",
        "predicate": "likes",
        "verb": None,
        "object": "tea",
        "object_type": "literal",
        "polarity": "positive",
        "modality": "asserted",
        "time": None,
        "time_role": "none",
        "quote": quote,
        "confidence": 0.9,
    } | more


def entry(number: Any, *facts: Any, mentions: Any = ()) -> dict[str, Any]:
    return {"turn": number, "mentions": list(mentions), "facts": list(facts)}


def answer(*entries: Any) -> dict[str, Any]:
    return {"turns": list(entries)}


def claims(extraction: Extraction | Any) -> set[tuple[str, str, str]]:
    assert isinstance(extraction, Extraction), extraction
    return {(f.subject.name, f.predicate, f.object.name if f.object else f.value or "") for f in extraction.facts}

"""Answers to graphiti's prompts as a model writes them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from extractors.candidates import Extraction, Turn
from extractors.llm.vocabulary import ENTITY_TYPES
from graph_schema.model import Role
from tests.support.chat import Reply, completion

SAID = datetime(2024, 3, 15, 12, tzinfo=UTC)
Entity = tuple[str, str]


def said(content: str, **more: Any) -> Turn:
    return Turn(content, more.pop("role", Role.USER), SAID, **({"actor": "Ana"} | more))


def entities(*named: Entity) -> dict[str, Any]:
    """An answer to the first step, by names and our types."""
    return {
        "extracted_entities": [
            {
                "name": name,
                "entity_type_id": 0 if type_ == "thing" else ENTITY_TYPES.index(type_) + 1,
                "episode_indices": [0],
            }
            for name, type_ in named
        ]
    }


def edge(source: str, relation: str, target: str, fact: str, **more: Any) -> dict[str, Any]:
    return {
        "source_entity_name": source,
        "target_entity_name": target,
        "relation_type": relation,
        "fact": fact,
        "valid_at": None,
        "invalid_at": None,
        "episode_indices": [0],
    } | more


def edges(*given: Any) -> dict[str, Any]:
    """An answer to the second step."""
    return {"edges": list(given)}


def asks_for_edges(body: dict[str, Any]) -> bool:
    """Which of graphiti's two steps a request is."""
    return "<ENTITIES>" in body["messages"][-1]["content"]


def scripted(first: Any, second: Any = None) -> Callable[[dict[str, Any], int], Reply]:
    """Answers every first step alike, and every second one."""

    def reply(body: dict[str, Any], _: int) -> Reply:
        given = second if asks_for_edges(body) else first
        return given if isinstance(given, Reply) else completion(given)

    return reply


def facts(extraction: Extraction | Any) -> set[tuple[str, str, str]]:
    assert isinstance(extraction, Extraction), extraction
    return {(f.subject.name, f.predicate, f.object.name if f.object else f.value or "") for f in extraction.facts}

"""The JSON schema of an answer, in the strict subset: every property required, none beside them."""

from __future__ import annotations

from typing import Any

from extractors.llm.vocabulary import LITERAL, Vocabulary

NAME = "everwhen_extraction"
OTHER = "other"
"""Stands for a predicate that the catalogue lacks; `verb` then says it."""
SPEAKER = "SPEAKER"
ADDRESSEE = "ADDRESSEE"
POLARITIES = ("positive", "negative", "ended")
MODALITIES = ("asserted", "planned", "hypothetical", "asked")
TIME_ROLES = ("at", "since", "until", "during", "none")

Schema = dict[str, Any]


def answer_schema(vocabulary: Vocabulary) -> Schema:
    """The schema of an answer to a batch of turns."""
    turn = _object(
        turn={"type": "integer", "description": "Number of the turn."},
        mentions=_list(_mention(vocabulary)),
        facts=_list(_fact(vocabulary)),
    )
    return _object(turns=_list(turn))


def _mention(vocabulary: Vocabulary) -> Schema:
    return _object(
        text=_text("The name, copied from the turn."),
        type={"type": "string", "enum": list(vocabulary.entity_types)},
    )


def _fact(vocabulary: Vocabulary) -> Schema:
    types = list(vocabulary.entity_types)
    return _object(
        subject=_text(f"{SPEAKER}, {ADDRESSEE}, or a name copied from the turn."),
        subject_type={"type": "string", "enum": types},
        predicate={"type": "string", "enum": [*vocabulary.predicates, OTHER]},
        verb={"type": ["string", "null"], "description": f"Verb phrase in base form where predicate is {OTHER}."},
        object=_text(f"{SPEAKER}, {ADDRESSEE}, or words copied from the turn."),
        object_type={"type": "string", "enum": [*types, LITERAL]},
        polarity={"type": "string", "enum": list(POLARITIES)},
        modality={"type": "string", "enum": list(MODALITIES)},
        time={"type": ["string", "null"], "description": "The time expression, copied from the turn."},
        time_role={"type": "string", "enum": list(TIME_ROLES)},
        quote=_text("The words of the turn that state the fact, copied without a change."),
        confidence={"type": "number", "description": "0 to 1."},
    )


def _object(**properties: Schema) -> Schema:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def _list(items: Schema) -> Schema:
    return {"type": "array", "items": items}


def _text(description: str) -> Schema:
    return {"type": "string", "description": description}

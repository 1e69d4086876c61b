"""How important a turn is, by rule; what the caller says wins."""

from __future__ import annotations

from collections.abc import Iterable

from graph_schema.model import FactKind, Role
from service.gates.filler import nothing_said
from service.gates.requests import Asked, requests

REQUESTED, INSTRUCTED, TOOL, CHIT_CHAT = 0.9, 0.9, 0.8, 0.2
ROLE = {Role.USER: 0.5, Role.ASSISTANT: 0.4, Role.TOOL: TOOL, Role.SYSTEM: 0.5}
"""Importance of a turn that no other rule speaks of."""

KIND = {
    FactKind.CONSTRAINT: INSTRUCTED,
    FactKind.DECISION: 0.7,
    FactKind.TASK: 0.7,
    FactKind.PROCEDURE: 0.7,
    FactKind.PREFERENCE: 0.6,
    FactKind.EVENT: 0.6,
    FactKind.FACT: 0.6,
}
"""Importance of what a user says, by the weightiest kind of claim in it."""

_WORDS = {
    FactKind.CONSTRAINT: "an instruction",
    FactKind.DECISION: "a decision",
    FactKind.TASK: "a task",
    FactKind.PROCEDURE: "a procedure",
    FactKind.PREFERENCE: "a preference",
    FactKind.EVENT: "an event",
    FactKind.FACT: "a fact",
}


def importance(
    role: Role,
    content: str,
    language: str = "und",
    kinds: Iterable[FactKind] = (),
    names: Iterable[str] = (),
    source: str | None = None,
) -> tuple[float, str]:
    """(importance 0–1, the rule in words).

    Args:
        role: who speaks.
        content: of the turn.
        language: ISO 639-1 code, `und` when unsure.
        kinds: of the claims in it, as far as they are known.
        names: of people in it, who may be greeted.
        source: where the turn comes from.
    """
    if any(request.asked is Asked.REMEMBER for request in requests(content, role, source)):
        return REQUESTED, "the user asks to remember it"
    found = set(kinds)
    if not found and nothing_said(content, language, names):
        return CHIT_CHAT, "chit-chat"
    weighed = [kind for kind in KIND if kind in found] if role is Role.USER else []
    if weighed:
        return KIND[weighed[0]], f"the user states {_WORDS[weighed[0]]}"
    return ROLE[role], "a tool's result" if role is Role.TOOL else f"said by the {role.value}"

"""The enumerations of the contract as GraphQL enums: the same members, named in upper case."""

from __future__ import annotations

from graph_schema.model import EpisodeState, FactKind, Modality, Polarity, Precision, Role
from service.contract import Gate, GateOutcome, HitStatus, MemoryKind, RereadState, ReviewDecision, WaitFor
from service.graphql.define import register

__all__ = [
    "EpisodeState",
    "FactKind",
    "Gate",
    "GateOutcome",
    "HitStatus",
    "MemoryKind",
    "Modality",
    "Polarity",
    "Precision",
    "RereadState",
    "ReviewDecision",
    "Role",
    "WaitFor",
]

for _enum in (
    *(
        EpisodeState,
        FactKind,
        Gate,
        GateOutcome,
        HitStatus,
        MemoryKind,
        Modality,
        Polarity,
        Precision,
        RereadState,
        ReviewDecision,
        Role,
        WaitFor,
    ),
):
    register(_enum)

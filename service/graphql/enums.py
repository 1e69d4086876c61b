"""The enumerations of the contract as GraphQL enums: the same members, named in upper case."""

from __future__ import annotations

from graph_schema.model import EpisodeState, FactKind, Modality, Polarity, Precision, Role
from graph_schema.predicates import Cardinality, Temporal, ValueType
from service.context.model import ContextFormat, ContextOrder, ContextPart, TaskPart
from service.contract import Gate, GateOutcome, HitStatus, MemoryKind, RereadState, ReviewDecision, ReviewKind, WaitFor
from service.contract_jobs import RunState, Verdict
from service.graphql.define import register

__all__ = [
    "Cardinality",
    "ContextFormat",
    "ContextOrder",
    "ContextPart",
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
    "ReviewKind",
    "Role",
    "RunState",
    "TaskPart",
    "Temporal",
    "ValueType",
    "Verdict",
    "WaitFor",
]

for _enum in (
    *(
        Cardinality,
        ContextFormat,
        ContextOrder,
        ContextPart,
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
        ReviewKind,
        Role,
        TaskPart,
        Temporal,
        ValueType,
        RunState,
        Verdict,
        WaitFor,
    ),
):
    register(_enum)

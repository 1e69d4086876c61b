"""The enumerations of the contract as GraphQL enums: the same members, named in upper case."""

from __future__ import annotations

from graph_schema.model import EpisodeState, FactKind, Modality, Polarity, Precision, Role
from service.contract import HitStatus, MemoryKind, WaitFor
from service.graphql.define import register

__all__ = [
    "EpisodeState",
    "FactKind",
    "HitStatus",
    "MemoryKind",
    "Modality",
    "Polarity",
    "Precision",
    "Role",
    "WaitFor",
]

for _enum in (EpisodeState, FactKind, HitStatus, MemoryKind, Modality, Polarity, Precision, Role, WaitFor):
    register(_enum)

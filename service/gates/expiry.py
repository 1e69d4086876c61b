"""How long a claim is kept: a function of it and of when it was said, so that order and repetition change nothing."""

from __future__ import annotations

from datetime import datetime, timedelta

from extractors.candidates import FactCandidate
from graph_schema.model import OPEN_END, FactKind, Modality, Precision
from service.gates.policy import Policy


def expires_at(candidate: FactCandidate, said_at: datetime, policy: Policy) -> datetime:
    """When the claim may be put away; `OPEN_END` for never.

    What the turn says wins: an appointment expires when it is over, what holds until a day, on that day. A deadline
    ends no task: it is kept as long again as other tasks. Everything else is kept as its kind is, from when it was
    said.
    """
    told = _told(candidate, said_at)
    ttl = policy.ttl(candidate.kind)
    if told is not None and candidate.kind is not FactKind.TASK:
        return told
    return _after(told or said_at, ttl) if ttl is not None else OPEN_END


def _told(candidate: FactCandidate, said_at: datetime) -> datetime | None:
    """The end that the turn itself gives, where it is still to come."""
    occurs, valid = candidate.occurs, candidate.valid
    to_come = candidate.modality is Modality.PLANNED or (occurs is not None and occurs.start > said_at)
    dated = candidate.kind in (FactKind.EVENT, FactKind.TASK) and to_come
    if dated and occurs is not None and occurs.precision is not Precision.TURN and said_at < occurs.end < OPEN_END:
        return occurs.end
    return valid.end if valid is not None and said_at < valid.end < OPEN_END else None


def _after(start: datetime, ttl: timedelta) -> datetime:
    return start + ttl if OPEN_END - start > ttl else OPEN_END

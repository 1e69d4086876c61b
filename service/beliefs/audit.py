"""The audit: operations as nodes, and what each did to assertions and facts, so that it can be undone."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import Any

from graph_schema.store import Transaction
from service.beliefs.slots import Change

Row = dict[str, Any]

EXTRACT, REEXTRACT, RETRACT, PIN, UNDO = "extract", "reextract", "retract", "pin", "undo"
MERGE, SPLIT, ALIAS, REJECT = "merge", "split", "alias", "reject"
VOCABULARY, SETTINGS = "vocabulary", "settings"
RESOLVE = "resolve"
REFRESH = "refresh_summaries"
TASK_STATE, COMPRESS = "task_state", "compress"

Pair = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Author:
    """Who asks for an operation, and why."""

    actor: str
    reason: str


@dataclass(frozen=True, slots=True)
class Effects:
    """What an operation did, by ids; assertions it wrote are found by their `operation`.

    Attributes:
        retired: keys of the assertions it withdrew.
        revived: keys of the assertions whose withdrawal it took back.
        read: whether its turns count as read after it; None when it is not about reading.
        pinned: whether its fact was pinned before it; None when it is not about pinning.
        joined: (entity, the one it was merged into) of the merges it made.
        parted: the same of the merges it ended.
        part: (entity, the one that what some turns said of it was given to).
        unbelieved: facts nobody believed before it, as they were; see `read/unbelieved_facts`.
        newly_pinned: uuids of facts that were there before and took over another's pin.
        alias: what giving a name changed; see `service.beliefs.aliases`.
        review: the pair it decided on, by uuid.
        review_before: how that pair stood before it.
        vocabulary: the group's own vocabulary before it, empty for none; None when it is not about that.
        settings: the group's settings before it; None when it is not about those.
        task: a session's key and its edited task state before it; None when it is not about that.
        summarised: the session's key, where it compressed one.
        slots: timelines that a job looked at, all that it changed of them being kept on the operation.
        refreshed: entities that it gave another summary.
    """

    retired: tuple[str, ...] = ()
    revived: tuple[str, ...] = ()
    read: bool | None = None
    pinned: bool | None = None
    joined: tuple[Pair, ...] = ()
    parted: tuple[Pair, ...] = ()
    part: Pair | None = None
    unbelieved: tuple[Row, ...] = ()
    newly_pinned: tuple[str, ...] = ()
    alias: Row | None = None
    review: str | None = None
    review_before: str | None = None
    vocabulary: str | None = None
    settings: Row | None = None
    task: tuple[str, str | None] | None = None
    summarised: str | None = None
    slots: tuple[str, ...] = ()
    refreshed: tuple[str, ...] = ()

    @property
    def built_on_by(self) -> tuple[str, ...]:
        """Kinds of operation that, done later about the same ids, have to be undone first."""
        if self.joined or self.parted or self.part:
            return (MERGE, SPLIT)
        if self.vocabulary is not None:
            return (VOCABULARY,)
        if self.settings is not None:
            return (SETTINGS,)
        if self.refreshed:
            return (REFRESH,)
        if self.task is not None:
            return (TASK_STATE,)
        if self.summarised is not None:
            return (COMPRESS,)
        return (PIN,) if self.pinned is not None else ()

    @classmethod
    def of(cls, operation: Row) -> Effects:
        """The effects recorded with an operation's node."""
        kept: Row = json.loads(operation["before"])
        if kept.get("part"):
            kept["part"] = tuple(kept["part"])
        lists = ("retired", "revived", "unbelieved", "newly_pinned", "slots", "refreshed")
        pairs = ("joined", "parted")
        return cls(
            **{name: tuple(kept.pop(name, ())) for name in lists},
            **{name: tuple((a, b) for a, b in kept.pop(name, ())) for name in pairs},
            **kept,
        )


async def record(
    tx: Transaction,
    change: Change,
    kind: str,
    author: Author,
    *,
    group_id: str,
    ids: list[str],
    effects: Effects,
    undoes: str | None = None,
) -> Row:
    """Writes the node of an operation; returns its properties.

    Args:
        tx: the transaction that makes the change.
        change: its time and the operation's uuid.
        kind: what sort of operation it is.
        author: who asked for it and why.
        group_id: the group it belongs to.
        ids: uuids of the facts or turns it is about.
        effects: what it did.
        undoes: uuid of the operation it undoes.
    """
    operation = {
        "uuid": change.operation,
        "group_id": group_id,
        "kind": kind,
        "actor": author.actor,
        "reason": author.reason,
        "ids": ids,
        "undoes": undoes,
        "undone_by": None,
        "before": json.dumps(asdict(effects)),
    }
    (row,) = await tx.run("write/record_operation", operation=operation, now=change.now)
    return row["operation"]

"""Which turns of a batch say again what another turn said: the earliest said stands for all."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from graph_schema.ids import value_key
from graph_schema.store import Transaction
from service.beliefs.slots import Embed
from service.ports import Vectors

MOST = 3
"""Turns with the same gist that a turn is compared with, the earliest first."""


@dataclass(frozen=True, slots=True)
class Said:
    """A turn that says something.

    Attributes:
        gist: key of what it says.
        stored: whether it was found in the graph, standing for itself, and is not of this batch.
    """

    uuid: str
    gist: str
    valid_at: datetime
    seq: int
    content: str
    stored: bool = False

    @property
    def order(self) -> tuple[datetime, int]:
        """When it was said; what came first stands for the others."""
        return self.valid_at, self.seq


@dataclass(slots=True)
class Cluster:
    """Turns that say the same.

    Attributes:
        root: the earliest said.
    """

    root: Said
    members: list[Said] = field(default_factory=list[Said])

    def add(self, said: Said) -> None:
        """Takes a turn in."""
        self.members.append(said)
        if said.order < self.root.order:
            self.root = said


async def clusters(tx: Transaction, group_id: str, batch: Sequence[Said], cosine: float, embed: Embed) -> list[Cluster]:
    """The turns of the batch with those they repeat or are repeated by; each turn of the batch is in one cluster.

    Args:
        tx: the transaction that commits the batch.
        group_id: the batch's group.
        batch: in order of arrival.
        cosine: the embedder's threshold for texts that say the same.
        embed: vectors of contents, asked for only where texts of one gist differ.
    """
    if not batch:
        return []
    rows = await tx.run(
        "read/turns_saying",
        group_id=group_id,
        gists=sorted({said.gist for said in batch}),
        episodes=[said.uuid for said in batch],
        most=MOST,
    )
    known = [_said(row) for row in rows]
    vectors = await _vectors([*known, *batch], embed)
    found: dict[str, list[Cluster]] = {}
    for said in known:
        found.setdefault(said.gist, []).append(Cluster(said, [said]))
    for said in batch:
        rivals = found.setdefault(said.gist, [])
        near = next((cluster for cluster in rivals if _near(cluster.root, said, vectors, cosine)), None)
        if near is not None:
            near.add(said)
        else:
            rivals.append(Cluster(said, [said]))
    return [cluster for rivals in found.values() for cluster in rivals]


def _said(row: dict[str, Any]) -> Said:
    return Said(row["uuid"], row["gist"], row["valid_at"], row["seq"], row["content"], stored=True)


async def _vectors(turns: Iterable[Said], embed: Embed) -> dict[str, Vectors]:
    """Vectors by folded text, of texts that share a gist with a different one."""
    texts: dict[str, dict[str, str]] = {}
    for said in turns:
        texts.setdefault(said.gist, {})[value_key(said.content)] = said.content
    wanted = {key: text for found in texts.values() if len(found) > 1 for key, text in found.items()}
    vectors = await embed(list(wanted.values())) if wanted else ()
    return dict(zip(wanted, vectors, strict=True))


def _near(one: Said, other: Said, vectors: dict[str, Vectors], cosine: float) -> bool:
    left, right = value_key(one.content), value_key(other.content)
    return left == right or float(vectors[left] @ vectors[right]) >= cosine

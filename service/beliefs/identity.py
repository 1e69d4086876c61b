"""Merging and splitting entities by hand, naming them, and deciding about pairs that may be one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from graph_schema.store import GraphStore, Transaction
from service.beliefs.aliases import give_name
from service.beliefs.audit import ALIAS, MERGE, REJECT, SPLIT, Author, Effects, Pair, record
from service.beliefs.contradictions import decide
from service.beliefs.joining import join
from service.beliefs.locked import locked_change
from service.beliefs.parting import part
from service.beliefs.slots import Change, Embed
from service.contract import OperationView, ReviewDecision
from service.errors import Conflict, InvalidInput, UnknownId
from service.identity.match import UNKNOWN
from service.validation import check_id

Row = dict[str, Any]

MOST_ENTITIES = 100


class IdentityOperations:
    """Changes by hand which entities are one and what they are called, each change recorded and undoable."""

    def __init__(self, store: GraphStore, embed: Embed) -> None:
        """`embed` is needed where a merge changes the wording of a fact."""
        self._store = store
        self._embed = embed

    async def merge(self, group_id: str, entities: Sequence[str], into: str | None, author: Author) -> OperationView:
        """The operation by which entities are one from now on.

        Args:
            group_id: their group.
            entities: uuids, at least two; one that was merged before brings all that it is one with.
            into: uuid of the one they are shown as; by default the one of known type that is mentioned most.
            author: who asks and why.

        Raises:
            InvalidInput: fewer than two entities, or their types exclude one another.
            UnknownId: the group has no such entity.
            Conflict: they are one already.
        """
        wanted = _distinct(entities, into)

        async def work(tx: Transaction, change: Change) -> Row:
            return await _merge(tx, change, group_id, wanted, into, author)

        return await locked_change(self._store, self._embed, group_id, work, "operations/merge")

    async def part(
        self, group_id: str, entity: str, turns: Sequence[str], name: str | None, author: Author
    ) -> OperationView:
        """The operation by which what some turns say of an entity is said of a new one.

        Args:
            group_id: their group.
            entity: uuid of the one that two were read into.
            turns: uuids of those that mean the other.
            name: what that one is called; by default what the turns call it.
            author: who asks and why.

        Raises:
            InvalidInput: the name has neither letters nor digits.
            UnknownId: the group has no such entity or turn.
            Conflict: no turn says anything of it, or the name is another's.
        """

        async def work(tx: Transaction, change: Change) -> Row:
            await _entities(tx, group_id, [entity])
            one, effects = await part(tx, change, group_id, entity, turns, name)
            ids = [entity, one, *dict.fromkeys(turns)]
            return await record(tx, change, SPLIT, author, group_id=group_id, ids=ids, effects=effects)

        return await locked_change(self._store, self._embed, group_id, work, "operations/part")

    async def split(self, group_id: str, entity: str, members: Sequence[str], author: Author) -> OperationView:
        """The operation by which entities are no longer one with another; what was believed while they were stays.

        Args:
            group_id: their group.
            entity: uuid of the one the others were merged into, or of any of them.
            members: uuids of those that leave; empty for all.
            author: who asks and why.

        Raises:
            InvalidInput: `entity` itself is named among those that leave.
            UnknownId: the group has no such entity.
            Conflict: one of them is not merged into it.
        """

        async def work(tx: Transaction, change: Change) -> Row:
            (found,) = await _entities(tx, group_id, [entity])
            root = found["root"]
            (whole,) = await _entities(tx, group_id, [root])
            leaving = _leaving(whole, members or ([entity] if entity != root else whole["members"]))
            parted: list[Pair] = [(member, root) for member in leaving]
            effects = await join(tx, change, (), parted)
            return await record(tx, change, SPLIT, author, group_id=group_id, ids=[root, *leaving], effects=effects)

        return await locked_change(self._store, self._embed, group_id, work, "operations/split")

    async def add_alias(self, group_id: str, entity: str, name: str, author: Author) -> OperationView:
        """The operation by which an entity is also found by `name`, for certain.

        Raises:
            InvalidInput: the name has neither letters nor digits.
            UnknownId: the group has no such entity.
            Conflict: it is called so already, or another entity of a fitting type is.
        """
        check_id("name", name)

        async def work(tx: Transaction, change: Change) -> Row:
            await _entities(tx, group_id, [entity])
            effects = Effects(alias=await give_name(tx, group_id, entity, name, change.now))
            return await record(tx, change, ALIAS, author, group_id=group_id, ids=[entity], effects=effects)

        return await locked_change(self._store, self._embed, group_id, work, "operations/alias")

    async def resolve_review(
        self, group_id: str, review: str, decision: ReviewDecision, author: Author
    ) -> OperationView:
        """The operation that decides about a pair that may be one, or about two facts that contradict each other.

        Entities are merged, or kept apart for good; of facts the one that was chosen stays, or the other.

        Raises:
            UnknownId: the group has no such review.
            Conflict: it was decided before, the two are one already, or no longer contradict each other.
        """

        async def work(tx: Transaction, change: Change) -> Row:
            rows = await tx.run("read/review", group_id=group_id, uuid=review)
            if not rows:
                return await decide(tx, change, group_id, review, decision, author)
            found = rows[0]
            if found["status"] != "pending":
                raise Conflict("review", f"review {review} was decided before: {found['status']}")
            pair = (found["entity"], found["other"])
            if decision is ReviewDecision.ACCEPT:
                return await _merge(tx, change, group_id, pair, None, author)
            await tx.run("write/decide_same", uuid=review, status="rejected")
            effects = Effects(review=review, review_before="pending")
            return await record(tx, change, REJECT, author, group_id=group_id, ids=list(pair), effects=effects)

        return await locked_change(self._store, self._embed, group_id, work, "operations/review")


def _distinct(entities: Sequence[str], into: str | None) -> list[str]:
    named: list[str] = [*([into] if into else []), *entities]
    wanted = list(dict.fromkeys(named))
    if len(wanted) < 2:
        raise InvalidInput("entities", "an entity cannot be merged with itself", "at least two different entities")
    if len(wanted) > MOST_ENTITIES:
        raise InvalidInput("entities", f"{len(wanted)} entities", f"at most {MOST_ENTITIES} at once")
    return wanted


async def _entities(tx: Transaction, group_id: str, uuids: Sequence[str]) -> list[Row]:
    rows = {
        row["uuid"]: row
        for row in await tx.run("read/entities_to_change", group_id=group_id, uuids=list(dict.fromkeys(uuids)))
    }
    for uuid in uuids:
        if uuid not in rows:
            raise UnknownId("entity", uuid)
    return [rows[uuid] for uuid in uuids]


async def _merge(
    tx: Transaction, change: Change, group_id: str, wanted: Sequence[str], into: str | None, author: Author
) -> Row:
    named = await _entities(tx, group_id, wanted)
    roots = await _entities(tx, group_id, list(dict.fromkeys(row["root"] for row in named)))
    if len(roots) == 1:
        raise Conflict("entities", f"they are one already, as entity {roots[0]['uuid']}")
    kinds = {row["type"] for row in roots} - {UNKNOWN}
    if len(kinds) > 1:
        raise InvalidInput("entities", f"of different types: {', '.join(sorted(kinds))}", "entities of one type")
    root = next(row["root"] for row in named if row["uuid"] == into) if into else max(roots, key=_standing)["uuid"]
    others = [row for row in roots if row["uuid"] != root]
    parted: list[Pair] = [(member, row["uuid"]) for row in others for member in row["members"]]
    joined: list[Pair] = [(row["uuid"], root) for row in others] + [(member, root) for member, _ in parted]
    effects = await join(tx, change, joined, parted)
    ids = [root, *(member for member, _ in joined)]
    return await record(tx, change, MERGE, author, group_id=group_id, ids=ids, effects=effects)


def _standing(row: Row) -> tuple[bool, int, float]:
    """What makes one of several the one they are shown as: a known type, the most mentions, being known longest."""
    return row["type"] != UNKNOWN, row["mention_count"], -row["created_at"].timestamp()


def _leaving(whole: Row, members: Sequence[str]) -> list[str]:
    if whole["uuid"] in members:
        allowed = "the entities that were merged into it"
        raise InvalidInput("members", "the entity they were merged into cannot leave itself", allowed)
    strangers = [uuid for uuid in members if uuid not in whole["members"]]
    if strangers or not members:
        who = f"entity {strangers[0]} is not" if strangers else "nothing is"
        raise Conflict("entity", f"{who} merged into entity {whole['uuid']}, so there is nothing to split")
    return list(dict.fromkeys(members))

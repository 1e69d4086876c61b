"""The nightly look at every timeline: by the same rules as at write time, and by the catalogue as it is now."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from graph_schema.model import OPEN_START, Modality
from graph_schema.predicates import Cardinality, Catalogue, Temporal
from graph_schema.store import Transaction
from graph_schema.timeline import slot_timeline
from service.beliefs.keys import keys_of
from service.beliefs.slots import Change, deciding, recompute
from service.beliefs.vocabulary import Run, vocabulary_of

Row = dict[str, Any]


class ConflictResolution:
    """Finds timelines that are not what was said makes of them, and makes them so."""

    async def plan(self, read: Run, group_id: str, now: datetime, most: int) -> AsyncIterator[list[Row]]:
        """Slots that differ, then those whose predicate takes another number of values by now; see `Thought`."""
        catalogue = (await vocabulary_of(read, group_id)).catalogue
        outgrown: list[str] = []
        at, after = OPEN_START, ""
        while True:
            page = await read("jobs/resolve_conflicts.plan", group_id=group_id, after_at=at, after=after, limit=most)
            found: list[Row] = []
            for row in await read("read/slots", slots=_to_look_at(page, catalogue)):
                if _outgrown(row, catalogue):
                    outgrown.append(row["slot"])
                elif change := _difference(row, row, {}):
                    found.append(change)
            yield found
            if len(page) < most:
                break
            at, after = page[-1]["at"], page[-1]["uuid"]
        async for rows in _regrouped(read, catalogue, outgrown, most):
            yield rows

    async def apply(self, tx: Transaction, change: Change, rows: Sequence[Row]) -> None:
        """Recomputes the slots; see `Thought`."""
        moves = [move for row in rows for move in row["moves"]]
        if moves:
            facts = {move["claim"]: move["slot"] for move in moves}
            await tx.run(
                "jobs/resolve_conflicts.apply",
                assertions=[{name: move[name] for name in ("key", "slot", "single")} for move in moves],
                facts=[{"fact_id": claim, "slot": slot} for claim, slot in facts.items()],
            )
        await recompute(tx, (slot for row in rows for slot in row["slots"]), change)


def _to_look_at(page: Sequence[Row], catalogue: Catalogue) -> list[str]:
    return [
        row["slot"]
        for row in page
        if row["first"] and not (row["settled"] and row["single"] == _single(row, catalogue))
    ]


def _outgrown(row: Row, catalogue: Catalogue) -> bool:
    return any(found["single"] != _single(found, catalogue) for found in row["assertions"])


def _single(assertion: Row, catalogue: Catalogue) -> bool:
    predicate = catalogue.get(assertion["predicate"])
    stated = assertion["modality"] == Modality.ASSERTED
    return predicate.cardinality is Cardinality.SINGLE and predicate.temporal is Temporal.STATE and stated


async def _regrouped(read: Run, catalogue: Catalogue, slots: Sequence[str], most: int) -> AsyncIterator[list[Row]]:
    """Slots by the timelines that their assertions belong to by now, a list of `most` old slots at a time."""
    targets: dict[str, list[Row]] = {}
    for begin in range(0, len(slots), most):
        for found in await read("read/assertions_in_slots", slots=slots[begin : begin + most]):
            single = _single(found, catalogue)
            slot = keys_of({**found, "single": single}).slot
            move = {"key": found["key"], "claim": found["claim"], "from": found["slot"], "slot": slot, "single": single}
            targets.setdefault(slot, []).append(move)
    rows: list[Row] = []
    for parts in _joined(targets):
        rows += [row for row in [await _moved(read, parts)] if row]
        if sum(len(row["slots"]) for row in rows) >= most:
            yield rows
            rows = []
    yield rows


def _joined(targets: Mapping[str, list[Row]]) -> Iterable[dict[str, list[Row]]]:
    """Targets that share an old slot go together."""
    together: dict[str, dict[str, list[Row]]] = {}
    for slot, moves in targets.items():
        parts = {slot: moves}
        for old in {move["from"] for move in moves}:
            parts |= together.get(old, {})
        for old in {move["from"] for each in parts.values() for move in each}:
            together[old] = parts
    return {id(parts): parts for parts in together.values()}.values()


async def _moved(read: Run, parts: Mapping[str, list[Row]]) -> Row | None:
    moves = [move for each in parts.values() for move in each]
    singles = {move["key"]: move for move in moves}
    slots = sorted({move["from"] for move in moves} | set(parts))
    rows = await read("read/slots", slots=slots)
    names = ("assertions", "facts", "versions", "supersedes", "contradicts")
    before: Row = {name: [item for row in rows for item in row[name]] for name in names}
    before["source_trust"] = next((row["source_trust"] for row in rows if row["source_trust"]), None)
    after: Row = {**before, "assertions": [_as_moved(item, singles) for item in before["assertions"]]}
    change = _difference({"slot": slots[0], **before}, after, {"moved": len(moves)})
    return {**change, "slots": slots, "moves": moves} if change else None


def _as_moved(assertion: Row, moves: Mapping[str, Row]) -> Row:
    move = moves.get(assertion["key"])
    return {**assertion, "slot": move["slot"], "single": move["single"]} if move else assertion


def _difference(row: Row, as_read: Row, why: Row) -> Row | None:
    """What the timelines of a slot's assertions change, None where nothing does and nothing is moved."""
    by_slot: dict[str, list[Row]] = {}
    for assertion in as_read["assertions"]:
        by_slot.setdefault(assertion["slot"], []).append(assertion)
    timelines = [slot_timeline(deciding({**as_read, "assertions": found})) for found in by_slot.values()]
    before = {
        "versions": sorted(
            [v["fact_id"], _iso(v["valid_at"]), _iso(v["invalid_at"]), v["rule"]] for v in row["versions"]
        ),
        "supersedes": sorted([r["newer"], r["older"], _iso(r["at"]), r["rule"]] for r in row["supersedes"]),
        "contradicts": sorted([r["chosen"], r["other"]] for r in row["contradicts"]),
    }
    after = {
        "versions": sorted(
            [s.claim, _iso(s.valid.start), _iso(s.valid.end), s.rule] for t in timelines for s in t.segments
        ),
        "supersedes": sorted([r.newer, r.older, _iso(r.at), r.rule] for t in timelines for r in t.replacements),
        "contradicts": sorted([chosen, other] for t in timelines for chosen, other in t.contradictions),
    }
    if before == after and not why:
        return None
    uuid = min((fact["uuid"] for fact in row["facts"]), default="")
    why = {**why, "slot": row["slot"], "assertions": len(as_read["assertions"])}
    return {"uuid": uuid, "before": before, "after": after, "why": why, "slots": [row["slot"]], "moves": []}


def _iso(at: datetime) -> str:
    return at.isoformat()

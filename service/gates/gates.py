"""The gates in their order: what each turn of a batch passes between its reading and the commit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any

from extractors.candidates import Extraction, FactCandidate
from graph_schema.model import OPEN_END, FactKind, Modality, Role
from graph_schema.store import Transaction
from service.beliefs.slots import Embed
from service.gates.decision import Decision, Gate, GateOutcome, in_order
from service.gates.duplicates import Cluster, Said, clusters
from service.gates.echo import ECHOING, Memory, echoed, memories
from service.gates.expiry import expires_at
from service.gates.filler import nothing_said
from service.gates.gist import gist
from service.gates.importance import importance
from service.gates.policy import Policy
from service.gates.requests import Asked, Request, plainly, requests_of
from service.gates.summary import summary
from service.ingest.turn import ReadTurn

Row = dict[str, Any]

STATED = frozenset({Modality.ASSERTED, Modality.PLANNED})
_ALIKE = 0.92
"""Cosine at which texts say the same, where the embedder was not calibrated."""


@dataclass(slots=True)
class Gated:
    """A turn behind the gates.

    Attributes:
        turn: with what may be asserted from it; its extraction is None when nothing may.
        read: what was read out of it before the gates; None when the caller asked not to.
        gist: key of what it says, None when it says nothing.
        duplicate_of: uuid of the turn it repeats; empty when it repeats none, None when it says nothing to repeat.
    """

    turn: ReadTurn
    read: Extraction | None = None
    decisions: list[Decision] = field(default_factory=list[Decision])
    gist: str | None = None
    duplicate_of: str | None = None
    summary: str | None = None

    @property
    def language(self) -> str | None:
        """ISO 639-1 code of the turn's language; None when it was not read."""
        return self.read.language if self.read else None

    @property
    def stopped(self) -> Decision | None:
        """The decision by which nothing is asserted from the turn; None when something may be."""
        return next((d for d in self.decisions if d.outcome is GateOutcome.SKIPPED), None)

    @property
    def reason(self) -> str | None:
        """Why something of the turn was left out; None when nothing was."""
        left = (GateOutcome.SKIPPED, GateOutcome.PARTLY)
        return next((d.reason for d in self.decisions if d.outcome in left), None)

    def decide(self, gate: Gate, outcome: GateOutcome, reason: str) -> None:
        """Records a decision; those of one turn are kept in the order of the gates."""
        self.decisions = [*in_order((*self.decisions, Decision(gate, outcome, reason)))]


@dataclass(frozen=True, slots=True)
class Judged:
    """A batch behind the gates.

    Attributes:
        turns: in the order given.
        repeated: clusters of more than one turn.
    """

    turns: tuple[Gated, ...]
    repeated: tuple[Cluster, ...]


class Gates:
    """The gates of a deployment."""

    def __init__(self, policy: Policy, embed: Embed, duplicate: float = _ALIKE) -> None:
        """Use `policy`; `duplicate` is the embedder's calibrated cosine of texts that say the same."""
        self.policy = policy
        self._embed = embed
        self._duplicate = duplicate

    async def judge(self, tx: Transaction, group_id: str, turns: Sequence[ReadTurn]) -> Judged:
        """What becomes of the turns of one group, in the transaction that commits them.

        The same turns in any order, or read again, are judged alike: who repeats whom is decided by when it was said.
        """
        gated = [Gated(turn, turn.extraction) for turn in turns]
        for item in gated:
            _heed(item)
            item.gist = _gist(item)
        found = await clusters(tx, group_id, [_said(g) for g in gated if g.gist], self._duplicate, self._embed)
        _mark_duplicates(gated, found)
        recalled = await self._recalled(tx, group_id, gated)
        for item in gated:
            _drop_echoes(item, recalled.get(item.turn.uuid, ()))
            _drop_filler(item)
            self._tag(item)
        return Judged(tuple(gated), tuple(cluster for cluster in found if len(cluster.members) > 1))

    async def _recalled(self, tx: Transaction, group_id: str, gated: Sequence[Gated]) -> dict[str, list[Memory]]:
        """What was recalled shortly before the turns that may repeat it, by their uuid."""
        window = self.policy.echo_window
        asking = [g.turn for g in gated if Role(g.turn.episode["role"]) in ECHOING and _stated(g.turn.extraction)]
        if not asking or not window:
            return {}
        stored: dict[datetime, list[str]] = {}
        for turn in asking:
            stored.setdefault(turn.episode["created_at"], []).append(turn.uuid)
        spans = [{"since": at - window, "until": at + timedelta(seconds=1), "at": at} for at in stored]
        rows = await tx.run("read/recalled_before", group_id=group_id, spans=spans)
        found = {row["at"]: memories(row["texts"]) for row in rows}
        return {uuid: found.get(at, []) for at, uuids in stored.items() for uuid in uuids}

    def _tag(self, item: Gated) -> None:
        """Importance, expiry, rights and summary of what is kept."""
        episode, extraction = item.turn.episode, item.turn.extraction
        role, stated = Role(episode["role"]), _stated(extraction)
        if not episode.get("importance_given", True):
            _weigh(item, role, [fact.kind for fact in stated])
        if extraction is not None:
            item.summary = summary(episode["content"], extraction, self.policy.summary_tokens)
        if item.summary is not None:
            item.decide(Gate.SUMMARY, GateOutcome.TAGGED, "the turn is long")
        ends = [expires_at(fact, episode["valid_at"], self.policy) for fact in stated]
        passing = sorted(end for end in ends if end != OPEN_END)
        if passing:
            item.decide(Gate.EXPIRY, GateOutcome.TAGGED, _expiry_reason(passing, len(stated)))
        barred = sorted({fact.kind for fact in stated if not self.policy.updates(role, fact.kind)})
        if barred:
            item.decide(Gate.AUTHORITY, GateOutcome.LIMITED, _authority_reason(role, barred))


def _weigh(item: Gated, role: Role, kinds: Sequence[FactKind]) -> None:
    """Gives the turn its importance by rule."""
    episode = item.turn.episode
    value, rule = importance(
        role, episode["content"], item.language or "und", kinds, _names(item.read), episode.get("source")
    )
    item.turn = replace(item.turn, episode={**episode, "importance": value})
    item.decide(Gate.IMPORTANCE, GateOutcome.TAGGED, f"{value:g}: {rule}")


def _heed(item: Gated) -> None:
    """What the caller and the user ask."""
    episode = item.turn.episode
    if item.turn.extraction is None:
        item.decide(Gate.CALLER, GateOutcome.SKIPPED, "the caller asked not to extract it")
        return
    asked = requests_of(episode)
    forgets = [request for request in asked if request.asked is Asked.FORGET]
    if asked:
        _tighten(item)
    if any(request.asked is Asked.NOT_STORE for request in asked):
        _stop(item, Gate.REQUEST, "the user asks not to store it: kept as said, nothing is asserted from it")
    elif forgets:
        _leave_out(item, forgets)
    elif asked:
        item.decide(Gate.REQUEST, GateOutcome.HEEDED, "the user asks to remember it")


def _tighten(item: Gated) -> None:
    """Lets claims begin at their first word, and not at what was blanked out before it."""
    extraction, episode = item.turn.extraction or Extraction("und"), item.turn.episode
    plain = plainly(episode["content"], requests_of(episode))
    quotes = ((fact, plain[fact.start : fact.end]) for fact in extraction.facts)
    facts = tuple(replace(fact, start=fact.end - len(quote.lstrip())) for fact, quote in quotes)
    item.turn = replace(item.turn, extraction=replace(extraction, facts=facts))


def _leave_out(item: Gated, forgets: Sequence[Request]) -> None:
    """Asserts nothing from the sentences that ask to forget."""
    reason = "the user asks to forget: " + "; ".join(request.what for request in forgets)
    episode = item.turn.episode
    if not plainly(episode["content"], requests_of(episode)).strip(" .!?。！？"):
        _stop(item, Gate.REQUEST, reason)
        return
    extraction = item.turn.extraction or Extraction("und")
    spans = [(request.start, request.end) for request in forgets]
    kept = [f for f in extraction.facts if not any(f.start < end and start < f.end for start, end in spans)]
    named = [m for m in extraction.mentions if not any(m.start < end and start < m.end for start, end in spans)]
    item.turn = replace(item.turn, extraction=replace(extraction, facts=tuple(kept), mentions=tuple(named)))
    item.decide(Gate.REQUEST, GateOutcome.PARTLY, reason)


def _gist(item: Gated) -> str | None:
    episode, extraction = item.turn.episode, item.turn.extraction
    if extraction is None or _says_nothing(item):
        return None
    return gist(episode, plainly(episode["content"], requests_of(episode)), extraction)


def _said(item: Gated) -> Said:
    episode = item.turn.episode
    return Said(item.turn.uuid, item.gist or "", episode["valid_at"], episode["seq"], episode["content"])


def _mark_duplicates(gated: Sequence[Gated], found: Sequence[Cluster]) -> None:
    roots = {said.uuid: cluster.root.uuid for cluster in found for said in cluster.members}
    for item in gated:
        root = roots.get(item.turn.uuid)
        if root is not None:
            item.duplicate_of = "" if root == item.turn.uuid else root


def _drop_echoes(item: Gated, recalled: Sequence[Memory]) -> None:
    extraction = item.turn.extraction
    if extraction is None or not recalled:
        return
    stated = _stated(extraction)
    again = echoed(stated, item.turn.episode["content"], recalled)
    if not again:
        return
    if len(again) == len(stated):
        _stop(item, Gate.ECHO, "it repeats what was recalled shortly before")
        return
    kept = tuple(fact for fact in extraction.facts if not any(fact is other for other in again))
    item.turn = replace(item.turn, extraction=replace(extraction, facts=kept))
    reason = f"{len(again)} of {len(stated)} claims repeat what was recalled shortly before"
    item.decide(Gate.ECHO, GateOutcome.PARTLY, reason)


def _drop_filler(item: Gated) -> None:
    reason = _says_nothing(item)
    if reason is not None:
        _stop(item, Gate.LOW_INFORMATION, f"nothing to remember: {reason}")


def _says_nothing(item: Gated) -> str | None:
    extraction = item.turn.extraction
    if extraction is None or _stated(extraction):
        return None
    return nothing_said(item.turn.episode["content"], extraction.language, _names(extraction))


def _stop(item: Gated, gate: Gate, reason: str) -> None:
    item.turn = replace(item.turn, extraction=None)
    item.decide(gate, GateOutcome.SKIPPED, reason)


def _stated(extraction: Extraction | None) -> list[FactCandidate]:
    return [fact for fact in extraction.facts if fact.modality in STATED] if extraction else []


def _names(extraction: Extraction | None) -> list[str]:
    return [mention.name for mention in extraction.mentions if mention.type == "person"] if extraction else []


def _expiry_reason(passing: Sequence[datetime], claims: int) -> str:
    until = passing[-1].isoformat().replace("+00:00", "Z")
    return f"{len(passing)} of {claims} claims expire, by {until}"


def _authority_reason(role: Role, barred: Sequence[FactKind]) -> str:
    return f"the {role.value} may add but not change: {', '.join(kind.value for kind in barred)}"


def duplicate_rows(judged: Judged) -> dict[str, list[Any]]:
    """Parameters of `write/merge_duplicates`: who repeats whom, stored ones that do so from now on, who is repeated."""
    turns: list[Row] = []
    moved: list[Row] = []
    for cluster in judged.repeated:
        others = [said for said in cluster.members if said.uuid != cluster.root.uuid]
        for said in others:
            (moved if said.stored else turns).append({"uuid": said.uuid, "root": cluster.root.uuid})
    return {"turns": turns, "moved": moved, "roots": [cluster.root.uuid for cluster in judged.repeated]}

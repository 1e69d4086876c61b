"""The context for a model's next turn: session, memories and task state in one text under a token budget."""

from __future__ import annotations

import re
import time
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from graph_schema.model import FactKind, Role
from service.context.assemble import Assembly
from service.context.entries import memory_entries, profile_entry, state_entries, summary_entry, turn_entry
from service.context.layout import SEPARATOR, Layout, citation
from service.context.model import Citation, ContextInput, ContextPart, ContextResult, SessionView
from service.context.render import render
from service.context.sessions import Sessions
from service.contract import EpisodeView, FactFilter, FactView, Hit, HitStatus, RecallInput, RecallResult
from service.errors import InvalidInput
from service.ports import Clock
from service.reads.reads import Reads
from service.recall.recall import Recall
from service.tokens import estimate_tokens
from service.validation import check_id, check_optional_id, check_range, check_text, check_time

MAX_BUDGET = 1_000_000
_MAX_PROMPT = 200_000
_MAX_QUERY = 10_000
_PROFILE = 8
_STATE_SHARE = 0.35
_PROFILE_SHARE = 0.1
_SUMMARY_SHARE = 0.3
_BRIEF = re.compile(r"\b(?:short|brief|concise|terse|succinct)\b|简短|简洁|简明|精简", re.IGNORECASE)
_BRIEF_SHARE = 0.5


@dataclass(frozen=True, slots=True)
class _Found:
    """What may go into a context.

    Attributes:
        session: None outside a session.
        brief: whether the user wants it short.
    """

    session: SessionView | None
    recalled: RecallResult | None
    profile: tuple[FactView, ...]
    brief: bool


class Contexts:
    """Assembles contexts."""

    def __init__(self, sessions: Sessions, recall: Recall, reads: Reads, clock: Clock) -> None:
        """Reads only; nothing is changed but the record of the recall."""
        self._sessions = sessions
        self._recall = recall
        self._reads = reads
        self._clock = clock

    async def assemble(self, request: ContextInput) -> ContextResult:
        """The context, within its budget.

        Raises:
            InvalidInput: a field is not acceptable, or the budget does not hold the system prompt.
        """
        started = time.perf_counter()
        _check(request)
        now = request.now or self._clock.now()
        found = await self._find(request, now)
        layout = Layout(request.system_prompt, now.isoformat(timespec="minutes"), request.separator or SEPARATOR)
        assembly = Assembly.within(layout, request.format, request.token_budget)
        _fill(assembly, request, found)
        text, messages = render(layout, request.format)
        return ContextResult(
            text=text,
            messages=messages,
            tokens=estimate_tokens(text),
            parts=assembly.counts(),
            citations=_citations(layout),
            recall_id=found.recalled.recall_id if found.recalled else None,
            took_ms=(time.perf_counter() - started) * 1e3,
        )

    async def _find(self, request: ContextInput, now: datetime) -> _Found:
        session = None
        if request.session_id is not None:
            session = await self._sessions.find(request.group_id, request.session_id, now)
        turns = session.active if session else ()
        profile = await self._profile(request, turns, now)
        brief = any(_BRIEF.search(fact.text) for fact in profile if fact.kind is FactKind.PREFERENCE)
        return _Found(session, await self._recalled(request, turns, now), profile, brief)

    async def _recalled(
        self, request: ContextInput, turns: Sequence[EpisodeView], now: datetime
    ) -> RecallResult | None:
        """What the user's input and the last answer call to mind; nothing where nothing relevant is remembered."""
        query = request.query or next((turn.content for turn in reversed(turns) if turn.role is Role.USER), None)
        if not query or not query.strip() or not request.top_k:
            return None
        answer = next((turn.content for turn in reversed(turns) if turn.role is Role.ASSISTANT), None)
        result = await self._recall.recall(
            RecallInput(
                (request.group_id,),
                query[:_MAX_QUERY],
                context=(answer[:1_000],) if answer and answer.strip() else (),
                limit=min(200, 4 * request.limit + request.turns),
                now=now,
                include_archived=True,
            )
        )
        return None if result.abstained else result

    async def _profile(
        self, request: ContextInput, turns: Sequence[EpisodeView], now: datetime
    ) -> tuple[FactView, ...]:
        """What is known of the user who speaks, the most important first."""
        user = next((turn.actor for turn in reversed(turns) if turn.role is Role.USER and turn.actor), None)
        if user is None:
            return ()
        kinds = (FactKind.FACT, FactKind.PREFERENCE)
        where = FactFilter((request.group_id,), entity=user, kinds=kinds, as_of=now)
        page = await self._reads.facts(where, 50)
        facts = [edge.node for edge in page.edges if edge.node.subject.name.casefold() == user.casefold()]
        facts.sort(key=lambda f: (not f.pinned, f.kind is not FactKind.PREFERENCE, -f.importance, -f.mention_count))
        return tuple(facts[:_PROFILE])


def _fill(assembly: Assembly, request: ContextInput, found: _Found) -> None:
    """Adds what matters most first: last turns, task state, memories, summaries, profile, earlier turns."""
    budget, session = request.token_budget, found.session
    active = session.active if session else ()
    cut = max(0, len(active) - request.turns)
    last, earlier = active[cut:], active[:cut]
    room = int(assembly.left * (_BRIEF_SHARE if found.brief else 1.0))
    assembly.add(map(turn_entry, reversed(last)), clipped_to=max(32, budget // 5), run=True)
    if session:
        assembly.add(state_entries(session.state), clipped_to=120, share=int(budget * _STATE_SHARE))
    shown = {turn.uuid for turn in (active if request.earlier_turns else last)}
    hits = _memories(request, found, shown)
    top = min(request.top_k, 2) if found.brief else request.top_k
    assembly.add(memory_entries(hits, top, request.order), clipped_to=max(32, budget // 8))
    summaries = session.summaries if session else ()
    assembly.add(map(summary_entry, reversed(summaries)), clipped_to=400, share=min(room, int(budget * _SUMMARY_SHARE)))
    assembly.add(map(profile_entry, found.profile), clipped_to=80, share=min(room, int(budget * _PROFILE_SHARE)))
    if request.earlier_turns:
        assembly.add(map(turn_entry, reversed(earlier)), clipped_to=max(32, budget // 2), run=True)
    elif earlier:
        assembly.left_out[ContextPart.DIALOGUE] = assembly.left_out.get(ContextPart.DIALOGUE, 0) + len(earlier)


def _memories(request: ContextInput, found: _Found, shown: set[str]) -> list[Hit]:
    """Hits that the context does not hold anyway and that still hold, the most relevant first."""
    if found.recalled is None:
        return []
    state = {item.id for item in found.session.state.items} if found.session else set[str]()
    present = shown | state | {fact.uuid for fact in found.profile}
    hits = [h for h in found.recalled.hits if h.uuid not in present and h.status is not HitStatus.SUPERSEDED]
    return hits[: request.limit]


def _citations(layout: Layout) -> tuple[Citation, ...]:
    return tuple(
        Citation(citation(entry.kind, entry.uuid), entry.kind, entry.uuid, entry.text)
        for _, entries in layout.parts()
        for entry in entries
        if entry.uuid and entry.part in (ContextPart.MEMORIES, ContextPart.PROFILE, ContextPart.SUMMARIES)
    )


def _check(request: ContextInput) -> None:
    check_id("groupId", request.group_id)
    check_optional_id("sessionId", request.session_id)
    check_range("tokenBudget", request.token_budget, 1, MAX_BUDGET)
    check_range("turns", request.turns, 0, 100)
    check_range("limit", request.limit, 1, 50)
    check_range("topK", request.top_k, 0, request.limit)
    check_time("now", request.now)
    if request.query is not None:
        check_text("query", request.query, _MAX_QUERY)
    if request.system_prompt is not None:
        check_text("systemPrompt", request.system_prompt, _MAX_PROMPT)
    if request.separator is not None:
        check_text("separator", request.separator, 200)
    if request.session_id is None and request.query is None:
        raise InvalidInput("query", "is missing, and so is sessionId", "a query, a session, or both")

"""A MemoryApi of fixed content that notes what it was asked; for tests of mapping and transport only."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

from graph_schema.model import EpisodeState, FactKind, Modality, Polarity, Precision, Role
from graph_schema.vocabulary import GroupVocabulary, read_vocabulary
from service import contract as c
from service.contract_jobs import JobView, PlannedChange, RunState, RunView, Verdict
from service.errors import InvalidInput, UnknownId

T0 = datetime(2024, 5, 1, 9, 30, tzinfo=UTC)


def uuid(number: int) -> str:
    return f"018f0000-0000-7000-8000-{number:012d}"


EPISODE = c.EpisodeView(
    uuid=uuid(1),
    group_id="g",
    session_id="s1",
    external_id="x1",
    content="Mara joined Acme in May.",
    role=Role.USER,
    actor="Mara",
    participants=("Mara", "Tom"),
    valid_at=T0,
    created_at=T0 + timedelta(microseconds=5),
    time_zone="Europe/Berlin",
    seq=1,
    state=EpisodeState.EXTRACTED,
    state_reason=None,
    attempts=1,
    importance=0.5,
    language="en",
    source="chat",
    source_description=None,
    tool_name=None,
    tool_call_id=None,
    token_count=7,
    metadata={"k": [1, None, "ü"]},
    revises=uuid(9),
    extractor_version="abc",
    rereading=c.Rereading(c.RereadState.WAITING, 2, T0, "unreachable: start it"),
)
MARA = c.EntityView(uuid(2), "g", "Mara", "PERSON", ("M.",), 3, T0, T0, T0, None)
ACME = c.EntityView(uuid(3), "g", "Acme", "ORG", (), 1, T0, T0, T0, "A company.")
FACT = c.FactView(
    uuid=uuid(4),
    fact_id="a" * 32,
    group_id="g",
    text="Mara works at Acme",
    kind=FactKind.FACT,
    predicate="works_at",
    subject=MARA,
    object=ACME,
    value=None,
    polarity=Polarity.POSITIVE,
    modality=Modality.ASSERTED,
    occurs_from=None,
    occurs_to=None,
    valid_at=T0,
    invalid_at=None,
    created_at=T0,
    expired_at=None,
    confidence=0.9,
    importance=0.5,
    mention_count=2,
    extractor="rules",
    pinned=False,
    status=c.HitStatus.CURRENT,
    versions=(c.VersionView(uuid(5), None, T0, Precision.MONTH, T0, None, "said so", uuid(6)),),
    evidence=(c.Evidence(EPISODE, "joined Acme", 5, 16, "rules", 0.9),),
    superseded_by=(c.Supersession(uuid(7), "Mara works at Beta", "later", "2024-06 is later", T0),),
)
OPERATION = c.OperationView(uuid(6), "g", "retract", "tom", "wrong", T0, (uuid(4),), None, None, True)
REVIEW = c.ReviewView(uuid(9), "g", MARA, replace(MARA, uuid=uuid(11), merged_into=MARA.uuid), "fuzzy", 0.88, T0)
VOCABULARY = read_vocabulary(
    {
        "types": {"medicine": {"names": ["Veltrazol"]}},
        "predicates": {
            "takes_medicine": {
                "cardinality": "single",
                "temporal": "event",
                "kind": "event",
                "object_type": "medicine",
                "en": ["take"],
                "zh": ["服用"],
                "zh_wording": "服用{o}",
            }
        },
    }
)
CHANGE = PlannedChange("Fact", FACT.uuid, "g", {"importance": 0.5}, {"importance": 0.45}, {"periods": 1, "since": T0})
RUN = RunView(uuid(12), "decay_importance", RunState.DONE, False, "hand", T0, T0, 1, 1, (uuid(6),), None, (CHANGE,))
FAILED = c.FailedEpisode(uuid(8), "g", 5, "timed out")


class FakeMemory:
    """Answers with the constants above; `fails` is raised instead when set."""

    def __init__(self, fails: Exception | None = None) -> None:
        self.fails = fails
        self.calls: list[tuple[Any, ...]] = []

    def _note(self, *call: Any) -> None:
        self.calls.append(call)
        if self.fails is not None:
            raise self.fails

    async def remember(self, request: c.RememberInput) -> c.RememberResult:
        self._note("remember", request)
        views = tuple(replace(EPISODE, content=e.content, role=e.role) for e in request.episodes)
        return c.RememberResult(views, len(views), 0)

    async def recall(self, request: c.RecallInput) -> c.RecallResult:
        self._note("recall", request)
        routes = (c.RouteScore("keyword", 1, 7.5, 1.0),)
        hits = (
            c.Hit(FACT.uuid, c.MemoryKind.FACT, c.HitStatus.CURRENT, 0.8, FACT.text, 5, routes, 1, fact=FACT),
            c.Hit(EPISODE.uuid, c.MemoryKind.EPISODE, c.HitStatus.CURRENT, 0.7, "x", 7, routes, episode=EPISODE),
            c.Hit(MARA.uuid, c.MemoryKind.ENTITY, c.HitStatus.CURRENT, 0.1, "Mara", 1, (), entity=MARA),
        )
        return c.RecallResult(uuid(10), hits, 13, False, 4.2)

    async def explain(self, group_ids: tuple[str, ...], uuid: str) -> c.Explanation:
        self._note("explain", group_ids, uuid)
        return c.Explanation(uuid, c.MemoryKind.FACT, ("because",), fact=FACT, operations=(OPERATION,))

    async def facts(self, where: c.FactFilter, first: int = 50, after: str | None = None) -> c.Page[c.FactView]:
        self._note("facts", where, first, after)
        return c.Page((c.Edge(FACT, "c1"), c.Edge(replace(FACT, object=None, value="Acme"), "c2")), True)

    async def entities(self, where: c.EntityFilter, first: int = 50, after: str | None = None) -> c.Page[c.EntityView]:
        self._note("entities", where, first, after)
        return c.Page((c.Edge(MARA, "c1"),), False)

    async def episodes(
        self, where: c.EpisodeFilter, first: int = 50, after: str | None = None
    ) -> c.Page[c.EpisodeView]:
        self._note("episodes", where, first, after)
        return c.Page((), False)

    async def node(self, uuid: str) -> c.EpisodeView | c.FactView | c.EntityView | None:
        self._note("node", uuid)
        return next((view for view in (EPISODE, FACT, MARA) if view.uuid == uuid), None)

    async def history(
        self,
        group_ids: tuple[str, ...],
        entity: str,
        predicate: str | None,
        as_of: datetime | None = None,
        known_at: datetime | None = None,
    ) -> tuple[c.SlotHistory, ...]:
        self._note("history", group_ids, entity, predicate, as_of, known_at)
        return (c.SlotHistory(MARA, "works_at", (FACT,)),)

    async def operations(
        self, group_ids: tuple[str, ...], first: int = 50, after: str | None = None
    ) -> c.Page[c.OperationView]:
        self._note("operations", group_ids, first, after)
        if not 1 <= first <= 200:
            raise InvalidInput("first", str(first), "1 to 200")
        return c.Page((c.Edge(OPERATION, "o1"),), False)

    async def undo(self, group_id: str, operation: str, actor: str, reason: str) -> c.OperationView:
        self._note("undo", group_id, operation, actor, reason)
        return replace(OPERATION, kind="undo", undoes=operation)

    async def retract_fact(self, group_id: str, fact: str, actor: str, reason: str) -> c.OperationView:
        self._note("retract_fact", group_id, fact, actor, reason)
        if fact != FACT.uuid:
            raise UnknownId("fact", fact)
        return OPERATION

    async def pin(self, group_id: str, fact: str, pinned: bool, actor: str, reason: str) -> c.OperationView:
        self._note("pin", group_id, fact, pinned, actor, reason)
        return replace(OPERATION, kind="pin")

    async def merge_entities(
        self, group_id: str, entities: tuple[str, ...], into: str | None, actor: str, reason: str
    ) -> c.IdentityChange:
        self._note("merge_entities", group_id, entities, into, actor, reason)
        return c.IdentityChange(replace(OPERATION, kind="merge"), (MARA,))

    async def split_entity(
        self, group_id: str, entity: str, leaving: c.Leaving, actor: str, reason: str
    ) -> c.IdentityChange:
        self._note("split_entity", group_id, entity, leaving, actor, reason)
        return c.IdentityChange(replace(OPERATION, kind="split"), (MARA,))

    async def add_alias(self, group_id: str, entity: str, name: str, actor: str, reason: str) -> c.IdentityChange:
        self._note("add_alias", group_id, entity, name, actor, reason)
        return c.IdentityChange(replace(OPERATION, kind="alias"), (MARA,))

    async def resolve_review(
        self, group_id: str, review: str, decision: c.ReviewDecision, actor: str, reason: str
    ) -> c.IdentityChange:
        self._note("resolve_review", group_id, review, decision, actor, reason)
        return c.IdentityChange(replace(OPERATION, kind="reject"), (MARA,))

    async def vocabulary(self, group_id: str) -> GroupVocabulary:
        self._note("vocabulary", group_id)
        return VOCABULARY

    async def set_vocabulary(
        self, group_id: str, vocabulary: GroupVocabulary, actor: str, reason: str
    ) -> c.VocabularyChange:
        self._note("set_vocabulary", group_id, vocabulary, actor, reason)
        return c.VocabularyChange(replace(OPERATION, kind="vocabulary"), vocabulary)

    async def group_settings(self, group_id: str) -> c.GroupSettings:
        self._note("group_settings", group_id)
        return c.GroupSettings(7.0, (Role.TOOL,))

    async def set_group_settings(
        self, group_id: str, settings: c.GroupSettings, actor: str, reason: str
    ) -> c.SettingsChange:
        self._note("set_group_settings", group_id, settings, actor, reason)
        return c.SettingsChange(replace(OPERATION, kind="settings"), settings)

    async def reviews(
        self, group_ids: tuple[str, ...], first: int = 50, after: str | None = None
    ) -> c.Page[c.ReviewView]:
        self._note("reviews", group_ids, first, after)
        return c.Page((c.Edge(REVIEW, "r1"),), False)

    async def retry(self, group_id: str, episodes: tuple[str, ...] = ()) -> int:
        self._note("retry", group_id, episodes)
        return 3

    async def reextract(self, group_id: str, episodes: tuple[str, ...] = (), *, outdated: bool = False) -> int:
        self._note("reextract", group_id, episodes, outdated)
        return 4

    async def jobs(self) -> tuple[JobView, ...]:
        self._note("jobs")
        return (JobView("decay_importance", "Lets importance fall.", "20 3 * * *", T0, RUN),)

    async def job_runs(self, name: str | None = None, first: int = 20) -> tuple[RunView, ...]:
        self._note("job_runs", name, first)
        return (RUN,)

    async def run_job(self, name: str, group_ids: tuple[str, ...], *, dry_run: bool, actor: str) -> RunView:
        self._note("run_job", name, group_ids, dry_run, actor)
        if name != RUN.name:
            raise InvalidInput("name", f"is {name!r}, and no job is called that", RUN.name)
        return replace(RUN, dry_run=dry_run)

    async def feedback(
        self, group_id: str, hit: str, verdict: Verdict, recall: str | None, actor: str, reason: str
    ) -> c.OperationView:
        self._note("feedback", group_id, hit, verdict, recall, actor, reason)
        return replace(OPERATION, kind="feedback")

    async def verify_projection(self, group_id: str) -> tuple[str, ...]:
        self._note("verify_projection", group_id)
        return ("fact a has no relationship",)

    async def info(self, group_ids: tuple[str, ...] = ()) -> c.Info:
        self._note("info", group_ids)
        return c.Info(
            "0.1.0",
            "2026.08.1",
            "V0003",
            "use",
            512,
            ("rules",),
            {"Fact": 4, "Episode": 2},
            {"pending": 1, "failed": 1},
            0.5,
            (FAILED,),
            1,
        )

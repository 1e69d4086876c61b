import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from service.cli import upload


class Store:
    """Remembers by external id, as the service does, and refuses what holds the word REFUSE."""

    def __init__(self) -> None:
        self.known: dict[tuple[str, str], dict[str, Any]] = {}
        self.requests: list[dict[str, Any]] = []
        self.away = 0
        self.pending = [3, 0]

    def __call__(self, body: dict[str, Any]) -> tuple[int, Any]:
        if "info" in body["query"]:
            states = [{"state": "PENDING", "count": self.pending.pop(0)}, {"state": "EXTRACTED", "count": 9}]
            return 200, {"data": {"info": {"episodesByState": states}}}
        if self.requests and self.away:
            self.away -= 1
            return 200, {"data": {"remember": {"__typename": "Unavailable", "part": "DATABASE", "message": "away"}}}
        request = body["variables"]["input"]
        self.requests.append(request)
        for index, episode in enumerate(request["episodes"]):
            if "REFUSE" in episode["content"]:
                field = f"episodes[{index}].content"
                refused = {"field": field, "message": f"{field}: is bad; allowed: good", "allowed": "good"}
                return 200, {"data": {"remember": {"__typename": "InvalidInput", **refused}}}
        before = len(self.known)
        for episode in request["episodes"]:
            self.known[request["groupId"], episode["externalId"]] = episode
        stored = len(self.known) - before
        payload = {"stored": stored, "duplicates": len(request["episodes"]) - stored, "timedOut": False}
        return 200, {"data": {"remember": {"__typename": "RememberPayload", **payload}}}


@pytest.fixture
def store(service: Any, monkeypatch: pytest.MonkeyPatch) -> Store:
    made = Store()
    service.answer = made
    monkeypatch.setattr(upload, "_PAUSES_S", (0.0, 0.0))
    return made


def write(path: Path, *said: str) -> str:
    lines = [json.dumps({"content": text, "sessionId": "s", "role": "user"}) for text in said]
    path.write_text("\n".join(lines), encoding="utf-8")
    return str(path)


def test_importing_twice_stores_nothing_twice(everwhen: Callable[..., Any], store: Store, tmp_path: Path) -> None:
    path = write(tmp_path / "chat.jsonl", *(f"turn {n}" for n in range(5)), "turn 1")
    first = everwhen("import", "chat", path, "-g", "g", "--batch", "4", "--json")
    again = everwhen("import", "chat", path, "-g", "g", "--batch", "4", "--json")
    assert (first.code, first.json["stored"], first.json["duplicates"]) == (0, 6, 0)
    assert (again.code, again.json["stored"], again.json["duplicates"]) == (0, 0, 6)
    assert first.json["groups"] == {"g": 6}
    assert [len(request["episodes"]) for request in store.requests] == [4, 2, 4, 2]
    assert {request["sessionId"] for request in store.requests} == {"s"}
    shown = everwhen("import", "chat", path, "-g", "g").out
    assert "Imported as jsonl" in shown and "known already" in shown


def test_a_bad_line_stops_everything_before_it_starts(
    everwhen: Callable[..., Any], store: Store, tmp_path: Path
) -> None:
    path = write(tmp_path / "chat.jsonl", "one", "two")
    Path(path).write_text(Path(path).read_text() + '\n{"content": 3}', encoding="utf-8")
    ran = everwhen("import", "chat", path)
    assert ran.code == 2
    assert store.requests == []
    assert "line 3: content: 3 is not text" in ran.err and "--skip-bad" in ran.err
    skipped = everwhen("import", "chat", path, "--skip-bad", "--json")
    assert (skipped.code, skipped.json["stored"]) == (0, 2)
    assert [bad["position"] for bad in skipped.json["skipped"]] == ["line 3"]


def test_a_turn_that_the_service_refuses_is_named_or_skipped(
    everwhen: Callable[..., Any], store: Store, tmp_path: Path
) -> None:
    path = write(tmp_path / "chat.jsonl", "one", "two", "three REFUSE", "four", "five REFUSE")
    ran = everwhen("import", "chat", path, "--batch", "2")
    assert ran.code == 2
    assert "line 3: content: is bad; 2 turns before it are stored" in ran.err
    skipped = everwhen("import", "chat", path, "--batch", "2", "--skip-bad", "--json")
    assert skipped.code == 0
    assert (skipped.json["stored"], skipped.json["duplicates"]) == (1, 2)
    assert [(bad["position"], bad["problem"]) for bad in skipped.json["skipped"]] == [
        ("line 3", "content: is bad"),
        ("line 5", "content: is bad"),
    ]
    assert sorted(episode["content"] for episode in store.known.values()) == ["four", "one", "two"]


def test_a_short_absence_is_waited_out_and_a_long_one_says_how_far_it_got(
    everwhen: Callable[..., Any], store: Store, tmp_path: Path
) -> None:
    path = write(tmp_path / "chat.jsonl", "one", "two", "three")
    store.away = 2
    assert everwhen("import", "chat", path, "--batch", "1", "--json").json["stored"] == 3
    store.away = 10
    store.known.clear()
    store.requests.clear()
    ran = everwhen("import", "chat", path, "--batch", "1")
    assert ran.code == 1
    assert "1 turns are stored, and the same command continues there" in ran.err
    store.away = 0
    assert everwhen("import", "chat", path, "--batch", "1", "--json").json["duplicates"] == 1


def test_waiting_ends_when_nothing_is_pending(everwhen: Callable[..., Any], store: Store, tmp_path: Path) -> None:
    ran = everwhen("import", "chat", write(tmp_path / "chat.jsonl", "one"), "--wait", "--json")
    assert ran.json["states"] == {"extracted": 9}
    assert store.pending == []


def test_waiting_for_nobody_ends_too(
    everwhen: Callable[..., Any], store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store.pending = [3] * 100
    monkeypatch.setattr(upload, "_STALLED_S", 0.5)
    ran = everwhen("import", "chat", write(tmp_path / "chat.jsonl", "one"), "--wait")
    assert ran.code == 1
    assert "3 turns are stored but were not read" in ran.err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--format", "mbox"], "auto, jsonl, chatgpt, locomo, lifebench"),
        (["--time-zone", "Mars/Base"], "not a time zone"),
        (["--batch", "0"], "--batch"),
    ],
)
def test_bad_options(
    everwhen: Callable[..., Any], store: Store, tmp_path: Path, arguments: list[str], words: str
) -> None:
    ran = everwhen("import", "chat", write(tmp_path / "chat.jsonl", "one"), *arguments)
    assert ran.code == 2
    assert words in ran.err
    assert store.requests == []

"""Conversations written for this project with questions and the turns that answer them, one group a language."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from bench.corpus import Group, Question, Record

GOLD = Path(__file__).parent / "gold" / "recall_conversations.jsonl"


def load_conversations() -> list[Group]:
    """All sessions of a language as one group, so that every question has the other sessions as distractors."""
    sessions = [json.loads(line) for line in GOLD.read_text(encoding="utf-8").splitlines()]
    return [
        _group(language, [session for session in sessions if session.get("lang", "en") == language])
        for language in ("en", "zh")
    ]


def _group(language: str, sessions: list[dict[str, Any]]) -> Group:
    records, questions = list[Record](), list[Question]()
    for number, session in enumerate(sorted(sessions, key=lambda item: str(item["date"]))):
        name = f"session-{number:03d}"
        start = datetime.fromisoformat(session["date"]).replace(hour=18, tzinfo=UTC)
        for place, turn in enumerate(session["turns"]):
            actor, text = turn.split(": ", 1)
            said = start + timedelta(seconds=place)
            records.append(Record(f"{name}:{place}", text, actor, "USER", name, said, "chat"))
        for text, evidence in session["questions"]:
            questions.append(Question(text, frozenset(f"{name}:{place}" for place in evidence), "written"))
    return Group(f"written-{language}", language, tuple(records), tuple(questions), 0, 0)

"""The readers of the evaluation data, on small files in the same format written here."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from bench.conversations import load_conversations
from bench.corpus import DataMissing, data_folder
from bench.lifebench_data import load_lifebench
from bench.locomo_data import load_locomo


def write(path: Path, content: Any) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(content, ensure_ascii=False), encoding="utf-8")


def test_locomo(tmp_path: Path) -> None:
    conversation = {
        "speaker_a": "Ada",
        "session_10_date_time": "1:05 pm on 3 June, 2024",
        "session_10": [{"speaker": "Bo", "dia_id": "D10:1", "text": "Look", "blip_caption": "a boat"}],
        "session_2_date_time": "11:59 am on 2 June, 2024",
        "session_2": [
            {"speaker": "Ada", "dia_id": "D2:1", "text": "Hi"},
            {"speaker": "Bo", "dia_id": "D2:2", "text": "Hi"},
        ],
    }
    questions = [
        {"question": "Q1", "evidence": ["D2:1; D10:1", "D9:9"], "category": 1},
        {"question": "Q2", "evidence": [], "category": 5},
        {"question": "Q3", "evidence": ["D"], "category": 4},
    ]
    write(tmp_path / "locomo" / "dev.json", [{"sample_id": "c1", "conversation": conversation, "qa": questions}])
    (group,) = load_locomo(tmp_path)
    assert [record.key for record in group.records] == ["D2:1", "D2:2", "D10:1"]
    assert group.records[1].valid_at == datetime(2024, 6, 2, 11, 59, 1, tzinfo=UTC)
    assert group.records[2].text == "Look [image: a boat]"
    assert [(question.text, sorted(question.gold)) for question in group.questions] == [("Q1", ["D10:1", "D2:1"])]
    assert (group.skipped, group.lost) == (2, 1)


def test_lifebench(tmp_path: Path) -> None:
    user = tmp_path / "lifebench" / "zh" / "somebody"
    note = {"type": "note", "title": "买菜", "content": "买菜", "datetime": "2025-03-02 08:00:00", "phone_id": 7}
    photo = {
        "type": "photo",
        "caption": "河边",
        "ocrText": "无",
        "location": {"city": "成都市"},
        "imageTag": ["河", "树"],
        "datetime": "2025-03-01 08:00:00",
        "phone_id": "3",
    }
    chat = {
        "type": "agent_chat",
        "date": "2025-03-02",
        "phone_id": 1,
        "conversation": {"turn 1": {"user": {"action": "x", "content": "你好"}, "assistant": {"content": "您好"}}},
    }
    write(user / "phone_data" / "note.json", [note, note | {"title": "又"}])
    write(user / "phone_data" / "photo.json", [photo])
    write(user / "phone_data" / "agent_chat.json", [chat])
    write(user / "phone_data" / "contact.json", [{"name": "小王", "phone_id": 2}])
    write(
        user / "QA" / "QA_clean.json",
        [
            {
                "question": "Q",
                "question_type": "T",
                "evidence": [{"type": "note", "id": "7"}, {"type": "note", "id": 8}],
            },
            {"question": "R", "question_type": "T"},
        ],
    )
    (group,) = load_lifebench(tmp_path, "zh")
    texts = {record.key: record.text for record in group.records}
    assert texts == {
        "photo/3": "河边 成都市 河 树",
        "contact/2": "小王",
        "agent_chat/1": "user: 你好\nassistant: 您好",
        "note/7": "买菜",
        "note/7#2": "又 买菜",
    }
    assert [record.key for record in group.records][-2:] == ["note/7", "note/7#2"]
    assert group.records[-1].valid_at == datetime(2025, 3, 2, 0, tzinfo=UTC)
    assert group.records[-1].session == "2025-03-02"
    assert [question.gold for question in group.questions] == [frozenset({"note/7"})]
    assert (group.skipped, group.lost) == (1, 1)


def test_missing_data_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(DataMissing, match="LoCoMo"):
        load_locomo(tmp_path)
    with pytest.raises(DataMissing, match="LifeBench"):
        load_lifebench(tmp_path, "en")
    monkeypatch.setenv("EVERWHEN_EVAL_DATA", str(tmp_path / "nowhere"))
    with pytest.raises(DataMissing, match="EVERWHEN_EVAL_DATA"):
        data_folder(None)
    assert data_folder(tmp_path) == tmp_path


def test_written_conversations_know_every_turn_that_answers() -> None:
    groups = load_conversations()
    assert [group.language for group in groups] == ["en", "zh"]
    assert sum(len({record.session for record in group.records}) for group in groups) >= 20
    for group in groups:
        keys = [record.key for record in group.records]
        assert len(set(keys)) == len(keys)
        assert [record.valid_at for record in group.records] == sorted(record.valid_at for record in group.records)
        assert all(question.gold and question.gold <= set(keys) for question in group.questions)
        assert len({question.text for question in group.questions}) == len(group.questions)

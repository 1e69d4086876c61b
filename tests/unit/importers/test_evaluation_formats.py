import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from graph_schema.model import Role
from service.errors import InvalidInput
from service.importers import BadRecord, Format, ImportedTurn, Record, detect_format, open_turns

SHANGHAI = ZoneInfo("Asia/Shanghai")


def sample(name: str) -> dict[str, Any]:
    return {
        "sample_id": name,
        "conversation": {
            "speaker_a": "Ida",
            "speaker_b": "Tom",
            "session_10_date_time": "12:05 am on 3 March, 2024",
            "session_10": [{"speaker": "Tom", "dia_id": "D10:1", "text": "I sold the boat."}],
            "session_2_date_time": "1:56 pm on 8 May, 2023",
            "session_2": [
                {"speaker": "Ida", "dia_id": "D2:1", "text": "Look!", "blip_caption": "a red boat"},
                {"speaker": "Tom", "dia_id": "D2:2", "text": "Lovely."},
                {"speaker": "Tom", "text": "no id"},
            ],
            "session_11_date_time": "2:00 pm on 4 March, 2024",
        },
        "qa": [],
    }


def write(path: Path, value: object) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(value, ensure_ascii=False), encoding="utf-8")
    return path


def turns(records: list[Record]) -> list[ImportedTurn]:
    return [record for record in records if isinstance(record, ImportedTurn)]


def test_locomo_sessions_come_in_order_with_their_times(tmp_path: Path) -> None:
    path = write(tmp_path / "one.json", [sample("conv-1")])
    assert detect_format(path) is Format.LOCOMO
    records = list(open_turns(path, Format.LOCOMO, ZoneInfo("UTC")))
    first, second, third = turns(records)
    assert [turn.episode.external_id for turn in (first, second, third)] == ["D2:1", "D2:2", "D10:1"]
    assert first.episode.content == "Look!\n[photo: a red boat]"
    assert (first.episode.actor, first.episode.participants) == ("Ida", ("Tom",))
    assert first.episode.valid_at == datetime(2023, 5, 8, 13, 56, tzinfo=UTC)
    assert second.episode.valid_at == datetime(2023, 5, 8, 13, 56, 1, tzinfo=UTC)
    assert third.episode.valid_at == datetime(2024, 3, 3, 0, 5, tzinfo=UTC)
    assert (third.session_id, third.part) == ("session_10", None)
    assert [record.position for record in records if isinstance(record, BadRecord)] == ["conv-1, session_2, turn 3"]


def test_locomo_conversations_are_kept_apart_or_picked(tmp_path: Path) -> None:
    path = write(tmp_path / "two.json", [sample("conv-1"), sample("conv-2")])
    both = turns(list(open_turns(path, Format.LOCOMO, SHANGHAI)))
    assert [turn.part for turn in both] == ["conv-1"] * 3 + ["conv-2"] * 3
    picked = turns(list(open_turns(path, Format.LOCOMO, SHANGHAI, "conv-2")))
    assert [(turn.part, turn.position.split(",")[0]) for turn in picked] == [(None, "conv-2")] * 3
    with pytest.raises(InvalidInput, match=r"conv-1, conv-2"):
        list(open_turns(path, Format.LOCOMO, SHANGHAI, "conv-9"))


@pytest.fixture
def phone(tmp_path: Path) -> Path:
    folder = tmp_path / "someone"
    write(folder / "persona.json", {"name": "Fang Rui"})
    data = folder / "phone_data"
    write(data / "contact.json", [{"name": "Wu Lan", "relation": "Mother", "phone_id": 1}])
    write(
        data / "sms.json",
        [
            {
                "type": "sms",
                "message_content": "I am at the gate.",
                "contactName": "Wu Lan",
                "datetime": "2025-01-02 08:00:00",
                "message_type": "Receive",
                "phone_id": 7,
            },
            {
                "type": "sms",
                "message_content": "我马上到。",
                "contactName": "Wu Lan",
                "datetime": "2025-01-02 08:01:00",
                "message_type": "发送",
                "phone_id": 7,
            },
            {"type": "sms", "message_content": "no id", "datetime": "2025-01-02 08:01:00"},
            {"type": "sms", "message_content": "no time", "datetime": "soon", "phone_id": 9},
        ],
    )
    turn = {"user": {"content": "Book a table."}, "assistant": {"content": "Booked."}}
    write(
        data / "agent_chat.json",
        [{"type": "agent_chat", "date": "2025-01-01", "conversation": {"turn 1": turn}, "phone_id": 3}],
    )
    write(
        data / "push.json",
        [
            {
                "type": "push",
                "title": "Parcel",
                "content": "Delivered.",
                "source": "Post",
                "datetime": "2025-01-03 23:30:00",
                "phone_id": 0,
            }
        ],
    )
    write(
        data / "call.json",
        [{"type": "call", "contactName": "王秀英", "datetime": "2025-01-04 10:00:00", "phone_id": 5}],
    )
    write(
        data / "photo.json",
        [
            {
                "type": "photo",
                "caption": "A cake.",
                "ocrText": "无",
                "location": {"poi": "Kitchen"},
                "datetime": "2025-01-05 10:00:00",
                "phone_id": 2,
            }
        ],
    )
    return folder


def test_lifebench_records_come_in_order_of_time_under_type_and_phone_id(phone: Path) -> None:
    assert detect_format(phone) is Format.LIFEBENCH
    records = list(open_turns(phone, Format.LIFEBENCH, SHANGHAI))
    said = turns(records)
    assert [turn.episode.external_id for turn in said] == [
        "contact/1",
        "agent_chat/3/1-user",
        "agent_chat/3/1-assistant",
        "sms/7",
        "sms/7~2",
        "push/0",
        "call/5",
        "photo/2",
    ]
    contact, asked, answered, received, sent, push, call, photo = (turn.episode for turn in said)
    assert (contact.content, contact.valid_at) == ("Wu Lan is my mother.", None)
    assert (asked.role, asked.actor, answered.role, answered.actor) == (Role.USER, "Fang Rui", Role.ASSISTANT, None)
    assert (received.actor, received.participants) == ("Wu Lan", ("Fang Rui",))
    assert (sent.actor, sent.participants) == ("Fang Rui", ("Wu Lan",))
    assert received.valid_at == datetime(2025, 1, 2, 0, 0, tzinfo=UTC)
    assert (push.role, push.tool_name) == (Role.TOOL, "Post")
    assert call.content == "和王秀英通了电话。"
    assert photo.content == "A cake.\nKitchen"
    assert [turn.session_id for turn in said][-3:] == ["2025-01-03", "2025-01-04", "2025-01-05"]
    assert [record.position for record in records if isinstance(record, BadRecord)] == [
        "sms.json, record 3",
        "sms.json, record 4",
    ]


def test_lifebench_reads_one_file_too(phone: Path) -> None:
    path = phone / "phone_data" / "sms.json"
    assert detect_format(path) is Format.LIFEBENCH
    assert [turn.episode.actor for turn in turns(list(open_turns(path, Format.LIFEBENCH, SHANGHAI)))] == [
        "Wu Lan",
        "Fang Rui",
    ]


def test_lifebench_says_what_a_folder_lacks(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="holds no phone records"):
        list(open_turns(tmp_path, Format.LIFEBENCH, SHANGHAI))

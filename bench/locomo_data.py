"""LoCoMo conversations as groups: one record a turn, gold by dialogue id."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from bench.corpus import DataMissing, Group, Question, Record

CATEGORIES = {1: "1 multi-hop", 2: "2 temporal", 3: "3 open-domain", 4: "4 single-hop", 5: "5 adversarial"}
HEADLINE = frozenset(CATEGORIES[number] for number in (1, 2, 3, 4))
_DIALOGUE_ID = re.compile(r"D\d+:\d+")


def load_locomo(data: Path) -> list[Group]:
    """The conversations of `locomo/dev.json`, in file order.

    Raises:
        DataMissing: the file is not in `data`.
    """
    path = data / "locomo" / "dev.json"
    if not path.is_file():
        raise DataMissing(f"no LoCoMo conversations at {path}")
    return [_group(sample) for sample in json.loads(path.read_text(encoding="utf-8"))]


def _group(sample: dict[str, Any]) -> Group:
    conversation: dict[str, Any] = sample["conversation"]
    sessions = sorted(int(key[8:]) for key in conversation if re.fullmatch(r"session_\d+", key))
    records = [record for number in sessions for record in _session(conversation, number)]
    known = {record.key for record in records}
    questions, skipped, lost = list[Question](), 0, 0
    for item in sample["qa"]:
        named = {key for text in item.get("evidence", []) for key in _DIALOGUE_ID.findall(text)}
        gold = frozenset(named & known)
        if gold:
            questions.append(Question(str(item["question"]), gold, CATEGORIES[item["category"]]))
            lost += len(named - known)
        else:
            skipped += 1
    return Group(str(sample["sample_id"]), "en", tuple(records), tuple(questions), skipped, lost)


def _session(conversation: dict[str, Any], number: int) -> list[Record]:
    """Records of one session; turns are a second apart, so that their order is in their times."""
    start = datetime.strptime(conversation[f"session_{number}_date_time"], "%I:%M %p on %d %B, %Y").replace(tzinfo=UTC)
    return [
        Record(
            key=turn["dia_id"],
            text=_text(turn),
            actor=turn["speaker"],
            role="USER",
            session=f"session-{number:03d}",
            valid_at=start + timedelta(seconds=place),
            source="chat",
        )
        for place, turn in enumerate(conversation[f"session_{number}"])
    ]


def _text(turn: dict[str, Any]) -> str:
    caption = turn.get("blip_caption")
    return f"{turn['text']} [image: {caption}]".strip() if caption else str(turn["text"])

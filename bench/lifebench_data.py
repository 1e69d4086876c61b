"""LifeBench users as groups: one record for each phone record, gold by (type, phone_id).

A record's text is made the same way for every type: the values of its fields in their order, nested values included,
each value once, without the technical fields of `_TECHNICAL`. An agent chat is one record with its turns in order,
because its evidence is by record.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from bench.corpus import DataMissing, Group, Question, Record

_ZONE = ZoneInfo("Asia/Shanghai")
_FIELDS = """type event_id phone_id date datetime datetime_end action shoot_mode image_size jump_path push_status
    direction message_type phoneNumber contact_phone_number idNumber"""
_TECHNICAL = frozenset(_FIELDS.split())
_EMPTY = frozenset({"", "无", "None"})


def load_lifebench(data: Path, language: str) -> list[Group]:
    """The users of `lifebench/LANGUAGE`, by name; language is `zh` or `en`.

    Raises:
        DataMissing: the folder is not in `data`, or holds no user.
    """
    folder = data / "lifebench" / language
    users = sorted(path for path in folder.glob("*") if (path / "phone_data").is_dir())
    if not users:
        raise DataMissing(f"no LifeBench users in {folder}")
    return [_group(user, language) for user in users]


def _group(user: Path, language: str) -> Group:
    records = _records(user / "phone_data")
    known = {record.key for record in records}
    questions, skipped, lost = list[Question](), 0, 0
    for item in json.loads((user / "QA" / "QA_clean.json").read_text(encoding="utf-8")):
        named = {f"{evidence['type']}/{evidence['id']}" for evidence in item.get("evidence", [])}
        gold = frozenset(named & known)
        if gold:
            questions.append(Question(_question(item), gold, str(item["question_type"])))
            lost += len(named - known)
        else:
            skipped += 1
    return Group(user.name, language, tuple(records), tuple(questions), skipped, lost)


def _question(item: dict[str, Any]) -> str:
    """The question alone: its answer options would give the answer's words away."""
    return str(item["question"])


def _records(folder: Path) -> list[Record]:
    raw = [(path.stem, item) for path in sorted(folder.glob("*.json")) for item in json.loads(path.read_text("utf-8"))]
    times = [_time(item) for _, item in raw]
    first = min(time for time in times if time is not None)
    seen: dict[str, int] = {}
    records = [_record(kind, item, time or first, seen) for (kind, item), time in zip(raw, times, strict=True)]
    return sorted(records, key=lambda record: (record.valid_at, record.key))


def _record(kind: str, item: dict[str, Any], valid_at: datetime, seen: dict[str, int]) -> Record:
    """One record; where the data uses an id twice, the later use gets `#2`, and the gold means the first."""
    key = f"{kind}/{item['phone_id']}"
    seen[key] = seen.get(key, 0) + 1
    return Record(
        key=key if seen[key] == 1 else f"{key}#{seen[key]}",
        text=_chat(item) if "conversation" in item else " ".join(dict.fromkeys(_values(item))),
        actor=None,
        role="USER",
        session=valid_at.astimezone(_ZONE).date().isoformat(),
        valid_at=valid_at,
        source=kind,
    )


def _time(item: dict[str, Any]) -> datetime | None:
    written = item.get("datetime") or item.get("date")
    return datetime.fromisoformat(str(written)).replace(tzinfo=_ZONE).astimezone(UTC) if written else None


def _chat(item: dict[str, Any]) -> str:
    return "\n".join(
        f"{speaker}: {said['content']}"
        for turn in item["conversation"].values()
        for speaker, said in turn.items()
        if isinstance(said, dict) and "content" in said
    )


def _values(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for key, inner in value.items():  # pyright: ignore[reportUnknownVariableType]
            if key not in _TECHNICAL:
                yield from _values(inner)
    elif isinstance(value, list):
        for inner in value:  # pyright: ignore[reportUnknownVariableType]
            yield from _values(inner)
    elif isinstance(value, str) and value not in _EMPTY:
        yield value

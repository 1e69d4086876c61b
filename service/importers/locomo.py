"""LoCoMo: two people's conversation in dated sessions; several conversations in a file get a group each."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, cast
from zoneinfo import ZoneInfo

from service.contract import EpisodeInput
from service.errors import InvalidInput
from service.importers.fields import as_object, as_text
from service.importers.json_stream import iter_items
from service.importers.records import BadRecord, ImportedTurn, LeftOut, Record

_SESSION = re.compile(r"session_(\d+)")


def read(path: Path, zone: ZoneInfo, sample: str | None = None) -> Iterator[Record]:
    """The turns of each conversation in session order; `part` is the sample's id unless the file holds one sample.

    A session carries one time; its turns follow at a second each, so that their order is kept.

    Args:
        path: a file of samples, or of one conversation.
        zone: zone of the sessions' times.
        sample: read this `sample_id` only, and give its turns no `part`.

    Raises:
        InvalidInput: the file is not LoCoMo, or holds no such sample.
    """
    known: list[str] = []
    with path.open(encoding="utf-8-sig") as stream:
        items = list(enumerate(iter_items(stream), 1))
    for number, item in items:
        record = as_object(item)
        name = str(record.get("sample_id") or f"sample {number}")
        known.append(name)
        if sample is None or sample == name:
            part = name if sample is None and len(items) > 1 else None
            yield from _conversation(as_object(record.get("conversation", record)), name, zone, part)
    if sample is not None and sample not in known:
        raise InvalidInput("--sample", f"the file holds no {sample!r}", ", ".join(known))


def _conversation(conversation: dict[str, Any], name: str, zone: ZoneInfo, part: str | None) -> Iterator[Record]:
    speakers = [str(conversation[key]) for key in ("speaker_a", "speaker_b") if key in conversation]
    for session in sorted((key for key in conversation if _SESSION.fullmatch(key)), key=_number):
        position = f"{name}, {session}"
        try:
            start = parse_time(as_text(f"{session}_date_time", conversation.get(f"{session}_date_time")), zone)
        except InvalidInput as error:
            yield BadRecord(position, f"{error.field}: {error.problem}", error.allowed)
            continue
        for index, turn in enumerate(cast("list[object]", conversation[session])):
            moment = start + timedelta(seconds=index)
            yield _turn(turn, f"{position}, turn {index + 1}", session, moment, speakers, part)


def _turn(item: object, position: str, session: str, moment: datetime, speakers: list[str], part: str | None) -> Record:
    try:
        turn = as_object(item)
        speaker, said = as_text("speaker", turn.get("speaker")), as_text("text", turn.get("text"))
        external_id = as_text("dia_id", turn.get("dia_id"))
    except InvalidInput as error:
        return BadRecord(position, f"{error.field}: {error.problem}", error.allowed)
    caption = turn.get("blip_caption")
    content = f"{said}\n[photo: {caption}]".strip() if caption else said
    if not content.strip():
        return LeftOut(position, "empty")
    episode = EpisodeInput(
        content=content,
        actor=speaker,
        valid_at=moment,
        external_id=external_id,
        source="locomo",
        participants=tuple(name for name in speakers if name != speaker),
    )
    return ImportedTurn(position, episode, session, part)


def parse_time(text: str, zone: ZoneInfo) -> datetime:
    """A session's time, written `1:56 pm on 8 May, 2023`, as aware UTC.

    Raises:
        InvalidInput: it is written otherwise.
    """
    try:
        return datetime.strptime(text.strip().upper(), "%I:%M %p ON %d %B, %Y").replace(tzinfo=zone).astimezone(UTC)
    except ValueError as error:
        raise InvalidInput("session_date_time", f"{text!r} is not a time", "such as 1:56 pm on 8 May, 2023") from error


def _number(session: str) -> int:
    return int(session.removeprefix("session_"))

"""LifeBench: the records of one person's phone over a year, in one folder or one file of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from graph_schema.model import Role
from service.contract import EpisodeInput
from service.errors import InvalidInput
from service.importers.fields import as_object, as_text, as_time
from service.importers.json_stream import iter_items
from service.importers.records import BadRecord, ImportedTurn, LeftOut, Record

_SENT = {"send", "发送"}
_NOTHING = {"", "无", "none", "[]"}


def read(path: Path, zone: ZoneInfo) -> Iterator[Record]:
    """Every record in order of time: external id `type/phone_id` (a chat's turns `…/1-user`), a session for each day.

    Two records that share an id both stay: the later one's id ends in `~2`. Contacts carry no date, and come first.

    Args:
        path: the person's folder, its `phone_data` folder, or one file of that.
        zone: zone of the phone's clock.

    Raises:
        InvalidInput: there are no phone records at `path`.
    """
    owner = _owner(path)
    turns: list[tuple[datetime | None, ImportedTurn]] = []
    seen: dict[str, int] = {}
    for file in _files(path):
        with file.open(encoding="utf-8-sig") as stream:
            for index, item in enumerate(iter_items(stream), 1):
                for record in _record(item, file.stem, f"{file.name}, record {index}", zone, owner, seen):
                    if isinstance(record, ImportedTurn):
                        turns.append((record.episode.valid_at, record))
                    else:
                        yield record
    turns.sort(key=lambda pair: (pair[0] is not None, pair[0]))
    for _, turn in turns:
        yield turn


def _files(path: Path) -> list[Path]:
    if path.is_file():
        return [path]
    folder = path / "phone_data" if (path / "phone_data").is_dir() else path
    files = sorted(file for file in folder.glob("*.json") if file.stem in _RENDER)
    if not files:
        raise InvalidInput("file", f"{path} holds no phone records", f"a folder with {', '.join(_RENDER)} as .json")
    return files


def _owner(path: Path) -> str | None:
    for folder in (path, path.parent, path.parent.parent):
        persona = folder / "persona.json"
        if persona.is_file():
            with persona.open(encoding="utf-8-sig") as stream:
                for item in iter_items(stream):
                    name = as_object(item).get("name")
                    return name if isinstance(name, str) else None
    return None


def _record(
    item: object, stem: str, position: str, zone: ZoneInfo, owner: str | None, seen: dict[str, int]
) -> Iterator[Record]:
    try:
        record = as_object(item)
        kind = record.get("type") or stem
        if kind not in _RENDER:
            raise InvalidInput("type", f"{kind!r} is not known", ", ".join(_RENDER))
        if record.get("phone_id") is None:
            raise InvalidInput("phone_id", "it is missing", "the record's number")
        key = f"{kind}/{record['phone_id']}"
        seen[key] = seen.get(key, 0) + 1
        if seen[key] > 1:
            key = f"{key}~{seen[key]}"
        moment = _moment(record, zone)
        episodes = _RENDER[kind](record, owner)
        if not any(episode.content.strip() for episode in episodes):
            yield LeftOut(position, "empty")
        for index, episode in enumerate(episode for episode in episodes if episode.content.strip()):
            yield _turn(episode, position, key, moment + timedelta(seconds=index) if moment else None, zone)
    except InvalidInput as error:
        yield BadRecord(position, f"{error.field}: {error.problem}", error.allowed)


def _turn(episode: EpisodeInput, position: str, key: str, moment: datetime | None, zone: ZoneInfo) -> ImportedTurn:
    external_id = f"{key}/{episode.external_id}" if episode.external_id else key
    episode = replace(episode, external_id=external_id, valid_at=moment, time_zone=zone.key, source="lifebench")
    return ImportedTurn(position, episode, moment.astimezone(zone).date().isoformat() if moment else "contacts")


def _moment(record: dict[str, Any], zone: ZoneInfo) -> datetime | None:
    for name in ("datetime", "date"):
        if record.get(name) is not None:
            return as_time(name, record[name], zone)
    return None


def _chat(record: dict[str, Any], owner: str | None) -> list[EpisodeInput]:
    turns: list[EpisodeInput] = []
    for number, turn in enumerate(as_object(record.get("conversation")).values(), 1):
        for role in (Role.USER, Role.ASSISTANT):
            said = as_object(turn).get(role.value)
            if said is not None:
                content = as_text(f"conversation.turn {number}.{role.value}", as_object(said).get("content"))
                actor = owner if role is Role.USER else None
                turns.append(EpisodeInput(content, role, actor, external_id=f"{number}-{role.value}"))
    return turns


def _sms(record: dict[str, Any], owner: str | None) -> list[EpisodeInput]:
    content, contact = as_text("message_content", record.get("message_content")), record.get("contactName")
    sent = str(record.get("message_type", "")).lower() in _SENT
    other = contact if isinstance(contact, str) else None
    participants = tuple(name for name in ((other if sent else owner),) if name)
    return [EpisodeInput(content, actor=owner if sent else other, participants=participants)]


def _call(record: dict[str, Any], owner: str | None) -> list[EpisodeInput]:
    name = as_text("contactName", record.get("contactName"))
    chinese = any("\u4e00" <= char <= "\u9fff" for char in f"{name}{record.get('call_result', '')}")
    said = _first(record, "summarized_info", "call_summary", "summary", "call_content")
    text = f"和{name}通了电话。" if chinese else f"Phone call with {name}."
    return [EpisodeInput(" ".join(filter(None, (text, said))), actor=owner, participants=(name,))]


def _note(record: dict[str, Any], owner: str | None) -> list[EpisodeInput]:
    return [EpisodeInput(_lines(record, "title", "content"), actor=owner)]


def _calendar(record: dict[str, Any], owner: str | None) -> list[EpisodeInput]:
    when = " – ".join(filter(None, (_first(record, "start_time"), _first(record, "end_time"))))
    return [EpisodeInput("\n".join(filter(None, (_lines(record, "title", "description"), when))), actor=owner)]


def _photo(record: dict[str, Any], owner: str | None) -> list[EpisodeInput]:
    place = record.get("location")
    poi = place if isinstance(place, str) else as_object(place).get("poi") if place else None
    seen = [str(poi)] if poi and str(poi).lower() not in _NOTHING else []
    return [EpisodeInput("\n".join([_lines(record, "caption", "ocrText"), *seen]), actor=owner)]


def _push(record: dict[str, Any], owner: str | None) -> list[EpisodeInput]:
    del owner
    return [EpisodeInput(_lines(record, "title", "content"), Role.TOOL, tool_name=_first(record, "source"))]


def _contact(record: dict[str, Any], owner: str | None) -> list[EpisodeInput]:
    name, relation = as_text("name", record.get("name")), as_text("relation", record.get("relation"))
    chinese = any("\u4e00" <= char <= "\u9fff" for char in name + relation)
    return [EpisodeInput(f"{name}是我的{relation}。" if chinese else f"{name} is my {relation.lower()}.", actor=owner)]


def _lines(record: dict[str, Any], *names: str) -> str:
    return "\n".join(text for text in (_first(record, name) for name in names) if text)


def _first(record: dict[str, Any], *names: str) -> str | None:
    for name in names:
        value = record.get(name)
        if isinstance(value, str) and value.strip().lower() not in _NOTHING:
            return value
    return None


_RENDER: dict[str, Callable[[dict[str, Any], str | None], list[EpisodeInput]]] = {
    "agent_chat": _chat,
    "calendar": _calendar,
    "call": _call,
    "contact": _contact,
    "note": _note,
    "photo": _photo,
    "push": _push,
    "sms": _sms,
}

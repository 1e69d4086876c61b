"""A ChatGPT data export: `conversations.json`, or the zip it comes in."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TextIO, cast

from graph_schema.model import Role
from service.contract import EpisodeInput
from service.errors import InvalidInput
from service.importers.fields import as_object, as_role
from service.importers.json_stream import iter_items
from service.importers.records import BadRecord, ImportedTurn, LeftOut, Record

_MEMBER = re.compile(r"conversations.*\.json")
_ALLOWED = "a conversation of a ChatGPT export"
_NOT_SAID = {"thoughts", "reasoning_recap", "user_editable_context", "model_editable_context"}


def read(path: Path) -> Iterator[Record]:
    """The turns of each conversation's current branch, oldest first; the session is the conversation's id."""
    number = 0
    for stream in _streams(path):
        with stream as text:
            for item in iter_items(text):
                number += 1
                try:
                    yield from _conversation(as_object(item), f"conversation {number}")
                except InvalidInput as error:
                    yield BadRecord(f"conversation {number}", f"{error.field}: {error.problem}", error.allowed)


def _streams(path: Path) -> Iterator[Any]:
    if not zipfile.is_zipfile(path):
        yield path.open(encoding="utf-8-sig")
        return
    with zipfile.ZipFile(path) as archive:
        names = sorted(name for name in archive.namelist() if _MEMBER.fullmatch(Path(name).name))
        if not names:
            raise InvalidInput("file", "the zip holds no conversations.json", "the zip that ChatGPT's export sends")
        for name in names:
            yield _member(archive, name)


@contextmanager
def _member(archive: zipfile.ZipFile, name: str) -> Generator[TextIO]:
    with archive.open(name) as raw, io.TextIOWrapper(raw, encoding="utf-8-sig") as text:
        yield text


def _conversation(item: dict[str, Any], position: str) -> Iterator[Record]:
    nodes = {name: as_object(node) for name, node in _section(item, "mapping").items()}
    session = item.get("conversation_id") or item.get("id")
    if not isinstance(session, str):
        raise InvalidInput("conversation_id", "it is missing", _ALLOWED)
    branch = _current_branch(nodes, item.get("current_node"))
    moment = _time(item.get("create_time"))
    title = item.get("title") if isinstance(item.get("title"), str) else None
    for node in branch:
        if nodes[node].get("message") is not None:
            where = f"{position}, message {node}"
            try:
                message = _section(nodes[node], "message")
                moment = _time(message.get("create_time")) or moment
                yield _message(message, where, session, moment, title)
            except InvalidInput as error:
                yield BadRecord(where, f"{error.field}: {error.problem}", error.allowed)
    for node in sorted(nodes.keys() - set(branch)):
        if nodes[node].get("message") is not None:
            yield LeftOut(f"{position}, message {node}", "on an abandoned branch")


def _current_branch(nodes: dict[str, dict[str, Any]], current: object) -> list[str]:
    node = current if isinstance(current, str) else _last_leaf(nodes)
    branch: list[str] = []
    while node is not None:
        if node not in nodes or node in branch:
            raise InvalidInput("mapping", f"the chain of parents breaks at {node!r}", _ALLOWED)
        branch.append(node)
        node = nodes[node].get("parent")
    return branch[::-1]


def _last_leaf(nodes: dict[str, dict[str, Any]]) -> str | None:
    def said_at(name: str) -> float:
        moment = _time(_section(nodes[name], "message").get("create_time"))
        return moment.timestamp() if moment else 0.0

    return max((name for name, node in nodes.items() if not node.get("children")), key=said_at, default=None)


def _message(
    message: dict[str, Any], position: str, session: str, moment: datetime | None, title: str | None
) -> Record:
    author, content = _section(message, "author"), _section(message, "content")
    kind = content.get("content_type")
    if _section(message, "metadata").get("is_visually_hidden_from_conversation"):
        return LeftOut(position, "hidden in the conversation")
    if kind in _NOT_SAID:
        return LeftOut(position, f"content of type {kind} was not said")
    text = _text(content).strip()
    if not text:
        return LeftOut(position, "empty")
    role = as_role("author.role", author.get("role"))
    addressed = message.get("recipient") not in (None, "all")
    episode = EpisodeInput(
        content=text,
        role=role,
        valid_at=moment,
        external_id=message.get("id"),
        source="chatgpt",
        source_description=title,
        tool_name=author.get("name") if role is Role.TOOL else message.get("recipient") if addressed else None,
        do_not_extract=kind == "code" or addressed,
    )
    return ImportedTurn(position, episode, session)


def _section(item: dict[str, Any], name: str) -> dict[str, Any]:
    value = item.get(name)
    try:
        return {} if value is None else as_object(value)
    except InvalidInput as error:
        raise InvalidInput(name, error.problem, error.allowed) from error


def _text(content: dict[str, Any]) -> str:
    parts = content.get("parts")
    if isinstance(parts, list):
        return "\n".join(filter(None, map(_part, cast("list[object]", parts))))
    said = content.get("text") or content.get("result") or content.get("content")
    return said if isinstance(said, str) else ""


def _part(part: object) -> str:
    if isinstance(part, str):
        return part
    if not isinstance(part, dict):
        return ""
    known = cast("dict[str, Any]", part)
    if isinstance(known.get("text"), str):
        return known["text"]
    return f"[{str(known.get('content_type', 'attachment')).removesuffix('_asset_pointer').replace('_', ' ')}]"


def _time(seconds: object) -> datetime | None:
    if isinstance(seconds, bool) or not isinstance(seconds, int | float) or not 0 < seconds < 253_402_300_800:
        return None
    return datetime.fromtimestamp(seconds, UTC)

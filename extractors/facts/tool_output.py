"""A tool's JSON as claims: keys become predicates of the thing that the output is about."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import cast

from extractors.candidates import EntityRef
from extractors.facts.claim import MAX_VALUE, Claim
from extractors.facts.scene import Scene
from extractors.facts.tool_failure import failure, is_failure
from extractors.facts.tool_values import plain_text, snake

MAX_ITEMS = 20
"""Longest list that is read, by elements from its beginning."""
MAX_CLAIMS = 60
"""Most claims made of one tool turn."""
MAX_DEPTH = 4
"""Deepest nesting that is flattened."""
_IDENTIFIER = re.compile(r"(?:(?P<noun>[a-z][a-z0-9]*(?:_[a-z0-9]+)*?)_)?(?:id|number|no|key|code|uuid|sku)", re.I)
_NAMES = ("name", "title", "full_name", "label", "姓名", "名称", "名字", "标题")
_ALIASES = {
    "state": "status",
    "due_date": "due",
    "deadline": "due",
    "price": "costs",
    "total": "amount",
    "e_mail": "email",
    "mail": "email",
    "phone_number": "phone",
    "qty": "quantity",
    "estimated_arrival": "eta",
    "estimated_delivery": "eta",
    "delivery_date": "eta",
    "assigned_to": "assignee",
    "状态": "status",
    "价格": "costs",
    "金额": "amount",
    "余额": "balance",
    "数量": "quantity",
    "版本": "version",
    "优先级": "priority",
    "邮箱": "email",
    "电话": "phone",
    "手机号": "phone",
    "截止日期": "due",
    "预计送达": "eta",
}
_PERSONAL = frozenset({"user", "customer", "employee", "contact", "person", "member", "patient", "client"})
_NOISE = frozenset(
    {
        "request_id",
        "trace_id",
        "session_id",
        "token",
        "access_token",
        "api_key",
        "signature",
        "hash",
        "cursor",
        "next_page",
    }
)


_COUNTED = frozenset(("page", "line", "row", "batch", "chunk", "column", "max", "min", "port", "step", "retry"))


@dataclass(frozen=True, slots=True)
class _Subject:
    entity: EntityRef
    keys: frozenset[str]


def tool_claims(scene: Scene) -> Iterator[Claim]:
    """Claims of a tool turn whose content is JSON; of any other nothing. At most `MAX_CLAIMS`."""
    content = scene.document.structured
    if content is None:
        return
    if is_failure(content):
        yield from failure(content, scene)
        return
    yield from islice(_root(content, scene), MAX_CLAIMS)


def _root(content: object, scene: Scene) -> Iterator[Claim]:
    """Claims of the whole result; one that does not say what it is about is about what the call asked for by id."""
    noun = _noun_of_tool(scene.turn.tool_name)
    fields = cast("dict[str, object]", content) if isinstance(content, dict) else {}
    asked = _asked(scene, noun) if fields and not _subject(fields, noun, scene) else None
    if asked is None:
        yield from _value(cast("object", content), None, scene, 0)
        return
    yield from _properties({key: one for key, one in fields.items() if not isinstance(one, list)}, "", asked, scene, 0)
    for key, one in fields.items():
        if isinstance(one, list):
            yield from _value(cast("list[object]", one), _singular(snake(key)), scene, 1)


def _asked(scene: Scene, noun: str | None) -> _Subject | None:
    """What the call named by an identifier; page numbers and the like name nothing."""
    arguments = scene.turn.tool_args
    if not isinstance(arguments, dict):
        return None
    fields = cast("dict[str, object]", arguments)
    named = {key: value for key, value in fields.items() if _IDENTIFIER.fullmatch(snake(key)) and not _counts(key)}
    found = _subject(named, noun, scene)
    return _Subject(found.entity, frozenset()) if found else None


def _counts(key: str) -> bool:
    return snake(key).partition("_")[0] in _COUNTED


def _value(value: object, noun: str | None, scene: Scene, depth: int) -> Iterator[Claim]:
    if depth > MAX_DEPTH:
        return
    if isinstance(value, dict):
        yield from _object(cast("dict[str, object]", value), noun, scene, depth)
    elif isinstance(value, list):
        for item in cast("list[object]", value)[:MAX_ITEMS]:
            if isinstance(item, dict):
                yield from _object(cast("dict[str, object]", item), noun, scene, depth)


def _object(fields: dict[str, object], noun: str | None, scene: Scene, depth: int) -> Iterator[Claim]:
    if is_failure(fields):
        return
    subject = _subject(fields, noun or _noun_of_tool(scene.turn.tool_name), scene)
    if subject is None:
        for key, value in fields.items():
            yield from _value(value, _singular(snake(key)), scene, depth + 1)
        return
    yield from _properties(fields, "", subject, scene, depth)


def _properties(fields: dict[str, object], prefix: str, subject: _Subject, scene: Scene, depth: int) -> Iterator[Claim]:
    for key, value in fields.items():
        path = f"{prefix}{snake(key)}"
        if path in subject.keys or snake(key) in _NOISE:
            continue
        if isinstance(value, dict):
            inner = cast("dict[str, object]", value)
            if is_failure(inner):
                continue
            if _subject(inner, snake(key), scene) is not None:
                yield from _linked(inner, key, path, subject, scene, depth)
            elif depth < MAX_DEPTH:
                yield from _properties(inner, f"{path}.", subject, scene, depth + 1)
        elif isinstance(value, list):
            yield from _list(cast("list[object]", value), key, path, subject, scene, depth)
        else:
            yield from _literal(value, key, path, subject, scene)


def _linked(
    inner: dict[str, object], key: str, path: str, subject: _Subject, scene: Scene, depth: int
) -> Iterator[Claim]:
    """A nested object with an identity of its own: a link to it, then what it says of itself."""
    other = _subject(inner, _singular(snake(key)), scene)
    if other is None or depth >= MAX_DEPTH:
        return
    start, end = _place(key, scene)
    yield Claim(subject.entity, _ALIASES.get(path, path), other.entity, start, end, 0.85, attribute=True)
    yield from _properties(inner, "", other, scene, depth + 1)


def _list(items: list[object], key: str, path: str, subject: _Subject, scene: Scene, depth: int) -> Iterator[Claim]:
    for item in items[:MAX_ITEMS]:
        if isinstance(item, dict):
            inner = cast("dict[str, object]", item)
            if _subject(inner, _singular(snake(key)), scene) is not None:
                yield from _linked(inner, key, path, subject, scene, depth)
        elif not isinstance(item, list):
            yield from _literal(item, key, path, subject, scene)


def _literal(value: object, key: str, path: str, subject: _Subject, scene: Scene) -> Iterator[Claim]:
    text = plain_text(value)
    if text is None:
        return
    start, end = _place(key, scene, text)
    yield Claim(subject.entity, _ALIASES.get(path, path), text, start, end, 0.9, attribute=True)


def _subject(fields: dict[str, object], noun: str | None, scene: Scene) -> _Subject | None:
    """What an object is about: its name, or its identifier with the kind of thing it identifies."""
    plain = {snake(key): plain_text(value) for key, value in fields.items() if not isinstance(value, (dict, list))}
    name_key = next((key for key in plain if key in _NAMES or (key.endswith("_name") and key.count("_") == 1)), None)
    if name_key and plain[name_key]:
        label = name_key.removesuffix("_name") if name_key not in _NAMES else noun
        return _Subject(EntityRef(str(plain[name_key]), _type(label)), frozenset({name_key}))
    for key, text in plain.items():
        match = _IDENTIFIER.fullmatch(key)
        if match and text and key not in _NOISE:
            label = match["noun"] or noun
            return _Subject(
                EntityRef(f"{label.replace('_', ' ')} {text}" if label else text, _type(label)), frozenset({key})
            )
    return None


def _type(label: str | None) -> str:
    return "person" if label in _PERSONAL else "thing"


def _noun_of_tool(name: str | None) -> str | None:
    """What a tool is about by its name: `get_order` reads an order."""
    words = snake(name or "").split("_")
    return (
        _singular(words[-1])
        if len(words) > 1 and words[0] in ("get", "fetch", "read", "find", "lookup", "show", "create", "update")
        else None
    )


def _singular(word: str) -> str:
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    return word[:-1] if word.endswith("s") and not word.endswith(("ss", "us", "is")) else word


def _place(key: str, scene: Scene, value: str = "") -> tuple[int, int]:
    """Where the key and its value stand in the content; the whole of it when they cannot be found."""
    content = scene.content
    at = content.find(f'"{key}"')
    if at < 0:
        return 0, len(content)
    stop = at + len(key) + 2
    found = content.find(value, stop) if value else -1
    return at, found + len(value) if 0 <= found <= stop + MAX_VALUE else stop

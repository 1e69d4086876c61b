"""A context written as XML, Markdown, chat messages or JSON, so that nothing remembered changes its structure."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from service.context.layout import NOTE, Entry, Layout
from service.context.model import ContextFormat, ContextMessage, ContextPart
from service.context.safe import fenced, one_line, xml
from service.tokens import estimate_tokens

_TAGS = {
    ContextPart.PROFILE: "profile",
    ContextPart.DIALOGUE: "recent_dialogue",
    ContextPart.SUMMARIES: "earlier_dialogue",
    ContextPart.MEMORIES: "relevant_memories",
    ContextPart.TASK_STATE: "task_state",
}
_TITLES = {
    ContextPart.PROFILE: "Profile",
    ContextPart.DIALOGUE: "Recent dialogue",
    ContextPart.SUMMARIES: "Earlier dialogue",
    ContextPart.MEMORIES: "Relevant memories",
    ContextPart.TASK_STATE: "Task state",
}
_WRAPPING = 16
"""Tokens that the name of a part costs at most."""


def cost(entry: Entry, form: ContextFormat) -> int:
    """Estimated tokens that an entry adds at most."""
    if form is ContextFormat.MARKDOWN:
        text = _markdown_entry(entry)
    elif form is ContextFormat.JSON:
        text = json.dumps(_object(entry), ensure_ascii=False) + ", "
    elif form is ContextFormat.MESSAGES and entry.part is ContextPart.DIALOGUE:
        text = _message_json(_spoken(entry))
    elif form is ContextFormat.MESSAGES:
        text = json.dumps(_xml_entry(entry), ensure_ascii=False)
    else:
        text = _xml_entry(entry)
    return estimate_tokens(text) + 1


def frame(layout: Layout, form: ContextFormat) -> int:
    """Estimated tokens of a context without any entry, room for the names of all parts included."""
    bare = Layout(layout.system_prompt, layout.time, layout.separator)
    return estimate_tokens(render(bare, form)[0]) + _WRAPPING * len(_TAGS)


def render(layout: Layout, form: ContextFormat) -> tuple[str, tuple[ContextMessage, ...]]:
    """The text, and for MESSAGES the messages that it is the JSON of."""
    match form:
        case ContextFormat.XML:
            return _with_prompt(layout, _xml(layout, tuple(ContextPart), whole=True)), ()
        case ContextFormat.MARKDOWN:
            return _with_prompt(layout, _markdown(layout)), ()
        case ContextFormat.JSON:
            return json.dumps(_json(layout), ensure_ascii=False), ()
        case ContextFormat.MESSAGES:
            messages = tuple(_messages(layout))
            return f"[{', '.join(map(_message_json, messages))}]", messages


def _with_prompt(layout: Layout, text: str) -> str:
    return f"{layout.system_prompt}\n\n{text}" if layout.system_prompt else text


def _xml(layout: Layout, shown: Iterable[ContextPart], *, whole: bool) -> str:
    lines = [f'<working_memory note="{xml(NOTE)}">']
    if whole:
        lines.append(f"<current_time>{xml(layout.time)}</current_time>")
    state: list[str] = []
    for part, entries in layout.parts():
        if part in shown:
            block = [f"<{_TAGS[part]}>", *map(_xml_entry, entries), f"</{_TAGS[part]}>"]
            (state if part is ContextPart.TASK_STATE else lines).extend(block)
    if whole:
        lines.append(f"<separator>{xml(layout.separator)}</separator>")
    return "\n".join([*lines, *state, "</working_memory>"])


def _xml_entry(entry: Entry) -> str:
    attributes = "".join(f' {name}="{xml(one_line(value))}"' for name, value in entry.attributes)
    return f"<{entry.tag}{attributes}>{xml(entry.text)}</{entry.tag}>"


def _markdown(layout: Layout) -> str:
    lines = ["# Working memory", "", NOTE, "", "## Current time", "", fenced(layout.time), ""]
    state: list[str] = []
    for part, entries in layout.parts():
        block = [f"## {_TITLES[part]}", "", *map(_markdown_entry, entries)]
        (state if part is ContextPart.TASK_STATE else lines).extend(block)
    return "\n".join([*lines, "## End of history", "", fenced(layout.separator), "", *state])


def _markdown_entry(entry: Entry) -> str:
    said = "".join(f"; {name} {_plain(value)}" for name, value in entry.attributes)
    return f"### {entry.tag}{said}\n\n{fenced(entry.text)}\n"


def _plain(value: str) -> str:
    """A value that Markdown reads as nothing but text."""
    return "".join(f"\\{char}" if char in "\\`*_{}[]<>()#+!|~&$^=:@/" else char for char in one_line(value))


def _json(layout: Layout) -> dict[str, Any]:
    head: dict[str, Any] = {"system_prompt": layout.system_prompt} if layout.system_prompt else {}
    head |= {"note": NOTE, "current_time": layout.time}
    parts = {_TAGS[part]: [_object(entry) for entry in entries] for part, entries in layout.parts()}
    state = parts.pop(_TAGS[ContextPart.TASK_STATE], None)
    return {**head, **parts, "separator": layout.separator, **({} if state is None else {"task_state": state})}


def _object(entry: Entry) -> dict[str, str]:
    return {"is": entry.tag, **{name: one_line(value) for name, value in entry.attributes}, "text": entry.text}


def _messages(layout: Layout) -> Iterable[ContextMessage]:
    if layout.system_prompt:
        yield ContextMessage("system", layout.system_prompt)
    aside = (ContextPart.DIALOGUE, ContextPart.TASK_STATE)
    yield ContextMessage("user", _xml(layout, [part for part in ContextPart if part not in aside], whole=True))
    yield from map(_spoken, layout.of(ContextPart.DIALOGUE))
    if layout.of(ContextPart.TASK_STATE):
        yield ContextMessage("user", _xml(layout, [ContextPart.TASK_STATE], whole=False))


def _spoken(entry: Entry) -> ContextMessage:
    """A turn as a message; what is neither the user's nor the assistant's is data in the user's place."""
    if entry.role in ("user", "assistant"):
        return ContextMessage(entry.role, entry.text)
    return ContextMessage("user", _xml_entry(entry))


def _message_json(message: ContextMessage) -> str:
    return json.dumps({"role": message.role, "content": message.content}, ensure_ascii=False)

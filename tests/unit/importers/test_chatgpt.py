import json
import zipfile
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from graph_schema.model import Role
from service.importers import BadRecord, Format, ImportedTurn, LeftOut, Record, detect_format, open_turns

START = datetime(2026, 2, 1, 9, tzinfo=UTC).timestamp()


def node(name: str, parent: str | None, role: str | None = None, content: Any = None, **message: Any) -> dict[str, Any]:
    if role is None:
        return {"id": name, "message": None, "parent": parent, "children": []}
    content = {"content_type": "text", "parts": [content]} if isinstance(content, str) else content
    said = {"id": f"m-{name}", "author": {"role": role}, "content": content, "recipient": "all", **message}
    return {"id": name, "message": said, "parent": parent, "children": []}


def conversation(*nodes: dict[str, Any], current: str | None = None, **more: Any) -> dict[str, Any]:
    mapping = {item["id"]: item for item in nodes}
    for item in nodes:
        if item["parent"] in mapping:
            mapping[item["parent"]]["children"].append(item["id"])
    given = {"title": "Plans", "create_time": START, "mapping": mapping, "conversation_id": "c-1"}
    return {**given, **({"current_node": current} if current else {}), **more}


def read(tmp_path: Path, *conversations: Any) -> list[Record]:
    path = tmp_path / "conversations.json"
    path.write_text(json.dumps(list(conversations)), encoding="utf-8")
    assert detect_format(path) is Format.CHATGPT
    return list(open_turns(path, Format.CHATGPT, ZoneInfo("UTC")))


def turns(records: list[Record]) -> list[ImportedTurn]:
    return [record for record in records if isinstance(record, ImportedTurn)]


BRANCHED = conversation(
    node("root", None),
    node("a", "root", "user", "I live in Hamburg.", create_time=START + 1),
    node("b1", "a", "assistant", "An answer that was regenerated.", create_time=START + 2),
    node("b2", "a", "assistant", "Noted.", create_time=START + 3),
    node("c", "b2", "user", "Thanks.", create_time=None),
    current="c",
)


def test_follows_the_current_branch_in_order_and_reports_the_other(tmp_path: Path) -> None:
    records = read(tmp_path, BRANCHED)
    said = turns(records)
    assert [turn.episode.content for turn in said] == ["I live in Hamburg.", "Noted.", "Thanks."]
    assert [turn.episode.role for turn in said] == [Role.USER, Role.ASSISTANT, Role.USER]
    assert [turn.episode.external_id for turn in said] == ["m-a", "m-b2", "m-c"]
    assert {turn.session_id for turn in said} == {"c-1"}
    assert [record.reason for record in records if isinstance(record, LeftOut)] == ["on an abandoned branch"]


def test_a_message_without_a_time_takes_the_one_before(tmp_path: Path) -> None:
    *_, last = turns(read(tmp_path, BRANCHED))
    assert last.episode.valid_at == datetime(2026, 2, 1, 9, 0, 3, tzinfo=UTC)


def test_without_a_current_node_the_latest_leaf_ends_the_branch(tmp_path: Path) -> None:
    item = conversation(
        node("a", None, "user", "Hello.", create_time=START),
        node("b1", "a", "assistant", "Old.", create_time=START + 1),
        node("b2", "a", "assistant", "New.", create_time=START + 2),
    )
    assert [turn.episode.content for turn in turns(read(tmp_path, item))] == ["Hello.", "New."]


def test_tools_code_pictures_and_hidden_messages(tmp_path: Path) -> None:
    item = conversation(
        node("s", None, "system", "Be brief.", metadata={"is_visually_hidden_from_conversation": True}),
        node("e", "s", "system", ""),
        node(
            "u",
            "e",
            "user",
            {
                "content_type": "multimodal_text",
                "parts": [{"content_type": "image_asset_pointer"}, "Whose bike is it?"],
            },
        ),
        node("th", "u", "assistant", {"content_type": "thoughts", "thoughts": []}),
        node("c", "th", "assistant", {"content_type": "code", "text": "search('bike')"}, recipient="browser"),
        node("t", "c", "tool", {"content_type": "execution_output", "text": '{"owner": "Ana"}'}),
        current="t",
    )
    item["mapping"]["t"]["message"]["author"]["name"] = "browser"
    records = read(tmp_path, item)
    user, code, tool = turns(records)
    assert user.episode.content == "[image]\nWhose bike is it?"
    assert (code.episode.tool_name, code.episode.do_not_extract) == ("browser", True)
    assert (tool.episode.role, tool.episode.tool_name, tool.episode.do_not_extract) == (Role.TOOL, "browser", False)
    assert [record.reason for record in records if isinstance(record, LeftOut)] == [
        "hidden in the conversation",
        "empty",
        "content of type thoughts was not said",
    ]


def test_broken_conversations_and_messages_are_reported_and_the_rest_is_read(tmp_path: Path) -> None:
    broken_chain = conversation(node("a", "gone", "user", "Hi."), current="a")
    looped = conversation(node("a", "b", "user", "Hi."), node("b", "a", "user", "Ho."), current="a")
    bad_role = conversation(node("a", None, "robot", "Hi."), node("b", "a", "user", "Kept."), current="b")
    records = read(tmp_path, BRANCHED | {"mapping": 5}, {"mapping": {}}, 7, broken_chain, looped, bad_role)
    bad = [record for record in records if isinstance(record, BadRecord)]
    assert [record.position for record in bad] == [
        *(f"conversation {n}" for n in range(1, 6)),
        "conversation 6, message a",
    ]
    assert [turn.episode.content for turn in turns(records)] == ["Kept."]


def test_the_zip_is_read_as_it_comes(tmp_path: Path) -> None:
    path = tmp_path / "export.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("user.json", "{}")
        archive.writestr("conversations-000.json", json.dumps([BRANCHED]))
        archive.writestr("conversations-001.json", json.dumps([BRANCHED | {"conversation_id": "c-2"}]))
    assert detect_format(path) is Format.CHATGPT
    said = turns(list(open_turns(path, Format.CHATGPT, ZoneInfo("UTC"))))
    assert [turn.session_id for turn in said] == ["c-1"] * 3 + ["c-2"] * 3

from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from graph_schema.model import Role
from service.importers import BadRecord, Format, ImportedTurn, Record, open_turns

BERLIN = ZoneInfo("Europe/Berlin")


def read(tmp_path: Path, data: bytes) -> list[Record]:
    path = tmp_path / "turns.jsonl"
    path.write_bytes(data)
    return list(open_turns(path, Format.JSONL, BERLIN))


def test_reads_every_field_in_both_spellings(tmp_path: Path) -> None:
    camel = (
        b'{"content": "22", "role": "TOOL", "validAt": "2026-03-01T10:00:00+02:00", "sessionId": "s", "externalId":"x",'
        b' "toolName": "weather", "toolArgs": {"city": "Porto"}, "importance": 0.5, "participants": ["Ana"],'
        b' "doNotExtract": true, "metadata": {"k": [1]}, "timeZone": "Asia/Tokyo", "actor": null}\n'
    )
    snake = (
        b'{"content": "22", "role": "tool", "valid_at": "2026-03-01T08:00:00Z", "session_id": "s", "external_id": "x",'
        b' "tool_name": "weather", "tool_args": {"city": "Porto"}, "importance": 0.5, "participants": ["Ana"],'
        b' "do_not_extract": true, "metadata": {"k": [1]}, "time_zone": "Asia/Tokyo"}'
    )
    first, second = read(tmp_path, camel + b"\n  \n" + snake)
    assert isinstance(first, ImportedTurn) and isinstance(second, ImportedTurn)
    assert (first.position, second.position) == ("line 1", "line 4")
    assert first.episode == second.episode
    assert first.session_id == "s"
    episode = first.episode
    assert (episode.role, episode.actor, episode.tool_name) == (Role.TOOL, None, "weather")
    assert episode.valid_at == datetime(2026, 3, 1, 8, tzinfo=UTC)
    assert (episode.participants, episode.do_not_extract, episode.metadata) == (("Ana",), True, {"k": [1]})


def test_a_time_without_offset_is_read_in_the_given_zone(tmp_path: Path) -> None:
    (turn,) = read(tmp_path, b'{"content": "x", "validAt": "2026-07-01 12:00"}')
    assert isinstance(turn, ImportedTurn)
    assert turn.episode.valid_at == datetime(2026, 7, 1, 10, tzinfo=UTC)


def test_byte_order_mark_is_ignored(tmp_path: Path) -> None:
    (turn,) = read(tmp_path, '\ufeff{"content": "你好"}'.encode())
    assert isinstance(turn, ImportedTurn)
    assert turn.episode.content == "你好"


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        (b"{oops", "not JSON at column 2"),
        (b"[1]", "is not an object"),
        (b'{"role": "user"}', "content: it is missing"),
        (b'{"content": 5}', "content: 5 is not text"),
        (b'{"content": "x", "role": "boss"}', 'role: "boss" is not a role'),
        (b'{"content": "x", "validAt": "yesterday"}', 'validAt: "yesterday" is not a time'),
        (b'{"content": "x", "validAt": "0001-01-01T00:00:00+14:00"}', "is not a time"),
        (b'{"content": "x", "validAt": 1700000000}', "validAt: 1700000000 is not text"),
        (b'{"content": "x", "importance": "high"}', "is not a number"),
        (b'{"content": "x", "participants": ["a", 1]}', "participants[1]: 1 is not text"),
        (b'{"content": "x", "doNotExtract": "no"}', "is not true or false"),
        (b'{"content": "x", "sesion": "typo"}', "sesion: this field is not known"),
        (b'{"content": "\xff"}', "is not UTF-8"),
        (b"[" * 100_000, "nested too deeply"),
    ],
)
def test_a_bad_line_is_reported_with_its_number_and_the_rest_is_read(tmp_path: Path, line: bytes, problem: str) -> None:
    good, bad, after = read(tmp_path, b'{"content": "one"}\n' + line + b'\n{"content": "three"}')
    assert isinstance(good, ImportedTurn) and isinstance(after, ImportedTurn)
    assert isinstance(bad, BadRecord)
    assert bad.position == "line 2"
    assert problem in bad.problem
    assert bad.allowed

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from extractors.candidates import Turn
from extractors.registry import build_pipeline
from graph_schema.model import Role

PIPELINE = build_pipeline(["language", "mentions.rules", "mentions.reconcile"])


def found(content: str) -> list[tuple[str, str]]:
    turn = Turn(content, Role.USER, datetime(2023, 6, 15, tzinfo=UTC))
    return [(mention.text, mention.type) for mention in PIPELINE.extract([turn])[0].mentions]


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ("Mail a.b+c@mail.example.com, please.", [("a.b+c@mail.example.com", "email")]),
        ("See https://example.com/a?b=1.", [("https://example.com/a?b=1", "url")]),
        ("见https://example.com/路径，谢谢", [("https://example.com/路径", "url")]),
        ("src/app/main.py fails", [("src/app/main.py", "file")]),
        ("Look in /etc/hosts/", [("/etc/hosts/", "file")]),
        ("ABC-123 blocks it", [("ABC-123", "ticket")]),
        ("order #99812 shipped", [("#99812", "ticket")]),
        ("my order number is late", []),
        ("订单号：A12345678", [("A12345678", "ticket")]),
        ("call make_thing() with `x = 1`", [("make_thing()", "code"), ("x = 1", "code")]),
        ("so good #travel", [("travel", "tag")]),
        ("We read “The Great Gatsby”.", [("The Great Gatsby", "work")]),
        ("刚看完《三体》", [("三体", "work")]),
        ("He said “Hello there” twice", []),
        ("either/or and 3/4 of 2.5", []),
    ],
)
def test_form_gives_mentions(content: str, expected: list[tuple[str, str]]):
    assert found(content) == expected

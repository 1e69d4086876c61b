"""What a turn hands over to be worked on is no statement of its speaker; what only looks like such a request is."""

from __future__ import annotations

import pytest

from extractors.facts.material import material


@pytest.mark.parametrize(
    "request_",
    [
        "Translate to French:",
        "Can you please translate this into Spanish:",
        "Please rewrite it more politely:",
        "Fix the grammar:",
        "Summarise this text:",
        "Here is a task. Correct the following paragraph:",
        "翻译成英文：",
        "把这句话翻译成法语:",
        "请润色下面这句话：",
        "帮我改写得礼貌一点：",
        "总结这段文字：",
    ],
)
def test_all_that_follows_a_request_to_work_on_it_is_material(request_: str) -> None:
    content = f"{request_} I live in Paris.\n我住在巴黎。"
    ((start, end),) = material(content)
    assert content[start:end] == "I live in Paris.\n我住在巴黎。"


def test_an_example_ends_with_its_line() -> None:
    content = "Example: Alice likes Bob.\nI live in Rome.\n例句：小红喜欢小明。\n我住在上海。"
    assert [content[a:b] for a, b in material(content)] == ["Alice likes Bob.", "小红喜欢小明。"]


@pytest.mark.parametrize(
    "content",
    [
        "To summarise: I live in Paris.",
        "Correction: I live in Rome.",
        "Edit: my sister works at Acme.",
        "I translate books for Penguin: novels.",
        "For example, I am allergic to nuts.",
        "更正：我住在上海。",
        "总结一下：我住在北京。",
        "我是翻译：我在联合国工作。",
        "Translate this:",
        "",
    ],
)
def test_a_statement_is_no_material(content: str) -> None:
    assert material(content) == []

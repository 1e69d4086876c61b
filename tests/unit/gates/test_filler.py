"""What says nothing is told from what is merely short."""

from __future__ import annotations

import pytest

from service.gates.filler import nothing_said

GREETINGS = [
    "Hi!", "Hello Ana", "Good morning, Ana!", "Thanks a lot!", "Thank you so much 😊", "haha ok", "Got it, thanks.",
    "Sounds good!", "See you later.", "How are you?", "Oh, I see.", "never mind", "Forget it.", "That's great, thanks!",
    "你好", "您好！", "早上好，小李", "谢谢你", "好的，谢谢！", "嗯嗯", "哈哈哈哈", "收到，明白了", "辛苦了",
    "再见", "没问题，收到",
]  # fmt: skip
ANSWERS = ["yes", "No.", "ok", "Sure!", "好的", "是的", "不是", "对", "嗯", "可以"]
CONTENT = [
    "No milk today.", "Yes, I live in Rome.", "Thanks, Bob moved to Oslo.", "My friend Ana", "Tea", "4711", "Rome",
    "Good coffee in Rome", "Thanksgiving is in November", "tomorrow morning", "I know Bob", "That's my car",
    "not sure about Bob", "OK, 5 pm", "我住在上海", "好的，明天三点", "茶", "你好，我是小李", "不喜欢", "没有牛奶",
    "谢谢你的蛋糕",
    "上海", "是的，我住在上海", "好吃", "行李",
]  # fmt: skip


@pytest.mark.parametrize("text", GREETINGS)
def test_greetings_thanks_and_filler_say_nothing(text: str) -> None:
    assert nothing_said(text, "zh" if text[0] > "一" else "en", ("Ana", "小李")) == "greeting, thanks or filler" or (
        nothing_said(text, "zh", ("Ana", "小李")) == "a bare answer or acknowledgement"
    )


@pytest.mark.parametrize("text", ANSWERS)
def test_a_bare_answer_says_nothing_by_itself(text: str) -> None:
    assert nothing_said(text, "und") == "a bare answer or acknowledgement"


@pytest.mark.parametrize("text", ["👍", "...", "?!", "🎉🎉", "——"])
def test_signs_without_words_say_nothing(text: str) -> None:
    assert nothing_said(text, "und") == "it has no words"


@pytest.mark.parametrize("text", CONTENT)
def test_short_content_is_content(text: str) -> None:
    assert nothing_said(text, "zh" if text[0] > "一" else "en", ("Bob", "Ana", "小李")) is None


@pytest.mark.parametrize(("text", "language"), [("danke schön", "de"), ("merci", "fr"), ("ありがとう", "ja")])
def test_other_languages_are_left_alone(text: str, language: str) -> None:
    assert nothing_said(text, language) is None


def test_a_name_alone_is_content() -> None:
    assert nothing_said("Ana", "en", ("Ana",)) is None

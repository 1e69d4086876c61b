"""Nothing is asserted from a question, a plan or a condition, whatever statement stands in it."""

import re
from datetime import UTC, datetime

import pytest

from bench.facts import load
from extractors.candidates import Turn
from extractors.registry import default_pipeline
from graph_schema.model import Modality, Polarity, Role

SAID = datetime(2024, 3, 15, 12, tzinfo=UTC)
ACTORS = {"en": "Ana", "zh": "安娜"}
FRAMES = {
    "en": [
        "Is it true that {s}?",
        "Did you know that {s}?",
        "{S}, right?",
        "{S}, or not?",
        "I wonder whether {s}.",
        "Do you remember if {s}?",
        "If {s}, let me know.",
        "We would be happy if {s}.",
        "Unless {s}, we wait.",
        "Suppose {s}.",
        "Imagine that {s}.",
        "I hope that {s}.",
        "I'm not sure that {s}.",
        "I doubt that {s}.",
        "It may be that {s}.",
        "Maybe {s}.",
        "They say {s}.",
        "I thought {s}.",
        "It is not true that {s}.",
        "Translate to German: {S}.",
        "Please proofread this: {S}.",
        "Summarise the following text in one line: {S}.",
        "Probably {s}.",
        "Assume {s}.",
        "Even if {s}, I stay.",
        "Someone said that {s}.",
        "{S}, just kidding.",
    ],
    "zh": [
        "{s}吗？",
        "{s}吗",
        "你知道{s}吗？",
        "是不是{s}？",
        "{s}，对吧？",
        "{s}，是吗",
        "{s}，真的假的",
        "难道{s}？",
        "{s}的话就好办了。",
        "如果{s}，请告诉我。",
        "要是{s}，我们再商量。",
        "要不是{s}，我们早就走了。",
        "除非{s}，否则不行。",
        "假如{s}呢？",
        "万一{s}怎么办？",
        "就算{s}，也没关系。",
        "听说{s}。",
        "我以为{s}。",
        "也许{s}。",
        "要是{s}就好了。",
        "我希望{s}。",
        "{s}才怪。",
        "不管{s}还是没有。",
        "这句话怎么翻译：{s}",
        "请翻译成英文：{s}",
        "帮我润色这段文字：{s}",
        "网上说{s}。",
        "没有人相信{s}。",
        "我不记得{s}。",
        "{s}，开玩笑的。",
        "{s}也说不定。",
        "{s}与否不重要。",
    ],
}
COORDINATED = {
    "en": r"[.!?;:\n{]|, |\bbut\b|\b(?:so|and)\b.*\b(?:is|are|live|love|don't)\b",
    "zh": r"[.!?。！？：:;；\n{，,]",
}
OPENERS = r"(?:My|The|We|Our|On|In|Last|Yesterday|This|Both|All|Every|Each|No|Never|Always|Don't|Actually)\b"
PLANS = {
    "en": (
        [
            "move to Berlin",
            "adopt a dog",
            "buy a Tesla",
            "work at Google",
            "marry Bob",
            "learn Japanese",
            "use PostgreSQL",
        ],
        [
            "I plan to {d}.",
            "I intend to {d}.",
            "I was going to {d}.",
            "I was planning to {d}, but it fell through.",
            "I will {d} next year.",
            "I'm going to {d} in May.",
            "I might {d}.",
            "I'm thinking about whether to {d}.",
            "I was supposed to {d}.",
            "I promised to {d} tomorrow.",
            "Bob is expected to {d}.",
            "Let's {d}.",
            "Why don't we {d}",
            "I should {d}.",
            "I would {d} if I could.",
            "Once I {d}, I will call you.",
            "As soon as I {d}, I will call you.",
        ],
    ),
    "zh": (
        ["搬到柏林", "养一只猫", "买特斯拉", "去腾讯工作", "嫁给张伟", "学日语", "使用PostgreSQL"],
        [
            "我打算{d}。",
            "我本来打算{d}。",
            "我原本计划{d}，后来没成。",
            "我准备{d}。",
            "我明年{d}。",
            "我下个月要{d}了。",
            "我可能{d}。",
            "我在考虑要不要{d}。",
            "我差点{d}了。",
            "我要不要{d}呢",
            "我们{d}吧。",
            "我们不如{d}。",
            "我应该{d}。",
            "等我有钱了，我就{d}。",
            "只要有机会，我就{d}。",
            "我{d}好还是不{d}好",
            "李娜让我{d}。",
        ],
    ),
}


@pytest.fixture(scope="module")
def read_all():
    pipeline = default_pipeline()

    def run(contents, language):
        turns = [Turn(content, Role.USER, SAID, actor=ACTORS[language]) for content in contents]
        return [extraction.facts for extraction in pipeline.extract(turns)]

    return run


def asserted(contents, found):
    return [
        f"{content} -> {fact.predicate} {fact.object.name if fact.object else fact.value}"
        for content, facts in zip(contents, found, strict=True)
        for fact in facts
        if fact.modality is Modality.ASSERTED
    ]


def statements(language):
    """Simple statements of the open gold from which something is asserted, ready to stand inside another sentence."""
    found = []
    for turn, expected in load(language):
        text = turn.content.strip().rstrip(".!。！")
        states = any(fact.get("mod", "asserted") == "asserted" and not fact.get("optional") for fact in expected)
        if turn.role is Role.USER and states and not re.search(COORDINATED[language], text):
            lowered = text[0].lower() + text[1:] if re.match(OPENERS, text) else text
            found.append((lowered, text))
    return found


@pytest.mark.parametrize("language", ["en", "zh"])
def test_statement_inside_a_question_or_condition_is_not_asserted(read_all, language):
    cases = statements(language)
    assert len(cases) >= 100
    contents = [frame.format(s=inner, S=text) for inner, text in cases for frame in FRAMES[language]]
    assert asserted(contents, read_all(contents, language)) == []


@pytest.mark.parametrize("language", ["en", "zh"])
def test_plan_is_never_asserted(read_all, language):
    deeds, frames = PLANS[language]
    contents = [frame.format(d=deed) for frame in frames for deed in deeds]
    assert asserted(contents, read_all(contents, language)) == []


@pytest.mark.parametrize(
    ("language", "content"),
    [
        ("en", "Bob works at Google or at Apple."),
        ("en", "Either Bob lives in Rome or he lives in Milan."),
        ("en", "Bob or Carl works at Google."),
        ("en", "Bob is a doctor, isn't he."),
        ("en", "Isn't Bob a doctor"),
        ("en", "Who says Bob works at Google"),
        ("en", "I heard that Bob lives in Berlin."),
        ("en", "In the movie, Bob works at Google."),
        ("en", "It's as though Bob worked at Google."),
        ("en", "Say I work at Google. What would my tax be?"),
        ("en", "We haven't decided on PostgreSQL."),
        ("zh", "我喜欢喝咖啡吗还是喝茶"),
        ("zh", "李娜在腾讯工作还是在阿里工作"),
        ("zh", "李娜喜不喜欢吃辣"),
        ("zh", "李娜去过日本没有"),
        ("zh", "李娜是医生吧。"),
        ("zh", "我去日本的计划取消了。"),
        ("zh", "我就养猫，要是我搬到上海。"),
        ("zh", "我不买特斯拉，除非降价。"),
        ("zh", "我还没决定用PostgreSQL。"),
        ("zh", "我会说日语就好了。"),
        ("zh", "李娜住在上海的说法是错的。"),
        ("zh", "电影里他是医生，我是警察。"),
        ("zh", "我从下个月起在腾讯工作。"),
        ("zh", "我明年就是医生了。"),
        ("zh", "我不去北京。"),
        ("zh", "我以前想当医生。"),
        ("zh", "我想回家。"),
        ("en", "I wanted to become a doctor."),
    ],
)
def test_nothing_is_asserted_from(read_all, language, content):
    assert asserted([content], read_all([content], language)) == []


@pytest.mark.parametrize(
    ("language", "content", "predicate"),
    [
        ("zh", "我养了一只猫，你呢？", "has_pet"),
        ("zh", "我住在上海，你住在哪里？", "lives_in"),
        ("zh", "你知道吗，李娜嫁给了张伟。", "married"),
        ("zh", "我还是喜欢喝茶。", "likes"),
        ("zh", "我时不时去游泳，住在上海。", "lives_in"),
        ("zh", "我在北京工作，如果你来，请找我。", "works_in"),
        ("en", "Although Bob works at Google, he is unhappy.", "works_at"),
        ("en", "I don't eat pork or shellfish.", "eats"),
        ("en", "I live in Rome. Where do you live?", "lives_in"),
        ("en", "Bob said that he lives in Oslo.", "lives_in"),
    ],
)
def test_statement_beside_a_question_or_condition_is_kept(read_all, language, content, predicate):
    (facts,) = read_all([content], language)
    assert predicate in {fact.predicate for fact in facts if fact.modality is Modality.ASSERTED}


def test_rejected_course_is_part_of_the_decision(read_all):
    for language, content, value in (
        ("en", "I decided not to move to Berlin.", "not move to Berlin"),
        ("zh", "我决定不去日本。", "不去日本"),
    ):
        ((fact,),) = read_all([content], language)
        assert (fact.predicate, fact.value, fact.polarity) == ("decided", value, Polarity.POSITIVE)

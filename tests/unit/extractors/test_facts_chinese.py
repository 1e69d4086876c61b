from datetime import UTC, datetime

import pytest

from extractors.candidates import Reference, Turn
from extractors.registry import default_pipeline
from graph_schema.model import OPEN_START, FactKind, Modality, Polarity, Role

SAID = datetime(2024, 3, 15, 12, tzinfo=UTC)


@pytest.fixture(scope="module")
def fact_pipeline():
    return default_pipeline()


@pytest.fixture
def read(fact_pipeline):
    def run(content, **more):
        turn = Turn(content, more.pop("role", Role.USER), SAID, actor=more.pop("actor", "安娜"), **more)
        return fact_pipeline.extract([turn])[0].facts

    return run


def brief(facts):
    return {(f.subject.name, f.predicate, f.object.name if f.object else f.value) for f in facts}


@pytest.mark.parametrize(
    "content",
    [
        "你住在上海吗？",
        "我应该买哪个？",
        "你妹妹在哪里工作",
        "如果我搬到广州，我就换工作。",
        "要是张伟来了，我们就去北京。",
        "我可能会去日本。",
        "听说他住在北京。",
        "我觉得李娜喜欢喝茶。",
        "你好，最近怎么样？",
        "谢谢，太好了！",
        "他住在北京。",
        "打扰了。",
        "手有点不得劲。",
        "大家都舍不得走。",
        "想听听你的看法。",
        "",
        "……",
    ],
)
def test_nothing_is_read_from(read, content):
    assert [f for f in read(content) if f.modality is Modality.ASSERTED] == []


def test_speaker_is_a_reference_and_worded_as_user_without_actor(read):
    (fact,) = read("我住在上海。", actor=None)
    assert (fact.subject.name, fact.subject.reference) == ("user", Reference.SPEAKER)
    assert fact.text == "用户住在上海"


def test_quote_is_the_clause(read):
    content = "对了，我住在上海，在腾讯工作。"
    quotes = {f.predicate: content[f.start : f.end] for f in read(content)}
    assert quotes == {"lives_in": "我住在上海", "works_at": "在腾讯工作"}


def test_relative_is_never_the_speaker(read):
    facts = read("我妹妹住在成都，喜欢画画。")
    assert brief(facts) == {("安娜的妹妹", "lives_in", "成都"), ("安娜的妹妹", "likes", "画画")}


def test_named_relative_is_remembered_for_the_pronoun(read):
    facts = read("我老公叫李强，他是医生。")
    assert brief(facts) == {("安娜", "married_to", "李强"), ("李强", "works_as", "医生")}


def test_negation_and_end(read):
    (denied,) = read("我不喜欢香菜。")
    assert (denied.polarity, denied.text) == (Polarity.NEGATIVE, "安娜不喜欢香菜")
    (ended,) = read("我不再在百度工作了。")
    assert (ended.polarity, ended.text) == (Polarity.NEGATIVE, "安娜不再在百度工作")


def test_former_state_ends_at_the_turn(read):
    facts = read("我以前住在南京。")
    past = next(f for f in facts if f.polarity is Polarity.POSITIVE)
    assert past.valid is not None
    assert (past.valid.start, past.valid.end) == (OPEN_START, SAID)


def test_plan_is_planned_with_its_date(read):
    (fact,) = read("我打算下个月去日本旅游。")
    assert (fact.predicate, fact.modality) == ("visited", Modality.PLANNED)
    assert fact.occurs is not None and fact.occurs.start.strftime("%Y-%m") in ("2024-03", "2024-04")


def test_decision_task_and_constraint(read):
    kinds = {f.kind for f in read("我们决定用PostgreSQL。")}
    assert FactKind.DECISION in kinds
    (task,) = read("提醒我明天给妈妈打电话。")
    assert (task.kind, task.value, task.modality) == (FactKind.TASK, "给妈妈打电话", Modality.PLANNED)
    (rule,) = read("永远不要在周五部署。")
    assert (rule.kind, rule.value) == (FactKind.CONSTRAINT, "永远不要在周五部署")


def test_assistant_states_nothing_about_the_user(read):
    assert read("您住在上海，我建议您多喝水。目标是找到平衡点。", role=Role.ASSISTANT, actor=None) == ()


def test_vocative_is_not_the_subject(read):
    assert not any(f.subject.name == "钱多多" for f in read("钱多多，喜欢你的新店。"))


def test_pet_named_in_the_next_clause(read):
    assert {("安娜", "has_pet", "咪咪"), ("咪咪", "is_a", "猫")} <= brief(read("我养了一只猫，叫咪咪。"))


def test_coordination_gives_several(read):
    assert brief(read("我会说英语、日语和法语。")) == {("安娜", "speaks", what) for what in ("英语", "日语", "法语")}


def test_dated_deed_without_a_predicate_is_kept_in_its_words(read):
    (fact,) = read("昨天我和同事爬了山。")
    assert (fact.predicate, fact.kind, fact.value) == ("did", FactKind.EVENT, "和同事爬了山")
    assert fact.text == "安娜2024年3月14日和同事爬了山"


def test_languages_may_mix_in_one_turn(read):
    facts = read("我住在上海。\nI work at Acme.")
    assert {("安娜", "lives_in", "上海"), ("安娜", "works_at", "Acme")} <= brief(facts)


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ("仓库项目的预算是4万欧元。", {("仓库项目", "budget", "4万欧元")}),
        ("我把护照弄丢了。", {("安娜", "lost", "护照")}),
        ("设计团队由王强负责。", {("设计团队", "led_by", "王强")}),
        ("我是在大连出生的。", {("安娜", "born_in", "大连")}),
        ("李娜和王芳住在南京。", {("李娜", "lives_in", "南京"), ("王芳", "lives_in", "南京")}),
        ("我和李娜是好朋友。", {("安娜", "friend_of", "李娜")}),
        ("茶我很喜欢。", {("安娜", "likes", "茶")}),
        ("我在协和医院当护士。", {("安娜", "works_at", "协和医院"), ("安娜", "works_as", "护士")}),
        ("我女儿在清华大学学物理。", {("安娜的女儿", "studies", "物理"), ("安娜的女儿", "studies_at", "清华大学")}),
    ],
)
def test_structures(read, content, expected):
    assert brief(read(content)) == expected


def test_lack_is_negative(read):
    (fact,) = read("我没有车。")
    assert (fact.predicate, fact.value, fact.polarity) == ("owns", "车", Polarity.NEGATIVE)


def test_what_was_done_once_is_no_habit_or_foundation(read):
    assert not any(f.predicate in ("eats", "founded", "read") for f in read("我吃了午饭，开了三个会，我在看书。"))


def test_former_trade_ended_before_the_turn(read):
    (fact,) = read("我爷爷以前是矿工。")
    assert (fact.predicate, fact.value) == ("works_as", "矿工")
    assert fact.valid is not None and fact.valid.end.year == 2024


def test_chinese_grammar_around_foreign_names_is_chinese(read):
    assert ("安娜", "uses", "GitHub Actions") in brief(read("我们把Jenkins换成了GitHub Actions。"))

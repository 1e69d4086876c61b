"""Kinds, literals, reported speech, corrections and times of facts, in both languages."""

from datetime import UTC, datetime

import pytest

from extractors.candidates import Turn
from extractors.facts.values import has_form
from extractors.registry import default_pipeline
from graph_schema.model import FactKind, Modality, Polarity, Role
from graph_schema.predicates import ValueType

SAID = datetime(2024, 3, 15, 12, tzinfo=UTC)
ACTORS = {"en": "Ana", "zh": "安娜"}


@pytest.fixture(scope="module")
def pipeline():
    return default_pipeline()


@pytest.fixture
def read(pipeline):
    def run(language, content, role=Role.USER):
        return pipeline.extract([Turn(content, role, SAID, actor=ACTORS[language])])[0].facts

    return run


def target(fact):
    return fact.object.name if fact.object else fact.value


def brief(facts):
    return {(fact.subject.name, fact.predicate, target(fact)) for fact in facts}


@pytest.mark.parametrize(
    ("language", "content", "kind"),
    [
        ("en", "I live in Rome.", FactKind.FACT),
        ("zh", "我住在上海。", FactKind.FACT),
        ("en", "I like jazz.", FactKind.PREFERENCE),
        ("zh", "我喜欢爵士乐。", FactKind.PREFERENCE),
        ("en", "I visited Japan last year.", FactKind.EVENT),
        ("zh", "我去年去了日本。", FactKind.EVENT),
        ("en", "We decided to use PostgreSQL.", FactKind.DECISION),
        ("zh", "我们决定用PostgreSQL。", FactKind.DECISION),
        ("en", "The response time must not exceed 200 ms.", FactKind.CONSTRAINT),
        ("zh", "响应时间不得超过200毫秒。", FactKind.CONSTRAINT),
        ("en", "TODO: renew the certificate", FactKind.TASK),
        ("zh", "待办：续签证书", FactKind.TASK),
        ("zh", "记得周五前交报告。", FactKind.TASK),
        ("en", "I fixed the login bug by restarting Redis.", FactKind.PROCEDURE),
        ("zh", "我通过重启Redis解决了登录问题。", FactKind.PROCEDURE),
        ("en", "Because the logs show timeouts, I conclude that the pool is too small.", FactKind.REASONING),
        ("zh", "因为日志里全是超时，所以我断定连接池太小。", FactKind.REASONING),
    ],
)
def test_kind_is_read_where_the_text_says_so(read, language, content, kind):
    assert kind in {fact.kind for fact in read(language, content)}


@pytest.mark.parametrize(
    ("language", "content", "problem", "how"),
    [
        ("en", "We solved the timeout by raising the pool size to 20.", "timeout", "raising the pool size to 20"),
        ("en", "I resolved OPS-42 by rolling back the deployment.", "OPS-42", "rolling back the deployment"),
        ("en", "The login bug was fixed by clearing the cache.", "login bug", "clearing the cache"),
        ("en", "The fix for the login bug was to clear the cache.", "login bug", "clear the cache"),
        ("zh", "我们通过把连接池调到20解决了超时问题。", "超时问题", "把连接池调到20"),
        ("zh", "我用回滚部署的办法修好了OPS-42。", "OPS-42", "回滚部署"),
        ("zh", "登录问题是通过清缓存解决的。", "登录问题", "清缓存"),
        ("zh", "登录问题的解决办法是清空缓存。", "登录问题", "清空缓存"),
    ],
)
def test_procedure_is_kept_under_its_problem(read, language, content, problem, how):
    assert (problem, "solved_by", how) in brief(read(language, content))


@pytest.mark.parametrize(
    ("language", "content"),
    [
        ("en", "Did you fix the login bug by restarting Redis?"),
        ("en", "If we fixed the login bug by restarting Redis, tell me."),
        ("en", "We might fix it by restarting Redis."),
        ("en", "I fixed it by restarting Redis."),
        ("zh", "你是通过重启Redis解决登录问题的吗？"),
        ("zh", "如果我们通过重启Redis解决了登录问题，就好了。"),
        ("zh", "我们可以通过重启Redis解决登录问题。"),
    ],
)
def test_no_procedure_from_a_question_a_condition_or_an_idea(read, language, content):
    assert not any(fact.kind in (FactKind.PROCEDURE, FactKind.REASONING) for fact in read(language, content))


@pytest.mark.parametrize(
    ("language", "content", "predicate", "value"),
    [
        ("en", "My email is ana.silva@example.org.", "email", "ana.silva@example.org"),
        ("en", "My website is https://ana.example.org/blog.", "website", "https://ana.example.org/blog"),
        ("en", "My order number is A-10293.", "order_number", "A-10293"),
        ("en", "My tracking number is 1Z999AA10123456784.", "tracking_number", "1Z999AA10123456784"),
        ("en", "My salary is $85,000.50.", "salary", "$85,000.50"),
        ("en", "My height is 180 cm.", "height", "180 cm"),
        ("en", "I weigh 72.5 kg.", "weight", "72.5 kg"),
        ("en", "The package weighs 2.5 kg.", "weight", "2.5 kg"),
        ("en", "We use `asyncio.run` in main.py.", "uses", "asyncio.run"),
        ("zh", "我的邮箱是ana.silva@example.org。", "email", "ana.silva@example.org"),
        ("zh", "我的网站是https://ana.example.org/blog。", "website", "https://ana.example.org/blog"),
        ("zh", "我的订单号是A-10293。", "order_number", "A-10293"),
        ("zh", "我的快递单号是SF1234567890。", "tracking_number", "SF1234567890"),
        ("zh", "我的月薪是8500.50元。", "salary", "8500.50元"),
        ("zh", "我的身高是180厘米。", "height", "180厘米"),
        ("zh", "我的车牌号是京A12345。", "license_plate", "京A12345"),
        ("zh", "我的护照号是E12345678。", "passport_number", "E12345678"),
        ("zh", "接口依赖Redis。", "depends_on", "Redis"),
    ],
)
def test_literals_are_kept_exactly(read, language, content, predicate, value):
    assert (predicate, value) in {(fact.predicate, target(fact)) for fact in read(language, content)}


@pytest.mark.parametrize(
    ("value", "kind", "expected"),
    [
        ("tight", ValueType.MONEY, False),
        ("4万欧元", ValueType.MONEY, True),
        ("twenty", ValueType.NUMBER, True),
        ("unknown", ValueType.EMAIL, False),
        ("a@b.org", ValueType.EMAIL, True),
        ("up to date", ValueType.URL, False),
        ("example.org", ValueType.URL, True),
        ("/etc/hosts", ValueType.PATH, True),
        ("broken", ValueType.PATH, False),
        ("…", ValueType.IDENTIFIER, False),
        ("whatever", ValueType.TEXT, True),
        ("soon", ValueType.DATE, True),
    ],
)
def test_value_has_the_form_of_its_type(value, kind, expected):
    assert has_form(value, kind) is expected


@pytest.mark.parametrize(
    ("language", "content", "expected"),
    [
        ("en", "Maria said she works at Google.", {("Maria", "works_at", "Google")}),
        ("en", "Bob told me his sister lives in Oslo.", {("Bob's sister", "lives_in", "Oslo")}),
        ("en", "Bob said that I live in Rome.", set()),
        ("en", "Bob denied that he works at Google.", set()),
        ("en", "Bob says he might move to Oslo.", set()),
        ("en", "Bob asked where I work.", set()),
        ("zh", "李娜说她在谷歌工作。", {("李娜", "works_at", "谷歌")}),
        ("zh", "李娜说她妹妹住在成都。", {("李娜的妹妹", "lives_in", "成都")}),
        ("zh", "李娜说我住在上海。", set()),
        ("zh", "李娜否认她在谷歌工作。", set()),
        ("zh", "李娜说她可能去北京。", set()),
        ("zh", "李娜问我在哪里工作。", set()),
    ],
)
def test_reported_speech(read, language, content, expected):
    assert brief(read(language, content)) == expected


def test_what_another_says_is_less_sure_than_what_one_says_oneself(read):
    for language, told, own in (
        ("en", "Maria said she works at Google.", "I work at Google."),
        ("zh", "李娜说她在谷歌工作。", "我在谷歌工作。"),
    ):
        ((second,), (first,)) = read(language, told), read(language, own)
        assert second.confidence < first.confidence


@pytest.mark.parametrize(
    ("language", "content", "expected"),
    [
        ("en", "No, I live in Porto.", ("Ana", "lives_in", "Porto")),
        ("en", "Correction: I live in Porto.", ("Ana", "lives_in", "Porto")),
        ("en", "Sorry, I meant my sister lives in Bonn.", ("Ana's sister", "lives_in", "Bonn")),
        ("en", "Actually, I moved to Porto, not Lisbon.", ("Ana", "moved_to", "Porto")),
        ("zh", "不对，我是说我妹妹住在波恩。", ("安娜的妹妹", "lives_in", "波恩")),
        ("zh", "更正一下，我住在苏州。", ("安娜", "lives_in", "苏州")),
        ("zh", "不，我住在苏州，不是杭州。", ("安娜", "lives_in", "苏州")),
    ],
)
def test_correction_states_the_new_value_only(read, language, content, expected):
    facts = read(language, content)
    assert expected in brief(facts)
    assert not any(target(fact) in ("Lisbon", "杭州") and fact.polarity is Polarity.POSITIVE for fact in facts)


@pytest.mark.parametrize(
    ("language", "content"),
    [("en", "No, I meant Lisbon."), ("zh", "不对，我是说里斯本。"), ("en", "She lives there."), ("zh", "他住在那里。")],
)
def test_what_needs_the_turn_before_is_left_unresolved(read, language, content):
    assert read(language, content) == ()


@pytest.mark.parametrize(
    ("language", "content", "until"),
    [
        ("en", "I live in Rome until May.", datetime(2024, 5, 1, tzinfo=UTC)),
        ("en", "I work at Acme until the end of March.", datetime(2024, 4, 1, tzinfo=UTC)),
        ("zh", "我住在上海直到五月。", datetime(2024, 5, 1, tzinfo=UTC)),
        ("zh", "我在腾讯工作到三月底。", datetime(2024, 4, 1, tzinfo=UTC)),
    ],
)
def test_end_of_validity_closes_a_state_that_holds_now(read, language, content, until):
    (fact,) = read(language, content)
    assert (fact.modality, fact.occurs) == (Modality.ASSERTED, None)
    assert fact.valid is not None
    assert (fact.valid.start, fact.valid.end) == (SAID, until)


@pytest.mark.parametrize(
    ("language", "content", "predicate"),
    [
        ("en", "The report is due by Friday.", "due"),
        ("en", "I have to submit the report by Friday.", "todo"),
        ("zh", "报告周五截止。", "due"),
        ("zh", "我必须在周五之前提交报告。", "todo"),
    ],
)
def test_deadline_ends_nothing(read, language, content, predicate):
    (fact,) = read(language, content)
    assert (fact.predicate, fact.valid) == (predicate, None)
    assert fact.occurs is not None


@pytest.mark.parametrize(
    ("language", "content"),
    [
        ("en", "I will fly to Rome on Friday."),
        ("en", "I'm flying to Rome on Friday."),
        ("zh", "我周五飞往上海。"),
        ("zh", "我从下个月起在腾讯工作。"),
    ],
)
def test_plan_is_dated_and_not_true_yet(read, language, content):
    (fact,) = read(language, content)
    assert (fact.modality, fact.valid, fact.kind) == (Modality.PLANNED, None, FactKind.EVENT)
    assert fact.occurs is not None

"""What a requirements document demands, sentence by sentence, in both languages; and what is no demand."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from extractors.candidates import FactCandidate, Reference, Turn
from extractors.registry import default_pipeline
from graph_schema.model import FactKind, Role

AT = datetime(2026, 3, 1, tzinfo=UTC)


@pytest.fixture(scope="module")
def pipeline():
    return default_pipeline()


def read(pipeline, text: str, topic: str | None = "Login") -> list[FactCandidate]:
    (found,) = pipeline.extract([Turn(text, Role.TOOL, AT, document=True, topic=topic)])
    for fact in found.facts:
        assert 0 <= fact.start < fact.end <= len(text)
    return list(found.facts)


def rules(pipeline, text: str, topic: str | None = "Login") -> list[tuple[str, str]]:
    facts = [fact for fact in read(pipeline, text, topic) if fact.kind is FactKind.CONSTRAINT]
    assert all(fact.predicate == "has_constraint" for fact in facts)
    return [(fact.subject.name, fact.value or "") for fact in facts]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "The gateway must respond within 2.5 seconds at 1,200 requests per minute.",
            [("gateway", "must respond within 2.5 seconds at 1,200 requests per minute")],
        ),
        (
            "If the user is idle for 15 minutes, the system shall end the session and must log the event.",
            [
                ("system", "shall end the session (if the user is idle for 15 minutes)"),
                ("system", "must log the event (if the user is idle for 15 minutes)"),
            ],
        ),
        (
            "Users must not share accounts, and administrators should rotate keys every 90 days.",
            [("Users", "must not share accounts"), ("administrators", "should rotate keys every 90 days")],
        ),
        (
            "REQ-12: Passwords shall be at least 12 characters long.",
            [("Passwords", "shall be at least 12 characters long")],
        ),
        ("No user may delete audit records.", [("user", "must not delete audit records")]),
        ("Visitors may not enter the vault.", [("Visitors", "may not enter the vault")]),
        (
            "Clients are required to authenticate with TLS 1.3.",
            [("Clients", "are required to authenticate with TLS 1.3")],
        ),
        ("Guests are not allowed to upload files.", [("Guests", "are not allowed to upload files")]),
        ("In production, debug logging must be disabled.", [("debug logging", "must be disabled (in production)")]),
        ("You must confirm the e-mail address.", [("Login", "must confirm the e-mail address")]),
        (
            "The gateway must retry three times. It must not lose messages.",
            [("gateway", "must retry three times"), ("gateway", "must not lose messages")],
        ),
        (
            "The regulator requires that records must be kept for 10 years.",
            [("records", "must be kept for 10 years")],
        ),
        (
            "The client must:\n\nencrypt every message with AES-256\nretry 3 times at most\n\nNothing else matters.",
            [("client", "must encrypt every message with AES-256"), ("client", "must retry 3 times at most")],
        ),
        (
            "支付网关必须在2.5秒内响应，且不得丢失消息。",
            [("支付网关", "必须在2.5秒内响应"), ("支付网关", "不得丢失消息")],
        ),
        (
            "如果用户连续15分钟未操作，系统应当自动退出登录并记录日志。",
            [("系统", "应当自动退出登录并记录日志（如果用户连续15分钟未操作）")],
        ),
        ("用户在删除文件前必须再次确认。", [("用户", "在删除文件前必须再次确认")]),
        ("严禁在生产环境使用默认密码。", [("Login", "严禁在生产环境使用默认密码")]),
        (
            "3.2 所有接口响应时间应小于200毫秒，其中查询接口宜小于100毫秒。",
            [("所有接口响应时间", "应小于200毫秒"), ("查询接口", "宜小于100毫秒")],
        ),
        ("未经授权的人员不得进入机房。", [("未经授权的人员", "不得进入机房")]),
        ("系统管理员和审计员均须使用双因素认证。", [("系统管理员和审计员", "须使用双因素认证")]),
        ("数据应保存7年；备份应保存3年。", [("数据", "应保存7年"), ("备份", "应保存3年")]),
        ("金额不得超过人民币10,000元。", [("金额", "不得超过人民币10,000元")]),
        ("除管理员外，任何人不得修改配置。", [("任何人", "不得修改配置（除管理员外）")]),
        (
            "客户端必须：\n\n使用AES-256加密每条消息\n最多重试3次",
            [("客户端", "必须使用AES-256加密每条消息"), ("客户端", "必须最多重试3次")],
        ),
    ],
)
def test_rules(pipeline, text: str, expected: list[tuple[str, str]]) -> None:
    assert rules(pipeline, text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "The build must have failed last night.",
        "It should be noted that this is a draft.",
        "Must the client retry?",
        "Should the disk be full, the service stops.",
        "The fields that must be validated are listed below.",
        "The archive may be compressed.",
        "Someone said the server must restart.",
        "We must be brave.",
        "Clients are not required to log in.",
        "是否必须登录？",
        "这是必须的。",
        "用户不必重复登录。",
        "响应速度很快，该应用支持离线。",
        "我们必须努力。",
        "据说服务器必须重启。",
        "应用程序对应的供应商已经响应。",
    ],
)
def test_no_rules(pipeline, text: str) -> None:
    assert rules(pipeline, text) == []


def test_a_rule_without_subject_and_topic_is_left_out(pipeline) -> None:
    assert rules(pipeline, "You must sign in. 严禁共享密码。", topic=None) == []


def test_evidence_quotes_the_rule(pipeline) -> None:
    text = "Intro.\n\nThe gateway must respond within 200 ms, and clients must retry."
    quotes = [text[fact.start : fact.end] for fact in read(pipeline, text)]
    assert quotes == ["The gateway must respond within 200 ms", "clients must retry"]


def test_should_is_less_sure_than_must(pipeline) -> None:
    must, should = read(pipeline, "The server must log errors. The server should log warnings.")
    assert must.confidence > should.confidence


def test_nobody_speaks_in_a_document(pipeline) -> None:
    facts = read(pipeline, "I live in Rome. My sister is Ana. Our company moved to Berlin. 我住在上海。")
    assert all(fact.subject.reference is Reference.NAMED for fact in facts)
    assert not [fact for fact in facts if fact.predicate in ("lives_in", "moved_to")]


def test_conversation_is_not_digested(pipeline) -> None:
    turn = Turn("The gateway must respond within 2.5 seconds.", Role.ASSISTANT, AT)
    (found,) = pipeline.extract([turn])
    assert not [fact for fact in found.facts if fact.subject.name == "gateway"]

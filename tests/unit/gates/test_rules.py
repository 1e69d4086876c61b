"""Importance, expiry, summary, echo and policy as pure functions."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from extractors.candidates import EntityRef, Extraction, FactCandidate, Mention, Reference
from graph_schema.model import OPEN_END, FactKind, Interval, Modality, Polarity, Precision, Role
from service.beliefs.slots import _entitled  # pyright: ignore[reportPrivateUsage]
from service.gates.decision import Decision, Gate, GateOutcome, decoded, encoded, in_order
from service.gates.echo import echoed, memories
from service.gates.expiry import expires_at
from service.gates.importance import importance
from service.gates.policy import Policy, policy_of
from service.gates.summary import summary
from service.gates.tokens import negated, tokens
from service.tokens import estimate_tokens

SAID = datetime(2024, 5, 1, 9, tzinfo=UTC)


def claim(
    text: str = "Ana lives in Rome",
    value: str = "Rome",
    kind: FactKind = FactKind.FACT,
    modality: Modality = Modality.ASSERTED,
    polarity: Polarity = Polarity.POSITIVE,
    occurs: Interval | None = None,
    valid: Interval | None = None,
    span: tuple[int, int] = (0, 100),
) -> FactCandidate:
    subject = EntityRef("Ana", "person", Reference.SPEAKER)
    return FactCandidate(
        subject, "lives_in", None, value, kind, polarity, modality, valid, occurs, 0.8, *span, text, "test"
    )


def hours(start: float, end: float) -> Interval:
    return Interval(SAID + timedelta(hours=start), SAID + timedelta(hours=end), Precision.HOUR)


# --- importance ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("role", "content", "kinds", "expected"),
    [
        (Role.USER, "Remember that I'm vegan.", (FactKind.FACT,), 0.9),
        (Role.USER, "请记住，我对花生过敏", (), 0.9),
        (Role.USER, "Always answer in French.", (FactKind.CONSTRAINT,), 0.9),
        (Role.USER, "We chose Postgres, and I like it.", (FactKind.PREFERENCE, FactKind.DECISION), 0.7),
        (Role.USER, "I like tea.", (FactKind.PREFERENCE,), 0.6),
        (Role.USER, "The server is slow.", (), 0.5),
        (Role.USER, "thanks!", (), 0.2),
        (Role.USER, "好的", (), 0.2),
        (Role.ASSISTANT, "You are welcome!", (), 0.2),
        (Role.ASSISTANT, "Remember that I'm here.", (FactKind.FACT,), 0.4),
        (Role.TOOL, '{"status": "shipped"}', (FactKind.FACT,), 0.8),
        (Role.SYSTEM, "You answer questions about orders.", (), 0.5),
    ],
)
def test_importance_by_rule(role: Role, content: str, kinds: tuple[FactKind, ...], expected: float) -> None:
    assert importance(role, content, kinds=kinds)[0] == expected


# --- expiry -------------------------------------------------------------------------------------------------------

DAYS = timedelta(days=1)


@pytest.mark.parametrize(
    ("candidate", "expected"),
    [
        (claim(kind=FactKind.PREFERENCE), OPEN_END),
        (claim(kind=FactKind.FACT), OPEN_END),
        (claim(kind=FactKind.EVENT), SAID + 90 * DAYS),
        (claim(kind=FactKind.REASONING), SAID + 7 * DAYS),
        (claim(kind=FactKind.EVENT, occurs=hours(-30, -6)), SAID + 90 * DAYS),
        (claim(kind=FactKind.EVENT, occurs=hours(-9, 15)), SAID + 90 * DAYS),
        (claim(kind=FactKind.EVENT, modality=Modality.PLANNED, occurs=hours(30, 31)), SAID + timedelta(hours=31)),
        (
            claim(kind=FactKind.TASK, modality=Modality.PLANNED, occurs=hours(30, 31)),
            SAID + timedelta(hours=31) + 90 * DAYS,
        ),
        (claim(kind=FactKind.FACT, valid=hours(0, 48)), SAID + timedelta(hours=48)),
        (claim(kind=FactKind.FACT, valid=hours(-90, -48)), OPEN_END),
        (claim(kind=FactKind.EVENT, modality=Modality.PLANNED, occurs=Interval(SAID)), SAID + 90 * DAYS),
    ],
)
def test_expiry_is_what_was_said_or_the_kinds(candidate: FactCandidate, expected: datetime) -> None:
    assert expires_at(candidate, SAID, Policy()) == expected


def test_expiry_never_leaves_the_calendar() -> None:
    late = datetime(9999, 12, 1, tzinfo=UTC)
    assert expires_at(claim(kind=FactKind.EVENT), late, Policy()) == OPEN_END


def test_what_a_deployment_does_not_set_keeps_its_default() -> None:
    policy = policy_of({FactKind.EVENT: 1, FactKind.REASONING: 0}, {Role.ASSISTANT: frozenset({FactKind.FACT})}, 60, 10)
    assert (policy.ttl(FactKind.EVENT), policy.ttl(FactKind.REASONING), policy.ttl(FactKind.TASK)) == (
        DAYS,
        None,
        90 * DAYS,
    )
    assert policy.updates(Role.ASSISTANT, FactKind.FACT) and not policy.updates(Role.ASSISTANT, FactKind.EVENT)
    assert policy.updates(Role.USER, FactKind.PREFERENCE) and not policy.updates(Role.SYSTEM, FactKind.PREFERENCE)


def test_a_source_without_the_right_counts_only_where_no_other_spoke() -> None:
    user, assistant, older = {"key": "u", "may_update": True}, {"key": "a", "may_update": False}, {"key": "o"}
    assert _entitled([user, assistant, older]) == [user, older]
    assert _entitled([assistant]) == [assistant]


# --- summary ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("filler", "core", "language"),
    [
        (
            "It was a day like any other. And nothing went on at all there. ",
            "Bob Miller bought the old mill for €90,000.",
            "en",
        ),
        ("那天和平时没有什么两样。大家都在忙自己的事情。", "张伟在上海花九万元买了一辆车。", "zh"),
    ],
)
def test_a_summary_keeps_what_says_most_and_is_shorter(filler: str, core: str, language: str) -> None:
    content = filler * 30 + core + filler * 30
    start = content.index(core)
    extraction = Extraction(
        language,
        (Mention(core[:2], start, start + 2, "person", core[:2], 0.9, "test"),),
        (),
        (claim(span=(start, start + len(core))),),
    )
    found = summary(content, extraction, 100)
    assert found is not None and core in found
    assert estimate_tokens(found) <= min(estimate_tokens(content) / 4, 150)
    assert all(sentence.strip() in content for sentence in found.splitlines())


@pytest.mark.parametrize("content", ["Short.", '{"a": "' + "x. " * 900 + '"}', "word " * 900, "字" * 900])
def test_no_summary_for_what_is_short_no_prose_or_one_sentence(content: str) -> None:
    assert summary(content, Extraction("en"), 100) is None
    assert summary(content, Extraction("en"), 0) is None


# --- echo ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("recalled", "content", "fact", "expected"),
    [
        ("Ana lives in Rome", "You live in Rome.", claim(), True),
        ("Ana: I live in Rome, by the way. The weather is nice.", "You live in Rome.", claim(), True),
        ("Ana lives in Rome", "You live in Oslo.", claim("Ana lives in Oslo", "Oslo"), False),
        ("Ana does not live in Rome", "You live in Rome.", claim(), False),
        (
            "Ana lives in Rome",
            "You don't live in Rome.",
            claim("Ana does not live in Rome", polarity=Polarity.NEGATIVE),
            False,
        ),
        ("Ana: my ticket is 4711", "Your ticket is 4712", claim("Ana has ticket 4712", "4712"), False),
        ("Ana: 我住在上海。", "你住在上海。", claim("Ana住在上海", "上海"), True),
        ("Ana: 我在上海工作，住北京。", "你住在上海。", claim("Ana住在上海", "上海"), False),
    ],
)
def test_an_echo_says_nothing_that_was_not_recalled(
    recalled: str, content: str, fact: FactCandidate, expected: bool
) -> None:
    assert bool(echoed([fact], content, memories([recalled]))) is expected


# --- words and decisions ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("one", "other"),
    [("1,000 EUR", "1000 EUR"), ("I CAN'T go", "i cannot go"), ("ｉＰｈｏｎｅ", "iphone"), ("I'm here!", "I am here.")],
)
def test_the_same_words_compare_equal(one: str, other: str) -> None:
    assert tokens(one) == tokens(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("3.5", "35"),
        ("-5", "5"),
        ("C++", "C#"),
        ("€5", "$5"),
        ("5%", "5"),
        ("can't", "can"),
        ("不好", "好"),
        ("7/8", "78"),
    ],
)
def test_other_values_compare_unequal(one: str, other: str) -> None:
    assert tokens(one) != tokens(other)


def test_a_double_denial_is_none() -> None:
    assert negated(tokens("I don't know")) and not negated(tokens("It is not without charm"))


def test_decisions_come_back_in_the_order_of_the_gates() -> None:
    made = (Decision(Gate.SUMMARY, GateOutcome.TAGGED, "long"), Decision(Gate.ECHO, GateOutcome.PARTLY, "重复"))
    assert decoded(encoded(in_order(made))) == (made[1], made[0])
    assert decoded(None) == ()

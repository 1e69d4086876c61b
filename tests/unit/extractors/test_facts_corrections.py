"""What a turn takes back, what it sets right, and what a tool's message states."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from extractors.candidates import Turn
from extractors.registry import default_pipeline
from graph_schema.model import OPEN_START, Polarity, Role

SAID = datetime(2024, 3, 15, 12, tzinfo=UTC)


@pytest.fixture(scope="module")
def read():
    pipeline = default_pipeline()

    def run(content, role=Role.USER):
        facts = pipeline.extract([Turn(content, role, SAID, actor="Ana")])[0].facts
        return {
            (f.predicate, f.object.name if f.object else f.value, f.polarity is Polarity.POSITIVE): f for f in facts
        }

    return run


@pytest.mark.parametrize(
    ("content", "predicate", "right", "wrong"),
    [
        ("Sorry, typo: I live in Genk, not Ghent.", "lives_in", "Genk", "Ghent"),
        ("I misspoke earlier. I was born in Genk, not Ghent.", "born_in", "Genk", "Ghent"),
        ("Correction: I'm allergic to aspirin, not penicillin.", "allergic_to", "aspirin", "penicillin"),
        ("Oops, I mistyped that last week: my birthday is 14 March, not 4 March.", "birthday", "14 March", "4 March"),
        ("I got that wrong: my manager is Jo Farrant, not Jo Tarrant.", "has_manager", "Jo Farrant", "Jo Tarrant"),
        ("口误，我住在常熟，不是常州。", "lives_in", "常熟", "常州"),
        ("纠正一下，我对阿司匹林过敏，不是青霉素。", "allergic_to", "阿司匹林", "青霉素"),
        ("上次打错了，我的生日是8月13日，不是8月3日。", "birthday", "8月13日", "8月3日"),
    ],
)
def test_correction_holds_from_ever_and_so_does_its_denial(read, content, predicate, right, wrong):
    facts = read(content)
    assert facts[predicate, right, True].valid.start == OPEN_START
    assert facts[predicate, wrong, False].valid.start == OPEN_START
    assert (predicate, wrong, True) not in facts


@pytest.mark.parametrize(
    ("content", "predicate", "right", "wrong"),
    [
        ("My emergency contact is Wanda Pike now, not Lou Bishop.", "emergency_contact", "Wanda Pike", "Lou Bishop"),
        ("I live in Genk now, not Ghent.", "lives_in", "Genk", "Ghent"),
        ("我现在的教练是席雪峰，不是卞志远了。", "coach", "席雪峰", "卞志远"),
    ],
)
def test_change_denies_the_former_value_from_now_on(read, content, predicate, right, wrong):
    facts = read(content)
    assert facts[predicate, right, True].valid is None
    assert facts[predicate, wrong, False].valid is None


@pytest.mark.parametrize(
    "content",
    ["I live in Rome, not only in summer.", "I like tea, not because it is healthy.", "I live in Rome, not far away."],
)
def test_not_before_something_else_denies_nothing(read, content):
    facts = read(content)
    assert facts
    assert all(positive for _, _, positive in facts)


@pytest.mark.parametrize(
    ("content", "status", "positive"),
    [
        ("CORE-12 is resolved.", "resolved", True),
        ("OPS-3 has been closed.", "closed", True),
        ("OPS-3 is in progress.", "in progress", True),
        ("CORE-15 is no longer blocked.", "blocked", False),
        ("PAY-31已经解决了。", "已解决", True),
        ("PAY-31不再阻塞了。", "阻塞", False),
    ],
)
@pytest.mark.parametrize("role", [Role.USER, Role.TOOL])
def test_state_of_a_ticket_is_read_of_users_and_tools(read, content, status, positive, role):
    assert ("status", status, positive) in read(content, role)


@pytest.mark.parametrize(
    "content",
    [
        "Is CORE-12 resolved?",
        "If CORE-12 is resolved, tell me.",
        "I hope CORE-12 is resolved.",
        "如果PAY-31已经解决了，告诉我。",
    ],
)
def test_state_in_a_question_or_condition_states_nothing(read, content):
    assert read(content) == {}


def test_tool_says_nothing_of_its_speaker_and_nothing_by_a_page(read):
    assert read("I live in Rome and my email is a@example.org.", Role.TOOL) == {}
    assert read("NET-512 is assigned to Jonas Vik. " + "More text follows. " * 40, Role.TOOL) == {}


@pytest.mark.parametrize(
    ("content", "predicate", "value"),
    [
        ("Mara Voss and I broke up.", "partner_of", "Mara Voss"),
        ("Emil Sorge and I got divorced last autumn.", "married_to", "Emil Sorge"),
        ("I was laid off from Nimbus Freight.", "works_at", "Nimbus Freight"),
        ("I left the Harbour Rowing Club last month.", "member_of", "Harbour Rowing Club"),
        ("I dropped out of Aldmoor University.", "studies_at", "Aldmoor University"),
        ("我上周从白鹿书店辞职了。", "works_at", "白鹿书店"),
        ("我退出了北岭登山社。", "member_of", "北岭登山社"),
        ("我对芒果不再过敏了。", "allergic_to", "芒果"),
        ("I've moved out of Aberdeen.", "lives_in", "Aberdeen"),
        ("I retired from Halden Steel last year.", "works_at", "Halden Steel"),
        ("我搬离青岛了。", "lives_in", "青岛"),
        ("我们上周停用了Jenkins。", "uses", "Jenkins"),
    ],
)
def test_parting_ends_the_state_that_it_parts_from(read, content, predicate, value):
    assert (predicate, value, False) in read(content)


@pytest.mark.parametrize(
    ("content", "predicate", "value"),
    [
        ("My salary went up to 55,000 euros.", "salary", "55,000 euros"),
        ("The owner of the payments service is Lara Kent.", "owner", "Lara Kent"),
        ("My flatmate is Jun.", "roommate_of", "Jun"),
        ("Eva and Jan live in Lyon.", "lives_in", "Lyon"),
        ("我的月薪涨到了15000元。", "salary", "15000元"),
    ],
)
def test_new_value_is_read_and_no_month_for_a_name(read, content, predicate, value):
    fact = read(content)[predicate, value, True]
    assert fact.modality == "asserted"


def test_moving_a_thing_moves_nobody(read):
    assert not any(
        predicate == "lives_in" for predicate, _, _ in read("We moved our database from MySQL to PostgreSQL.")
    )


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (
            "Sara works at Siemens, not Tom.",
            {("Sara", "works_at", "Siemens", True), ("Tom", "works_at", "Siemens", False)},
        ),
        (
            "My manager is Otto, not Helena.",
            {("Ana", "has_manager", "Otto", True), ("Ana", "has_manager", "Helena", False)},
        ),
    ],
)
def test_person_denied_after_what_is_no_person_is_denied_as_the_subject(content, expected):
    facts = default_pipeline().extract([Turn(content, Role.USER, SAID, actor="Ana")])[0].facts
    assert expected == {
        (f.subject.name, f.predicate, f.object.name if f.object else f.value, f.polarity is Polarity.POSITIVE)
        for f in facts
    }


@pytest.mark.parametrize(
    ("content", "day"),
    [
        ("The dentist appointment got pushed back to 4 April.", datetime(2024, 4, 4, tzinfo=UTC)),
        ("Our launch slipped to 20 May.", datetime(2024, 5, 20, tzinfo=UTC)),
        ("The launch was moved to Thursday.", datetime(2024, 3, 21, tzinfo=UTC)),
    ],
)
def test_what_is_put_off_is_put_off_to_a_day_to_come(read, content, day):
    (fact,) = read(content).values()
    assert fact.predicate == "scheduled_for"
    assert fact.occurs is not None and fact.occurs.start == day


@pytest.mark.parametrize(
    ("content", "key"),
    [
        ("I switched from the platform team to the data team.", ("member_of", "platform team", False)),
        ("I swapped my Fiat for a Tesla.", ("uses", "Fiat", False)),
        ("Jonas and I got engaged.", ("engaged_to", "Jonas", True)),
        ("我辞掉了招商银行的工作。", ("works_at", "招商银行", False)),
        ("我上个月被英特尔裁员了。", ("works_at", "英特尔", False)),
        ("支付服务归王芳负责。", ("led_by", "王芳", True)),
    ],
)
def test_exchange_and_parting_in_everyday_words(read, content, key):
    assert key in read(content)


def test_state_before_a_past_time_ended_with_it(read):
    fact = read("去年之前我住在苏州。")["lives_in", "苏州", True]
    assert fact.valid is not None and fact.valid.end.year == 2023


@pytest.mark.parametrize(
    "content",
    [
        "The launch might slip to 20 May.",
        "We nearly replaced Jenkins with Buildkite.",
        "我可能会被英特尔裁员。",
        "我想辞掉招商银行的工作。",
    ],
)
def test_exchange_and_parting_only_thought_of_assert_nothing(read, content):
    assert not any(fact.modality == "asserted" for fact in read(content).values())

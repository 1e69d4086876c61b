"""Requests to the memory are heard where they are made, and nowhere else."""

from __future__ import annotations

import pytest

from graph_schema.model import Role
from service.documents.source import DOCUMENT
from service.gates.requests import Asked, plainly, requests


def asked(content: str, role: Role = Role.USER) -> list[Asked]:
    return [request.asked for request in requests(content, role)]


def plain(content: str) -> str:
    return plainly(content, requests(content, Role.USER))


REMEMBER = (
    ("Remember that I live in Rome.", "I live in Rome."),
    ("please remember that I'm vegan", "I'm vegan"),
    ("Can you remember that my PIN pad is blue?", "my PIN pad is blue?"),
    ("Hi! Please remember: my flight is BA123.", "my flight is BA123."),
    ("Remember my birthday is May 3.", "my birthday is May 3."),
    ("Keep in mind that we ship on Fridays.", "we ship on Fridays."),
    ("Don't forget that my sister is called Maria.", "my sister is called Maria."),
    ("Note that the office moved to Oslo.", "the office moved to Oslo."),
    ("For future reference: I use Vim.", "I use Vim."),
    ("记住我住在上海。", "我住在上海。"),
    ("请记住，我对花生过敏", "我对花生过敏"),
    ("你好。帮我记一下：我的航班是CA123。", "你好。 我的航班是CA123。"),
    ("别忘了我喜欢喝茶", "我喜欢喝茶"),
)


@pytest.mark.parametrize(("content", "expected"), REMEMBER)
def test_what_is_to_be_remembered_is_read_as_if_said_plainly(content: str, expected: str) -> None:
    assert asked(content) == [Asked.REMEMBER]
    read = plain(content)
    assert " ".join(read.split()) == expected
    assert len(read) == len(content)
    last = expected.split()[-1]
    assert read.index(last) == content.index(last)


@pytest.mark.parametrize(
    "content", ["Remember to buy milk.", "Don't forget to call Bob tomorrow", "别忘了去买牛奶", "不要忘记开会"]
)
def test_a_reminder_to_do_something_is_a_request_and_stays_as_it_is(content: str) -> None:
    assert asked(content) == [Asked.REMEMBER]
    assert plain(content) == content


FORGET = (
    ("Forget that I live in Rome.", "that I live in Rome", ""),
    ("Please forget my old address. I live in Oslo now.", "my old address", "I live in Oslo now."),
    ("Can you forget what I said about Bob?", "what I said about Bob", ""),
    ("Delete my phone number from your memory.", "my phone number", ""),
    ("忘掉我住在上海这件事。", "我住在上海这件事", ""),
    ("请忘记我的电话号码", "我的电话号码", ""),
    ("请把我的地址忘掉。我喜欢茶。", "我的地址", "我喜欢茶。"),
    ("忘了我刚才说的话吧", "我刚才说的话吧", ""),
)


@pytest.mark.parametrize(("content", "what", "rest"), FORGET)
def test_a_request_to_forget_names_what_and_is_not_read(content: str, what: str, rest: str) -> None:
    (request,) = requests(content, Role.USER)
    assert (request.asked, request.what) == (Asked.FORGET, what)
    assert plain(content).strip() == rest


@pytest.mark.parametrize(
    "content",
    [
        "Don't store this",
        "My PIN is 1234, don't store this.",
        "please do not remember this: I stole the cookies",
        "I hate my boss. Please don't record that!",
        "Off the record: we are merging.",
        "不要记这个",
        "我的密码是1234，不要记这个",
        "这条别存",
        "请不要把这件事记下来",
        "我讨厌老板。别记下来。",
    ],
)
def test_a_turn_that_is_not_to_be_stored_is_recognised(content: str) -> None:
    assert asked(content) == [Asked.NOT_STORE]


@pytest.mark.parametrize(
    "content",
    [
        "I remember that we went to Rome.",
        "Do you remember that I live in Rome?",
        "Remember that time we got lost in Rome?",
        "Remember when we met?",
        "Remember my name?",
        "I don't remember this.",
        "I can't remember that song.",
        "I forget where I put my keys.",
        "I always forget that password.",
        "Forget it.",
        "Never mind.",
        "Save the file.",
        "Store the results in S3.",
        "Don't store batteries in the fridge.",
        "Don't save the file yet.",
        "She asked me to remember that.",
        "Why don't you store this in a box?",
        "我记得你住在上海",
        "你还记得我住在哪里吗",
        "记住了",
        "我忘记带钥匙了",
        "忘记带钥匙了",
        "忘了我的钥匙放哪了",
        "我没记这个",
        "记不住这个单词",
        "我不记得这件事",
        "这件事不用记在心上",
    ],
)
def test_what_is_no_request_is_taken_for_none(content: str) -> None:
    assert asked(content) == []
    assert plain(content) == content


@pytest.mark.parametrize("role", [Role.ASSISTANT, Role.TOOL, Role.SYSTEM])
@pytest.mark.parametrize("content", ["Remember that I live in Rome.", "Forget my address.", "不要记这个"])
def test_only_users_ask(content: str, role: Role) -> None:
    assert requests(content, role) == ()


@pytest.mark.parametrize("content", ["Remember that the pump is off.", "Forget the old manual.", "不要记这个"])
def test_a_document_asks_nothing(content: str) -> None:
    assert requests(content, Role.USER, DOCUMENT) == ()

"""The tables of names hold together."""

from __future__ import annotations

import pytest

from graph_schema.ids import identity_key
from service.identity import tables
from service.identity.chinese import chinese_name
from service.identity.names import script_key
from service.identity.persons import related


def test_nicknames_go_both_ways() -> None:
    assert related("bob", "robert")
    assert related("robert", "bob")
    assert not related("bob", "rob")
    assert not related("alexander", "alexandra")
    assert {"alexander", "alexandra"} < tables.formals("alex")
    assert tables.formals("jonas") == {"jonas"}


def test_names_in_the_tables_are_folded() -> None:
    shorts = tables._formals()
    names = {*shorts, *(formal for formals in shorts.values() for formal in formals)}
    assert [name for name in names if identity_key(name) != name] == []
    assert [
        a for a, canonical in tables.canonical_names().items() if tables.canonical_names()[canonical] != canonical
    ] == []


def test_no_alias_stands_for_two() -> None:
    listed = [identity_key(n) for name, others in tables._load("aliases.toml").items() for n in (name, *others)]
    assert len(listed) == len(set(listed))


def test_simplifying_twice_changes_nothing() -> None:
    once = tables.simplified()
    assert {chr(t) for t in once} & set(once.values()) == set()


@pytest.mark.parametrize(
    ("traditional", "simple"),
    [
        ("張偉", "张伟"),
        ("劉曉東", "刘晓东"),
        ("歐陽娜娜", "欧阳娜娜"),
        ("臺灣大學", "台湾大学"),
        ("後來", "后来"),
        ("王", "王"),
    ],
)
def test_traditional_characters_are_simplified(traditional: str, simple: str) -> None:
    assert script_key(traditional) == simple


@pytest.mark.parametrize(
    ("name", "surname", "given"),
    [
        ("张伟", "张", "伟"), ("王晓明", "王", "晓明"), ("欧阳娜娜", "欧阳", "娜娜"), ("小张", "张", ""),
        ("老李", "李", ""),
        ("张先生", "张", ""), ("司马老师", "司马", ""), ("王建国教授", "王", "建国"), ("晓明", "", "晓明"),
        ("小明", "", "小明"),
    ],
)  # fmt: skip
def test_chinese_names_are_taken_apart(name: str, surname: str, given: str) -> None:
    parts = chinese_name(name)
    assert parts is not None
    assert (parts.surname, parts.given) == (surname, given)


@pytest.mark.parametrize("name", ["老师", "先生", "北京大学图书馆", "Jonas", "张", "张伟 abc"])
def test_what_is_no_chinese_name_is_none(name: str) -> None:
    assert chinese_name(name) is None

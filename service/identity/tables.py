"""The tables of names, read once: nicknames, aliases, Chinese surnames, titles and scripts."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from nicknames import NickNamer

from graph_schema.ids import identity_key

_STEM = 3
_FOLDER = Path(__file__).parent


def _load(name: str) -> dict[str, Any]:
    return tomllib.loads((_FOLDER / name).read_text(encoding="utf-8"))


@cache
def formals(given: str) -> frozenset[str]:
    """The name itself, and every formal name that it is a short form of."""
    return _formals().get(given, frozenset()) | {given}


@cache
def _formals() -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for formal, shorts in _load("nicknames.toml").items():
        for short in shorts.split():
            found.setdefault(short, set()).add(formal)
    return {short: frozenset(names) for short, names in found.items()}


@cache
def listed_formals(given: str) -> frozenset[str]:
    """The formal names that a large list has for a given name, where the one looks cut from the other.

    The list also links names that brothers and sisters bear: Aaron and Erin of one surname are rather two people. So
    the short one begins as the formal one does or shares some letters in a row with it; one that is formal itself has
    to be shorter and to begin as the other or be a part of it.
    """
    listed = _nicknames()
    alike = _cut if listed.nicknames_of(given) else _akin
    return frozenset(formal for formal in listed.canonicals_of(given) if alike(given, formal))


def _cut(short: str, formal: str) -> bool:
    return len(short) < len(formal) and (short in formal or short[:_STEM] == formal[:_STEM])


def _akin(short: str, formal: str) -> bool:
    runs = (short[begin : begin + _STEM] for begin in range(len(short) - _STEM + 1))
    return short[:1] == formal[:1] or short in formal or any(run in formal for run in runs)


@cache
def _nicknames() -> NickNamer:
    return NickNamer()


@cache
def canonical_names() -> dict[str, str]:
    """Folded alias → folded canonical name; a canonical name stands for itself."""
    found: dict[str, str] = {}
    for name, others in _load("aliases.toml").items():
        canonical = identity_key(name)
        found.update({identity_key(other): canonical for other in (name, *others)})
    return found


@cache
def simplified() -> dict[int, str]:
    """Translation table from traditional characters to simplified ones."""
    pairs = _load("chinese.toml")["script"]["pairs"].split()
    return {ord(pair[0]): pair[1] for pair in pairs if pair[0] != pair[1]}


@cache
def surnames() -> frozenset[str]:
    """Chinese surnames of one character and of two."""
    table = _load("chinese.toml")
    return frozenset(table["surnames"].replace("\n", "")) | frozenset(table["double_surnames"].split())


@cache
def prefixed_surnames() -> frozenset[str]:
    """Surnames that 小, 老, 阿 and 大 go before; after these, 师 and 明 are words of their own."""
    return surnames() - frozenset(_load("chinese.toml")["not_before_prefix"])


@cache
def prefixes() -> frozenset[str]:
    """What goes before a Chinese surname, as in 小张."""
    return frozenset(_load("chinese.toml")["prefixes"].split())


@cache
def titles() -> dict[str, str]:
    """What follows a Chinese name, longest first, and the sex it implies: male, female or empty."""
    table: dict[str, str] = _load("chinese.toml")["titles"]
    found = {title: ("" if sex == "neutral" else sex) for sex, listed in table.items() for title in listed.split()}
    return dict(sorted(found.items(), key=lambda item: (-len(item[0]), item[0])))

"""Scenes of names with whom they mean: our own gold, and a public list of nicknames."""

from __future__ import annotations

import csv
import json
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path
from typing import Any

GOLD = Path(__file__).with_name("gold")
_SURNAMES = ("Abara", "Brandvold", "Castellan", "Dunmore", "Eklund", "Farrow", "Grimaldi", "Hollis")


@dataclass(frozen=True, slots=True)
class Mention:
    """A name as it was said, its type, a label of whom it means, which counts within its scene, and the turn."""

    name: str
    type: str
    means: str
    said: str = ""


@dataclass(frozen=True, slots=True)
class Scene:
    """Names that one group hears, in order."""

    category: str
    mentions: tuple[Mention, ...]


def own(name: str) -> list[Scene]:
    """A set of scenes written for Everwhen: en, zh, context_en or context_zh, of which the last two need context."""
    lines = (GOLD / f"linking_{name}.jsonl").read_text(encoding="utf-8").splitlines()
    return [_scene(json.loads(line)) for line in lines]


def _scene(row: dict[str, Any]) -> Scene:
    return Scene(
        row["category"], tuple(Mention(m["name"], m["type"], m["is"], m.get("said", "")) for m in row["mentions"])
    )


def nicknames(path: Path) -> Iterator[Scene]:
    """A scene for each formal name of a list of nicknames: all its forms with one surname, and a relative.

    The relative is the next formal name of the list that is no form of the first.
    """
    shorts: dict[str, list[str]] = defaultdict(list)
    with path.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            shorts[row["name1"].strip()].append(row["name2"].strip())
    formals, surnames = list(shorts), cycle(_SURNAMES)
    for index, formal in enumerate(formals):
        surname = next(surnames)
        linked = {formal, *shorts[formal]}
        following = (formals[(index + step) % len(formals)] for step in range(7, len(formals)))
        relative = next(name for name in following if not linked & {name, *shorts[name]})
        names = [(formal, "self"), *((short, "self") for short in shorts[formal]), (relative, "relative")]
        yield Scene("nicknames", tuple(Mention(f"{n.title()} {surname}", "person", who) for n, who in names))

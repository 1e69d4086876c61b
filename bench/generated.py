"""Turns made from a small grammar of our own: varied enough for an index, the same for the same seed."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

START = datetime(2026, 1, 5, 8, tzinfo=UTC)

_PEOPLE = ["Amara", "Bjorn", "Chiara", "Dmitri", "Elif", "Farid", "Greta", "Hamish", "Ines", "Jonas", "Kavya", "Luca"]
_PLACES = ["Antwerp", "Bologna", "Coimbra", "Dundee", "Esbjerg", "Fukuoka", "Ghent", "Hobart", "Izmir", "Jena", "Kochi"]
_THINGS = [
    "a second-hand piano",
    "the old tent",
    "a sewing machine",
    "two bookshelves",
    "a wooden canoe",
    "the blue van",
]
_FOODS = ["pumpkin soup", "rye bread", "lamb dumplings", "mango chutney", "almond cake", "black tea", "smoked trout"]
_JOBS = ["a carpenter", "a data analyst", "a school librarian", "a paramedic", "an interpreter", "a beekeeper"]
_HOBBIES = ["learning the accordion", "restoring clocks", "bouldering", "growing tomatoes", "writing crime stories"]
_TEMPLATES = [
    "{p} moved to {c} last month and works there as {j}.",
    "I met {p} at the station in {c}; we talked about {h} for an hour.",
    "My sister {p} really likes {f}, but she can't stand {f2}.",
    "We sold {t} to {p} because the new flat in {c} is too small.",
    "Do you remember when {p} brought {f} to the party in {c}?",
    "{p} started {h} in spring and asked me to join on Thursdays.",
    "The doctor told {p} to avoid {f} until the tests are back.",
    "Tomorrow {p} and {p2} will drive {t} from {c} to {c2}.",
    "I used to be {j}, now I spend my days {h} with {p}.",
    "Order number {n} of {f} was delivered to {p} in {c} at half past nine.",
]


@dataclass(frozen=True, slots=True)
class GeneratedTurn:
    """A turn with its speaker and time."""

    content: str
    actor: str
    valid_at: datetime


def turns(count: int, seed: int) -> list[GeneratedTurn]:
    """`count` turns a minute apart, each with a number that no other has."""
    return list(_turns(count, random.Random(seed)))


def _turns(count: int, chance: random.Random) -> Iterator[GeneratedTurn]:
    for number in range(count):
        sentences = [_sentence(chance) for _ in range(chance.randint(1, 3))]
        yield GeneratedTurn(
            content=f"{' '.join(sentences)} Note {number + 1}.",
            actor=chance.choice(_PEOPLE),
            valid_at=START + timedelta(minutes=number),
        )


def _sentence(chance: random.Random) -> str:
    person, other = chance.sample(_PEOPLE, 2)
    place, away = chance.sample(_PLACES, 2)
    food, dish = chance.sample(_FOODS, 2)
    return chance.choice(_TEMPLATES).format(
        p=person, p2=other, c=place, c2=away, f=food, f2=dish, t=chance.choice(_THINGS), j=chance.choice(_JOBS),
        h=chance.choice(_HOBBIES), n=chance.randint(1000, 9999),
    )  # fmt: skip

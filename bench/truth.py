"""What is held true after scripted histories, at several points of (as of, known at), through the public API.

Each history is told to a group of its own, one step at a time; a step is read before the next one is told. The blind
sets were written by someone who had not seen the rules; only their totals are ever printed.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from uuid import uuid4

from bench.client import Client
from bench.report import command, conditions, markdown, write_page
from bench.serving import service
from bench.wording import plain

SETS = ("en", "zh", "blind_en", "blind_zh")
NOTE = (
    "A point is right when exactly the expected objects hold for a subject and predicate (where `values` says so), "
    "when all that must hold do and none that must not. A turn that was not read into its fact counts as a miss "
    "here too. Erasing is not built yet, so the points that need it are wrong."
)
_GOLD = Path(__file__).with_name("gold")
_READ_S = 900.0
_ASKED = 50
"""Most groups of one request."""
_HEADER = ("set", "kind", "histories", "points", "right", "share")


@dataclass(frozen=True, slots=True)
class History:
    """Turns in the order they arrive, and what must hold after all of them.

    Attributes:
        name: unique in its set.
        kind: what is tested, e.g. `supersede`.
        steps: turns (`at`, `actor`, `role`, `content`), or `{"erase": index of a step}`.
        checks: points: subject `s`, predicate `p`, `as_of`, the belief after `known` steps, and `values`, `has`, `not`.
    """

    name: str
    kind: str
    steps: tuple[dict[str, Any], ...]
    checks: tuple[dict[str, Any], ...]


@dataclass
class Totals:
    """Points by kind; `problems` lists each wrong one in words."""

    histories: Counter[str] = field(default_factory=Counter[str])
    points: Counter[str] = field(default_factory=Counter[str])
    right: Counter[str] = field(default_factory=Counter[str])
    problems: list[str] = field(default_factory=list[str])

    @property
    def share(self) -> float:
        """Share of the points that are right."""
        return self.right.total() / max(1, self.points.total())


def load(name: str) -> list[History]:
    """The histories of a set."""
    lines = (_GOLD / f"truth_{name}.jsonl").read_text(encoding="utf-8").splitlines()
    return [
        History(entry["name"], entry["kind"], tuple(entry["steps"]), tuple(entry["checks"]))
        for entry in map(json.loads, lines)
    ]


def tell(client: Client, histories: Mapping[str, History]) -> list[datetime]:
    """Tells all histories at once, by group, step by step; returns a time after each step was read everywhere."""
    read: list[datetime] = []
    for index in range(max(len(history.steps) for history in histories.values())):
        for group, history in histories.items():
            if index < len(history.steps):
                _take(client, group, history.steps[index])
        groups = list(histories)
        for start in range(0, len(groups), _ASKED):
            client.wait_extracted(groups[start : start + _ASKED], _READ_S)
        read.append(datetime.now(UTC))
    return read


def _take(client: Client, group: str, step: Mapping[str, Any]) -> None:
    if "erase" in step:
        return  # the API has no erasure yet: the points that need it are wrong, as they should be
    episode = {"content": step["content"], "actor": step["actor"], "validAt": step["at"]}
    client.remember(group, None, [{**episode, "role": step.get("role", "user").upper()}], again=True)


def check(client: Client, histories: Mapping[str, History], read: Sequence[datetime]) -> Totals:
    """How many points of the told histories are right."""
    totals = Totals()
    for group, history in histories.items():
        totals.histories[history.kind] += 1
        for point in history.checks:
            known_at: datetime | None = read[int(point["known"]) - 1] if "known" in point else None
            holds = set(_holding(client, group, point, known_at))
            wrong = _difference(point, holds)
            totals.points[history.kind] += 1
            totals.right[history.kind] += not wrong
            if wrong:
                where = f"{point['s']} {point['p']} as of {point['as_of']}, known {point.get('known', 'now')}"
                totals.problems.append(f"{history.name} ({history.kind}): {where}: {wrong}; holds {sorted(holds)}")
    return totals


def _holding(client: Client, group: str, point: Mapping[str, Any], known_at: datetime | None) -> Iterator[str]:
    for fact in client.facts(group, point["p"], point["as_of"], known_at):
        positive = fact["polarity"] == "POSITIVE" and fact["modality"] == "ASSERTED"
        if positive and plain(fact["subject"]["name"]) == plain(point["s"]):
            yield plain(fact["object"]["name"] if fact["object"] else fact["value"] or "")


def _difference(point: Mapping[str, Any], holds: set[str]) -> str:
    """What is wrong with what holds at a point; empty when nothing is."""
    wrong: list[str] = []
    expected = [_choices(value) for value in (*point.get("values", ()), *point.get("has", ()))]
    wrong += [f"lacks {'|'.join(sorted(choices))}" for choices in expected if not choices & holds]
    wrong += [f"holds {value}" for value in point.get("not", ()) if _choices(value) & holds]
    if "values" in point:
        wrong += [f"also holds {value}" for value in sorted(holds) if not any(value in c for c in expected)]
    return ", ".join(wrong)


def _choices(value: str) -> set[str]:
    return {plain(choice) for choice in value.split("|")}


def rows(name: str, totals: Totals) -> list[tuple[str, ...]]:
    """Rows of the table: the whole set, then each kind."""
    kinds = sorted(totals.points)
    whole = (totals.histories.total(), totals.points.total(), totals.right.total())
    each = [(kind, (totals.histories[kind], totals.points[kind], totals.right[kind])) for kind in kinds]
    return [
        (name, kind, *(str(count) for count in counts), f"{counts[2] / max(1, counts[1]):.3f}")
        for kind, counts in [("all", whole), *(() if name.startswith("blind") else each)]
    ]


def main() -> int:
    """Prints the table."""
    parser = argparse.ArgumentParser(prog="python -m bench truth", description=__doc__)
    parser.add_argument("sets", nargs="*", default=SETS, help=", ".join(SETS))
    parser.add_argument("--url", help="a running service to use instead of starting one; it keeps what is told")
    parser.add_argument("--misses", action="store_true", help="print every wrong point, but those of blind sets")
    parser.add_argument("--record", action="store_true", help="write the table to docs/results")
    options = parser.parse_args()
    if unknown := [name for name in options.sets if name not in SETS]:
        parser.error(f"no set is named {', '.join(unknown)}; there are: {', '.join(SETS)}")
    table: list[tuple[str, ...]] = []
    with service(options.url) as running:
        for name in options.sets:
            histories = {f"truth-{uuid4().hex[:8]}-{history.name}": history for history in load(name)}
            totals = check(running.client, histories, tell(running.client, histories))
            table += rows(name, totals)
            if options.misses and not name.startswith("blind"):
                print("\n".join(totals.problems), end="\n\n")
    text = markdown(_HEADER, table)
    line = f"{conditions('neo4j')}. Command: `{command()}`."
    print(text, line, sep="\n\n")
    if options.record:
        print(f"written to {write_page('truth', 'Truth after scripted histories', [NOTE, text, line])}")
    return 0


if __name__ == "__main__":
    sys.exit(main())

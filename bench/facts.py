"""Facts against the gold sets: precision, recall, false assertions. Run: python -m bench facts [SET…] [--misses].

The blind sets were written by someone who had not seen the rules; only their totals are ever printed, so that the rules
cannot be fitted to them.
"""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from bench.report import command, conditions, markdown, write_page
from bench.wording import plain
from extractors.candidates import FactCandidate, Turn
from extractors.registry import default_pipeline
from graph_schema.model import OPEN_END, OPEN_START, Modality, Role

_GOLD = Path(__file__).with_name("gold")
_SAID = datetime(2024, 3, 15, 12, 0, tzinfo=UTC)
_ACTORS = {"en": "Ana", "zh": "安娜"}
_BLIND = frozenset({"blind_en", "blind_zh"})
SETS = ("en", "zh", *sorted(_BLIND))
_HEADER = (
    "set",
    "turns",
    "precision",
    "recall",
    "right",
    "wrong",
    "missed",
    "nothing to assert",
    "asserted there",
    "if asked, supposed or planned",
)
_UNSTATED = re.compile(
    r"[?？]|[吗呢]|什么|谁|哪|是不是|怎么|如果|要是|假如|的话|除非|只要|万一|一旦|即使|就算|打算|计划|准备|想|要|可能|也许|考虑|希望|将|会|"
    r"\b(?:if|unless|suppose|imagine|plan|will|going to|might|may|maybe|perhaps|hope|wish|want|would|could|should)\b",
    re.I,
)
"""Words of what is asked, supposed, planned or wished: more than enough of them, so that none is missed."""
NOTE = (
    "A fact is right when subject, predicate, object, polarity, modality and the times that the gold names agree. "
    "`nothing to assert` counts the turns of which the gold expects no fact (questions, plans without a date, wishes, "
    "conditions, small talk), `asserted there` those of them in which a fact was asserted "
    "nevertheless, and the last column those of these that ask, suppose, plan or wish by the words they use. The blind "
    "sets were written by someone who had not seen the rules."
)


@dataclass
class Score:
    """Counts over one gold set; `problems` lists what was wrong, turn by turn.

    Attributes:
        silent: turns of which the gold expects nothing.
        spoken: those of them in which something was asserted.
        unstated: those of these that ask, suppose, plan or wish.
    """

    right: int = 0
    wrong: int = 0
    missed: int = 0
    silent: int = 0
    spoken: int = 0
    unstated: int = 0
    problems: list[str] = field(default_factory=list[str])

    @property
    def precision(self) -> float:
        """Share of the facts found that are right."""
        return self.right / max(1, self.right + self.wrong)

    @property
    def recall(self) -> float:
        """Share of the gold facts that were found."""
        return self.right / max(1, self.right + self.missed)


def load(name: str) -> list[tuple[Turn, list[dict[str, Any]]]]:
    """The gold turns of a set ("en", "blind_zh") with their expected facts."""
    lines = (_GOLD / f"facts_{name}.jsonl").read_text(encoding="utf-8").splitlines()
    return [(_turn(entry, name[-2:]), entry["facts"]) for entry in map(json.loads, lines)]


def _turn(entry: dict[str, Any], language: str) -> Turn:
    return Turn(
        content=entry["content"],
        role=Role(entry.get("role", "user")),
        valid_at=datetime.fromisoformat(entry["valid_at"]) if "valid_at" in entry else _SAID,
        actor=entry.get("actor", _ACTORS[language]),
        participants=tuple(entry.get("participants", ())),
        tool_name=entry.get("tool_name"),
    )


def score(gold: Sequence[tuple[Turn, list[dict[str, Any]]]], found: Sequence[Sequence[FactCandidate]]) -> Score:
    """Compares by subject, predicate, object, polarity, modality and the times that the gold names."""
    total = Score()
    for (turn, expected), facts in zip(gold, found, strict=True):
        if not expected:
            total.silent += 1
            spoken = any(fact.modality is Modality.ASSERTED for fact in facts)
            total.spoken += spoken
            total.unstated += spoken and _UNSTATED.search(turn.content) is not None
        _score_turn(total, turn, expected, list(facts))
    return total


def _score_turn(total: Score, turn: Turn, expected: list[dict[str, Any]], facts: list[FactCandidate]) -> None:
    missing: list[dict[str, Any]] = []
    for wanted in expected:
        match = next((fact for fact in facts if _agrees(fact, wanted)), None)
        if match is not None:
            facts.remove(match)
            total.right += not wanted.get("optional")
        elif not wanted.get("optional"):
            missing.append(wanted)
    total.missed += len(missing)
    total.wrong += len(facts)
    if missing or facts:
        lines = [turn.content, *(f"  missed  {json.dumps(wanted, ensure_ascii=False)}" for wanted in missing)]
        total.problems.append("\n".join([*lines, *(f"  wrong   {describe(fact)}" for fact in facts)]))


def _agrees(fact: FactCandidate, wanted: dict[str, Any]) -> bool:
    target = fact.object.name if fact.object else fact.value or ""
    return (
        plain(fact.subject.name) in {plain(choice) for choice in wanted["s"].split("|")}
        and fact.predicate in wanted["p"].split("|")
        and plain(target) in {plain(choice) for choice in wanted["o"].split("|")}
        and fact.polarity == wanted.get("pol", "positive")
        and fact.modality == wanted.get("mod", "asserted")
        and _dated(fact.occurs.start if fact.occurs else None, wanted.get("occurs"))
        and _dated(fact.valid.start if fact.valid else None, wanted.get("from"))
        and _dated(fact.valid.end if fact.valid else None, wanted.get("to"))
    )


def _dated(moment: datetime | None, wanted: str | None) -> bool:
    if wanted is None:
        return True
    if moment is None or moment in (OPEN_START, OPEN_END):
        return False
    return any(moment.isoformat().startswith(choice) for choice in wanted.split("|"))


def describe(fact: FactCandidate) -> str:
    """One line: the claim, its flags and its wording."""
    target = fact.object.name if fact.object else repr(fact.value)
    flags = f"{fact.polarity[:3]} {fact.modality} {fact.kind}"
    times = f"valid={_span(fact.valid)} occurs={_span(fact.occurs)}"
    return f"{fact.subject.name} | {fact.predicate} | {target} | {flags} | {times} | {fact.confidence} | {fact.text}"


def _span(interval: Any) -> str:
    if interval is None:
        return "-"
    start = "…" if interval.start == OPEN_START else interval.start.isoformat()[:16]
    return f"{start}/{'…' if interval.end == OPEN_END else interval.end.isoformat()[:16]}"


def _row(name: str, turns: int, result: Score) -> tuple[str, ...]:
    rates = (f"{result.precision:.3f}", f"{result.recall:.3f}")
    counts = (result.right, result.wrong, result.missed, result.silent, result.spoken, result.unstated)
    return (name, str(turns), *rates, *map(str, counts))


def _options(arguments: Iterable[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sets", nargs="*", choices=[[], *SETS], help=f"{', '.join(SETS)}; all of them by default")
    parser.add_argument("--misses", action="store_true", help="print every turn that is not read as expected")
    parser.add_argument("--record", action="store_true", help="write docs/results/facts.md")
    options = parser.parse_args(None if arguments is None else list(arguments))
    options.sets = options.sets or list(SETS)
    blind = sorted(_BLIND & set(options.sets))
    if options.misses and blind:
        parser.error(f"--misses is refused for {', '.join(blind)}: name open sets only (python -m bench facts en zh)")
    return options


def main(arguments: Iterable[str] | None = None) -> None:
    """Prints the figures of the sets asked for."""
    options = _options(arguments)
    pipeline = default_pipeline()
    rows: list[tuple[str, ...]] = []
    for name in options.sets:
        gold = load(name)
        found = [extraction.facts for extraction in pipeline.extract([turn for turn, _ in gold])]
        result = score(gold, found)
        if options.misses:
            print("\n\n".join(result.problems), end="\n\n")
        rows.append(_row(name, len(gold), result))
    table = markdown(_HEADER, rows)
    print(table)
    if options.record:
        line = f"{conditions('spacy', 'cutword')}. Command: `{command()}`."
        print(f"written to {write_page('facts', 'Facts against the gold sets', [NOTE, table, line])}")


if __name__ == "__main__":
    main()
